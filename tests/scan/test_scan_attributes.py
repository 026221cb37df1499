"""What .gitattributes says wins over what names say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from repobook.scan import list_files
from repobook.scan.attributes import Attributes, find_attributes, parse_attributes

if TYPE_CHECKING:
    from conftest import MakeTree, ReadTree


def attributes(text: str, path: str) -> Attributes | None:
    file, problem = parse_attributes(text, ".gitattributes", "")
    assert problem == ""
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return find_attributes((file,), path, name, name[dot:] if dot >= 0 else "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("*.x linguist-generated", True),
        ("*.x linguist-generated=true", True),
        ("*.x -linguist-generated", False),
        ("*.x linguist-generated=false", False),
        ("*.x !linguist-generated", None),
        ("*.y linguist-generated", None),
        ('"a b.x" linguist-generated', None),
        ("d/ linguist-generated", None),
        ("d/** linguist-generated", True),
        ("!*.x linguist-generated", None),
        ("# *.x linguist-generated", None),
        ("[attr]made linguist-generated\n*.x made", True),
    ],
)
def test_a_flag_is_read_in_every_form(line: str, expected: bool | None) -> None:
    found = attributes(line + "\n", "d/a.x")
    assert (found.generated if found else None) is expected


def test_a_quoted_pattern_may_hold_blanks() -> None:
    found = attributes('"a b.x" linguist-vendored\n', "a b.x")
    assert found is not None and found.vendored is True


def test_the_last_line_wins_for_each_attribute_alone() -> None:
    found = attributes("* linguist-generated linguist-language=C\na.x -linguist-generated\n", "a.x")
    assert found is not None
    assert (found.generated, found.language) == (False, "C")
    assert found.rule("linguist-generated") == ".gitattributes:2 linguist-generated"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("* binary", True),
        ("* -text -diff", True),
        ("* -text", None),
        ("* text=auto", None),
        ("* binary\n*.x text", None),
    ],
)
def test_binary_is_more_than_untouched_line_ends(line: str, expected: bool | None) -> None:
    found = attributes(line, "a.x")
    assert (found.binary if found else None) is expected


def test_deeper_files_override_and_info_overrides_all(make_tree: MakeTree) -> None:
    files = {
        ".gitattributes": "*.py linguist-generated\n",
        "a/.gitattributes": "*.py -linguist-generated\n",
        ".git/info/attributes": "a/z.py linguist-vendored\n",
        "a/x.py": "",
        "a/z.py": "",
        "b.py": "",
    }
    entries = list_files(make_tree(files)).entries
    found = {entry.path: entry.attributes for entry in entries if entry.attributes is not None}
    assert found["a/x.py"].generated is False
    assert (found["a/z.py"].generated, found["a/z.py"].vendored) == (False, True)
    assert found["b.py"].generated is True


@pytest.mark.parametrize(
    ("line", "path", "kind", "rule"),
    [
        ("a.py linguist-generated", "a.py", "generated", ".gitattributes:1 linguist-generated"),
        ("a.py linguist-vendored", "a.py", "vendored", ".gitattributes:1 linguist-vendored"),
        ("a.py linguist-documentation", "a.py", "document", ".gitattributes:1 linguist-documentation"),
        ("vendor/** -linguist-vendored", "vendor/a.py", "source", ""),
        ("*.pb.go linguist-generated=false", "a.pb.go", "source", ""),
        ("*.sql binary", "a.sql", "data", ".gitattributes:1 binary"),
    ],
)
def test_an_attribute_decides_the_kind(
    read_tree: ReadTree, line: str, path: str, kind: str, rule: str
) -> None:
    file = read_tree({".gitattributes": line + "\n", path: "x = 1\n"})[path]
    assert (file.kind, file.rule) == (kind, rule)


@pytest.mark.parametrize(
    ("stated", "language"),
    [("C++", "C++"), ("cpp", "C++"), ("Jupyter-Notebook", "Jupyter Notebook"), ("Klingon", "C")],
)
def test_an_attribute_decides_the_language(read_tree: ReadTree, stated: str, language: str) -> None:
    assert (
        read_tree({".gitattributes": f"a.c linguist-language={stated}\n", "a.c": ""})["a.c"].language
        == language
    )


def test_a_stated_encoding_keeps_utf16_without_mark_as_text(read_tree: ReadTree) -> None:
    content = "ÀÁÂÃ — Ж".encode("utf-16-be") * 20 + "\0".encode("utf-16-be")
    files = read_tree(
        {".gitattributes": "*.rc working-tree-encoding=UTF-16BE\n", "a.rc": content, "b.rcx": content}
    )
    assert (files["a.rc"].skip, files["a.rc"].detail) == ("", "working-tree-encoding=UTF-16BE")
    assert files["b.rcx"].skip == "binary"


def test_a_huge_attribute_file_is_cut_with_a_note(make_tree: MakeTree) -> None:
    root = make_tree(
        {".gitattributes": "".join(f"f{number} linguist-generated\n" for number in range(20_010))}
    )
    (note,) = list_files(root).notes
    assert (note.path, note.code) == (".gitattributes", "truncated")
