"""Declarations and what they declare: the function in a source file behind the prototype in a header."""

from __future__ import annotations

import re

from repobook.link.references.index import GROUPS
from repobook.store import Writer

_KINDS = "('prototype', 'function', 'method', 'constructor', 'destructor', 'operator', 'kernel')"
_NESTED = re.compile(r"\([^()]*\)|<[^<>]*>|\{[^{}]*\}")


def link_bodies(store: Writer) -> dict[int, tuple[int, int]]:
    """Fill `body`: the one function that each declaration declares. Return it with its file."""
    languages = ", ".join(f"'{language}'" for language, group in sorted(GROUPS.items()) if group == "c")
    execute = store.ask
    rows = execute(
        "SELECT s.id, s.scope, s.name, s.file_id, f.folder_id FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
        f" WHERE f.language IN ({languages}) AND s.complexity = 0 AND s.kind IN {_KINDS} ORDER BY f.id, s.id"
    ).fetchall()
    wanted = {(scope, name) for _, scope, name, *_ in rows}
    bodies: dict[tuple[str, str], list[tuple[int, int, int, bool]]] = {}
    if wanted:
        for symbol, scope, name, file_id, folder, is_private in execute(
            "SELECT s.id, s.scope, s.name, s.file_id, f.folder_id, s.visibility = 'private'"
            " FROM file f CROSS JOIN symbol s ON s.file_id = f.id WHERE f.kind IN ('source', 'generated', 'vendored')"
            f" AND f.language IN ({languages}) AND s.complexity > 0 AND s.kind IN {_KINDS} ORDER BY f.id, s.id"
        ):
            if (scope, name) in wanted:
                bodies.setdefault((scope, name), []).append((symbol, file_id, folder, bool(is_private)))
    arities: dict[int, int] = {}

    def arity(symbol: int, name: str) -> int:
        if symbol not in arities:
            signature = execute("SELECT signature FROM symbol WHERE id = ?", (symbol,)).fetchone()[0]
            arities[symbol] = _arity(signature, name)
        return arities[symbol]

    pairs: dict[int, tuple[int, int]] = {}
    for symbol, scope, name, file_id, folder in rows:
        listed = [
            body for body in bodies.get((scope, name), ()) if body[1] == file_id or scope or not body[3]
        ]
        if len(listed) > 1:
            own = arity(symbol, name)
            listed = [body for body in listed if arity(body[0], name) == own]
        if len(listed) > 1:
            listed = [body for body in listed if body[2] == folder]
        if len(listed) == 1:
            pairs[symbol] = listed[0][:2]
    store.write("INSERT INTO body VALUES (?, ?)", ((symbol, body) for symbol, (body, _) in pairs.items()))
    return pairs


def _arity(signature: str, name: str) -> int:
    """Return how many parameters a function has."""
    start = signature.find("(", signature.rfind(name))
    text = signature[start + 1 :].rpartition(")")[0] if start >= 0 else ""
    while (flat := _NESTED.sub("", text)) != text:
        text = flat
    text = text.partition(")")[0].strip()
    return text.count(",") + 1 if text and text != "void" else 0
