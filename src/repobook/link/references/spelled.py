"""The symbols of a group of languages by their spelling."""

from __future__ import annotations

from typing import NamedTuple

from repobook.link.references.answers import Answer, candidates
from repobook.link.references.index import TYPE_KINDS, Named, Symbol

MANY = 100  # definitions of one name: nobody can tell which is meant by the name alone


class Spelled(NamedTuple):
    """The symbols with one name that a place may mean by its spelling alone."""

    symbols: list[Symbol]
    files: frozenset[int]  # of these symbols
    answer: Answer  # they are all candidates
    hidden: frozenset[int]  # files with more: nobody else sees those
    with_hidden: list[Symbol]


class Spellings:
    """Answers which symbols have a name. Keeps what it found."""

    def __init__(self, named: Named, group: str) -> None:
        self._named = named
        self._is_c = group == "c"
        self._known: dict[tuple[str, bool, bool], Spelled] = {}

    def of(self, name: str, *, is_member: bool, is_type: bool) -> Spelled:
        """Return the symbols that a name may mean where nothing else connects it to one."""
        key = (name, is_member, is_type)
        known = self._known.get(key)
        if known is not None:
            return known
        symbols = with_hidden = self._named[name]
        hidden: frozenset[int] = frozenset()
        if len(symbols) <= MANY:
            with_hidden = [
                s
                for s in symbols
                if (s.scope or not is_member)
                and (is_member or s.kind != "field" or not self._is_c)
                and s.kind != "namespace"
                and (s.kind in TYPE_KINDS or not is_type)
            ]
            symbols = [s for s in with_hidden if not (s.is_private and not s.scope)]
            hidden = frozenset(s.file for s in with_hidden if s.is_private and not s.scope)
        files = frozenset(s.file for s in symbols)
        known = Spelled(symbols, files, candidates(symbols), hidden, with_hidden)
        self._known[key] = known
        return known
