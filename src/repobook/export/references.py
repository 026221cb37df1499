"""Every reference of a book, one JSON object a line."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from repobook.export.output import write_lines
from repobook.link.references.index import unpack_sites
from repobook.link.references.job import unpack_answers
from repobook.link.references.resolve import LABELS
from repobook.store import open_reader


def write_references(book: str, output: str) -> None:
    """Write the references of a book to a file, or to standard output for `-`."""
    reader = open_reader(os.path.join(book, "book.db"))
    write_lines(
        output,
        (
            json.dumps(reference, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            for reference in list_references(reader)
        ),
    )


def list_references(reader: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield every reference in path and line order. `column` counts bytes, from 1, and is that of the last name."""
    paths = {row[0]: row[1] for row in reader.execute("SELECT id, path FROM file")}
    targets: dict[int, dict[str, Any]] = {}
    for symbol_id, file_id, line, scope, name, separator in reader.execute(
        "SELECT s.id, s.file_id, s.name_line, s.scope, s.name, coalesce(nullif(s.joint, ''), f.separator) FROM symbol s JOIN file f ON f.id = s.file_id"
    ):
        qualified = f"{scope}{separator}{name}" if scope else name
        targets[symbol_id] = {"path": paths[file_id], "line": line, "symbol": f"{paths[file_id]}#{qualified}"}
    for file_id, sites, answers in reader.execute(
        "SELECT r.file_id, s.sites, r.answers FROM reference r JOIN site s ON s.file_id = r.file_id ORDER BY r.file_id"
    ):
        path = paths[file_id]
        for site, answer in zip(unpack_sites(sites), unpack_answers(answers), strict=True):
            label = LABELS.get(answer.label)
            if label is None:
                continue
            reference: dict[str, Any] = {
                "path": path,
                "line": site.line,
                "column": site.column,
                "name": site.name,
                "how": site.how,
                "label": label,
                "targets": [
                    targets[target]
                    if target > 0
                    else {"path": paths[-target], "line": 1, "symbol": paths[-target]}
                    for target in answer.targets
                ],
            }
            if answer.more:
                reference["more"] = answer.more
            yield reference
