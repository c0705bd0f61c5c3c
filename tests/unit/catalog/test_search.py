"""Finding skills, levels and roles in three languages by what people type."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.search import Index
from bot.domain.ladder import Ladder, Level
from bot.domain.query import understand
from bot.domain.skills import Framework, Role, Skill, Statement
from bot.domain.texts import Text, Translation

LADDERS = {
    "engineering": Ladder(
        "engineering",
        (
            Level("junior", Text("Junior"), ("jr", "джун")),
            Level("senior", Text("Senior", {"ru": Translation("Сеньор", "")})),
            Level("lead", Text("Lead / Staff"), ("lead", "staff", "лид")),
            Level("principal", Text("Principal")),
        ),
    ),
    "craft": Ladder("craft", (Level("master", Text("Master"), ("lead",)),)),
}
ROLES = {
    "llm-engineer": Role("llm-engineer", Text("LLM Engineer"), ("llm",)),
    "ml-engineer": Role("ml-engineer", Text("ML Engineer", {"ru": Translation("Инженер машинного обучения", "")})),
    "data-engineer": Role("data-engineer", Text("Data Engineer")),
}


def text(english: str, german: str = "", russian: str = "") -> Text:
    others = {"de": german, "ru": russian}
    return Text(english, {locale: Translation(said, "") for locale, said in others.items() if said})


def skill(
    slug: str, name: Text, *aliases: str, summary: Text | None = None, said: str = "", retired: str = ""
) -> Skill:
    statements = {"one": Statement("one", text(said or "Does it.")), "old": Statement("old", text(retired), None, True)}
    return Skill(
        slug=slug,
        name=name,
        summary=summary,
        aliases=aliases,
        category="ml",
        subcategory="llm",
        ladder=LADDERS["engineering"],
        updated=date(2026, 2, 22),
        roles=tuple(ROLES),
        statements=statements,
        cells={},
    )


def index(*skills: Skill) -> Index:
    return Index(Framework("v", ("en", "de", "ru"), LADDERS, ROLES, {}, {found.slug: found for found in skills}))


SKILLS = (
    skill(
        "distributed-training",
        text("Distributed Training", "Verteiltes Training", "Распределённое обучение"),
        "ddp",
        summary=text("Training on many GPUs at once.", "Training auf vielen GPUs."),
        said="Debugs a hanging NCCL collective.",
        retired="Knows parameter servers.",
    ),
    skill("distributed-tracing", text("Distributed Tracing", russian="Распределённая трассировка")),
    skill(
        "data-pipelines", text("Data Pipelines", "Datenpipelines", "Пайплайны данных"), said="Trains nobody, on GPUs."
    ),
    skill("testing", text("Testing", "Testen", "Тестирование")),
    skill("qa", text("Quality Assurance", "Qualitätssicherung", "Тестирование")),
    skill("rust", text("Rust")),
    skill("kubernetes", text("Kubernetes", russian="Кубернетес"), "k8s"),
)
INDEX = index(*SKILLS)


@pytest.mark.parametrize(
    ("words", "skills"),
    [
        ("distributed-training", ("distributed-training",)),
        ("Verteiltes Training", ("distributed-training",)),
        ("распределенное обучение", ("distributed-training",)),
        ("DDP", ("distributed-training",)),
        ("k8s", ("kubernetes",)),
    ],
)
def test_a_skill_is_known_by_slug_name_and_alias_in_any_language(words: str, skills: tuple[str, ...]) -> None:
    assert understand(words, INDEX.vocabulary).skills == skills


def test_case_21_cyrillic_names_stay_apart_and_an_ambiguous_one_gives_all() -> None:
    assert understand("распределённая трассировка", INDEX.vocabulary).skills == ("distributed-tracing",)
    assert understand("тестирование", INDEX.vocabulary).skills == ("qa", "testing")


@pytest.mark.parametrize(
    ("word", "levels"),
    [("сеньор", ("senior",)), ("jr", ("junior",)), ("lead / staff", ("lead",)), ("lead", ("lead", "master"))],
)
def test_levels_of_all_ladders_are_known(word: str, levels: tuple[str, ...]) -> None:
    assert understand(word, INDEX.vocabulary).levels == levels


@pytest.mark.parametrize(("word", "role"), [("llm", "llm-engineer"), ("инженер машинного обучения", "ml-engineer")])
def test_roles_are_known_by_name_and_alias_in_any_language(word: str, role: str) -> None:
    assert understand(word, INDEX.vocabulary).roles == (role,)


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("distribted trainig", "distributed-training"),
        ("Распределеное обучение", "distributed-training"),
        ("training, distributed", "distributed-training"),
        ("kubernets", "kubernetes"),
        ("pipelines", "data-pipelines"),
        ("quality", "qa"),
        ("pipelnes", "data-pipelines"),
    ],
)
def test_the_nearest_skill_comes_first(words: str, slug: str) -> None:
    assert INDEX.nearest(words)[0].slug == slug


def test_each_skill_is_offered_once_with_its_best_score() -> None:
    found = INDEX.nearest("training")

    assert len({match.slug for match in found}) == len(found)
    assert [match.score for match in found] == sorted((match.score for match in found), reverse=True)


def test_a_letter_is_near_to_nothing() -> None:
    assert INDEX.nearest("k") == ()


def test_no_more_are_offered_than_asked_for() -> None:
    assert len(INDEX.nearest("distributed", limit=1)) == 1


def test_equal_skills_are_offered_in_the_order_of_their_slugs() -> None:
    assert [match.slug for match in INDEX.nearest("тестирование")[:2]] == ["qa", "testing"]
    assert [match.slug for match in INDEX.nearest("distributed")] == ["distributed-tracing", "distributed-training"]


@pytest.mark.parametrize("words", ["asdf qwer", "zzz", "", "🚀", "—", "x" * 40_000])
def test_nonsense_is_near_to_nothing(words: str) -> None:
    assert INDEX.nearest(words) == ()
    assert INDEX.closest(words) is None
    assert INDEX.find(words, 5) == ()


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("distribted training", "distributed-training"),
        ("distributedtraining", "distributed-training"),
        ("data pipe lines", "data-pipelines"),
        ("Распределеное обучение", "distributed-training"),
        ("Kubernets", "kubernetes"),
        ("testign", "testing"),
    ],
)
def test_a_close_spelling_means_the_skill(words: str, slug: str) -> None:
    assert INDEX.closest(words) == slug


@pytest.mark.parametrize(
    "words",
    [
        "distributed traning",  # one letter from training and one from tracing
        "distributed",  # half a name
        "rest",  # one letter from Rust, but four letters are too few to guess
        "тестированье",  # as near to one skill as to the other of this name
        "machine learning",
    ],
)
def test_what_is_not_clear_is_not_guessed(words: str) -> None:
    assert INDEX.closest(words) is None


@pytest.mark.parametrize(
    ("words", "slugs"),
    [
        ("gpus", ["distributed-training", "data-pipelines"]),  # in a summary before in a statement
        ("nccl debug", ["distributed-training"]),  # the beginning of a word is enough
        ("vielen", ["distributed-training"]),  # German
        ("трассировк", ["distributed-tracing"]),  # Russian
        ("trainig gpu", ["distributed-training"]),  # misspelt, but in a name
        ("ncll", []),  # misspelt, and not in a name
        ("parameter servers", []),  # only in a retired statement
        ("gpus kubernetes", []),  # no skill has both
        ("ebugs", []),  # the middle of a word isn't enough
    ],
)
def test_every_word_has_to_be_found(words: str, slugs: list[str]) -> None:
    assert [match.slug for match in INDEX.find(words, 5)] == slugs


def test_a_skill_with_the_very_name_is_found_first() -> None:
    named = index(
        skill("a", text("Testing in production")), skill("b", text("Testing")), skill("c", text("Load testing"))
    )

    assert named.find("testing", 3)[0].slug == "b"


def test_a_word_in_a_summary_counts_for_more_than_one_in_a_statement() -> None:
    both = index(
        skill("a", text("A"), said="Trains on GPUs."), skill("b", text("B"), summary=text("Training on GPUs."))
    )

    assert [match.slug for match in both.find("gpus", 2)] == ["b", "a"]


def test_equal_skills_are_found_in_the_order_of_their_slugs() -> None:
    assert [match.slug for match in INDEX.find("тестирование", 2)] == ["qa", "testing"]


def test_no_more_are_found_than_asked_for() -> None:
    assert [match.slug for match in INDEX.find("distributed", 1)] == ["distributed-tracing"]


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("senoir", "senior"),
        ("principle", "principal"),
        ("laed", "lead"),
        ("сеньер", "senior"),
        ("princ", "principal"),
        ("senior", "senior"),
        ("expert", None),
        ("master", None),  # of another ladder
        ("p", None),  # too short to begin a name with
        ("", None),
    ],
)
def test_a_misspelt_level_of_the_ladder_is_understood(words: str, level: str | None) -> None:
    assert INDEX.level_like(words, LADDERS["engineering"]) == level


@pytest.mark.parametrize(
    ("words", "role"),
    [("LLM Enginer", "llm-engineer"), ("machine", None), ("data", "data-engineer"), ("engineer", None), ("poet", None)],
)
def test_a_misspelt_role_of_the_skill_is_understood(words: str, role: str | None) -> None:
    assert INDEX.role_like(words, ROLES) == role


def test_a_word_between_two_levels_means_neither() -> None:
    ladder = Ladder("steps", (Level("one", Text("Engineer 1")), Level("two", Text("Engineer 2"))))

    assert INDEX.level_like("engineer 3", ladder) is None


def test_only_the_roles_of_the_skill_are_thought_of() -> None:
    assert INDEX.role_like("engineer", ["data-engineer"]) == "data-engineer"
    assert INDEX.role_like("data", ["llm-engineer"]) is None


def test_an_empty_framework_finds_nothing() -> None:
    empty = index()

    assert (empty.nearest("training"), empty.closest("training"), empty.find("training", 3)) == ((), None, ())


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(max_size=80))
def test_no_words_are_too_strange_to_search_for(words: str) -> None:
    for matches in (INDEX.nearest(words), INDEX.find(words, 5)):
        assert all(match.score > 0 for match in matches)
    assert INDEX.closest(words) in {None, *(known.slug for known in SKILLS)}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("distributed tr", ("distributed-tracing", "distributed-training")),  # by name, both begin so
        ("tra", ("distributed-tracing", "distributed-training")),
        ("k", ("kubernetes",)),
        ("Распредел обуч", ("distributed-training",)),
        ("верт", ()),
        ("distribted", ("distributed-tracing", "distributed-training")),
        ("xyzzy", ()),
    ],
)
def test_a_type_ahead_goes_on_from_what_was_typed(typed: str, offered: tuple[str, ...]) -> None:
    assert INDEX.suggest(typed, 100) == offered


def test_a_type_ahead_begins_with_all_skills_and_keeps_to_its_limit() -> None:
    assert INDEX.suggest("", 100) == tuple(skill.slug for skill in SKILLS)
    assert len(INDEX.suggest("", 2)) == len(INDEX.suggest("t", 2)) == 2
