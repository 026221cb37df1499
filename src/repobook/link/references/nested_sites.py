"""What a site means in a language where classes and namespaces nest."""

from __future__ import annotations

from repobook.link.references import php_names
from repobook.link.references.answers import (
    EXACT,
    IS_EXTERNAL,
    IS_LOCAL,
    IS_UNRESOLVED,
    SCOPED,
    Answer,
    candidates,
)
from repobook.link.references.bound import is_module
from repobook.link.references.chains import last_part, parts_of, split_parts
from repobook.link.references.choose import choose
from repobook.link.references.extents import ANYWHERE
from repobook.link.references.fallback import fallback
from repobook.link.references.go_names import BUILTINS
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol
from repobook.link.references.inner import inside
from repobook.link.references.nested import NestedNames
from repobook.link.references.opened import openers
from repobook.link.references.ruby_names import scope_at
from repobook.link.references.rust_paths import ROOTS, choose_path
from repobook.link.references.scopes import FileScopes
from repobook.link.references.sites import Site
from repobook.link.references.things import OUTSIDE, Thing
from repobook.link.references.values import result, typed


def resolve_nested(
    names: NestedNames,
    file: int,
    site: Site,
    scopes: FileScopes,
    within: Symbol | None,
    mark: int,
    place: int = ANYWHERE,
) -> Answer:
    """Return what a site means. `mark` is equal for sites that mean the same, `place` is where it stands."""
    if site.how == "import":
        last = last_part(site.name) if names.group == "rust" else site.name
        item = names.index.import_at(file, last, site.line)
        if item is None:
            return IS_UNRESOLVED
        if item.file is None:
            return IS_UNRESOLVED if item.answer == "unresolved" else IS_EXTERNAL
        taken = "default" if f"default as {last}" in item.names else last
        if names.group == "rust" and taken == "self":
            taken = last_part(item.target)
            if is_module(names.index, item, taken):
                return Answer(EXACT, (-item.file,))
        offered, thing = names.offered(item.file, taken)
        if not offered and names.group == "rust" and is_module(names.index, item, taken):
            return Answer(EXACT, (-item.file,))
        if not offered and thing is not None:
            if thing[0] == "file" and isinstance(thing[1], int):
                return Answer(EXACT, (-thing[1],))
            return IS_EXTERNAL if thing[0] == "outside" else IS_UNRESOLVED
        return choose(names, item.file, offered, site, EXACT) if offered else IS_UNRESOLVED
    if site.name[0] == ".":
        return fallback(names, file, split_parts(site.name)[-1], site, is_member=True, head="")
    name = site.name
    is_bare = name.isidentifier()
    # Java keeps the names of methods and of variables apart; capitals are those of classes, `new Cart()`.
    is_method = (
        is_bare
        and names.group == "java"
        and site.how == "call"
        and not name[:1].isupper()
        and names.index.paths[file].endswith(".java")
    )
    is_php = names.group == "php"
    if is_php and is_bare and site.how != "mention":
        is_method = True  # of PHP, a variable bears a mark
    if site.how == "mention" and names.is_unknown(name):
        return IS_LOCAL  # `nodiscard`, a parameter of a macro: a word that nothing here defines
    if is_bare and name not in names.selves:
        if within is not None and not is_method and scopes.is_bound(within, name, place):
            return IS_LOCAL
        if names.is_nowhere(file, name):
            if names.group == "go":
                if name in BUILTINS:
                    return IS_EXTERNAL
                return IS_LOCAL if site.how == "mention" else IS_UNRESOLVED
            return IS_UNRESOLVED
    if is_php and name[0] == "$":
        is_bound = within is not None and scopes.is_bound(within, name[1:], place)
        held = [] if is_bound else php_names.find_variable(names, file, name[1:], within)[0]
        return choose(names, file, held, site, EXACT) if held else IS_LOCAL
    parts = [name] if is_bare else php_names.parts_of(name) if is_php else parts_of(name)
    if not parts:
        return IS_UNRESOLVED
    if names.group == "ruby":
        scope = scope_at(names.index, scopes, within, site.line, site.how)
    elif site.how == "base" and within is not None and within.kind in TYPE_KINDS:
        scope = within.scope
    else:
        scope = scope_of(names.index, within)
    if name.startswith("::"):  # the one that stands in no namespace
        scope, within = "", None
    sure = EXACT
    found: list[Symbol] = []
    other: Thing | None = None
    if names.group == "rust" and len(parts) > 1 and parts[0] in ROOTS and "::" in name:
        return choose_path(names, file, parts, scope, site)
    if names.group == "c" and len(parts) > 1 and parts[0] == "std" and not names.is_std():
        return IS_EXTERNAL
    for number, part in enumerate(parts):
        name, call, _ = part.partition("(")
        if number == 0:
            if name in names.rules.this or name in names.rules.parent:
                owner = names.class_at(scope, file) if scope else None
                if names.group == "js" and (owner is None or owner.kind != "object") and within is not None:
                    if scopes.is_cut_off(within, name, place):  # by a function that is no method
                        return fallback(names, file, parts[-1], site, is_member=len(parts) > 1, head=name)
                while owner is None and scope and names.group == "js":  # a function inside of a method
                    scope = scope.rpartition(".")[0]
                    owner = names.class_at(scope, file) if scope else None
                    sure = SCOPED
                if owner is None:
                    return IS_UNRESOLVED
                if name in names.rules.parent:
                    bases, _ = names.bases(owner)
                    owner = bases[0] if bases else None
                    if owner is None:
                        return IS_EXTERNAL
                found, other = [], ("instance", owner)
                continue
            if is_php:
                is_bound = within is not None and not is_method and scopes.is_bound(within, name, place)
                if not php_names.is_variable(site, name, is_bound):
                    found, other, step = names.find(file, name, scope, None, None)
                    if not found:
                        return IS_EXTERNAL if other == OUTSIDE else IS_UNRESOLVED
                elif is_bound:
                    found, other, step = names.find(file, name, scope, within, scopes, place=place)
                else:
                    found, other, step = php_names.find_variable(names, file, name, within)
            elif len(parts) > 1 and names.is_one(scope):
                key = (name, scope, mark)
                known = scopes.heads.get(key)
                if known is None:
                    known = scopes.heads[key] = names.find(file, name, scope, within, scopes, place=place)
                found, other, step = known
            else:
                found, other, step = names.find(
                    file, name, scope, within, None if is_method else scopes, place=place
                )
        else:
            found, other, step = take_step(names, found, other, name, file)
        if step == "scoped":
            sure = SCOPED
        elif step == "either":
            return candidates(found) if number == len(parts) - 1 else IS_UNRESOLVED
        if other is not None and other[0] == "away":
            return IS_LOCAL if len(parts) == 1 else IS_EXTERNAL
        if call and number < len(parts) - 1:
            given = result(names, found, 0)
            found, other = [], given or ("unknown", None)
            if other[0] == "away":
                return IS_EXTERNAL
        if not found and (other is None or other[0] in ("unknown", "outside")) and number < len(parts) - 1:
            if other is not None and other[0] == "outside":
                return IS_EXTERNAL
            return fallback(names, file, parts[-1], site, is_member=True, head=parts[0])
    if found:
        if names.group == "c" and found[0].kind == "namespace":
            if site.how == "type":
                return IS_LOCAL  # `shop` of `shop::total`
            found = openers(names, found[0], file)
            if not found:
                return IS_UNRESOLVED
        return choose(names, file, found, site, sure)
    if other is not None:
        if other[0] in ("local", "instance"):
            return (
                IS_LOCAL
                if len(parts) == 1
                else fallback(names, file, parts[-1], site, is_member=True, head=parts[0])
            )
        if other[0] == "outside":
            return IS_EXTERNAL
        if other[0] == "file" and isinstance(other[1], int):
            if names.group == "rust" and len(parts) == 1 and name not in names.bound(file):
                return IS_UNRESOLVED  # no value has the name of a crate
            return Answer(EXACT, (-other[1],))
        if other[0] == "folder":
            return IS_EXTERNAL
    if names.group == "go" and len(parts) == 1 and name in BUILTINS:
        return IS_EXTERNAL
    return fallback(names, file, parts[-1], site, is_member=len(parts) > 1, head=parts[0])


def take_step(
    names: NestedNames, found: list[Symbol], other: Thing | None, name: str, file: int
) -> tuple[list[Symbol], Thing | None, str]:
    """Return what `name` is inside what was found so far."""
    step = EXACT
    label = "exact"
    if other is None and found and not any(s.kind in TYPE_KINDS or s.kind == "namespace" for s in found):
        other = typed(names, found, 0)
        label = "scoped"
        if other is not None and other[0] == "away":
            return [], other, label
        if other is None:
            return [], ("unknown", None), label
    if other is not None and other[0] == "instance" and isinstance(other[1], Symbol):
        members, is_known = names.members(other[1], name)
        return members, None if members else ("unknown", None), label if is_known else "scoped"
    inner, beyond = inside(names, found, other, name, file)
    return inner, beyond if not inner else None, label if step == EXACT else "scoped"


def scope_of(index: Index, within: Symbol | None) -> str:
    if within is None:
        return ""
    if within.kind in ("test", "benchmark") and "." in within.name:  # TEST_F(Fixture, name)
        fixture = within.name.partition(".")[0]
        return f"{within.scope}{index.separators[within.file]}{fixture}" if within.scope else fixture
    is_scope = within.kind not in FUNCTION_KINDS and within.kind not in ("alias", "typedef")
    return index.qualified(within) if is_scope else within.scope
