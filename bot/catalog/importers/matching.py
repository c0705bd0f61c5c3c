"""Which statement is which: ids stay with their sentences, however a file brings them back."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.catalog.drafts import StatementDraft
from bot.catalog.importers.naming import statement_slug, unique
from bot.domain.query import fold

ALIKE_IN_CELL = 80.0  # percent of the characters: a statement of the same role and level that was reworded
ALIKE_ANYWHERE = 90.0

Place = tuple[str, str]  # role and level


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sentence that needs an id, and the cells that it stands in."""

    text: str
    places: frozenset[Place]


def same_words(text: str) -> str:
    """The form in which two sentences are the same one: case, white space and compatibility forms don't count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def same_spelling(text: str) -> str:
    """The form in which a text is unchanged: white space doesn't count, nor its kind, which spreadsheets lose."""
    return " ".join(text.split())


def ids_for(
    wanted: Sequence[Wanted],
    known: Mapping[str, StatementDraft],
    places: Mapping[str, frozenset[Place]],
    taken: Iterable[str],
) -> dict[str, str]:
    """An id for each sentence, by the sentence: the known one where it's the same or nearly, else a new one.

    `places` are the cells in which the known statements stood, `taken` ids that the file itself gives away.
    """
    found: dict[str, str] = {}
    free = dict.fromkeys(key for key in known if key not in set(taken))
    exact: dict[str, str] = {}
    for key in sorted(free, key=lambda key: known[key].retired):
        exact.setdefault(same_words(known[key].text), key)
    for one in wanted:
        same = exact.get(same_words(one.text))
        if same is not None and same in free:
            found[one.text] = same
            del free[same]
    rest = [one for one in wanted if one.text not in found]
    living = [key for key in free if not known[key].retired]
    for key, text in _nearest(rest, living, known, places):
        found[text] = key
    every = {*known, *taken}
    for one in rest:
        if one.text not in found:
            found[one.text] = unique(statement_slug(one.text), every)
            every.add(found[one.text])
    return found


def _nearest(
    wanted: Sequence[Wanted],
    ids: Sequence[str],
    known: Mapping[str, StatementDraft],
    places: Mapping[str, frozenset[Place]],
) -> Iterable[tuple[str, str]]:
    """Pairs of a known id and a sentence that is nearly its own, the likeliest first, each in one pair."""
    folded = {key: fold(known[key].text) for key in ids}
    scores: list[tuple[float, str, str]] = []
    for one in wanted:
        text = fold(one.text)
        for key in ids:
            limit = ALIKE_IN_CELL if one.places & places.get(key, frozenset()) else ALIKE_ANYWHERE
            if score := fuzz.ratio(text, folded[key], score_cutoff=limit):
                scores.append((-score, key, one.text))
    ids_paired: set[str] = set()
    texts_paired: set[str] = set()
    for _, key, text in sorted(scores):
        if key not in ids_paired and text not in texts_paired:
            ids_paired.add(key)
            texts_paired.add(text)
            yield key, text
