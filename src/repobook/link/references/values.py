"""What values are: what a local name holds, what a call gives, what a field is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repobook.link.references import php_names
from repobook.link.references.extents import ANYWHERE
from repobook.link.references.index import FUNCTION_KINDS, TYPE_KINDS, Symbol
from repobook.link.references.inner import inside
from repobook.link.references.scopes import FileScopes
from repobook.link.references.signatures import (
    JS_TYPE,
    php_held,
    return_type,
    signature_ends,
    type_before,
    type_parts,
)
from repobook.link.references.things import AWAY, LOCAL, OUTSIDE, Thing

if TYPE_CHECKING:
    from repobook.link.references.nested import NestedNames

MAX_DEPTH = 8


_JS_FIELD = re.compile(r"[\w$][?!]?\s*:\s*" + JS_TYPE)
_FIELD_AFTER = re.compile(r"\w[?!]?\s*:\s*(?:&|mut\s+)*([A-Za-z_][\w.:]*(?:<[^=;]*>)?)")
_GO_FIELD = re.compile(r"^\w+\s+\*?(?:\[\]\*?)?([A-Za-z_][\w.]*)")
_MADE = re.compile(r"=\s*(?:await\s+|new\s+|&)?([A-Za-z_][\w.:]*)\s*([({])")
_JS_MADE = re.compile(r"=\s*(await\s+|new\s+)?([A-Za-z_$][\w.$]*)(?:<[^()]*>)?\s*\(")
_PASSES_ON = re.compile(
    "make_|move|forward|get|exchange|ref|static_|dynamic_|any_cast|find|min|max|begin|end"
)

_TYPED = frozenset(["go", "java", "csharp", "js", "rust", "swift", "php"])  # their values say what they are
_ANY = frozenset(
    ["Object", "Any", "AnyObject", "AnyRef", "AnyVal", "Self", "dynamic", "object", "any", "unknown"]
)


def held_by(
    names: NestedNames,
    file: int,
    held: list[str],
    scope: str,
    within: Symbol,
    scopes: FileScopes,
    depth: int,
    since: int = ANYWHERE,
) -> Thing:
    """Return what a local name holds, from the text at the places that bind it; `since` is where it comes in force."""
    if depth > MAX_DEPTH:
        return LOCAL
    for text in held:
        if not text:
            continue
        if text[0] == ":":
            owner = names.type_named(text[1:], file, scope, within.line, depth + 1)
            if owner is None and (
                names.is_outside(text[1:]) or is_foreign(names, text[1:], file, within, scopes)
            ):
                return AWAY
            return ("instance", owner) if owner else LOCAL
        made = text[1:].removesuffix("()")
        if made.startswith("std::") and names.group == "c" and not _PASSES_ON.match(made, 5):
            return AWAY
        parts = re.split(r"::|\.|->", made)
        key = ("held", file, text, within.id)
        if names.is_open(key):
            return LOCAL
        names.busy.add(key)
        try:
            found, other, _ = names.find(file, parts[0], scope, within, scopes, depth + 1, since)
            for part in parts[1:]:
                found, other = inside(names, found, other, part, file)
        finally:
            names.busy.discard(key)
        if other is not None and other[0] == "instance" and not text.endswith("()"):
            return other
        if other == OUTSIDE and names.group == "go":
            return AWAY  # what a function of another package gives is of its types
        thing = result(names, found, depth) if text.endswith("()") else typed(names, found, depth)
        return thing or LOCAL
    return LOCAL


def is_foreign(
    names: NestedNames, text: str, file: int, within: Symbol | None = None, scopes: FileScopes | None = None
) -> bool:
    """Tell whether a written type comes from outside of the repository: imported from there, or nothing here bears its name."""
    if names.group not in _TYPED or text.endswith("[]"):
        return False
    if names.group == "php":
        return php_names.is_foreign(names, text, file)
    parts = type_parts(text, is_js=names.group == "js")
    if not parts or len(parts[0]) < 3 or parts[0] in _ANY or (parts[0][0] == "T" and parts[0][1].isupper()):
        return False  # a parameter of a type, it may be
    head = parts[0]
    if within is not None and scopes is not None and scopes.is_bound(within, head, ANYWHERE):
        return False
    if head in names.bound(file):
        found, other = names.imported(file, head, 0)
        return not found and other == OUTSIDE
    if names.group == "java" and len(parts) > 2 and not any(names.named(part) for part in parts):
        return True
    return len(parts) == 1 and names.group != "js" and head[0].isupper() and not names.named(head)


def result(names: NestedNames, found: list[Symbol], depth: int) -> Thing | None:
    """Return what calling one of these gives."""
    if names.group == "js":
        found = [s for s in found if s.kind not in ("interface", "type")]
        if len(found) > 1 and len({return_type(names.group, s) for s in found}) > 1:
            return None
    for symbol in found:
        if symbol.kind in TYPE_KINDS:
            return ("instance", symbol)
        if symbol.kind == "constructor":
            owner = names.class_at(symbol.scope, symbol.file)
            return ("instance", owner) if owner else None
        if symbol.kind in FUNCTION_KINDS:
            text = return_type(names.group, symbol)
            owner = (
                names.type_named(text, symbol.file, symbol.scope, symbol.line, depth + 1) if text else None
            )
            if owner is not None:
                return ("instance", owner)
            if text and is_foreign(names, text, symbol.file):
                return AWAY
    return None


def typed(names: NestedNames, found: list[Symbol], depth: int) -> Thing | None:
    """Return what a variable or field holds."""
    for symbol in found:
        if symbol.kind in FUNCTION_KINDS and symbol.kind != "property" and symbol.kind != "accessor":
            continue
        text = ""
        if names.group == "js":
            thing = _typed_js(names, symbol, depth)
            if thing is not None:
                return thing
            continue
        if names.group == "go":
            said = _GO_FIELD.match(symbol.signature)
            text = said[1] if said else ""
        elif names.group == "php":
            text = php_held(symbol.signature)
        elif names.group in ("c", "java", "csharp"):
            text = type_before(symbol.signature, symbol.name)
        if not text or text in ("var", "val", "let", "const", "auto"):
            said = _FIELD_AFTER.search(symbol.signature)
            text = said[1] if said else ""
        if not text:
            made = _MADE.search(symbol.signature)
            text = made[1] if made else ""
        owner = names.type_named(text, symbol.file, symbol.scope, symbol.line, depth + 1) if text else None
        if owner is not None:
            return ("instance", owner)
        if ("::" in text and names.is_outside(text)) or (text and is_foreign(names, text, symbol.file)):
            return AWAY
    return None


def _typed_js(names: NestedNames, symbol: Symbol, depth: int) -> Thing | None:
    head, _, _ = symbol.signature.partition("=")
    if symbol.kind in ("interface", "type", "class"):
        return None
    said = _JS_FIELD.search(head if ":" in head else symbol.signature)
    if said:
        owner = names.type_named(said[1], symbol.file, symbol.scope, symbol.line, depth + 1)
        if owner is None and is_foreign(names, said[1], symbol.file):
            return AWAY
        return ("instance", owner) if owner else None
    made = _JS_MADE.search(symbol.signature)
    if not made or ":" in head or depth > MAX_DEPTH:
        return None
    found, other, _ = names.find(symbol.file, made[2].partition(".")[0], symbol.scope, None, None, depth + 1)
    for part in made[2].split(".")[1:]:
        found, other = inside(names, found, other, part, symbol.file)
    if not signature_ends(symbol.signature):
        return None
    if (made[1] or "").startswith("new"):
        owner = next((s for s in found if s.kind == "class"), None)
        return ("instance", owner) if owner else None
    return result(names, found, depth + 1)
