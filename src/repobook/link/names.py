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
    definitions = _count_definitions(store)
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
    # Overloads are one entry: the first of them speaks for the name.
    execute(
        "INSERT INTO key_symbol SELECT s.file_id, min(s.id), n.files FROM name n JOIN symbol s ON s.name = n.name"
        " JOIN file f ON f.id = s.file_id WHERE n.definitions = 1 AND n.files > 1 AND length(n.name) > 3"
        f" AND f.kind = 'source' AND s.kind IN ({kinds}) AND NOT ({_CONSTRUCTOR}) GROUP BY n.name ORDER BY 1, 2"
    )


# A function that is named as the class around it: `Cart::Cart`.
_CONSTRUCTOR = (
    "s.kind IN ('constructor', 'destructor') OR s.kind IN ('function', 'method') AND s.scope != ''"
    " AND (s.scope = s.name OR substr(s.scope, -length(s.name) - 1) IN ('.' || s.name, ':' || s.name))"
)
# What announces a definition, adds to one, or only bears its name.
_NOT_DEFINING = ("impl", "extension", "prototype", "package", "import")


def _count_definitions(store: Writer) -> dict[str, int]:
    """Return in how many places each name is defined. Overloads, `typedef struct cart {} cart` and the branches of an `#if`
    share a file and a scope, so they are one; constructors belong to their class."""
    kinds = ", ".join(f"'{kind}'" for kind in _NOT_DEFINING)
    first: dict[str, tuple[int, str]] = {}
    others: dict[str, set[tuple[int, str]]] = {}
    for name, file_id, scope in store.connection.execute(
        f"SELECT s.name, s.file_id, s.scope FROM symbol s WHERE s.kind NOT IN ({kinds}) AND NOT ({_CONSTRUCTOR})"
    ):
        place = (file_id, scope)
        if first.setdefault(name, place) != place:
            others.setdefault(name, set()).add(place)
    counts = dict.fromkeys(
        (row[0] for row in store.connection.execute("SELECT DISTINCT name FROM symbol")), 1
    )
    for name, places in others.items():
        counts[name] = 1 + len(places)
    return counts


def _file_terms(store: Writer) -> Iterator[tuple[int, list[str]]]:
    # Sources first: a reader who looks a name up wants the code that uses it before the scripts around it.
    order = "CASE f.kind WHEN 'source' THEN 0 WHEN 'test' THEN 1 WHEN 'document' THEN 2 ELSE 3 END, file_id"
    query = f"SELECT file_id, names FROM term JOIN file f ON f.id = file_id ORDER BY {order}"
    for file_id, names in store.connection.execute(query):
        yield file_id, zlib.decompress(names).decode().split("\n")
