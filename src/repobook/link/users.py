"""Who uses what, in numbers: the symbols and files that the rest of the repository builds on.

Runs after references are resolved; the table `use` is the truth about who uses what.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from repobook.facts import MINOR_KINDS
from repobook.link.bodies import link_bodies
from repobook.link.importance import Shares, link_importance
from repobook.store import Writer

# Members belong to their class; what only holds, opens or extends other definitions is no symbol to know by itself.
NOT_KEY = (MINOR_KINDS - {"prototype", "macro"}) | {
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
MAX_LENGTH = 1 << 30  # a body is longer than any declaration
Key = tuple[int, str, str]  # file, scope, name


@dataclass(slots=True)
class _Used:
    """What is used under one name in one scope of a file."""

    symbol: int
    length: int
    users: dict[int, int] = field(default_factory=dict)  # file -> places
    share: int = 0  # the importance of the most important of them


def link_users(store: Writer, shares: Shares) -> None:
    """Fill `body`, `importance`, `key_symbol`, `test_use`, `folder_use` and `file.users`."""
    bodies = link_bodies(store)
    keys = _used_symbols(store, bodies, link_importance(store, shares, bodies))
    store.write(
        "INSERT INTO key_symbol VALUES (?, ?, ?, ?, ?)",
        sorted(
            (file_id, used.symbol, len(used.users), sum(used.users.values()), used.share)
            for (file_id, *_), used in keys.items()
            if used.users
        ),
    )
    store.connection.execute(
        "INSERT INTO test_use SELECT f.folder_id, u.file_id, count(*), min(u.line) FROM use u JOIN symbol s ON s.id = u.symbol_id"
        " JOIN file f ON f.id = s.file_id JOIN file t ON t.id = u.file_id WHERE t.kind = 'test' AND f.kind = 'source'"
        " AND t.id IN (SELECT file_id FROM test_case) GROUP BY 1, 2"
    )
    _link_folder_uses(store)
    users = store.connection.execute(
        "SELECT at, count(*) FROM (SELECT s.file_id AS at, u.file_id AS user FROM use u JOIN symbol s ON s.id = u.symbol_id"
        " UNION SELECT s.file_id, u.file_id FROM body b JOIN use u ON u.symbol_id = b.symbol_id JOIN symbol s ON s.id = b.body_id"
        " UNION SELECT target_file, file_id FROM import WHERE target_file IS NOT NULL)"
        " WHERE at != user GROUP BY at"
    ).fetchall()
    store.write("UPDATE file SET users = ? WHERE id = ?", [(count, file_id) for file_id, count in users])


def _link_folder_uses(store: Writer) -> None:
    kinds = ", ".join(f"'{kind}'" for kind in sorted(NOT_KEY))
    store.connection.execute(
        "INSERT INTO folder_use SELECT user, used, is_source, symbol, files FROM (SELECT a.folder_id AS user, b.folder_id AS used,"
        " a.kind IN ('source', 'generated', 'vendored') AS is_source, s.id AS symbol, count(*) AS files,"
        " row_number() OVER (PARTITION BY a.folder_id, b.folder_id, a.kind IN ('source', 'generated', 'vendored')"
        " ORDER BY count(*) DESC, s.id) AS place FROM use u JOIN symbol s ON s.id = u.symbol_id"
        " JOIN file a ON a.id = u.file_id JOIN file b ON b.id = s.file_id"
        f" WHERE a.folder_id != b.folder_id AND s.kind NOT IN ({kinds}) GROUP BY 1, 2, 3, 4)"
        " WHERE place <= 3 ORDER BY user, used, is_source, place"
    )


def _used_symbols(
    store: Writer, bodies: dict[int, tuple[int, int]], shares: dict[int, int]
) -> dict[Key, _Used]:
    """Return what sources define and other files use. Overloads are one, a declaration is what it declares."""
    kinds = ", ".join(f"'{kind}'" for kind in sorted(NOT_KEY))
    found: dict[Key, _Used] = {}
    for symbol, kind, file_id, scope, name, user, places, length in store.connection.execute(
        "SELECT s.id, s.kind, s.file_id, s.scope, s.name, u.file_id, u.places, s.last_line - s.first_line FROM use u"
        " JOIN symbol s ON s.id = u.symbol_id JOIN file f ON f.id = s.file_id"
        f" WHERE f.kind = 'source' AND s.kind NOT IN ({kinds}) AND u.file_id != s.file_id"
        # A macro that takes no arguments is a value.
        " AND (s.kind != 'macro' OR s.signature LIKE '%' || s.name || '(%')"
    ):
        share = shares.get(symbol, 0)
        body = bodies.get(symbol) if kind == "prototype" else None
        if body is not None:
            symbol, file_id = body
            length = MAX_LENGTH
            if user == file_id:
                continue
        key = (file_id, scope, name)
        used = found.get(key)
        if used is None:
            used = found[key] = _Used(symbol, length)
        elif (length, -symbol) > (used.length, -used.symbol):
            used.symbol, used.length = symbol, length  # the longest is the body
        # A place that may mean any of several overloads counts once.
        used.users[user] = max(used.users.get(user, 0), places)
        used.share = max(used.share, share)
    return found
