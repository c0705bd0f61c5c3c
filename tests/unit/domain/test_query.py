"""Reading what people type: names in any language, levels and roles in any order, and whatever else arrives."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.query import LONGEST_QUERY, Question, Vocabulary, fold, plain, split_verb, understand

SKILLS = {
    "distributed-training": ["Distributed Training", "Verteiltes Training", "Распределённое обучение", "ddp"],
    "senior-leadership": ["Senior Leadership"],
    "leadership": ["Leadership"],
    "cpp": ["C++"],
    "csharp": ["C#"],
    "ci-cd": ["CI/CD"],
    "testing": ["Testing", "Тестирование"],
    "qa": ["QA", "Тестирование"],
}
LEVELS = {
    "junior": ["Junior", "Джуниор"],
    "senior": ["Senior", "Сеньор"],
    "lead": ["Lead / Staff", "lead", "staff", "тех лид"],
}
ROLES = {
    "llm-engineer": ["LLM Engineer", "LLM-инженер"],
    "ml-engineer": ["ML Engineer", "Machine Learning Engineer"],
}
# "Senior" before "Leadership" is the other skill, on purpose.
APART = {key: names for key, names in SKILLS.items() if key != "leadership"}
ORDERS = list(itertools.permutations(("skill", "level", "role")))

any_order = st.sampled_from(ORDERS)
generous = settings(deadline=None, derandomize=True, max_examples=300)


def meanings(named: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, names in named.items():
        for name in dict.fromkeys([fold(key), *map(fold, names)]):
            found[name] = (*found.get(name, ()), key)
    return found


VOCABULARY = Vocabulary(meanings(SKILLS), meanings(LEVELS), meanings(ROLES))


def ask(words: str) -> Question:
    return understand(words, VOCABULARY)


def one_of(named: dict[str, list[str]]) -> st.SearchStrategy[tuple[str, str]]:
    """An id and one of its names."""
    return st.sampled_from([(key, name) for key, names in named.items() for name in (key, *names)])


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Distributed\t Training\n", "distributed training"),
        ("Lead / Staff", "lead staff"),
        ("CI/CD_pipeline.(new), etc: a;b & c|d", "ci cd pipeline new etc a b c d"),
        ("C++ and C#", "c++ and c#"),
        ("Распределённое ОБУЧЕНИЕ", "распределенное обучение"),
        ("распреде\u0308ленное", "распределенное"),
        ("Größe GRÖSSE", "grösse grösse"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
        ("zero\u200bwidth so\u00adft\u2060", "zerowidth soft"),
        ("con\x00tr\x07ol\x7f", "control"),
        ("no\u00a0break\u2003space", "no break space"),
        ("\u202eoverride\u202c", "override"),
        ("❤\ufe0f 🚀", "❤ 🚀"),
        ("—", ""),
        ("", ""),
    ],
)
def test_what_does_not_count_is_folded_away(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_letters_that_tell_words_apart_stay() -> None:
    assert len({fold(word) for word in ("C", "C++", "C#", "Й", "И", "u", "ü")}) == 7


@pytest.mark.parametrize("mark", "“”„‟«»‹›\"‘’‚‛′ʼ'`´‐‑‒–—―−⁃﹘﹣-")
def test_case_17_every_quote_and_dash_folds_alike(mark: str) -> None:
    assert fold(f"a{mark}b") == "a b"


@pytest.mark.parametrize("mark", "“”„‟«»‹›\"‘’‚‛′'`´")
def test_case_17_quotes_as_clients_type_them(mark: str) -> None:
    assert ask(f"{mark}Distributed Training{mark} {mark}senior{mark}") == Question(
        ("distributed-training",), ("senior",)
    )


@pytest.mark.parametrize("dash", "-‐‑‒–—―−﹘﹣_")
def test_case_17_dashes_as_clients_type_them(dash: str) -> None:
    assert ask(f"distributed{dash}training {dash} senior") == Question(("distributed-training",), ("senior",))


def test_case_17_a_quoted_part_keeps_its_words_together_in_what_is_left() -> None:
    assert ask("“unknown thing” senior").rest == "unknown thing"


def test_case_21_cyrillic_names_do_not_collapse() -> None:
    assert fold("Обучение") != fold("Тестирование") != ""
    assert ask("распределенное обучение").skills == ("distributed-training",)


def test_case_21_a_name_of_two_skills_is_ambiguous() -> None:
    assert ask("тестирование senior") == Question(("testing", "qa"), ("senior",))


def test_a_skill_alone_is_understood() -> None:
    assert ask("distributed-training") == Question(("distributed-training",))


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ("ddp junior senior", ("junior", "senior")),
        ("ddp senior junior", ("senior", "junior")),
        ("ddp senior SENIOR сеньор", ("senior",)),
        ("senior ddp lead", ("senior", "lead")),
        ("ddp тех лид", ("lead",)),
        ("ddp lead/staff", ("lead",)),
    ],
)
def test_levels_come_in_the_order_typed_and_once(words: str, levels: tuple[str, ...]) -> None:
    assert ask(words) == Question(("distributed-training",), levels)


@pytest.mark.parametrize(("words", "role"), [("ddp ml engineer", "ml-engineer"), ("ddp LLM-Engineer", "llm-engineer")])
def test_a_role_of_several_words_is_told_from_the_next(words: str, role: str) -> None:
    assert ask(words) == Question(("distributed-training",), roles=(role,))


def test_the_longest_name_wins_so_that_a_skill_is_not_read_as_a_level() -> None:
    assert ask("senior leadership") == Question(("senior-leadership",))
    assert ask("senior leadership senior") == Question(("senior-leadership",), ("senior",))
    assert ask("lead leadership") == Question(("leadership",), ("lead",))


def test_of_two_names_as_long_the_one_that_leaves_less_wins() -> None:
    vocabulary = Vocabulary({"data": ("data",), "python": ("python",)}, {}, {"data engineer": ("data-engineer",)})

    assert understand("data engineer python", vocabulary) == Question(("python",), roles=("data-engineer",))


def test_a_skill_whose_name_begins_a_role_is_the_skill_where_no_other_is_named() -> None:
    vocabulary = Vocabulary({"data": ("data",)}, {}, {"data engineer": ("data-engineer",)})

    assert understand("data engineer", vocabulary) == Question(("data",), rest="engineer")


def test_a_role_may_hold_the_name_of_a_skill() -> None:
    vocabulary = Vocabulary(
        {"machine learning": ("ml",), "python": ("python",)}, {}, {"machine learning engineer": ("ml-engineer",)}
    )

    assert understand("machine learning engineer python", vocabulary) == Question(("python",), roles=("ml-engineer",))


def test_a_word_that_means_two_levels_gives_both() -> None:
    vocabulary = Vocabulary({"ddp": ("ddp",)}, {"lead": ("lead", "tech-lead")}, {})

    assert understand("ddp lead", vocabulary).levels == ("lead", "tech-lead")


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("distribted training senior", Question(levels=("senior",), rest="distribted training")),
        ("ddp expert", Question(("distributed-training",), rest="expert")),
        (
            "ddp senior, astronaut (retired)",
            Question(("distributed-training",), ("senior",), rest="astronaut (retired)"),
        ),
        ("Quantum ddp – Baking", Question(("distributed-training",), rest="Quantum Baking")),
        ("ddp testing", Question(("distributed-training",), rest="testing")),
        ("ｄｄｐ／ｓｅｎｉｏｒ　ｘｙｚ", Question(("distributed-training",), ("senior",), rest="xyz")),
        ("🚀", Question(rest="🚀")),
        ("???", Question()),
        ("", Question()),
        ("senior", Question(levels=("senior",))),
    ],
)
def test_what_is_not_understood_is_left_as_it_was_typed(words: str, question: Question) -> None:
    assert ask(words) == question


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("<@U0123> ddp", "ddp"),
        ("<@U0123|anna> ddp", "anna ddp"),
        ("<#C0123|general> ddp", "general ddp"),
        ("<!channel> <!here|here> <!subteam^S1> ddp", "here ddp"),
        ("<https://example.org/a|a page> ddp", "a page ddp"),
        ("<https://example.org/a> <mailto:a@b.c|a@b.c> ddp", "a@b.c ddp"),
        ("ddp <https://example.org/" + "x" * 500, "ddp"),
        ("R&amp;D &lt;!channel&gt;", "R&D <!channel>"),
        ("&amp;lt;", "&lt;"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_codes_of_slack_become_their_label_or_nothing(typed: str, seen: str) -> None:
    assert plain(typed).split() == seen.split()


def test_a_mention_does_not_hide_the_question() -> None:
    assert ask("<@U0123> distributed training <!channel> senior") == Question(("distributed-training",), ("senior",))


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert ask("x" * 40_000) == Question(rest="x" * LONGEST_QUERY)
    assert len(plain("x" * 40_000)) == LONGEST_QUERY
    assert len(ask("ﷺ" * LONGEST_QUERY).rest) <= LONGEST_QUERY  # one character that stands for eighteen
    assert ask("ddp " + "y " * 20_000 + "senior").levels == ()


VERBS = {"find": "FIND", "найти": "FIND", "help": "HELP"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("find GPU  “Cluster”", ("FIND", "GPU  “Cluster”")),
        ("  FIND: gpu ", ("FIND", "gpu")),
        ("“help”", ("HELP", "")),
        ("Найти\nкластер", ("FIND", "кластер")),
        ("find\u00a0gpu", ("FIND", "gpu")),
        ("finding nemo", (None, "finding nemo")),
        (" Distributed  Training ", (None, "Distributed  Training")),
        ("find-gpu", (None, "find-gpu")),
        ("", (None, "")),
        ("f" * 40_000, (None, "f" * 40_000)),
    ],
)
def test_the_first_word_may_be_a_verb(text: str, parts: tuple[str | None, str]) -> None:
    assert split_verb(text, VERBS) == parts


@generous
@given(one_of(APART), one_of(LEVELS), one_of(ROLES), any_order)
def test_any_names_in_any_order_are_understood(
    skill: tuple[str, str], level: tuple[str, str], role: tuple[str, str], order: tuple[str, ...]
) -> None:
    named = {"skill": skill, "level": level, "role": role}

    question = ask(" ".join(named[part][1] for part in order))

    assert skill[0] in question.skills
    assert (question.levels, question.roles, question.rest) == ((level[0],), (role[0],), "")


@generous
@given(st.text(max_size=60), st.sampled_from(["senior", "ddp", "<@U1>", "“", "&lt;", "<#C1|", "е\u0308"]), st.text())
def test_no_text_is_too_strange(before: str, known: str, after: str) -> None:
    question = ask(f"{before}{known}{after}")

    assert question.rest == " ".join(question.rest.split())
    assert question.rest.isprintable()


@generous
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@generous
@given(st.text(alphabet="еёЕЁ\u0308\u0323\u0301\u0345=<\u0338ßẞİŉᾳﷺ¨´\u200b\ufe0f-a ", max_size=12))
def test_folding_twice_changes_nothing_where_characters_combine(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@generous
@given(one_of(SKILLS), st.sampled_from("“„«‹'\""), st.sampled_from("”“»›'\""), st.sampled_from("–—-−"))
def test_case_17_no_typography_changes_the_skill(skill: tuple[str, str], begin: str, end: str, dash: str) -> None:
    assert skill[0] in ask(f"{begin}{skill[1].replace(' ', dash)}{end}").skills
