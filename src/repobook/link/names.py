"""Names across files: who defines a name, and who mentions it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from repobook.store import Writer

KEY_KINDS = (
    "class",
    "struct",
    "function",
    "interface",
    "trait",
    "enum",
    "type",
    "typedef",
    "macro",
    "protocol",
    "record",
)
KEPT_USERS = 8  # files listed for a name; the rest is a stated count


def link_names(store: Writer) -> None:
    """Fill `name`: every defined name with the number of files that mention it and the first of them."""
    execute = store.connection.execute
    definitions: dict[str, int] = {}
    for name, count in execute(
        "SELECT name, max(1, sum(kind NOT IN ('impl', 'extension', 'prototype', 'package'))) FROM symbol GROUP BY name"
    ):
        definitions[name] = count
    uses: dict[str, list[int]] = {}
    for file_id, names in _file_terms(store):
        for name in names:
            if name in definitions:
                seen = uses.get(name)
                if seen is None:
                    uses[name] = [1, file_id]
                else:
                    seen[0] += 1
                    if len(seen) <= KEPT_USERS:
                        seen.append(file_id)
    rows = []
    for name in sorted(definitions):
        seen = uses.get(name)
        rows.append(
            (name, definitions[name], seen[0] if seen else 0, " ".join(map(str, seen[1:])) if seen else "")
        )
    store.write("INSERT INTO name VALUES (?, ?, ?, ?)", rows)
    kinds = ", ".join(f"'{kind}'" for kind in KEY_KINDS)
    execute(
        "INSERT INTO key_symbol SELECT s.file_id, s.id, n.files FROM name n JOIN symbol s ON s.name = n.name"
        " JOIN file f ON f.id = s.file_id WHERE n.definitions = 1 AND n.files > 1 AND length(n.name) > 3"
        f" AND f.kind = 'source' AND s.kind IN ({kinds}) ORDER BY s.file_id, s.id"
    )


def _file_terms(store: Writer) -> Iterator[tuple[int, list[str]]]:
    # Sources first: a reader who looks a name up wants the code that uses it before the scripts around it.
    order = "CASE f.kind WHEN 'source' THEN 0 WHEN 'test' THEN 1 WHEN 'document' THEN 2 ELSE 3 END, file_id"
    query = f"SELECT file_id, names FROM term JOIN file f ON f.id = file_id ORDER BY {order}"
    for file_id, names in store.connection.execute(query):
        yield file_id, zlib.decompress(names).decode().split("\n")
