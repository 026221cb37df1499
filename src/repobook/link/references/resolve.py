"""Resolve the sites of one file."""

from __future__ import annotations

import re
from collections.abc import Callable

from repobook.link.references.answers import CANDIDATE, IS_LOCAL, Answer
from repobook.link.references.chains import split_parts
from repobook.link.references.extents import ANYWHERE
from repobook.link.references.fallback import fallback
from repobook.link.references.index import Index
from repobook.link.references.nested import NestedNames
from repobook.link.references.nested_sites import resolve_nested
from repobook.link.references.python import PythonNames
from repobook.link.references.python_sites import member_by_name, resolve_python
from repobook.link.references.scopes import FileScopes
from repobook.link.references.sites import HOWS, Groups, LocalName, Places, Site, group

_HEAD = re.compile(r"[\w$]*")


def head_of(name: str, match: Callable[[str], re.Match[str] | None] = _HEAD.match) -> str:
    """Return the first name of a chain."""
    return match(name)[0]  # type: ignore[index]


# Names of what a build makes: `shop_pb2`, `types.pb.h`, `generated/ops.h`, `config.inc`
_GENERATED = re.compile(
    r"(?:^|[/._-])(?:generated|autogen|gen|dist|build)(?:[/._-]|$)|_pb2|\.pb\.|\.(?:inc|def)$", re.I
)


class Resolver:
    """Resolves files one after another; keeps what it learned of the others."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.python = PythonNames(index)
        self._nested: dict[str, NestedNames] = {}
        self._missing: dict[int, str] = {}  # why a file lacks names
        self.scopes: FileScopes | None = None  # of the file that was resolved last
        self.has_failed = False  # something went wrong in that file

    def nested(self, group: str) -> NestedNames:
        known = self._nested.get(group)
        if known is None:
            known = self._nested[group] = NestedNames(self.index, group)
        return known

    def resolve(self, file: int, places: Places, local_names: list[LocalName]) -> tuple[Groups, list[Answer]]:
        """Return the sites of a file in groups, and the answer for each group."""
        index = self.index
        group_of_file = index.groups[file]
        scopes = FileScopes(index, file, local_names)
        self.scopes = scopes
        nested = self.nested(group_of_file) if group_of_file != "python" else None
        numbers = scopes.numbers_at(places.lines)
        bound = (
            {name for name in set(places.names) if head_of(name) in scopes.bound} if scopes.bound else set()
        )
        groups = group(places, _marks(scopes, places, numbers, bound))
        lines, holders = places.lines, scopes.holders
        memo: dict[tuple[str, int, str], Answer] = {}
        answers = []
        for (name, letter, mark), first in zip(groups.keys, groups.firsts, strict=True):
            site = Site(name, lines[first], 0, *HOWS[letter])
            number = numbers[first]
            within = holders[number] if number >= 0 else None
            place = ANYWHERE
            if mark < -1 or (name in bound and head_of(name) in scopes.varying):
                place = places.place(first)
            if mark < -1 and nested is not None and scopes.is_type_parameter(head_of(name), place):
                # Scala calls values and types by one name: `F.map(one)(f)`, where an F[_] is a Functor.
                if site.how in ("type", "base") or nested.group != "java":
                    is_whole = name.isidentifier()
                    part = split_parts(name)[-1]
                    answers.append(
                        IS_LOCAL
                        if is_whole
                        else fallback(nested, file, part, site, is_member=True, head=name)
                    )
                    continue
            if mark < -1:
                head = loose_head(name)
                if scopes.is_loose(head, place) and not (head == "this" and scopes.is_in_class(number)):
                    answers.append(
                        IS_LOCAL
                        if head == name
                        else member_by_name(self.python, split_parts(name)[-1], within)
                        if nested is None
                        else fallback(nested, file, split_parts(name)[-1], site, is_member=True, head=head)
                    )
                    continue
            answer = None
            if mark < -1 or name in bound:
                # Where no function around binds its first name, a chain means the same in all of a scope.
                mark = scopes.mark(number, head_of(name), place)
                answer = memo.get((name, mark, letter))
            if answer is None:
                if nested is None:
                    answer = resolve_python(index, self.python, file, site, scopes, within)
                else:
                    answer = resolve_nested(nested, file, site, scopes, within, mark, place)
                memo[name, mark, letter] = answer
            answers.append(answer)
        return groups, answers

    def cause(self, file: int, name: str, answer: Answer) -> str:
        """Return why a place has no sure answer."""
        if answer.label == CANDIDATE:
            return "ambiguous"
        if self.index.groups[file] == "c" and name.isupper():
            return "macro"
        if "." in name or "->" in name or "::" in name:
            return "dynamic"
        if file not in self._missing:
            missing = [item for item in self.index.imports_of(file) if item.answer == "unresolved"]
            is_made = any(_GENERATED.search(item.target) for item in missing)
            self._missing[file] = (
                "generated" if is_made else "missing file" if missing else "not defined here"
            )
        return self._missing[file]


def _marks(scopes: FileScopes, places: Places, numbers: list[int], bound: set[str]) -> list[int]:
    """Return what tells apart the sites of one name: the scope; the definition around, where some binds the name;
    the place, where the meaning may change with it."""
    alike = scopes.alike
    marks = [
        number if name in bound else alike[number] for name, number in zip(places.names, numbers, strict=True)
    ]
    varying = {name: head for name in bound if (head := head_of(name)) in scopes.varying}
    if varying:
        for at, name in enumerate(places.names):
            if name in varying:
                marks[at] = scopes.mark(numbers[at], varying[name], places.place(at))
    loose, types = scopes.loose, scopes.type_parameters
    if loose or types:
        names = {name for name in set(places.names) if loose_head(name) in loose or head_of(name) in types}
        for at, name in enumerate(places.names):
            if name in names:
                marks[at] = -2 - places.place(at)
    return marks


def loose_head(name: str) -> str:
    return name.partition(".")[0].rstrip("?!")
