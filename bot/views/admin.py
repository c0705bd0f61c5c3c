"""The window for admins: how Rung is in their workspace, what holds for all of it, and the way to change that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from markupsafe import Markup

from bot.domain.health import Health
from bot.domain.retention import Kept, Retention
from bot.domain.summaries import LEAST_GROUP
from bot.domain.tenants import BUILT_IN, Newcomers, Setting, TenantSettings
from bot.i18n.locales import canonical
from bot.i18n.translator import Translator, own_name
from bot.text.mrkdwn import literal, mention
from bot.text.templates import render
from bot.views.blocks import Block, Element, actions, button, context, divider, modal, plain, section
from bot.views.cadence import rhythm_name
from bot.views.ids import Action, Modal, nth
from bot.views.keeping import span

DOOR = "settings"  # what a button that opens the window carries


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds where admins chose nothing; `owners` are user ids."""

    language: str
    owners: tuple[str, ...]
    retention: Retention


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting as it is shown: its name, what holds, and what holds by default where that is another thing."""

    title: str
    lines: Sequence[Markup]
    default: Markup
    is_chosen: bool


def admin_title(t: Translator) -> str:
    # Translators: The title of a window for admins, at most 24 characters.
    return t.gettext("Rung in this workspace")


def settings_button(t: Translator, *, primary: bool = False) -> Element:
    # Translators: The button that opens the window for admins.
    return button(t.gettext("Open settings"), Action.ADMIN_OPEN, DOOR, primary=primary)


def check_button(t: Translator, *, primary: bool = False) -> Element:
    # Translators: The button with which admins see what their colleagues would see.
    return button(t.gettext("Test"), Action.ADMIN_TEST, "card", primary=primary)


def admin_door(t: Translator) -> list[Block]:
    """Where words can't open a window."""
    return [section(render("admin/door", t)), actions(settings_button(t, primary=True))]


def admin_modal(
    health: Health,
    settings: TenantSettings | None,
    defaults: Defaults,
    t: Translator,
    notice: str = "",
    *,
    has_example: bool = True,
) -> dict[str, Any]:
    """`settings` None: the database doesn't answer, so they can't be shown. `has_example`: there is a card to show."""
    told = [context(plain(notice))] if notice else []
    return modal(
        callback_id=Modal.ADMIN,
        title=admin_title(t),
        close=t.gettext("Close"),
        blocks=[
            *told,
            section(render("admin/health", t, lines=list(_health(health, t)))),
            context(plain(t.gettext("These are counts. Nobody's ratings, notes or levels can be seen here."))),
            actions(*_buttons(t, has_example=has_example)),
            divider(),
            *(_settings(settings, defaults, t) if settings else [_unread(t)]),
        ],
    )


def shown(setting: Setting, settings: TenantSettings, defaults: Defaults, t: Translator) -> Shown:
    """What holds, and whether it was chosen."""
    match setting:
        case Setting.LANGUAGE:
            default = _language(defaults.language)
            chosen = settings.language is not None
            lines = [_language(settings.language or defaults.language)]
        case Setting.NEWCOMERS:
            default = Markup(" · ").join(newcomers_lines(BUILT_IN, t))
            chosen, lines = settings.newcomers is not None, newcomers_lines(settings.begins_with, t)
        case Setting.GROUP_SIZE:
            default = _people(LEAST_GROUP, t)
            chosen, lines = settings.group_size is not None, [_people(settings.least_group, t)]
        case Setting.OWNERS:
            default = _mentions(defaults.owners, t)
            chosen, lines = bool(settings.owners), [_mentions(settings.owners or defaults.owners, t)]
        case Setting.RETENTION:
            default = Markup(" · ").join(retention_lines(defaults.retention, t))
            chosen, lines = bool(settings.keeps), retention_lines(settings.retention(defaults.retention), t)
    return Shown(setting_name(setting, t), lines, default, chosen)


def setting_name(setting: Setting, t: Translator) -> str:
    return {
        Setting.LANGUAGE: t.gettext("Default language"),
        # Translators: A setting of a workspace: when Rung writes to people who haven't chosen that themselves.
        Setting.NEWCOMERS: t.gettext("Rhythm of newcomers"),
        # Translators: A setting of a workspace: of how many people a summary tells at least.
        Setting.GROUP_SIZE: t.gettext("Smallest group"),
        # Translators: A setting of a workspace: who is told of suggested changes.
        Setting.OWNERS: t.gettext("Framework owners"),
        # Translators: A setting of a workspace: for how long something is kept.
        Setting.RETENTION: t.gettext("How long it's kept"),
    }[setting]


def kind_name(kind: Kept, t: Translator) -> str:
    """What is kept, as a label."""
    return {
        Kept.NOTES: t.gettext("Notes of ratings"),
        Kept.EVIDENCE: t.gettext("Evidence and notes to Rung"),
        Kept.DRAFTS: t.gettext("Drafts"),
        # Translators: A kind of data: notes of the messages that Rung wrote by itself.
        Kept.CHECK_INS: t.gettext("What Rung sent by itself"),
        Kept.SUGGESTIONS: t.gettext("Suggested changes"),
        Kept.SUMMARIES: t.gettext("Summaries of teams"),
    }[kind]


def retention_lines(retention: Retention, t: Translator) -> list[Markup]:
    """For how long each kind is kept, a line each."""
    lines = []
    for kind in Kept:
        kept = retention.of(kind)
        # Translators: For how long something is kept, after a colon: it has no end.
        time = span(kept, t) if kept else t.gettext("until it's erased")
        # Translators: %(kind)s is what is kept, %(span)s for how long, e.g. 2 years.
        lines.append(literal(t.gettext("%(kind)s: %(span)s", kind=kind_name(kind, t), span=time)))
    return lines


def newcomers_lines(newcomers: Newcomers, t: Translator) -> list[Markup]:
    """What a new person's rhythm is, a line each."""
    if newcomers.is_off:
        return [literal(t.gettext("Off: people are asked first."))]
    days = t.listed([t.weekday(day) for day in sorted(newcomers.days)])
    opens, closes = t.time(newcomers.opens), t.time(newcomers.closes)
    lines = [
        t.gettext("Check-ins: %(rhythm)s", rhythm=rhythm_name(newcomers.check_ins, t)),
        t.gettext("Nudges: %(rhythm)s", rhythm=rhythm_name(newcomers.nudges, t)),
        t.gettext("Days: %(days)s, between %(opens)s and %(closes)s", days=days, opens=opens, closes=closes),
    ]
    if newcomers.country:
        # Translators: %(country)s is a country on whose public holidays Rung doesn't write.
        lines.append(t.gettext("Public holidays: %(country)s", country=t.country(newcomers.country)))
    return [literal(line) for line in lines]


def _buttons(t: Translator, *, has_example: bool) -> Iterator[Element]:
    if has_example:
        yield check_button(t)
    # Translators: The button that shows a text with which admins can tell others of Rung.
    yield button(t.gettext("Show announcement"), Action.ADMIN_ANNOUNCE, "text")


def _settings(settings: TenantSettings, defaults: Defaults, t: Translator) -> Iterator[Block]:
    for setting in Setting:
        one = shown(setting, settings, defaults, t)
        text = render(
            "admin/setting", t, title=one.title, lines=one.lines, default=one.default, is_chosen=one.is_chosen
        )
        # Translators: The button that opens the window in which one setting is changed.
        label = t.gettext("Change")
        # Translators: What a screen reader says for the button "Change"; %(setting)s is the name of a setting.
        spoken = t.gettext("Change: %(setting)s", setting=one.title)
        yield section(text, button(label, nth(Action.ADMIN_CHANGE, setting), setting, spoken=spoken))


def _unread(t: Translator) -> Block:
    told = t.gettext("The settings can't be shown, because the database doesn't answer. Please look again in a minute.")
    return {"type": "section", "text": plain(told)}


def _health(health: Health, t: Translator) -> Iterator[Markup]:
    """How it is, a line each."""
    if health.by_socket:
        # Translators: %(version)s is the version of Rung.
        yield literal(t.gettext("Version %(version)s, by Socket Mode", version=health.version))
    else:
        # Translators: %(version)s is the version of Rung.
        yield literal(t.gettext("Version %(version)s, over HTTP", version=health.version))
    yield literal(_content(health, t))
    yield literal(_database(health, t))
    yield _scopes(health.missing_scopes, t)
    if health.sending:
        yield literal(_waiting(health.sending.waiting, health.sending.lag, t))
        yield literal(_failed(health.sending.failed, t))


def _content(health: Health, t: Translator) -> str:
    content = health.content
    skills = t.ngettext("%(n)s\xa0skill", "%(n)s\xa0skills", content.skills)
    # Translators: %(n)s is how many roles there are.
    roles = t.ngettext("%(n)s\xa0role", "%(n)s\xa0roles", content.roles)
    languages = t.listed([own_name(code) for code in content.languages])
    # Translators: Numbers with their words, e.g. "18 skills", then a list of languages; %(stamp)s is a short code.
    return t.gettext(
        "Content: %(skills)s, %(roles)s, %(languages)s (%(stamp)s)",
        skills=skills,
        roles=roles,
        languages=languages,
        stamp=content.stamp,
    )


def _database(health: Health, t: Translator) -> str:
    if health.sending is None:
        # Translators: %(kind)s is PostgreSQL or SQLite.
        return t.gettext("Database: %(kind)s doesn't answer", kind=health.database)
    # Translators: %(kind)s is PostgreSQL or SQLite.
    return t.gettext("Database: %(kind)s answers", kind=health.database)


def _scopes(missing: frozenset[str] | None, t: Translator) -> Markup:
    if missing is None:
        return literal(t.gettext("Permissions in Slack: not known just now"))
    if not missing:
        return literal(t.gettext("Permissions in Slack: none is missing"))
    return Markup(render("admin/scopes", t, scopes=sorted(missing)))


def _waiting(waiting: int, lag: timedelta, t: Translator) -> str:
    if not waiting:
        return t.gettext("Messages: none is late")
    minutes = int(lag.total_seconds() // 60)
    # Translators: %(n)s is how many messages should have been sent by now.
    late = t.ngettext("Messages: %(n)s\xa0is late", "Messages: %(n)s\xa0are late", waiting)
    # Translators: %(n)s is for how many minutes the oldest message has waited.
    oldest = t.ngettext("the oldest for %(n)s\xa0minute", "the oldest for %(n)s\xa0minutes", minutes)
    return f"{late} ({oldest})"


def _failed(failed: int, t: Translator) -> str:
    if not failed:
        return t.gettext("Failed within a week: none")
    # Translators: %(n)s is how many messages couldn't be sent.
    return t.ngettext("Failed within a week: %(n)s\xa0message", "Failed within a week: %(n)s\xa0messages", failed)


def _language(code: str) -> Markup:
    return literal(own_name(canonical(code) or code))


def _people(size: int, t: Translator) -> Markup:
    # Translators: %(n)s is of how many people a summary tells at least.
    return literal(t.ngettext("Summaries from %(n)s\xa0person on", "Summaries from %(n)s\xa0people on", size))


def _mentions(users: Sequence[str], t: Translator) -> Markup:
    if users:
        return Markup(t.listed([str(mention(user)) for user in users]))
    return literal(t.gettext("Nobody is told of suggested changes. They're kept all the same."))
