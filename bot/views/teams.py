"""The window in which a channel's team is set up, what was entered there, and what others see of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import time
from typing import Any

from markupsafe import Markup

from bot.domain.cadence import Rhythm
from bot.domain.query import fold
from bot.domain.skills import Framework
from bot.domain.summaries import LEAST_GROUP, MOST_GROUP
from bot.domain.teams import BY_OWNER, Team, TeamFault, ids_of
from bot.i18n.translator import Translator, own_name
from bot.text.mrkdwn import mention
from bot.text.templates import render
from bot.views.blocks import (
    OPTIONS_LIMIT,
    Block,
    Element,
    actions,
    button,
    context,
    modal,
    option,
    plain,
    section,
    select,
    split_text,
)
from bot.views.cadence import rhythm_name, zone_name
from bot.views.counting import join_button, leave_button
from bot.views.ids import Action, Modal, nth
from bot.views.language import AUTO
from bot.views.names import named

Values = Mapping[str, Mapping[str, Any]]

_RHYTHM, _WEEKDAY, _HOUR, _ZONE, _LANGUAGE, _SKILLS, _SIZE = (
    "rhythm", "weekday", "hour", "zone", "language", "skills", "size",
)  # fmt: skip
_SKILL, _CATEGORY = "skill ", "category "
_MOST_CHOSEN = 50
_OWNERS_NAMED = 5


@dataclass(frozen=True, slots=True)
class Around:
    """What a window about a team needs beside it. `language` is the channel's, None for the workspace's.

    `is_kept` is false while nothing is set up; `is_shared`: people of another company are in the channel. `least` is
    the smallest group that is allowed.
    """

    framework: Framework
    languages: tuple[str, ...]
    language: str | None
    is_kept: bool
    is_shared: bool = False
    least: int = LEAST_GROUP


def team_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Your team's summaries")


def team_modal(team: Team, around: Around, t: Translator, notice: str = "") -> dict[str, Any]:
    """For whoever may change it: all that can be chosen, and what it means for whom."""
    shown = render("teams/setup", t, channel=team.channel, owners=_owners(team, t))
    return _window(
        team.channel,
        [
            *([context(plain(notice))] if notice else []),
            section(shown),
            *_shared_notice(around, t),
            *(_pausing(team, t) if around.is_kept else []),
            *_when_fields(team, t),
            *_what_fields(team, around, t),
        ],
        t,
        submit=t.gettext("Save"),
    )


def member_modal(team: Team, around: Around, t: Translator, *, is_counted: bool) -> dict[str, Any]:
    """For everybody else: what holds, who may change it, and being counted or not."""
    own = leave_button(team.channel, t) if is_counted else join_button(team.channel, t)
    counted = t.gettext("You're counted here.") if is_counted else t.gettext("You aren't counted here.")
    owners = _owners(team, t)
    return _window(
        team.channel,
        [
            *_settings(team, around, t),
            section(render("teams/rules", t)),
            *_shared_notice(around, t),
            section(render("teams/changed_by", t, owners=owners)),
            {"type": "section", "text": plain(counted)},
            actions(own),
        ],
        t,
    )


def team_saved_modal(team: Team, around: Around, t: Translator, *, told: bool | None = None) -> dict[str, Any]:
    """What was kept. `told` says of a team that is new whether its channel knows already; None: it isn't new."""
    lines = [*_lines(team, around, t), coming(team, t)]
    shown = render("teams/saved", t, channel=team.channel, is_new=told is not None, told=bool(told), lines=lines)
    return _window(team.channel, [section(part) for part in split_text(shown, 3000)], t, title=t.gettext("Saved"))


def entered_team(values: Values, before: Team) -> Team:
    """What the window says, in place of a team. Raises ValueError for anything that the window can't say."""
    hour = _entry(values, _HOUR).get("selected_time")
    chosen = [str(one["value"]) for one in _entry(values, _SKILLS).get("selected_options") or ()]
    if not all(one.startswith((_SKILL, _CATEGORY)) for one in chosen):
        raise ValueError(f"no skill and no category: {chosen}")
    return replace(
        before,
        rhythm=Rhythm(_option(values, _RHYTHM)),
        weekday=int(_option(values, _WEEKDAY)),
        hour=time.fromisoformat(str(hour)),
        zone=_option(values, _ZONE),
        skills=ids_of(one.removeprefix(_SKILL) for one in chosen if one.startswith(_SKILL)),
        categories=ids_of(one.removeprefix(_CATEGORY) for one in chosen if one.startswith(_CATEGORY)),
        group_size=int(_option(values, _SIZE)),
    )


def entered_language(values: Values, known: Sequence[str]) -> str | None:
    """The language of the channel, None for the workspace's. Raises ValueError for one that isn't offered."""
    language = _option(values, _LANGUAGE)
    if language not in (AUTO, *known):
        raise ValueError(f"no such language: {language}")
    return None if language == AUTO else language


def team_errors(faults: Iterable[TeamFault], least: int, t: Translator) -> dict[str, str]:
    """What is wrong, at its field; empty where nothing is that the window could say."""
    found = {}
    if TeamFault.GROUP_SIZE in faults:
        # Translators: An error at a field. %(n)s is how many people have to be counted before anything is shown.
        found[_SIZE] = t.ngettext(
            "The workspace's admins want at least %(n)s\xa0person. Please choose more.",
            "The workspace's admins want at least %(n)s\xa0people. Please choose more.",
            least,
        )
    if TeamFault.NO_SKILLS in faults:
        found[_SKILLS] = t.gettext("None of these skills is there any more. Choose others, or none for all.")
    if TeamFault.ZONE in faults:
        found[_ZONE] = t.gettext("This time zone isn't known. Please choose another one.")
    return found


def team_skill_options(typed: str, framework: Framework, t: Translator) -> dict[str, Any]:
    """Categories and skills in whose name a word begins with the letters so far."""
    wanted = f" {fold(typed)}"

    def fits(names: Iterable[str]) -> bool:
        return any(wanted in f" {fold(name)}" for name in names)

    categories = [
        option(named(one.name, t), f"{_CATEGORY}{one.id}")
        for one in framework.categories.values()
        if fits(one.name.everywhere())
    ]
    skills = [
        option(named(one.name, t), f"{_SKILL}{one.slug}")
        for one in framework.skills.values()
        if fits((*one.name.everywhere(), *one.aliases))
    ]
    groups = ((t.gettext("Categories"), categories), (t.gettext("Skills"), skills))
    shown = [{"label": plain(label), "options": options[:OPTIONS_LIMIT]} for label, options in groups if options]
    return {"option_groups": shown} if shown else {"options": []}


def zone_options(zones: Iterable[str]) -> dict[str, Any]:
    return {"options": [_zone_option(zone) for zone in zones]}


def coming(team: Team, t: Translator) -> str:
    """What comes next, in a sentence."""
    if team.paused is not None:
        return t.gettext("Paused: nothing is posted until somebody resumes it.")
    if team.upcoming is None:
        return t.gettext("No summaries are posted.")
    # Translators: %(day)s is a date with its weekday in short, %(hour)s a time of the day, %(zone)s a time zone.
    return t.gettext(
        "Next summary: %(day)s, %(hour)s (%(zone)s), if enough people are counted by then.",
        day=t.near_date(team.upcoming.day),
        hour=t.time(team.hour),
        zone=zone_name(team.zone),
    )


def _window(
    channel: str, blocks: Sequence[Block], t: Translator, *, submit: str | None = None, title: str = ""
) -> dict[str, Any]:
    close = t.gettext("Cancel") if submit else t.gettext("Close")
    return modal(
        callback_id=Modal.TEAM, title=title or team_title(t), submit=submit, close=close, blocks=blocks, state=channel
    )


def _owners(team: Team, t: Translator) -> Markup | None:
    """Mentions of those who own it; None where nobody does any more."""
    owners = sorted(team.owners)[:_OWNERS_NAMED]
    return Markup(t.listed([str(mention(owner)) for owner in owners])) if owners else None


def _shared_notice(around: Around, t: Translator) -> list[Block]:
    if not around.is_shared:
        return []
    told = t.gettext(
        "People of another company are in this channel, or are invited to it. They'll see the summaries, and are "
        "never counted."
    )
    return [{"type": "section", "text": plain(told)}]


def _pausing(team: Team, t: Translator) -> list[Block]:
    said: Block = {"type": "section", "text": plain(coming(team, t))}
    if team.paused is None and team.rhythm is Rhythm.OFF:
        return [said]
    # Translators: The button that lets no summaries be posted for now.
    pause = button(t.gettext("Pause"), Action.TEAM_PAUSE, team.channel)
    resume = button(t.gettext("Resume"), Action.TEAM_RESUME, team.channel)
    if team.paused not in (None, BY_OWNER):
        said = {
            "type": "section",
            "text": plain(t.gettext("Paused: Slack didn't let Rung post here. Save to try again.")),
        }
        return [said]
    return [said, actions(pause if team.paused is None else resume)]


def _settings(team: Team, around: Around, t: Translator) -> list[Block]:
    lines = [*_lines(team, around, t), coming(team, t)]
    shown = render("teams/settings", t, channel=team.channel, lines=lines)
    return [section(part) for part in split_text(shown, 3000)]


def _lines(team: Team, around: Around, t: Translator) -> list[str]:
    """Each setting, a line each."""
    day, hour, zone = t.weekday(team.weekday), t.time(team.hour), zone_name(team.zone)
    language = own_name(around.language) if around.language else t.gettext("Same as the workspace")
    skills = t.listed(_chosen_names(team, around.framework, t)) or t.pgettext("skills of a team", "all")
    # Translators: %(rhythm)s is how often, e.g. "Every two weeks"; %(day)s a weekday, %(hour)s a time, then a zone.
    when = t.gettext(
        "%(rhythm)s: %(day)s, %(hour)s (%(zone)s)",
        rhythm=rhythm_name(team.rhythm, t),
        day=day,
        hour=hour,
        zone=zone,
    )
    return [
        *([] if team.rhythm is Rhythm.OFF else [when]),
        t.gettext("Language: %(language)s", language=language),
        # Translators: %(skills)s is a list of skills and categories, or "all".
        t.gettext("Skills: %(skills)s", skills=skills),
        # Translators: %(n)s is how many people have to be counted before anything is shown.
        t.ngettext("Shown from %(n)s\xa0person on", "Shown from %(n)s\xa0people on", team.told_from(around.least)),
    ]


def _when_fields(team: Team, t: Translator) -> list[Block]:
    rhythms = [option(rhythm_name(rhythm, t), rhythm) for rhythm in Rhythm]
    days = [option(t.weekday(day), str(day)) for day in range(1, 8)]
    rhythm = select(_id(_RHYTHM), t.gettext("Choose how often"), rhythms, team.rhythm)
    # Translators: The placeholder of a menu with weekdays.
    weekday = select(_id(_WEEKDAY), t.gettext("Choose a day"), days, str(team.weekday))
    clock: Element = {
        "type": "timepicker",
        "action_id": _id(_HOUR),
        "placeholder": plain(t.gettext("Choose a time")),
        "initial_time": f"{team.hour:%H:%M}",
    }
    zone: Element = {
        "type": "external_select",
        "action_id": Action.TEAM_ZONE,
        # Translators: The placeholder of a menu with time zones, in which people may type.
        "placeholder": plain(t.gettext("Choose a time zone")),
        "min_query_length": 0,
        "initial_option": _zone_option(team.zone),
    }
    return [
        # Translators: The label of a menu that says how often summaries are posted.
        _field(_RHYTHM, t.gettext("How often"), rhythm),
        _field(_WEEKDAY, t.gettext("Weekday"), weekday),
        # Translators: The label of a field with a time of the day.
        _field(_HOUR, t.gettext("Time"), clock),
        _field(_ZONE, t.gettext("Time zone"), zone),
    ]


def _what_fields(team: Team, around: Around, t: Translator) -> list[Block]:
    languages = [
        option(t.gettext("Same as the workspace"), AUTO),
        *(option(own_name(code), code) for code in around.languages),
    ]
    language = select(_id(_LANGUAGE), t.gettext("Choose a language"), languages, around.language or AUTO)
    sizes = [
        # Translators: A choice in a menu. %(n)s is how many people have to be counted before anything is shown.
        option(t.ngettext("%(n)s\xa0person", "%(n)s\xa0people", n), str(n))
        for n in range(around.least, MOST_GROUP + 1)
    ]
    # Translators: The placeholder of a menu with numbers of people.
    size = select(_id(_SIZE), t.gettext("Choose how many"), sizes, str(team.told_from(around.least)))
    skills: Element = {
        "type": "multi_external_select",
        "action_id": Action.TEAM_SKILLS,
        # Translators: The placeholder of a menu with skills and categories, in which people may type.
        "placeholder": plain(t.gettext("All skills")),
        "min_query_length": 0,
        "max_selected_items": _MOST_CHOSEN,
    }
    if chosen := _chosen_options(team, around.framework, t):
        skills["initial_options"] = chosen
    none = t.gettext("Nothing chosen means all skills.")
    larger = t.gettext("The larger the number, the less anybody can guess. At least this many people have to join.")
    return [
        _field(_LANGUAGE, t.gettext("Language of this channel"), language),
        _field(_SKILLS, t.gettext("Skills or categories"), skills, optional=True, hint=none),
        _field(_SIZE, t.gettext("Show nothing until this many are counted"), size, hint=larger),
    ]


def _chosen_options(team: Team, framework: Framework, t: Translator) -> list[Element]:
    values = [*(f"{_CATEGORY}{one}" for one in team.categories), *(f"{_SKILL}{one}" for one in team.skills)]
    names = _chosen_names(team, framework, t)
    return [option(name, value) for name, value in zip(names, values, strict=True)][:_MOST_CHOSEN]


def _chosen_names(team: Team, framework: Framework, t: Translator) -> list[str]:
    """Categories, then skills; what the content has lost goes by its id."""
    categories = (framework.categories.get(one) for one in team.categories)
    skills = (framework.skills.get(one) for one in team.skills)
    return [
        *(named(one.name, t) if one else id_ for one, id_ in zip(categories, team.categories, strict=True)),
        *(named(one.name, t) if one else id_ for one, id_ in zip(skills, team.skills, strict=True)),
    ]


def _zone_option(zone: str) -> Element:
    return option(zone_name(zone), zone)


def _field(block_id: str, label: str, element: Element, *, optional: bool = False, hint: str = "") -> Block:
    block: Block = {"type": "input", "block_id": block_id, "label": plain(label), "element": element}
    if optional:
        block["optional"] = True
    if hint:
        block["hint"] = plain(hint)
    return block


def _id(name: str) -> str:
    return nth(Action.TEAM_FIELD, name)


def _entry(values: Values, block: str) -> Mapping[str, Any]:
    """What stands in the one field of a block. Raises ValueError where the window has no such block."""
    fields = values.get(block) or {}
    if len(fields) != 1:
        raise ValueError(f"no field is called {block}")
    return dict(next(iter(fields.values())))


def _option(values: Values, block: str) -> str:
    """Raises ValueError where nothing is chosen."""
    chosen = _entry(values, block).get("selected_option")
    if not chosen:
        raise ValueError(f"nothing is chosen for {block}")
    return str(chosen["value"])
