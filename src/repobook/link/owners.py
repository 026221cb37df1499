"""CODEOWNERS: who is asked about a file. The last rule that matches wins."""

from __future__ import annotations

import re

from repobook.store import Writer

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
MAX_RULES = 3_000


def link_owners(store: Writer) -> None:
    """Fill `file.owners` from the first CODEOWNERS file in the order in which hosts look for it."""
    execute = store.ask
    for place in PLACES:
        rows = execute(
            "SELECT s.name, s.signature FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
            " WHERE f.path = ? AND s.kind = 'pattern' ORDER BY s.id LIMIT ?",
            (place, MAX_RULES),
        ).fetchall()
        if rows:
            break
    else:
        return
    rows.reverse()
    owners = [" ".join(signature.split()[1:]) for _, signature in rows]
    rules = re.compile("|".join(f"({_pattern(name)})" for name, _ in rows))
    answers = []
    for file_id, path in execute("SELECT id, path FROM file WHERE outcome = 'documented'").fetchall():
        found = rules.match(path)
        if found is not None and found.lastindex is not None and owners[found.lastindex - 1]:
            answers.append((owners[found.lastindex - 1], file_id))
    store.write("UPDATE file SET owners = ? WHERE id = ?", answers)


def owners_pattern(rule: str) -> re.Pattern[str]:
    """Return the paths that a rule of CODEOWNERS covers."""
    return re.compile(_pattern(rule))


def _pattern(rule: str) -> str:
    """Return the paths that a rule covers, as the text of one pattern without nested repetition."""
    rule = rule.replace("\\ ", " ")
    is_anchored = "/" in rule.rstrip("/")
    body = rule.strip("/")
    parts = []
    for piece in re.split(r"(\*\*/?|\*|\?)", body):
        if piece.startswith("**"):
            parts.append("(?>.*)" if piece == "**" and body.endswith("**") else "(?:[^/]+/)*")
        elif piece == "*":
            parts.append("[^/]*")
        elif piece == "?":
            parts.append("[^/]")
        else:
            parts.append(re.escape(piece))
    start = "" if is_anchored else "(?:[^/]+/)*"
    end = "/" if rule.endswith("/") else "(?:/|$)"
    if rule.endswith("/*") and not rule.endswith("**"):
        end = "$"
    return start + "".join(parts) + end
