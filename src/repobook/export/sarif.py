"""Findings as SARIF 2.1.0, the format that code scanning services and editors read."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from repobook import __version__
from repobook.export.output import write_lines
from repobook.store import open_reader

MAX_RESULTS = 25_000  # GitHub refuses a run with more
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_HOLE = re.compile(r"\{\w+\}")
_EMPTY = re.compile(r"``| (?=[:;,.]( |$))")
_LINK = re.compile(r"\[(?=[^\]]*\]\()")
_PLACEHOLDER = re.compile(r"\{\d+\}")
_SPACE = re.compile(r"\s+")
# What GitHub sorts alerts by, for rules that bear on security.
_SECURITY_SEVERITY = {"error": "8.0", "warning": "5.0", "note": "2.0"}
_FOUND = """
SELECT d.rule, d.first_line, d.last_line, d.detail, f.path, f.path_bytes, r.severity, r.category, r.cwe, r.title,
       r.message, r.why
FROM finding d JOIN file f ON f.id = d.file_id JOIN rule r ON r.language = f.language AND r.key = d.rule
WHERE r.severity IN ({}) AND f.kind NOT IN ('generated', 'vendored')
ORDER BY CASE r.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, d.file_id, d.first_line, d.rule
"""


def write_sarif(book: str, output: str, has_notes: bool = False) -> int:
    """Write the findings of `book`, the gravest first. Return how many did not fit into one run."""
    reader = open_reader(os.path.join(book, "book.db"))
    severities = "'error', 'warning'" + (", 'note'" if has_notes else "")
    rows = reader.execute(_FOUND.format(severities)).fetchall()
    reader.close()
    kept = rows[:MAX_RESULTS]
    keys = sorted({row["rule"] for row in kept})
    described = {row["rule"]: row for row in reversed(kept)}
    driver = {
        "name": "repobook",
        "semanticVersion": __version__,
        "rules": [_rule(described[key]) for key in keys],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The top of the repository."}}},
        "results": list(_results(kept, {key: number for number, key in enumerate(keys)})),
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    write_lines(output, [json.dumps(log, indent=1, ensure_ascii=True).encode() + b"\n"])
    return len(rows) - len(kept)


def _rule(row: sqlite3.Row) -> dict[str, Any]:
    tags = [row["category"]]
    properties: dict[str, Any] = {"precision": "high", "tags": tags}
    if row["category"] == "security":
        properties["security-severity"] = _SECURITY_SEVERITY[row["severity"]]
    if row["cwe"]:
        tags.append(f"external/cwe/cwe-{row['cwe']:03d}")
    rule: dict[str, Any] = {
        "id": row["rule"],
        "shortDescription": {"text": row["title"]},
        "defaultConfiguration": {"level": row["severity"]},
        "properties": properties,
    }
    if row["why"]:
        rule["fullDescription"] = {"text": row["why"]}
        rule["help"] = {"text": row["why"]}
    return rule


def _results(rows: list[sqlite3.Row], numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    seen: dict[str, int] = {}
    for row in rows:
        path = row["path_bytes"] if row["path_bytes"] is not None else row["path"].encode()
        # The same finding keeps its mark when lines above it come and go.
        same = f"{row['rule']}\0{row['path']}\0{row['detail']}"
        seen[same] = seen.get(same, 0) + 1
        mark = hashlib.sha256(f"{same}\0{seen[same]}".encode()).hexdigest()[:32]
        yield {
            "ruleId": row["rule"],
            "ruleIndex": numbers[row["rule"]],
            "level": row["severity"],
            "message": {"text": _message(row)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(path), "uriBaseId": "SRCROOT"},
                        # A file that is told by its name alone has no line of its own; readers want one.
                        "region": {"startLine": row["first_line"] or 1, "endLine": row["last_line"] or 1},
                    }
                }
            ],
            "partialFingerprints": {"repobookFinding/v1": mark},
        }


def _message(row: sqlite3.Row) -> str:
    """Return the title and the message, with what SARIF would take for a placeholder or a link escaped."""
    values = iter(row["detail"].split("\t"))
    told = _HOLE.sub(lambda _: next(values, "").replace("`", "'"), row["message"])
    text = _SPACE.sub(" ", _EMPTY.sub("", f"{row['title']}: {told}")).strip(" :")
    text = _LINK.sub(lambda mark: "\\" + mark[0], text)
    return _PLACEHOLDER.sub(lambda mark: f"{{{mark[0]}}}", text)
