"""Translators get what is open and bring it back; what can't be taken is told, and nothing else changes."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.catalog.faults import InvalidContent
from bot.catalog.status import content_status
from bot.catalog.translating import Imported, export_po, import_po
from bot.cli.translators import export_translations, import_translations
from bot.domain.texts import TextState
from tests.unit.catalog.tree import GERMAN_FILE, SKILL_FILE, Tree

RUSSIAN_FILE = "skills/distributed-training/ru.yaml"
HEADER = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
PLAN = "distributed-training/statements.plan-budget"
RUN = "distributed-training/statements.run-job"


def message(context: str, source: str, text: str, flags: str = "") -> str:
    return f'{flags}msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n\n'


def bring(tree: Tree, *messages: str, locale: str = "de") -> Imported:
    file = tree.directory.parent / "texts.po"
    file.write_text(HEADER.format(locale) + "".join(messages), "utf-8")
    return import_po(tree.directory, file)


def faults_of(tree: Tree, content: bytes) -> list[str]:
    file = tree.directory.parent / "texts.po"
    file.write_bytes(content)
    with pytest.raises(InvalidContent) as raised:
        import_po(tree.directory, file)
    return [str(fault) for fault in raised.value.faults]


def test_what_is_missing_is_empty_and_what_is_stale_is_fuzzy(tree: Tree) -> None:
    catalog = read_po(BytesIO(export_po(tree.directory, "de").encode()))

    stale = catalog.get("Runs a training job on several GPUs.", context=RUN)
    assert stale is not None
    assert (stale.string, stale.fuzzy) == ("Führt ein Training auf mehreren GPUs aus.", True)
    missing = catalog.get("Plans what a training may cost.", context=PLAN)
    assert missing is not None
    assert (missing.string, missing.fuzzy) == ("", False)
    assert missing.auto_comments == [
        "Skill: Distributed Training",
        "LLM Engineer: Senior (mandatory)",
        "Data Engineer: Lead / Staff (mandatory)",
    ]
    contexts = {one.context for one in catalog if one.id}
    assert "categories/ml-ai" not in contexts  # is translated
    assert "distributed-training/statements.old-one" not in contexts  # is retired
    assert {"roles/data-engineer", "ladders/engineering.lead", "categories/ml-ai.llm-genai"} <= contexts


def test_a_suggestion_says_which_statement_it_is_for(tree: Tree) -> None:
    catalog = read_po(BytesIO(export_po(tree.directory, "de").encode()))

    suggestion = catalog.get("Take over a small job.", context="distributed-training/suggestions.run-job")
    assert suggestion is not None
    assert "What to try for: Runs a training job on several GPUs." in suggestion.auto_comments


def test_a_percentage_is_not_taken_for_a_placeholder(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "Plans what a training may cost.", "Keeps 95 % of the budget.")

    assert "python-format" not in export_po(tree.directory, "de")


def test_all_that_is_translated_comes_back(tree: Tree) -> None:
    open_before = {text.context for text in content_status(tree.directory)[0].open}
    po = export_po(tree.directory, "de").replace("#, fuzzy\n", "")
    lines = [
        f'msgstr "Übersetzt {n}: auf Deutsch"' if line == 'msgstr ""' else line for n, line in enumerate(po.split("\n"))
    ]
    header_end = lines.index("")
    lines[:header_end] = po.split("\n")[:header_end]
    (tree.directory.parent / "de.po").write_text("\n".join(lines), "utf-8")

    imported = import_po(tree.directory, tree.directory.parent / "de.po")

    assert {text.context for text in imported.taken} == open_before
    assert (imported.skipped, imported.empty) == ([], 0)
    assert content_status(tree.directory)[0].open == ()
    assert "Language: de" in export_po(tree.directory, "de")
    assert "msgctxt" not in export_po(tree.directory, "de")
    tree.load()


def test_a_translation_leaves_the_rest_of_its_file_as_it_is(tree: Tree) -> None:
    before = (tree.directory / GERMAN_FILE).read_text("utf-8")
    imported = bring(tree, message(PLAN, "Plans what a training may cost.", "Plant, was ein Training kostet."))

    assert imported.files == [GERMAN_FILE]
    after = (tree.directory / GERMAN_FILE).read_text("utf-8")
    hash_ = tree.load().skills["distributed-training"].statements["plan-budget"].text.hash
    added = f'  plan-budget:\n    source: "{hash_}"\n    text: Plant, was ein Training kostet.\n'
    assert after.replace(added, "") == before


def test_a_language_without_a_file_gets_one(tree: Tree) -> None:
    imported = bring(tree, message(PLAN, "Plans what a training may cost.", "Планирует бюджет."), locale="ru")

    assert imported.files == [RUSSIAN_FILE]
    shown = tree.load().skills["distributed-training"].statements["plan-budget"].text.shown(("ru",))
    assert (shown.text, shown.state) == ("Планирует бюджет.", TextState.CURRENT)


def test_a_name_of_a_shared_file_is_put_beside_the_others(tree: Tree) -> None:
    bring(
        tree,
        message("roles/llm-engineer", "LLM Engineer", "LLM-Ingenieurin"),
        message("ladders/engineering.lead", "Lead / Staff", "Leitung"),
    )

    assert "names: {en: LLM Engineer, ru: LLM-инженер, de: LLM-Ingenieurin}" in (
        tree.directory / "roles.yaml"
    ).read_text("utf-8")
    assert tree.load().ladders["engineering"].level("lead").name.translations["de"].text == "Leitung"


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (message("whittling/statements.gone", "Gone.", "Weg."), "the content has no such text"),
        (message(PLAN, "Plans what a training costs.", "Plant."), "the English text has changed since the export"),
        (message(RUN, "Runs a training job on several GPUs.", "Führt aus.", "#, fuzzy\n"), "is still marked fuzzy"),
        ('msgid "Plans what a training may cost."\nmsgstr "Plant."\n', "has no context"),
        (
            f'msgctxt "{PLAN}"\nmsgid "Plans."\nmsgid_plural "Plans."\nmsgstr[0] "Plant."\nmsgstr[1] "Plant."\n',
            "has plural forms",
        ),
        ("".join(f"#~ {line}\n" for line in message(PLAN, "Plans.", "Plant.").split("\n")[:3]), "is marked obsolete"),
    ],
)
def test_what_can_not_be_taken_is_told_with_its_line(tree: Tree, told: str, reason: str) -> None:
    before = (tree.directory / GERMAN_FILE).read_bytes()
    imported = bring(tree, told)

    (skipped,) = imported.skipped
    assert reason in skipped.reason
    line = (tree.directory.parent / "texts.po").read_text("utf-8").split("\n")[skipped.line - 1]
    assert line.removeprefix("#~ ").startswith("msgid ")
    assert (imported.taken, imported.files) == ([], [])
    assert (tree.directory / GERMAN_FILE).read_bytes() == before


def test_a_text_that_stands_twice_is_taken_once_and_told(tree: Tree) -> None:
    source = "Plans what a training may cost."
    imported = bring(tree, message(PLAN, source, "Plant."), message(PLAN, source, "Plant anders."))

    assert [one.reason for one in imported.skipped] == ["stands in this file twice; the first one was taken"]
    text = tree.load().skills["distributed-training"].statements["plan-budget"].text
    assert text.translations["de"].text == "Plant."


def test_what_says_nothing_or_nothing_new_is_counted(tree: Tree) -> None:
    imported = bring(
        tree,
        message(PLAN, "Plans what a training may cost.", ""),
        message("categories/ml-ai", "Machine Learning", "Maschinelles Lernen"),
    )

    assert (imported.empty, imported.unchanged, imported.taken, imported.skipped) == (1, 1, [], [])


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PK\x03\x04\xff\xfe\x00", "texts.po: isn't a .po file in UTF-8 or the charset of its header"),
        (b"", "texts.po: holds no message"),
        (b'msgid "a"\nhello\n', "texts.po:2: isn't valid .po: Unknown or misformatted keyword on 1"),
        (
            b'msgctxt "x"\nmsgid "a"\nmsgstr "b"\n',
            "texts.po: what is named (in a header, as Language: de) is none of the languages of translations: de, ru",
        ),
        (
            (HEADER.format("fr") + 'msgid "a"\nmsgstr "b"\n').encode(),
            'texts.po: "fr" is none of the languages of translations: de, ru',
        ),
    ],
)
def test_a_file_that_can_not_be_used_is_one_fault(tree: Tree, content: bytes, told: str) -> None:
    assert faults_of(tree, content) == [told]


def test_a_file_that_is_not_there_or_too_large_is_told(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidContent, match=r"none\.po: can't be read: No such file"):
        import_po(tree.directory, Path("none.po"))
    monkeypatch.setattr("bot.catalog.translating.LARGEST", 10)
    assert faults_of(tree, b"x" * 11) == ["texts.po: is larger than 50 MiB; export it anew"]


def test_a_text_that_content_may_not_hold_writes_nothing(tree: Tree) -> None:
    before = (tree.directory / GERMAN_FILE).read_bytes()
    with pytest.raises(InvalidContent, match="control character"):
        bring(tree, message(PLAN, "Plans what a training may cost.", "Plant\x07."))
    assert (tree.directory / GERMAN_FILE).read_bytes() == before


def test_a_charset_of_the_header_is_honoured(tree: Tree) -> None:
    file = tree.directory.parent / "latin.po"
    text = HEADER.format("de").replace("utf-8", "iso-8859-1")
    file.write_bytes((text + message(PLAN, "Plans what a training may cost.", "Plant für Größe.")).encode("latin-1"))

    assert [text.context for text in import_po(tree.directory, file).taken] == [PLAN]
    assert "Plant für Größe." in (tree.directory / GERMAN_FILE).read_text("utf-8")


def test_both_ways_are_told_to_whoever_runs_them(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    out = tree.directory.parent / "open.po"
    export_translations(tree.directory, "de", out)
    assert capsys.readouterr().out == f"14 texts to translate written into {out}.\n"
    export_translations(tree.directory, "de", None)
    assert capsys.readouterr().out == out.read_text("utf-8")

    import_translations(tree.directory, out, write=False)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "open.po:47: distributed-training/name: is still marked fuzzy; read it and remove the mark"
    assert told[-1] == "0 translations in de would be taken over, 11 not translated yet, 3 skipped."
