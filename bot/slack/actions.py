"""Clicks and choices. Each handler checks and stores, and gives back what is to be done once Slack was answered."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card, Standing, Verb
from bot.errors import SlackRefused, StaleControl
from bot.i18n.translator import Translator
from bot.services.asking import find_skills, fitting_card, list_skills
from bot.services.choosing import choose_language, language_of_channel, set_level
from bot.services.people import Member
from bot.slack.commands import saved_language
from bot.slack.errors import afterwards
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_interaction
from bot.slack.replies import acknowledged
from bot.surfaces.card import card_message
from bot.surfaces.posting import preview
from bot.views.answers import answer_blocks
from bot.views.ids import Action, CardRef, More, action_of
from bot.views.language import AUTO
from bot.views.levels import details_modal, levels_modal
from bot.views.message import message
from bot.views.paging import page_of
from bot.views.posting import PostState

After = Coroutine[Any, Any, None]


@dataclass(frozen=True, slots=True)
class Click:
    """One click: who, on what, and in which language they read. `state` is that of the window it was in."""

    act: Act
    member: Member
    t: Translator
    value: str
    state: str


Handler = Callable[[Parts, Click], Awaitable[After]]


def action_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """One listener for every control: Bolt's matching costs time for each that is registered."""

    async def answer_click(body: dict[str, Any]) -> BoltResponse:
        act, chosen = act_of_interaction(body), body["actions"][0]
        member = await parts.people.member(act.person)
        t = parts.languages.for_person(member.user, member.profile)
        state = (body.get("view") or {}).get("private_metadata", "")
        try:
            handler = HANDLERS[action_of(chosen["action_id"])]
            after = await handler(parts, Click(act, member, t, _value(chosen), state))
        except (KeyError, ValueError) as error:
            raise StaleControl(f"{chosen.get('action_id')}: {error}") from error
        afterwards(parts, act, after)
        return acknowledged()

    return answer_click


def _value(chosen: Mapping[str, Any]) -> str:
    option = chosen.get("selected_option")
    return str(option["value"] if option else chosen.get("value", ""))


def _card(parts: Parts, click: Click, ref: CardRef) -> Card:
    """Raises StaleControl when the content has no such skill, or the skill no such role or level any more."""
    library = parts.library()
    try:
        skill = library.framework.skills[ref.skill]
        return fitting_card(skill, ref.role, ref.level, click.member.profile, library)
    except KeyError as error:
        raise StaleControl(f"no such card: {ref}") from error


async def show_card(parts: Parts, click: Click) -> After:
    return _replace_with_card(parts, click, _card(parts, click, CardRef.parse(click.value)))


async def _replace_with_card(parts: Parts, click: Click, card: Card, *, saved: bool = False) -> None:
    member = await parts.people.member(click.act.person)
    standing = Standing.of(member.profile.current_level(card.skill.slug, card.role.id), card)
    shown = card_message(card, standing, click.t, can_keep=member.user.is_member, saved=saved)
    await _replace(parts, click, shown)


async def _replace(parts: Parts, click: Click, shown: dict[str, Any]) -> None:
    body = {"response_type": "ephemeral", "replace_original": True, **shown}
    await parts.slack.respond(click.act.response_url, body)


async def open_levels(parts: Parts, click: Click) -> After:
    return _open(parts, click, levels_modal(_card(parts, click, CardRef.parse(click.value)), click.t))


async def change_levels_role(parts: Parts, click: Click) -> After:
    return _update(parts, click, levels_modal(_card(parts, click, CardRef.parse(click.value)), click.t))


async def push_details(parts: Parts, click: Click) -> After:
    view = details_modal(_card(parts, click, CardRef.parse(click.value)), click.t)
    return _call(parts, "views.push", trigger_id=click.act.trigger_id, view=view)


async def turn_details(parts: Parts, click: Click) -> After:
    page, ref = page_of(click.value)
    return _update(parts, click, details_modal(_card(parts, click, CardRef.parse(ref)), click.t, page))


async def turn_list(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    verb, _, words = rest.partition(" ")
    turn = find_skills if Verb(verb) is Verb.FIND else list_skills
    found = turn(words, parts.library(), page)
    return _replace(parts, click, message(answer_blocks(found, click.t, parts.command)))


async def do_more(parts: Parts, click: Click) -> After:
    wish, _, rest = click.value.partition(" ")
    card = _card(parts, click, CardRef.parse(rest))
    if More(wish) is More.POST:
        return await _preview(parts, click, card)
    skill, role = card.skill.slug, card.role.id
    await set_level(click.act.person, skill, role, card.level.id, parts.people, parts.database, parts.now())
    return _replace_with_card(parts, click, card, saved=True)


async def _preview(parts: Parts, click: Click, card: Card) -> After:
    act = click.act
    chosen = await language_of_channel(act.person.tenant, act.channel, parts.database)
    language = parts.languages.for_channel(chosen).locale.content[0]
    state = PostState(
        str(CardRef(card.skill.slug, card.role.id, card.level.id)), act.channel, act.response_url, language
    )
    return _open(parts, click, preview(state, card, act.person.user, click.t, parts.languages, parts.command))


async def change_post_language(parts: Parts, click: Click) -> After:
    state = PostState.load(click.state).speaking(_offered(parts, click.value))
    card = _card(parts, click, state.ref)
    view = preview(state, card, click.act.person.user, click.t, parts.languages, parts.command)
    return _update(parts, click, view)


async def choose_own_language(parts: Parts, click: Click) -> After:
    language = None if click.value == AUTO else _offered(parts, click.value)
    await choose_language(click.act.person, language, parts.people, parts.database, parts.now())
    return _replace(parts, click, message(await saved_language(click.act, parts, language)))


def _offered(parts: Parts, language: str) -> str:
    """Raises StaleControl for a language that is not offered any more."""
    if language not in parts.languages.offered:
        raise StaleControl(f"no such language: {language}")
    return language


async def _open(parts: Parts, click: Click, view: dict[str, Any]) -> None:
    await parts.slack.call("views.open", trigger_id=click.act.trigger_id, view=view)


async def _call(parts: Parts, method: str, **args: Any) -> None:
    await parts.slack.call(method, **args)


async def _update(parts: Parts, click: Click, view: dict[str, Any]) -> None:
    """Change the window that was clicked in; where it has changed meanwhile, the newer click wins."""
    try:
        await parts.slack.call("views.update", view_id=click.act.view_id, hash=click.act.view_hash, view=view)
    except SlackRefused as refused:
        if refused.error != "hash_conflict":
            raise


HANDLERS: Mapping[Action, Handler] = {
    Action.CARD_LEVEL: show_card,
    Action.CARD_ROLE: show_card,
    Action.CARD_LEVELS: open_levels,
    Action.CARD_MORE: do_more,
    Action.SKILL_OPEN: show_card,
    Action.SKILL_CHOOSE: show_card,
    Action.LIST_PAGE: turn_list,
    Action.LEVELS_ROLE: change_levels_role,
    Action.LEVELS_DETAILS: push_details,
    Action.DETAILS_PAGE: turn_details,
    Action.POST_LANGUAGE: change_post_language,
    Action.LANGUAGE_CHOOSE: choose_own_language,
}
