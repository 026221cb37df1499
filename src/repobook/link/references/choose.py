"""One of several symbols with a name, by the way a site uses it."""

from __future__ import annotations

from repobook.link.references.answers import EXACT, SCOPED, Answer, candidates
from repobook.link.references.chains import parts_of
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Symbol
from repobook.link.references.library import LIBRARY_NAMES
from repobook.link.references.nested import NestedNames
from repobook.link.references.ruby_names import defining
from repobook.link.references.signatures import arguments_of, is_specialization, shape
from repobook.link.references.sites import Site


def choose(names: NestedNames, file: int, found: list[Symbol], site: Site, sure: str) -> Answer:
    """Return one of several symbols with the name, if the way it is used leaves one."""
    if found[0].is_conditional and names.opened is not None and names.opened.rivals(found[0]):
        return candidates(found)
    if len(found) == 1:
        return choose_only(names, file, found[0], site, sure)
    kept = found
    if names.group == "c":
        first = found[0]
        if len(found) > 1 or (first.scope and first.kind in FUNCTION_KINDS):
            kept = found = without_variants(names, file, found, site)
        elif (
            not first.is_conditional and first.name not in LIBRARY_NAMES and site.how not in ("type", "base")
        ):
            return Answer(sure, (first.id,))
        if all(s.kind == "macro" for s in found):
            if found[0].name in LIBRARY_NAMES and all(s.is_conditional for s in found):
                return candidates(found)
            if len(found) > 1 and len({s.file for s in found}) == 1:
                return Answer(SCOPED, (found[0].id,))
            if found[0].is_conditional and site.how in ("type", "base"):
                return candidates(found)
        elif any(s.kind == "macro" for s in found):
            return candidates(found)
        elif site.how == "call" and found[0].name in LIBRARY_NAMES:
            if len(parts_of(site.name)) == 1 and all(s.scope or s.is_conditional for s in found):
                return candidates(found)
    if site.how in ("type", "base"):
        kept = [s for s in found if s.kind in TYPE_KINDS] or found
        if names.group == "c" and (
            kept[0].kind in FUNCTION_KINDS or (len(kept) > 1 and all(s.is_conditional for s in kept))
        ):
            return candidates(kept)
        if len(kept) > 1:
            kept = [s for s in kept if s.kind in ("typedef", "alias")] or kept
    if len(kept) > 1:
        kept = [s for s in kept if s.file == file or not (s.is_private and not s.scope)] or kept
    if len(kept) > 1:
        kept = [s for s in kept if s.kind != "namespace"] or kept[:1]
    if len(kept) > 1 and names.group == "rust" and site.how == "call":
        kept = [
            s for s in kept if s.kind != "module"
        ] or kept  # no module is called; a function may bear its name
    if names.group == "js":
        return choose_js(kept, site, sure)
    classes = [s for s in kept if s.kind in TYPE_KINDS]
    if classes:
        if len(classes) > 1 and all(s.is_conditional for s in classes):
            return candidates(classes)
        whole = [s for s in classes if s.last > s.first] or classes
        if len({names.index.qualified(s) for s in whole}) == 1:
            if len(whole) > 1 and names.group == "ruby":
                return _opening(names, file, whole, sure)
            return Answer(sure, (whole[0].id,)) if len(whole) == 1 else one_of(names, file, whole, sure)
        return candidates(whole)
    if len(kept) > 1 and site.arguments >= 0:
        fitting = [s for s in kept if takes(s, site.arguments)]
        kept = fitting or kept
    # A function of Go without a body is written in assembly, for one kind of machine.
    is_go = names.group == "go"
    bodies = [s for s in kept if s.has_body or s.kind not in FUNCTION_KINDS or is_go]
    pick = bodies or kept
    if len(pick) == 1:
        return Answer(sure, (pick[0].id,))
    if not bodies and len({shape(s) for s in pick}) == 1:
        return one_of(names, file, pick, sure)
    return one_of(names, file, pick, "") if len({s.file for s in pick}) > 1 else candidates(pick)


def _opening(names: NestedNames, file: int, opened: list[Symbol], sure: str) -> Answer:
    """Of the files that open one class, take the one that defines it.

    Of those that open a module none is more: `module Rack` around a class only says where the class belongs.
    """
    own = [s for s in opened if s.file == file]
    if own and all(s.kind == "module" for s in opened):
        return Answer(EXACT, (own[0].id,))
    found, label = defining(names, file, opened)
    if len(found) == 1:
        return Answer(SCOPED if label == "scoped" else sure, (found[0].id,))
    return one_of(names, file, found, sure)


def choose_only(names: NestedNames, file: int, symbol: Symbol, site: Site, sure: str) -> Answer:
    """Return the only symbol with the name, unless the way it is used speaks against it."""
    if names.group == "c":
        is_type = site.how in ("type", "base")
        if symbol.scope and symbol.kind in FUNCTION_KINDS:
            symbol = constructed(names, file, symbol)
        elif not symbol.is_conditional and not is_type and symbol.name not in LIBRARY_NAMES:
            return Answer(sure, (symbol.id,))
        if is_type and symbol.kind in FUNCTION_KINDS:
            return candidates([symbol])
        if symbol.name in LIBRARY_NAMES:
            if symbol.kind == "macro":
                if symbol.is_conditional:
                    return candidates([symbol])
            elif site.how == "call" and (symbol.scope or symbol.is_conditional):
                if len(parts_of(site.name)) == 1:
                    return candidates([symbol])
    return Answer(sure, (symbol.id,))


def constructed(names: NestedNames, file: int, symbol: Symbol) -> Symbol:
    """Return the class that a constructor makes; another function stays what it is."""
    if symbol.scope.rpartition("::")[2] == symbol.name:
        return names.class_at(symbol.scope, file) or symbol
    return symbol


def choose_js(found: list[Symbol], site: Site, sure: str) -> Answer:
    """A name may be a type and a value; overloads are one function."""
    types = [s for s in found if s.kind in ("interface", "type")]
    values = [s for s in found if s.kind not in ("interface", "type")]
    kept = (types or values) if site.how in ("type", "base") else (values or types)
    if len(kept) > 1:
        kept = [s for s in kept if s.has_body] or [s for s in kept if s.kind != "attribute"] or kept
    first = kept[0]
    if all(s.file == first.file and s.scope == first.scope for s in kept):
        return Answer(sure, (first.id,))
    return candidates(kept)


def without_variants(names: NestedNames, file: int, found: list[Symbol], site: Site) -> list[Symbol]:
    """Leave out what only varies another one: specializations of templates, constructors, `#define crc32 z_crc32`."""
    kept = []
    for symbol in found:
        if symbol.scope and symbol.kind in FUNCTION_KINDS:
            symbol = constructed(names, file, symbol)
        if symbol not in kept:
            kept.append(symbol)
    if len(kept) == 1:
        return kept
    if any(s.kind == "macro" for s in kept) and any(s.kind != "macro" and not s.is_conditional for s in kept):
        kept = [s for s in kept if s.kind != "macro" or not s.is_conditional]
    if any(s.kind in TYPE_KINDS for s in kept):
        kept = [s for s in kept if not is_specialization(s)] or kept
    return kept


def one_of(names: NestedNames, file: int, symbols: list[Symbol], sure: str) -> Answer:
    """Of equals, take the one in the file itself or the only one that it can see."""
    own = [s for s in symbols if s.file == file]
    if len(own) == 1:
        return Answer(EXACT, (own[0].id,))
    seen = own if own else [s for s in symbols if names.can_see(file, s)]
    if len(seen) == 1:
        return Answer(sure or SCOPED, (seen[0].id,))
    if sure and len({shape(s) for s in symbols}) == 1 and len({s.file for s in symbols}) == 1:
        return Answer(SCOPED, (symbols[0].id,))
    return candidates(seen or symbols)


def takes(symbol: Symbol, count: int) -> bool:
    """Tell whether a function can be called with so many arguments."""
    least, most = arguments_of(symbol.signature, symbol.name)
    return least <= count <= most
