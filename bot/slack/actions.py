"""Clicks and choices. Each handler checks and stores, and gives back what is to be done once Slack was answered."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card, Verb
from bot.errors import StaleControl
from bot.services.asking import find_skills, list_skills
from bot.services.choosing import language_of_channel, set_level
from bot.services.languages import Languages
from bot.slack.admin import ADMIN
from bot.slack.answering import keep_language
from bot.slack.assess import ASSESSING
from bot.slack.cadence import CADENCE
from bot.slack.clicks import After, Click, Handler, change, open_view, put
from bot.slack.coaching import COACHING
from bot.slack.comments import COMMENTING, comments_on
from bot.slack.counting import COUNTING
from bot.slack.errors import afterwards
from bot.slack.evidence import KEEPING_EVIDENCE
from bot.slack.focus import FOCUS, grow
from bot.slack.helping import HELPING, helpers_on
from bot.slack.home import HOME
from bot.slack.noting import NOTING
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.payloads import act_of_interaction
from bot.slack.privacy import PRIVACY
from bot.slack.profile import PROFILE
from bot.slack.progress import LOOKING_BACK
from bot.slack.readers import reader_of
from bot.slack.replies import acknowledged
from bot.slack.sharing import SHARING
from bot.slack.side_by_side import SIDE_BY_SIDE
from bot.slack.suggesting import SUGGESTING, suggest_from_card
from bot.slack.summary import SUMMARY
from bot.slack.teams import TEAMS
from bot.slack.telling import TELLING
from bot.slack.turns import Turns
from bot.surfaces.card import card_message
from bot.surfaces.posting import preview
from bot.telemetry import name_verb
from bot.views.answers import answer_blocks
from bot.views.card import copied_notice, saved_notice
from bot.views.controls import ref_of
from bot.views.ids import Action, CardRef, More, action_of
from bot.views.language import AUTO
from bot.views.levels import details_modal, levels_modal
from bot.views.message import message
from bot.views.paging import page_of
from bot.views.posting import PostState, post_title
from bot.views.search import found_blocks, search_modal


def action_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """One listener for every control: Bolt's matching costs time for each that is registered."""
    turns = Turns()

    async def answer_click(body: dict[str, Any]) -> BoltResponse:
        act, chosen, view = act_of_interaction(body), body["actions"][0], body.get("view") or {}
        turn = turns.take(act)
        if act.at_home:
            parts.homes.seen(act.person)
        reader = await reader_of(parts, act)
        entered, drawn = (view.get("state") or {}).get("values") or {}, view.get("blocks") or ()
        click = Click(reader, turn, _value(chosen), view.get("private_metadata", ""), entered, drawn)
        try:
            name_verb(action := action_of(chosen["action_id"]))
            after = await HANDLERS[action](parts, click)
        except ValueError as error:
            raise StaleControl(f"{chosen['action_id']}: {error}") from error
        if after is not None:
            afterwards(parts, act, after)
        return acknowledged()

    return answer_click


def _value(chosen: Mapping[str, Any]) -> str:
    """The id that was chosen in a menu of Slack's own, the value of an option, or that of a button."""
    if (picked := chosen.get("selected_conversation") or chosen.get("selected_user")) is not None:
        return str(picked)
    option = chosen.get("selected_option")
    return str(option["value"] if option else chosen.get("value", ""))


async def show_card(parts: Parts, click: Click) -> After:
    return _show(parts, click, click.reader.card(CardRef.parse(click.value)))


async def _show(parts: Parts, click: Click, card: Card, notice: str = "") -> None:
    """Put a card where the click was; where a newer click has put another one there, the notice is added to that."""
    place = click.turn.place
    async with click.turn.drawing() as is_newest:
        if is_newest:
            place.card = ref_of(card)
        elif notice and place.card:
            card = click.reader.card(place.card)
        else:
            return
        await put(parts, click, await _card_as_shown(parts, click, card, notice))


async def _card_as_shown(parts: Parts, click: Click, card: Card, notice: str) -> dict[str, Any]:
    """The card as a message, or as a window where it was clicked in one."""
    reader = await reader_of(parts, click.act)
    standing, can_keep = reader.standing(card), reader.can_keep
    comments, helpers = await comments_on(parts, reader, card), await helpers_on(parts, reader, card)
    options: Mapping[str, Any] = {"can_keep": can_keep, "notice": notice, "comments": comments, "helpers": helpers}
    if click.act.in_modal or click.act.at_home:
        return search_modal(click.t, found_blocks(card, standing, click.t, **options))
    return card_message(card, standing, click.t, **options)


async def open_levels(parts: Parts, click: Click) -> After:
    return open_view(parts, click, _levels(click))


async def change_levels_role(parts: Parts, click: Click) -> After:
    return change(parts, click, _levels(click))


def _levels(click: Click) -> dict[str, Any]:
    card = click.reader.card(CardRef.parse(click.value))
    return levels_modal(card, click.t, can_keep=click.reader.can_keep)


async def push_details(parts: Parts, click: Click) -> After:
    card = click.reader.card(CardRef.parse(click.value))
    return open_view(parts, click, details_modal(card, click.t, can_keep=click.reader.can_keep))


async def turn_details(parts: Parts, click: Click) -> After:
    page, ref = page_of(click.value)
    card = click.reader.card(CardRef.parse(ref))
    return change(parts, click, details_modal(card, click.t, page, can_keep=click.reader.can_keep))


async def turn_list(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    verb, _, words = rest.partition(" ")
    turn = find_skills if Verb(verb) is Verb.FIND else list_skills
    found = turn(words, click.reader.library, page)
    return change(parts, click, message(answer_blocks(found, click.t, parts.command)))


async def do_more(parts: Parts, click: Click) -> After:
    wish, _, rest = click.value.partition(" ")
    return await MORE[More(wish)](parts, click, click.reader.card(CardRef.parse(rest)))


async def set_own_level(parts: Parts, click: Click, card: Card) -> After:
    skill, role = card.skill.slug, card.role.id
    await set_level(click.act.person, skill, role, card.level.id, parts.people, parts.database, parts.now())
    parts.homes.refresh(click.act.person)
    return _show(parts, click, card, saved_notice(click.t))


async def send_copy(parts: Parts, click: Click, card: Card) -> After:
    return _copy(parts, click, card)


async def _copy(parts: Parts, click: Click, card: Card) -> None:
    reader = click.reader
    comments, can_keep = await comments_on(parts, reader, card), reader.can_keep
    copy = card_message(card, reader.standing(card), click.t, can_keep=can_keep, comments=comments)
    await parts.slack(click.act.tenant).do("chat.postMessage", channel=click.act.person.user, **copy)
    await _show(parts, click, card, copied_notice(click.t))


async def preview_post(parts: Parts, click: Click, card: Card) -> After:
    return open_over(parts, click, post_title(click.t), _preview(parts, click, card))


async def _preview(parts: Parts, click: Click, card: Card) -> dict[str, Any]:
    act, languages = click.act, click.reader.library.languages
    chosen = await language_of_channel(act.person.tenant, act.channel, parts.database)
    language = languages.for_channel(chosen).locale.content[0]
    state = PostState(str(ref_of(card)), act.channel, act.response_url, language)
    return preview(state, card, act.person.user, click.t, languages, parts.command)


async def change_post_language(parts: Parts, click: Click) -> After:
    languages = click.reader.library.languages
    state = PostState.load(click.state).speaking(_offered(languages, click.value))
    card = click.reader.card(state.ref)
    return change(parts, click, preview(state, card, click.act.person.user, click.t, languages, parts.command))


async def choose_own_language(parts: Parts, click: Click) -> After:
    language = None if click.value == AUTO else _offered(click.reader.library.languages, click.value)
    return change(parts, click, message(await keep_language(parts, click.act, language)))


def _offered(languages: Languages, language: str) -> str:
    """Raises StaleControl for a language that is not offered any more."""
    if language not in languages.offered:
        raise StaleControl(f"no such language: {language}")
    return language


HANDLERS: Mapping[Action, Handler] = {
    Action.CARD_LEVEL: show_card,
    Action.CARD_ROLE: show_card,
    Action.CARD_LEVELS: open_levels,
    Action.CARD_MORE: do_more,
    Action.SKILL_OPEN: show_card,
    Action.SKILL_CHOOSE: show_card,
    Action.SKILL_SEARCH: show_card,
    Action.LIST_PAGE: turn_list,
    Action.LEVELS_ROLE: change_levels_role,
    Action.LEVELS_DETAILS: push_details,
    Action.DETAILS_PAGE: turn_details,
    Action.POST_LANGUAGE: change_post_language,
    Action.LANGUAGE_CHOOSE: choose_own_language,
    **ASSESSING,
    **COMMENTING,
    **KEEPING_EVIDENCE,
    **SUGGESTING,
    **LOOKING_BACK,
    **PRIVACY,
    **PROFILE,
    **FOCUS,
    **CADENCE,
    **TEAMS,
    **COUNTING,
    **HELPING,
    **SHARING,
    **SIDE_BY_SIDE,
    **TELLING,
    **COACHING,
    **NOTING,
    **SUMMARY,
    **ADMIN,
    **HOME,
}

MORE: Mapping[More, Callable[[Parts, Click, Card], Awaitable[After]]] = {
    More.GROW: grow,
    More.SET_LEVEL: set_own_level,
    More.COPY: send_copy,
    More.POST: preview_post,
    More.SUGGEST: suggest_from_card,
}
