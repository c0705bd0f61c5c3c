"""An overlay that is changed keeps its comments and layout; what is put in reads back as it was meant."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.editing import EditedFile, write_whole
from bot.catalog.faults import InvalidContent
from bot.catalog.overlays import with_hashes, with_translations
from bot.catalog.reader import parse_document
from bot.catalog.writing import NotWritten
from bot.domain.texts import Translation

OVERLAY = """\
# Reviewed by the platform team.
name: {source: 11111111, text: Verteiltes Training}  # as on the door
aliases: [verteilt]

statements:
  # Junior
  run-job:
    source: "22222222"
    text: >-
      Führt ein Training auf mehreren
      GPUs aus.

  # Senior
  plan-budget:
    source: '33333333'
    text: Plant,
      was es kostet.  # cents count
suggestions: {}
"""
IDS = ("walk-job", "run-job", "tune-job", "plan-budget", "last-one")
LONG = " ".join(["Plant das Budget für Trainings"] * 5) + "."


def put(before: str, place: tuple[str, ...], text: str, source: str = "44444444") -> str:
    return with_translations(before, {place: Translation(text, source)}, name="de.yaml", statements=IDS)


def test_a_text_that_is_replaced_leaves_all_else_as_it_is() -> None:
    after = put(OVERLAY, ("statements", "run-job"), "Führt ein Training aus.")

    assert after == OVERLAY.replace("22222222", "44444444").replace(
        "text: >-\n      Führt ein Training auf mehreren\n      GPUs aus.", "text: Führt ein Training aus."
    )


def test_a_text_in_braces_stays_in_braces() -> None:
    after = put(OVERLAY, ("name",), "Training: verteilt, groß")

    assert after == OVERLAY.replace(
        "{source: 11111111, text: Verteiltes Training}", '{source: "44444444", text: "Training: verteilt, groß"}'
    )


def test_a_long_text_is_folded_at_the_width_of_the_bundled_content() -> None:
    after = put(OVERLAY, ("statements", "plan-budget"), LONG)

    assert "    text: >-  # cents count\n      Plant das Budget" in after
    assert max(map(len, after.splitlines())) <= 100
    assert "# Senior\n" in after


@pytest.mark.parametrize(
    ("new", "before"),
    [
        ("walk-job", "  # Junior\n  walk-job:\n"),
        ("tune-job", "      GPUs aus.\n  tune-job:\n"),
        ("last-one", "  # cents count\n  last-one:\n"),
    ],
)
def test_a_new_text_stands_where_the_skill_has_it(new: str, before: str) -> None:
    after = put(OVERLAY, ("statements", new), "Neu.")
    lines = f'  {new}:\n    source: "44444444"\n    text: Neu.\n'

    assert before in after
    assert after.replace(lines, "", 1) == OVERLAY


def test_a_new_text_goes_into_empty_braces() -> None:
    after = put(OVERLAY, ("suggestions", "run-job"), "Probier es.")

    assert after == OVERLAY.replace("{}", '{run-job: {source: "44444444", text: Probier es.}}')


def test_a_section_that_is_missing_is_made_in_its_place() -> None:
    after = put(OVERLAY, ("summary",), "Kurz gesagt.")

    assert '# as on the door\nsummary:\n  source: "44444444"\n  text: Kurz gesagt.\naliases:' in after


def test_a_new_file_has_the_form_of_the_bundled_ones() -> None:
    said: dict[tuple[str, ...], Translation] = {
        ("suggestions", "run-job"): Translation("Probier es.", "55555555"),
        ("statements", "plan-budget"): Translation(LONG, "66666666"),
        ("statements", "run-job"): Translation("Führt aus.", "77777777"),
        ("name",): Translation("Training", "88888888"),
    }
    after = with_translations("", said, name="de.yaml", statements=IDS, aliases=["verteilt", "a: b"])

    assert after.startswith('name:\n  source: "88888888"\n  text: Training\naliases: [verteilt, "a: b"]\n')
    assert list(parse_document(after.encode(), "de.yaml").data["statements"]) == ["run-job", "plan-budget"]  # type: ignore[arg-type]


def test_renewed_hashes_change_eight_digits_each() -> None:
    after = with_hashes(OVERLAY, {("name",): "aaaaaaaa", ("statements", "plan-budget"): "bbbbbbbb"}, name="de.yaml")

    assert after == OVERLAY.replace("11111111", '"aaaaaaaa"').replace("'33333333'", '"bbbbbbbb"')


def test_line_breaks_of_another_system_and_a_byte_order_mark_stay() -> None:
    windows = "\ufeff" + OVERLAY.replace("\n", "\r\n")
    after = put(windows, ("statements", "tune-job"), LONG)

    assert after.startswith("\ufeff# Reviewed")
    assert after.count("\n") == after.count("\r\n")
    assert after.replace("\r\n", "\n").removeprefix("\ufeff") == put(OVERLAY, ("statements", "tune-job"), LONG)


def test_what_can_not_be_changed_in_place_is_refused() -> None:
    with pytest.raises(InvalidContent, match=r"de\.yaml: statements\.run-job\.source: can't be changed here"):
        put("statements: {run-job: just a text}\n", ("statements", "run-job"), "Neu.")
    with pytest.raises(InvalidContent, match=r"de\.yaml:1: .*a colon too many"):
        put("name: a: b\n", ("name",), "Neu.")


@settings(deadline=None, derandomize=True, max_examples=200)
@given(
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=250).filter(str.strip),
    st.sampled_from(
        [("name",), ("summary",), ("statements", "run-job"), ("statements", "tune-job"), ("suggestions", "run-job")]
    ),
)
def test_any_text_reads_back_as_it_was_put(text: str, place: tuple[str, ...]) -> None:
    document = parse_document(put(OVERLAY, place, text).encode(), "de.yaml")

    held: object = document.data
    for key in place:
        assert isinstance(held, dict)
        held = held[key]
    assert held == {"source": "44444444", "text": text.strip()}


def test_no_half_of_a_file_is_ever_there(tmp_path: Path) -> None:
    file = tmp_path / "de.yaml"
    write_whole(file, OVERLAY)
    write_whole(file, "name: b\n")

    assert file.read_text("utf-8") == "name: b\n"
    assert list(file.parent.iterdir()) == [file]

    (tmp_path / "ru.yaml").mkdir()
    with pytest.raises(NotWritten, match=r"ru\.yaml can't be written: Is a directory"):
        write_whole(tmp_path / "ru.yaml", OVERLAY)
    assert sorted(other.name for other in tmp_path.iterdir()) == ["de.yaml", "ru.yaml"]


def test_an_edited_file_without_content_keeps_its_comments() -> None:
    file = EditedFile("# To be translated.\n", "de.yaml")
    file.put(("name",), {"source": "44444444", "text": "Training"})

    assert file.text == '# To be translated.\nname:\n  source: "44444444"\n  text: Training\n'
