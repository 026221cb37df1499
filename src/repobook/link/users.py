"""Who uses what, in numbers: the symbols and files that the rest of the repository builds on.

Runs after references are resolved; the table `use` is the truth about who uses what.
"""

from __future__ import annotations

from repobook.facts import MINOR_KINDS
from repobook.store import Writer

# Members belong to their class; what only holds, opens or extends other definitions is no symbol to know by itself.
NOT_KEY = MINOR_KINDS | {
    "method",
    "constructor",
    "destructor",
    "accessor",
    "impl",
    "extension",
    "package",
    "namespace",
    "module",
    "heading",
    "operator",
}
# An import of these languages names a whole folder, and which file of it answers says nothing.
_PACKAGE_LANGUAGES = ("Go",)


def link_users(store: Writer) -> None:
    """Fill `key_symbol` and `file.users`."""
    execute = store.connection.execute
    kinds = ", ".join(f"'{kind}'" for kind in sorted(NOT_KEY))
    # Overloads are one symbol; the longest of them is the body, which speaks for all.
    rows = execute(
        "SELECT s.file_id, s.id, s.scope, s.name, u.file_id, u.places, s.last_line - s.first_line FROM use u"
        " JOIN symbol s ON s.id = u.symbol_id JOIN file f ON f.id = s.file_id"
        f" WHERE f.kind = 'source' AND s.kind NOT IN ({kinds}) AND u.file_id != s.file_id"
        " ORDER BY s.file_id, s.scope, s.name, s.id"
    )
    keys: list[tuple[int, int, int, int]] = []
    group: tuple[int, str, str] | None = None
    best = (0, 0)  # length, symbol
    files: dict[int, int] = {}
    for file_id, symbol, scope, name, user, places, length in rows:
        if (file_id, scope, name) != group:
            if group is not None:
                keys.append((group[0], best[1], len(files), sum(files.values())))
            group, best, files = (file_id, scope, name), (-1, 0), {}
        if length > best[0]:
            best = (length, symbol)
        # A place that may mean any of several overloads counts once.
        files[user] = max(files.get(user, 0), places)
    if group is not None:
        keys.append((group[0], best[1], len(files), sum(files.values())))
    store.write("INSERT INTO key_symbol VALUES (?, ?, ?, ?)", sorted(keys))
    languages = ", ".join(f"'{language}'" for language in _PACKAGE_LANGUAGES)
    users = execute(
        "SELECT at, count(*) FROM (SELECT s.file_id AS at, u.file_id AS user FROM use u JOIN symbol s ON s.id = u.symbol_id"
        " UNION SELECT i.target_file, i.file_id FROM import i JOIN file f ON f.id = i.file_id"
        f" WHERE i.target_file IS NOT NULL AND f.language NOT IN ({languages}))"
        " WHERE at != user GROUP BY at"
    ).fetchall()
    store.write("UPDATE file SET users = ? WHERE id = ?", [(count, file_id) for file_id, count in users])
