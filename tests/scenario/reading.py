"""Reading what people are shown."""

from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs, Translator
from bot.playground.controls import Control, controls_on
from bot.playground.elements import all_options
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.views.message import spoken

SPEAKS = {EMMA: "en", GEORGE: "en", ADA: "en", GUS: "en", DIETER: "de", ROMAN: "ru"}
_CATALOGS = Catalogs.load()


def lines(surface: Message | View) -> list[str]:
    """All that a message or a view says, a line each."""
    return spoken(surface.blocks).splitlines()


def said(surface: Message | View) -> str:
    """The same as one text."""
    return "\n".join(lines(surface))


def wording(reader: str, message: str, **facts: str) -> str:
    """How Rung says a message of the catalogs to a person of the demo workspace, or in a language given by its code.

    Whether it is said well is a matter of the catalogs; here it counts that the right thing is said, and to whom.
    """
    return _translator(reader).gettext(message, **facts)


def counted(reader: str, one: str, many: str, n: int, **facts: str) -> str:
    """The same of a message with a plural."""
    return _translator(reader).ngettext(one, many, n, **facts)


def skills_in_all(reader: str, n: int) -> str:
    """The title of the list of all skills."""
    return counted(reader, "%(n)s\xa0skill", "%(n)s\xa0skills", n)


def _translator(reader: str) -> Translator:
    language = SPEAKS.get(reader, reader)
    return _CATALOGS.translator(ReaderLocale(language, language, (language, "en")))


def title(surface: Message | View) -> str:
    """The text of the header."""
    return next(str(block["text"]["text"]) for block in surface.blocks if block["type"] == "header")


def labels(surface: Message | View) -> list[str]:
    """What stands on the buttons and in the menus that hang behind them, in order."""
    found = []
    for control in controls_on(surface):
        if control.kind == "button":
            found.append(str(control.element["text"]["text"]))
        elif control.kind == "overflow":
            found += [str(option["text"]["text"]) for option in all_options(control.element)]
    return found


def buttons(surface: Message | View) -> dict[str, str]:
    """The action_id of each button by what stands on it."""
    return {str(c.element["text"]["text"]): c.key[1] for c in controls_on(surface) if c.kind == "button"}


def choices(surface: Message | View, action_id: str) -> dict[str, str]:
    """The value of each option of a menu by what the option says."""
    return {str(o["text"]["text"]): str(o["value"]) for o in all_options(_control(surface, action_id).element)}


def chosen(surface: Message | View, action_id: str) -> str | None:
    """What a menu shows as chosen."""
    initial = _control(surface, action_id).element.get("initial_option")
    return str(initial["text"]["text"]) if initial else None


def has_control(surface: Message | View, action_id: str) -> bool:
    return any(control.key[1] == action_id for control in controls_on(surface))


def _control(surface: Message | View, action_id: str) -> Control:
    return next(control for control in controls_on(surface) if control.key[1] == action_id)
