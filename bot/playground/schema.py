"""Small checks that are put together into the shapes of blocks, and the faults that they find."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One thing that Slack would refuse; `at` is a JSON pointer into the payload."""

    at: str
    reason: str

    def __str__(self) -> str:
        return f"[ERROR] {self.reason} [json-pointer:{self.at}]"


Check = Callable[[Any, str], Iterator[Fault]]


def string(most: int, least: int = 1, pattern: str | None = None) -> Check:
    """A string of `least` to `most` characters that fits the whole `pattern`."""

    def check(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(at, "must be a string")
        elif len(value) < least:
            yield Fault(at, f"must be more than {least - 1} characters")
        elif len(value) > most:
            yield Fault(at, f"must be less than {most + 1} characters")
        elif pattern and not re.fullmatch(pattern, value):
            yield Fault(at, f"must match the pattern {pattern}")

    return check


def boolean(value: Any, at: str) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault(at, "must be a boolean")


def integer(least: int, most: int) -> Check:
    def check(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Fault(at, "must be an integer")
        elif not least <= value <= most:
            yield Fault(at, f"must be from {least} to {most}")

    return check


def number(value: Any, at: str) -> Iterator[Fault]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        yield Fault(at, "must be a number")


def choice(*allowed: str) -> Check:
    def check(value: Any, at: str) -> Iterator[Fault]:
        if value not in allowed:
            yield Fault(at, f"must be one of {', '.join(allowed)}")

    return check


def items(check_item: Check, most: int, least: int = 1) -> Check:
    """A list of `least` to `most` values, each of which passes `check_item`."""

    def check(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(at, "must be an array")
            return
        if len(value) < least:
            yield Fault(at, f"no fewer than {least} items allowed")
        if len(value) > most:
            yield Fault(at, f"no more than {most} items allowed")
        for index, item in enumerate(value):
            yield from check_item(item, f"{at}/{index}")

    return check


def shape(
    kind: str | None,
    required: Mapping[str, Check],
    optional: Mapping[str, Check] | None = None,
    rules: tuple[Check, ...] = (),
) -> Check:
    """An object with the keys named and no others; `rules` look at it as a whole once its parts are sound."""
    kind_check = {} if kind is None else {"type": choice(kind)}
    required = {**kind_check, **required}
    known = {**required, **(optional or {})}

    def check(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(at, "must provide an object")
            return
        found = list(_key_faults(value, at, required, known))
        yield from found
        for rule in () if found else rules:
            yield from rule(value, at)

    return check


def _key_faults(
    value: dict[str, Any], at: str, required: Mapping[str, Check], known: Mapping[str, Check]
) -> Iterator[Fault]:
    for key in required:
        if key not in value:
            yield Fault(at, f"missing required field: {key}")
    for key, part in value.items():
        if key in known:
            yield from known[key](part, f"{at}/{key}")
        else:
            yield Fault(at, f"invalid additional property: {key}")


def by_type(**shapes: Check) -> Check:
    """An object whose `type` says which of the shapes it must have."""

    def check(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(at, "must provide an object")
        elif not isinstance(kind := value.get("type"), str) or kind not in shapes:
            yield Fault(f"{at}/type", f"unsupported type: {kind}")
        else:
            yield from shapes[kind](value, at)

    return check
