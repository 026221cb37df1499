r"""What a name of PHP means: one full name, by what its file imports and by the namespace around it.

`Model\Item` is found below what `use Shop\Model;` brings in, else below the namespace of the file; `\Item` in none. A class
that is not there is none of the repository, whatever others are called. Only functions and constants are looked for
outside of all namespaces, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repobook.link.references.index import TYPE_KINDS, Index, Symbol, length
from repobook.link.references.sites import Site
from repobook.link.references.things import OUTSIDE, UNKNOWN, Thing

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames

_SPLIT = re.compile(r"::|\??->|\.")
_TYPE = re.compile(r"\??\s*(\\?[^\W\d][\w\\]*)(?:\s*\|\s*null)?\s*$", re.I)
_FREE = frozenset(["function", "constant"])


def parts_of(name: str) -> list[str]:
    """Split `Model\\Item::build(1)->price` into its names; a qualified name is one, calls become `build(`."""
    flat = re.sub(r"\([^()]*\)", "(", name) if "(" in name else name
    return [part for part in _SPLIT.split(flat) if part]


def is_variable(site: Site, head: str, is_bound: bool) -> bool:
    """Tell whether the first name of a chain is a variable: `cart->total`, and `kind::make` where `$kind` is one."""
    behind = site.name[len(head) :]
    return behind.startswith(("->", "?->")) or (is_bound and (not behind or behind.startswith("::")))


def find_variable(
    names: NestedNames, file: int, name: str, within: Symbol | None
) -> tuple[list[Symbol], Thing | None, str]:
    """Return what a variable is that no function binds: one of the top of the file, where the place stands there."""
    if within is None or within.kind == "namespace":
        scope = within.name if within is not None else ""
        found = [s for s in names.in_scope(scope, name, file) if s.file == file and _is_held(s)]
        if found:
            return found, None, "exact"
    return [], UNKNOWN, "scoped"


def look(names: NestedNames, file: int, name: str, scope: str) -> tuple[list[Symbol], Thing | None, str]:
    """Return what the name of a class, function or constant means in a scope, or what it is instead."""
    if name.startswith("\\"):
        found = _defined(names, name[1:])
        return found, None if found or "\\" in name[1:] else OUTSIDE, _sure(found)
    space = space_of(names.index, file, scope)
    head, mark, rest = name.partition("\\")
    if mark and head.lower() == "namespace":
        return _defined(names, _join(space, rest)), None, "exact"
    other: Thing | None = None
    for item, _ in names.bound(file).get(head, ()):
        if found := _defined(names, _join(item.target.strip("\\"), rest)):
            return found, None, "exact"
        other = OUTSIDE if item.answer in ("package", "standard") else other or UNKNOWN
    if other is not None:
        return [], other, "exact"
    found = _defined(names, _join(space, name))
    if not found and space and not mark:
        found = [s for s in _defined(names, name) if s.kind in _FREE]
    return found, None, _sure(found)


def space_of(index: Index, file: int, scope: str) -> str:
    """Return the namespace that a scope of a file lies in."""
    spaces = [index.qualified(s) for s in index.symbols_of(file) if s.kind == "namespace"]
    return max((one for one in spaces if f"{scope}\\".startswith(f"{one}\\")), key=len, default="")


def type_named(names: NestedNames, text: str, file: int, scope: str) -> Symbol | None:
    """Return the class that a written type means: `?Item`, `Model\\Item|null`."""
    said = _TYPE.match(text)
    found = look(names, file, said[1], scope)[0] if said else []
    classes = [s for s in found if s.kind in TYPE_KINDS]
    return max(classes, key=lambda s: (length("php", s), -s.id)) if classes else None


def is_foreign(names: NestedNames, text: str, file: int) -> bool:
    """Tell whether a written type comes from outside of the repository."""
    said = _TYPE.match(text)
    if said is None or len(said[1]) < 3:
        return False
    found, other, _ = look(names, file, said[1], "")
    last = said[1].rpartition("\\")[2]
    return not found and (
        other == OUTSIDE or (other is None and last[:1].isupper() and not names.named(last))
    )


def _join(space: str, name: str) -> str:
    return f"{space}\\{name}" if space and name else space or name


def _defined(names: NestedNames, full: str) -> list[Symbol]:
    """Return what has a full name. What a class holds is a member: it has none."""
    space, _, last = full.rpartition("\\")
    found = names.in_scope(space, last, 0)
    is_class = bool(found) and names.class_at(space, 0) is not None
    return [
        s for s in found if s.kind in TYPE_KINDS or (s.kind in _FREE and not is_class and not _is_held(s))
    ]


def _sure(found: list[Symbol]) -> str:
    """Return how sure it is that these are meant: what `define` makes, PHP or another file may have made before."""
    return "scoped" if any(s.kind == "constant" and "define" in s.signature for s in found) else "exact"


def _is_held(symbol: Symbol) -> bool:
    """Tell whether a variable holds it: `$total = function () { };`."""
    return symbol.kind == "variable" or symbol.signature.startswith("$")
