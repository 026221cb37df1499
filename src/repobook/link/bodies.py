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
    rows = store.connection.execute(
        "SELECT s.id, s.scope, s.name, s.signature, s.file_id, f.folder_id FROM symbol s JOIN file f ON f.id = s.file_id"
        f" WHERE s.complexity = 0 AND s.kind IN {_KINDS}"
        f" AND f.language IN ({languages}) ORDER BY s.id"
    ).fetchall()
    wanted = {(scope, name) for _, scope, name, *_ in rows}
    bodies: dict[tuple[str, str], list[tuple[int, int, int, int, bool]]] = {}
    if wanted:
        for symbol, scope, name, signature, file_id, folder, is_private in store.connection.execute(
            "SELECT s.id, s.scope, s.name, s.signature, s.file_id, f.folder_id, s.visibility = 'private'"
            " FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.complexity > 0 AND f.kind IN ('source', 'generated', 'vendored')"
            f" AND s.kind IN {_KINDS} AND f.language IN ({languages}) ORDER BY s.id"
        ):
            if (scope, name) in wanted:
                found = (symbol, file_id, folder, _arity(signature, name), bool(is_private))
                bodies.setdefault((scope, name), []).append(found)
    pairs: dict[int, tuple[int, int]] = {}
    for symbol, scope, name, signature, file_id, folder in rows:
        listed = [
            body for body in bodies.get((scope, name), ()) if body[1] == file_id or scope or not body[4]
        ]
        if len(listed) > 1:
            listed = [body for body in listed if body[3] == _arity(signature, name)]
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
