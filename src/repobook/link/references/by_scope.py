"""The symbols of a group of languages by scope and name, found through their names: most names are few."""

from __future__ import annotations

import re

from repobook.link.references.index import Named, Symbol
from repobook.link.references.signatures import is_specialization

_FEW = 8  # symbols of a name that are looked through; of more, each scope has its own list
_ENUMERATORS = frozenset(["enumerator", "constant", "enum member", "member"])
_SCOPED_ENUM = re.compile(r"enum\s+(?:class|struct)\b")


class ByScope:
    """Answers which symbols of a name a scope holds. `plain_enums` let their names be those of what holds them, too."""

    def __init__(self, named: Named, plain_enums: dict[str, int]) -> None:
        self._named = named
        self._enums = plain_enums
        self._of_names: dict[str, dict[str, list[Symbol]]] = {}  # of the names that many have

    def find(self, scope: str, name: str) -> list[Symbol]:
        symbols = self._named[name]
        if len(symbols) <= _FEW:
            return self._choose(scope, symbols)
        known = self._of_names.get(name)
        if known is None:
            known = self._of_names[name] = self._sort(symbols)
        return known.get(scope, [])

    def _sort(self, symbols: list[Symbol]) -> dict[str, list[Symbol]]:
        scopes = dict.fromkeys(symbol.scope for symbol in symbols)
        for symbol in symbols:
            if symbol.scope in self._enums:
                scopes.setdefault(symbol.scope.rpartition("::")[0])
        parts: dict[str, list[Symbol]] = {scope: [] for scope in scopes}
        for symbol in symbols:
            parts[symbol.scope].append(symbol)
            if symbol.scope in self._enums:
                parts[symbol.scope.rpartition("::")[0]].append(symbol)
        return {scope: self._choose(scope, part) for scope, part in parts.items()}

    def _choose(self, scope: str, symbols: list[Symbol]) -> list[Symbol]:
        """Return those of a scope, then the enumerators of its plain enums; of namespaces one stands for all."""
        own = [s for s in symbols if s.scope == scope]
        if len(own) > 1:
            opened = [s for s in own if s.kind == "namespace"]
            own = [s for s in own if s.kind != "namespace" or s is opened[0]]
        if self._enums:
            enums = self._enums
            inner = [
                s
                for s in symbols
                if s.kind in _ENUMERATORS and s.scope in enums and s.scope.rpartition("::")[0] == scope
            ]
            if inner:
                inner.sort(key=lambda s: enums[s.scope])
                own += [s for s in inner if s not in own]
        return own


def plain_enums(classes: dict[str, list[Symbol]]) -> dict[str, int]:
    """Return the scopes of plain enums, in their order: `Flow` of `enum Style { Flow }` needs no `Style::`."""
    return {
        scope: number
        for number, (scope, owners) in enumerate(classes.items())
        if all(s.kind == "enum" and not _SCOPED_ENUM.match(s.signature) for s in owners)
    }


def self_named(group: str, owner: Symbol, twins: list[Symbol]) -> list[Symbol]:
    """Return what the name of a class means inside of it: the template that it specializes, if it does.

    A module of Ruby is opened by many files: inside, its name means all of them. `twins` are all with its qualified name.
    """
    if group == "ruby":
        return twins or [owner]
    if not is_specialization(owner):
        return [owner]
    return [s for s in twins if not is_specialization(s)] or [owner]
