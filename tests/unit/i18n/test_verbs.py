"""The words by which a command begins."""

from datetime import date

import pytest

from bot.domain.answers import TeamAct, Verb
from bot.domain.cadence import Cadence, Rhythm
from bot.domain.cadence_changes import resumed, stopped
from bot.domain.query import fold
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs
from bot.i18n.verbs import (
    CADENCE_EXAMPLES,
    auto_words,
    cadence_change,
    cadence_table,
    cadence_words,
    team_table,
    team_words,
    verb_table,
    verb_words,
)

READERS = [
    Catalogs.load().translator(ReaderLocale(language, language, (language,))) for language in Catalogs.load().languages
]


def test_every_verb_has_a_word_in_every_language() -> None:
    for reader in READERS:
        for verb in Verb:
            assert all(verb_words(verb, reader))


def test_no_word_means_two_verbs() -> None:
    words = [(fold(word), verb) for reader in READERS for verb in Verb for word in verb_words(verb, reader)]

    assert len({word for word, _ in words}) == len(set(words))


def test_the_english_words_work_in_all_languages_and_none_takes_their_place() -> None:
    table = verb_table(READERS)

    assert {table[fold(verb.value)] for verb in Verb} == set(Verb)
    assert table[fold("Список")] is table[fold("LISTE")] is Verb.LIST


def test_a_word_of_several_is_typed_in_one_piece() -> None:
    assert all(" " not in word for reader in READERS for verb in Verb for word in verb_words(verb, reader))
    assert all(" " not in word for reader in READERS for word in auto_words(reader))


TABLE = cadence_table(READERS)
TODAY = date(2026, 11, 30)


def test_no_words_mean_two_changes_of_the_rhythm() -> None:
    for reader in READERS:
        for change in CADENCE_EXAMPLES:
            assert all(TABLE[fold(words)] is change for words in cadence_words(change, reader))


def test_no_words_mean_two_things_with_a_team() -> None:
    table = team_table(READERS)
    for reader in READERS:
        for act in TeamAct:
            assert all(table[fold(words)] is act for words in team_words(act, reader))
    assert table[""] is TeamAct.SET_UP


def test_what_stops_or_starts_as_a_command_does_so_in_words() -> None:
    for reader in READERS:
        assert {TABLE.get(fold(word)) for word in verb_words(Verb.STOP, reader)} <= {stopped, None}
        assert TABLE[fold(verb_words(Verb.STOP, reader)[0])] is stopped
        assert TABLE[fold(verb_words(Verb.START, reader)[0])] is resumed


@pytest.mark.parametrize(
    ("words", "until"),
    [
        ("pause 2026-12-24", date(2026, 12, 24)),
        ("  PAUSE until  2026-12-24 ", date(2026, 12, 24)),
        ("pause 2026—12—24", date(2026, 12, 24)),
        ("Pause bis 24.12.2026", date(2026, 12, 24)),
        ("пауза до 1.3.2027", date(2027, 3, 1)),
        ("pause a week", date(2026, 12, 7)),
        ("pause", date(2026, 12, 14)),
        ("pause für zwei Wochen", date(2026, 12, 14)),
        ("пауза на месяц", date(2026, 12, 30)),
    ],
)
def test_a_pause_ends_at_a_date_or_after_a_while(words: str, until: date) -> None:
    change = cadence_change(words, TABLE)
    assert change is not None
    assert change(Cadence(TODAY), TODAY).paused_until == until


@pytest.mark.parametrize(
    "words",
    ["", "sometimes", "2026-12-24", "resume 2026-12-24", "pause 2026-02-30", "pause 24/12/2026", "pause 12.24.2026",
     "pause 2026-12-24 or so", "pause 99999-12-24"],
)  # fmt: skip
def test_other_words_mean_nothing(words: str) -> None:
    assert cadence_change(words, TABLE) is None


@pytest.mark.parametrize(
    ("words", "rhythm"),
    [
        ("Weekly", Rhythm.WEEKLY),
        ("every 2 weeks", Rhythm.FORTNIGHTLY),
        ("Einmal im Monat", Rhythm.MONTHLY),
        ("aus", Rhythm.OFF),
    ],
)
def test_a_rhythm_holds_for_both_kinds(words: str, rhythm: Rhythm) -> None:
    change = cadence_change(words, TABLE)
    assert change is not None
    cadence = change(Cadence(TODAY), TODAY)
    assert (cadence.nudges, cadence.check_ins) == (rhythm, rhythm)
