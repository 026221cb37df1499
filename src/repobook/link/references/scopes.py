"""What stands around a line of one file: functions, classes, and the names that they bind."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol

_FIRST = re.compile(r"\(\s*(\w+)")
_HOLDERS = FUNCTION_KINDS | TYPE_KINDS | {"namespace", "impl", "extension", "package"}


class FileScopes:
    """The nest of definitions of one file."""

    def __init__(self, index: Index, file: int, local_names: list[tuple[int, str, str]]) -> None:
        self._index = index
        self._holders = [symbol for symbol in index.in_file.get(file, ()) if symbol.kind in _HOLDERS]
        self._holders.sort(key=lambda symbol: (symbol.first, -symbol.last))
        self._parents: list[int] = []
        stack: list[int] = []
        for number, symbol in enumerate(self._holders):
            while stack and self._holders[stack[-1]].last < symbol.first:
                stack.pop()
            while stack and self._holders[stack[-1]].last < symbol.last:
                stack.pop()
            self._parents.append(stack[-1] if stack else -1)
            stack.append(number)
        self._starts = [symbol.first for symbol in self._holders]
        self._numbers = {symbol.id: number for number, symbol in enumerate(self._holders)}
        self._locals: dict[int, dict[str, list[str]]] = {}
        self._memo: tuple[int, Symbol | None] = (0, None)
        self._inside: dict[int, dict[str, list[Symbol]] | None] = {}
        self.loose: dict[str, set[tuple[int, int]]] = {}  # names bound outside of functions: their lines
        is_js = index.groups[file] == "js"
        symbols = index.in_file.get(file, ())
        spans = _Spans(symbols if is_js else ())
        own = {(symbol.line, symbol.name) for symbol in symbols} if is_js else set()
        if is_js:
            own.update(
                (item.line, name.rpartition("as ")[2])
                for item in index.imports.get(file, ())
                for name in item.names
            )
        for line, name, holds in local_names:
            if is_js:
                if holds[:1] == "^" or (line, name) in own:
                    continue
                holder = self.within(line)
                if holder is not None and (holds == ">" or holder.kind in FUNCTION_KINDS):
                    self._locals.setdefault(holder.id, {}).setdefault(name, []).append(
                        "" if holds == ">" else holds
                    )
                else:
                    self.loose.setdefault(name, set()).add(spans.around(line, name))
                continue
            if holds == "<":  # a parameter of the template that follows
                at = bisect_left(self._starts, line)
                holder = (
                    self._holders[at] if at < len(self._starts) and self._starts[at] <= line + 4 else None
                )
                if holder is not None:
                    self._locals.setdefault(holder.id, {})[name] = [""]
                continue
            holder = self.within(line)
            if holder is not None and holder.kind in FUNCTION_KINDS:
                self._locals.setdefault(holder.id, {}).setdefault(name, []).append(holds)
        # What each holder binds: local names, and what is defined directly inside a function.
        self._own: dict[int, set[str]] = {number: set(names) for number, names in self._locals.items()}
        self._objects: dict[int, str] = {}
        self._keys: dict[int, tuple[set[str], str]] = {}
        for number, symbol in enumerate(self._holders):
            parent = self._parents[number]
            if parent >= 0 and self._holders[parent].kind in FUNCTION_KINDS:
                self._own.setdefault(self._holders[parent].id, set()).add(symbol.name)
            first = self.first_parameter(symbol)
            if first:
                self._own.get(symbol.id, set()).discard(first)
                self._objects[symbol.id] = f"{first} {'@classmethod' in symbol.signature} {parent}"

    def is_loose(self, name: str, line: int) -> bool:
        """Tell whether a name is bound at a line by something that is no function with a name."""
        return any(first <= line <= last for first, last in self.loose[name])

    def within(self, line: int) -> Symbol | None:
        """Return the innermost definition that holds a line."""
        if self._memo[0] == line:
            return self._memo[1]
        at = bisect_right(self._starts, line) - 1
        while at >= 0 and self._holders[at].last < line:
            at = self._parents[at]
        found = self._holders[at] if at >= 0 else None
        self._memo = (line, found)
        return found

    def around(self, symbol: Symbol) -> Symbol | None:
        at = self._parents[self._numbers[symbol.id]]
        return self._holders[at] if at >= 0 else None

    def inside(self, symbol: Symbol) -> dict[str, list[Symbol]] | None:
        """Return what a function defines inside of itself, by name."""
        if symbol.id in self._inside:
            return self._inside[symbol.id]
        found = None
        if symbol.kind in FUNCTION_KINDS:
            found = self._index.scopes.get(symbol.file, {}).get(self._index.qualified(symbol))
        self._inside[symbol.id] = found
        return found

    def local(self, function: Symbol, name: str) -> list[str] | None:
        """Return what a function says that a name of its own holds; None where it binds no such name."""
        return self._locals.get(function.id, {}).get(name)

    def key(self, within: Symbol, head: str) -> int | str:
        """Return what is equal for all places in which a chain that begins with a name means the same.

        Where no definition around binds the name, that is the scope; else the definition itself.
        """
        known = self._keys.get(within.id)
        if known is None:
            bound: set[str] = set()
            at: Symbol | None = within
            while at is not None:
                bound |= self._own.get(at.id, set())
                at = self.around(at)
            text = f"{within.scope} {within.kind in TYPE_KINDS and within.name} {self._objects.get(within.id, '')}"
            if within.kind in (
                "test",
                "benchmark",
            ):  # its body is that of a class that inherits from the fixture
                text += f" {within.name.partition('.')[0]}"
            known = self._keys[within.id] = (bound, text)
        return within.id if head in known[0] else known[1]

    def class_around(self, line: int) -> Symbol | None:
        at = self.within(line)
        while at is not None and at.kind not in TYPE_KINDS:
            at = self.around(at)
        return at

    def class_of(self, symbol: Symbol) -> Symbol | None:
        """Return the class that a definition stands in."""
        at: Symbol | None = symbol
        while at is not None and at.kind not in TYPE_KINDS:
            at = self.around(at)
        return at

    def is_method(self, symbol: Symbol) -> bool:
        """Tell whether a function, or one around it, belongs to a class."""
        at: Symbol | None = symbol
        while at is not None and at.kind not in TYPE_KINDS:
            at = self.around(at)
        return at is not None

    def first_parameter(self, symbol: Symbol) -> str:
        """Return the name that a method gives to its object."""
        if symbol.kind not in ("method", "property"):
            return ""
        found = _FIRST.search(symbol.signature)
        return found[1] if found and "staticmethod" not in symbol.signature else ""


class _Spans:
    """The lines of all symbols of a file, quick to ask for what holds a line."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        ordered = sorted((symbol.first, -symbol.last) for symbol in symbols)
        self._spans = [(first, -last) for first, last in ordered]
        self._starts = [first for first, _ in ordered]
        self._parents: list[int] = []
        stack: list[int] = []
        for number, (_, last) in enumerate(self._spans):
            while stack and self._spans[stack[-1]][1] < last:
                stack.pop()
            self._parents.append(stack[-1] if stack else -1)
            stack.append(number)
        top = [symbol for symbol in symbols if not symbol.scope]
        self._tops = sorted(symbol.first for symbol in top)
        self._names = {symbol.name for symbol in top}

    def around(self, line: int, name: str) -> tuple[int, int]:
        """Return the lines of what holds a line, or, where nothing does, those up to what follows."""
        at = bisect_right(self._starts, line) - 1
        while at >= 0 and self._spans[at][1] < line:
            at = self._parents[at]
        if at >= 0:
            return self._spans[at]
        if name not in self._names:
            return 0, 1 << 30
        after = bisect_right(self._tops, line)
        return line, self._tops[after] - 1 if after < len(self._tops) else 1 << 30
