"""Pages: what doesn't fit into one view is reached by Next and Previous."""

from collections.abc import Iterable, Sequence

from bot.i18n.translator import Translator
from bot.views.blocks import OPTIONS_LIMIT, Block, Element, button, context, plain, select
from bot.views.ids import Action, nth


def pages(chunks: Iterable[Sequence[Block]], most: int) -> list[list[Block]]:
    """Chunks of blocks packed into pages of at most `most` blocks; a chunk is only split where it alone is larger."""
    packed: list[list[Block]] = [[]]
    for chunk in chunks:
        rest = list(chunk)
        while rest:
            room = most - len(packed[-1])
            if packed[-1] and len(rest) > room:
                packed.append([])
                continue
            packed[-1] += rest[:room]
            rest = rest[room:]
    return packed


def page_controls(action: Action, value: str, page: int, count: int, t: Translator) -> list[Element]:
    """Buttons to the pages beside this one; `value` and the page, counted from 0, are what they carry."""
    controls = []
    if page > 0:
        controls.append(button(t.gettext("Previous page"), nth(action, "previous"), f"{page - 1} {value}"))
    if page + 1 < count:
        controls.append(button(t.gettext("Next page"), nth(action, "next"), f"{page + 1} {value}"))
    return controls


def page_place(page: int, count: int, t: Translator) -> list[Block]:
    """Which of several pages is shown, counted from 0; nothing where there is one."""
    if count == 1:
        return []
    # Translators: Under a list. %(page)s and %(pages)s are numbers.
    place = t.gettext("Page %(page)s of %(pages)s", page=t.number(page + 1), pages=t.number(count))
    return [context(plain(place))]


def long_menu(action_id: str, placeholder: str, options: Sequence[Element], t: Translator) -> Element:
    """A menu of all options: where there are more than a hundred, in groups, of which there may be as many."""
    menu = select(action_id, placeholder, options)
    if len(options) > OPTIONS_LIMIT:
        del menu["options"]
        menu["option_groups"] = [
            {"label": plain(_places(start, len(part), t)), "options": part}
            for start in range(0, len(options), OPTIONS_LIMIT)
            if (part := list(options[start : start + OPTIONS_LIMIT]))
        ]
    return menu


def _places(start: int, count: int, t: Translator) -> str:
    # Translators: Over a part of a long menu. %(first)s and %(last)s count its entries, e.g. "1 to 100".
    return t.gettext("%(first)s to %(last)s", first=t.number(start + 1), last=t.number(start + count))


def page_of(value: str) -> tuple[int, str]:
    """The page and the value that a button carried. Raises ValueError for anything else."""
    page, _, rest = value.partition(" ")
    return int(page), rest


def more(n: int, t: Translator) -> str:
    """What is said under a list that was too long to show."""
    # Translators: Under a list that was too long to show. %(n)s is how many more things it has.
    return t.ngettext("and %(n)s\xa0more", "and %(n)s\xa0more", n)
