"""Finding skills, levels and roles by what people type: names, close spellings, and words in the texts."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.domain.ladder import Ladder, Level
from bot.domain.query import LONGEST_QUERY, Vocabulary, fold
from bot.domain.skills import Framework, Role, Skill

# Similarities are rapidfuzz's, from 0 to 100.
_NEAR = 60  # below it a name isn't worth offering
_SAME_WORD = 80  # from it on a word is taken for a misspelling of another
_SAME_OF_FEW = 75  # the same among the few levels or roles of one skill
_LONGEST_NAME = 60  # characters; comparing more takes long and finds nothing more
_MOST_WORDS = 8
_LAST_LETTER = "\U0010ffff"  # sorts behind every letter

_IN_NAME, _LIKE_NAME, _IN_SUMMARY, _IN_STATEMENT = 8, 6, 3, 1


@dataclass(frozen=True, slots=True)
class Match:
    """A skill that was found. Scores compare within one search only; more is better."""

    slug: str
    score: float


@dataclass(frozen=True, slots=True)
class _Texts:
    """What a skill says in all languages, folded. In the running texts a space stands before each word."""

    names: tuple[str, ...]
    naming: str
    summary: str
    statements: str


class Index:
    """What can be searched in one framework. Building it reads every text once; it doesn't change after."""

    def __init__(self, framework: Framework) -> None:
        self._framework = framework
        self._texts = {slug: _texts(skill) for slug, skill in framework.skills.items()}
        named = sorted({(name, slug) for slug, texts in self._texts.items() for name in texts.names})
        self._names = [name for name, _ in named]
        self._slugs = [slug for _, slug in named]
        self._naming = _by_word(self._names)
        self._words = sorted(self._naming)
        self.vocabulary = Vocabulary(
            skills=_vocabulary(named),
            levels=_vocabulary(pair for ladder in framework.ladders.values() for pair in _level_names(ladder)),
            roles=_vocabulary(_role_names(framework.roles.values())),
        )

    def nearest(self, words: str, limit: int = 5) -> tuple[Match, ...]:
        """The skills whose names are most like the words, best first; none when nothing is like them."""
        wanted = _folded(words)[:_LONGEST_NAME].strip()
        scores: dict[str, float] = {}
        alike = process.extract(wanted, self._names, scorer=fuzz.ratio, score_cutoff=_NEAR, limit=None)
        for _, score, position in alike:
            _raise_to(scores, self._slugs[position], score)
        for position, share in self._shares(wanted).items():
            # Holding all the words comes close to being the name, but isn't it.
            if (score := share * 90) >= _NEAR:
                _raise_to(scores, self._slugs[position], score)
        return _best(scores, limit)

    def closest(self, words: str) -> str | None:
        """The one skill that a misspelt name clearly means."""
        wanted = _folded(words)
        slips: dict[str, int] = {}
        alike = process.extract(wanted, self._names, scorer=fuzz.ratio, score_cutoff=_SAME_OF_FEW, limit=None)
        for name, _, position in alike:
            found = _slips(wanted, name)
            if found is not None:
                slug = self._slugs[position]
                slips[slug] = min(found, slips.get(slug, found))
        best = [slug for slug, count in slips.items() if count == min(slips.values())]
        return best[0] if len(best) == 1 else None

    def suggest(self, typed: str, limit: int) -> tuple[str, ...]:
        """The slugs of the skills whose names go on from what was typed so far; all of them where that is nothing.

        Names that begin so come first, then those in which each word begins a word; a word that begins none is taken
        for a misspelt one.
        """
        begun = _folded(typed)
        if not begun:
            return tuple(self._texts)[:limit]
        first = bisect_left(self._names, begun)
        found: dict[str, None] = {}
        for at in range(first, len(self._names)):
            if len(found) == limit or not self._names[at].startswith(begun):
                break
            found[self._slugs[at]] = None
        for at in sorted(self._holding(_distinct_words(begun))):
            if len(found) == limit:
                break
            found[self._slugs[at]] = None
        return tuple(found)

    def _holding(self, beginnings: list[str]) -> set[int]:
        """The names, by position, in which each of these begins a word."""
        holding: set[int] | None = None
        for beginning in beginnings:
            last = bisect_left(self._words, beginning + _LAST_LETTER)
            words = self._words[bisect_left(self._words, beginning) : last] or [
                known for known, _ in self._spelt_like(beginning)
            ]
            positions = {position for word in words for position in self._naming[word]}
            holding = positions if holding is None else holding & positions
        return holding or set()

    def _spelt_like(self, word: str) -> list[tuple[str, float]]:
        """The words of names that are spelt much like this one, and how much, up to 1; none for the shortest."""
        if len(word) < 3:
            return []
        alike = process.extract(word, self._words, scorer=fuzz.ratio, score_cutoff=_SAME_WORD, limit=None)
        return [(known, score / 100) for known, score, _ in alike]

    def find(self, words: str, limit: int) -> tuple[Match, ...]:
        """The skills in whose names, summaries or statements every word stands, or begins a word; best first.

        In names a misspelt word counts too.
        """
        wanted = _distinct_words(_folded(words))
        alike = {word: {self._slugs[at] for at in self._positions(word)} for word in wanted}
        scores = {slug: _score(alike, slug, texts) for slug, texts in self._texts.items()}
        return _best({slug: score for slug, score in scores.items() if score}, limit)

    def level_like(self, words: str, ladder: Ladder) -> str | None:
        """The id of the one level of a ladder that misspelt or shortened words mean."""
        return _one_like(_folded(words), list(_level_names(ladder)))

    def role_like(self, words: str, roles: Iterable[str]) -> str | None:
        """The id of the one role, of those given by id, that misspelt or shortened words mean."""
        return _one_like(_folded(words), list(_role_names(self._framework.roles[role] for role in roles)))

    def _shares(self, wanted: str) -> dict[int, float]:
        """For each name, by position, how much of the wanted words it holds, from 0 to 1."""
        words = _distinct_words(wanted)
        letters = sum(map(len, words))
        shares: dict[int, float] = {}
        for word in words:
            for position, likeness in self._positions(word).items():
                shares[position] = shares.get(position, 0) + likeness * len(word) / letters
        return shares

    def _positions(self, word: str) -> dict[int, float]:
        """The names, by position, that hold the word, one that begins with it, or one spelt much like it."""
        positions: dict[int, float] = {}
        for known, likeness in self._words_like(word):
            for position in self._naming[known]:
                positions[position] = max(likeness, positions.get(position, 0))
        return positions

    def _words_like(self, word: str) -> Iterator[tuple[str, float]]:
        if len(word) < 3:
            if word in self._naming:
                yield word, 1.0
            return
        for known in self._words[bisect_left(self._words, word) :]:
            if not known.startswith(word):
                break
            yield known, 1.0
        yield from self._spelt_like(word)


def _folded(typed: str) -> str:
    return fold(typed[:LONGEST_QUERY])


def _distinct_words(folded: str) -> list[str]:
    return list(dict.fromkeys(folded.split()))[:_MOST_WORDS]


def _texts(skill: Skill) -> _Texts:
    names = (skill.slug, *skill.name.everywhere(), *skill.aliases)
    summary = skill.summary.everywhere() if skill.summary else ()
    said = (text for one in skill.statements.values() if not one.retired for text in one.text.everywhere())
    folded = tuple(dict.fromkeys(filter(None, map(fold, names))))
    return _Texts(folded, f" {' '.join(folded)}", f" {fold(' '.join(summary))}", f" {fold(' '.join(said))}")


def _score(alike: Mapping[str, set[str]], slug: str, texts: _Texts) -> float:
    """How well a skill answers the words, each given with the skills whose names hold its like; 0 if one is missing."""
    total = 0
    for word, slugs in alike.items():
        weight = _weight(word, texts, slug in slugs)
        if not weight:
            return 0
        total += weight
    nearness = max(fuzz.ratio(" ".join(alike), name) for name in texts.names) if alike else 0
    return total + nearness / 100


def _weight(word: str, texts: _Texts, like_a_name: bool) -> int:
    """How much a word says about a skill; 0 where it doesn't stand in its texts."""
    if f" {word}" in texts.naming:
        return _IN_NAME
    if like_a_name:
        return _LIKE_NAME
    if f" {word}" in texts.summary:
        return _IN_SUMMARY
    return _IN_STATEMENT if f" {word}" in texts.statements else 0


def _level_names(ladder: Ladder) -> Iterator[tuple[str, str]]:
    for level in ladder.levels:
        yield from _folded_names(level)


def _role_names(roles: Iterable[Role]) -> Iterator[tuple[str, str]]:
    for role in roles:
        yield from _folded_names(role)


def _folded_names(thing: Level | Role) -> Iterator[tuple[str, str]]:
    for name in (thing.id, *thing.name.everywhere(), *thing.aliases):
        if folded := fold(name):
            yield folded, thing.id


def _vocabulary(named: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    meanings: dict[str, dict[str, None]] = {}
    for name, meant in named:
        meanings.setdefault(name, {})[meant] = None
    return {name: tuple(ids) for name, ids in meanings.items()}


def _by_word(names: list[str]) -> dict[str, list[int]]:
    positions: dict[str, list[int]] = {}
    for position, name in enumerate(names):
        for word in set(name.split()):
            positions.setdefault(word, []).append(position)
    return positions


def _slips(typed: str, name: str) -> int | None:
    """How many letters are wrong in a misspelt name; None where it's too many to be that name.

    One word may have one slip in every five letters, so a short word has to be right: "rest" isn't "rust".
    """
    typed_words, words = typed.split(), name.split()
    if len(typed_words) != len(words):  # written together, or apart
        typed_words, words = ["".join(typed_words)], ["".join(words)]
    slips = 0
    for one, other in zip(typed_words, words, strict=True):
        distance = OSA.distance(one, other)
        if distance > len(other) // 5:
            return None
        slips += distance
    return slips


def _one_like(wanted: str, named: list[tuple[str, str]]) -> str | None:
    exact = {meant for name, meant in named if name == wanted}
    begun = {meant for name, meant in named if len(wanted) > 2 and f" {wanted}" in f" {name}"}
    if meanings := exact or begun:
        return meanings.pop() if len(meanings) == 1 else None
    likeness: dict[str, float] = {}
    for name, meant in named:
        _raise_to(likeness, meant, fuzz.ratio(wanted, name))
    best = [meant for meant, score in likeness.items() if score == max(likeness.values())]
    return best[0] if len(best) == 1 and likeness[best[0]] >= _SAME_OF_FEW else None


def _raise_to(scores: dict[str, float], key: str, score: float) -> None:
    scores[key] = max(score, scores.get(key, 0))


def _best(scores: Mapping[str, float], limit: int) -> tuple[Match, ...]:
    ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Match(slug, score) for slug, score in ranked[:limit])
