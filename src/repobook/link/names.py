"""Names across files: who defines a name, and who mentions it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from repobook.store import Writer

KEPT_USERS = 8  # files listed for a name; the rest is a stated count


def link_names(store: Writer) -> None:
    """Fill `name`: every defined name with the number of files that mention it and the first of them."""
    execute = store.connection.execute
    definitions: dict[str, int] = {}
    for name, count in execute("SELECT name, count(*) FROM symbol GROUP BY name"):
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
        rows.append((name, definitions[name], seen[0] if seen else 0, " ".join(map(str, seen[1:])) if seen else ""))
    store.write("INSERT INTO name VALUES (?, ?, ?, ?)", rows)


def _file_terms(store: Writer) -> Iterator[tuple[int, list[str]]]:
    for file_id, names in store.connection.execute("SELECT file_id, names FROM term ORDER BY file_id"):
        yield file_id, zlib.decompress(names).decode().split("\n")
