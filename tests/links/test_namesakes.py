"""Names that stand for two things: which of them a place means is told by what is done there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from runs import write_tree

from repobook.build import build
from repobook.config import make_config


def test_a_module_of_rust_is_not_called(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/main.rs": "mod search;\n\nfn main() { search(1); }\n\nfn search(n: i32) -> i32 { search::deep(n) }\n",
        "src/search.rs": "pub fn deep(n: i32) -> i32 { n }\n",
    }
    write_tree(tmp_path / "repo", files)
    build(make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    with closing(sqlite3.connect(tmp_path / "book" / "book.db")) as connection:
        called = connection.execute(
            "SELECT s.name, s.kind, c.label FROM call c JOIN symbol s ON s.id = c.target_id ORDER BY s.name"
        ).fetchall()
    assert called == [("deep", "function", "e"), ("search", "function", "e")]
