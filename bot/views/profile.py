"""The profile: the window in which it is changed, that for a level in one skill, and what is said once it is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.answers import Card, Standing
from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel, Profile
from bot.domain.skills import Role
from bot.i18n.translator import Translator, own_name
from bot.text.templates import render
from bot.views.blocks import OPTIONS_LIMIT, Block, Element, actions, button, modal, option, plain, section, select
from bot.views.card import personal_blocks, saved_notice
from bot.views.controls import ref_of
from bot.views.helping import offer_button
from bot.views.ids import Action, Modal
from bot.views.language import AUTO
from bot.views.names import named, title_blocks
from bot.views.telling import tell_button

OPEN = "profile"  # what a button that opens the window carries
_UNSET, _NOT_YET, _LEVEL, _ROLE = "unset", "not_yet", "level ", "role "


@dataclass(frozen=True, slots=True)
class Choices:
    """What a profile is chosen from. `first` is the level that "not yet" names."""

    roles: tuple[Role, ...]
    levels: tuple[Level, ...]
    languages: tuple[str, ...]

    @property
    def first(self) -> Level:
        return self.levels[0]


def profile_button(t: Translator) -> Element:
    return button(t.gettext("Change profile"), Action.PROFILE_OPEN, OPEN)


def profile_blocks(profile: Profile, choices: Choices, t: Translator) -> list[Block]:
    """The profile in words, and the way to change it."""
    return [section(render("profile/now", t, lines=profile_lines(profile, choices, t))), actions(profile_button(t))]


def profile_modal(profile: Profile, choices: Choices, t: Translator) -> dict[str, Any]:
    levels = [_unset(t), *level_options(choices.first, choices.levels, t)]
    languages = [option(t.gettext("Same as Slack"), AUTO), *(option(own_name(c), c) for c in choices.languages)]
    return modal(
        callback_id=Modal.PROFILE,
        # Translators: The title of a window, at most 24 characters.
        title=t.gettext("Your profile"),
        submit=t.gettext("Save"),
        close=t.gettext("Cancel"),
        blocks=[
            section(render("profile/intro", t)),
            _field(Action.PROFILE_ROLE, t.gettext("Role"), _role_menu(profile.role, choices.roles, t)),
            _field(
                Action.PROFILE_LEVEL,
                t.gettext("Level"),
                _menu(Action.PROFILE_LEVEL, t.gettext("Choose a level"), levels, level_value(profile.level)),
            ),
            _field(
                Action.PROFILE_LANGUAGE,
                t.gettext("Language"),
                _menu(Action.PROFILE_LANGUAGE, t.gettext("Choose a language"), languages, profile.language or AUTO),
            ),
        ],
    )


def profile_saved_modal(profile: Profile, choices: Choices, t: Translator) -> dict[str, Any]:
    """What was kept, and who sees it."""
    return modal(
        callback_id=Modal.PROFILE,
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[section(render("profile/saved", t, lines=profile_lines(profile, choices, t)))],
    )


def profile_lines(profile: Profile, choices: Choices, t: Translator) -> list[str]:
    """Role, level and language, a line each."""
    role = next((named(one.name, t) for one in choices.roles if one.id == profile.role), t.gettext("Not set"))
    language = own_name(profile.language) if profile.language else t.gettext("Same as Slack")
    return [
        # Translators: %(role)s is the name of a role, or "Not set".
        t.gettext("Role: %(role)s", role=role),
        # Translators: %(level)s is the name of a level, or "Not yet Junior", or "Not set".
        t.gettext("Level: %(level)s", level=_level_name(profile.level, choices, t)),
        # Translators: %(language)s is what a language calls itself, or "Same as Slack".
        t.gettext("Language: %(language)s", language=language),
    ]


def level_modal(card: Card, profile: Profile, t: Translator) -> dict[str, Any]:
    """Where the person stands in one skill and role; first of all, as in their profile."""
    ladder, key = card.skill.ladder, (card.skill.slug, card.role.id)
    # Translators: A choice in the menu of levels for one skill: the level of the person's profile holds.
    options = [option(t.gettext("As in your profile"), _UNSET), *level_options(ladder.first, ladder.levels, t)]
    chosen = level_value(profile.skill_levels.get(key))
    return modal(
        callback_id=Modal.LEVEL,
        # Translators: The title of a window, and a button, at most 24 characters.
        title=t.gettext("Set my level"),
        submit=t.gettext("Save"),
        close=t.gettext("Cancel"),
        blocks=[
            *title_blocks(card.skill.name, t),
            section(render("profile/skill", t, role=named(card.role.name, t))),
            _field(
                Action.LEVEL_CHOOSE,
                t.gettext("Level"),
                _menu(Action.LEVEL_CHOOSE, t.gettext("Choose a level"), options, chosen),
            ),
        ],
        state=str(ref_of(card)),
    )


def level_saved_modal(card: Card, standing: Standing | None, t: Translator) -> dict[str, Any]:
    """What was kept; who has reached a level may tell a team, and help others."""
    reached = replace(card, level=standing.level) if standing and standing.level else None
    return modal(
        callback_id=Modal.LEVEL,
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(card.skill.name, t),
            *personal_blocks(standing, saved_notice(t), t),
            *([actions(tell_button(reached, t), offer_button(card.skill.slug, t))] if reached else []),
        ],
    )


def level_button(card: Card, t: Translator) -> Element:
    return button(t.gettext("Set my level"), Action.LEVEL_OPEN, str(ref_of(card)))


def level_options(first: Level, levels: Sequence[Level], t: Translator) -> list[Element]:
    """Not yet the first level, and every level."""
    return [
        option(_not_yet(first, t), _NOT_YET),
        *(option(named(level.name, t), f"{_LEVEL}{level.id}") for level in levels),
    ]


def level_value(level: CurrentLevel | None) -> str:
    """What an option of a level carries."""
    if level is None:
        return _UNSET
    return _NOT_YET if level.level is None else f"{_LEVEL}{level.level}"


def level_chosen(value: str, levels: Sequence[Level]) -> CurrentLevel | None:
    """The level that an option carried. Raises ValueError for one that isn't there."""
    if value == _UNSET:
        return None
    if value == _NOT_YET:
        return CurrentLevel(None)
    wanted = value.removeprefix(_LEVEL)
    if not value.startswith(_LEVEL) or wanted not in {level.id for level in levels}:
        raise ValueError(f"no such level: {value}")
    return CurrentLevel(wanted)


def role_chosen(value: str) -> str | None:
    """The id of the role that an option carried. Raises ValueError for anything else."""
    if value == _UNSET:
        return None
    if not value.startswith(_ROLE):
        raise ValueError(f"no role: {value}")
    return value.removeprefix(_ROLE)


def entered(values: Mapping[str, Mapping[str, Any]], action: Action) -> str:
    """What is chosen in a menu of a window. Raises ValueError where there is no such menu or nothing is chosen."""
    try:
        return str(values[action][action]["selected_option"]["value"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"nothing is chosen for {action}") from error


def profile_role_options(roles: Sequence[Role], typed: str, t: Translator) -> dict[str, Any]:
    """What the menu of roles offers while somebody types."""
    first = [] if typed.strip() else [_unset(t)]
    return {"options": [*first, *(_role_option(role, t) for role in roles)][:OPTIONS_LIMIT]}


def _role_menu(chosen: str | None, roles: Sequence[Role], t: Translator) -> Element:
    options = [_unset(t), *(_role_option(role, t) for role in roles)]
    placeholder = t.gettext("Choose a role")
    value = _UNSET if chosen is None else f"{_ROLE}{chosen}"
    if len(options) <= OPTIONS_LIMIT:
        return _menu(Action.PROFILE_ROLE, placeholder, options, value)
    return {
        "type": "external_select",
        "action_id": Action.PROFILE_ROLE,
        "placeholder": plain(placeholder),
        "min_query_length": 0,
        "initial_option": next((each for each in options if each["value"] == value), options[0]),
    }


def _menu(action: Action, placeholder: str, options: list[Element], chosen: str) -> Element:
    """A menu in which something is chosen, if only that nothing is set."""
    there = any(each["value"] == chosen for each in options)
    return select(action, placeholder, options, chosen if there else options[0]["value"])


def _field(action: Action, label: str, element: Element) -> Block:
    return {"type": "input", "block_id": action, "label": plain(label), "element": element}


def _unset(t: Translator) -> Element:
    # Translators: A choice in the menus of a profile: no role, or no level.
    return option(t.gettext("Not set"), _UNSET)


def _role_option(role: Role, t: Translator) -> Element:
    return option(named(role.name, t), f"{_ROLE}{role.id}")


def _level_name(level: CurrentLevel | None, choices: Choices, t: Translator) -> str:
    if level is None:
        return t.gettext("Not set")
    if level.level is None:
        return _not_yet(choices.first, t)
    return next((named(one.name, t) for one in choices.levels if one.id == level.level), level.level)


def _not_yet(first: Level, t: Translator) -> str:
    # Translators: A choice in a menu of levels. %(level)s is the name of the first one, e.g. "Not yet Junior".
    return t.gettext("Not yet %(level)s", level=named(first.name, t))
