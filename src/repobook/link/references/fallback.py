"""What a site may mean where nothing but its spelling connects it to a symbol."""

from __future__ import annotations

from repobook.link.references.answers import EXACT, IS_EXTERNAL, IS_UNRESOLVED, SCOPED, Answer, candidates
from repobook.link.references.choose import choose
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Symbol
from repobook.link.references.java_names import without_nested
from repobook.link.references.library import COMMON_MEMBERS
from repobook.link.references.nested import NestedNames
from repobook.link.references.ruby_names import can_be_bare
from repobook.link.references.sites import Site
from repobook.link.references.spelled import MANY

_NAMES_TYPE = frozenset(["type", "base", "call"])  # Cart cart;      implements Cart      new Cart()


def fallback(names: NestedNames, file: int, part: str, site: Site, *, is_member: bool, head: str) -> Answer:
    """Answer by name alone, where nothing else connects: what a file can reach, if it is the only one."""
    name = part.partition("(")[0]
    if is_member and "::" in site.name and head[:1].islower():
        # std::move: no such namespace here
        if not names.is_scope(head.partition("(")[0]):
            return IS_EXTERNAL
    known = names.named(name)
    if not known:
        return IS_UNRESOLVED
    if names.group == "go" and not any(_go_sees(names, file, s, is_member=is_member) for s in known):
        return IS_UNRESOLVED
    if len(known) > MANY:
        return names.spellings.of(name, is_member=False, is_type=False).answer
    if names.group == "c" and is_member and "::" in site.name and names.is_scope(head.partition("(")[0]):
        # `fmt::print`, where a macro opens the namespace
        free = [s for s in known if not s.scope and s.kind != "macro" and names.can_see(file, s)]
        if free and head[:1].islower():
            answer = choose(names, file, free, site, SCOPED)
            return answer if answer.label != EXACT else Answer(SCOPED, answer.targets)
    spelled = names.spellings.of(name, is_member=is_member, is_type=site.how in ("type", "base"))
    found = spelled.symbols
    if file in spelled.hidden:
        found = [s for s in spelled.with_hidden if s.file == file or not (s.is_private and not s.scope)]
    elif names.group == "ruby" and site.how == "call" and not is_member:
        found = [s for s in found if can_be_bare(names, s)]
        return candidates(found) if found else IS_UNRESOLVED
    elif names.group == "java" and not is_member and name[:1].isupper() and site.how in _NAMES_TYPE:
        found = without_nested(names, file, found)
        own = [s for s in found if s.file == file and s.kind in TYPE_KINDS]
        if len(own) == 1:  # outer.new Inner()
            return Answer(SCOPED, (own[0].id,))
        return candidates(found) if found else IS_UNRESOLVED
    elif not found:
        return IS_UNRESOLVED
    elif names.rules.reaches_includes and names.seen(file).isdisjoint(spelled.files):
        return spelled.answer
    if names.rules.reaches_includes:
        seen = names.seen(file)
        found = [s for s in found if s.file in seen] or found
    if names.group == "go":
        seen_ones = [s for s in found if _go_sees(names, file, s, is_member=is_member)]
        if not seen_ones:
            return IS_UNRESOLVED
        found = seen_ones
    first = found[0]
    if (
        len(name) > 3
        and (
            names.rules.reaches_includes or names.group == "lua"
        )  # elsewhere a name says too little of a value
        and name not in COMMON_MEMBERS
        and names.is_near(file, first)
        and all(s.scope == first.scope for s in found)
    ):
        if names.group == "c" and _is_argued(names, file, first, known, site):
            return spelled.answer
        answer = choose(names, file, found, site, SCOPED)
        return answer if answer.label != EXACT else Answer(SCOPED, answer.targets)
    return candidates(found) if found is not spelled.symbols else spelled.answer


def _is_argued(names: NestedNames, file: int, symbol: Symbol, known: list[Symbol], site: Site) -> bool:
    """Tell whether only the arguments of a call could lead it to a function: that of a namespace which is not around the call.

    `format_as(value)` in a template means the function beside the type of `value`, whichever that is; where others have the
    name, the one that is included says nothing. Nor is it a member of what stands before a dot.
    """
    return (
        site.how == "call"
        and (site.name.isidentifier() or site.name[0] == ".")
        and symbol.kind == "function"
        and bool(symbol.scope)
        and names.class_at(symbol.scope, file) is None
        and any(s.scope != symbol.scope and s.kind in FUNCTION_KINDS for s in known)
    )


def _go_sees(names: NestedNames, file: int, symbol: Symbol, *, is_member: bool) -> bool:
    """Tell whether a file of Go can name a symbol: a bare name is no method, small letters and tests stay in their package."""
    here, there = names.index.paths[file], names.index.paths[symbol.file]
    is_same = here.rpartition("/")[0] == there.rpartition("/")[0]
    if there.endswith("_test.go") and not (is_same and here.endswith("_test.go")):
        return False
    if not is_member and symbol.scope:
        return False
    return is_same or (is_member and symbol.name[:1].isupper())
