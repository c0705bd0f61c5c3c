"""Each rule of content: one change that breaks it, and one that nearly does."""

import json
import shutil
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.checking import Checked, check_content
from bot.catalog.faults import Fault, InvalidContent, Severity
from bot.catalog.rules.registry import SEVERITIES
from bot.cli.findings import FORMS
from bot.domain.texts import text_hash
from bot.views.room import ROOMS
from tests.unit.catalog.test_faults import TRICKY
from tests.unit.catalog.tree import FILES, GERMAN_FILE, SKILL_FILE, Tree

TODAY = date(2026, 12, 1)
WHITTLING_FILE = "skills/whittling/skill.yaml"
RUSSIAN_FILE = "skills/distributed-training/ru.yaml"
SUMMARY = "Training on many GPUs at once."
PLAN = "Plans what a training may cost."
SPOON = "Carves a spoon."


def check(tree: Tree, earlier: Path | None = None) -> Checked:
    return check_content(tree.directory, ROOMS, TODAY, earlier)


def found(tree: Tree, rule: str) -> list[Fault]:
    return [fault for fault in check(tree).faults if fault.rule == rule]


def told(tree: Tree, rule: str) -> set[tuple[str, str, str]]:
    return {(fault.file, fault.field, fault.message) for fault in found(tree, rule)}


def russian(field: str, text: str) -> str:
    return f"{field}: {{source: {text_hash(SUMMARY)}, text: {json.dumps(text, ensure_ascii=False)}}}\n"


class Change(NamedTuple):
    """What is put into a file in the place of something; the whole file where `old` is empty."""

    file: str
    old: str
    new: str

    def make(self, tree: Tree) -> None:
        if self.old:
            tree.edit(self.file, self.old, self.new)
        else:
            tree.put(self.file, self.new)


def said(text: str) -> Change:
    """A statement that says this."""
    return Change(WHITTLING_FILE, SPOON, json.dumps(text, ensure_ascii=False))


def name(text: str) -> Change:
    return Change(WHITTLING_FILE, "name: Whittling", f"name: {json.dumps(text, ensure_ascii=False)}")


def in_russian(text: str) -> Change:
    return Change(RUSSIAN_FILE, "", russian("summary", text))


LEAD_OF_BOTH_WEIGHTS = """senior: {mandatory: true, statements: [run-job]}
    lead:
      - {mandatory: true, statements: [plan-budget]}
      - {mandatory: false, statements: [run-job]}"""

# (rule, what breaks it, a part of what is told, what nearly breaks it)
RULES: list[tuple[str, Change, str, Change]] = [
    (
        "duplicate-name",
        name("Ｄｉｓｔｒｉｂｕｔｅｄ  TRAINING"),
        'already means "distributed-training"',
        name("Undistributed Training"),
    ),
    (
        "duplicate-name",
        Change(WHITTLING_FILE, "category:", "aliases: [DDP]\ncategory:"),
        '"DDP" already means "distributed-training"',
        Change(WHITTLING_FILE, "category:", "aliases: [ddp2, c, c++]\ncategory:"),
    ),
    (
        "duplicate-name",
        Change(WHITTLING_FILE, "category:", "aliases: [carving, Carving]\ncategory:"),
        "stands here twice",
        Change(GERMAN_FILE, "[verteilt, ddp]", "[verteilt, DDP]"),  # in another language once more
    ),
    (
        "duplicate-name",
        Change("roles.yaml", "{en: Data Engineer}", "{en: Data Engineer, de: llm}"),
        'already means "llm-engineer"',
        Change("roles.yaml", "{en: Data Engineer}", "{en: Data Engineer, de: Lead}"),  # the name of a level
    ),
    (
        "duplicate-name",
        Change(SKILL_FILE, "aliases: [ddp]", "aliases: [whittling]"),
        'already means "distributed-training"',
        Change(SKILL_FILE, "aliases: [ddp]", "aliases: [distributed-training]"),  # its own slug
    ),
    (
        "duplicate-statement",
        Change(SKILL_FILE, PLAN, "RUNS a training job on several GPUs. "),
        'says the same as "run-job"',
        Change(SKILL_FILE, PLAN, "Runs a training job on several CPUs."),
    ),
    ("markup", said("Carves a <b>spoon</b>."), 'holds "<b>"', said("Carves spoons of < 5 cm and > 2 cm for R&D.")),
    ("markup", said("Carves with <@U123>."), 'holds "<@U123>"', said("Writes List<int> and vector<b> by hand.")),
    ("markup", said("Tells @channel of it."), 'holds "@channel"', said("Measures recall@10, asks a@example.org.")),
    ("markup", said("Tells #general of it."), 'holds "#general"', said("Writes C# and F#, and is #1.")),
    ("markup", said("Carves *every* spoon."), 'holds "*every*"', said("Carves 2 * 3 * 4 spoons.")),
    ("markup", said("Carves _every_ spoon."), 'holds "_every_"', said("Calls carve_a_spoon and __init__.")),
    ("markup", said("Carves ~all~ spoons."), 'holds "~all~"', said("Carves ~10 and ~20 spoons.")),
    ("markup", said("Calls `carve`."), 'holds "`"', said("Calls carve().")),
    ("markup", said("Reads [this](spoons.md)."), 'holds "[this](spoons.md)"', said("Reads [this] (and that).")),
    ("markup", said("Carves :tada: spoons."), 'holds ":tada:"', said("Calls std::carve::spoon at 10:30:15.")),
    ("markup", said("- Carves.\n- Sands."), 'holds "-"', said("Carves - and sands - spoons, 1. of oak.")),
    (
        "mixed-scripts",
        Change(RUSSIAN_FILE, "", russian("summary", "Pаботает на GPU.")),
        '"Pаботает" mixes scripts: "P" is Latin',
        in_russian("LLM-команды и GPU-кластер (µs, Δt, naïve)."),
    ),
    ("mixed-scripts", said("Carves a ѕpoon."), '"ѕpoon" mixes scripts: "ѕ" is Cyrillic', said("Carves a ложка.")),
    (
        "invisible-characters",
        said("Carves a sp\u200boon."),
        "holds U+200B (zero width space)",
        said("Carves 👩\u200d💻, 👩🏽\u200d🚀, ❤\ufe0f\u200d🔥 and 🏴\U000e0067\U000e0062\U000e0065\U000e007f."),
    ),
    (
        "invisible-characters",
        said("Carves \u202eanoops."),
        "holds U+202E (right-to-left override)",
        said("می\u200cخواهم"),  # Persian can't be written without it
    ),
    ("text-too-long", said("x" * 2_901), "no view holds more than 2,900 of a statement", said("x" * 2_900)),
    ("text-shortened", said("x" * 601), "some views cut a statement at 600", said("x" * 600)),
    ("text-shortened", name("x" * 76), "some views cut the name of a skill at 75", name("x" * 75)),
    (
        "missing-cell",
        Change(SKILL_FILE, "    junior: {mandatory: false, statements: [run-job]}\n", ""),
        "says nothing of junior, lead",
        Change(WHITTLING_FILE, "mandatory: true", "mandatory: false"),
    ),
    (
        "stale-translation",
        Change(GERMAN_FILE, "suggestions:", "summary: {source: 12345678, text: Training.}\nsuggestions:"),
        "is older than the English text",
        Change(
            GERMAN_FILE,
            "suggestions:",
            f"summary: {{source: {text_hash(SUMMARY)}, text: Training.}}\nsuggestions:",
        ),
    ),
    (
        "untranslated",
        in_russian("training on many GPUs at once"),
        "is the English text",
        in_russian("Обучение on many GPUs at once"),
    ),
    (
        "wrong-script",
        in_russian("Trainiert Modelle auf GPUs, и всё."),
        "is mostly in letters that ru isn't written in",
        in_russian("Настраивает FSDP и DeepSpeed ZeRO на кластере GPU."),
    ),
    (
        "levels-alike",
        Change(SKILL_FILE, PLAN, "Runs a training job on several CPUs."),
        '"plan-budget" says nearly the same as "run-job" of "junior"',
        Change(SKILL_FILE, PLAN, "Runs what a training job may cost in GPUs."),
    ),
    (
        "levels-alike",
        Change(SKILL_FILE, "      - {mandatory: true, statements: [plan-budget]}\n", ""),
        'asks for just what "junior" does',
        Change(SKILL_FILE, "      - {mandatory: false, statements: [run-job]}\n", ""),
    ),
    ("unobservable", said("Knows how to carve."), 'nobody can observe "Knows"', said("Shares what they know.")),
    ("unobservable", said("Has a good understanding of wood."), '"Has a good understanding"', said("Canvases wood.")),
    (
        "unobservable",
        said("Has a rather deep understanding of wood."),
        '"Has a rather deep understanding"',
        said("Can-openers and knives get their place, which has to be dry and clear for understanding."),
    ),
    (
        "unobservable",
        Change(GERMAN_FILE, "Führt ein Training auf mehreren GPUs aus.", "Hat sehr gute Kenntnisse von GPUs."),
        '"Hat sehr gute Kenntnisse"',
        Change(GERMAN_FILE, "Führt ein Training auf mehreren GPUs aus.", "Hatte-Werte von GPUs notiert."),
    ),
    ("unobservable", said("Deeply understands wood."), '"understands"', said("Knowingly breaks a spoon.")),
    (
        "unobservable",
        Change(GERMAN_FILE, "Führt ein Training auf mehreren GPUs aus.", "Kennt sich mit GPUs aus."),
        '"Kennt"',
        Change(GERMAN_FILE, "Führt ein Training auf mehreren GPUs aus.", "Kennzeichnet GPUs."),
    ),
    ("placeholder", said("TODO: carve"), '"TODO" looks like', said("Carves what is left to do, Todos too.")),
    ("placeholder", said("Carves {thing} daily."), '"{thing}" looks like', said("Carves {} and 100 % of it.")),
    ("placeholder", said("Carves [insert wood]."), '"[insert wood]"', said("Carves [oak], [birch].")),
    ("placeholder", said("N/A."), '"N/A."', said("Carves none.")),
    ("placeholder", said("Tbd."), '"Tbd."', said("Carves a TBDR spoon.")),
    ("placeholder", said("???"), '"???"', said("Carves what? Spoons.")),
    (
        "mandatory-below-optional",
        Change(
            SKILL_FILE,
            "    lead: {mandatory: true, statements: [plan-budget, run-job]}",
            "    senior: {mandatory: true, statements: [plan-budget]}\n"
            "    lead: {mandatory: false, statements: [run-job]}",
        ),
        'is all optional, while "senior" below it has mandatory statements',
        Change(SKILL_FILE, "lead: {mandatory: true, statements: [plan-budget, run-job]}", LEAD_OF_BOTH_WEIGHTS),
    ),
    (
        "outdated",
        Change(WHITTLING_FILE, "2026-01-01", "2025-11-29"),
        "more than a year",
        Change(WHITTLING_FILE, "2026-01-01", "2025-12-01"),
    ),
    (
        "names-alike",
        name("Distributed Trainings"),
        'nearly the same as "Distributed Training"',
        name("Distributed Tracing"),
    ),
    (
        "names-alike",
        name("Training, distributed"),
        'nearly the same as "Distributed Training"',
        name("Distributed Training 2"),
    ),
]


@pytest.mark.parametrize(
    ("rule", "broken", "message", "right"), RULES, ids=[f"{row[0]} {n}" for n, row in enumerate(RULES)]
)
def test_a_rule_finds_what_breaks_it_and_lets_pass_what_nearly_does(
    tmp_path: Path, rule: str, broken: Change, message: str, right: Change
) -> None:
    plain, wrong, near = (Tree(tmp_path / part) for part in ("plain", "wrong", "near"))
    broken.make(wrong)
    right.make(near)

    (new,) = told(wrong, rule) - told(plain, rule)
    assert message in new[2]
    assert new[0] in (broken.file, WHITTLING_FILE)  # where two files are at odds, the second is told
    assert told(near, rule) <= told(plain, rule)
    near.load()
    wrong.load()  # what only a check finds keeps nobody from running Rung


def test_a_finding_has_the_line_and_the_severity_of_its_rule(tree: Tree) -> None:
    said("Carves a <b>spoon</b>.").make(tree)
    tree.edit(GERMAN_FILE, "suggestions:", "# more\nsuggestions:")

    (markup,) = found(tree, "markup")
    assert (markup.line, markup.field, markup.severity) == (7, "statements.carve-spoon.text", Severity.ERROR)
    assert [(one.line, one.field, one.severity) for one in found(tree, "stale-translation")] == [
        (1, "name", Severity.WARNING),
        (4, "statements.run-job", Severity.WARNING),
        (7, "suggestions.run-job", Severity.WARNING),
    ]


def test_each_missing_translation_is_told_but_not_what_is_retired(tree: Tree) -> None:
    missing = {(fault.file, fault.field) for fault in found(tree, "missing-translation")}

    assert {(GERMAN_FILE, "summary"), (GERMAN_FILE, "statements.plan-budget")} <= missing
    assert (GERMAN_FILE, "statements.old-one") not in missing
    assert (SKILL_FILE, "name") in missing  # there is no ru.yaml: told once
    assert ("roles.yaml", "data-engineer.names") in missing
    assert not any(fault.file == RUSSIAN_FILE for fault in check(tree).faults)


def test_what_a_more_general_language_has_is_not_missing(tree: Tree) -> None:
    tree.put("locales.yaml", "locales: [en, en_GB, de, de_AT]\n")
    tree.put("ladders.yaml", (tree.directory / "ladders.yaml").read_text("utf-8").replace("ru:", "de:"))
    tree.put("roles.yaml", (tree.directory / "roles.yaml").read_text("utf-8").replace("ru:", "de:"))
    tree.put("skills/distributed-training/de_AT.yaml", "aliases: [austrian]\n")

    missing = told(tree, "missing-translation")
    assert ("skills/distributed-training/de_AT.yaml", "statements.plan-budget") in {one[:2] for one in missing}
    assert ("skills/distributed-training/de_AT.yaml", "statements.run-job") not in {one[:2] for one in missing}
    assert not [one for one in missing if "en_GB" in one[2]]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 1000), st.integers(0, 12), st.sampled_from(TRICKY))
def test_damage_anywhere_is_told_and_never_breaks_the_check(file: str, start: int, length: int, put: bytes) -> None:
    whole = FILES[file].encode()
    start %= len(whole)
    with TemporaryDirectory() as directory:
        tree = Tree(Path(directory))
        tree.put(file, whole[:start] + put + whole[start + length :])
        refused = not all(fault.severity is Severity.WARNING for fault in check(tree).faults)
        assert refused or tree.load().version


@pytest.mark.parametrize(
    ("text", "is_boilerplate"),
    [
        ("Applies whittling in projects of their own, and answers questions about it.", True),
        ("Applies whittling in projects of its own, and answers questions about it.", True),
        ("Applies whittling in projects of their own, with a knife that was sharpened before.", False),
    ],
)
def test_a_sentence_with_the_name_swapped_is_boilerplate(tree: Tree, text: str, is_boilerplate: bool) -> None:
    tree.edit(
        SKILL_FILE, PLAN, "Applies distributed training in projects of their own, and answers questions about it."
    )
    said(text).make(tree)

    assert [one.file for one in found(tree, "boilerplate")] == ([WHITTLING_FILE] if is_boilerplate else [])


def test_a_framework_adds_its_own_words_that_nobody_can_observe(tree: Tree) -> None:
    tree.put("locales.yaml", "locales: [en, de, ru]\nunobservable: {en: [embraces], de: [steht für]}\n")
    said("Embraces wood.").make(tree)
    tree.edit(GERMAN_FILE, "Führt ein Training auf mehreren GPUs aus.", "Steht für GPUs.")

    assert [fault.message.split('"')[1] for fault in found(tree, "unobservable")] == ["Steht für", "Embraces"]


def test_a_reason_silences_a_rule_in_a_field_and_below(tree: Tree) -> None:
    said("Knows how to carve a <b>spoon</b>.").make(tree)
    silence = "silence:\n  - {rule: unobservable, field: statements.carve-spoon, reason: It is a quotation.}\n"
    tree.put(WHITTLING_FILE, silence + (tree.directory / WHITTLING_FILE).read_text("utf-8"))

    checked = check(tree)
    assert checked.silenced == 1
    assert {fault.rule for fault in checked.faults if fault.file == WHITTLING_FILE} == {"markup", "missing-translation"}
    tree.load()


def test_a_reason_silences_a_rule_in_a_shared_file(tree: Tree) -> None:
    before = len(found(tree, "missing-translation"))
    tree.edit(
        "roles.yaml",
        "llm-engineer:",
        "silence: [{rule: missing-translation, reason: English is spoken.}]\nllm-engineer:",
    )

    assert len(found(tree, "missing-translation")) == before - 2
    assert set(tree.load().roles) == {"llm-engineer", "data-engineer"}


@pytest.mark.parametrize(
    ("silence", "message"),
    [
        ("{rule: markup, reason: None.}", '"markup" finds nothing here; remove this'),
        ("{rule: markup, field: name, reason: None.}", '"markup" finds nothing here; remove this'),
        ("{rule: mark-up, reason: None.}", 'there is no rule "mark-up"; mend its spelling'),
        ("{rule: schema, reason: None.}", '"schema" can\'t be silenced; mend what it tells, and remove this'),
        ("{rule: unused-silence, reason: None.}", "can't be silenced"),
    ],
)
def test_a_silence_that_silences_nothing_is_told(tree: Tree, silence: str, message: str) -> None:
    tree.edit(WHITTLING_FILE, "category:", f"silence: [{silence}]\ncategory:")

    (unused,) = found(tree, "unused-silence")
    assert message in unused.message
    assert (unused.line, unused.severity) == (2, Severity.WARNING)


@pytest.mark.parametrize("rule", ["outdated", "reused-id"])
def test_a_silence_may_wait_for_a_day_or_an_older_copy(tree: Tree, rule: str) -> None:
    tree.edit(WHITTLING_FILE, "category:", f"silence: [{{rule: {rule}, reason: It is the same.}}]\ncategory:")

    assert found(tree, "unused-silence") == []


def test_a_silence_needs_a_reason(tree: Tree) -> None:
    tree.edit(WHITTLING_FILE, "category:", "silence: [{rule: markup}]\ncategory:")

    assert tree.faults() == [f"{WHITTLING_FILE}:2: silence.reason: is required"]


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        (WHITTLING_FILE, "name: Whittling\n", "", "missing-source"),
        (WHITTLING_FILE, "name: Whittling", "name:", "missing-source"),
        ("roles.yaml", "{en: Data Engineer}", "{de: Data Engineer}", "missing-source"),
        (WHITTLING_FILE, "craft", "arts", "unknown-id"),
        (SKILL_FILE, "[plan-budget]", "[plan-bugdet]", "unknown-id"),
        (SKILL_FILE, "[plan-budget]", "[old-one]", "reused-id"),
        (SKILL_FILE, "  plan-budget:", "  old-one:", "reused-id"),
        (SKILL_FILE, "  plan-budget:", "  run-job:", "duplicate"),
        (GERMAN_FILE, '  run-job: {source: "12345678"', '  gone: {source: "12345678"', "orphan-translation"),
        (WHITTLING_FILE, "updated: 2026-01-01", "updated: soon", "schema"),
        (WHITTLING_FILE, "updated", "\tupdated", "unreadable-file"),
    ],
)
def test_what_the_loader_refuses_breaks_a_rule_too(tree: Tree, file: str, old: str, new: str, rule: str) -> None:
    tree.edit(file, old, new)
    if "old-one" in new and "  " in new:
        tree.edit(file, "  old-one: {text: Knows", "  old-one: {text: Knew")

    errors = [fault for fault in check(tree).faults if fault.severity is Severity.ERROR]
    assert {(fault.file, fault.rule) for fault in errors} >= {(file, rule)}
    with pytest.raises(InvalidContent):
        tree.load()


def test_a_skill_that_is_refused_keeps_nothing_of_the_others_back(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "updated: 2026-02-22", "updated: soon")
    said("Knows wood.").make(tree)

    assert {"schema", "unobservable"} <= {fault.rule for fault in check(tree).faults}


def test_where_a_shared_file_is_at_fault_only_that_is_told(tree: Tree) -> None:
    tree.edit("roles.yaml", "names: {en: Data Engineer}", "")

    assert {fault.rule for fault in check(tree).faults} == {"schema"}


def test_an_older_copy_shows_ids_that_are_lost_or_mean_something_else(tree: Tree, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier"
    shutil.copytree(tree.directory, earlier, ignore=shutil.ignore_patterns("earlier"))
    tree.edit(SKILL_FILE, "  old-one: {text: Knows parameter servers., retired: true}\n", "")
    tree.edit(SKILL_FILE, PLAN, "Plans and defends what each training may cost.")
    said("Sharpens knives and axes.").make(tree)

    kept = [fault for fault in check(tree, earlier).faults if fault.rule in ("lost-id", "reused-id")]
    assert [(fault.file, fault.line, fault.rule) for fault in kept] == [
        (SKILL_FILE, 7, "lost-id"),
        (WHITTLING_FILE, 7, "reused-id"),
    ]
    assert "retired: true" in kept[0].message


def test_each_form_tells_the_same(tree: Tree) -> None:
    said("Knows: 100 %, <b>all</b>.").make(tree)
    checked = check(tree)
    directory = Path("my/content")

    plain = FORMS["plain"](checked, directory).splitlines()
    line = (
        f'{WHITTLING_FILE}:7: error: statements.carve-spoon.text: holds "<b>", which people would see just as it is; '
        "write plain text [markup]"
    )
    assert line in plain
    assert plain[-1].startswith(f"2 skills in 3 languages: 1 error, {checked.count(Severity.WARNING)} warnings.")

    github = FORMS["github"](checked, directory).splitlines()
    assert (
        f"::error file=my/content/{WHITTLING_FILE},line=7,title=markup::statements.carve-spoon.text: "
        'holds "<b>", which people would see just as it is; write plain text'
    ) in github
    assert len(github) == len(plain) == len(checked.faults) + 1

    whole = json.loads(FORMS["json"](checked, directory))
    assert (whole["errors"], whole["warnings"]) == (1, checked.count(Severity.WARNING))
    assert len(whole["findings"]) == len(checked.faults)
    (markup,) = [one for one in whole["findings"] if one["rule"] == "markup"]
    assert (markup["file"], markup["line"], markup["severity"]) == (WHITTLING_FILE, 7, "error")
    assert markup["page"] == "docs/content-rules.md#markup"


def test_what_github_reads_as_its_own_is_written_out() -> None:
    fault = Fault("a,b.yaml", 0, "", "50 %\nof it", "markup")
    shown = FORMS["github"](Checked(1, ("en",), (fault,), 0), Path("c:d")).splitlines()[0]

    assert shown == "::error file=c%3Ad/a%2Cb.yaml,line=1,title=markup::50 %25%0Aof it"


def test_every_rule_that_only_a_check_finds_has_a_row_or_a_test_of_its_own() -> None:
    source = Path(__file__).read_text("utf-8")
    assert [rule for rule in SEVERITIES if f'"{rule}"' not in source] == []
