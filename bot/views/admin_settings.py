"""The windows in which admins change what holds for all of their workspace, and what they entered there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

from markupsafe import Markup

from bot.domain.people import is_user_id
from bot.domain.retention import Kept, Retention
from bot.domain.summaries import LEAST_GROUP, MOST_GROUP
from bot.domain.tenants import KEPT_DAYS, MOST_OWNERS, Setting, TenantSettings
from bot.i18n.locales import canonical, fallbacks
from bot.i18n.translator import Translator, own_name
from bot.text.templates import render
from bot.views.admin import Defaults, Shown, kind_name, shown
from bot.views.blocks import (
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
    serialised,
)
from bot.views.cadence_settings import country_input, entered_newcomers, rhythm_inputs
from bot.views.ids import Action, Modal, nth
from bot.views.keeping import span
from bot.views.memory import remembered

Values = Mapping[str, Mapping[str, Any]]

_DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class FormState:
    """Which setting a window changes, the stamp of what held when it was drawn, and of what was asked about if any."""

    setting: str
    seen: str
    asked: str = ""

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "FormState":
        """Raises ValueError for anything that `dump` didn't make."""
        state = remembered(cls, text)
        Setting(state.setting)
        return state


def setting_modal(
    setting: Setting,
    settings: TenantSettings,
    defaults: Defaults,
    languages: Sequence[str],
    today: date,
    t: Translator,
    *,
    is_changed: bool = False,
    asked: str = "",
) -> dict[str, Any]:
    """One setting; `languages` are those that there are.

    `is_changed`: by another admin, so nothing was saved. `asked`: it is asked whether what ends earlier may go.
    """
    one = shown(setting, settings, defaults, t)
    match setting:
        case Setting.LANGUAGE:
            fields = [_language_field(settings.language or defaults.language, languages, t)]
        case Setting.NEWCOMERS:
            fields = _newcomers_fields(settings, today, t)
        case Setting.GROUP_SIZE:
            fields = [_size_field(settings.least_group, t)]
        case Setting.OWNERS:
            fields = [_owners_field(settings.owners, t)]
        case Setting.RETENTION:
            fields = [_kept_field(kind, settings, defaults.retention, t) for kind in Kept]
    text = render("admin/form", t, why=_why(setting, t), is_chosen=one.is_chosen, default=one.default)
    return modal(
        callback_id=Modal.ADMIN_SETTING,
        title=one.title,
        submit=t.gettext("Save"),
        close=t.gettext("Cancel"),
        blocks=[
            *([section(render("admin/changed", t, now=Markup(" · ").join(one.lines)))] if is_changed else []),
            *([section(render("admin/ends", t))] if asked else []),
            section(text),
            *fields,
            *([actions(_default_button(setting, t))] if one.is_chosen else []),
        ],
        state=FormState(setting, settings.stamp(setting), asked).dump(),
    )


def saved_setting_modal(one: Shown, t: Translator) -> dict[str, Any]:
    """What holds from now on."""
    text = render("admin/setting", t, title=one.title, lines=one.lines, default=one.default, is_chosen=one.is_chosen)
    soon = t.gettext("It holds for everybody in this workspace, within a minute.")
    return modal(
        callback_id=Modal.ADMIN_SETTING,
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[section(text), context(plain(soon))],
    )


def entered_setting(setting: Setting, values: Values, languages: Collection[str], countries: Iterable[str]) -> Any:
    """What the window says. Raises ValueError for anything that it can't say."""
    match setting:
        case Setting.LANGUAGE:
            language = str(_entry(values, setting)["selected_option"]["value"])
            if language not in languages:
                raise ValueError(f"no such language: {language}")
            return language
        case Setting.NEWCOMERS:
            return entered_newcomers(values, countries)
        case Setting.GROUP_SIZE:
            return _size(_entry(values, setting))
        case Setting.OWNERS:
            return _users(_entry(values, setting))
        case Setting.RETENTION:
            return _kept(values)


def _size(entry: Mapping[str, Any]) -> int:
    size = int(entry["selected_option"]["value"])
    if not LEAST_GROUP <= size <= MOST_GROUP:
        raise ValueError(f"no group of {size}")
    return size


def _users(entry: Mapping[str, Any]) -> tuple[str, ...]:
    users = tuple(sorted({str(user) for user in entry["selected_users"]}))
    if not 0 < len(users) <= MOST_OWNERS or not all(map(is_user_id, users)):
        raise ValueError(f"not so many owners: {len(users)}")
    return users


def _kept(values: Values) -> dict[Kept, int]:
    found = {}
    for kind in Kept:
        chosen = str(values[kind.value][nth(Action.ADMIN_FIELD, kind)]["selected_option"]["value"])
        if chosen != _DEFAULT:
            found[kind] = int(chosen)
    if not set(found.values()) <= set(KEPT_DAYS):
        raise ValueError(f"not so many days: {found}")
    return found


def owners_error(strangers: Iterable[str], t: Translator) -> dict[str, str]:
    """What is wrong at the field of owners; empty where nothing is."""
    if not tuple(strangers):
        return {}
    return {Setting.OWNERS.value: t.gettext("Only full members of this workspace: no guests, apps or strangers.")}


def _why(setting: Setting, t: Translator) -> str:
    return {
        Setting.LANGUAGE: t.gettext(
            "What Rung speaks with people whose own language it doesn't know or speak, and in channels that have no "
            "language of their own. Everybody can choose another one."
        ),
        Setting.NEWCOMERS: t.gettext(
            "When Rung writes by itself to people who begin from now on. Nothing changes for those who have begun, and "
            "everybody can change it. With both off, people are asked first."
        ),
        Setting.GROUP_SIZE: t.gettext(
            "A summary is shown only where at least this many people are counted. It holds for every team, also for "
            "those that chose fewer."
        ),
        Setting.OWNERS: t.gettext(
            "Who gets the suggested changes to the framework from this workspace, at most once a day. They see who "
            "suggested what, and nobody's ratings."
        ),
        Setting.RETENTION: t.gettext(
            "How long what people write is kept here, before it's removed. It can be shorter than the default, never "
            "longer: the default is what people were promised. Everybody sees it with “See your data”."
        ),
    }[setting]


def _default_button(setting: Setting, t: Translator) -> Element:
    # Translators: The button that takes back what admins chose.
    return button(t.gettext("Use the default"), Action.ADMIN_DEFAULT, setting)


def _language_field(chosen: str, languages: Sequence[str], t: Translator) -> Block:
    options = [option(own_name(code), code) for code in languages]
    known = next((code for code in fallbacks(canonical(chosen) or chosen) if code in languages), None)
    menu = select(_id(Setting.LANGUAGE), t.gettext("Choose a language"), options, known)
    # Translators: The label of a menu with languages.
    return _field(Setting.LANGUAGE, t.gettext("Language"), menu)


def _newcomers_fields(settings: TenantSettings, today: date, t: Translator) -> list[Block]:
    cadence = settings.begins_with.cadence(today)
    return [*rhythm_inputs(cadence, t), country_input(cadence.country, t)]


def _size_field(least: int, t: Translator) -> Block:
    sizes = [
        option(t.ngettext("%(n)s\xa0person", "%(n)s\xa0people", n), str(n)) for n in range(LEAST_GROUP, MOST_GROUP + 1)
    ]
    menu = select(_id(Setting.GROUP_SIZE), t.gettext("Choose how many"), sizes, str(least))
    return _field(Setting.GROUP_SIZE, t.gettext("Show nothing until this many are counted"), menu)


def _kept_field(kind: Kept, settings: TenantSettings, default: Retention, t: Translator) -> Block:
    longest, chosen = default.of(kind), settings.keeps.get(kind)
    shorter = [days for days in KEPT_DAYS if longest is None or timedelta(days=days) < longest]
    until = span(longest, t) if longest else t.gettext("until it's erased")
    options = [
        # Translators: A choice in a menu; %(span)s is for how long something is kept otherwise, e.g. 2 years.
        option(t.gettext("Default: %(span)s", span=until), _DEFAULT),
        *(option(span(timedelta(days=days), t), str(days)) for days in shorter),
    ]
    # Translators: The placeholder of a menu with spans of time.
    often = t.gettext("Choose how long")
    menu = select(nth(Action.ADMIN_FIELD, kind), often, options, str(chosen) if chosen in shorter else _DEFAULT)
    return _field(kind, kind_name(kind, t), menu)


def _owners_field(owners: Sequence[str], t: Translator) -> Block:
    menu: Element = {
        "type": "multi_users_select",
        "action_id": _id(Setting.OWNERS),
        # Translators: The placeholder of a menu with people.
        "placeholder": plain(t.gettext("Choose people")),
        "max_selected_items": MOST_OWNERS,
    }
    if owners:
        menu["initial_users"] = list(owners)
    return _field(Setting.OWNERS, t.gettext("Framework owners"), menu)


def _field(block_id: str, label: str, element: Element) -> Block:
    return {"type": "input", "block_id": block_id, "label": plain(label), "element": element}


def _id(setting: Setting) -> str:
    return nth(Action.ADMIN_FIELD, setting)


def _entry(values: Values, setting: Setting) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = values[setting.value][_id(setting)]
    return entry
