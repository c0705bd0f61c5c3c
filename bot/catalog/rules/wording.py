"""Rules about the characters of a text: what is shown as something else than what was meant, or not at all."""

import re
import unicodedata
from collections.abc import Callable, Iterator

from bot.catalog.rules.lexicon import placeholders
from bot.catalog.rules.registry import Content, Finding
from bot.catalog.rules.rooms import Kind, Room
from bot.catalog.rules.walking import Said, texts

# Most texts have none of these, and are looked at no further.
_MAY_BE_MARKUP = re.compile(r"[<&@#*_~`\[:•]|^\s*(?:[-+]|\d+[.)])\s", re.MULTILINE)
_MARKUP = re.compile(
    r"""
      (?<!\w)<(?:[@\#!][^<>\s]+|(?:https?|mailto):[^<>]*|/?[a-z][a-z0-9]*(?:\s[^<>]*)?/?)>  # <@U1>, <!here>, <b>
    | &(?:amp|lt|gt|quot|nbsp|\#\d+);
    | (?<![\w@/.])@(?:[A-Za-z][\w.-]*)(?![\w.-]*/)          # @here, but recall@10, a@example.org and @scope/package
    | (?<![\w\#&])\#[a-z][\w-]+                             # #general, but C# and #1
    | \*\*\S(?:[^*]*\S)?\*\*
    | (?<![\w*])\*[^\s*](?:[^*\n]*[^\s*])?\*(?![\w*])       # *bold*, but 2 * 3 * 4
    | (?<!\w)_[^\s_](?:[^_\n]*[^\s_])?_(?!\w)               # _italic_, but snake_case and __init__
    | (?<![\w~])~[^\s~](?:[^~\n]*[^\s~])?~(?!\w)            # ~struck~, but ~10 and ~20
    | `
    | \[[^\]\n]+\]\([^)\s]+\)                               # a link of Markdown
    | (?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])                # :tada:, but std::vector
    | ^\s*(?:[-+*•]|\d+[.)]|\#{1,6})\s                      # a list or a heading
    """,
    re.VERBOSE | re.MULTILINE,
)

LONGEST_PLACEHOLDER = 40  # characters of a whole text that says nothing yet

_LATIN, _CYRILLIC = "A-Za-zÀ-ÖØ-öø-ɏ", "Ѐ-ԯ"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνυικ"  # those that look Latin or Cyrillic: µs, Δt and λ-terms are right
_MIXED = re.compile(f"[{_LATIN}][{_CYRILLIC}{_GREEK}]|[{_CYRILLIC}][{_LATIN}{_GREEK}]|[{_GREEK}][{_LATIN}{_CYRILLIC}]")
_PART = re.compile(r"[^\W\d_]+")

_INVISIBLE = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_JOINER, _NON_JOINER, _BLACK_FLAG = "\u200d", "\u200c", "\U0001f3f4"
_PART_OF_EMOJI = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
_NEEDS_JOINERS = re.compile("[\u0600-\u0dff]")  # Arabic and Persian, Devanagari and the other scripts of India
_TAG = re.compile("[\U000e0020-\U000e007f]")

_MAY_BE_PLACEHOLDER = re.compile(r"TODO|TB|FIXME|XXX|[Ll]orem|LOREM|[\[<{%$?…]|\.\.\.")
_PLACEHOLDER = re.compile(
    r"""
      \b(?:TODO|TBD|TBC|TBA|FIXME|XXX+)\b
    | (?i:\blorem\ ipsum\b)
    | \{\{.*?\}\}|\{[A-Za-z_][\w\ ]*\}|%\(\w+\)s|\$\{\w+\}
    | (?i:[\[<](?:insert|your|name|skill|role|level|team|company|placeholder|hier|вставить)\b[^\]>]*[\]>])
    | \?{3}|(?:\.{3}|…)\s*\Z
    """,
    re.VERBOSE,
)


def wording(content: Content) -> Iterator[Finding]:
    """All rules of this page, in one pass over all texts."""
    for said in texts(content):
        for rule, message in _RULES:
            if told := message(said, content.rooms[said.kind]):
                yield Finding(rule, said.file, said.place, told)


def _markup(said: Said, room: Room) -> str | None:
    if _MAY_BE_MARKUP.search(said.text) and (found := _MARKUP.search(said.text)):
        return f'holds "{found[0].strip()}", which people would see just as it is; write plain text'
    return None


def _mixed_scripts(said: Said, room: Room) -> str | None:
    if said.text.isascii() or not _MIXED.search(said.text):
        return None
    part = next(part for part in _PART.findall(said.text) if _MIXED.search(part))
    return f'"{part}" mixes scripts: {_odd_letters(part)}; type it anew, or put a hyphen between the parts'


def _odd_letters(part: str) -> str:
    """The letters of the script that a part of a word has fewer of."""
    by_script: dict[str, list[str]] = {}
    for letter in part:
        by_script.setdefault(unicodedata.name(letter).split()[0].title(), []).append(letter)
    script, letters = min(by_script.items(), key=lambda item: len(item[1]))
    return f'"{"".join(dict.fromkeys(letters))}" is {script}'


def _invisible_characters(said: Said, room: Room) -> str | None:
    if said.text.isascii() and "\x7f" not in said.text:
        return None
    for found in _INVISIBLE.finditer(said.text):
        if not _is_right(said.text, found.start()):
            name = unicodedata.name(found[0], "a control character").lower()
            return f"holds U+{ord(found[0]):04X} ({name}), which nobody can see; remove it"
    return None


def _is_right(text: str, at: int) -> bool:
    """Whether an invisible character is a part of an emoji, or of a script that can't be written without it."""
    character, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if character == _JOINER and _is_emoji(before) and _is_emoji(after):
        return True
    if character in (_JOINER, _NON_JOINER):
        return bool(_NEEDS_JOINERS.match(before) and _NEEDS_JOINERS.match(after))
    return bool(_TAG.match(character)) and _TAG.sub("", text[:at]).endswith(_BLACK_FLAG)


def _is_emoji(character: str) -> bool:
    return bool(character) and (unicodedata.category(character) == "So" or bool(_PART_OF_EMOJI.match(character)))


def _text_too_long(said: Said, room: Room) -> str | None:
    if len(said.text) <= room.most:
        return None
    return f"has {len(said.text):,} characters; no view holds more than {room.most:,} of {said.kind}: split it"


def _text_shortened(said: Said, room: Room) -> str | None:
    if not said.is_living or not room.everywhere < len(said.text) <= room.most:
        return None
    return f"has {len(said.text):,} characters; some views cut {said.kind} at {room.everywhere:,}: make it shorter"


def _placeholder(said: Said, room: Room) -> str | None:
    if not said.is_living or said.kind is Kind.ALIAS:
        return None
    if _MAY_BE_PLACEHOLDER.search(said.text) and (found := _PLACEHOLDER.search(said.text)):
        return f'"{found[0].strip()}" looks like a text still to be written; write it'
    if said.kind.is_sentence and len(said.text) <= LONGEST_PLACEHOLDER and _is_empty(said.text):
        return f'"{said.text}" looks like a text still to be written; write it'
    return None


def _is_empty(text: str) -> bool:
    return text.casefold().rstrip(".") in placeholders() or not any(map(str.isalpha, text))


_RULES: tuple[tuple[str, Callable[[Said, Room], str | None]], ...] = (
    ("markup", _markup),
    ("mixed-scripts", _mixed_scripts),
    ("invisible-characters", _invisible_characters),
    ("text-too-long", _text_too_long),
    ("text-shortened", _text_shortened),
    ("placeholder", _placeholder),
)
