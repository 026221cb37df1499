"""What names mean in Ruby: classes that several files open, and calls without a receiver.

A constant is looked up in the classes and modules that stand around it. A method is not: a bare call asks the object
itself, so only the innermost class and what that inherits from can answer, and, for all objects, what is defined at the
top of a file. A block opens no scope, whatever it is handed to: `describe Cart do` is not inside of `Cart`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Index, Symbol

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames
    from repobook.link.references.scopes import FileScopes, Meaning

_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|specs?|features)/|(?:_test|_spec|(?:^|/)(?:test|spec)_helper)\.\w+$"
)
_WITH_PARENT = re.compile(r"class\b[^\n;]*<|[A-Z][\w:]*\s*=")  # class Cart < Base      Cart = Class.new(Base)
_FAR = 2  # how much longer, in binary digits
_SINGLETON = "singleton method"
_NOTHING: tuple[list[Symbol], None, str] = ([], None, "scoped")


def is_method_name(name: str) -> bool:
    """Tell whether a bare name can be no constant."""
    return not name[:1].isupper()


def class_around(scopes: FileScopes, within: Symbol | None) -> Symbol | None:
    """Return the innermost class or module around a definition, itself included."""
    return None if within is None else scopes.class_of(within)


def scope_at(index: Index, scopes: FileScopes, within: Symbol | None, line: int, how: str) -> str:
    """Return the class or module in which constants of a place are looked up; what follows `<` stands outside of its class."""
    owner = class_around(scopes, within)
    if owner is not None and how == "base" and line == owner.line:
        owner = class_around(scopes, scopes.around(owner))
    return "" if owner is None else index.qualified(owner)


def find_bare(names: NestedNames, file: int, name: str, within: Symbol | None, scopes: FileScopes) -> Meaning:
    """Return the methods that a call without a receiver can mean; none where the object that it asks is not known."""
    owner = class_around(scopes, within)
    is_known = True
    if owner is not None:
        found, is_known = names.members(owner, name)
        if found:
            label = _judge(names, owner, found, within)
            if not label:
                return _NOTHING
            return found, None, label if is_known else "scoped"
    top = [s for s in names.named(name) if not s.scope]
    own = [s for s in top if s.file == file]
    if own:
        is_sure = is_known and within is not None and within.kind in FUNCTION_KINDS and within.kind != "test"
        return own, None, "exact" if is_sure else "scoped"
    required = {item.file for item in names.index.imports_of(file)}
    found = [s for s in top if s.file in required]
    return (found, None, "scoped") if found else _NOTHING


def _judge(names: NestedNames, owner: Symbol, found: list[Symbol], within: Symbol | None) -> str:
    """Return how sure it is that a place in a class asks methods of that class; "" where it asks another object.

    A method of the class does not see those of its objects, nor they it; what stands in its body, or in a block there,
    may see either.
    """
    qualified = names.index.qualified(owner)
    kinds = {s.kind == _SINGLETON for s in found if s.scope == qualified}
    if owner.kind == "module" or len(kinds) != 1 or within is None:
        return "exact"
    if within.kind in TYPE_KINDS:
        return "exact" if True in kinds else "scoped"
    if within.kind in ("method", _SINGLETON) and within.scope == qualified:
        return "exact" if (within.kind == _SINGLETON) in kinds else ""
    return "exact"


def can_be_bare(names: NestedNames, symbol: Symbol) -> bool:
    """Tell whether some object may have a method without a name before it: not a module's own, `def self.total`."""
    if symbol.kind != _SINGLETON:
        return True
    owner = names.class_at(symbol.scope, symbol.file)
    return owner is None or owner.kind != "module"


def handed_down(owner: Symbol, found: list[Symbol]) -> list[Symbol]:
    """Return what a class gets of a class above it; of a module, not the methods of the module itself."""
    return [s for s in found if s.kind != _SINGLETON] if owner.kind == "module" else found


def defining(names: NestedNames, file: int, opened: list[Symbol]) -> tuple[list[Symbol], str]:
    """Of the places that open one class or module, return those that can be said to define it, and how sure that is.

    Tests only add to what they test. One class has one parent, which its definition names; else the body tells.
    """
    own = [s for s in opened if s.file == file and _WITH_PARENT.match(s.signature)]
    if len(own) == 1:
        return own, "exact"
    paths = names.index.paths
    kept = [s for s in opened if not _TEST_PATH.search(paths[s.file])] or opened
    if any(s.kind == "module" for s in kept) or len(kept) == 1:
        return kept, "exact"
    kept = [s for s in kept if _WITH_PARENT.match(s.signature)] or kept
    if len(kept) == 1:
        return kept, "exact"
    first, second = sorted(kept, key=length_class)[-1:-3:-1]
    return ([first], "scoped") if length_class(first) >= length_class(second) + _FAR else (kept, "")


def length_class(symbol: Symbol) -> int:
    """Return how long a definition is, roughly: see `view.sizes`."""
    return (symbol.last - symbol.first).bit_length()
