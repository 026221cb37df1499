"""What stands around a line of one file: functions, classes, and the names that they bind."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from repobook.link.references.extents import ALL, ANYWHERE, Extents, Force
from repobook.link.references.go_names import without_members
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol
from repobook.link.references.sites import LocalName

_FIRST = re.compile(r"\(\s*(\w+)")
_HOLDERS = FUNCTION_KINDS | TYPE_KINDS | {"namespace", "impl", "extension", "package"}
# Symbols; or what else it is, as a word and what that means; and how sure that is.
Meaning = tuple[list[Symbol], tuple[str, Symbol | int | str | None] | None, str]
# A definition, its local names, and what is defined inside of it.
Binder = tuple[Symbol, dict[str, "_Bound"], dict[str, list[Symbol]]]


class _Bound:
    """The places of one definition that bind one name, and what it holds from there."""

    __slots__ = ("_extents", "_since", "holds")

    def __init__(self) -> None:
        self.holds: list[str] = []
        self._since: list[tuple[Force, int]] = []
        self._extents: Extents | None = None

    def add(self, holds: str, force: Force, place: int) -> None:
        self.holds.append(holds)
        self._since.append((force, place))

    def at(self, place: int) -> tuple[int, list[str], int] | None:
        """Return where the binding in force at a place begins, what the name holds, and where it is bound."""
        if place == ANYWHERE:
            return 0, self.holds, ANYWHERE
        if self._extents is None:
            self._extents = Extents(force for force, _ in self._since)
        found = self._extents.find(place)
        if found < 0:
            return None
        force, since = self._since[found]
        if force == ALL:
            return 0, [self.holds[at] for at, (one, _) in enumerate(self._since) if one == ALL], since
        return force[0], [self.holds[found]], since


class FileScopes:
    """The nest of definitions of one file."""

    def __init__(self, index: Index, file: int, local_names: list[LocalName]) -> None:
        self._index = index
        self.holders = [symbol for symbol in index.symbols_of(file) if symbol.kind in _HOLDERS]
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
        self._locals: dict[int, dict[str, _Bound]] = {}
        self._seen_in: dict[int, Force] = {}  # of symbols that only a block can see
        self.varying: set[str] = set()  # names that mean different things in one definition
        self._marks: dict[tuple[int, int, int], int] = {}
        self._memo: tuple[int, Symbol | None] = (0, None)
        # What the first names of chains mean, by name, scope and mark; kept by those who resolve them.
        self.heads: dict[tuple[str, str, int], Meaning] = {}
        self._binders: dict[int, list[Binder]] = {}
        self._inside: dict[int, dict[str, list[Symbol]] | None] = {}
        self.loose: dict[str, Extents] = {}  # names bound outside of functions
        loose: dict[str, set[Force]] = {}
        types: dict[str, set[Force]] = {}
        is_python = index.groups[file] == "python"
        is_js = index.groups[file] == "js"
        self._is_ruby = index.groups[file] == "ruby"
        symbols = index.symbols_of(file)
        spans = _Spans(symbols if is_js else ())
        own = {(symbol.line, symbol.name): symbol for symbol in symbols}
        taken = {
            (item.line, name.rpartition("as ")[2])
            for item in index.imports_of(file)
            for name in item.names
            if is_js
        }
        self.exports: set[str] | None = None  # of `__all__`
        self.arms: set[int] = set()  # lines of definitions that only one arm of an `if` or `try` has
        self.attributes: dict[str, list[tuple[int, str]]] = {}  # of Python, those that are assigned again
        for line, name, holds, opened, last, column in local_names:
            if holds == "*":
                self.exports = (self.exports or set()) | {name}
                continue
            if holds == "?":
                self.arms.add(line)
                continue
            if name.startswith("self."):
                self.attributes.setdefault(name[5:], []).append((line, holds))
                continue
            if holds[:1] == "^" or (line, name) in taken:
                continue
            force = (opened, last) if last else ALL
            if last and holds == ">":
                types.setdefault(name, set()).add(force)
                continue
            if is_python and last:  # of a lambda, a comprehension, a `case`
                around = self.within(line) if holds == "~" else None
                if around is None or around.kind not in FUNCTION_KINDS:
                    loose.setdefault(name, set()).add(force)
                continue
            if last:
                self.varying.add(name)
            if holds == "!" or (is_js and (line, name) in own):
                if last and (line, name) in own:
                    self._seen_in[own[line, name].id] = force
                continue
            if holds == "<":  # a parameter of the template that follows
                at = bisect_left(self._starts, line)
                holder = self.holders[at] if at < len(self._starts) and self._starts[at] <= line + 4 else None
                if holder is not None:
                    self._locals.setdefault(holder.id, {})[name] = bound = _Bound()
                    bound.add("", ALL, ANYWHERE)
                continue
            holder = self.within(line)
            if holder is not None and (holds == ">" or holder.kind in FUNCTION_KINDS):
                bound = self._locals.setdefault(holder.id, {}).setdefault(name, _Bound())
                bound.add("" if holds == ">" else holds, force, line << 20 | column if last else ANYWHERE)
            elif is_js:
                if not last:
                    top, bottom = spans.around(line, name)
                    force = (top << 20, (bottom + 1) << 20)
                loose.setdefault(name, set()).add(force)
        self.loose = {name: Extents(sorted(forces)) for name, forces in loose.items()}
        self.type_parameters = {name: Extents(sorted(forces)) for name, forces in types.items()}
        # What each holder binds: local names, and what is defined directly inside a function.
        self._own: dict[int, set[str]] = {number: set(names) for number, names in self._locals.items()}
        self._objects: dict[int, str] = {}
        for number, symbol in enumerate(self.holders):
            parent = self._parents[number]
            if parent >= 0 and self.holders[parent].kind in FUNCTION_KINDS:
                self._own.setdefault(self.holders[parent].id, set()).add(symbol.name)
            first = "" if self._is_ruby else self.first_parameter(symbol)
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

    def is_loose(self, name: str, place: int) -> bool:
        """Tell whether a name is bound at a place by something that is no function with a name."""
        return name in self.loose and self.loose[name].find(place) >= 0

    def is_type_parameter(self, name: str, place: int) -> bool:
        """Tell whether a name is, at a place, a parameter that stands for types."""
        return name in self.type_parameters and self.type_parameters[name].find(place) >= 0

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
            found = self._index.scopes[symbol.file].get(self._index.qualified(symbol))
            if found and self._index.groups[symbol.file] == "go":  # `[]struct{ name string }` binds no name
                found = {name: bare for name, listed in found.items() if (bare := without_members(listed))}
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

    def lookup(
        self, within: Symbol, name: str, place: int
    ) -> Iterator[tuple[Symbol, list[str] | None, list[Symbol], int]]:
        """Yield who binds a name around a place, inner ones first: the definition, what the name holds there and from
        where on, or else the symbols of that name that it defines."""
        for at, local_names, inside in self.binders(within):
            if name not in self.varying:
                place = ANYWHERE
            bound = local_names[name].at(place) if name in local_names else None
            seen = [s for s in inside[name] if self.is_seen(s, place)] if name in inside else []
            if seen and bound is not None and self._seen_in.get(seen[-1].id, ALL)[0] > bound[0]:
                yield at, None, seen, ANYWHERE
            elif bound is not None:
                yield at, bound[1], [], bound[2]
            elif seen:
                yield at, None, seen, ANYWHERE

    def is_seen(self, symbol: Symbol, place: int) -> bool:
        """Tell whether the block that holds a symbol, if one does, holds a place."""
        first, last = self._seen_in.get(symbol.id, ALL)
        return place == ANYWHERE or first <= place <= last

    def is_bound(self, within: Symbol, name: str, place: int) -> bool:
        """Tell whether a name is local to a definition around a place."""
        for _, held, _, _ in self.lookup(within, name, place):
            return held is not None
        return False

    def is_in_class(self, number: int) -> bool:
        return number >= 0 and self.is_method(self.holders[number])

    def is_cut_off(self, within: Symbol, name: str, place: int) -> bool:
        """Tell whether something between a place and the class around it binds a name of the class: `this`."""
        owner = self.class_of(within)
        for at, held, _, _ in self.lookup(within, name, place):
            return held is not None and (owner is None or (owner.first <= at.first and at.last <= owner.last))
        return False

    def local_names(self) -> Iterator[tuple[int, str, list[str]]]:
        """Yield the number of each definition that binds names, those names, and what they hold."""
        for holder, names in self._locals.items():
            for name, bound in names.items():
                yield self._numbers[holder], name, bound.holds

    def local(self, function: Symbol, name: str) -> list[str] | None:
        """Return what a function says that a name of its own holds; None where it binds no such name."""
        held = self._locals.get(function.id, {}).get(name)
        return None if held is None else held.holds

    def _scope_of(self, symbol: Symbol) -> str:
        """Return what is equal for definitions in which a name that none of them binds means the same."""
        if self._is_ruby:
            return self._class_and_tests(symbol)
        text = (
            f"{symbol.scope} {symbol.kind in TYPE_KINDS and symbol.name} {self._objects.get(symbol.id, '')}"
        )
        if symbol.id in self._apart:
            text += f" {symbol.id}"
        if symbol.kind in ("test", "benchmark"):  # its body is that of a class that inherits from the fixture
            text += f" {symbol.name.partition('.')[0]}"
        return text

    def _class_and_tests(self, symbol: Symbol) -> str:
        """Return the innermost class around a definition of Ruby, what kind of method asks it, and the tests that have methods."""
        text = symbol.kind
        at: Symbol | None = symbol
        while at is not None and at.kind not in TYPE_KINDS:
            if at.kind == "test" and self.inside(at):
                text += f" {at.id}"
            at = self.around(at)
        return text if at is None else f"{text} {at.id}"

    def mark(self, number: int, head: str, place: int) -> int:
        """Return what is equal for all places in which a chain that begins with a name means the same.

        Where no definition around binds the name, that is the scope; else the definition itself, or the block.
        """
        at = number
        while at >= 0:
            if head in self._own.get(self.holders[at].id, ()):
                return number if head not in self.varying else self._mark_of_block(number, head, place)
            at = self._parents[at]
        return self.alike[number]

    def _mark_of_block(self, number: int, head: str, place: int) -> int:
        """Return a number for all places of a definition at which the same one binds a name."""
        key = (number, -1, 0)
        for at, _, seen, since in self.lookup(self.holders[number], head, place):
            key = (number, at.id, -seen[0].id if seen else since)
            break
        return self._marks.setdefault(key, 2 * len(self.holders) + len(self._marks))

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
