"""Texts in several languages, and how far a translation can be trusted."""

import pytest

from bot.domain.texts import ShownText, Text, TextState, Translation, text_hash

SOURCE = "Runs a job."
FRESH = Translation("Führt einen Job aus.", text_hash(SOURCE))
OLD = Translation("Выполняет задачу.", "00000000")
TEXT = Text(SOURCE, {"de": FRESH, "ru": OLD})


@pytest.mark.parametrize(
    ("chain", "shown"),
    [
        (["de"], ShownText(FRESH.text, "de", TextState.CURRENT)),
        (["de_AT", "de"], ShownText(FRESH.text, "de", TextState.CURRENT)),
        (["ru"], ShownText(OLD.text, "ru", TextState.STALE)),
        (["fr", "de"], ShownText(FRESH.text, "de", TextState.CURRENT)),
        (["fr"], ShownText(SOURCE, "en", TextState.MISSING)),
        (["fr", "en", "de"], ShownText(SOURCE, "en", TextState.MISSING)),
        (["en", "de"], ShownText(SOURCE, "en", TextState.CURRENT)),
        (["en_GB", "en"], ShownText(SOURCE, "en", TextState.CURRENT)),
        (["en_GB"], ShownText(SOURCE, "en", TextState.CURRENT)),
        ([], ShownText(SOURCE, "en", TextState.CURRENT)),
    ],
)
def test_a_reader_gets_the_first_language_there_is_and_its_state(chain: list[str], shown: ShownText) -> None:
    assert TEXT.shown(chain) == shown


def test_a_text_without_translations_is_its_source() -> None:
    assert Text(SOURCE).everywhere() == (SOURCE,)
    assert TEXT.everywhere() == (SOURCE, FRESH.text, OLD.text)


def test_the_hash_is_the_beginning_of_a_sha_256() -> None:
    assert text_hash("abc") == "ba7816bf"
    assert TEXT.hash == text_hash(SOURCE)


@pytest.mark.parametrize("same", ["a\nb", "a\r\nb", " a\nb\n\n", "a  \nb\t"])
def test_line_breaks_and_outer_white_space_do_not_change_the_hash(same: str) -> None:
    assert text_hash(same) == text_hash("a\nb")


@pytest.mark.parametrize("other", ["a b", "A\nb", "a\n b", "a\n\nb"])
def test_everything_else_changes_the_hash(other: str) -> None:
    assert text_hash(other) != text_hash("a\nb")
