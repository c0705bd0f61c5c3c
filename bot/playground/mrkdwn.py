"""Slack's mrkdwn taken apart into runs of styled text, for whoever shows it without Slack."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """How a run is shown."""

    BOLD = "bold"
    ITALIC = "italic"
    STRIKE = "strike"
    CODE = "code"
    CODE_BLOCK = "code block"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Run:
    """Text without markup, decoded. `target` is what a reference leads to: `@U1`, `#C1`, `!here` or a url."""

    text: str
    styles: frozenset[Style] = frozenset()
    target: str = ""


# The first that matches wins: in code and in <references> nothing else counts as markup. A sign before white
# space or a word joiner is a sign.
MARKUP = re.compile(
    r"```(?P<block>.+?)```"
    r"|`(?P<code>[^`\n]+)`"
    r"|<(?P<reference>[^<>\n]+)>"
    r"|(?<!\w)\*(?P<bold>(?![\s\u2060])[^*\n]+(?<!\s))\*(?!\w)"
    r"|(?<!\w)_(?P<italic>(?![\s\u2060])[^_\n]+(?<!\s))_(?!\w)"
    r"|(?<!\w)~(?P<strike>(?![\s\u2060])[^~\n]+(?<!\s))~(?!\w)",
    re.DOTALL,
)
SIGNS = {"@": "@", "#": "#"}


def runs(text: str, names: Mapping[str, str], styles: frozenset[Style] = frozenset()) -> Iterator[Run]:
    """The runs of a mrkdwn text; `names` are those of people and channels by id."""
    end = 0
    for found in MARKUP.finditer(text):
        if found.start() > end:
            yield Run(_decoded(text[end : found.start()]), styles)
        end = found.end()
        kind, inner = next((kind, inner) for kind, inner in found.groupdict().items() if inner is not None)
        if kind == "reference":
            yield _reference(inner, names, styles)
        elif kind in ("block", "code"):
            yield Run(_decoded(inner), styles | {Style.CODE_BLOCK if kind == "block" else Style.CODE})
        else:
            yield from runs(inner, names, styles | {Style(kind)})
    if end < len(text):
        yield Run(_decoded(text[end:]), styles)


def _reference(inner: str, names: Mapping[str, str], styles: frozenset[Style]) -> Run:
    """`<@U1>`, `<#C1>`, `<!here>`, `<!date^...|words>` or a link, each with words of its own or without."""
    target, _, words = inner.partition("|")
    if target[0] in SIGNS:
        return Run(SIGNS[target[0]] + (words or names.get(target[1:], target[1:])), styles | {Style.BOLD}, target)
    if target[0] == "!":
        return Run(_decoded(words) if words else f"@{target[1:]}", styles | {Style.BOLD}, target)
    return Run(_decoded(words or target), styles | {Style.LINK}, _decoded(target))


def _decoded(text: str) -> str:
    """Slack knows three entities; any other stands as it is written. A word joiner has done its work by now."""
    return text.replace("\u2060", "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
