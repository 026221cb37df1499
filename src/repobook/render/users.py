"""Who stands on a file or a symbol: the few users that tell most, each with the line that says so."""

from __future__ import annotations

import sqlite3

from repobook.render.asked import question
from repobook.render.book import Book, FileRow
from repobook.render.markdown import code, filled_table, number, plural

KEPT = 2
MAX_PACKAGES = 15
_User = tuple[int, int, int]  # file, line, places


def file_users(book: Book, file: FileRow, here: str, shown: int = 1) -> str:
    """Return how many files use one, and the most important of them."""
    return _show(book, file.users, _best_of_file(book, file)[:shown], here)


@question
def _best_of_file(book: Book, file: FileRow) -> list[_User]:
    # What it declares, and the declarations elsewhere of what it defines, are used as it is.
    rows = book.query(
        "SELECT user, min(line), sum(places) FROM ("
        "SELECT u.file_id AS user, u.line, u.places FROM symbol s JOIN use u ON u.symbol_id = s.id WHERE s.file_id = ?1"
        " UNION ALL SELECT u.file_id, u.line, u.places FROM symbol s JOIN body b ON b.body_id = s.id"
        " JOIN use u ON u.symbol_id = b.symbol_id WHERE s.file_id = ?1"
        " UNION ALL SELECT file_id, line, 0 FROM import WHERE target_file = ?1) WHERE user != ?1 GROUP BY user",
        file.id,
    )
    return _best(book, [(row[0], row[1], row[2]) for row in rows])


def symbol_users(book: Book, row: sqlite3.Row, here: str, shown: int = 1) -> str:
    """Return how many other files use a symbol, and the most important of them. Overloads are one."""
    rows = book.query(
        "WITH own AS MATERIALIZED (SELECT id FROM symbol WHERE file_id = ?1 AND +name = ?2 AND scope = ?3)"
        " SELECT user, min(line), sum(places) FROM (SELECT u.file_id AS user, u.line, u.places FROM own JOIN use u ON u.symbol_id = own.id"
        " UNION ALL SELECT u.file_id, u.line, u.places FROM own JOIN body b ON b.body_id = own.id"
        " JOIN use u ON u.symbol_id = b.symbol_id) WHERE user != ?1 GROUP BY user",
        row["file_id"], row["name"], row["scope"],
    )  # fmt: skip
    users = _best(book, [(user, line, places) for user, line, places in rows])
    return _show(book, row["files"], users[:shown], here)


def _best(book: Book, users: list[_User]) -> list[_User]:
    files = book.files
    return sorted(
        users,
        key=lambda user: (files[user[0]].kind != "source", -files[user[0]].importance, -user[2], user[0]),
    )[:KEPT]


def _show(book: Book, count: int, users: list[_User], here: str) -> str:
    if not count or not users:
        return number(count) if count else ""
    named = ", ".join(
        book.cite(book.files[file], line, line, here, text=code(book.files[file].name) + " ")
        for file, line, _ in users
    )
    return f"{number(count)}{': ' if count <= len(users) else ', first '}{named}"


def packages(book: Book, here: str) -> str:
    """Return the third-party packages that files import, those that most do first, with where each is declared."""
    rows = book.query(
        "SELECT i.package, count(DISTINCT i.file_id) AS files, max(i.declared_file) AS declared FROM import i"
        " JOIN file f ON f.id = i.file_id WHERE i.answer = 'package' AND i.package != '' AND i.how NOT LIKE '%dependency'"
        " AND f.kind IN ('source', 'test', 'build') GROUP BY i.package ORDER BY files DESC, i.package"
    )
    shown = []
    for row in rows[:MAX_PACKAGES]:
        users = book.query(
            "SELECT file_id, min(line), 0 FROM import WHERE package = ? AND answer = 'package' AND how NOT LIKE '%dependency'"
            " GROUP BY file_id",
            row["package"],
        )
        best = _best(book, [(file, line, places) for file, line, places in users])
        declared = ""
        if row["declared"] is not None:
            line = book.query(
                "SELECT min(declared_line) FROM import WHERE package = ? AND declared_file = ?",
                row["package"],
                row["declared"],
            )[0][0]
            declared = book.place(book.files[row["declared"]], line, here)
        shown.append((code(row["package"]), _show(book, row["files"], best, here), declared))
    more = len(rows) - MAX_PACKAGES
    text = filled_table(("package", "imported by files", "declared in"), shown) if shown else ""
    return text + (f"\n{plural(more, 'more package')}.\n" if more > 0 else "")
