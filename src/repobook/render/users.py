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


# Who uses a file: what it declares, and the declarations elsewhere of what it defines, are used as it is.
_OF_FILE = (
    "SELECT u.file_id AS user, u.line, u.places FROM symbol s JOIN use u ON u.symbol_id = s.id WHERE s.file_id = ?1{0}"
    " UNION ALL SELECT u.file_id, u.line, u.places FROM symbol s JOIN body b ON b.body_id = s.id"
    " JOIN use u ON u.symbol_id = b.symbol_id WHERE s.file_id = ?1{0}"
    " UNION ALL SELECT u.file_id, u.line, 0 FROM import u WHERE u.target_file = ?1{0}"
)
_OWN = "WITH own AS MATERIALIZED (SELECT id FROM symbol WHERE file_id = ?1 AND +name = ?2 AND scope = ?3) "
# In this order: by the user alone, SQLite would go through all uses.
_OF_SYMBOL = (
    "SELECT u.file_id AS user, u.line, u.places FROM own CROSS JOIN use u ON u.symbol_id = own.id{0}"
    " UNION ALL SELECT u.file_id, u.line, u.places FROM own CROSS JOIN body b ON b.body_id = own.id"
    " CROSS JOIN use u ON u.symbol_id = b.symbol_id{0}"
)


@question
def _best_of_file(book: Book, file: FileRow) -> list[_User]:
    # Lines are asked for only of what is shown: every edit of a user moves them.
    rows = book.query(
        f"SELECT user, sum(places) FROM ({_OF_FILE.format('')}) WHERE user != ?1 GROUP BY user", file.id
    )
    found = []
    for user, places in _best(book, [(row[0], row[1]) for row in rows]):
        line = book.query(f"SELECT min(line) FROM ({_OF_FILE.format(' AND u.file_id = ?2')})", file.id, user)
        found.append((user, line[0][0], places))
    return found


def symbol_users(book: Book, row: sqlite3.Row, here: str, shown: int = 1) -> str:
    """Return how many other files use a symbol, and the most important of them. Overloads are one."""
    own = row["file_id"], row["name"], row["scope"]
    rows = book.query(
        f"{_OWN}SELECT user, sum(places) FROM ({_OF_SYMBOL.format('')}) WHERE user != ?1 GROUP BY user", *own
    )
    users = []
    for user, places in _best(book, [(row[0], row[1]) for row in rows])[:shown]:
        line = book.query(
            f"{_OWN}SELECT min(line) FROM ({_OF_SYMBOL.format(' AND u.file_id = ?4')})", *own, user
        )
        users.append((user, line[0][0], places))
    return _show(book, row["files"], users, here)


def _best(book: Book, users: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those of files and places that tell most."""
    files = book.files
    return sorted(
        users,
        key=lambda user: (files[user[0]].kind != "source", -files[user[0]].importance, -user[1], user[0]),
    )[:KEPT]


def _show(book: Book, count: int, users: list[_User], here: str, what: str = "") -> str:
    """Return how many use something, and the first of them. `what` they all are, where they are of one kind."""
    if not count or not users:
        return number(count) if count else ""
    named = ", ".join(
        book.cite(book.files[file], line, line, here, text=code(book.files[file].name) + " ")
        for file, line, _ in users
    )
    counted = plural(count, what) if what else number(count)
    return f"{counted}{': ' if count <= len(users) else ', first '}{named}"


def packages(book: Book, here: str) -> str:
    """Return the third-party packages that files import, those that most do first, with where each is declared.

    What only tests import stands behind the rest.
    """
    rows = book.query(
        "SELECT i.package, count(DISTINCT i.file_id) AS files, sum(f.kind != 'test') > 0 AS is_needed FROM import i"
        " JOIN file f ON f.id = i.file_id WHERE i.answer = 'package' AND i.package != '' AND i.how NOT LIKE '%dependency'"
        " AND f.kind IN ('source', 'test', 'build') GROUP BY i.package ORDER BY is_needed DESC, files DESC, i.package"
    )
    users: dict[str, list[tuple[int, int]]] = {row["package"]: [] for row in rows[:MAX_PACKAGES]}
    listed = [*users, *[""] * (MAX_PACKAGES - len(users))]  # always the same text
    for package, file in book.query(
        f"SELECT DISTINCT package, file_id FROM import WHERE package IN ({', '.join('?' * MAX_PACKAGES)}) AND package != ''"
        " AND answer = 'package' AND how NOT LIKE '%dependency' ORDER BY package, file_id",
        *listed,
    ):
        users[package].append((file, 0))
    shown = []
    for row in rows[:MAX_PACKAGES]:
        best = []
        for file, _ in _best(book, users[row["package"]]):
            found = book.query(
                "SELECT min(line) FROM import WHERE file_id = ? AND package = ? AND answer = 'package'"
                " AND how NOT LIKE '%dependency'",
                file, row["package"],
            )  # fmt: skip
            best.append((file, found[0][0], 0))
        declared = ""
        for file, line in book.query(
            "SELECT declared_file, min(declared_line) FROM import WHERE package = ? AND declared_file IS NOT NULL"
            " GROUP BY declared_file ORDER BY count(*) DESC, declared_file LIMIT 1",
            row["package"],
        ):
            declared = book.place(book.files[file], line, here)
        what = "" if row["is_needed"] else "test"
        shown.append((code(row["package"]), _show(book, row["files"], best, here, what), declared))
    more = len(rows) - MAX_PACKAGES
    text = filled_table(("package", "imported by files", "declared in"), shown) if shown else ""
    return text + (f"\n{plural(more, 'more package')}.\n" if more > 0 else "")
