"""Files that use what its author calls deprecated. Runs after references are resolved."""

from __future__ import annotations

import re
from inspect import cleandoc

from repobook.store import Writer

RULE = "all/deprecated-use"
# At the left margin: further in, it speaks of a parameter.
_SAYS_SO = re.compile(
    r"^ {0,3}(?:[@\\]deprecated\b|\.\. deprecated::|\**deprecated\b\s*[:.(*-])", re.I | re.M
)


def link_deprecated(store: Writer) -> None:
    """Add a finding for every file that uses a deprecated symbol of another file, at the first place."""
    execute = store.ask
    # CROSS JOIN: few findings first, not every symbol with every finding of its file.
    marked = {
        row[0]: (row[1], row[2], row[3], row[4])
        for row in execute(
            "SELECT s.id, s.name, s.name_line, s.file_id, f.path FROM finding d"
            " CROSS JOIN symbol s ON s.file_id = d.file_id AND s.name_line BETWEEN d.first_line AND d.last_line"
            " JOIN file f ON f.id = s.file_id WHERE d.rule LIKE '%/deprecated' AND s.scope NOT LIKE '%(%'"
            " AND NOT EXISTS (SELECT 1 FROM symbol o WHERE o.file_id = s.file_id AND o.id != s.id"
            "  AND o.first_line <= s.first_line AND o.last_line >= s.last_line AND o.name_line >= d.first_line AND o.name_line < s.name_line)"
        )
    }
    # Lines are asked of those alone that are meant: every edit moves some.
    for symbol_id, doc in execute(
        "SELECT id, doc FROM symbol WHERE doc LIKE '%deprecated%' ORDER BY id"
    ).fetchall():
        if _SAYS_SO.search(cleandoc(doc)):
            marked[symbol_id] = execute(
                "SELECT s.name, s.name_line, s.file_id, f.path FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.id = ?",
                (symbol_id,),
            ).fetchone()
    found = []
    for symbol_id, (name, line, file_id, path) in marked.items():
        for user, first in execute(
            "SELECT file_id, line FROM use WHERE symbol_id = ? AND file_id != ? AND how != 'mention'",
            (symbol_id, file_id),
        ):
            found.append((user, RULE, first, first, f"{name}\t{path}:{line}"))
    store.add_linked_findings("deprecated", sorted(set(found)))
