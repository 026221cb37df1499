"""What a name means in Python: scopes, imports, classes and what values are said to be."""

from __future__ import annotations

import builtins
import posixpath

from repobook.link.references.annotations import alternatives
from repobook.link.references.answers import Answer
from repobook.link.references.index import FUNCTION_KINDS, Import, Index, Symbol
from repobook.link.references.python_spelled import spelled
from repobook.link.references.python_things import (
    DEFINED,
    IMPORT_MODULE,
    MAX_UNION,
    OUTSIDE,
    RETURNS,
    TYPED,
    UNKNOWN,
    VALUE,
    Thing,
    best,
    by_turns,
    combine,
    is_class,
    is_declared,
    lacks,
    parts_of,
    without_stubs,
)
from repobook.link.references.scopes import FileScopes

MAX_DEPTH = 12
MAX_SCOPES = 500  # files whose nests are kept
_BUILTINS = frozenset(dir(builtins))


class PythonNames:
    """Answers what names and chains of names mean, in any Python file of the repository."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._bindings: dict[int, dict[str, list[tuple[Import, str]]]] = {}
        self._stars: dict[int, list[tuple[Import, str]]] = {}
        self._busy: set[tuple[object, ...]] = set()
        self._spelled: dict[tuple[str, bool], Answer] = {}
        self._scopes: dict[int, FileScopes] = {}

    def by_name(self, name: str, *, is_member: bool) -> Answer:
        """Answer by name alone: one in reach is `scoped`, several are candidates."""
        known = self._spelled.get((name, is_member))
        if known is None:
            known = self._spelled[name, is_member] = spelled(self, self._index, name, is_member=is_member)
        return known

    # Modules

    def bindings(self, file: int) -> dict[str, list[tuple[Import, str]]]:
        """Return the names that imports bind in a file, each with the import and the name taken from it ("" for the module)."""
        known = self._bindings.get(file)
        if known is not None:
            return known
        found: dict[str, list[tuple[Import, str]]] = {}
        stars: list[tuple[Import, str]] = []
        for item in self._index.imports_of(file):
            if not item.names and item.how == "dynamic":
                continue
            if not item.names:
                found.setdefault(item.target.split(".")[0], []).append((item, ""))
                continue
            for name in item.names:
                if name.startswith("as "):
                    found.setdefault(name[3:], []).append((item, "."))
                elif name == "*":
                    if item.file is not None:
                        stars.append((item, ""))
                else:
                    taken, _, alias = name.partition(" as ")
                    found.setdefault(alias or taken, []).append((item, taken))
        self._bindings[file] = found
        self._stars[file] = stars
        return found

    def _imported(self, file: int, item: Import, taken: str, depth: int) -> Thing:
        if item.folder is not None:
            return self._from_folder(item, item.folder, taken)
        if item.file is None:
            return UNKNOWN if item.answer == "unresolved" else OUTSIDE
        if taken == ".":
            return ("module", item.file)
        if not taken:
            return self._top_of(item)
        if self._is_submodule(item, taken):
            return ("module", item.file)
        return self.module_member(item.file, taken, depth + 1)

    def imported(self, file: int, item: Import, taken: str) -> Thing:
        """Return what a name taken by an import statement stands for."""
        return self._imported(file, item, taken, 0)

    def _top_of(self, item: Import) -> Thing:
        """`import a.b.c` binds `a`."""
        assert item.file is not None
        parts = item.target.split(".")
        if len(parts) == 1:
            return ("module", item.file)
        path = self._index.paths[item.file]
        folder = (
            posixpath.dirname(path)
            if posixpath.basename(path).startswith("__init__.")
            else path.rpartition(".")[0]
        )
        for _ in parts[1:]:
            folder = posixpath.dirname(folder)
        top = self._index.by_path.get(f"{folder}/__init__.py")
        return ("module", top) if top else ("folder:" + folder, None)

    def _from_folder(self, item: Import, folder: str, taken: str) -> Thing:
        """Return what is taken from a namespace package: a folder that has no `__init__`."""
        if taken in ("", "."):
            ups = item.target.strip(".").count(".") if not taken else 0
            return ("folder:" + "/".join(folder.split("/")[: len(folder.split("/")) - ups]), None)
        file = self._in_folder(folder, taken)
        return UNKNOWN if file is None else ("module", file)

    def _is_submodule(self, item: Import, taken: str) -> bool:
        """Tell whether `from a import b` was answered by the file of module a.b."""
        assert item.file is not None
        path = self._index.paths[item.file]
        stem = path.rpartition(".")[0].removesuffix("/__init__")
        return posixpath.basename(stem) == taken and item.target.rpartition(".")[2] != taken

    def module_member(self, file: int, name: str, depth: int = 0) -> Thing:
        """Return what `name` is in a module, through re-exports."""
        if depth > MAX_DEPTH:
            return UNKNOWN
        symbols = self._index.scopes[file].get("", {}).get(name)
        if symbols:
            imports = self.bindings(file).get(name)
            if len(symbols) == 1 and not imports:
                return ("symbol", symbols[0])
            return self._of_arms(file, symbols, imports or [], depth)
        key = ("member", file, name)
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            answers: list[Thing] = []
            for items in by_turns(self.bindings(file).get(name, []), lambda: self.scopes_of(file)):
                arms = [self._imported(file, item, taken, depth) for item, taken in items]
                if (answer := combine(arms))[0] not in ("unknown", "outside"):
                    return answer
                answers += arms
            submodule = self.submodule(file, name)
            if submodule is not None:
                return ("module", submodule)
            for items in by_turns(self._stars.get(file, []), lambda: self.scopes_of(file)):
                arms = [self._starred(star.file, name, depth) for star, _ in items]
                if (answer := combine(arms))[0] not in ("unknown", "outside"):
                    return answer
            return answers[0] if answers else UNKNOWN
        finally:
            self._busy.discard(key)

    def _starred(self, file: int | None, name: str, depth: int) -> Thing:
        exports = self.scopes_of(file).exports if file else set()
        is_given = name in exports if exports is not None else not name.startswith("_")
        return self.module_member(file, name, depth + 1) if file and is_given else UNKNOWN

    def _of_arms(
        self, file: int, symbols: list[Symbol], imports: list[tuple[Import, str]], depth: int
    ) -> Thing:
        """Return what a module means by a name that it binds more than once: the last one, or all that arms may bind."""
        kept = without_stubs(symbols)
        scopes = self.scopes_of(file)
        if not any(symbol.first in scopes.arms for symbol in kept):
            return ("symbol", best(symbols))
        if imports:  # yaml = None, where it cannot be imported
            kept = [symbol for symbol in kept if not symbol.signature.endswith("= None")]
        elif kept[0].kind not in DEFINED:
            return ("symbol", kept[0])  # a variable stays one, however often it is assigned
        found: list[Thing] = [("symbol", symbol) for symbol in kept]
        for item, taken in imports:
            if scopes.within(item.line) is None:
                key = ("arm", file, item.line, taken)
                if key not in self._busy:
                    self._busy.add(key)
                    found.append(self._imported(file, item, taken, depth))
                    self._busy.discard(key)
        if len(found) < 2:
            return found[0] if found else UNKNOWN
        return ("union", tuple(found))

    def submodule(self, file: int, name: str) -> int | None:
        path = self._index.paths[file]
        folder, _, base = path.rpartition("/")
        if not base.startswith("__init__."):
            return None
        return self._in_folder(folder, name)

    def _in_folder(self, folder: str, name: str) -> int | None:
        for ending in (".py", "/__init__.py", ".pyi", "/__init__.pyi"):
            found = self._index.by_path.get(f"{folder}/{name}{ending}" if folder else name + ending)
            if found:
                return found
        return None

    # Classes

    def class_member(self, owner: Symbol, name: str, depth: int = 0) -> tuple[Symbol | None, bool]:
        """Return the member that instances of a class have, and whether every class asked is known."""
        found = self._index.scopes[owner.file].get(self._index.qualified(owner), {}).get(name)
        if found and len(found) > 1:
            found = [symbol for symbol in found if owner.first <= symbol.first <= owner.last]
        own = best(found) if found else None
        if own is not None and (own.kind != "attribute" or TYPED.match(own.signature)):
            return own, True
        if depth > MAX_DEPTH:
            return own, False
        is_known = True
        for text in owner.bases.split(", ") if owner.bases else ():
            base = self.base_class(owner, text)
            if base is None:
                is_known = is_known and lacks(text, name)
                continue
            if base is owner:
                continue
            member, sure = self.class_member(base, name, depth + 1)
            if member is not None and (own is None or is_declared(member)):
                return member, is_known and sure
            is_known = is_known and sure
        return own, is_known

    def base_class(self, owner: Symbol, text: str) -> Symbol | None:
        key = ("base", owner.id, text)
        if key in self._busy:
            return None
        self._busy.add(key)
        try:
            thing = self.chain(owner.file, text.split("."), None, owner.first, None)[0]
        finally:
            self._busy.discard(key)
        return (
            thing[1]
            if thing[0] == "symbol" and isinstance(thing[1], Symbol) and thing[1].kind == "class"
            else None
        )

    # Expressions

    def chain(
        self,
        file: int,
        parts: list[str],
        scopes: FileScopes | None,
        line: int,
        within: Symbol | None,
        depth: int = 0,
    ) -> tuple[Thing, str]:
        """Return what a chain of names stands for, and how sure: exact or scoped."""
        thing, sure = self.head(file, parts[0], scopes, line, within, depth)
        for part in parts[1:]:
            thing, step = self.step(thing, part, depth)
            if step == "scoped":
                sure = "scoped"
            if thing[0] in ("unknown", "outside"):
                break
        return thing, sure

    def head(
        self, file: int, written: str, scopes: FileScopes | None, line: int, within: Symbol | None, depth: int
    ) -> tuple[Thing, str]:
        name, call, _ = written.partition("(")
        thing, sure = self.name(file, name, scopes, line, within, depth)
        if call:
            if name == "super" and within is not None:
                owner = scopes.class_around(line) if scopes else None
                return (("super", owner), "exact") if owner else (UNKNOWN, sure)
            return self.result(thing, depth), sure
        return thing, sure

    def name(
        self, file: int, name: str, scopes: FileScopes | None, line: int, within: Symbol | None, depth: int
    ) -> tuple[Thing, str]:
        """Return what a bare name stands for at a line."""
        if depth > MAX_DEPTH:
            return UNKNOWN, "scoped"
        if scopes is not None and within is not None:
            at: Symbol | None = within
            while at is not None:
                if scopes.first_parameter(at) == name:
                    owner = scopes.class_around(at.first)
                    if owner is not None:
                        is_class_itself = "@classmethod" in at.signature or name in ("cls", "mcs")
                        return (("symbol", owner) if is_class_itself else ("instance", owner)), "exact"
                if at.kind == "class" and scopes.local(at, name) is not None:  # class Box[T]
                    return ("local", None), "exact"
                if at.kind != "class" or at is within:
                    nested = self._index.scopes[file].get(self._index.qualified(at), {}).get(name)
                    if nested and len(nested) > 1:
                        nested = [symbol for symbol in nested if at.first <= symbol.first <= at.last]
                    if nested:
                        return ("symbol", best(nested)), "exact"
                    if at.kind != "class":
                        held = scopes.local(at, name)
                        if held is not None:
                            return self.held(file, held, scopes, line, at, depth, name), "scoped"
                        imported = self._local_import(file, at, name, depth)
                        if imported is not None:
                            return imported, "exact"
                at = scopes.around(at)
        thing = self.module_member(file, name)
        if thing[0] == "unknown" and name in _BUILTINS:
            return OUTSIDE, "exact"
        return thing, "exact"

    def _local_import(self, file: int, within: Symbol, name: str, depth: int) -> Thing | None:
        for item, taken in self.bindings(file).get(name, ()):
            if within.first <= item.line <= within.last:
                return self._imported(file, item, taken, depth)
        return None

    def held(
        self,
        file: int,
        held: list[str],
        scopes: FileScopes,
        line: int,
        within: Symbol,
        depth: int,
        name: str = "",
    ) -> Thing:
        """Return what a local name stands for, from the text at the places that bind it."""
        found: Thing | None = None
        for text in held:
            if not text:
                return ("local", None)
            if text.endswith(IMPORT_MODULE):
                return self._local_import(file, within, name, depth) or ("local", None)
            thing = (
                self.annotated(file, text[1:], scopes, line, within, depth + 1)
                if text[0] == ":"
                else self.value(file, text[1:], scopes, line, within, depth + 1)
            )
            if text == "=None":
                continue
            if found is not None and found != thing:
                return ("local", None)
            found = thing
            if text[0] == ":":
                break
        if found is None or found[0] == "unknown":
            return ("local", None)
        return found

    def annotated(
        self, file: int, text: str, scopes: FileScopes | None, line: int, within: Symbol | None, depth: int
    ) -> Thing:
        named = alternatives(text)
        things: list[Thing] = []
        for name in named[:MAX_UNION]:
            thing = self.chain(file, name.split("."), scopes, line, None, depth + 1)[0] if name else UNKNOWN
            if thing[0] == "union":
                things += [("instance", one[1]) for one in parts_of(thing) if is_class(one[1])]
            elif thing[0] == "symbol" and is_class(thing[1]):
                things.append(("instance", thing[1]))
            else:
                things.append(OUTSIDE if thing[0] == "outside" else UNKNOWN)
        return combine(things)

    def value(
        self, file: int, text: str, scopes: FileScopes | None, line: int, within: Symbol | None, depth: int
    ) -> Thing:
        is_call = text.endswith("()")
        parts = text.removesuffix("()").split(".")
        key = ("value", file, text, within.id if within else 0)
        if depth > MAX_DEPTH or key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            thing = self.chain(file, parts, scopes, line, within, depth + 1)[0]
        finally:
            self._busy.discard(key)
        return self.result(thing, depth) if is_call else thing

    def result(self, thing: Thing, depth: int) -> Thing:
        """Return what calling something gives."""
        kind, what = thing
        if kind == "outside":
            return OUTSIDE
        if kind == "union":
            return combine([self.result(one, depth + 1) for one in parts_of(thing)])
        if kind != "symbol" or not isinstance(what, Symbol) or depth > MAX_DEPTH:
            return UNKNOWN
        if what.kind == "class":
            return ("instance", what)
        if what.kind in FUNCTION_KINDS:
            said = RETURNS.search(what.signature)
            if said:
                if said[1].strip(" \"'") in ("Self", "typing.Self"):
                    owner = self.owner(what)
                    return ("instance", owner) if owner else UNKNOWN
                return self.annotated(what.file, said[1], None, what.first, None, depth + 1)
        return UNKNOWN

    def owner(self, member: Symbol) -> Symbol | None:
        """Return the class that a member belongs to."""
        if not member.scope:
            return None
        outer, _, name = member.scope.rpartition(".")
        for symbol in self._index.scopes[member.file].get(outer, {}).get(name, ()):
            if symbol.kind == "class" and symbol.first <= member.first <= symbol.last:
                return symbol
        return None

    def step(self, thing: Thing, written: str, depth: int) -> tuple[Thing, str]:
        """Return what `.name` of something stands for."""
        name, call, _ = written.partition("(")
        answer, sure = self.attribute(thing, name, depth)
        if call:
            return self.result(answer, depth), sure
        return answer, sure

    def attribute(self, thing: Thing, name: str, depth: int) -> tuple[Thing, str]:
        kind, what = thing
        if kind == "module" and isinstance(what, int):
            return self.module_member(what, name), "exact"
        if kind == "union":
            return combine([self.attribute(one, name, depth + 1)[0] for one in parts_of(thing)]), "scoped"
        if kind.startswith("folder:"):
            found = self._in_folder(kind[7:], name)
            return (("module", found) if found else ("folder:" + kind[7:] + "/" + name, None)), "exact"
        if kind in ("symbol", "instance") and isinstance(what, Symbol):
            if what.kind == "class":
                member, is_known = self.class_member(what, name)
                if member is not None:
                    return ("symbol", member), "exact" if is_known else "scoped"
                return (UNKNOWN if is_known else OUTSIDE), "exact"
            value = self.typed(what, depth)
            if value[0] in ("instance", "symbol", "module", "union") and value != thing:
                return self.attribute(value, name, depth + 1)[0], "scoped"
            return (value if value[0] == "outside" else UNKNOWN), "scoped"
        if kind == "super" and isinstance(what, Symbol):
            is_known = True
            for text in what.bases.split(", ") if what.bases else ():
                base = self.base_class(what, text)
                if base is None:
                    is_known = False
                    continue
                member, sure = self.class_member(base, name)
                if member is not None:
                    return ("symbol", member), "exact" if is_known and sure else "scoped"
                is_known = is_known and sure
            return OUTSIDE, "exact"
        return (OUTSIDE if kind == "outside" else UNKNOWN), "exact"

    def typed(self, symbol: Symbol, depth: int) -> Thing:
        """Return what a variable, attribute or property holds, from the text that defines it."""
        if depth > MAX_DEPTH:
            return UNKNOWN
        if symbol.kind == "property":
            return self.result(("symbol", symbol), depth)
        if symbol.kind in FUNCTION_KINDS or symbol.kind == "class":
            return UNKNOWN
        typed = TYPED.match(symbol.signature)
        if typed:
            return self.annotated(symbol.file, typed[1], None, symbol.first, None, depth + 1)
        value = VALUE.search(symbol.signature)
        if not value:
            return UNKNOWN
        text = value[2] + ("()" if value[3] else "")
        scopes = self.scopes_of(symbol.file)
        if text.endswith(IMPORT_MODULE) and (taken := self._made_import(symbol)) is not None:
            return taken
        first = self.value(symbol.file, text, scopes, symbol.line, scopes.within(symbol.line), depth + 1)
        later = scopes.attributes.get(symbol.name) if symbol.kind == "attribute" else None
        if not later or first[0] == "unknown":
            return first
        owner = self.owner(symbol)
        things = [first]
        for line, held in later[:MAX_UNION]:
            if owner is not None and owner.first <= line <= owner.last and line != symbol.line:
                within = scopes.within(line)
                things.append(self.value(symbol.file, held[1:], scopes, line, within, depth + 1))
        return combine([thing for thing in things if thing[0] == "instance"]) if len(things) > 1 else first

    def _made_import(self, symbol: Symbol) -> Thing | None:
        """Return the module of `shop = importlib.import_module("shop")`."""
        for item, taken in self.bindings(symbol.file).get(symbol.name, ()):
            if item.line == symbol.line and item.how == "dynamic":
                return self._imported(symbol.file, item, taken, 0)
        return None

    def scopes_of(self, file: int) -> FileScopes:
        known = self._scopes.get(file)
        if known is None:
            if len(self._scopes) > MAX_SCOPES:
                self._scopes.clear()
            known = self._scopes[file] = FileScopes(self._index, file, self._index.read_locals(file))
        return known
