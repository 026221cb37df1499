"""What stands around a line of one file: functions, classes, and the names that they bind."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol

_FIRST = re.compile(r"\(\s*(\w+)")
_HOLDERS = FUNCTION_KINDS | TYPE_KINDS | {"namespace", "impl", "extension", "package"}
# Symbols; or what else it is, as a word and what that means; and how sure that is.
Meaning = tuple[list[Symbol], tuple[str, Symbol | int | str | None] | None, str]
# A definition, what its local names hold, and what is defined inside of it.
Binder = tuple[Symbol, dict[str, list[str]], dict[str, list[Symbol]]]


class FileScopes:
    """The nest of definitions of one file."""

    def __init__(self, index: Index, file: int, local_names: list[tuple[int, str, str]]) -> None:
        self._index = index
        self.holders = [symbol for symbol in index.in_file.get(file, ()) if symbol.kind in _HOLDERS]
        self.holders.sort(key=lambda symbol: (symbol.first, -symbol.last))
        self._parents: list[int] = []
        stack: list[int] = []
        for number, symbol in enumerate(self.holders):
            while stack and self.holders[stack[-1]].last < symbol.first:
                stack.pop()
            while stack and self.holders[stack[-1]].last < symbol.last:
                stack.pop()
            self._parents.append(stack[-1] if stack else -1)
            stack.append(number)
        self._starts = [symbol.first for symbol in self.holders]
        self._numbers = {symbol.id: number for number, symbol in enumerate(self.holders)}
        self._locals: dict[int, dict[str, list[str]]] = {}
        self._memo: tuple[int, Symbol | None] = (0, None)
        # What the first names of chains mean, by name, scope and mark; kept by those who resolve them.
        self.heads: dict[tuple[str, str, int], Meaning] = {}
        self._binders: dict[int, list[Binder]] = {}
        self._inside: dict[int, dict[str, list[Symbol]] | None] = {}
        self.varied: set[str] = (
            set()
        )  # names whose bindings end with a block: what they mean depends on the line
        self._marks: dict[tuple[int, str, str], int] = {}
        self.line = 0  # of the place that is asked about
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
                holder = self.holders[at] if at < len(self._starts) and self._starts[at] <= line + 4 else None
                if holder is not None:
                    self._locals.setdefault(holder.id, {})[name] = [""]
                continue
            holder = self.within(line)
            if holder is not None and holder.kind in FUNCTION_KINDS:
                if holds[:1] == "{":
                    self.varied.add(name)
                    holds = f"{{{line} {holds[1:]}"
                self._locals.setdefault(holder.id, {}).setdefault(name, []).append(holds)
        # What each holder binds: local names, and what is defined directly inside a function.
        self._own: dict[int, set[str]] = {number: set(names) for number, names in self._locals.items()}
        self._objects: dict[int, str] = {}
        for number, symbol in enumerate(self.holders):
            parent = self._parents[number]
            if parent >= 0 and self.holders[parent].kind in FUNCTION_KINDS:
                self._own.setdefault(self.holders[parent].id, set()).add(symbol.name)
            first = self.first_parameter(symbol)
            if first:
                self._own.get(symbol.id, set()).discard(first)
                self._objects[symbol.id] = f"{first} {'@classmethod' in symbol.signature} {parent}"
        self.bound: set[str] = set().union(*self._own.values())
        # Functions that bring names of other scopes into their own.
        self._apart = {
            holder.id
            for using in index.usings.get(file, ())
            if (holder := self.within(using.line)) is not None
        }
        # For every definition, a number that all have whose scope and object are the same, and that no definition has.
        # The last one is for what stands in none.
        scopes: dict[str, int] = {}
        count = len(self.holders)
        self.alike = [
            scopes.setdefault(self._scope_of(symbol), count + n) for n, symbol in enumerate(self.holders)
        ]
        self.alike.append(-1)

    def is_loose(self, name: str, line: int) -> bool:
        """Tell whether a name is bound at a line by something that is no function with a name."""
        return any(first <= line <= last for first, last in self.loose[name])

    def within(self, line: int) -> Symbol | None:
        """Return the innermost definition that holds a line."""
        if self._memo[0] == line:
            return self._memo[1]
        at = bisect_right(self._starts, line) - 1
        while at >= 0 and self.holders[at].last < line:
            at = self._parents[at]
        found = self.holders[at] if at >= 0 else None
        self._memo = (line, found)
        return found

    def numbers_at(self, lines: list[int]) -> list[int]:
        """Return the number of the innermost definition that holds each line; -1 where none does."""
        if not lines or not self.holders:
            return [-1] * len(lines)
        at: list[int] = []
        now = -1
        for start, number in self._cut():
            at += [now] * (start - len(at))
            now = number
        at += [now] * (max(lines) + 1 - len(at))
        return list(map(at.__getitem__, lines))

    def _cut(self) -> Iterator[tuple[int, int]]:
        """Yield the lines where the innermost definition changes, and which it is from there on."""
        open_ones: list[int] = []
        for number, symbol in enumerate(self.holders):
            while open_ones and self.holders[open_ones[-1]].last < symbol.first:
                last = self.holders[open_ones.pop()].last
                # What ends later than the one around it hides the rest of that.
                while open_ones and self.holders[open_ones[-1]].last <= last:
                    open_ones.pop()
                yield last + 1, open_ones[-1] if open_ones else -1
            open_ones.append(number)
            yield symbol.first, number
        while open_ones:
            last = self.holders[open_ones.pop()].last
            while open_ones and self.holders[open_ones[-1]].last <= last:
                open_ones.pop()
            yield last + 1, open_ones[-1] if open_ones else -1

    def around(self, symbol: Symbol) -> Symbol | None:
        at = self._parents[self._numbers[symbol.id]]
        return self.holders[at] if at >= 0 else None

    def inside(self, symbol: Symbol) -> dict[str, list[Symbol]] | None:
        """Return what a function defines inside of itself, by name."""
        if symbol.id in self._inside:
            return self._inside[symbol.id]
        found = None
        if symbol.kind in FUNCTION_KINDS:
            found = self._index.scopes.get(symbol.file, {}).get(self._index.qualified(symbol))
        self._inside[symbol.id] = found
        return found

    def binders(self, within: Symbol) -> list[Binder]:
        """Return the definitions around a place that bind names, inner ones first."""
        known = self._binders.get(within.id)
        if known is None:
            known = []
            at: Symbol | None = within
            while at is not None:
                local_names = self._locals.get(at.id)
                inside = self.inside(at)
                if local_names or inside:
                    known.append((at, local_names or {}, inside or {}))
                at = self.around(at)
            self._binders[within.id] = known
        return known

    def is_bound(self, within: Symbol, name: str) -> bool:
        """Tell whether a name is local to a definition around a place."""
        for _, local_names, inside in self.binders(within):
            if name in local_names and (name not in self.varied or self.held_here(local_names[name])):
                return True
            if name in inside:
                return False
        return False

    def held_here(self, held: list[str]) -> list[str]:
        """Return what a name that blocks bind holds at the line that is asked about; nothing where none binds it."""
        best = 0
        found = []
        for text in held:
            if text[:1] != "{":
                found.append(text)
                continue
            first, last, rest = text[1:].split(" ", 2)
            if best <= (begin := int(first)) <= self.line and (last == "0" or self.line <= int(last)):
                found = [rest] if best < begin else [*found, rest]
                best = begin
        return found

    def local(self, function: Symbol, name: str) -> list[str] | None:
        """Return what a function says that a name of its own holds; None where it binds no such name."""
        return self._locals.get(function.id, {}).get(name)

    def _scope_of(self, symbol: Symbol) -> str:
        """Return what is equal for definitions in which a name that none of them binds means the same."""
        text = (
            f"{symbol.scope} {symbol.kind in TYPE_KINDS and symbol.name} {self._objects.get(symbol.id, '')}"
        )
        if symbol.id in self._apart:
            text += f" {symbol.id}"
        if symbol.kind in ("test", "benchmark"):  # its body is that of a class that inherits from the fixture
            text += f" {symbol.name.partition('.')[0]}"
        return text

    def mark(self, number: int, head: str) -> int:
        """Return what is equal for all places in which a chain that begins with a name means the same.

        Where no definition around binds the name, that is the scope; else the definition itself.
        """
        at = number
        while at >= 0:
            holder = self.holders[at].id
            if head in self._own.get(holder, ()):
                if head not in self.varied:
                    return number
                held = self._locals.get(holder, {}).get(head)
                if not held or (here := self.held_here(held)):
                    key = (number, head, "\n".join(here) if held else "")
                    return self._marks.setdefault(key, -2 - len(self._marks))
            at = self._parents[at]
        return self.alike[number]

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
