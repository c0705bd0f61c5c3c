"""Text that people type, in a column."""

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator


def storable(text: str) -> str:
    """The text without the one character that PostgreSQL has no place for."""
    return text.replace("\0", "")


class TypedText(TypeDecorator[str]):
    """Any text of any length, made storable on its way in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)
