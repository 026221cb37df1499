"""Names of C++ that another scope brings in: `using shop::total;`, `using namespace shop;`, `namespace s = shop;`, plain enums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Symbol, Using
from repobook.link.references.inner import inside
from repobook.link.references.scopes import FileScopes, Meaning

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames

_SPACES = re.compile(r"\bnamespace\s+(\w+)")
_ALIAS = re.compile(r"namespace\s+\w+\s*=\s*([\w:\s]+)")
MAX_OPENED = 200  # namespaces that one scope opens
MAX_VIEWS = 5_000
Row = tuple[int, str, Using]  # file, scope, what is brought in
# By scope and name, what is brought in; the scope that an opened namespace counts as part of, and that namespace.
View = tuple[list[tuple[str, dict[str, list[Row]]]], list[tuple[str, str]]]


class Opened:
    """What `using` brings into scopes, by scope and by function. Keeps what it found."""

    def __init__(self, names: NestedNames) -> None:
        self._names = names
        self._spaces: dict[str, list[Row]] = {}
        self._listed: dict[str, dict[str, list[Row]]] = {}  # by scope, by name
        self.in_functions: dict[int, list[Row]] = {}
        self._views: dict[tuple[int, str], View] = {}
        self.files: set[int] = set()  # that have such functions
        self._targets: dict[tuple[int, str, str], list[Symbol]] = {}
        index = names.index
        for file, usings in index.usings.items():
            if index.groups[file] != names.group:
                continue
            scopes = FileScopes(index, file, [])
            for using in usings:
                holder = scopes.within(using.line)
                row = (file, _scope_of(names, holder), using)
                if holder is not None and holder.kind in FUNCTION_KINDS:
                    self.in_functions.setdefault(holder.id, []).append(row)
                    self.files.add(file)
                elif holder is not None and holder.kind in TYPE_KINDS:
                    continue  # it inherits them
                elif using.name:
                    self._listed.setdefault(row[1], {}).setdefault(using.name, []).append(row)
                else:
                    self._spaces.setdefault(row[1], []).append(row)

    def at(self, file: int, scope: str, name: str) -> list[tuple[str, list[Symbol]]]:
        """Return what a name may mean because a scope around brings it in: each with the scope that it counts as part of."""
        listed, spaces = self._view(file, scope)
        found = [
            (around, self._target(row))
            for around, rows in listed
            for row in rows.get(name, ())
            if self._sees(file, row)
        ]
        for level, space in spaces:
            inner = self._names.in_scope(space, name, file)
            if inner:
                found.append((level, inner))
        return found

    def _view(self, file: int, scope: str) -> View:
        """Return what the scopes around bring in by name, and the namespaces that they open, as a file sees them."""
        known = self._views.get((file, scope))
        if known is not None:
            return known
        turns = self._names.turns if self._names.busy else -1
        listed: list[tuple[str, dict[str, list[Row]]]] = []
        spaces: list[tuple[str, str]] = []
        around = scope
        while True:
            if around in self._listed:
                listed.append((around, self._listed[around]))
            for row in self._spaces.get(around, ())[:MAX_OPENED]:
                if self._sees(file, row):
                    qualified = [self._names.index.qualified(space) for space in self._target(row)]
                    spaces += [(_common(row[1], one), one) for one in qualified]
            if not around:
                break
            around = around.rpartition("::")[0]
        view = (listed, list(dict.fromkeys(spaces)))
        if turns in (-1, self._names.turns):
            if len(self._views) > MAX_VIEWS:
                self._views.clear()
            self._views[file, scope] = view
        return view

    def within(
        self, file: int, name: str, within: Symbol, scopes: FileScopes
    ) -> tuple[list[Symbol], list[tuple[str, list[Symbol]]]]:
        """Return what the functions around a place bring in: the one named, and what counts as part of scopes around."""
        at: Symbol | None = within
        spaces: list[tuple[str, list[Symbol]]] = []
        while at is not None:
            rows = self.in_functions.get(at.id, ())
            listed = [s for row in rows if row[2].name == name for s in self._target(row)]
            if listed:
                return listed, spaces
            for row in rows:
                if not row[2].name:
                    spaces += self._inside(file, row, name)
            at = scopes.around(at)
        return [], spaces

    def rivals(self, symbol: Symbol) -> bool:
        """Tell whether the scope of a symbol also brings its name in from elsewhere: `using std::make_unique;`."""
        return symbol.name in self._listed.get(symbol.scope, ())

    def space(self, alias: Symbol) -> list[Symbol]:
        """Return the namespace that `namespace s = shop;` means."""
        said = _ALIAS.match(alias.signature)
        if not said:
            return []
        target = "".join(said[1].split())
        return self._target((alias.file, alias.scope, Using(alias.line, "", target)))

    def _sees(self, file: int, row: Row) -> bool:
        return row[0] == file or row[0] in self._names.seen(file)

    def _inside(self, file: int, row: Row, name: str) -> list[tuple[str, list[Symbol]]]:
        found = []
        for space in self._target(row):
            qualified = self._names.index.qualified(space)
            inner = self._names.in_scope(qualified, name, file)
            if inner:
                found.append((_common(row[1], qualified), inner))
        return found

    def _target(self, row: Row) -> list[Symbol]:
        file, scope, using = row
        names = self._names
        key = (file, scope, using.target)
        known = self._targets.get(key)
        if known is not None:
            return known
        guard = ("using", *key)
        if names.is_open(guard):
            return []
        turns = names.turns if names.busy else -1
        names.busy.add(guard)
        try:
            found = _qualified(names, file, using.target, scope)
        finally:
            names.busy.discard(guard)
        if not using.name:
            found = [s for s in found if s.kind == "namespace"]
        if turns in (-1, names.turns):
            self._targets[key] = found
        return found


def merge(known: Meaning, brought: list[tuple[str, list[Symbol]]], scope: str) -> Meaning:
    """Return what a name means when scopes also bring some in: the innermost."""
    found = known[0]
    depth = -1
    if known[1] is not None:
        return known
    if found:
        own = found[0].scope
        if own and scope != own and not scope.startswith(own + "::"):
            return known  # of a class that is inherited from
        depth = _depth(own)
    best = max((_depth(level) for level, symbols in brought if symbols), default=-1)
    if best < depth or best < 0:
        return known
    merged = list(found) if best == depth else []
    for level, symbols in brought:
        if _depth(level) == best:
            merged += [s for s in symbols if s not in merged]
    return merged, None, "exact"


def openers(names: NestedNames, space: Symbol, file: int) -> list[Symbol]:
    """Return the place that opens a namespace in a file, else the first that the file can see."""
    if space.file == file:
        return [space]
    qualified = names.index.qualified(space)
    opened = [
        s
        for s in names.named(space.name)
        if s.kind == "namespace" and names.can_see(file, s) and names.index.qualified(s) == qualified
    ]
    return [s for s in opened if s.file == file][:1] or opened[:1]


def of_twin(owner: Symbol, found: list[Symbol], twins: list[Symbol]) -> list[Symbol]:
    """Return the members of one of several classes of a name: specializations of a template, or what another #if has."""
    own = [s for s in found if s.file == owner.file and owner.first <= s.first <= owner.last]
    if own or not any(s.file == owner.file and s.last > s.first for s in twins if s is not owner):
        return own or found
    return [s for s in found if not any(t.file == s.file and t.first <= s.first <= t.last for t in twins)]


def _qualified(names: NestedNames, file: int, text: str, scope: str) -> list[Symbol]:
    """Return what `a::b::c` means, seen from a scope; `::a::b` from none."""
    head, *rest = text.removeprefix("::").split("::")
    found, other, _ = names.find(file, head, "" if text.startswith("::") else scope, None, None, 1)
    for part in rest:
        found, other = inside(names, found, other, part, file)
    return found


def macro_spaces(signatures: Iterable[str]) -> Iterator[str]:
    """Yield the namespaces that macros open: `#define SHOP_BEGIN namespace shop {`."""
    for signature in signatures:
        yield from _SPACES.findall(signature)


def _depth(scope: str) -> int:
    return scope.count("::") + 1 if scope else 0


def _common(one: str, other: str) -> str:
    """Return the innermost scope that holds both."""
    shared = []
    for a, b in zip(one.split("::"), other.split("::"), strict=False):
        if a != b:
            break
        shared.append(a)
    return "::".join(shared)


def _scope_of(names: NestedNames, holder: Symbol | None) -> str:
    if holder is None:
        return ""
    return holder.scope if holder.kind in FUNCTION_KINDS else names.index.qualified(holder)
