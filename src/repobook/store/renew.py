"""Put the facts of a file in the place of those that the last book has of it, and note the rows that differ.

What the linking found out of the file stays beside them: a step that is not taken again has nothing else to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from repobook.facts import SourceFile
from repobook.store.store import FILE_BITS, Writer, room
from repobook.store.tracked import Tracked

_NUMBERED = ("import", "note", "detail", "finding", "scratch.print", "scratch.using_name")
_OF_FILES = ("term", "site", "scratch.local_name", "scratch.word")
# What steps of the linking write into the rows of facts.
_FILE_LINKS = ("importers", "users", "importance", "owners", "last_change", "commits")
_IMPORT_FACTS = ("target", "how", "names")
_IMPORT_LINKS = (
    "answer", "target_file", "target_folder", "package", "note", "declared_file", "declared_line",
)  # fmt: skip

Found = dict[str, dict[int, Sequence[Any]]]  # by table and number, rows


def renew_file(
    store: Writer, tracked: Tracked, file_id: int, file: SourceFile, facts: Any, packs: Sequence[bytes]
) -> None:
    """Renew all facts of a file that keeps its kind, and room for its symbols."""
    one = store.connection.execute
    folder, page, symbols = one(
        "SELECT folder_id, page, symbols FROM file WHERE id = ?", (file_id,)
    ).fetchone()
    first = tracked.firsts.get(file_id, 0)
    before = _read(store, file_id, first, symbols)
    linked = one(f"SELECT {', '.join(_FILE_LINKS)} FROM file WHERE id = ?", (file_id,)).fetchone()
    asked = _imports(store, file_id)
    if symbols:
        one("DELETE FROM symbol WHERE id BETWEEN ? AND ?", (first, first + symbols - 1))
    for table in _NUMBERED:
        one(f"DELETE FROM {table} WHERE rowid BETWEEN ? AND ?", _span(file_id))
    for table in (*_OF_FILES, "scratch.repeated"):
        one(f"DELETE FROM {table} WHERE file_id = ?", (file_id,))
    one("DELETE FROM file WHERE id = ?", (file_id,))
    store.add_file(file_id, file, folder, page, facts)
    store.add_facts(file_id, first, facts, *packs)
    one(
        f"UPDATE file SET {', '.join(f'{name} = ?' for name in _FILE_LINKS)} WHERE id = ?", (*linked, file_id)
    )
    store.write(
        f"UPDATE import SET {', '.join(f'{name} = ?' for name in _IMPORT_LINKS)} WHERE rowid = ?",
        list(_same_imports(asked, _imports(store, file_id))),
    )
    after = _read(store, file_id, first, len(facts.symbols))
    for table in before:
        tracked.note(table.removeprefix("scratch."), before[table], after[table])


def _span(file_id: int) -> tuple[int, int]:
    return file_id << FILE_BITS, (file_id + 1 << FILE_BITS) - 1


def _read(store: Writer, file_id: int, first: int, symbols: int) -> Found:
    """Return all rows of a file."""
    ask = store.connection.execute
    found: Found = {"file": {file_id: ask("SELECT * FROM file WHERE id = ?", (file_id,)).fetchone()}}
    rows = ask("SELECT * FROM symbol WHERE id BETWEEN ? AND ?", (first, first + room(symbols) - 1))
    found["symbol"] = {row[0]: row for row in rows} if symbols else {}
    for table in _NUMBERED:
        rows = ask(f"SELECT rowid, * FROM {table} WHERE rowid BETWEEN ? AND ?", _span(file_id))
        found[table] = {row[0]: row[1:] for row in rows}
    for table in _OF_FILES:
        rows = ask(f"SELECT * FROM {table} WHERE file_id = ?", (file_id,))
        found[table] = {row[0]: row for row in rows}
    return found


def _imports(store: Writer, file_id: int) -> Mapping[int, tuple[Sequence[Any], Sequence[Any]]]:
    """Return what a file imports, as written and as it was resolved, by row."""
    cut = 1 + len(_IMPORT_FACTS)
    return {
        row[0]: (row[1:cut], row[cut:])
        for row in store.connection.execute(
            f"SELECT rowid, {', '.join(_IMPORT_FACTS + _IMPORT_LINKS)} FROM import WHERE rowid BETWEEN ? AND ?",
            _span(file_id),
        )
    }


def _same_imports(
    before: Mapping[int, tuple[Sequence[Any], Sequence[Any]]],
    after: Mapping[int, tuple[Sequence[Any], Sequence[Any]]],
) -> Iterator[tuple[Any, ...]]:
    """Yield what is known of the imports that stand where they stood."""
    for row, (written, _) in after.items():
        if row in before and before[row][0] == written:
            yield (*before[row][1], row)
