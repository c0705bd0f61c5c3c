"""Spreadsheets as they are found: every trap, and what is told of each row that can't be used."""

from pathlib import Path

import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.importers.column_map import read_column_map
from bot.catalog.importers.records import Unusable
from bot.catalog.importers.words import referred_level, split_statements, weight_of
from tests.unit.catalog.importing import Imported, imported, texts

WIDE = """\
Area,Skill,Role,Mandatory,Junior,Senior,Lead
Running,Monitoring,Operator,yes,Reads one dashboard.,Sets alarms for one service.,see Senior
,Backups,Operator,no,Restores one file.,,Plans restores for the firm.
"""
LONG = """\
Skill;Role;Level;Pflicht;Kriterium
Monitoring;Operator;Junior;x;Liest ein Dashboard.
Monitoring;Operator;Senior;;Setzt Alarme für einen Service.
"""


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return tmp_path / "content"


def put(tmp_path: Path, table: str | bytes, name: str = "table.csv") -> Path:
    file = tmp_path / name
    file.write_bytes(table.encode() if isinstance(table, str) else table)
    return file


def read(tmp_path: Path, table: str | bytes, levels: str | None = None, role: str | None = None) -> Imported:
    return imported(tmp_path / "content", put(tmp_path, table), levels=levels, role=role)


def test_a_wide_table_has_a_column_a_level(tmp_path: Path) -> None:
    framework = read(tmp_path, WIDE).written()

    assert [level.name.source for level in framework.ladders["table"].levels] == ["Junior", "Senior", "Lead"]
    monitoring, backups = framework.skills["monitoring"], framework.skills["backups"]
    assert texts(monitoring, "operator", "junior", mandatory=True) == ["Reads one dashboard."]
    assert texts(backups, "operator", "lead", mandatory=False) == ["Plans restores for the firm."]
    assert backups.requirements("operator", "senior") == ()
    assert framework.categories[backups.category].name.source == "Running"


def test_a_reference_shares_the_statements_that_it_points_to(tmp_path: Path) -> None:
    skill = read(tmp_path, WIDE).written().skills["monitoring"]

    assert (
        skill.requirements("operator", "lead")[0].statements == skill.requirements("operator", "senior")[0].statements
    )


@pytest.mark.parametrize(
    ("senior", "lead", "rows"),
    [("see Lead", "see Senior", 2), ("see Junior", "Leads.", 1), ("see Senior", "Leads.", 1)],
    ids=["round in a circle", "to an empty cell", "to itself"],
)
def test_a_reference_that_leads_nowhere_is_told(tmp_path: Path, senior: str, lead: str, rows: int) -> None:
    result = read(tmp_path, f"Skill,Role,Junior,Senior,Lead\nMonitoring,Operator,,{senior},{lead}\n")

    assert result.told[2].count("where nothing is said") == rows


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("see Senior", "Senior"),
        ("siehe Lead/Staff.", "Lead/Staff"),
        ("см. Senior", "Senior"),
        ("Wie bei Junior", "Junior"),
        ("see E3", "E3"),
        ("Sees the whole.", None),
        ("Seniors are seen.", None),
    ],
)
def test_what_a_reference_is(text: str, level: str | None) -> None:
    assert referred_level(text) == level


def test_what_looks_like_a_reference_but_names_no_level_is_a_statement(tmp_path: Path) -> None:
    skill = read(tmp_path, "Skill,Role,Junior,Senior\nMaps,Pilot,See the sea,See the land\n").written().skills["maps"]

    assert texts(skill, "pilot", "junior") == ["See the sea"]


def test_a_long_table_has_a_row_a_cell_and_says_its_language_by_its_headings(tmp_path: Path) -> None:
    result = read(tmp_path, LONG, levels="Junior,Senior")
    framework = result.written()

    assert framework.locales == ("en", "de")
    assert "taken as de" in result.notes
    assert "de stands in" in result.notes
    skill = framework.skills["monitoring"]
    assert texts(skill, "operator", "junior", mandatory=True, locale="de") == ["Liest ein Dashboard."]
    assert texts(skill, "operator", "senior", mandatory=False, locale="de") == ["Setzt Alarme für einen Service."]


def test_the_order_of_levels_is_asked_for_and_never_guessed(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r'Junior, Senior\. Name all .* --levels "Junior,Senior'):
        read(tmp_path, LONG)


def test_the_order_of_levels_may_stand_in_a_column(tmp_path: Path) -> None:
    table = "Skill,Role,Level,Level order,Statement\nMaps,Pilot,Lead,2,Draws.\nMaps,Pilot,Junior,1,Reads.\n"
    (ladder,) = read(tmp_path, table).written().ladders.values()

    assert [level.id for level in ladder.levels] == ["junior", "lead"]


def test_a_level_that_was_not_named_is_told_with_its_row(tmp_path: Path) -> None:
    result = read(tmp_path, LONG, levels="Senior,Lead")

    assert result.told == {2: '"Junior" is no level of the ladder "table"'}
    assert (result.tally.used, result.tally.unused) == (1, 1)


def test_the_levels_of_the_content_need_no_order(tmp_path: Path) -> None:
    read(tmp_path, WIDE).written()

    framework = read(tmp_path, "Skill,Role,Level,Statement\nMaps,Pilot,lead,Draws a map.\n").written()

    assert list(framework.ladders) == ["table"]
    assert texts(framework.skills["maps"], "pilot", "lead") == ["Draws a map."]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_the_delimiter_is_told_by_the_rows(tmp_path: Path, delimiter: str) -> None:
    rows = [
        ["Skill", "Role", "Junior", "Senior"],
        ["Maps", "Pilot", '"Reads, if asked; draws | never"', "Draws, often."],
        ["Boats", "Pilot", "Rows.", "Sails, steers, and moors."],
    ]
    table = "\n".join(delimiter.join(f'"{c.strip(chr(34))}"' for c in row) for row in rows)

    skill = read(tmp_path, table).written().skills["maps"]

    assert texts(skill, "pilot", "junior") == ["Reads, if asked; draws | never"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "windows-1252"])
def test_the_encoding_is_told_by_the_bytes(tmp_path: Path, encoding: str) -> None:
    result = read(tmp_path, "Skill,Role,Junior,Senior\nGröße,Prüfer,Misst Öfen.,Prüft Maße.\n".encode(encoding))

    assert texts(result.written().skills["groesse"], "pruefer", "senior") == ["Prüft Maße."]
    assert ('If "Größe" is wrong, name its --encoding' in result.notes) == (encoding in ("latin-1", "windows-1252"))


def test_cyrillic_windows_is_told_from_western(tmp_path: Path) -> None:
    table = "Навык;Роль;Junior;Senior\nСети;Инженер;Читает схемы.;Чертит схемы.\n".encode("windows-1251")
    skill = read(tmp_path, table).written().skills["seti"]

    assert texts(skill, "inzhener", "senior", locale="ru") == ["Чертит схемы."]


def test_rows_above_the_headings_and_totals_are_told(tmp_path: Path) -> None:
    above = "Licence: ours,,,\nOur matrix (01.03.2026),,,\n"
    result = read(tmp_path, above + "Skill,Role,Junior,Senior\nMaps,Pilot,Reads.,Draws.\n,,=SUM(C4),\n")

    assert result.told[1] == result.told[2] == "stands above the headings"
    assert "is a formula" in result.told[5]
    assert (result.tally.read, result.tally.used) == (4, 1)


def test_a_mark_stands_for_the_rows_of_its_role_alone(tmp_path: Path) -> None:
    table = "Skill,Role,Mandatory,Junior,Senior\nMaps,Pilot,yes,Reads.,\n,,,Asks.,\n,Mate,,Looks.,\n"
    skill = read(tmp_path, table).written().skills["maps"]

    assert texts(skill, "pilot", "junior", mandatory=True) == ["Reads.", "Asks."]
    assert texts(skill, "mate", "junior", mandatory=False) == ["Looks."]


def test_an_order_that_is_no_number_is_none(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="In which order"):
        read(tmp_path, "Skill,Role,Level,Level order,Statement\nMaps,Pilot,Lead,²,Draws.\nMaps,Pilot,Junior,1,Reads.\n")


def test_a_total_of_another_group_belongs_to_no_skill_above(tmp_path: Path) -> None:
    table = "Area,Skill,Role,Junior,Senior\nSea,Maps,Pilot,Reads.,Draws.\n,,,Asks twice.,\nTotal,,,7 skills,\n"
    result = read(tmp_path, table)

    assert result.told == {4: "names no skill"}
    assert texts(result.written().skills["maps"], "pilot", "junior") == ["Reads.", "Asks twice."]


def test_a_skill_that_is_spelled_otherwise_is_told(tmp_path: Path) -> None:
    table = "Skill,Role,Junior,Senior\nData pipes,Pilot,Reads.,Draws.\ndata pipes ,Pilot,Other.,\n"
    result = read(tmp_path, table)

    assert result.told == {
        3: '"data pipes" is the skill "Data pipes" of row 2 and the role Pilot spelled otherwise: '
        "write both the same if this row belongs to it"
    }


@pytest.mark.parametrize("mark", ["x", "Ja", "JA", "yes", "TRUE", "✓", "да", "Pflicht", "sí", "oui", "1"])
def test_marks_that_say_mandatory(mark: str) -> None:
    assert weight_of(mark) is True


@pytest.mark.parametrize("mark", ["", " ", "nein", "No", "-", "нет", "optional", "0", "false"])
def test_marks_that_say_optional(mark: str) -> None:
    assert weight_of(mark) is False


def test_a_mark_that_says_neither_is_told(tmp_path: Path) -> None:
    result = read(tmp_path, "Skill,Role,Mandatory,Junior,Senior\nMaps,Pilot,perhaps,Reads.,Draws.\n")

    assert result.told == {2: '"perhaps" says neither mandatory nor optional: write yes or no'}


@pytest.mark.parametrize(
    ("cell", "statements", "left_out"),
    [
        ("Reads maps.", ["Reads maps."], None),
        ("- reads maps\n- draws maps;", ["reads maps", "draws maps"], None),
        ("You can:\n- read maps\n• draw maps", ["read maps", "draw maps"], "You can:"),
        ("You can\n- read maps", ["read maps"], "You can"),
        ("Knows every sea there is\n- reads maps", ["Knows every sea there is", "reads maps"], None),
        ("1. Reads maps.\n2) Draws maps.", ["Reads maps.", "Draws maps."], None),
        ("- reads maps\nof the sea\n- draws", ["reads maps of the sea", "draws"], None),
        ("Reads maps.\nDraws maps.", ["Reads maps.", "Draws maps."], None),
        ("Reads maps that others\nhave drawn.", ["Reads maps that others have drawn."], None),
        ("Reads maps; draws them.", ["Reads maps; draws them."], None),
        ("reads maps; draws maps; sells maps;", ["reads maps", "draws maps", "sells maps"], None),
        ("3-D maps are read.", ["3-D maps are read."], None),
    ],
)
def test_several_statements_in_one_cell(cell: str, statements: list[str], left_out: str | None) -> None:
    assert split_statements(cell) == (statements, left_out)


@pytest.mark.parametrize("text", ["46082", "3.5"])
def test_a_number_is_no_statement(tmp_path: Path, text: str) -> None:
    result = read(tmp_path, f"Skill,Role,Junior,Senior\nMaps,Pilot,{text},Draws.\n")

    assert result.told == {2: f'under "Junior" is a number, not a sentence: {text}'}
    assert (result.tally.used, result.tally.in_part) == (1, 1)


def test_an_error_of_the_spreadsheet_is_no_statement(tmp_path: Path) -> None:
    result = read(tmp_path, "Skill,Role,Junior,Senior\nMaps,Pilot,#REF!,Draws.\n")

    assert result.told == {2: 'under "Junior" is an error of the spreadsheet: #REF!'}


def test_a_skill_that_is_filed_in_two_places_is_told(tmp_path: Path) -> None:
    result = read(tmp_path, "Area,Skill,Role,Junior,Senior\nSea,Maps,Pilot,Reads.,\nLand,Maps,Mate,,Draws.\n")

    assert result.told == {3: 'files the skill under "Land", and another row before it elsewhere'}


def test_invisible_characters_are_left_out(tmp_path: Path) -> None:
    framework = read(
        tmp_path, "Skill,Role,Junior,Senior\nMa\u200bps,Pilot,Re\u202eads\u2028 all.,👩‍🎓 Draws.\n"
    ).written()

    assert texts(framework.skills["maps"], "pilot", "junior") == ["Reads all."]
    assert texts(framework.skills["maps"], "pilot", "senior") == ["👩‍🎓 Draws."]


def test_a_skill_without_any_text_is_told(tmp_path: Path) -> None:
    result = read(tmp_path, "Skill,Role,Junior,Senior\nMaps,Pilot,,\nBoats,Pilot,Rows.,\n")

    assert result.told == {2: "no level of this skill says anything, so there is nothing to import"}


def test_a_list_of_roles_is_one_cell_for_each(tmp_path: Path) -> None:
    framework = read(tmp_path, 'Skill,Junior,Senior,Roles\nMaps,Reads.,Draws.,"Pilot, Captain; Mate"\n').written()

    assert framework.skills["maps"].roles == ("pilot", "captain", "mate")


def test_without_a_role_it_is_for_everyone_or_for_whom_the_option_names(tmp_path: Path) -> None:
    table = "Skill,Junior,Senior\nMaps,Reads.,Draws.\n"

    assert list(read(tmp_path, table).plan.after.roles) == ["everyone"]
    assert list(read(tmp_path, table, role="Pilot").plan.after.roles) == ["pilot"]


def test_columns_that_mean_nothing_are_told(tmp_path: Path) -> None:
    table = "Skill,Role,Level,Statement,Owner\nMaps,Pilot,Junior,Reads.,Ann\n"

    assert "not used: Owner" in read(tmp_path, table, levels="Junior,Senior").notes


MAP = """\
columns: {skill: Was, role: Wer, mandatory: Muss}
levels:
  - Anfang: [Azubi]
  - Ende
separator: "/"
defaults: {locale: de, category: Handwerk}
"""


def test_a_column_map_says_what_headings_dont(tmp_path: Path) -> None:
    columns = read_column_map(put(tmp_path, MAP, "map.yaml"))
    table = "Nr,Was,Wer,Muss,Azubi,Ende\n1,Löten,Installateur,ja,lötet Blech/prüft Nähte,leitet an\n"
    framework = imported(tmp_path / "content", put(tmp_path, table), columns=columns).written()

    skill = framework.skills["loeten"]
    assert texts(skill, "installateur", "anfang", mandatory=True, locale="de") == ["lötet Blech", "prüft Nähte"]
    assert [level.aliases for level in skill.ladder.levels] == [("Azubi",), ()]
    assert framework.categories[skill.category].name.source == "Handwerk"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("columns: {skil: Was}\n", '"skil" is none of skill'),
        ("levels: &all [a]\nother: *all\n", "an alias uses this again"),
        ("levels: [a]\nlevels: [b]\n", "stands here twice"),
        ("levels:\n\t- a\n", "begins with a tab"),
    ],
)
def test_a_column_map_with_a_fault_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InvalidContent, match=told):
        read_column_map(put(tmp_path, text, "map.yaml"))


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"%PDF-1.7 ...", "is a PDF"),
        (b"\x89PNG\r\n\x1a\n...", "is a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"Workbook", "is an old Excel"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (b"Skill,Role,Junior\0,Senior\n", "holds NUL characters"),
        (b"just some words\nand more of them\n", "no row of headings"),
        (b"{not json}\n", "isn't a JSON object"),
        (b"Skill,Role\nMaps,Pilot\n", "no row of headings"),
        (b"{\n[1]\n", "row 2: isn't a JSON object, which begins with {"),
        (b'Skill,Junior,Senior\nMaps,"Reads.,Draws.\nBoats,Rows.,Sails.\n', "a quotation mark in row 2"),
        (
            "Skill,Junior,Senior\nСети,Читает схемы.,x\n".encode("cp1252", "replace"),
            "question marks in place of letters",
        ),
        (b"Skill,Junior,Senior\nMaps,\x81,Draws.\n", "windows-1252, as line 2 shows"),
    ],
)
def test_what_is_no_table_is_told_in_a_sentence(tmp_path: Path, raw: bytes, told: str) -> None:
    with pytest.raises(Unusable, match=told):
        read(tmp_path, raw)


def test_a_table_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="has 100,001 rows"):
        read(tmp_path, "Skill,Role,Junior,Senior\n" + "a,b,c,d\n" * 100_000)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    file = put(tmp_path, "Skill")
    with file.open("r+b") as stream:
        stream.truncate(200 * 1024 * 1024)

    with pytest.raises(Unusable, match="has 200 MiB"):
        imported(tmp_path / "content", file)
