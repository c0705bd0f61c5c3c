"""A click that can't be undone asks first."""

from bot.i18n.translator import Translator
from bot.views.blocks import Element, plain


def confirmed(control: Element, question: str, yes: str, t: Translator) -> Element:
    """The control, with a question before it does anything; `yes` is the label of the button that goes on."""
    asked = {
        # Translators: The title of a question before something is done, at most 24 characters.
        "title": plain(t.gettext("Are you sure?")),
        "text": plain(question),
        "confirm": plain(yes),
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        "deny": plain(t.gettext("Cancel")),
    }
    return {**control, "confirm": asked}
