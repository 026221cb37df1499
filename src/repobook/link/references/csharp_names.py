"""What the usings of C# bring into a file: all of a namespace, the members of a class, another name for a type.

`global using` speaks to all files of a project: those below the folder of its nearest .csproj.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from repobook.link.references.index import Bound, Index, Symbol
from repobook.link.references.things import OUTSIDE, UNKNOWN, Thing

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames

OPENED = "*"
GLOBAL = "global"  # how an import asks that speaks to a whole project


def look(names: NestedNames, file: int, name: str) -> tuple[list[Symbol], Thing | None]:
    """Return what the usings of a file mean by a name, or what it is instead."""
    bound = names.bound(file)
    for item, last in bound.get(name, ()):
        target = plain(item.target)
        scope = target.rpartition(".")[0]
        found = names.in_scope(scope, last, file) or names.in_scope("", target, file)
        if found:
            return found, None
        return [], OUTSIDE if item.answer in ("package", "standard") else UNKNOWN
    found = []
    for _, space in bound.get(OPENED, ()):
        found += [s for s in names.in_scope(space, name, file) if s.kind != "namespace" and s not in found]
    return found, None


def bound_names(index: Index, file: int) -> Bound:
    """Return the other names that usings give, with the last part of what they mean, and what they open."""
    project = project_of(index, file)
    listed = index.imports_of(file) + [
        item for at, item in index.global_usings if at != file and project_of(index, at) == project
    ]
    found: Bound = {}
    for item in listed:
        target = plain(item.target)
        for name in item.names:
            found.setdefault(name.removeprefix("as "), []).append((item, target.rpartition(".")[2]))
        if not item.names:
            found.setdefault(OPENED, []).append((item, target))
    return found


def project_of(index: Index, file: int) -> str:
    """Return the folder of the project that a file belongs to: the nearest above it that holds a .csproj, else the top."""
    folder = posixpath.dirname(index.paths[file])
    while folder and folder not in index.projects:
        folder = posixpath.dirname(folder)
    return folder


def plain(target: str) -> str:
    """Return what a using names, without the arguments of its type."""
    return target.removeprefix("global::").partition("<")[0].strip()
