"""What a name is inside of what stands before it: a namespace, a class, a file, a package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from repobook.link.references import go_names
from repobook.link.references.index import TYPE_KINDS, Symbol
from repobook.link.references.things import Thing

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames

_VALUE_KINDS = frozenset(["constant", "variable", "property", "field", "attribute", "function"])


def inside(
    names: NestedNames, found: list[Symbol], other: Thing | None, name: str, file: int
) -> tuple[list[Symbol], Thing | None]:
    """Return what `name` is inside what was found: a namespace, a class, a file, a package."""
    if other is not None:
        if other[0] == "file" and isinstance(other[1], int):
            return names.offered(other[1], name)
        if other[0] == "folder" and isinstance(other[1], str):
            return go_names.to_import(names.index, names.in_folder(other[1], name)), None
        if other[0] == "instance" and isinstance(other[1], Symbol):
            return names.members(other[1], name)[0], None
        return [], other
    for symbol in found:
        if names.opened is not None and symbol.kind == "alias":
            if spaces := names.opened.space(symbol):
                return inside(names, spaces, None, name, file)
        if names.group == "js" and symbol.kind in _VALUE_KINDS:
            own = names.index.scopes[symbol.file].get(names.index.qualified(symbol), {}).get(name)
            if own and symbol.kind != "function":
                return own, None
        if symbol.kind in TYPE_KINDS:
            members, _ = names.members(symbol, name)
            if members:
                return members, None
            if symbol.kind == "module" and names.group == "rust":  # mod cart;
                for item, _ in names.bound(symbol.file).get(symbol.name, ()):
                    if item.how == "mod" and item.line == symbol.line and item.file is not None:
                        return names.offered(item.file, name)
        elif symbol.kind in ("namespace", "package", "library"):
            place = file if names.rules.shares_scope else symbol.file
            inner = names.in_scope(names.index.qualified(symbol), name, place)
            if inner:
                return inner, None
    return [], None
