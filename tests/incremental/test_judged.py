"""What is told to be the same is the same: of statements and questions that real pages asked, whatever rows change."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from test_kept_pages import Garden

from repobook.config import make_config
from repobook.render.asked import _KNOWN, _RECALLED, FIXED, ROOM, _encode, _said, _unpacked, ask_again, reads
from repobook.render.book import Book, Options
from repobook.render.current_units import Asker, Units, Wrong, about
from repobook.render.entries import Entry, entry_points
from repobook.render.extent import extent_of, is_reached, statements_of, texts_in_doubt
from repobook.render.page_judge import PageJudge
from repobook.render.units import unpack_units
from repobook.store import open_reader
from repobook.store.changes import Changes, compare, read_changes, write_changes
from repobook.store.judged import Judge
from repobook.typeset import page_options

# What must fit what other tables say, where more than single statements are asked.
STAYING = {
    "file": {"id", "path", "path_bytes", "folder_id", "outcome", "kind", "language", "page"},
    "folder": {"id", "path", "path_bytes", "parent_id", "page", "depth"},
    "symbol": {"id", "file_id"},
}
APART = {"file", "folder"}  # no row of these comes or goes then


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Garden:
    made = Garden(tmp_path_factory.mktemp("garden"))
    made.edit(
        "garden/iris.py",
        lambda text: (
            text
            + "\n\nclass Iris:\n    def wilt(self): ...\n\n\nclass Blue(Iris):\n    def wilt(self): ...\n"
        ),
    )
    made.build()
    return made  # fmt: skip


def kept(garden: Garden) -> list[Units]:
    """Return what the build left of each job."""
    return [unpack_units(data) for job, data in garden.blocks().items() if not job.startswith("names")]


def change(connection: sqlite3.Connection, chance: random.Random, is_free: bool) -> str:
    """Change, add or take away a row of some table; return what was done. Where it `is_free`, files and folders come and go, too."""
    tables = [
        name
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
        if not re.match(r"prose|\w+_block|\w+_list", name) and sql
    ]
    while True:
        table = chance.choice(tables)
        columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        if rows and table not in ("meta", "rule"):
            break
    if table == "symbol" and is_free and chance.random() < 0.3:
        return _shift(connection, chance)
    how = "change" if table in APART and not is_free else chance.choice(["change", "add", "take"])
    at = chance.randrange(len(rows))
    row = list(rows[at])
    if how == "take":
        del rows[at]
    else:
        for _ in range(chance.choice([1, 1, 3])):
            place = chance.randrange(len(columns))
            if columns[place][1] not in ({"id"} if is_free and table in APART else STAYING.get(table, ())):
                row[place] = _other(columns[place][2], [one[place] for one in rows], chance)
        if table == "symbol" and how == "add":
            row[0] = max(one[0] for one in rows if one[1] == row[1]) + 1
        if table in APART and how == "add":
            row[0] = chance.choice(
                [n for n in range(1, rows[-1][0] + 3) if n not in {one[0] for one in rows}]
            )
        rows[at : at + (how == "change")] = [tuple(row)]
    connection.execute(f"DELETE FROM {table}")
    marks = ", ".join("?" * len(columns))
    # Rows of a table without a key are numbered anew, as a build does.
    connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)
    connection.commit()
    return f"{how} {table} {row}"


def _shift(connection: sqlite3.Connection, chance: random.Random) -> str:
    """Give the symbols of a file and of all behind it other ids, as a file that comes does."""
    (file,) = chance.choice(connection.execute("SELECT DISTINCT file_id FROM symbol").fetchall())
    by = chance.choice([1, 16, 1000])
    for number, *_ in connection.execute(
        "SELECT id FROM symbol WHERE file_id >= ? ORDER BY id DESC", (file,)
    ).fetchall():
        connection.execute("UPDATE symbol SET id = id + ? WHERE id = ?", (by, number))
    connection.commit()
    return f"shift symbols from file {file} on by {by}"


def _other(kind: str, seen: list[Any], chance: random.Random) -> Any:
    value = chance.choice(seen)
    if kind == "INTEGER" and type(value) is int:
        return chance.choice([value, value + 1, max(0, value - 1)])
    if kind == "TEXT":
        return chance.choice([value, f"{value}x", value[1:] if value else "y"])
    return value


def changed(old: Path, folder: Path, chance: random.Random, is_free: bool = False) -> tuple[str, list[str]]:
    """Return a database that differs in a few rows, and what was done to it."""
    new = str(folder / "book.db")
    shutil.copy(old, new)
    with closing(sqlite3.connect(new)) as connection:
        done = [change(connection, chance, is_free) for _ in range(chance.choice([1, 1, 2, 5]))]
    return new, done


def _answer(connection: sqlite3.Connection, text: str, values: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(text, values)]


def test_statements_that_are_told_to_be_the_same_are(garden: Garden, tmp_path: Path) -> None:
    old = garden.book / "book.db"
    asked = sorted(
        {(units.texts[text], *values) for units in kept(garden) for text, _, *values in units.statements},
        key=repr,
    )
    assert len(asked) > 200
    before = open_reader(str(old))
    answers = {one: _answer(before, one[0], list(one[1:])) for one in asked}
    told = differing = 0
    for seed in range(int(os.environ.get("REPOBOOK_EXAMPLES", "60"))):
        new, done = changed(old, tmp_path, random.Random(seed), is_free=seed % 2 == 1)
        changes = compare(str(old), new)
        assert changes is not None
        judge = PageJudge(changes, open_reader(new))
        after = open_reader(new)
        for text, *values in asked:
            is_same = _answer(after, text, values) == answers[text, *values]
            if judge.is_same(text, values):
                told += 1
                assert is_same, (seed, done, text, values)
            differing += not is_same
        after.close()
    before.close()
    assert told > 20 * differing > 0  # both come up
    assert told > 0.9 * len(asked) * 60  # and most is told


@pytest.mark.parametrize("column", ["name", "first_line", "doc", "bases", "name_column"])
def test_one_column_of_one_row(garden: Garden, tmp_path: Path, column: str) -> None:
    """Who reads that column of that row is not told to be the same; who reads another of either is."""
    new = tmp_path / "book.db"
    shutil.copy(garden.book / "book.db", new)
    with closing(sqlite3.connect(new)) as connection:
        one, other = (row[0] for row in connection.execute("SELECT id FROM symbol ORDER BY id LIMIT 2"))
        connection.execute(f"UPDATE symbol SET {column} = 77 WHERE id = ?", (one,))
        connection.commit()
    changes = compare(str(garden.book / "book.db"), str(new))
    assert changes is not None
    judge = PageJudge(changes, open_reader(str(new)))
    text = f"SELECT {column} FROM symbol WHERE id = ?"
    assert (judge.is_same(text, [one]), judge.is_same(text, [other])) == (False, True)
    assert judge.is_same("SELECT kind FROM symbol WHERE id = ?", [one])


def test_questions_that_are_told_to_be_the_same_are(garden: Garden, tmp_path: Path) -> None:
    """Also where what they read is kept for many of them, and read only once."""
    old = garden.book / "book.db"
    config = make_config(str(garden.root), str(garden.book), cache=str(garden.folder / "state"))
    told = 0
    for seed in range(int(os.environ.get("REPOBOOK_EXAMPLES", "60"))):
        new, done = changed(old, tmp_path, random.Random(1000 + seed))
        changes = compare(str(old), new)
        assert changes is not None
        book = Book(Options(*page_options(config, str(tmp_path), "")))
        for units in kept(garden):
            asker = Asker(book, units, PageJudge(changes, open_reader(new)))
            for at, question in enumerate(units.questions):
                try:
                    is_sure = bool(question.digest) and asker._is_sure(at)
                except (
                    KeyError
                ):  # a row of nothing, which no repository has; whoever asks takes it for unsure
                    continue
                if is_sure:
                    told += 1
                    trace = ask_again(book, about(question))
                    assert trace is not None
                    assert trace.digest == question.digest, (seed, done, question.name, question.values)
        book.db.close()
    assert told > 1000


def test_what_no_change_reaches_has_the_answers_that_it_had(garden: Garden, tmp_path: Path) -> None:
    """Told of all statements of a job at once, by their values in columns."""
    old = garden.book / "book.db"
    before = open_reader(str(old))
    config = make_config(str(garden.root), str(garden.book), cache=str(garden.folder / "state"))
    jobs = [(units, extent_of(units)) for units in kept(garden)]
    # One unit and what it asks, so that there is much that a change does not reach.
    for units, _ in jobs[:]:
        for at in range(0, len(units.statements), 7):
            part = Units(units.texts, units.statements[at : at + 7], [], {})
            jobs.append((part, extent_of(part)))
    told = 0
    for seed in range(int(os.environ.get("REPOBOOK_EXAMPLES", "60")) // 2):
        new, done = changed(old, tmp_path, random.Random(2000 + seed))
        changes = compare(str(old), new)
        assert changes is not None
        judge = PageJudge(changes, open_reader(new))
        book = Book(Options(*page_options(config, str(tmp_path), "")))
        for units, extent in jobs:
            assert statements_of(extent) == units.statements
            if is_reached(extent, judge, book, texts_in_doubt(extent, judge)):
                continue
            told += 1
            for text, _, *values in units.statements:
                now = _answer(book.db.connection, units.texts[text], values)
                assert now == _answer(before, units.texts[text], values), (
                    seed,
                    done,
                    units.texts[text],
                    values,
                )
        book.db.close()
    before.close()
    assert told > 500


def _nothing_changed(garden: Garden, folder: Path) -> tuple[Book, PageJudge]:
    """Return a book that is the last one, and who tells that."""
    old = garden.book / "book.db"
    new = shutil.copy(old, folder / "book.db")
    changes = compare(str(old), str(new))
    assert changes is not None
    config = make_config(str(garden.root), str(garden.book), cache=str(garden.folder / "state"))
    return Book(Options(*page_options(config, str(folder), ""))), PageJudge(changes, open_reader(str(new)))


def test_answers_of_the_last_build_are_those_that_would_be_given(garden: Garden, tmp_path: Path) -> None:
    book, judge = _nothing_changed(garden, tmp_path)
    seen: set[str] = set()
    for units in kept(garden):
        asker = Asker(book, units, judge)
        for question in units.questions:
            if not question.answer:
                continue
            trace = asker.recall(about(question))
            assert trace is not None and trace.is_old
            answer = _unpacked(book, question.name, trace.answer)
            forget_all(book)
            found = ask_again(book, about(question))
            assert found is not None and not found.is_old
            known = _KNOWN[question.name][book][about(question)[1]][0]
            assert repr(answer) == repr(known)
            assert (found.statements, found.files, found.folders) == (
                trace.statements,
                trace.files,
                trace.folders,
            )
            assert found.questions.keys() == trace.questions.keys()
            seen.add(question.name)
    book.db.close()
    # No file here is torn.
    assert seen | {"report._torn_files"} == set(_RECALLED)


def forget_all(book: Book) -> None:
    for known in _KNOWN.values():
        known.pop(book, None)


def test_whoever_doubts_is_not_answered_by_the_last_build(garden: Garden, tmp_path: Path) -> None:
    """An answer that was kept wrongly is taken where it is sure, and seen where it is asked for all the same."""
    book, judge = _nothing_changed(garden, tmp_path)
    units = next(one for one in kept(garden) if any(q.name == "entries.entry_points" for q in one.questions))
    number, unit = next(
        (number, unit)
        for number, unit in units.units.items()
        if any(units.questions[at].name == "entries.entry_points" for at in unit.questions)
    )
    (at, *_) = (at for at in unit.questions if units.questions[at].name == "entries.entry_points")
    question = units.questions[at]
    question.answer = _encode([Entry(0, "a lie", 1, 1, 1)])
    question.digest = _said([Entry(0, "a lie", 1, 1, 1)])
    unit.questions = [at]
    asker = Asker(book, units, judge)
    reads.recall = asker.recall
    try:
        assert "a lie" in repr(entry_points(book, *question.values))
        assert asker.is_current(number)
        with pytest.raises(Wrong):
            asker.check(number, is_asked=True)
    finally:
        reads.recall = None
        book.db.close()


def test_a_value_of_a_row_is_no_other(garden: Garden, tmp_path: Path) -> None:
    """Whoever has read who uses a file has not read how many lines it has."""
    new = tmp_path / "book.db"
    shutil.copy(garden.book / "book.db", new)
    number = garden.file_id("garden/fern.py")
    with closing(sqlite3.connect(new)) as connection:
        connection.execute("UPDATE file SET lines = lines + 1 WHERE id = ?", (number,))
        connection.commit()
    changes = compare(str(garden.book / "book.db"), str(new))
    assert changes is not None
    judge = PageJudge(changes, open_reader(str(new)))
    config = make_config(str(garden.root), str(garden.book), cache=str(garden.folder / "state"))
    book = Book(Options(*page_options(config, str(tmp_path), "")))
    read = []
    for name in ("lines", "size_bytes", "importers", "users", "importance"):
        reads.begin()
        getattr(book.files[number], name)
        read.append(reads.end().files - {number * ROOM + FIXED})
    book.db.close()
    assert judge.files == read[0]
    assert len(set().union(*read)) == 5


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    for name in ("old.db", "new.db"):
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            connection.executescript(
                "CREATE TABLE symbol (id INTEGER PRIMARY KEY, file_id INTEGER, doc TEXT);"
                "CREATE TABLE finding (file_id INTEGER NOT NULL, rule TEXT, line INTEGER);"
                "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT, path_bytes BLOB, folder_id INTEGER, outcome TEXT,"
                " kind TEXT, language TEXT, page TEXT);"
                "CREATE TABLE folder (id INTEGER PRIMARY KEY, path TEXT, path_bytes BLOB, parent_id INTEGER, page TEXT,"
                " depth INTEGER);"
                "INSERT INTO file (id, path, folder_id) VALUES (1, 'a/one.py', 1), (2, 'a/two.py', 1);"
                "INSERT INTO folder (id, path) VALUES (1, 'a');"
            )
            connection.executemany(
                "INSERT INTO symbol VALUES (?, ?, ?)", [(10, 1, "a"), (20, 2, None), (21, 2, "")]
            )
            connection.executemany(
                "INSERT INTO finding VALUES (?, ?, ?)", [(n % 7, "r", n) for n in range(40)]
            )
            connection.commit()
    yield tmp_path / "old.db", tmp_path / "new.db"


def compared(pair: tuple[Path, Path], *statements: str) -> Changes:
    with closing(sqlite3.connect(pair[1])) as connection:
        for one in statements:
            connection.execute(one)
        connection.commit()
    found = compare(str(pair[0]), str(pair[1]))
    assert found is not None
    return found


def test_rows_that_differ_say_in_what(pair: tuple[Path, Path]) -> None:
    found = compared(
        pair, "UPDATE symbol SET doc = '' WHERE id = 20", "DELETE FROM symbol WHERE id = 21",
        "INSERT INTO symbol VALUES (22, 2, 'new')",
    )  # fmt: skip
    assert found.tables["symbol"].rows == [(4, [20, 2], [20, 2]), (15, None, [22, 2]), (15, [21, 2], None)]
    assert found.tables["finding"].rows == []
    assert found.spans == [([1, 2], [10, 20])]
    assert (found.moved, found.names) == ([], [])


@pytest.mark.parametrize("before, after", [("source", "test"), ("test", "source"), ("source", "source")])
def test_a_file_that_was_listed_is_seen_when_it_is_not_any_more(
    pair: tuple[Path, Path], before: str, after: str
) -> None:
    with closing(sqlite3.connect(pair[0])) as connection:
        connection.execute("UPDATE file SET kind = 'document'")
        connection.execute("UPDATE file SET kind = ? WHERE id = 2", (before,))
        connection.commit()
    shutil.copy(pair[0], pair[1])
    text = (
        "SELECT s.id FROM symbol s JOIN file f ON f.id = s.file_id WHERE f.kind IN ('source') ORDER BY s.id"
    )
    changes = compared(pair, f"UPDATE file SET kind = '{after}' WHERE id = 2")
    with closing(open_reader(str(pair[1]))) as reader, closing(open_reader(str(pair[0]))) as old:
        judge = Judge(changes, reader)
        assert judge.columns(text, []) == {"symbol": {"id", "file_id"}, "file": {"id", "kind"}}
        is_same = [tuple(row) for row in old.execute(text)] == [tuple(row) for row in reader.execute(text)]
        assert is_same == (before == after) and judge.is_same(text, []) == is_same


def test_files_that_come_and_go_are_told_by_name(pair: tuple[Path, Path]) -> None:
    found = compared(
        pair, "UPDATE file SET path = 'a/three.py' WHERE id = 2", "INSERT INTO folder (id, path) VALUES (2, 'b/c')",
        "UPDATE symbol SET id = 25 WHERE id = 20", "UPDATE symbol SET id = 26 WHERE id = 21",
    )  # fmt: skip
    assert found.names == ["c/", "three.py", "two.py"]
    assert found.spans == [([1, 2], [10, 25]), ([1, 2], [10, 20])]
    assert found.moved == [1, 2], "of the first, where the next one begins"


def test_one_row_more_moves_others_without_changing_them(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repobook.store.changes.MAX_ROWS", 20)
    with closing(sqlite3.connect(pair[1])) as connection:
        rows = connection.execute("SELECT * FROM finding").fetchall()
        rows.insert(9, (2, "more", 9))
        connection.execute("DELETE FROM finding")
        connection.executemany("INSERT INTO finding VALUES (?, ?, ?)", rows)
        connection.commit()
    rows_of = compared(pair).tables["finding"].rows
    assert rows_of is not None
    assert {(before or after or [0])[0] for _, before, after in rows_of} == {2}


def test_another_order_of_rows_is_a_change(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of each file are as they were, but files do not follow each other as they did."""
    monkeypatch.setattr("repobook.store.changes.MAX_ROWS", 20)
    with closing(sqlite3.connect(pair[1])) as connection:
        rows = connection.execute("SELECT * FROM finding ORDER BY file_id DESC, line").fetchall()
        connection.execute("DELETE FROM finding")
        connection.executemany("INSERT INTO finding VALUES (?, ?, ?)", rows)
        connection.commit()
    assert compared(pair).tables["finding"].rows is None


def test_symbols_out_of_the_order_of_files_give_no_ranges(pair: tuple[Path, Path]) -> None:
    found = compared(pair, "INSERT INTO symbol VALUES (30, 1, 'late')")
    assert found.spans == []


def test_too_many_rows_are_all(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repobook.store.changes.MAX_ROWS", 2)
    assert compared(pair, "UPDATE symbol SET doc = 'x'").tables["symbol"].rows is None


def test_other_tables_are_not_compared(pair: tuple[Path, Path]) -> None:
    with closing(sqlite3.connect(pair[1])) as connection:
        connection.execute("ALTER TABLE symbol ADD COLUMN more")
    assert compare(str(pair[0]), str(pair[1])) is None


def test_changes_are_handed_over_in_a_file(pair: tuple[Path, Path], tmp_path: Path) -> None:
    path = tmp_path / "changes"
    assert write_changes(str(pair[0]), str(pair[1]), str(path))
    read = read_changes(str(path))
    assert read is not None and read[0] == compare(str(pair[0]), str(pair[1]))
    path.write_bytes(path.read_bytes()[:-1])
    assert read_changes(str(path)) is None
    assert read_changes(str(tmp_path / "none")) is None
