"""What the manifest says of a build: versions, options, and every file with its outcome."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from repobook.config import Config
from repobook.lists import patch_lines
from repobook.store.changes import Changes

_FILES = (
    "SELECT id, path, path_bytes, outcome, sha256, size_bytes, lines, language, kind, page, encoding, reason, detail"
    " FROM file"
)
_MASKED = "SELECT file_id, value FROM detail WHERE key = 'masked'"
_PLACED = ("id", "path", "path_bytes", "outcome")  # what decides where a file is listed, and the counts
_quoted = json.encoder.encode_basestring


def repository_name(config: Config) -> str:
    return os.path.basename(config.root) or "repository"


def manifest_head(config: Config, revision: str, version: str) -> dict[str, Any]:
    """Return the head of the manifest, and the same as plain pairs for the database. No clock, no absolute path."""
    name = repository_name(config)
    options: dict[str, Any] = {
        "include": list(config.include),
        "exclude": list(config.exclude),
        "no_source": not config.has_source,
    }
    if config.has_site:
        options["site"] = True
        addresses = {"site_url": config.site_url, "markdown_url": config.markdown_url}
        options |= {name: address for name, address in addresses.items() if address}
    manifest = {
        "format": 1,
        "tool": {"name": "repobook", "version": version},
        "repository": {"name": name, "revision": revision},
        "options": options,
        "source_root": config.source_root,
    }
    meta = {"version": version, "repository": name, "revision": revision, "source_root": config.source_root}
    return {"manifest": manifest, "meta": meta}


def manifest_files(reader: sqlite3.Connection) -> tuple[bytes, dict[str, int]]:
    """Return an entry for every file as JSON, one a line, sorted by path; and how many there are of each outcome."""
    masked = dict(reader.execute(_MASKED).fetchall())
    rows = sorted(map(tuple, reader.execute(f"{_FILES} ORDER BY id")), key=itemgetter(1))
    outcomes = Counter(row[3] for row in rows)
    documented, skipped = outcomes["documented"], outcomes["skipped"]
    counts = {
        "scanned": documented + skipped,
        "documented": documented,
        "skipped": skipped,
        "ignored": outcomes["ignored"],
    }
    return ",\n".join([_line(row, masked) for row in rows]).encode(), counts


def renewed_files(reader: sqlite3.Connection, last: bytes, changes: Changes) -> bytes | None:
    """Return the same of a book whose files differ from those of the last one in rows that are known; `last` are its lines.

    None where a file came or went, or is something else now.
    """
    files, details = changes.tables.get("file"), changes.tables.get("detail")
    if files is None or files.rows is None or details is None or details.rows is None:
        return None
    placed = sum(1 << files.columns.index(column) for column in _PLACED) | 1 << len(files.columns)
    if any(row[0] & placed for row in files.rows):
        return None
    numbers = set()
    for table, column in ((files, "id"), (details, "file_id")):
        at = table.numbers.index(column)
        numbers |= {
            values[at] for _, *versions in table.rows or () for values in versions if values is not None
        }
    lines = {}
    for number in numbers:
        masked = dict(reader.execute(f"{_MASKED} AND file_id = ?", (number,)).fetchall())
        for row in reader.execute(f"{_FILES} WHERE id = ?", (number,)):
            lines[row["path"]] = _line(tuple(row), masked).encode()
    return patch_lines(last, lines)


def _line(row: tuple[Any, ...], masked: Mapping[int, str]) -> str:
    (
        number, path, path_bytes, outcome, sha256, size, count, language, kind, page, encoding, reason, detail,
    ) = row  # fmt: skip
    odd = f', "path_bytes": "{path_bytes.hex()}"' if path_bytes is not None else ""
    head = f'{{"path": {_quoted(path)}{odd}, "outcome": "{outcome}"'
    if outcome != "documented":
        return f'{head}, "reason": {_quoted(reason)}, "detail": {_quoted(detail)}}}'
    more = f', "encoding": {_quoted(encoding)}' if encoding.lower() != "utf-8" else ""
    if number in masked:
        more += f', "masked": {_quoted(masked[number])}'
    return (
        f'{head}, "sha256": "{sha256}", "size": {size}, "lines": {count}, "language": {_quoted(language)}, '
        f'"kind": {_quoted(kind)}, "docs": {_quoted(page + "_docs.md")}, "keywords": {_quoted(page + "_kw.md")}{more}}}'
    )
