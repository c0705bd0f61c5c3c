"""What `rung content status` says, in each of its forms."""

import json
from collections.abc import Callable, Mapping, Sequence

from babel import Locale

from bot.catalog.status import LanguageStatus
from bot.cli.findings import counted
from bot.domain.texts import TextState

StatusForm = Callable[[Sequence[LanguageStatus], int], str]
_COLUMNS = ("complete", "missing", "stale")
_STATES = (TextState.CURRENT, TextState.MISSING, TextState.STALE)


def plain(languages: Sequence[LanguageStatus], most: int) -> str:
    """A table, and for each language the first texts to translate."""
    if not languages:
        return "The content is in English alone: locales.yaml names no other language."
    names = [f"{one.locale} ({Locale.parse(one.locale).get_display_name('en')})" for one in languages]
    width = max(map(len, names))
    lines = [" ".join((" " * width, *(f"{column:>9}" for column in _COLUMNS)))]
    for name, one in zip(names, languages, strict=True):
        lines.append(" ".join((f"{name:<{width}}", *(f"{one.count(state):>9,}" for state in _STATES))))
    for name, one in zip(names, languages, strict=True):
        lines += _next(name, one, most)
    return "\n".join(lines)


def _next(name: str, language: LanguageStatus, most: int) -> list[str]:
    shown, rest = language.open[:most], len(language.open) - most
    if not shown:
        return []
    lines = ["", f"Next in {name}, in the order in which people read:"]
    lines += [f"  {text.state:<7} {text.context}" for text in shown]
    return [*lines, f"  and {counted('more text', rest)}"] if rest > 0 else lines


def as_json(languages: Sequence[LanguageStatus], most: int) -> str:
    """An object for each language, by its code; `next` are the first texts to translate."""
    whole = {
        one.locale: {
            **{column: one.count(state) for column, state in zip(_COLUMNS, _STATES, strict=True)},
            "next": [{"context": text.context, "state": text.state, "file": text.file} for text in one.open[:most]],
        }
        for one in languages
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


STATUS_FORMS: Mapping[str, StatusForm] = {"plain": plain, "json": as_json}
