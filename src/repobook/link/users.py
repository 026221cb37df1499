"""Who uses what, in numbers: the symbols and files that the rest of the repository builds on.

Runs after references are resolved; the table `use` is the truth about who uses what.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from typing import NamedTuple

from repobook.facts import MINOR_KINDS
from repobook.link.bodies import link_bodies
from repobook.link.importance import Uses, link_importance
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
FOLDER_USES = 3  # symbols that are kept of what a folder uses of another
_SOURCE_KINDS = ("source", "generated", "vendored")
Key = tuple[int, str, str]  # file, scope, name


class _Symbol(NamedTuple):
    id: int
    file: int
    kind: str
    scope: str
    name: str
    is_key: int  # of a source, and no value


@dataclass(slots=True)
class _Used:
    """What is used under one name in one scope of a file."""

    symbol: int
    is_body: bool  # of a declaration elsewhere
    users: dict[int, int]  # file -> places
    share: int  # the importance of the most important of them


def link_users(store: Writer) -> None:
    """Fill `body`, `importance`, `key_symbol`, `folder_use` and `file.users`."""
    bodies = link_bodies(store)
    uses = Uses(store)
    importance = link_importance(store, uses, bodies)
    symbols = _read_symbols(store)
    keys = _used_symbols(store, uses, symbols, bodies, importance)
    store.write(
        "INSERT INTO key_symbol VALUES (?, ?, ?, ?, ?)",
        sorted(
            (file_id, used.symbol, len(used.users), sum(used.users.values()), used.share)
            for (file_id, *_), used in keys.items()
            if used.users
        ),
    )
    _link_folder_uses(store, uses, symbols)
    _count_users(store, uses)


def link_test_uses(store: Writer) -> None:
    """Fill `test_use`."""
    store.write(
        "INSERT INTO test_use VALUES (?, ?, ?, ?)",
        store.ask(
            "SELECT f.folder_id, u.file_id, count(*), min(u.line) FROM use u JOIN symbol s ON s.id = u.symbol_id"
            " JOIN file f ON f.id = s.file_id JOIN file t ON t.id = u.file_id WHERE t.kind = 'test' AND f.kind = 'source'"
            " AND t.id IN (SELECT file_id FROM test_case) GROUP BY 1, 2 ORDER BY 1, 2"
        ).fetchall(),
    )


def _read_symbols(store: Writer) -> list[_Symbol]:
    """Return what may be known by itself and is used in another file."""
    kinds = ", ".join(f"'{kind}'" for kind in sorted(NOT_KEY))
    return [
        _Symbol(*row)
        for row in store.ask(
            "SELECT s.id, s.file_id, s.kind, s.scope, s.name,"
            # A macro that takes no arguments is a value.
            " f.kind = 'source' AND (s.kind != 'macro' OR s.signature LIKE '%' || s.name || '(%')"
            f" FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.kind NOT IN ({kinds})"
            " AND EXISTS (SELECT 1 FROM use u WHERE u.symbol_id = s.id AND u.file_id != s.file_id) ORDER BY s.id"
        )
    ]


def _count_users(store: Writer, uses: Uses) -> None:
    """Fill `file.users`: how many others import a file, or use what it defines or declares."""
    execute = store.ask
    pairs = {file << 32 | user for file, user in zip(uses.files, uses.users, strict=True)}
    pairs.update(
        uses.file_of[body] << 32 | user
        for body, user in execute(
            "SELECT b.body_id, u.file_id FROM body b CROSS JOIN use u ON u.symbol_id = b.symbol_id"
        )
    )
    pairs.update(
        file << 32 | user
        for file, user in execute("SELECT target_file, file_id FROM import WHERE target_file IS NOT NULL")
    )
    counts = Counter(pair >> 32 for pair in pairs if pair >> 32 != pair & 0xFFFFFFFF)
    store.write("UPDATE file SET users = ? WHERE id = ?", [(n, file) for file, n in sorted(counts.items())])


def _link_folder_uses(store: Writer, uses: Uses, symbols: list[_Symbol]) -> None:
    """Fill `folder_use`: what most files of a folder use of another."""
    folders: dict[int, tuple[int, bool]] = {
        file: (folder, kind in _SOURCE_KINDS)
        for file, folder, kind in store.ask("SELECT id, folder_id, kind FROM file")
    }
    found: dict[tuple[int, int, bool], list[tuple[int, int]]] = defaultdict(list)
    for symbol in symbols:
        own = folders[symbol.file][0]
        for (folder, is_source), files in Counter(
            [folders[user] for user in uses.users[uses.of(symbol.id)]]
        ).items():
            if folder != own:
                found[folder, own, is_source].append((-files, symbol.id))
    store.write(
        "INSERT INTO folder_use VALUES (?, ?, ?, ?, ?)",
        [
            (*key, symbol_id, -less)
            for key, listed in sorted(found.items())
            for less, symbol_id in nsmallest(FOLDER_USES, listed)
        ],
    )


def _used_symbols(
    store: Writer,
    uses: Uses,
    symbols: list[_Symbol],
    bodies: dict[int, tuple[int, int]],
    shares: dict[int, int],
) -> dict[Key, _Used]:
    """Return what sources define and other files use. Overloads are one, a declaration is what it declares."""
    found: dict[Key, _Used] = {}
    for declared in symbols:
        if not declared.is_key:
            continue
        symbol, file_id = declared.id, declared.file
        body = bodies.get(symbol) if declared.kind == "prototype" else None
        if body is not None:
            symbol, file_id = body
        at = uses.of(declared.id)
        users = {
            user: places
            for user, places in zip(uses.users[at], uses.places[at], strict=True)
            if user != file_id
        }
        if not users:
            continue
        share = shares.get(declared.id, 0)
        key = (file_id, declared.scope, declared.name)
        used = found.get(key)
        if used is None:
            found[key] = _Used(symbol, body is not None, users, share)
            continue
        if symbol == used.symbol:
            used.is_body = used.is_body or body is not None
        elif _is_longer(store, symbol, body is not None, used):
            used.symbol, used.is_body = symbol, body is not None
        for user, places in users.items():
            # A place that may mean any of several overloads counts once.
            used.users[user] = max(used.users.get(user, 0), places)
        used.share = max(used.share, share)
    return found


def _is_longer(store: Writer, symbol: int, is_body: bool, used: _Used) -> bool:
    """Tell whether a symbol is more likely to be the definition than the one that is known: the body of a declaration, else the
    longer one, else the first. Lines are asked of these alone, so that an edit of any other body changes nothing here."""
    if is_body != used.is_body or is_body:
        return is_body and (not used.is_body or symbol < used.symbol)
    one, other = (
        store.ask("SELECT last_line - first_line FROM symbol WHERE id = ?", (asked,)).fetchone()[0]
        for asked in (symbol, used.symbol)
    )
    return bool((one, -symbol) > (other, -used.symbol))
