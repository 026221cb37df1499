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
    """Return the paths that a rule covers, as the text of a pattern that no path makes try many ways.

    What stands between two `**`, or two stars of a name, is taken where it stands first: what follows can be there as well.
    """
    rule = rule.replace("\\ ", " ")
    groups: list[list[str]] = [[]]
    if "/" not in rule.rstrip("/"):
        groups.append([])  # at any depth
    for name in rule.strip("/").split("/"):
        if name == "**":
            groups.append([])
        else:
            groups[-1].append(_name_pattern(name))
    end = "/" if rule.endswith("/") else "$" if rule.endswith("/*") else "(?:/|$)"
    texts = []
    for at, group in enumerate(groups):
        body = "/".join(group)
        if at == len(groups) - 1:
            depth = "(?:[^/]+/)*" if at else ""
            texts.append(depth + body + end if body else "[^/]+/" if end == "/" else "")
        elif body:
            texts.append(f"(?>(?:[^/]+/)*?{body}/)" if at else f"{body}/")
    return "".join(texts)


def _name_pattern(name: str) -> str:
    first, *others = (
        "[^/]".join(map(re.escape, chunk.split("?"))) for chunk in re.split(r"\*+", name)
    )  # between its stars
    return (
        first
        + "".join(f"(?>[^/]*?{chunk})" for chunk in others[:-1])
        + "".join(f"[^/]*{chunk}" for chunk in others[-1:])
    )
