"""Secrets at rest: columns that are encrypted on their way into a database, and decrypted on their way out."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

from bot.errors import RungError

# A column is the same for every database, keys are not: each database has a dialect of its own, which is at hand.
_CIPHERS: "WeakKeyDictionary[Dialect, MultiFernet]" = WeakKeyDictionary()


class KeysMissing(RungError):
    """RUNG_ENCRYPTION_KEYS isn't set, and tokens are stored encrypted only: see docs/settings.md"""


class SecretUnreadable(RungError):
    """None of RUNG_ENCRYPTION_KEYS decrypts a stored token: the key that it was encrypted with has to be among them"""


def new_key() -> str:
    """A key to encrypt with."""
    return Fernet.generate_key().decode()


def use_keys(dialect: Dialect, keys: Sequence[str]) -> None:
    """Encrypt with the first of these keys on this database, and decrypt with any. Raises ValueError."""
    if keys:
        _CIPHERS[dialect] = MultiFernet([Fernet(key) for key in keys])


class Encrypted(TypeDecorator[str]):
    """A secret of any length. Two rows with the same one can't be told from it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else _cipher(dialect).encrypt(value.encode()).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        try:
            return _cipher(dialect).decrypt(value.encode()).decode()
        except InvalidToken:
            raise SecretUnreadable from None


def _cipher(dialect: Dialect) -> MultiFernet:
    if dialect not in _CIPHERS:
        raise KeysMissing
    return _CIPHERS[dialect]
