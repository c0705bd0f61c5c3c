"""Slack's texts as HTML: mrkdwn, plain text, the inline elements of rich text, markdown. Everything is escaped."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from bot.playground.mrkdwn import Run, Style, runs

Names = Mapping[str, str]
Part = Mapping[str, Any]

TAGS = {
    Style.BOLD: "b",
    Style.ITALIC: "i",
    Style.STRIKE: "s",
    Style.CODE: "code",
    Style.CODE_BLOCK: "pre",
}
SAFE_SCHEMES = ("http:", "https:", "mailto:")
EMOJI_NAME = re.compile(r":([a-z0-9_+-]*[a-z+][a-z0-9_+-]*|100|-1):")
CODE_BLOCK = re.compile(r"(```.+?```)\n?", re.DOTALL)  # a line break after it would be shown as an empty line
# The names that work messages use most. Slack knows thousands; any other is shown as a name that it may know.
EMOJI = {
    "+1": "👍", "-1": "👎", "100": "💯", "arrow_right": "➡️", "bell": "🔔", "books": "📚", "bulb": "💡",
    "calendar": "📅", "chart_with_upwards_trend": "📈", "clap": "👏", "dart": "🎯", "eyes": "👀", "fire": "🔥",
    "heart": "❤️", "hourglass": "⌛", "lock": "🔒", "memo": "📝", "no_bell": "🔕", "point_right": "👉",
    "question": "❓", "rocket": "🚀", "seedling": "🌱", "slightly_smiling_face": "🙂", "smile": "😄",
    "sparkles": "✨", "speech_balloon": "💬", "star": "⭐", "tada": "🎉", "thinking_face": "🤔", "thumbsup": "👍",
    "warning": "⚠️", "wave": "👋", "white_check_mark": "✅", "x": "❌",
}  # fmt: skip
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def text_html(text: Part, names: Names) -> Markup:
    """A text object, or what one holds in a control's label."""
    if text["type"] == "plain_text":
        return with_emoji(text["text"]) if text.get("emoji", True) else escape(text["text"])
    return mrkdwn_html(text["text"], names)


def mrkdwn_html(text: str, names: Names) -> Markup:
    """Lines that begin with `>` are quoted; the rest keeps its line breaks by the style sheet."""
    shown = Markup("")
    for n, piece in enumerate(CODE_BLOCK.split(text)):
        shown += _runs_html(piece, names) if n % 2 else _quotes_html(piece, names)
    return shown


def _quotes_html(text: str, names: Names) -> Markup:
    shown = Markup("")
    for is_quote, lines in groupby(text.split("\n"), lambda line: line.startswith(("&gt;", ">"))):
        if is_quote:
            shown += _in("blockquote", _runs_html("\n".join(re.sub("^(&gt;|>) ?", "", line) for line in lines), names))
        else:
            shown += _runs_html("\n".join(lines), names)
    return shown


def _runs_html(text: str, names: Names) -> Markup:
    return Markup("").join(map(_run_html, runs(text, names)))


def _run_html(run: Run) -> Markup:
    if run.target.startswith(("@", "#", "!")) and not run.target.startswith("!date"):
        shown = _mention(run.text)
    elif Style.LINK in run.styles:
        shown = link(run.target, run.text)
    elif run.styles & {Style.CODE, Style.CODE_BLOCK}:
        shown = escape(run.text)
    else:
        shown = with_emoji(run.text)
    for style in sorted(run.styles & TAGS.keys()):
        shown = _in(TAGS[style], shown)
    return shown


def with_emoji(text: str) -> Markup:
    """Escaped text in which `:tada:` is a picture, as Slack's clients make it."""
    parts = EMOJI_NAME.split(text)
    return Markup("").join(_emoji(part) if n % 2 else escape(part) for n, part in enumerate(parts))


def _emoji(name: str) -> Markup:
    if name in EMOJI:
        return Markup('<span class="emoji" role="img" aria-label="{}">{}</span>').format(name, EMOJI[name])
    return Markup('<span class="emoji-name" title="A picture in Slack, if it knows the name">:{}:</span>').format(name)


def address(url: str) -> str:
    """The url where it leads to a page or to a letter, else one that leads nowhere."""
    return url if url.lower().startswith(SAFE_SCHEMES) else "#"


def link(url: str, words: str) -> Markup:
    if address(url) != url:
        return escape(words)
    return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(url, words)


def markdown_html(text: str) -> Markup:
    """A markdown block; HTML in it is text."""
    return Markup(MARKDOWN.render(text))


def inline_html(elements: Sequence[Part], names: Names) -> Markup:
    """The elements of one section, list item, quote or preformatted part of a rich text."""
    return Markup("").join(_styled(element, names) for element in elements)


def _styled(element: Part, names: Names) -> Markup:
    shown = INLINE[element["type"]](element, names)
    for name in ("code", "bold", "italic", "strike", "underline"):
        if element.get("style", {}).get(name):
            shown = _in("u" if name == "underline" else TAGS[Style(name)], shown)
    return shown


def _text(element: Part, names: Names) -> Markup:
    return escape(element["text"])


def _link(element: Part, names: Names) -> Markup:
    return link(element["url"], element.get("text") or element["url"])


def _emoji_element(element: Part, names: Names) -> Markup:
    return _emoji(element["name"])


def _named(element: Part, names: Names, *, sign: str, key: str) -> Markup:
    return _mention(sign + names.get(element[key], element[key]))


def _date(element: Part, names: Names) -> Markup:
    at = datetime.fromtimestamp(element["timestamp"], UTC)
    return escape(element.get("fallback") or f"{at:%Y-%m-%d %H:%M} UTC")


INLINE: Mapping[str, Callable[[Part, Names], Markup]] = {
    "text": _text,
    "link": _link,
    "emoji": _emoji_element,
    "user": partial(_named, sign="@", key="user_id"),
    "channel": partial(_named, sign="#", key="channel_id"),
    "usergroup": partial(_named, sign="@", key="usergroup_id"),
    "broadcast": partial(_named, sign="@", key="range"),
    "date": _date,
}


def _mention(words: str) -> Markup:
    return Markup('<span class="mention">{}</span>').format(words)


def _in(tag: str, inner: Markup) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(Markup(tag), inner)


def list_items(parts: Sequence[Part]) -> Iterator[tuple[str, Part]]:
    """The parts of a rich text, each with what it is to HTML: ul, ol, p, blockquote or pre."""
    tags = {"rich_text_quote": "blockquote", "rich_text_preformatted": "pre", "rich_text_section": "p"}
    for part in parts:
        is_list = part["type"] == "rich_text_list"
        yield ("ol" if part["style"] == "ordered" else "ul") if is_list else tags[part["type"]], part
