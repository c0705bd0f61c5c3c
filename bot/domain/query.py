"""What a person typed, read as a skill, levels and a role; and the form in which names are compared."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

LONGEST_QUERY = 200  # characters; what comes after them is not looked at

_QUOTES_AND_DASHES = str.maketrans(
    dict.fromkeys("‘’‚‛′‵ʼ`´", "'") | dict.fromkeys("“”„‟«»‹›″〝〞〟", '"') | dict.fromkeys("‐‑‒–—―−⁃﹘﹣", "-")
)
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f]+")  # they only choose a glyph
# Punctuation separates words, but for + and #, which tell C, C++ and C# apart.
_WORD = re.compile(r"""[^\s!"$-*,-/:-@\[-`{-~¡§«¶·»¿ʼ−‐-‧‰-⁞、-〃〈-〟・]+""")
_CYRILLIC_IO = re.compile("е[\u0300-\u036f]+")
_CODE = re.compile(r"<(?:[@#!]|[a-z]+:)[^<>|]*(?:\|([^<>]*))?(?:>|\Z)", re.IGNORECASE)
_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_EDGES = " ',.;:!?/|&*_~-"

V = TypeVar("V")


def fold(text: str) -> str:
    """The form in which names are compared: folding what is folded changes nothing.

    Case, ё and е, the kind of quotes and dashes, punctuation, invisible characters and white space don't
    count; `+` and `#` do.
    """
    return " ".join(_WORD.findall(_casefolded(_visible(text))))


def split_verb(text: str, verbs: Mapping[str, V]) -> tuple[V | None, str]:
    """The verb that the first word names (by its folded form), and the rest as it was typed."""
    first, *rest = text.split(maxsplit=1) or [""]
    if (verb := verbs.get(fold(first[:LONGEST_QUERY]))) is not None:
        return verb, "".join(rest).strip()
    return None, text.strip()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What each folded name stands for: the ids of one thing, or of several where a name is ambiguous."""

    skills: Mapping[str, tuple[str, ...]]
    levels: Mapping[str, tuple[str, ...]]
    roles: Mapping[str, tuple[str, ...]]
    most_words: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = (*self.skills, *self.levels, *self.roles)
        object.__setattr__(self, "most_words", max((name.count(" ") + 1 for name in names), default=0))


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked for.

    `skills` has one id where the skill is clear, several where its name is ambiguous, none where no skill of
    that name exists. `levels` and `roles` are in the order typed; a word that means one thing on one ladder
    and another on the next gives both, so keep those that the skill has. `rest` is what was not understood,
    readable and without Slack's codes, but not escaped.
    """

    skills: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    rest: str = ""


def understand(words: str, vocabulary: Vocabulary) -> Question:
    """Read `<skill> [level] [level] [role]`; levels and role may stand in any order, before the skill too.

    Of all readings, the one with a skill that leaves the fewest words and takes the longest names wins, so that
    a skill called "Senior Leadership" isn't read as a level and a skill.
    """
    text = _readable(plain(words))[:LONGEST_QUERY]
    atoms = [(match.start(), match.end(), _casefolded(match[0])) for match in _WORD.finditer(text)]
    spans = _best_reading([word for _, _, word in atoms], vocabulary)
    found: dict[Kind, dict[str, None]] = {"skill": {}, "level": {}, "role": {}}
    for span in spans:
        found[span.kind].update(dict.fromkeys(span.ids))
    gaps = _between(text, [(atoms[span.start][0], atoms[span.end - 1][1]) for span in spans])
    return Question(tuple(found["skill"]), tuple(found["level"]), tuple(found["role"]), " ".join(gaps))


def plain(typed: str) -> str:
    """The beginning of what Slack sent, as the person saw it: a code becomes its label, or nothing."""
    text = _CODE.sub(lambda code: f" {code[1] or ''} ", typed[:LONGEST_QUERY])
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def mentioned(typed: str) -> str:
    """The id of the first person whom Slack's code mentions; empty where nobody is."""
    found = _MENTION.search(typed)
    return found[1] if found else ""


def _readable(text: str) -> str:
    """One kind of quotes and dashes, nothing invisible, white space collapsed; still fit to be shown."""
    text = unicodedata.normalize("NFKC", _visible(text).translate(_QUOTES_AND_DASHES))
    return " ".join(text.split())


def _visible(text: str) -> str:
    """The text without control, format and other invisible characters, and with one kind of space."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text if c.isprintable() or c.isspace())
    return text if text.isascii() else _VARIATION_SELECTORS.sub("", text)


def _casefolded(text: str) -> str:
    """Unicode's compatibility caseless form (section 3.13 of the standard), with ё as е."""
    if text.isascii():
        return text.lower()
    text = text.replace("´", "'")  # which would become a space and an accent on the next letter
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    text = _CYRILLIC_IO.sub(lambda letter: letter[0].replace("\u0308", ""), text)
    return unicodedata.normalize("NFKC", text)


Kind = Literal["skill", "level", "role"]


@dataclass(frozen=True, slots=True)
class _Span:
    """Words from `start` up to, not including, `end` that name something."""

    kind: Kind
    start: int
    end: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read words. The better of two names a skill, leaves fewer unread, and has fewer pieces."""

    spans: tuple[_Span, ...] = ()
    names_skill: bool = False
    unread: int = 0

    def rank(self) -> tuple[bool, int, int]:
        return not self.names_skill, self.unread, len(self.spans)

    def after_skipping(self) -> "_Reading":
        return _Reading(self.spans, self.names_skill, self.unread + 1)

    def after_taking(self, span: _Span) -> "_Reading":
        return _Reading((span, *self.spans), self.names_skill or span.kind == "skill", self.unread)


def _best_reading(words: list[str], vocabulary: Vocabulary) -> tuple[_Span, ...]:
    """The spans of the best reading. `best` is by (words from there on, whether they may name the skill)."""
    spans = _spans(words, vocabulary)
    best = {(len(words), may_name): _Reading() for may_name in (True, False)}
    for position in reversed(range(len(words))):
        for may_name in (True, False):
            readings = [
                best[span.end, may_name and span.kind != "skill"].after_taking(span)
                for span in spans[position]
                if may_name or span.kind != "skill"
            ]
            readings.append(best[position + 1, may_name].after_skipping())
            best[position, may_name] = min(readings, key=_Reading.rank)
    return best[0, True].spans


def _spans(words: list[str], vocabulary: Vocabulary) -> list[list[_Span]]:
    """Everything that names something, by the word that it starts at."""
    kinds: tuple[tuple[Kind, Mapping[str, tuple[str, ...]]], ...] = (
        ("skill", vocabulary.skills),
        ("level", vocabulary.levels),
        ("role", vocabulary.roles),
    )
    spans: list[list[_Span]] = [[] for _ in words]
    for start in range(len(words)):
        for end in range(start + 1, min(start + vocabulary.most_words, len(words)) + 1):
            name = " ".join(words[start:end])
            spans[start] += [_Span(kind, start, end, names[name]) for kind, names in kinds if name in names]
    return spans


def _between(text: str, read: list[tuple[int, int]]) -> Iterator[str]:
    """The pieces of a text between what was read, without quotes and without punctuation at their edges."""
    position = 0
    for start, end in (*read, (len(text), len(text))):
        if _WORD.search(gap := text[position:start].replace('"', " ")):
            yield " ".join(gap.strip(_EDGES).split())
        position = end
