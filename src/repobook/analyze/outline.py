"""What a file holds, in a line: for tables that list files which say nothing of themselves."""

from __future__ import annotations

from collections import Counter

from repobook.facts import MINOR_KINDS, Symbol

MAX_NAMES = 3
_QUIET_KINDS = MINOR_KINDS | {"namespace", "package"}


def make_outline(symbols: list[Symbol]) -> str:
    """Return the commonest kinds with their numbers, then the names of the main symbols, a line each."""
    if not symbols:
        return ""
    kinds = Counter(symbol.kind for symbol in symbols).most_common(3)
    major = [s for s in symbols if s.kind not in _QUIET_KINDS and s.visibility != "private"] or symbols
    ranked = sorted(
        major, key=lambda s: (s.scope != "" and s.kind == "method", s.first_line - s.last_line, s.first_line)
    )
    names: list[str] = []
    for symbol in ranked:
        if symbol.name not in names and not symbol.name.startswith("__"):
            names.append(symbol.name)
        if len(names) == MAX_NAMES:
            break
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds)
    return "\n".join([counts, *(name.replace("\n", " ") for name in names)])
