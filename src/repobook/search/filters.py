"""What the filters of a question leave."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING

from repobook.search.answers import FileInfo
from repobook.search.query import Query

if TYPE_CHECKING:
    from repobook.search.search import Search


class Filter:
    """Takes or leaves symbols and files."""

    def __init__(self, search: Search, query: Query) -> None:
        self._search = search
        self._query = query
        self.is_active = query.has_filter
        self.wants_findings = query.has_finding
        self._findings: dict[int, list[int]] = {}
        self._known: dict[str, bool] = {}  # paths, whose patterns are compared once, not for each symbol

    def takes(self, row: sqlite3.Row) -> bool:
        query = self._query
        if not self.is_active:
            return True
        if query.kinds and row["kind"].lower() not in query.kinds:
            return False
        if not self._takes_place(row["path"], row["place"], row["language"]):
            return False
        if query.has_finding:
            lines = self._lines(row["file_id"])
            at = bisect_left(lines, row["first_line"])
            return at < len(lines) and lines[at] <= row["last_line"]
        return True

    def takes_file(self, info: FileInfo) -> bool:
        if not self.is_active:
            return True
        return self._takes_place(info.path, info.kind, info.language) and (
            not self._query.has_finding or info.id in self._with_findings
        )

    def _takes_place(self, path: str, kind: str, language: str) -> bool:
        known = self._known.get(path)
        if known is None:
            query = self._query
            known = self._known[path] = (
                (not query.places or kind in query.places)
                and (not query.languages or language.lower() in query.languages)
                and all(is_below(path, wanted) for wanted in query.paths)
            )
        return known

    @cached_property
    def _with_findings(self) -> set[int]:
        return {row[0] for row in self._search.connection.execute("SELECT DISTINCT file_id FROM finding")}

    def _lines(self, file_id: int) -> list[int]:
        found = self._findings.get(file_id)
        if found is None:
            rows = self._search.connection.execute(
                "SELECT first_line FROM finding WHERE file_id = ?", (file_id,)
            )
            found = self._findings[file_id] = sorted(row[0] for row in rows)
        return found


def is_below(path: str, wanted: str) -> bool:
    """Tell whether a path holds a part, or fits a pattern with stars."""
    wanted = wanted.strip("/") + "/" if wanted.endswith("/") else wanted.lstrip("/")
    if "*" in wanted or "?" in wanted:
        return fnmatchcase(path, wanted) or fnmatchcase(path, f"*/{wanted}")
    return f"/{wanted}" in f"/{path}" or ("/" not in wanted and wanted in path)
