"""Lines that move elsewhere are written anew where a page cites them; the rest of the page stays as it is."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from runs import read_tree, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.render.book import Book
from repobook.render.current_units import Inset, Made
from repobook.render.insets import fill_insets, find_cells
from repobook.render.markdown import filled_table
from repobook.render.page import Shown

HEADER = (
    "#pragma once\n\nstatic inline int lift(int by) { return by + 1; }\n\n"
    "static inline int drop(int by) { return lift(by) - 2; }\n"
)
FILES = {
    "include/crane.h": HEADER,
    **{
        f"src/{name}.c": f'#include "crane.h"\n\nint {name}_up(int by) {{ return lift(by); }}\n\n'
        f"int {name}_down(int by) {{ return drop(by) + {name}_up(by); }}\n\nint {name}_idle(void) {{ return 0; }}  /* Maß für 人 */\n"
        for name in ("harbour", "quarry", "yard", "zähler")
    },
    "README.md": "# Cranes\n\nWhat lifts.\n",
}


class Cranes:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)
        self.book = folder / "book"
        self.build()

    def build(self, **options: Any) -> None:
        build(
            make_config(str(self.root), str(self.book), cache=str(self.folder / "state"), jobs=1, **options)
        )

    def clean(self, **options: Any) -> dict[str, bytes]:
        other = self.folder / "clean" / "book"
        build(make_config(str(self.root), str(other), cache=str(self.folder / "other"), jobs=1, **options))
        return read_tree(other)

    def written(self, page: str) -> int:
        return os.stat(self.book / page).st_ino


@pytest.fixture
def cranes(tmp_path: Path) -> Cranes:
    return Cranes(tmp_path)


def _is_filled(cranes: Cranes, name: str, before: dict[str, int]) -> bool:
    """Tell whether the page of a file is another one than before, and its keywords are not."""
    docs, keywords = f"src/{name}_docs.md", f"src/{name}_kw.md"
    return cranes.written(docs) != before[docs] and cranes.written(keywords) == before[keywords]


def _written(cranes: Cranes) -> dict[str, int]:
    return {page: cranes.written(page) for page in read_tree(cranes.book)}


@pytest.mark.parametrize("lines", [1, 5, 9, 97, 1000], ids=str)
def test_a_header_with_more_lines_moves_what_pages_cite_of_it(cranes: Cranes, lines: int) -> None:
    before = _written(cranes)
    (cranes.root / "include/crane.h").write_text("\n" * lines + HEADER)
    cranes.build()
    assert f"L{3 + lines}" in (cranes.book / "src/yard.c_docs.md").read_text()
    names = ("quarry", "yard", "zähler")  # the facts of the first are read with those of the header
    assert [name for name in names if not _is_filled(cranes, f"{name}.c", before)] == []
    assert read_tree(cranes.book) == cranes.clean()


def test_cells_are_filled_build_after_build(cranes: Cranes) -> None:
    for lines in (7, 96, 3, 0, 12):
        before = _written(cranes)
        (cranes.root / "include/crane.h").write_text("\n" * lines + HEADER)
        cranes.build()
        assert _is_filled(cranes, "yard.c", before), lines
        assert read_tree(cranes.book) == cranes.clean(), lines


def test_only_what_moved_is_filled(cranes: Cranes) -> None:
    (cranes.root / "include/crane.h").write_text(
        HEADER.replace("\n\nstatic inline int drop", "\n\n\n\nstatic inline int drop")
    )
    cranes.build()
    text = (cranes.book / "src/yard.c_docs.md").read_text()
    assert "L3" in text and "L7" in text
    assert read_tree(cranes.book) == cranes.clean()


@pytest.mark.parametrize(
    "header",
    [
        HEADER.replace("drop", "lower"),
        HEADER.replace("lift", "`raise`"),
        HEADER.replace("int by) { return by", "int by, int to) { return by"),
        "namespace port {\n" + HEADER + "}\n",
        "",
    ],
    ids=["renamed", "odd name", "other signature", "in a scope", "empty"],
)
def test_names_that_change_have_the_whole_page_made(cranes: Cranes, header: str) -> None:
    (cranes.root / "include/crane.h").write_text(header)
    cranes.build()
    assert read_tree(cranes.book) == cranes.clean()


def test_a_file_edited_with_what_it_calls_is_made_anew(cranes: Cranes) -> None:
    (cranes.root / "include/crane.h").write_text("\n" + HEADER)
    source = cranes.root / "src/yard.c"
    source.write_text(source.read_text().replace("drop(by)", "lift(by)"))
    cranes.build()
    assert read_tree(cranes.book) == cranes.clean()


def test_without_sources_and_with_a_web_address_cells_are_filled(tmp_path: Path) -> None:
    for at, options in enumerate(
        ({"has_source": False}, {"source_url": "https://example.org/cranes/blob/main"})
    ):
        cranes = Cranes(tmp_path / str(at))
        cranes.build(**options)
        (cranes.root / "include/crane.h").write_text("\n" * 8 + HEADER)
        before = _written(cranes)
        cranes.build(**options)
        assert _is_filled(cranes, "yard.c", before)
        assert read_tree(cranes.book) == cranes.clean(**options)


ROWS = [("`a`", "`x` [L1](#s)"), ("`b`", ""), ("`ç`", "`x|y` [L2](#s) and 3 more")]
TABLE = filled_table(("function", "calls"), ROWS).rstrip()
SHOWN = Shown(("kinship.callees", (1,)), TABLE, [row[1] for row in ROWS])


def test_cells_are_found_by_their_bytes() -> None:
    page = f"# Maß 人\n\n{TABLE}\n\nMore.\n"
    spans = find_cells(SHOWN, page)
    assert spans is not None
    data = page.encode()
    assert [data[first : first + size].decode() for first, size in spans] == [
        "`x` [L1](#s)",
        "",
        "`x\\|y` [L2](#s) and 3 more",
    ]


@pytest.mark.parametrize(
    "page",
    ["# Title\n", f"{TABLE}\n\n{TABLE}\n"],
    ids=["nowhere", "twice"],
)
def test_a_table_that_does_not_stand_there_once_is_not_filled(page: str) -> None:
    assert find_cells(SHOWN, page) is None


def test_a_table_whose_last_column_is_another_is_not_filled() -> None:
    table = filled_table(("function", "calls"), [("`a`", ""), ("`b`", "")])
    assert find_cells(Shown(SHOWN.about, table.rstrip(), ["", ""]), table) is None


class _Pages:
    """What `fill_insets` writes."""

    def __init__(self) -> None:
        self.pages: list[tuple[str, str, int]] = []
        self.data = b""
        self.options = SimpleNamespace(staging="")
        self.begun: dict[str, frozenset[str]] = {}
        self.missing: frozenset[str] | None = None

    def write_bytes(self, path: str, data: bytes) -> None:
        self.data = data
        self.pages.append((path, "", len(data)))


@pytest.mark.parametrize(
    ("cells", "is_touched"),
    [
        (["`x` [L1](#s)", "", "`z` [L2](#s)"], False),
        (["`x` [L1](#s)", "`x` [L5](#s)", "`x|y` [L2](#s)"], False),
        (["", "", "`x|y` [L2](#s)"], False),
        (["`x` [L1](#s)", ""], False),
        (None, False),
        (["`x` [L9](#s)", "", "`x|y` [L2](#s)"], True),
    ],
    ids=["another name", "more cells", "fewer cells", "fewer rows", "nobody knows", "touched page"],
)
def test_what_is_more_than_a_line_is_not_filled(
    tmp_path: Path, cells: list[str] | None, is_touched: bool
) -> None:
    assert _fill(tmp_path, cells, is_touched) is None


def test_what_is_filled_stands_where_it_is_told(tmp_path: Path) -> None:
    found = _fill(tmp_path, ["`x` [L1000](#s)", "", "`x|y` [L7](#s)"], False)
    assert found is not None
    data, (inset,) = found
    assert data.decode() == f"# Maß\n\n{TABLE}\n\nMore.\n".replace("[L1](#s)", "[L1000](#s)").replace(
        "[L2](#s) and 3 more", "[L7](#s)"
    )
    assert [data[first : first + size] for first, size in inset.spans] == [
        b"`x` [L1000](#s)", b"", b"`x\\|y` [L7](#s)"
    ]  # fmt: skip


def _fill(folder: Path, cells: list[str] | None, is_touched: bool) -> tuple[bytes, list[Inset]] | None:
    page = f"# Maß\n\n{TABLE}\n\nMore.\n"
    data = page.encode()
    (folder / "page.md").write_bytes(data.replace(b"More", b"Else") if is_touched else data)
    spans = find_cells(SHOWN, page)
    assert spans is not None
    book = _Pages()
    inset = Inset(0, spans)
    found = fill_insets(
        cast(Book, book),
        Made([("page.md", hashlib.sha256(data).hexdigest(), len(data))]),
        [inset],
        [(inset, cells)],
        str(folder),
    )
    return (book.data, found[1]) if found is not None else None
