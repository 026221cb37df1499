"""What a name means where classes and namespaces nest: C++, Java, Go, Rust, TypeScript … by one set of rules.

A name is looked up outward from where it stands: local names, the members of the classes around it and of what they
inherit from, the namespaces around it, the file, what it imports, its package, and what it can reach. Only what one
of these steps finds is an answer; a name that nothing but its spelling connects is a candidate.
"""

from __future__ import annotations

import posixpath

from repobook.link.references import csharp_names, go_names, php_names
from repobook.link.references.bound import bound_names, is_module
from repobook.link.references.by_scope import ByScope, plain_enums, self_named
from repobook.link.references.extents import ANYWHERE
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Bound, Index, Symbol, length
from repobook.link.references.inner import inside
from repobook.link.references.java_names import is_nested, without_nested
from repobook.link.references.opened import Opened, macro_spaces, merge, of_twin
from repobook.link.references.reach import Reach
from repobook.link.references.ruby_names import find_bare, handed_down, is_method_name
from repobook.link.references.rules import RULES, Rules
from repobook.link.references.scopes import FileScopes
from repobook.link.references.signatures import aliased, is_bare, is_either, type_parts
from repobook.link.references.spelled import Spellings
from repobook.link.references.things import OUTSIDE, UNKNOWN, Thing
from repobook.link.references.values import MAX_DEPTH, held_by

MAX_KEPT = 50_000  # answers


class NestedNames(Reach):
    """Answers what names mean in the files of one group of languages."""

    def __init__(self, index: Index, group: str) -> None:
        super().__init__(index, RULES.get(group, Rules()))
        self.group = group
        self.selves = self.rules.this | self.rules.parent
        self._named = index.named(group)
        self.spellings = Spellings(self._named, group)
        self._classes: dict[str, list[Symbol]] = {}  # by qualified name
        for symbol in index.types(group):
            self._classes.setdefault(index.qualified(symbol), []).append(symbol)
        self._by_scope = ByScope(self._named, plain_enums(self._classes) if group == "c" else {})
        self._folders: dict[str, dict[str, list[Symbol]]] = {}  # by name
        self.opened = Opened(self) if group == "c" else None
        self._bound: dict[int, Bound] = {}
        self._is_std: bool | None = None
        self.busy: set[tuple[object, ...]] = set()
        self.turns = 0  # how often a question came round to one that is open
        # Answers that hang on nothing but their question; not those found while another is open.
        self._outside: dict[tuple[int, str, str], tuple[list[Symbol], Thing | None, str]] = {}
        self._types: dict[tuple[str, int, str], Symbol | None] = {}
        self._scope_names: dict[str, bool] = {}
        if group == "c":
            self._scope_names.update(dict.fromkeys(macro_spaces(index.macros_with_namespace()), True))
        self._bases: dict[int, tuple[list[Symbol], bool]] = {}
        self._offers: dict[int, dict[str, str]] = {}

    def is_open(self, key: tuple[object, ...]) -> bool:
        """Tell whether a question is being answered already."""
        if key in self.busy:
            self.turns += 1
            return True
        return False

    def named(self, name: str) -> list[Symbol]:
        return self._named[name]

    def in_folder(self, folder: str, name: str) -> list[Symbol]:
        """Return what a name can mean in all files of a folder, where these share their names."""
        if not self.rules.shares_folder:
            return []
        known = self._folders.get(name)
        if known is None:
            known = self._folders[name] = {}
            for s in self._named[name]:
                if not s.scope or (s.kind in TYPE_KINDS and not is_nested(self, s)):
                    known.setdefault(posixpath.dirname(self.index.paths[s.file]), []).append(s)
        return known.get(folder, [])

    def is_unknown(self, name: str) -> bool:
        """Tell whether a bare word of C or C++ is the name of nothing, and no macro by its looks."""
        return self.group == "c" and not self._named[name] and name.isidentifier() and not name.isupper()

    def is_nowhere(self, file: int, name: str) -> bool:
        """Tell whether no symbol has a name, and nothing that a file imports."""
        return not self._named[name] and name not in self.bound(file)

    def is_one(self, scope: str) -> bool:
        """Tell whether names mean the same in all of a scope: not where C++ has several classes of one name."""
        return self.group != "c" or len(self._classes.get(scope, ())) < 2

    def is_std(self) -> bool:
        """Tell whether the repository is a standard library itself: most others only specialize some of std."""
        if self._is_std is None:
            self._is_std = self.index.count_names(self.group, "std") > 50
        return self._is_std

    def is_outside(self, text: str) -> bool:
        """Tell whether a written type can be none of the repository: `std::tm`, `boost::any`."""
        parts = type_parts(text, is_wrapped=False) if self.group == "c" else []
        if not parts:
            return False
        head = parts[0]
        if len(parts) > 1:
            return not self.is_scope(head) or (head == "std" and not self.is_std())
        return len(head) > 3 and head != "auto" and not self._named[head]

    def is_scope(self, name: str) -> bool:
        """Tell whether any class or namespace has this name."""
        known = self._scope_names.get(name)
        if known is None:
            known = self._scope_names[name] = any(
                s.kind in TYPE_KINDS or s.kind == "namespace" for s in self._named[name]
            )
        return known

    # Classes

    def members(self, owner: Symbol, name: str, depth: int = 0) -> tuple[list[Symbol], bool]:
        """Return the members of a class with a name, its own or inherited, and whether every class asked is known."""
        separator = self.index.separators[owner.file]
        scope = f"{owner.scope}{separator}{owner.name}" if owner.scope else owner.name
        found = self._by_scope.find(scope, name)
        if found and self.group == "c" and len(twins := self._classes.get(scope, [])) > 1:
            found = of_twin(owner, found, twins)
        if found and not self.rules.shares_scope:
            folder = posixpath.dirname(self.index.paths[owner.file])
            found = [s for s in found if s.file == owner.file] or [
                s
                for s in found
                if self.rules.shares_folder and posixpath.dirname(self.index.paths[s.file]) == folder
            ]
        elif found and len(found) > 1:
            near = [s for s in found if self.can_see(owner.file, s)]
            found = near or found
        if found and depth and self.group == "ruby":
            found = handed_down(owner, found)
        elif found and depth and name == owner.name and self.group != "c":
            # Constructors are not inherited: in a subclass, the name is that of the class.
            found = [s for s in found if s.kind != "constructor"]
        if found:
            return found, True
        bases, is_known = self.bases(owner)
        if depth < MAX_DEPTH:
            for base in bases:
                inherited, sure = self.members(base, name, depth + 1)
                if inherited:
                    return inherited, is_known and sure
                is_known = is_known and sure
        return [], is_known

    def bases(self, owner: Symbol) -> tuple[list[Symbol], bool]:
        known = self._bases.get(owner.id)
        if known is not None:
            return known
        opened = self._classes[self.index.qualified(owner)] if self.group == "ruby" else [owner]
        written = [(text, one) for one in opened if one.bases for text in one.bases.split(", ")]
        if not written:
            return [], True
        key = ("bases", owner.id)
        if self.is_open(key):
            return [], False
        turns = self.turns if self.busy else -1
        self.busy.add(key)
        try:
            found = []
            is_known = True
            for text, one in written:
                base = self.type_named(text, one.file, one.scope, one.first)
                if base is None or base is owner:
                    is_known = False
                else:
                    found.append(base)
        finally:
            self.busy.discard(key)
        if turns in (-1, self.turns):  # else what is open around it had a part in the answer
            self._bases[owner.id] = (found, is_known)
        return found, is_known

    # Imports

    def bound(self, file: int) -> Bound:
        """Return the names that imports bind in a file: the import, and what is taken from it ("" for the whole)."""
        known = self._bound.get(file)
        if known is not None:
            return known
        found = self._bound[file] = bound_names(self.index, file, self.group)
        return found

    def imported(
        self, file: int, name: str, depth: int, only_exports: bool = False
    ) -> tuple[list[Symbol], Thing | None]:
        """Return the symbols that an imported name stands for, or the thing that it is otherwise."""
        other: Thing | None = None
        for item, taken in self.bound(file).get(name, ()):
            if self.group == "js" and (item.how == "export") != only_exports:
                continue
            if item.file is None:
                other = other or (OUTSIDE if item.answer in ("package", "standard") else UNKNOWN)
                continue
            if not taken:
                if self.group == "go":
                    return [], ("folder", posixpath.dirname(self.index.paths[item.file]))
                if self.group == "js" and "=" in self.offers(item.file):  # module.exports = Cart
                    return self.offered(item.file, "=", depth + 1)
                return [], ("file", item.file)
            found, thing = self.offered(item.file, taken, depth + 1)
            if found or thing is not None:
                return found, thing
            if self.group == "java" and item.folder is not None:  # import shop.models.{Cart, Item}
                if found := self.in_folder(item.folder, taken):
                    return found, None
            if self.group == "rust":
                inner = [s for s in self._named[taken] if s.file == item.file]
                if inner:
                    return inner, None
                if is_module(self.index, item, taken):
                    return [], ("file", item.file)
            other = other or UNKNOWN
        return [], other

    def offered(self, file: int, name: str, depth: int = 0) -> tuple[list[Symbol], Thing | None]:
        """Return what a file offers under a name, through what it passes on."""
        if depth > MAX_DEPTH:
            return [], None
        is_offered = True
        if self.group == "js":
            offers = self.offers(file)
            is_offered = name in offers
            name = offers.get(name) or (offers.get("=", name) if name == "default" else name)
        found = list(self.index.scopes[file].get("", {}).get(name, ()))
        if not found and self.group in ("java", "csharp", "php", "swift", "rust", "ruby"):
            found = [s for s in self._named[name] if s.file == file and s.kind in TYPE_KINDS | FUNCTION_KINDS]
        if found:
            return found, None
        key = ("offered", file, name)
        if self.is_open(key):
            return [], None
        self.busy.add(key)
        try:
            found, other = self.imported(file, name, depth, not is_offered)
            if found or other is not None:
                return found, other
            beyond: Thing | None = None
            for item in self.index.imports_of(file):
                if "*" in item.names and name != "default":
                    if item.file is not None:
                        found, other = self.offered(item.file, name, depth + 1)
                        if found or other is not None:
                            return found, other
                    elif item.answer in ("package", "standard"):
                        beyond = OUTSIDE
            return [], beyond
        finally:
            self.busy.discard(key)

    def offers(self, file: int) -> dict[str, str]:
        """Return what a JavaScript file exports under another name: `default` and what it stands for."""
        known = self._offers.get(file)
        if known is None:
            known = self._offers[file] = {
                item.name: item.holds[1:] for item in self.index.read_locals(file) if item.holds[:1] == "^"
            }
        return known

    # Names

    def find(
        self,
        file: int,
        name: str,
        scope: str,
        within: Symbol | None,
        scopes: FileScopes | None,
        depth: int = 0,
        place: int = ANYWHERE,
    ) -> tuple[list[Symbol], Thing | None, str]:
        """Return the symbols that a bare name may mean at a place, or what it is instead, and how sure that is."""
        brought: list[tuple[str, list[Symbol]]] = []
        is_ruby = self.group == "ruby" and is_method_name(name)
        if within is not None and scopes is not None:
            for at, held, inner, since in scopes.lookup(within, name, place):
                if held is not None:
                    return [], held_by(self, file, held, scope, within, scopes, depth, since), "scoped"
                if self.group in ("js", "ruby"):  # there may be several tests of one name
                    inner = [s for s in inner if at.first <= s.first and s.last <= at.last]
                    inner = [s for s in inner if is_bare(s, name)] if self.group == "js" else inner
                if inner:
                    return inner, None, "scoped" if is_ruby and at.kind == "test" else "exact"
            if self.opened is not None and file in self.opened.files:
                listed, brought = self.opened.within(file, name, within, scopes)
                if listed:
                    return listed, None, "exact"
        if is_ruby and scopes is not None:
            return find_bare(self, file, name, within, scopes)
        key = (file, scope, name)
        is_kept = not self.busy and self.is_one(scope)
        known = self._outside.get(key) if is_kept else None
        if known is None:
            known = self._look_outward(file, name, scope, within, scopes, depth)
            if self.opened is not None and self._named[name]:
                known = merge(known, self.opened.at(file, scope, name), scope)
            if is_kept:
                if len(self._outside) > MAX_KEPT:
                    self._outside.clear()
                self._outside[key] = known
        return merge(known, brought, scope) if brought else known

    def _look_outward(
        self,
        file: int,
        name: str,
        scope: str,
        within: Symbol | None,
        scopes: FileScopes | None,
        depth: int,
    ) -> tuple[list[Symbol], Thing | None, str]:
        """Return what a name means in the scopes around it and in what the file sees."""
        if self.group == "php":
            return php_names.look(self, file, name, scope)
        index = self.index
        separator = index.separators[file]
        own_scopes = index.scopes[file]
        around = scope if self._named[name] else ""
        while around and self.rules.has_bare_members:
            owner = self.class_at(around, file)
            if (
                around == scope
                and owner is not None
                and within is not None
                and scopes is not None
                and len(self._classes[around]) > 1
                and self.group == "c"
            ):
                near = scopes.class_of(within)
                if near is not None and index.qualified(near) == around:
                    owner = near
            if owner is not None:
                if owner.name == name:
                    return self_named(self.group, owner, self._classes.get(around, [])), None, "exact"
                if owner.kind in ("typedef", "alias") and self.group == "c":  # typedef CartTest SaleTest;
                    owner = (
                        self.type_named(owner.name, owner.file, owner.scope, owner.line, depth + 1) or owner
                    )
                found, is_known = self.members(owner, name)
                if found:
                    return found, None, "exact" if is_known else "scoped"
            around = around.rpartition(separator)[0]
        around = scope if self._named[name] else ""
        while around:
            found = self.in_scope(around, name, file)
            found = [s for s in found if is_bare(s, name)] if self.group == "js" else found
            if found:
                return found, None, "exact"
            around = around.rpartition(separator)[0]
        own = (own_scopes.get("") or {}).get(name)
        if own and self.group == "c" and own[0].is_conditional and all(s.is_conditional for s in own):
            beside = [
                s
                for s in self._by_scope.find("", name)
                if s.file != file and s.kind != "macro" and self.can_see(file, s)
            ]
            if beside:  # `#ifdef A` it is defined here, else included
                return own + beside, None, "either"
        if own:
            return own, None, "exact"
        if self.group == "csharp":
            found, other = csharp_names.look(self, file, name)
        else:
            found, other = self.imported(file, name, depth)
        if found:
            return found, None, "exact"
        if other is not None and other[0] != "unknown":
            return [], other, "exact"
        if self.rules.shares_folder:
            found = self.in_folder(posixpath.dirname(index.paths[file]), name)
            found = go_names.of_package(index, file, found)
            if found:
                return found, None, "exact"
        if self.rules.shares_scope or self.rules.shares_all or self.rules.reaches_includes:
            named = self._by_scope.find("", name)
            found = [s for s in named if self.can_see(file, s)]
            if self.group == "java":
                found = [s for s in found if self.shares_package(file, s.file)]
            if not found and self.group == "c":  # any place may open a namespace
                found = [s for s in named if s.kind == "namespace"]
            if found:
                return (
                    found,
                    None,
                    "exact" if self.rules.reaches_includes or self.rules.shares_all else "scoped",
                )
        if self.group == "rust" and name in index.crates:  # shop::total(), without a `use`
            return [], ("file", index.crates[name]), "exact"
        return [], None, "scoped"

    def in_scope(self, scope: str, name: str, file: int) -> list[Symbol]:
        found = self._by_scope.find(scope, name)
        if not found:
            return []
        if not self.rules.shares_scope:
            found = go_names.without_members(found) if self.group == "go" else found
            owner = self.class_at(scope, file) if self.group == "rust" else None
            if owner is not None and owner.kind != "module":
                return []  # what a type or a trait has is never called by its name alone
            return [s for s in found if s.file == file]
        if self.rules.reaches_includes:
            seen = self.seen(file)
            return [s for s in found if s.file in seen] or [s for s in found if not s.is_private]
        return found

    def class_at(self, scope: str, file: int) -> Symbol | None:
        """Return the class whose qualified name is `scope`."""
        found = self._classes.get(scope)
        if found and self.group == "js":
            return next((s for s in found if s.file == file), None)
        if not found or len(found) == 1:
            return found[0] if found else None
        return next((s for s in found if s.file == file), None) or max(
            found, key=lambda s: (self.can_see(file, s), length(self.group, s))
        )

    def type_named(self, text: str, file: int, scope: str, line: int, depth: int = 0) -> Symbol | None:
        """Return the class that a written type means."""
        if self.busy or depth > 2:
            return self._find_type(text, file, scope, line, depth)
        key = (text, file, scope)
        if key not in self._types:
            if len(self._types) > MAX_KEPT:
                self._types.clear()
            self._types[key] = self._find_type(text, file, scope, line, depth)
        return self._types[key]

    def _find_type(self, text: str, file: int, scope: str, line: int, depth: int) -> Symbol | None:
        if text.endswith("[]"):
            return None
        if self.group == "php":
            return php_names.type_named(self, text, file, scope)
        is_js = self.group == "js"
        parts = type_parts(text, is_js=is_js)
        if not parts or depth > MAX_DEPTH:
            return None
        key = ("type", text, file, scope)
        if self.is_open(key):
            return None
        self.busy.add(key)
        try:
            found, other, _ = self.find(file, parts[0], scope, None, None, depth + 1)
            for part in parts[1:]:
                found, other = inside(self, found, other, part, file)
            if not found and len(parts) == 1 and other is None and not is_js:
                named = [s for s in self._named[parts[0]] if s.kind in TYPE_KINDS]
                found = [s for s in named if not s.is_conditional or self.can_see(file, s)]
                found = without_nested(self, file, found) if self.group == "java" else found
                if len({self.index.qualified(s) for s in found}) != 1:
                    return None
        finally:
            self.busy.discard(key)
        classes = [s for s in found if s.kind in TYPE_KINDS]
        if not classes:
            return None
        if is_either(classes):
            return None
        best = max(classes, key=lambda s: (length(self.group, s), -s.id))
        if best.kind in ("typedef", "alias", "type") and depth < 4:
            target = aliased(best, is_js=is_js)
            if target and target != best.name:
                return self.type_named(target, best.file, best.scope, best.line, depth + 1) or best
        return best
