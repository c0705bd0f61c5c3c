"""How far a long work is: told to whoever started it."""

from typing import Protocol


class Step(Protocol):
    """Is told what is done, and how many of how many."""

    def __call__(self, what: str, done: int, total: int) -> None: ...


def silently(what: str, done: int, total: int) -> None:
    """Tell nobody."""
