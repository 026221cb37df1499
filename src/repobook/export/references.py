"""Every reference of a book, one JSON object a line."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from repobook.export.output import write_lines
from repobook.link.references.answers import LABELS, Answer, unpack_answers
from repobook.link.references.sites import Site, unpack_sites
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
    overrides = _overrides(reader, paths, targets)
    for file_id, sites, answers in reader.execute(
        "SELECT r.file_id, s.sites, r.answers FROM reference r JOIN site s ON s.file_id = r.file_id ORDER BY r.file_id"
    ):
        references = _references(paths, targets, file_id, unpack_sites(sites), unpack_answers(answers))
        yield from sorted([*references, *overrides.get(file_id, ())], key=_place)


def _place(reference: dict[str, Any]) -> tuple[int, int]:
    return reference["line"], reference["column"]


def _references(
    paths: dict[int, str],
    targets: dict[int, dict[str, Any]],
    file_id: int,
    sites: list[Site],
    answers: list[Answer],
) -> Iterator[dict[str, Any]]:
    for site, answer in zip(sites, answers, strict=True):
        label = LABELS.get(answer.label)
        if label is None:
            continue
        reference: dict[str, Any] = {
            "path": paths[file_id],
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


def _overrides(
    reader: sqlite3.Connection, paths: dict[int, str], targets: dict[int, dict[str, Any]]
) -> dict[int, list[dict[str, Any]]]:
    """Return, for each file, the methods that override another: one object for each that they override."""
    found: dict[int, list[dict[str, Any]]] = {}
    for base, label, file_id, line, column, name in reader.execute(
        "SELECT i.base_id, i.label, s.file_id, s.name_line, s.name_column, s.name FROM inherit i"
        " JOIN symbol s ON s.id = i.symbol_id WHERE i.how = 'override' ORDER BY i.symbol_id, i.base_id"
    ):
        found.setdefault(file_id, []).append(
            {
                "path": paths[file_id],
                "line": line,
                "column": column,
                "name": name,
                "how": "override",
                "label": LABELS[label],
                "targets": [targets[base]],
            }
        )
    return found
