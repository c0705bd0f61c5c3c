"""The words by which a command begins."""

from bot.domain.answers import Verb
from bot.domain.query import fold
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs
from bot.i18n.verbs import auto_words, verb_table, verb_words

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
