"""Functions that stand in several files: each names another place that holds the same lines."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from repobook.store import Writer

RULE = "all/same-function"
_COPIES = """
SELECT p.mark, s.id, s.file_id, s.name, s.first_line, s.last_line, f.path FROM scratch.print p
JOIN symbol s ON s.id = p.symbol_id JOIN file f ON f.id = s.file_id
WHERE f.kind IN ('source', 'test')
  AND p.mark IN (SELECT mark FROM scratch.print GROUP BY mark HAVING count(*) > 1)
ORDER BY p.mark, s.id
"""


def link_copies(store: Writer) -> None:
    """Add a finding for every function whose lines stand in another file, too."""
    found = []
    for _, rows in groupby(store.ask(_COPIES), key=itemgetter(0)):
        group = list(rows)
        files = {row[2] for row in group}
        if len(files) < 2:
            continue
        for _, _, file_id, name, first, last, _ in group:
            other = next(row for row in group if row[2] != file_id)
            more = f"and {len(files) - 2} more" if len(files) > 2 else ""
            found.append((file_id, RULE, first, last, "\t".join((name, f"{other[6]}:{other[4]}", more))))
    found.sort()
    # A function inside a copied one is not told again.
    kept: list[tuple[int, str, int, int, str]] = []
    for row in found:
        if not (kept and kept[-1][0] == row[0] and kept[-1][3] >= row[3]):
            kept.append(row)
    store.add_linked_findings("copies", kept)
