"""History -> what a file's page says of it: its last change, and the files that change with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Protocol

from repobook.store import Writer, real_path

MIN_TOGETHER = 3  # commits
KEPT = 5  # companions of a file


class Commits(Protocol):
    """What is asked of a history."""

    last: dict[str, tuple[int, str]]
    changes: Counter[str]
    together: Counter[tuple[str, str]]


def link_history(store: Writer, history: Commits) -> None:
    """Add when each file last changed, and the files that often change with it."""
    ids = {
        real_path(path, raw): file_id
        for file_id, path, raw in store.ask(
            "SELECT id, path, path_bytes FROM file WHERE outcome = 'documented' ORDER BY id"
        )
    }
    store.write(
        "UPDATE file SET last_change = ?, commits = ? WHERE id = ?",
        [
            (
                f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d} {commit[:12]}",
                history.changes[path],
                ids[path],
            )
            for path, (seconds, commit) in sorted(history.last.items())
            if path in ids
        ],
    )
    companions: dict[str, list[tuple[float, str, int]]] = defaultdict(list)
    for (one, other), count in history.together.items():
        if count >= MIN_TOGETHER and one in ids and other in ids:
            share = count / (history.changes[one] + history.changes[other] - count)
            companions[one].append((share, other, count))
            companions[other].append((share, one, count))
    rows = []
    for path, found in companions.items():
        found.sort(key=lambda item: (-item[0], -item[2], item[1]))
        for share, other, count in found[:KEPT]:
            if share >= 0.1:
                reason = f"changed together in {count:,} of {history.changes[path]:,} commits"
                rows.append((ids[path], ids[other], reason, 1 + share))
    rows.sort(key=lambda row: (row[0], -row[3], row[1]))
    store.add_related("history", rows)
