"""What an identifier is at the lines that a keyword page lists: defined there, imported there, or just used."""

from __future__ import annotations

import re

from repobook.render.page import FileFacts

_WORD = re.compile(r"\w+")
_IMPORT_LINES = 40  # an import with a list of names may be as long
_DEFINED, _IMPORTED = "**", "*"


def mark_roles(terms: list[str], where: list[str], facts: FileFacts) -> list[str]:
    """Mark in `where`, the lines of each term, those that define or import it; return what the marks mean."""
    defined: dict[str, set[int]] = {}
    for symbol in facts.symbols:
        defined.setdefault(symbol["name"], set()).add(symbol["name_line"])
    imported: dict[str, set[int]] = {}
    taken: dict[str, list[int]] = {}
    for row in facts.imports:
        for name in _WORD.findall(row["target"]):
            imported.setdefault(name, set()).add(row["line"])
        for name in _WORD.findall(row["names"]):
            taken.setdefault(name, []).append(row["line"])
    if not defined and not imported:
        return []
    used: set[str] = set()
    for at, term in enumerate(terms):
        if term in defined or term in imported or term in taken:
            where[at] = _mark(
                where[at], defined.get(term, set()), imported.get(term, set()), taken.get(term, []), used
            )
    return [
        f"{sign}{what}{sign}"
        for sign, what in ((_DEFINED, "defined"), (_IMPORTED, "imported"))
        if sign in used
    ]


def _mark(text: str, defined: set[int], imported: set[int], taken: list[int], used: set[str]) -> str:
    head, colon, places = text.partition(": ")
    places, dots, rest = places.partition(" … ")  # how many lines more there are
    starts = [] if not taken else sorted(taken)
    marked = defined | imported
    shown: list[str] = []
    for place in places.split(" "):
        first, _, last = place.partition("-")
        start = int(first)
        end = int(last) if last else start
        if end - start > 10_000:
            shown.append(place)
            continue
        if not (starts and starts[0] <= end) and (
            marked.isdisjoint(range(start, end + 1)) if last else start not in marked
        ):  # most of them
            shown.append(place)
            continue
        plain: list[int] = []
        for line in range(start, end + 1):
            # A name of an import may stand on the lines after it: its first line from there on.
            is_taken = bool(starts) and starts[0] <= line <= starts[0] + _IMPORT_LINES
            sign = _DEFINED if line in defined else _IMPORTED if line in imported or is_taken else ""
            while starts and starts[0] <= line:
                starts.pop(0)
            if sign:
                used.add(sign)
                shown += _span(plain)
                plain = []
                shown.append(f"{sign}{line}{sign}")
            else:
                plain.append(line)
        shown += _span(plain)
    return f"{head}{colon}{' '.join(shown)}{dots}{rest}"


def _span(lines: list[int]) -> list[str]:
    if not lines:
        return []
    return [str(lines[0]) if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"]
