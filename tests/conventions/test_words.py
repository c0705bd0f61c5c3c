"""One word for one thing: the message catalogs are held to docs/words.md."""

import re

import pytest

from tests.conventions.repository import ROOT, catalogs, forms, table

WORDS = ROOT / "docs/words.md"
CATALOGS = catalogs()
LANGUAGES = {"de": "German", "ru": "Russian"}
MEANINGS = table(WORDS, "English")
STEMS = table(WORDS, "In English")
PLACEHOLDER = re.compile(r"%\(\w+\)s")

# Where a translation says the same without the word, because the word would only get in its way.
DONE_WITHOUT = {("ru", "skill, skills"): ("Rung shows what each level expects of your role in a skill",)}

# How a language addresses the reader, and what it never does; the beginning of a sentence tells nothing.
NOT_HOW_WE_SPEAK = {
    "de": re.compile(r"(?<=[\w,] )(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b|!"),
    "ru": re.compile(r"(?<=[\w,] )В(?:ы|ам|ас|аш\w*)\b|(?i:\bты\b|\bтво(?:й|я|ё|е|и)\w*)|!"),
}


def listed(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(",") if word.strip()]


def stem(word: str) -> re.Pattern[str]:
    """Where a word begins; in the middle of one too where a hyphen stands before the stem, for German compounds."""
    return re.compile((r"" if word.startswith("-") else r"\b") + re.escape(word.lstrip("-")), re.IGNORECASE)


def messages(language: str) -> list[tuple[str, str]]:
    """Each form of each translation with the English it is of, without placeholders."""
    return [
        (PLACEHOLDER.sub("", " ".join(forms(message.id))), PLACEHOLDER.sub("", form))
        for message in CATALOGS[language]
        if message.id
        for form in forms(message.string)
    ]


def test_every_catalog_has_its_column() -> None:
    assert set(CATALOGS) == set(LANGUAGES)


@pytest.mark.parametrize("row", MEANINGS, ids=[row["English"] for row in MEANINGS])
def test_every_word_has_each_language_and_a_meaning(row: dict[str, str]) -> None:
    assert all(row[language] for language in LANGUAGES.values())
    assert row["Meaning"].endswith(".")


@pytest.mark.parametrize("row", STEMS, ids=[row["In English"] for row in STEMS])
@pytest.mark.parametrize("language", CATALOGS)
def test_the_catalogs_use_the_word(language: str, row: dict[str, str]) -> None:
    english = [re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE) for word in listed(row["In English"])]
    stems = [stem(word) for word in listed(row[f"In {LANGUAGES[language]}"])]
    concerned = [(e, form) for e, form in messages(language) if any(word.search(e) for word in english)]
    assert concerned, "no message has this word any more: remove the row"
    without = [english for english, form in concerned if not any(word.search(form) for word in stems)]
    excused = DONE_WITHOUT.get((language, row["In English"]), ())
    assert [text for text in without if not text.startswith(excused)] == []
    assert len(without) == len(excused), "it has the word now: remove the excuse"


@pytest.mark.parametrize("language", CATALOGS)
def test_the_catalogs_use_no_other_word_for_it(language: str) -> None:
    never = [stem(word) for row in STEMS for word in listed(row[f"Never in {LANGUAGES[language]}"])]
    assert never
    assert [form for _, form in messages(language) for word in never if word.search(form)] == []


@pytest.mark.parametrize("language", CATALOGS)
def test_people_are_spoken_to_as_agreed(language: str) -> None:
    wrong = NOT_HOW_WE_SPEAK[language]
    assert [form for _, form in messages(language) if wrong.search(form)] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Das sehen nur Sie."),
        ("de", "Bitte öffnen, Ihr Level zählt."),
        ("de", "Fertig!"),
        ("ru", "Это видно только Вам."),
        ("ru", "Теперь ты на грейде."),
    ],
)
def test_another_way_of_speaking_would_be_noticed(language: str, said: str) -> None:
    assert NOT_HOW_WE_SPEAK[language].search(said)


@pytest.mark.parametrize(("language", "said"), [("de", "Lies die Zeilen. Sie stehen hier."), ("ru", "Ваш грейд: вы")])
def test_what_is_right_is_not_taken_for_wrong(language: str, said: str) -> None:
    assert not NOT_HOW_WE_SPEAK[language].search(said)
