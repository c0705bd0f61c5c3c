"""Files that are no good YAML are faults with a line, never a traceback."""

from pathlib import Path

import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.reader import LARGEST_FILE, read_document

TROUBLES: list[tuple[str, bytes, str]] = [
    ("empty", b"", "f.yaml: is empty"),
    ("only a comment", b"# nothing\n", "f.yaml: is empty"),
    ("a list", b"\n- a\n", "f.yaml:2: must be a mapping, with lines like `name: value`"),
    ("a text", b"hello", "f.yaml:1: must be a mapping, with lines like `name: value`"),
    ("not UTF-8", "a: 1\nb: Überblick\n".encode("latin-1"), "f.yaml:2: isn't UTF-8; save the file in that encoding"),
    ("UTF-16", "a: 1".encode("utf-16"), "f.yaml:1: isn't UTF-8; save the file in that encoding"),
    ("a control character", b"a: 1\nb: \x07\n", "f.yaml:2: holds a control character; remove it"),
    ("an escaped NUL", b'a: 1\nb: "c\\0"\n', "f.yaml:2: holds an escaped control character; remove it"),
    ("a NUL", b"a: \x00\n", "f.yaml:1: holds a control character; remove it"),
    ("a tab", b"a:\n\tb: 1\n", "f.yaml:2: begins with a tab; indent with spaces"),
    ("a backtick", b"a: `b`\n", "f.yaml:1: begins with `, which YAML keeps for itself; put the text in quotes"),
    ("a colon", b"a: b: c\n", "f.yaml:1: has a colon too many; put the text in quotes"),
    ("an open quote", b"a: 1\nb: 'c\nd: 2\n", "f.yaml:2: the file ends before this quote is closed"),
    (
        "an open bracket",
        b"a: [1, 2\n",
        "f.yaml:2: lacks a comma or the closing ] before this; or put the text in quotes",
    ),
    ("two documents", b"a: 1\n---\nb: 2\n", "f.yaml:2: begins a second document with ---; keep one document in a file"),
    (
        "a text with a star",
        b"a: *b*\n",
        "f.yaml:1: begins with * or &, which YAML keeps for itself; put the text in quotes",
    ),
    ("a duplicate", b"a:\n  b: 1\n  c: 2\n  b: 3\n", "f.yaml:4: b: stands here twice; keep one of the two"),
    (
        "a list as a key",
        b"? [a, b]\n: c\n",
        "f.yaml:1: the name before a colon must be one word, not a list or a mapping",
    ),
    ("an alias", b"a: &x {b: 1}\nc: *x\n", "f.yaml:1: an alias uses this again; write it out in both places"),
    ("an alias of itself", b"a: &x [*x]\n", "f.yaml:1: an alias uses this again; write it out in both places"),
    (
        "a tag",
        b"a: !!python/name:os.system x\n",
        "f.yaml:1: content needs no tags; remove tag:yaml.org,2002:python/name:os.system",
    ),
    ("deep", b"a: " + b"[" * 500 + b"]" * 500, "f.yaml:1: nothing in content is nested 12 deep; mend the indentation"),
    ("deeper", b"a: " + b"[" * 100_000, "f.yaml:1: is nested far too deep"),
    ("large", b"a: " + b"b" * LARGEST_FILE, "f.yaml: is larger than 2 MiB; split it"),
]


def read(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    read_document(file, "f.yaml")


@pytest.mark.parametrize(("content", "told"), [row[1:] for row in TROUBLES], ids=[row[0] for row in TROUBLES])
def test_a_bad_file_is_one_fault(tmp_path: Path, content: bytes, told: str) -> None:
    with pytest.raises(InvalidContent) as caught:
        read(tmp_path / "f.yaml", content)

    assert [str(fault) for fault in caught.value.faults] == [told]


def test_aliases_that_explode_are_refused_without_exploding(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]

    with pytest.raises(InvalidContent, match="an alias uses this again"):
        read(tmp_path / "f.yaml", "\n".join(lines).encode())


def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").mkdir()

    with pytest.raises(InvalidContent, match=r"f\.yaml: can't be read: "):
        read_document(tmp_path / "f.yaml", "f.yaml")


def test_scalars_are_text_but_for_true_and_false(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text('a: [true, "true", no, 12, 1.5, 2026-02-22, ~, null, "null", ""]\nb:\n', encoding="utf-8")

    assert read_document(file, "f.yaml").data == {
        "a": [True, "true", "no", "12", "1.5", "2026-02-22", "", "", "null", ""],
        "b": "",
    }


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text("\ufeffa: b\n", encoding="utf-8")

    assert read_document(file, "f.yaml").data == {"a": "b"}
