"""Lines of those who use a file are noted where a page shows them: an edit of anybody else leaves the page as it is."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from runs import read_tree, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.render.asked import Store, _digest
from repobook.render.job import run_job
from repobook.render.request import RenderJob
from repobook.typeset import page_options

USERS = 20  # of which a page names a dozen
FILES = {
    "well.py": '"""Water."""\n\n\ndef draw(litres: int) -> int:\n    """Draw water."""\n    return litres\n',
    "pump.h": "int pump(int by);\n",
    "pump.c": '#include "pump.h"\n\nint pump(int by) { return by; }\n',
    "test_well.py": "from well import draw\n\n\ndef test_draw():\n    assert draw(3) == 3\n",
} | {
    f"{kind}{number:02}.{end}": text
    for number in range(USERS)
    for kind, end, text in (
        ("bucket", "py", "from well import draw\n\n\ndef fill() -> int:\n    return draw(1)\n"),
        ("pipe", "c", f'#include "pump.h"\n\nint flow{number}(void) {{ return pump({number}); }}\n'),
    )
}


class Wells:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)
        self.book = folder / "book"

    def build(self, place: str = "book", state: str = "state") -> None:
        build(make_config(str(self.root), str(self.folder / place), cache=str(self.folder / state), jobs=1))

    def put_line(self, path: str) -> None:
        mark = "//" if path.endswith(".c") else "#"
        (self.root / path).write_text(f"{mark} one line more\n" + (self.root / path).read_text())

    def is_clean(self) -> bool:
        self.build("clean/book", "other")
        return read_tree(self.folder / "clean" / "book") == read_tree(self.book)


@pytest.fixture
def wells(tmp_path: Path) -> Wells:
    made = Wells(tmp_path)
    made.build()
    return made


@pytest.mark.parametrize(
    ("page", "edited", "is_same"),
    [
        ("well.py_docs.md", "bucket19.py", True),
        ("well.py_docs.md", "bucket00.py", False),
        ("well.py_docs.md", "test_well.py", False),
        ("pump.h_docs.md", "pipe19.c", True),
        ("pump.c_docs.md", "pipe19.c", True),
        ("pump.c_docs.md", "pipe00.c", False),
    ],
)
def test_a_page_is_made_anew_where_it_shows_the_lines(
    page: str, edited: str, is_same: bool, wells: Wells
) -> None:
    before = (wells.book / page).stat().st_ino
    wells.put_line(edited)
    wells.build()
    assert ((wells.book / page).stat().st_ino == before) is is_same
    assert wells.is_clean()


def test_what_is_noted_is_what_the_database_answers(wells: Wells, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[tuple[str, Sequence[Any]]] = []

    def note(store: Store, sql: str, values: Sequence[Any], answer: Sequence[tuple[Any, ...]]) -> None:
        assert store.digest(sql, values) == _digest(answer), sql
        noted.append((sql, values))

    monkeypatch.setattr(Store, "note", note)
    staging = wells.folder / "staging"
    staging.mkdir()
    shutil.copy(wells.book / "book.db", staging)
    config = make_config(str(wells.root), str(wells.book), cache=str(wells.folder / "state"), jobs=1)
    with closing(sqlite3.connect(staging / "book.db")) as connection:
        (last,) = connection.execute("SELECT max(id) FROM file").fetchone()
    job = RenderJob(page_options(config, str(staging), ""), "files", 1, last)
    written, _, is_wrong = msgspec.msgpack.decode(run_job(msgspec.msgpack.encode(job)))
    assert not is_wrong
    assert {"well.py_docs.md", "pump.c_docs.md"} <= {path for path, _, _ in written}
    told = " ".join(sql for sql, _ in noted)
    assert "IN (" in told
    for words in ("FROM use", "FROM body b JOIN use", "FROM call", "FROM body b JOIN call", "FROM import"):
        assert words in told
