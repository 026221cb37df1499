"""What the manifest says of a build: versions, options, and every file with its outcome."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import Any

from repobook.config import Config


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


def manifest_files(reader: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return an entry for every file, sorted by path."""
    entries: list[dict[str, Any]] = []
    masked = dict(reader.execute("SELECT file_id, value FROM detail WHERE key = 'masked'").fetchall())
    for row in reader.execute("SELECT * FROM file ORDER BY path, id"):
        entry: dict[str, Any] = {"path": row["path"]}
        if row["path_bytes"] is not None:
            entry["path_bytes"] = row["path_bytes"].hex()
        entry["outcome"] = row["outcome"]
        if row["outcome"] == "documented":
            entry |= {
                "sha256": row["sha256"],
                "size": row["size_bytes"],
                "lines": row["lines"],
                "language": row["language"],
                "kind": row["kind"],
                "docs": row["page"] + "_docs.md",
                "keywords": row["page"] + "_kw.md",
            }
            if row["encoding"].lower() != "utf-8":
                entry["encoding"] = row["encoding"]
            if row["id"] in masked:
                entry["masked"] = masked[row["id"]]
        else:
            entry |= {"reason": row["reason"], "detail": row["detail"]}
        entries.append(entry)
    return entries


def manifest_lines(files: list[dict[str, Any]]) -> str:
    """Return the entries as JSON, one a line."""
    return ",\n".join(map(json.JSONEncoder(ensure_ascii=False, check_circular=False).encode, files))
