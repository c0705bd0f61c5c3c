"""What pydantic and libyaml report, said in plain sentences that tell an author how to mend it."""

from typing import Any

from pydantic_core import ErrorDetails
from yaml import MarkedYAMLError, YAMLError

from bot.catalog.schema import HASH_PATTERN

_OF_FORM = {
    "missing": "is required",
    "extra_forbidden": "isn't a field that is known here; mend its spelling or remove it",
    "string_type": "must be one text; put it in quotes if it is",
    "string_too_short": "must not be blank",
    "string_pattern_mismatch": 'must be small letters, digits and single hyphens, like "llm-engineer"',
    "bool_type": "must be true or false, without quotes",
    "list_type": "must be a list, like [one, two]",
    "dict_type": "must be a mapping, with lines like `name: value`",
    "model_type": "must be a mapping, with lines like `name: value`",
    "too_short": "must hold at least one",
}

_SOURCES = ("name", "text", "summary", "suggestion")

_RESERVED = "begins with {}, which YAML keeps for itself; put the text in quotes"
_COLON = "has a colon too many; put the text in quotes"
_UNCLOSED = "lacks a comma or the closing {} before this; or put the text in quotes"
_INDENTED = "is indented differently from the lines it belongs to, or lacks quotes"
_TAB = "begins with a tab; indent with spaces"

_OF_YAML = {
    "mapping values are not allowed in this context": _COLON,
    "found unexpected ':'": _COLON,
    "could not find expected ':'": "should read `name: value`, but the colon is missing",
    "did not find expected ',' or ']'": _UNCLOSED.format("]"),
    "did not find expected ',' or '}'": _UNCLOSED.format("}"),
    "did not find expected key": _INDENTED,
    "did not find expected '-' indicator": _INDENTED,
    "block sequence entries are not allowed in this context": _INDENTED,
    "found a tab character that violates indentation": _TAB,
    "found unexpected end of stream": "the file ends before this quote is closed",
    "found undefined alias": _RESERVED.format("*"),
    "did not find expected alphabetic or numeric character": _RESERVED.format("* or &"),
    "but found another document": "begins a second document with ---; keep one document in a file",
    "exceeded maximum nesting depth": "is nested far too deep",
}


def sentence_for_form(detail: ErrorDetails) -> str:
    """One of pydantic's errors in our words."""
    context: dict[str, Any] = detail.get("ctx", {})
    if detail["input"] == "" and detail["type"].startswith("string"):
        return "must not be blank"
    if context.get("pattern") == HASH_PATTERN:
        return "must be the eight hex digits of the English text that it was translated from"
    if detail["type"] == "string_too_long":
        return f"must have at most {context['max_length']} characters"
    if detail["type"] == "value_error":
        return str(context["error"])
    return _OF_FORM.get(detail["type"], detail["msg"])


def rule_for_form(detail: ErrorDetails) -> str:
    """The rule that one of pydantic's errors is about: an English text that isn't there, or the form at large."""
    field = detail["loc"][-1] if detail["loc"] else ""
    is_lost = detail["type"] == "missing" or (detail["input"] == "" and detail["type"].startswith("string"))
    return "missing-source" if is_lost and field in _SOURCES else "schema"


def sentence_for_yaml(error: YAMLError, raw: bytes) -> tuple[int, str]:
    """The line, from 1, of what libyaml stumbled over, and what to do about it."""
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return 0, f"isn't valid YAML: {error}"
    problem, mark = error.problem or "", error.problem_mark
    line = raw.decode().splitlines()[mark.line : mark.line + 1]
    if problem == "found character that cannot start any token":
        return mark.line + 1, _for_character("".join(line)[mark.column : mark.column + 1])
    if "unexpected end of stream" in problem and error.context_mark is not None:
        mark = error.context_mark
    return mark.line + 1, _OF_YAML.get(problem, f"isn't valid YAML: {problem}")


def _for_character(character: str) -> str:
    if character == "\t":
        return _TAB
    return _RESERVED.format(character)
