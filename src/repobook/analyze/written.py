"""Imports and names that the line patterns of `language.toml` find, also in files that a grammar reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

from repobook.analyze.languages import Language
from repobook.facts import Import

MAX_SITES = 50_000
_LISTED = re.compile(r"[^\s,;]+")


class Source(Protocol):
    """A text that knows its lines and where patterns match outside of comments."""

    text: str

    def line_of(self, offset: int) -> int: ...

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]: ...


def find_imports(source: Source, language: Language) -> list[Import]:
    imports: dict[tuple[int, str], Import] = {}
    for rule, pattern, _ in language.imports:
        if rule.when in source.text:
            found = islice(all_names(pattern, source, rule.kind, rule.item), MAX_SITES)
            _add_imports(imports, found, source.line_of)
    return sorted(imports.values(), key=lambda item: item.line)


def _add_imports(
    imports: dict[tuple[int, str], Import],
    found: Iterable[tuple[str, int, str]],
    line_of: Callable[[int], int],
) -> None:
    for text, offset, how in found:
        line = line_of(offset)
        target = text.strip("\"'<>`")[:500]
        if target:
            imports.setdefault((line, target), Import(target, line, "" if how == "import" else how))


def find_written_imports(code: bytes, language: Language) -> list[Import]:
    """Return what the import patterns find in a file that a grammar reads. `code` is the file without its comments."""
    rules = [(rule, pattern) for rule, pattern, _ in language.imports if rule.when.encode() in code]
    if not rules:
        return []
    text = code.decode(errors="replace")
    newlines = [found.start() for found in re.finditer("\n", text)]
    imports: dict[tuple[int, str], Import] = {}
    for rule, pattern in rules:
        names = (name for match in pattern.finditer(text) for name in names_in(match, rule.kind, rule.item))
        _add_imports(imports, islice(names, MAX_SITES), lambda offset: bisect_left(newlines, offset) + 1)
    return sorted(imports.values(), key=lambda item: item.line)


def names_in(match: re.Match[str], kind: str, item: str = "") -> list[tuple[str, int, str]]:
    """Return (text, offset, kind) of the group `name`, behind it that of `part`, and of each word of the group `names`."""
    found = []
    groups = match.re.groupindex
    how = match["kind"] if "kind" in groups and match["kind"] else kind
    if "name" in groups and match["name"]:
        part = f":{match['part']}" if "part" in groups and match["part"] else ""
        found.append((match["name"].strip() + part, match.start("name"), how))
    if "names" in groups and match["names"]:
        start = match.start("names")
        pattern = re.compile(item) if item else _LISTED
        group = min(1, pattern.groups)
        found += [
            (word[group], start + word.start(group), how)
            for word in pattern.finditer(match["names"])
            if word[group]
        ]
    return found


def all_names(
    pattern: re.Pattern[str], source: Source, kind: str, item: str = ""
) -> Iterator[tuple[str, int, str]]:
    for match in source.matches(pattern):
        yield from names_in(match, kind, item)
