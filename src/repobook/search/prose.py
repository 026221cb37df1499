"""Words of the documentation, of headings, of purposes and of the titles of findings."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

from repobook.search.answers import NEAR, Answer, nearness
from repobook.search.filters import Filter
from repobook.search.names import has_signs
from repobook.search.query import Query
from repobook.search.words import PLAIN, telling_words

if TYPE_CHECKING:
    from repobook.search.search import Search
_ALL, _SOME, _FINDING, _ASKED = 520, 330, 500, 1200
_RANK, _USE = 110.0, 50  # points for how telling the words are, and for use
MOST = _ALL + _RANK + _USE + NEAR  # that words get
_WORD = re.compile(r"\w+")


def find_prose(search: Search, query: Query, limit: int) -> Iterator[Answer]:
    """Yield symbols and files whose documentation holds the words: all of them, or failing that, the rarest."""
    words = list(dict.fromkeys(word.lower() for word in _WORD.findall(query.text)))[:24]
    telling = [word for word in telling_words(words) if len(word) > 1 or not has_signs(query.text)]
    if not telling or (len(telling) > 1 and PLAIN.issuperset(telling)):
        return
    wanted = Filter(search, query)
    found = list(_match(search, query, wanted, telling, " AND ", _ALL, "documentation", limit))
    if len(found) < 3 and len(telling) > 2:
        found += _match(search, query, wanted, telling, " OR ", _SOME, "words of the documentation", limit)
    yield from found
    if not query.kinds:
        yield from _find_findings(search, wanted, telling, limit)


def _match(
    search: Search,
    query: Query,
    wanted: Filter,
    words: list[str],
    how: str,
    base: float,
    why: str,
    limit: int,
) -> Iterator[Answer]:
    asked = how.join(f'"{word}"' for word in words)
    most = 40 * limit if wanted.is_active else 3 * limit
    try:
        rows = search.connection.execute(
            "SELECT rowid, bm25(prose, 3.0, 1.0) FROM prose WHERE prose MATCH ? ORDER BY 2 LIMIT ?",
            (asked, most),
        ).fetchall()
    except sqlite3.OperationalError:  # nothing that the asker could mend
        return
    points = {rowid: base + min(_RANK, -6 * rank) for rowid, rank in rows}
    for row in search.symbol_rows(rowid // 2 for rowid in points if rowid % 2 == 0):
        if wanted.takes(row):
            use = min(_USE, 8 * row["users"].bit_length()) - (20 if row["place"] != "source" else 0)
            yield search.answer(row, points[row["id"] * 2] + use + nearness(row["path"], query.near), why)
    if query.kinds:
        return
    for rowid, score in points.items():
        info = search.files.get(rowid // 2) if rowid % 2 else None
        if info is not None and wanted.takes_file(info):
            yield search.file_answer(info, score + nearness(info.path, query.near), "purpose")


def _find_findings(search: Search, wanted: Filter, words: list[str], limit: int) -> Iterator[Answer]:
    """Yield findings of the rules whose titles hold all the words."""
    rules = {key: title for key, title, lower in search.rules if all(word in lower for word in words)}
    if not rules:
        return
    marks = ",".join("?" * len(rules))
    count = 0
    points = _ASKED if wanted.wants_findings else _FINDING
    for file_id, rule, line in search.connection.execute(
        f"SELECT file_id, rule, first_line FROM finding WHERE rule IN ({marks}) ORDER BY file_id, first_line",
        sorted(rules),
    ):
        info = search.files.get(file_id)
        if info is None or not wanted.takes_file(info):
            continue
        yield Answer(info.path, line, rules[rule], "finding", points, f"finding of {rule}", page=info.docs)
        count += 1
        if count >= limit:
            return
