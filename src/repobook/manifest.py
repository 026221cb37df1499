"""What the manifest says of a build: versions, options, and every file with its outcome."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from operator import itemgetter
from typing import Any

from repobook.config import Config

_FILES = """
SELECT id, path, path_bytes, outcome, sha256, size_bytes, lines, language, kind, page, encoding, reason, detail
FROM file ORDER BY id
"""


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


def manifest_files(reader: sqlite3.Connection) -> tuple[str, dict[str, int]]:
    """Return an entry for every file as JSON, one a line, sorted by path; and how many there are of each outcome."""
    quoted = json.encoder.encode_basestring
    masked = dict(reader.execute("SELECT file_id, value FROM detail WHERE key = 'masked'").fetchall())
    outcomes: Counter[str] = Counter()
    lines = []
    for (
        number, path, path_bytes, outcome, sha256, size, count, language, kind, page, encoding, reason, detail,
    ) in sorted(map(tuple, reader.execute(_FILES)), key=itemgetter(1)):  # fmt: skip
        outcomes[outcome] += 1
        odd = f', "path_bytes": "{path_bytes.hex()}"' if path_bytes is not None else ""
        head = f'{{"path": {quoted(path)}{odd}, "outcome": "{outcome}"'
        if outcome != "documented":
            lines.append(f'{head}, "reason": {quoted(reason)}, "detail": {quoted(detail)}}}')
            continue
        more = f', "encoding": {quoted(encoding)}' if encoding.lower() != "utf-8" else ""
        if number in masked:
            more += f', "masked": {quoted(masked[number])}'
        lines.append(
            f'{head}, "sha256": "{sha256}", "size": {size}, "lines": {count}, "language": {quoted(language)}, '
            f'"kind": {quoted(kind)}, "docs": {quoted(page + "_docs.md")}, "keywords": {quoted(page + "_kw.md")}{more}}}'
        )
    documented, skipped = outcomes["documented"], outcomes["skipped"]
    counts = {
        "scanned": documented + skipped,
        "documented": documented,
        "skipped": skipped,
        "ignored": outcomes["ignored"],
    }
    return ",\n".join(lines), counts
