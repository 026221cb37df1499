"""Which files the names of a file may come from."""

from __future__ import annotations

import posixpath

from repobook.link.references.index import Index, Symbol
from repobook.link.references.rules import Rules

MAX_REACH = 5_000  # files
_WILDCARDS = frozenset(("*", "_", "given"))


class Reach:
    """Answers which files a file can see. Keeps what it found."""

    def __init__(self, index: Index, rules: Rules) -> None:
        self.index = index
        self.rules = rules
        self._reach: dict[int, frozenset[int]] = {}
        self._seen_from, self._seen = 0, frozenset[int]()
        self._includes: dict[int, tuple[int, ...]] = {}
        self._near: dict[int, tuple[frozenset[int], frozenset[str]]] = {}

    def can_see(self, file: int, symbol: Symbol) -> bool:
        if symbol.file == file or not self.rules.reaches_includes:
            return True
        return symbol.file in self.seen(file)

    def seen(self, file: int) -> frozenset[int]:
        """Return the files whose symbols a file can see, itself included."""
        if self._seen_from != file:
            self._seen_from, self._seen = file, self._find(file)
        return self._seen

    def _find(self, file: int) -> frozenset[int]:
        """Return the files that a file includes, at any depth, and the sources beside those headers."""
        known = self._reach.get(file)
        if known is not None:
            return known
        seen = {file}
        todo = [file]
        while todo and len(seen) < MAX_REACH:
            for one in self._includes_of(todo.pop()):
                if one not in seen:
                    seen.add(one)
                    todo.append(one)
        result = frozenset(seen)
        if len(self._reach) > 300:
            self._reach.clear()
        self._reach[file] = result
        return result

    def _includes_of(self, file: int) -> tuple[int, ...]:
        known = self._includes.get(file)
        if known is None:
            files = dict.fromkeys(item.file for item in self.index.imports_of(file) if item.file is not None)
            known = self._includes[file] = tuple(files)
        return known

    def is_near(self, file: int, symbol: Symbol) -> bool:
        """Tell whether a file imports the one that defines a symbol, or its package."""
        if symbol.file == file or self.rules.reaches_includes or self.rules.shares_all:
            return self.can_see(file, symbol)
        near = self._near.get(file)
        if near is None:
            paths = self.index.paths
            files = {item.file for item in self.index.imports_of(file) if item.file is not None}
            folders = {posixpath.dirname(paths[one]) for one in files} if self.rules.shares_folder else set()
            if self.rules.shares_folder:
                folders.add(posixpath.dirname(paths[file]))
            near = self._near[file] = (frozenset(files), frozenset(folders))
        return symbol.file in near[0] or (
            bool(near[1]) and posixpath.dirname(self.index.paths[symbol.file]) in near[1]
        )

    def shares_package(self, file: int, other: int) -> bool:
        """Tell whether a file of Java or its kin sees all names of the package of another: it is its own, one that it says around
        its own, or one that it imports whole."""
        there = self.index.packages_around(other)[-1]
        if there in self.index.packages_around(file):
            return True
        for item in self.index.imports_of(file):
            target = item.target.removeprefix("_root_.")
            whole = target.removesuffix(".*").removesuffix("._")
            if whole != target or not _WILDCARDS.isdisjoint(item.names):
                if there == whole or there.endswith(f".{whole}"):  # Scala: seen from where it stands
                    return True
        return False
