"""Prose that is made of the last book's rows and of what changed is that which all rows give, byte for byte."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from repobook.search.prose_index import changed_prose, make_prose, pour_prose

_SCHEMA = """
CREATE TABLE symbol (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, doc TEXT);
CREATE TABLE file (id INTEGER PRIMARY KEY, outcome TEXT, title TEXT, purpose TEXT);
CREATE VIRTUAL TABLE prose USING fts5 (title, body, content = '', tokenize = 'porter unicode61');
"""
_WORDS = ["cart", "Carts", "price", "till", "sum", "été", "", "of", "items"]


def _book(place: Path, symbols: dict[int, tuple[str, ...]], files: dict[int, tuple[str, ...]]) -> Path:
    connection = sqlite3.connect(place)
    connection.executescript(_SCHEMA)
    connection.executemany(
        "INSERT INTO symbol VALUES (?, ?, ?, ?)", [(n, *row) for n, row in symbols.items()]
    )
    connection.executemany("INSERT INTO file VALUES (?, ?, ?, ?)", [(n, *row) for n, row in files.items()])
    connection.commit()
    connection.close()
    return place


def _rows(place: Path) -> list[object]:
    connection = sqlite3.connect(place, isolation_level=None)
    found = [
        connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        for table in ("prose_data", "prose_idx", "prose_docsize", "prose_config")
    ]
    connection.close()
    return found


@pytest.mark.parametrize("seed", range(10))
def test_renewed_equals_made_anew(seed: int, tmp_path: Path) -> None:
    """Symbols and files that come, go, and say something else."""
    chance = random.Random(seed)

    def say() -> str:
        return " ".join(chance.choices(_WORDS, k=chance.randrange(4)))

    def symbol() -> tuple[str, ...]:
        return chance.choice(_WORDS), chance.choice(["function", "heading"]), say()

    def file() -> tuple[str, ...]:
        return chance.choice(["documented", "skipped"]), say(), say()

    symbols, files = {n: symbol() for n in range(1, 30)}, {n: file() for n in range(1, 9)}
    old = _book(tmp_path / "old.db", symbols, files)
    for number in chance.sample(range(1, 40), 6):
        symbols[number] = symbol()
    for number in chance.sample(range(1, 30), 3):
        del symbols[number]
    files[chance.randrange(1, 9)] = file()
    now = _book(tmp_path / "now.db", symbols, files)
    with sqlite3.connect(old) as before, sqlite3.connect(now) as after:
        changed = changed_prose(before, after, range(1, 40), range(1, 9))
    make_prose(str(tmp_path / "renewed"), str(old), changed)
    make_prose(str(tmp_path / "anew"), str(now), {})
    assert _rows(tmp_path / "renewed") == _rows(tmp_path / "anew")
    connection = sqlite3.connect(now, isolation_level=None)
    connection.execute("BEGIN")
    pour_prose(connection, str(tmp_path / "renewed"))
    connection.execute("COMMIT")
    connection.close()
    assert _rows(now) == _rows(tmp_path / "anew")
    found = (
        sqlite3.connect(now)
        .execute("SELECT rowid FROM prose WHERE prose MATCH 'carts' ORDER BY 1")
        .fetchall()
    )
    said = {n * 2: f"{name} {doc}" for n, (name, kind, doc) in symbols.items() if doc or kind == "heading"}
    said |= {
        n * 2 + 1: f"{title} {text}" for n, (outcome, title, text) in files.items() if outcome == "documented"
    }
    assert [row for (row,) in found] == sorted(n for n, text in said.items() if "cart" in text.lower())
