"""Resolve the sites of one file."""

from __future__ import annotations

import re
from typing import NamedTuple

from repobook.link.references.index import (
    FUNCTION_KINDS,
    MEMBER_KINDS,
    TYPE_KINDS,
    Import,
    Index,
    Site,
    Symbol,
)
from repobook.link.references.library import COMMON_MEMBERS, LIBRARY_NAMES
from repobook.link.references.nested import NestedNames, Thing, is_specialization
from repobook.link.references.python import COMMON, PythonNames
from repobook.link.references.scopes import FileScopes

MAX_CANDIDATES = 20
MANY = 100  # definitions of one name: nobody can tell which is meant by the name alone
EXACT, SCOPED, CANDIDATE, UNRESOLVED, EXTERNAL, LOCAL = "e", "s", "c", "u", "x", "l"
LABELS = {
    EXACT: "exact",
    SCOPED: "scoped",
    CANDIDATE: "candidate",
    UNRESOLVED: "unresolved",
    EXTERNAL: "external",
}


_HEAD = re.compile(r"[\w$]*")


def head_of(name: str) -> str:
    """Return the first name of a chain."""
    found = _HEAD.match(name)
    return found[0] if found else ""


class Answer(NamedTuple):
    label: str
    targets: tuple[int, ...] = ()  # ids of symbols; a file stands as its negative id
    more: int = 0  # candidates that are not listed


_LOCAL = Answer(LOCAL)
_EXTERNAL = Answer(EXTERNAL)
_UNRESOLVED = Answer(UNRESOLVED)


class Resolver:
    """Resolves files one after another; keeps what it learned of the others."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.python = PythonNames(index)
        self._nested: dict[str, NestedNames] = {}
        self._has_missing: dict[int, bool] = {}
        self.scopes: FileScopes | None = None  # of the file that was resolved last

    def nested(self, group: str) -> NestedNames:
        known = self._nested.get(group)
        if known is None:
            known = self._nested[group] = NestedNames(self.index, group)
        return known

    def resolve(self, file: int, sites: list[Site], local_names: list[tuple[int, str, str]]) -> list[Answer]:
        """Return an answer for every site of a file, in their order."""
        index = self.index
        group = index.groups[file]
        scopes = FileScopes(index, file, local_names)
        self.scopes = scopes
        nested = self.nested(group) if group != "python" else None
        memo: dict[tuple[str, int | str, str, int], Answer] = {}
        answers = []
        loose = scopes.loose
        for site in sites:
            if (
                loose
                and (head := site.name.partition(".")[0].rstrip("?!")) in loose
                and scopes.is_loose(head, site.line)
            ):
                assert nested is not None
                is_alone = head == site.name
                answers.append(
                    _LOCAL
                    if is_alone
                    else fallback(nested, file, split_parts(site.name)[-1], site, is_member=True, head=head)
                )
                continue
            within = scopes.within(site.line)
            # Where no function around binds its first name, a chain means the same in all of a scope.
            where = scopes.key(within, head_of(site.name)) if within is not None else 0
            key = (site.name, where, site.how, site.arguments)
            answer = memo.get(key)
            if answer is None:
                if nested is None:
                    answer = _resolve_python(index, self.python, file, site, scopes, within)
                else:
                    answer = resolve_nested(nested, file, site, scopes, within)
                memo[key] = answer
            answers.append(answer)
        return answers

    def cause(self, file: int, site: Site, answer: Answer) -> str:
        """Return why a place has no sure answer."""
        if answer.label == CANDIDATE:
            return "ambiguous"
        if self.index.groups[file] == "c" and site.name.isupper():
            return "macro"
        if any(mark in site.name for mark in (".", "->", "::")):
            return "dynamic"
        if file not in self._has_missing:
            self._has_missing[file] = any(
                item.answer == "unresolved" for item in self.index.imports.get(file, ())
            )
        return "missing file" if self._has_missing[file] else "not defined here"


def _resolve_python(
    index: Index, names: PythonNames, file: int, site: Site, scopes: FileScopes, within: Symbol | None
) -> Answer:
    if site.how == "import":
        item = _import_at(index, file, site)
        if item is None:
            return _UNRESOLVED
        thing = names.imported(file, item, site.name)
        if thing[0] == "module" and isinstance(thing[1], int):
            return Answer(EXACT, (-thing[1],))
        if thing[0] == "symbol" and isinstance(thing[1], Symbol):
            return Answer(EXACT, (thing[1].id,))
        return _EXTERNAL if thing[0] == "outside" else _UNRESOLVED
    parts = split_chain(site.name)
    if not parts:
        return _UNRESOLVED
    if not parts[0]:  # a member of who knows what
        return by_name(index, file, parts[-1], is_member=True, common=COMMON)
    *heads, last = parts
    if not heads:
        thing, sure = names.name(file, last, scopes, site.line, within, 0)
    else:
        owner, sure = names.chain(file, heads, scopes, site.line, within)
        thing, step = names.attribute(owner, last, 0)
        if step == "scoped":
            sure = step
        if owner[0] in ("local", "unknown", "instance", "symbol") and thing[0] == "unknown":
            return by_name(index, file, last, is_member=True, common=COMMON)
    kind, what = thing
    if kind in ("symbol", "instance") and isinstance(what, Symbol):
        if kind == "instance":
            return _LOCAL  # the name of a value, not of a symbol
        return Answer(EXACT if sure == "exact" else SCOPED, (what.id,))
    if kind == "module" and isinstance(what, int):
        return Answer(EXACT, (-what,))
    if kind == "outside":
        return _EXTERNAL
    if kind == "local" or not heads:
        if kind == "local":
            return _LOCAL
        return by_name(index, file, last, is_member=False, common=frozenset()) if not heads else _UNRESOLVED
    return _UNRESOLVED


def _import_at(index: Index, file: int, site: Site) -> Import | None:
    """Return the import whose statement names something at a place."""
    found = None
    for item in index.imports.get(file, ()):
        if item.line > site.line:
            break
        if any(
            name.partition(" as ")[0] == site.name or name == f"default as {site.name}" for name in item.names
        ):
            found = item
    return found


def by_name(index: Index, file: int, name: str, *, is_member: bool, common: frozenset[str]) -> Answer:
    """Answer by name alone: one in reach is `scoped`, several are candidates."""
    found = [
        symbol
        for symbol in index.by_name.get(index.groups[file], {}).get(name, ())
        if not is_member or symbol.scope
    ]
    if not found:
        return _UNRESOLVED
    if (
        len(found) == 1
        and is_member
        and name not in common
        and len(name) > 3
        and found[0].kind in MEMBER_KINDS
    ):
        return Answer(SCOPED, (found[0].id,))
    return Answer(
        CANDIDATE, tuple(symbol.id for symbol in found[:MAX_CANDIDATES]), max(0, len(found) - MAX_CANDIDATES)
    )


def split_chain(name: str) -> list[str]:
    """Split `a.f(1).b` at its dots outside of brackets; calls become `f()`."""
    if "(" not in name:
        return name.split(".")
    parts: list[str] = []
    depth = 0
    part = ""
    for char in name:
        if char == "(":
            depth += 1
            if depth == 1:
                part += "("
        elif char == ")":
            depth -= 1
        elif not depth:
            if char == ".":
                parts.append(part)
                part = ""
            else:
                part += char
    parts.append(part)
    return parts


_SPLIT = re.compile(r"::|[?!]?\.|->|\\")


def resolve_nested(
    names: NestedNames, file: int, site: Site, scopes: FileScopes, within: Symbol | None
) -> Answer:
    if site.how == "import":
        item = _import_at(names.index, file, site)
        if item is None:
            return _UNRESOLVED
        if item.file is None:
            return _UNRESOLVED if item.answer == "unresolved" else _EXTERNAL
        taken = "default" if f"default as {site.name}" in item.names else site.name
        offered, thing = names.offered(item.file, taken)
        if not offered and thing is not None:
            if thing[0] == "file" and isinstance(thing[1], int):
                return Answer(EXACT, (-thing[1],))
            return _EXTERNAL if thing[0] == "outside" else _UNRESOLVED
        return choose(names, item.file, offered, site, EXACT) if offered else _UNRESOLVED
    if site.name[0] == ".":
        return fallback(names, file, split_parts(site.name)[-1], site, is_member=True, head="")
    parts = [site.name] if site.name.isidentifier() else parts_of(site.name)
    if not parts:
        return _UNRESOLVED
    if names.is_unknown(site.name) and site.how == "mention":
        return _LOCAL  # `nodiscard`, a parameter of a macro: a word that nothing here defines
    scope = scope_of(names.index, within)
    if site.how == "base" and within is not None and within.kind in TYPE_KINDS:
        scope = within.scope
    sure = EXACT
    found: list[Symbol] = []
    other: Thing | None = None
    if names.group == "c" and len(parts) > 1 and parts[0] == "std" and not names.is_std():
        return _EXTERNAL
    for number, part in enumerate(parts):
        name, call, _ = part.partition("(")
        if number == 0:
            if name in names.rules.this or name in names.rules.parent:
                owner = names.class_at(scope, file) if scope else None
                while owner is None and scope and names.group == "js":  # a function inside of a method
                    scope = scope.rpartition(".")[0]
                    owner = names.class_at(scope, file) if scope else None
                    sure = SCOPED
                if owner is None:
                    return _UNRESOLVED
                if name in names.rules.parent:
                    bases, _ = names.bases(owner)
                    owner = bases[0] if bases else None
                    if owner is None:
                        return _EXTERNAL
                found, other = [], ("instance", owner)
                continue
            # Java keeps the names of methods and of variables apart.
            is_method = (
                names.group == "java"
                and site.how == "call"
                and len(parts) == 1
                and names.index.paths[file].endswith(".java")
            )
            found, other, step = names.find(file, name, scope, within, None if is_method else scopes)
        else:
            found, other, step = take_step(names, found, other, name, file)
        if step == "scoped":
            sure = SCOPED
        elif step == "either":
            return candidates(found) if number == len(parts) - 1 else _UNRESOLVED
        if other is not None and other[0] == "away":
            return _LOCAL if len(parts) == 1 else _EXTERNAL
        if call and number < len(parts) - 1:
            result = names.result(found, 0)
            found, other = [], result or ("unknown", None)
        if not found and (other is None or other[0] in ("unknown", "outside")) and number < len(parts) - 1:
            if other is not None and other[0] == "outside":
                return _EXTERNAL
            return fallback(names, file, parts[-1], site, is_member=True, head=parts[0])
    if found:
        return choose(names, file, found, site, sure)
    if other is not None:
        if other[0] in ("local", "instance"):
            return (
                _LOCAL
                if len(parts) == 1
                else fallback(names, file, parts[-1], site, is_member=True, head=parts[0])
            )
        if other[0] == "outside":
            return _EXTERNAL
        if other[0] == "file" and isinstance(other[1], int):
            return Answer(EXACT, (-other[1],))
        if other[0] == "folder":
            return _EXTERNAL
    return fallback(names, file, parts[-1], site, is_member=len(parts) > 1, head=parts[0])


def take_step(
    names: NestedNames, found: list[Symbol], other: Thing | None, name: str, file: int
) -> tuple[list[Symbol], Thing | None, str]:
    """Return what `name` is inside what was found so far."""
    step = EXACT
    label = "exact"
    if other is None and found and not any(s.kind in TYPE_KINDS or s.kind == "namespace" for s in found):
        other = names.typed(found, 0)
        label = "scoped"
        if other is None:
            return [], ("unknown", None), label
    if other is not None and other[0] == "instance" and isinstance(other[1], Symbol):
        members, is_known = names.members(other[1], name)
        return members, None if members else ("unknown", None), label if is_known else "scoped"
    inner, beyond = names.inside(found, other, name, file)
    return inner, beyond if not inner else None, label if step == EXACT else "scoped"


def choose(names: NestedNames, file: int, found: list[Symbol], site: Site, sure: str) -> Answer:
    """Return one of several symbols with the name, if the way it is used leaves one."""
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
    if names.group == "js":
        return choose_js(kept, site, sure)
    classes = [s for s in kept if s.kind in TYPE_KINDS]
    if classes:
        if len(classes) > 1 and all(s.is_conditional for s in classes):
            return candidates(classes)
        whole = [s for s in classes if s.last > s.first] or classes
        if len({names.index.qualified(s) for s in whole}) == 1:
            return Answer(sure, (whole[0].id,)) if len(whole) == 1 else one_of(names, file, whole, sure)
        return candidates(whole)
    if len(kept) > 1 and site.arguments >= 0:
        fitting = [s for s in kept if takes(s, site.arguments)]
        kept = fitting or kept
    bodies = [s for s in kept if s.has_body or s.kind not in FUNCTION_KINDS]
    pick = bodies or kept
    if len(pick) == 1:
        return Answer(sure, (pick[0].id,))
    if not bodies and len({shape(s) for s in pick}) == 1:
        return one_of(names, file, pick, sure)
    return one_of(names, file, pick, "") if len({s.file for s in pick}) > 1 else candidates(pick)


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
        if symbol.scope and symbol.kind in FUNCTION_KINDS and symbol.scope.rpartition("::")[2] == symbol.name:
            owner = names.class_at(symbol.scope, file)
            symbol = owner or symbol
        if symbol not in kept:
            kept.append(symbol)
    if len(kept) == 1:
        return kept
    if any(s.kind == "macro" for s in kept) and any(s.kind != "macro" and not s.is_conditional for s in kept):
        kept = [s for s in kept if s.kind != "macro" or not s.is_conditional]
    if any(s.kind in TYPE_KINDS for s in kept):
        kept = [s for s in kept if not is_specialization(s)] or kept
    return kept


def parts_of(name: str) -> list[str]:
    return [part for part in split_parts(name) if part]


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


def shape(symbol: Symbol) -> str:
    return re.sub(r"\s+", "", symbol.signature)


_DEFAULT = re.compile(r"=[^,]*")


def takes(symbol: Symbol, count: int) -> bool:
    """Tell whether a function can be called with so many arguments."""
    text = symbol.signature
    start = text.find("(", text.rfind(symbol.name) + len(symbol.name) if symbol.name in text else 0)
    if start < 0:
        return True
    depth = 0
    parameters = [""]
    for char in text[start:]:
        if char in "([{<":
            depth += 1
            if depth == 1:
                continue
        elif char in ")]}>":
            depth -= 1
            if depth <= 0:
                break
        if char == "," and depth == 1:
            parameters.append("")
        else:
            parameters[-1] += char
    listed = [p.strip() for p in parameters if p.strip() and p.strip() != "void"]
    if any("..." in p for p in listed) or len(text) >= 290:
        return True
    needed = sum("=" not in p for p in listed)
    return needed <= count <= len(listed)


def fallback(names: NestedNames, file: int, part: str, site: Site, *, is_member: bool, head: str) -> Answer:
    """Answer by name alone, where nothing else connects: what a file can reach, if it is the only one."""
    index = names.index
    name = part.partition("(")[0]
    named = index.by_name.get(index.groups[file], {})
    known = named.get(name, ())
    if "::" in site.name and is_member and head[:1].islower() and not names.is_scope(head.partition("(")[0]):
        return _EXTERNAL  # std::move: no such namespace here
    if not known:
        return _UNRESOLVED
    if len(known) > MANY:
        return candidates(known)
    if names.group == "c" and is_member and "::" in site.name and names.is_scope(head.partition("(")[0]):
        # `fmt::print`, where a macro opens the namespace
        free = [s for s in known if not s.scope and s.kind != "macro" and names.can_see(file, s)]
        if free and head[:1].islower():
            answer = choose(names, file, free, site, SCOPED)
            return answer if answer.label != EXACT else Answer(SCOPED, answer.targets)
    found = [
        s
        for s in known
        if (s.scope or not is_member)
        and (is_member or s.kind != "field" or names.group != "c")
        and s.kind != "namespace"
        and (s.file == file or not (s.is_private and not s.scope))
    ]
    if site.how in ("type", "base"):
        found = [s for s in found if s.kind in TYPE_KINDS]
    if not found:
        return _UNRESOLVED
    if names.rules.reaches_includes:
        found = [s for s in found if names.can_see(file, s)] or found
    first = found[0]
    if (
        len(name) > 3
        and names.group != "js"  # everything may be a member of an object there
        and name not in COMMON_MEMBERS
        and (is_member or names.rules.reaches_includes)
        and names.is_near(file, first)
        and all(s.scope == first.scope for s in found)
    ):
        answer = choose(names, file, found, site, SCOPED)
        return answer if answer.label != EXACT else Answer(SCOPED, answer.targets)
    return candidates(found)


def candidates(found: list[Symbol]) -> Answer:
    return Answer(CANDIDATE, tuple(s.id for s in found[:MAX_CANDIDATES]), max(0, len(found) - MAX_CANDIDATES))


def scope_of(index: Index, within: Symbol | None) -> str:
    if within is None:
        return ""
    if within.kind in ("test", "benchmark") and "." in within.name:  # TEST_F(Fixture, name)
        fixture = within.name.partition(".")[0]
        return f"{within.scope}{index.separators[within.file]}{fixture}" if within.scope else fixture
    return within.scope if within.kind in FUNCTION_KINDS else index.qualified(within)


def split_parts(name: str) -> list[str]:
    """Split `a::b->f(1).c` into its names; calls become `f(`."""
    if "(" not in name:
        return _SPLIT.split(name)
    flat = re.sub(r"\([^()]*\)", "(", name)
    return _SPLIT.split(flat)
