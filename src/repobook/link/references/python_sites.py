"""What a site of a Python file means."""

from __future__ import annotations

import re

from repobook.link.references.answers import (
    CANDIDATE,
    EXACT,
    IS_EXTERNAL,
    IS_LOCAL,
    IS_UNRESOLVED,
    SCOPED,
    Answer,
    candidates,
)
from repobook.link.references.chains import split_chain
from repobook.link.references.index import Index, Symbol
from repobook.link.references.python import PythonNames
from repobook.link.references.python_things import parts_of
from repobook.link.references.scopes import FileScopes
from repobook.link.references.sites import Site

_SUPER = re.compile(r"super\(\s*([\w.]+)")


def resolve_python(
    index: Index, names: PythonNames, file: int, site: Site, scopes: FileScopes, within: Symbol | None
) -> Answer:
    if site.how == "import":
        item = index.import_at(file, site.name, site.line)
        if item is None:
            return IS_UNRESOLVED
        thing = names.imported(file, item, site.name)
        if thing[0] == "module" and isinstance(thing[1], int):
            return Answer(EXACT, (-thing[1],))
        if thing[0] == "symbol" and isinstance(thing[1], Symbol):
            return Answer(EXACT, (thing[1].id,))
        if thing[0] == "union":
            listed = [one[1] for one in parts_of(thing) if isinstance(one[1], Symbol)]
            is_outside = not listed and any(one[0] == "outside" for one in parts_of(thing))
            return IS_EXTERNAL if is_outside else candidates(listed)
        return IS_EXTERNAL if thing[0] == "outside" else IS_UNRESOLVED
    parts = split_chain(site.name)
    if not parts:
        return IS_UNRESOLVED
    if not parts[0]:  # a member of who knows what
        return member_by_name(names, parts[-1], within)
    *heads, last = parts
    if (starts := _SUPER.match(site.name)) and starts[1] not in ("__class__", _class_name(scopes, site.line)):
        return member_by_name(
            names, last, within
        )  # behind another class: who comes next is the heir's to say
    if not heads:
        thing, sure = names.name(file, last, scopes, site.line, within, 0)
    else:
        owner, sure = names.chain(file, heads, scopes, site.line, within)
        thing, step = names.attribute(owner, last, 0)
        if step == "scoped":
            sure = step
        if owner[0] in ("local", "unknown", "instance", "symbol") and thing[0] == "unknown":
            return member_by_name(names, last, within)
    kind, what = thing
    if kind in ("symbol", "instance") and isinstance(what, Symbol):
        if kind == "instance":
            return IS_LOCAL  # the name of a value, not of a symbol
        return Answer(EXACT if sure == "exact" else SCOPED, (what.id,))
    if kind == "module" and isinstance(what, int):
        return Answer(EXACT, (-what,))
    if kind == "union":
        listed = [one[1] for one in parts_of(thing) if one[0] == "symbol" and isinstance(one[1], Symbol)]
        return candidates(listed) if listed else IS_LOCAL if not heads else IS_UNRESOLVED
    if kind == "outside":
        return IS_EXTERNAL
    if kind == "local" or not heads:
        if kind == "local":
            return IS_LOCAL
        return names.by_name(last, is_member=False) if not heads else IS_UNRESOLVED
    return IS_UNRESOLVED


def _class_name(scopes: FileScopes, line: int) -> str:
    owner = scopes.class_around(line)
    return owner.name if owner is not None else ""


def member_by_name(names: PythonNames, name: str, within: Symbol | None) -> Answer:
    """Answer by the name of a member alone. What a method passes on to another object is not the method itself."""
    answer = names.by_name(name, is_member=True)
    if within is not None and answer.label == SCOPED and answer.targets == (within.id,):
        return Answer(CANDIDATE, answer.targets)
    return answer
