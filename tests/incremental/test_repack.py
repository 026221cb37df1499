"""A database that is made of the last one's pages has the bytes that one has which is made row by row.

python tests/incremental/test_repack.py 1000 2000    # more rounds, by hand
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import pytest

from repobook.errors import OutputError
from repobook.store.growing import Grown
from repobook.store.normal import normal_page, read_schema
from repobook.store.patch import mark_of
from repobook.store.repack import repack as find_patch
from repobook.store.store import copy_rows

SCHEMA = """
CREATE TABLE word (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE line (id INTEGER PRIMARY KEY, file INTEGER, name TEXT, first INTEGER);
CREATE TABLE blob (id INTEGER PRIMARY KEY, names BLOB, places BLOB);
CREATE TABLE empty (id INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE few (text TEXT, number REAL);
CREATE TABLE pair (one INTEGER, other INTEGER, how TEXT, PRIMARY KEY (one, other)) WITHOUT ROWID;
CREATE TABLE long (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE INDEX line_file ON line (file);
CREATE INDEX line_name ON line (name);
CREATE INDEX pair_other ON pair (other);
"""


def repack(last: str, work: str, made: str) -> bool:
    """Make one database of another where that can be; tell whether it was."""
    patch = find_patch(last, work, made + "-pages")
    assert (patch is not None) == os.path.exists(made + "-pages")
    if patch is None:
        return False
    shutil.copyfile(work, made)
    patch.apply(made)
    assert not os.path.exists(made + "-pages")
    data = Path(made).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (patch.size, patch.checksum)
    assert patch.mark == mark_of(made)
    return True


def name(rng: random.Random, longest: int = 40) -> str:
    return "".join(rng.choices("abcdefgh_é", k=rng.randint(1, longest)))


def blob(rng: random.Random, page_bytes: int) -> bytes:
    return rng.randbytes(
        rng.choice((0, 3, 30, page_bytes // 3, page_bytes, 2 * page_bytes + 7, 9 * page_bytes))
    )


def fill(connection: sqlite3.Connection, rng: random.Random, page_bytes: int, rows: int) -> None:
    many = connection.executemany
    numbers = sorted(rng.sample(range(rows * 1000), rows))
    many("INSERT INTO line VALUES (?, ?, ?, ?)", [(at, at // 700, name(rng), at % 300) for at in numbers])
    many(
        "INSERT INTO blob VALUES (?, ?, ?)",
        [(at, blob(rng, page_bytes), rng.randbytes(at % 90)) for at in numbers[: rows // 4]],
    )
    many("INSERT INTO few VALUES (?, ?)", [(name(rng), at / 2) for at in range(rng.randint(0, 9))])
    many("INSERT OR IGNORE INTO word VALUES (?, ?)", [(name(rng), name(rng)) for _ in range(rows)])
    pairs = [(rng.randrange(rows * 90), rng.randrange(70_000), rng.choice("esc")) for _ in range(rows)]
    many("INSERT OR IGNORE INTO pair VALUES (?, ?, ?)", pairs)
    many(
        "INSERT OR IGNORE INTO long VALUES (?, ?)",
        [(name(rng), blob(rng, page_bytes)) for _ in range(rng.randint(0, 20))],
    )


def edit(connection: sqlite3.Connection, rng: random.Random, page_bytes: int) -> None:
    """Change a few rows, anywhere."""
    ask = connection.execute
    tables = ("line", "blob", "word", "pair", "few", "long", "empty", "pair", "line")
    table = rng.choice(tables)
    (count,) = ask(f"SELECT count(*) FROM {table}").fetchone()
    # The first and the last rows are where most can go wrong.
    at = rng.choice((0, max(0, count - 1), rng.randrange(max(1, count))))
    where = (
        "rowid" if table in ("line", "blob", "few", "empty") else "(one, other)" if table == "pair" else "key"
    )
    what = where.strip("()")
    one = f"{where} IN (SELECT {what} FROM {table} LIMIT {rng.choice((1, 1, 1, 2, 5))} OFFSET {at})"
    if rng.random() < 0.15:
        ask(f"DELETE FROM {table} WHERE {one}")
    elif table == "line":
        changes = (
            "first = first + 1",
            "first = 5000",
            "name = name || 'x'",
            "name = substr(name, 2)",
            "file = file + 1",
        )
        if rng.random() < 0.8:
            ask(f"UPDATE line SET {rng.choice(changes)} WHERE {one}")
        else:
            ask("INSERT INTO line VALUES ((SELECT max(id) + 1 FROM line), 7, ?, 9)", (name(rng),))
    elif table == "blob":
        column = rng.choice(("names", "places"))
        ways = (
            f"{column} || x'01'",
            f"substr({column}, 2)",
            f"randomblob(length({column}))",
            f"substr({column}, 1, length({column}) - 1) || x'07'",
        )
        ask(f"UPDATE blob SET {column} = {rng.choice(ways)} WHERE {one}")
    elif table in ("word", "long"):
        if rng.random() < 0.6:
            ask(f"UPDATE {table} SET value = substr(value, 2) || {rng.choice(('1', 'x', ''))!r} WHERE {one}")
        else:
            ask(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", (name(rng), name(rng)))
    elif table == "pair":
        if rng.random() < 0.5:
            ask(f"UPDATE pair SET how = 'x' WHERE {one}")
        else:
            ask(
                "INSERT OR REPLACE INTO pair VALUES (?, ?, 'n')",
                (rng.randrange(count * 90 + 1), rng.randrange(70_000)),
            )
    elif table == "few":
        ask("UPDATE few SET number = number + 1") if rng.random() < 0.7 else ask(
            "INSERT INTO few VALUES (?, 1)", (name(rng),)
        )
    elif rng.random() < 0.2:
        ask("INSERT INTO empty VALUES (NULL, 'x')")


def rewrite(connection: sqlite3.Connection, rng: random.Random) -> None:
    """Take all rows of a table away and put them in again, as a step of the linking does."""
    table = rng.choice(("line", "pair", "word", "blob"))
    connection.execute(f"CREATE TEMP TABLE held AS SELECT * FROM {table}")
    connection.execute(f"DELETE FROM {table}")
    connection.execute(f"INSERT INTO {table} SELECT * FROM held" + rng.choice(("", " ORDER BY random()")))
    connection.execute("DROP TABLE held")


@contextlib.contextmanager
def opened(path: Path, page_bytes: int):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA page_size = {page_bytes}")
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    with contextlib.closing(connection):
        yield connection
        connection.execute("COMMIT")
        connection.execute("PRAGMA schema_version = 1")


def play(folder: Path, seed: int) -> tuple[int, int]:
    """Play one round: some edits, each over the last one's copy. Return how many were made of pages, and of how many."""
    rng = random.Random(seed)
    page_bytes = rng.choice((512, 1024, 1024, 4096))
    first, last, work, whole, made = (folder / part for part in ("first", "last", "work", "whole", "made"))
    for path in (first, last):
        path.unlink(missing_ok=True)
    with opened(first, page_bytes) as connection:
        connection.executescript(SCHEMA)
        connection.execute("BEGIN")
        fill(connection, rng, page_bytes, rng.choice((0, 5, 60, 400, 1500)))
    copy_rows(str(first), str(last))
    patched = edits = 0
    for _ in range(6):
        for path in (whole, made):
            path.unlink(missing_ok=True)
        work.write_bytes(last.read_bytes())
        with opened(work, page_bytes) as connection:
            for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
                edit(connection, rng, page_bytes)
            if rng.random() < 0.1:
                rewrite(connection, rng)
        before = last.read_bytes(), work.read_bytes()
        copy_rows(str(work), str(whole))
        is_patched = repack(str(last), str(work), str(made))
        assert (last.read_bytes(), work.read_bytes()) == before
        assert is_patched == made.exists()
        if is_patched:
            assert made.read_bytes() == whole.read_bytes(), seed
        patched, edits = patched + is_patched, edits + 1
        os.replace(whole, last)
    check_pages(last, page_bytes)
    return patched, edits


def check_pages(path: Path, page_bytes: int) -> None:
    """SQLite finds no fault, and pages of tables, which nobody looks at, are as they should be."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    data = path.read_bytes()
    todo = [root for *_, root in read_schema(str(path))]
    while todo:
        page = data[(number := todo.pop()) * page_bytes - page_bytes : number * page_bytes]
        assert normal_page(page) is page
        if page[0] in (2, 5):
            spots = [12 + 2 * at for at in range(int.from_bytes(page[3:5], "big"))]
            todo += [
                int.from_bytes(page[(at := int.from_bytes(page[spot : spot + 2], "big")) : at + 4], "big")
                for spot in spots
            ]
            todo.append(int.from_bytes(page[8:12], "big"))


@pytest.mark.parametrize("part", range(4))
def test_same_bytes(tmp_path: Path, part: int) -> None:
    counts = [play(tmp_path, seed) for seed in range(part * 10, part * 10 + 10)]
    patched, edits = (sum(column) for column in zip(*counts, strict=True))
    assert patched > edits * 0.4


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 7])
def test_pages_that_are_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Pages above leaves with keys of very different lengths are given back while a tree grows, and taken again."""
    given = []
    give_back = Grown._give_back
    monkeypatch.setattr(
        Grown, "_give_back", lambda grown, nodes: (given.extend(nodes), give_back(grown, nodes))
    )
    rng = random.Random(seed)
    first, last, work, made, whole = (tmp_path / part for part in ("first", "last", "work", "made", "whole"))
    with opened(first, 1024) as connection:
        connection.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute("CREATE INDEX line_name ON line (name)")
        rows = [(at, name(rng, rng.choice((6, 150)))) for at in range(6000)]
        connection.executemany("INSERT INTO line VALUES (?, ?)", rows)
    copy_rows(str(first), str(last))
    work.write_bytes(last.read_bytes())
    with opened(work, 1024) as connection:
        # What is longer moves the ends of leaves, and so what stands above them.
        connection.execute("UPDATE line SET name = name || 'abcdefgh' WHERE id = ?", (rng.randrange(6000),))
    assert repack(str(last), str(work), str(made))
    copy_rows(str(work), str(whole))
    assert given
    assert made.read_bytes() == whole.read_bytes()


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A database, and one that began as a copy of it."""
    rng = random.Random(7)
    first, last, work = (tmp_path / part for part in ("first", "last", "work"))
    with opened(first, 1024) as connection:
        connection.executescript(SCHEMA)
        connection.execute("BEGIN")
        fill(connection, rng, 1024, 500)
    copy_rows(str(first), str(last))
    work.write_bytes(last.read_bytes())
    with opened(work, 1024) as connection:
        connection.execute("UPDATE line SET first = first + 1 WHERE id = (SELECT min(id) FROM line)")
    return last, work


def test_another_history(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """The same rows, put in in another order and with others that went again, give the same bytes."""
    last, work = pair
    assert repack(str(last), str(work), str(tmp_path / "made"))
    other = tmp_path / "other"
    with opened(other, 1024) as connection:
        connection.executescript(SCHEMA)
        connection.execute("ATTACH DATABASE ? AS work", (str(work),))
        connection.execute("BEGIN")
        for table in ("word", "line", "blob", "empty", "few", "pair", "long"):
            number = "rowid, " if table in ("line", "blob", "empty", "few") else ""
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            columns = columns if "id" in columns.split(", ") else number + columns
            connection.execute(
                f"INSERT INTO {table} ({columns}) SELECT {columns} FROM work.{table} ORDER BY random()"
            )
        connection.execute("INSERT INTO pair SELECT one + 1000000, other, how FROM pair")
        connection.execute("DELETE FROM pair WHERE one >= 1000000")
    copy_rows(str(other), str(tmp_path / "clean"))
    assert (tmp_path / "made").read_bytes() == (tmp_path / "clean").read_bytes()


def test_copy_of_nothing_new_is_the_last_one(pair: tuple[Path, Path], tmp_path: Path) -> None:
    last, work = pair
    work.write_bytes(last.read_bytes())
    with opened(work, 1024):
        pass
    assert repack(str(last), str(work), str(tmp_path / "made"))
    assert (tmp_path / "made").read_bytes() == last.read_bytes()


def test_end_of_a_cell_alone(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """SQLite writes the end of a long value where it stood: its leaf stays as it was, byte by byte."""
    last, work = pair
    with opened(work, 1024) as connection:
        number, names = connection.execute(
            "SELECT id, names FROM blob ORDER BY length(names) DESC LIMIT 1"
        ).fetchone()
        other = names[:-1] + bytes([names[-1] ^ 1])  # `||` would make a text of it, which its leaf says
        connection.execute("UPDATE blob SET names = ? WHERE id = ?", (other, number))
    assert repack(str(last), str(work), str(tmp_path / "made"))
    copy_rows(str(work), str(tmp_path / "whole"))
    assert (tmp_path / "made").read_bytes() == (tmp_path / "whole").read_bytes()


def spoil(path: Path, at: int, content: bytes) -> None:
    data = bytearray(path.read_bytes())
    data[at : at + len(content)] = content
    path.write_bytes(data)


@pytest.mark.parametrize(
    "spoiled",
    [
        ("work", 18, b"\2\2"),  # a journal of another kind
        ("work", 20, b"\10"),  # bytes that are reserved in each page
        ("work", 16, b"\2\0"),  # another size of pages
        ("work", 40, b"\0\0\0\7"),  # a schema that was written more often
        ("work", 60, b"\0\0\0\1"),  # a number of the user's
        ("last", 96, b"\0\x2d\0\0"),  # another SQLite
        ("last", 36, b"\0\0\0\1"),  # free pages
    ],
)
def test_other_files(pair: tuple[Path, Path], tmp_path: Path, spoiled: tuple[str, int, bytes]) -> None:
    assert repack(str(pair[0]), str(pair[1]), str(tmp_path / "made"))
    name, at, content = spoiled
    spoil(tmp_path / name, at, content)
    assert not repack(str(pair[0]), str(pair[1]), str(tmp_path / "made"))


def test_files_that_end_early_or_are_none(pair: tuple[Path, Path], tmp_path: Path) -> None:
    last, work = pair
    data = work.read_bytes()
    for content in (b"", b"x" * 5000, data[:-1], data[: len(data) // 2048 * 1024]):
        work.write_bytes(content)
        assert not repack(str(last), str(work), str(tmp_path / "made"))
    assert not repack(str(tmp_path / "none"), str(work), str(tmp_path / "made"))


def test_another_schema(pair: tuple[Path, Path], tmp_path: Path) -> None:
    last, work = pair
    with opened(work, 1024) as connection:
        connection.execute("DROP INDEX line_name")
        connection.execute("CREATE INDEX line_name ON line (name)")
    assert not repack(str(last), str(work), str(tmp_path / "made"))
    copy_rows(str(work), str(tmp_path / "made"))
    check_pages(tmp_path / "made", 1024)


def test_pages_without_sense(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """Where a page is overwritten, SQLite says that the file is damaged, or both ways find the same in it."""
    last, work = pair
    data, rng = work.read_bytes(), random.Random(3)
    for _ in range(60):
        for path in (made := tmp_path / "made", whole := tmp_path / "whole"):
            path.unlink(missing_ok=True)
        work.write_bytes(data)
        at = rng.randrange(1, len(data) // 1024) * 1024
        where, what = rng.choice(
            ((0, bytes(1024)), (0, rng.randbytes(8)), (rng.randrange(1020), rng.randbytes(1)))
        )
        spoil(work, at + where, what)
        is_made = repack(str(last), str(work), str(made))
        try:
            copy_rows(str(work), str(whole))
        except OutputError:
            assert not is_made
            continue
        assert not is_made or made.read_bytes() == whole.read_bytes()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/dev/shm")) as place:
        done = [play(Path(place), seed) for seed in range(int(sys.argv[1]), int(sys.argv[2]))]
    print(*(sum(column) for column in zip(*done, strict=True)), "of pages, and all")
