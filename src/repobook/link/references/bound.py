"""The names that imports bind in a file."""

from __future__ import annotations

import posixpath

from repobook.link.references import csharp_names
from repobook.link.references.chains import last_part
from repobook.link.references.go_names import names_bound
from repobook.link.references.index import Bound, Import, Index

_TOPS = frozenset(["lib.rs", "main.rs", "mod.rs"])


def bound_names(index: Index, file: int, group: str) -> Bound:
    """Return the names that imports bind: the import, and what is taken from it ("" for the whole)."""
    if group == "csharp":
        return csharp_names.bound_names(index, file)
    found: Bound = {}
    for item in index.imports_of(file):
        for name in item.names:
            if group == "rust" and (name == "self" or name.startswith("self as ")):  # use shop::cart::{self}
                last = last_part(item.target)
                found.setdefault(name[8:] or last, []).append((item, last))
            elif name.startswith("as "):
                taken = "" if group in ("go", "lua", "js") else last_part(item.target)
                found.setdefault(name[3:], []).append((item, taken))
            elif name.startswith("* as "):
                found.setdefault(name[5:], []).append((item, ""))
            elif name != "*":
                taken, _, alias = name.partition(" as ")
                found.setdefault(alias or taken, []).append((item, taken))
        if not item.names and group not in ("c", "js"):
            lasts = names_bound(index, item) if group == "go" else [last_part(item.target)]
            for last in lasts:
                if last and last != "*":
                    found.setdefault(last, []).append((item, "" if group in ("go", "lua") else last))
    return found


def is_module(index: Index, item: Import, taken: str) -> bool:
    """Tell whether a name taken by an import of Rust is the module of the file that it means, not one inside."""
    if item.file is None:
        return False
    if item.how in ("mod", "crate") or taken in ("self", "super", "crate") or item.target == taken:
        return True
    folder, base = posixpath.split(index.paths[item.file])
    return taken.removeprefix("r#") == (posixpath.basename(folder) if base in _TOPS else base[:-3])
