"""Names in the C family, where a declaration wraps its name: `char *(*find[3])(int)`, `Cart<T>::operator bool() const`."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "primitive_type",
        "operator_name",
        "destructor_name",
        "namespace_identifier",
        "nested_namespace_specifier",
        "module_name",
    }
)
_PLAIN_WRAPPERS = frozenset(
    {
        "parenthesized_declarator",
        "reference_declarator",
        "attributed_declarator",
        "variadic_declarator",
        "dependent_name",
    }
)
NO_NAMES = frozenset(
    [
        "catch",
        "case",
        "default",
        "delete",
        "do",
        "else",
        "for",
        "goto",
        "if",
        "new",
        "return",
        "sizeof",
        "switch",
        "throw",
        "try",
        "while",
    ]
)
MAX_DEPTH = 32
MAX_NAME = 200  # bytes
MAX_LINE = 300  # bytes of attributes before a definition


def find_name(node: Node) -> tuple[int, int, bool] | None:
    """Return where the name inside a declarator starts and ends, and whether it names a function."""
    is_function = False
    for _ in range(MAX_DEPTH):
        kind = node.type
        if kind in _NAMES:
            return node.start_byte, node.end_byte, is_function
        inner: Node | None
        if kind == "qualified_identifier":
            return _qualified(node, is_function)
        if kind == "operator_cast":
            return node.start_byte, _end_of_cast(node), True
        if kind in ("template_function", "template_method", "template_type"):
            inner = node.child_by_field_name("name")
        elif kind == "parenthesized_declarator" and node.child_count > 3:
            inner = _member_pointer(node)
        elif kind in _PLAIN_WRAPPERS:
            inner = next(
                (child for child in node.named_children if child.type not in ("ms_call_modifier", "comment")),
                None,
            )
        else:
            inner = node.child_by_field_name("declarator")
            if kind == "function_declarator":
                is_function = True
            elif kind != "init_declarator":
                is_function = False
        if inner is None:
            return None
        node = inner
    return None


def _member_pointer(node: Node) -> Node | None:
    """Return the inner declarator of `(Cart::*Sum)`, whose class the grammar cannot read in a typedef."""
    children = [child for child in node.named_children if child.type not in ("ms_call_modifier", "comment")]
    is_torn = len(children) == 2 and children[0].type == "ERROR" and children[1].type == "pointer_declarator"
    return children[1] if is_torn else next(iter(children), None)


def _qualified(node: Node, is_function: bool) -> tuple[int, int, bool] | None:
    """Return the span of `shop::Cart<T>::total`; of `int Cart::*member` only the member's."""
    last = node
    for _ in range(MAX_DEPTH):
        inner = last.child_by_field_name("name")
        if inner is None:
            break
        last = inner
        if last.type != "qualified_identifier":
            break
    if last.type == "operator_cast":
        return node.start_byte, _end_of_cast(last), True
    if last.type in ("template_function", "template_method", "template_type"):
        name = last.child_by_field_name("name")
        return node.start_byte, node.end_byte if name is None else name.end_byte, is_function
    if last.type == "pointer_type_declarator":
        return find_name(last)
    return node.start_byte, node.end_byte, is_function


def _end_of_cast(node: Node) -> int:
    """Return where the name of `operator const char *() const` ends."""
    inner = node
    for _ in range(MAX_DEPTH):
        deeper = inner.child_by_field_name("declarator") or next(
            (child for child in inner.named_children if child.type.startswith("abstract_")), None
        )
        if deeper is None:
            break
        inner = deeper
        parameters = inner.child_by_field_name("parameters")
        if parameters is not None:
            return parameters.start_byte
    return node.end_byte


_SPECIFIERS = {
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
    "class_specifier": "class",
}


class Found(NamedTuple):
    """A definition in a node."""

    kind: str
    name_start: int
    name_end: int
    start: int = -1  # where it starts and ends, if that is not where its node does
    is_function: bool = False
    is_typed: bool = True  # it has a return type
    body: Node | None = None
    value: Node | None = None
    signature: bytes = b""  # where it is not the text of the node
    end: int = -1


def find_definitions(kind: str, node: Node, data: bytes) -> list[Found]:
    """Return what a node defines. `kind` is "declared" or "member" where the declarator decides it."""
    if kind in ("declared", "member", "typedef"):
        return _declared(kind, node, data)
    body = node.child_by_field_name("body")
    if kind == "function":
        place = find_name(node)
        if place is None:
            return []
        is_typed, _, initializers = describe_function(node)
        return [Found(kind, place[0], place[1], -1, True, is_typed, initializers or body)]
    place = find_name(node.child_by_field_name("name") or node)
    if place is None:
        return []
    if kind == "concept" and node.named_child_count > 1:
        body = node.named_children[-1]
    end = place[1]
    if kind == "module" and (partition := node.child_by_field_name("partition")) is not None:
        end = partition.end_byte  # shop.cart:items
    return [Found(kind, place[0], end, body=body)]


def _declared(kind: str, node: Node, data: bytes) -> list[Found]:
    """Return the prototypes, variables and constants of a declaration, or the types of a typedef."""
    declarators = node.children_by_field_name("declarator")
    if not declarators:
        return []
    base = data[node.start_byte : declarators[0].start_byte]
    body, head = None, b""
    if b"{" in base:  # struct item { ... } first, *last;
        body, head = _inner_type(node, data)
    found: list[Found] = []
    for declarator in declarators:
        place = find_name(declarator)
        if place is None:
            found += _bindings(declarator, base)
            continue
        start, end, is_function = place
        if kind != "typedef" and is_function:
            is_typed, is_guide, _ = describe_function(node)
            meaning = "method" if kind == "member" else "deduction guide" if is_guide else "prototype"
            found.append(Found(meaning, start, end, -1, not is_guide, is_typed))
            continue
        value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
        if kind == "typedef":
            meaning = kind
        elif kind == "member":
            meaning = "field"
        else:
            meaning = "constant" if _is_constant(base, data[declarator.start_byte : start]) else "variable"
        if body is None:
            found.append(Found(meaning, start, end, value=value))
        elif head:  # the type has its own name: what follows it stands beside it
            rest = data[declarator.start_byte : declarators[-1].end_byte]
            text = head + b" " + rest
            found.append(
                Found(
                    meaning,
                    start,
                    end,
                    declarator.start_byte,
                    value=value,
                    signature=text,
                    end=declarator.end_byte,
                )
            )
        else:
            text = (
                data[node.start_byte : body.start_byte]
                + b" "
                + data[declarator.start_byte : declarator.end_byte]
            )
            if kind == "typedef" and declarator.type == "type_identifier":
                inner = node.child_by_field_name("type")
                meaning = _SPECIFIERS.get(inner.type, kind) if inner is not None else kind
            found.append(
                Found(
                    meaning,
                    start,
                    end,
                    body=body if meaning in _SPECIFIERS.values() else None,
                    value=value,
                    signature=text,
                )
            )
    return found


def _bindings(declarator: Node, base: bytes) -> list[Found]:
    """Return the names of `auto& [first, last] = ends();`."""
    inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else None
    if inner is not None and inner.type == "reference_declarator":
        inner = next(iter(inner.named_children), None)
    if inner is None or inner.type != "structured_binding_declarator":
        return []
    kind = "constant" if CONSTANT.search(base) else "variable"
    return [
        Found(kind, name.start_byte, name.end_byte)
        for name in inner.named_children
        if name.type == "identifier"
    ]


def _inner_type(node: Node, data: bytes) -> tuple[Node | None, bytes]:
    """Return the body of the type that a declaration defines on its way, and the text before it if it has a name."""
    inner = node.child_by_field_name("type")
    if inner is None or inner.type not in _SPECIFIERS:
        return None, b""
    body = inner.child_by_field_name("body")
    name = inner.child_by_field_name("name")
    if body is None or name is None:
        return body, b""
    return body, data[node.start_byte : name.end_byte]


CONSTANT = re.compile(rb"\bconst\b|\b__constant(?:__)?\b|\bconstant\b")


def _is_constant(base: bytes, before_name: bytes) -> bool:
    """Tell whether a variable cannot change: `const int a`, `char *const b`, not `const char *c`."""
    if b"constexpr" in base or before_name.rstrip().endswith(b"const"):
        return True
    return bool(CONSTANT.search(base)) and b"*" not in before_name and b"&" not in before_name


_LAST = re.compile(rb"(?:.*::)?\s*(?:template\s+)?(~?\w+)\s*$", re.S)
_ANGLE = re.compile(rb"(?<!-)[<>]")


def last_name(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return where the last name of `shop::Cart<T>::total` and of `shop::make<std::vector<T>>` stands."""
    if end - start > MAX_NAME:
        return start, end
    name = data[start:end]
    if name.endswith(b">"):
        depth = 0
        for mark in reversed(list(_ANGLE.finditer(name))):
            depth += 1 if mark[0] == b">" else -1
            if not depth:
                name = name[: mark.start()]
                break
    found = _LAST.match(name)
    return (start + found.start(1), start + found.end(1)) if found else (start, end)


def function_kind(
    kind: str, name: str, scope: str, written: str, is_typed: bool, classes: frozenset[str]
) -> str:
    """Return the kind of a function by its place and name, "" for a macro that looks like one.

    `written` is the name as the file has it, `scope` what encloses it; `is_typed` says that it has a return type.
    """
    owner = scope.rpartition("::")[2]
    if name.startswith("~"):
        return "destructor"
    if name == owner and not is_typed:
        return "constructor"
    if kind == "method":
        return kind if is_typed or name.startswith("operator") else ""
    is_plain = "::" not in written
    if is_plain and kind == "prototype" and not is_typed and not name.startswith("operator"):
        return ""
    if is_plain:
        return kind
    is_member = owner in classes or owner[:1].isupper() or written.rpartition("::")[0].endswith(">")
    return "method" if is_member else kind


def describe_function(node: Node) -> tuple[bool, bool, Node | None]:
    """Return whether a function has a return type, whether it is a deduction guide, and a constructor's initializers."""
    if node.child_by_field_name("type") is not None:
        return True, False, None
    body = next((child for child in node.named_children if child.type == "field_initializer_list"), None)
    declarator = node.child_by_field_name("declarator")
    has_result = declarator is not None and any(
        child.type == "trailing_return_type" for child in declarator.named_children
    )
    return has_result, has_result, body


def macro_name(node: Node, data: bytes, start: int) -> str:
    """Return the name of a function that a macro makes: `DEFINE_OP(add)`."""
    declarator = node.child_by_field_name("declarator")
    end = min(start + 100, declarator.end_byte if declarator is not None else start + 100)
    return " ".join(data[start:end].decode(errors="replace").split())


def start_of_line(data: bytes, text: bytes, start: int) -> int:
    """Return where a definition starts in `data`, if nothing but blanked attributes stands before it in `text`."""
    line = data.rfind(b"\n", max(0, start - MAX_LINE), start) + 1
    before = data[line:start]
    if not before or before.isspace() or not text[line:start].isspace():
        return start
    return line + len(before) - len(before.lstrip())
