"""Names in the C family, where a declaration wraps its name: `char *(*find[3])(int)`, `Cart<T>::operator bool() const`."""

from __future__ import annotations

import re

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
    {"parenthesized_declarator", "reference_declarator", "attributed_declarator", "variadic_declarator", "dependent_name"}
)
MAX_DEPTH = 32
MAX_NAME = 200  # bytes


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
        elif kind in _PLAIN_WRAPPERS:
            inner = next((child for child in node.named_children if child.type not in ("ms_call_modifier", "comment")), None)
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


_ANONYMOUS = {"struct_specifier": "struct", "union_specifier": "union", "enum_specifier": "enum", "class_specifier": "class"}
# kind, start and end of the name, whether it is a function, whether that has a return type, its body, its value
Found = tuple[str, int, int, bool, bool, Node | None, Node | None]


def find_definitions(kind: str, node: Node, data: bytes) -> list[Found]:
    """Return what a node defines. `kind` is "declared" or "member" where the declarator decides it."""
    if kind in ("declared", "member", "typedef"):
        return _declared(kind, node, data)
    name = node.child_by_field_name("name")
    place = find_name(node if name is None else name)
    if place is None:
        return []
    start, end, is_function = place
    body = node.child_by_field_name("body")
    if kind == "function":
        is_typed, _, initializers = describe_function(node)
        return [(kind, start, end, True, is_typed, initializers or body, None)]
    return [(kind, start, end, False, True, body, None)]


def _declared(kind: str, node: Node, data: bytes) -> list[Found]:
    """Return the prototypes, variables and constants of a declaration, or the types of a typedef."""
    found: list[Found] = []
    body = None
    if kind == "typedef":
        whole = node.child_by_field_name("type")
        if whole is not None and whole.type in _ANONYMOUS:
            body = whole.child_by_field_name("body")
            if whole.child_by_field_name("name") is not None:
                body = None
    for declarator in node.children_by_field_name("declarator"):
        place = find_name(declarator)
        if place is None:
            continue
        start, end, is_function = place
        if kind == "typedef":
            is_anonymous = body is not None and whole is not None and declarator.type == "type_identifier"
            meaning = _ANONYMOUS[whole.type] if is_anonymous and whole else kind
            found.append((meaning, start, end, False, True, body if is_anonymous else None, None))
        elif is_function:
            is_typed, is_guide, _ = describe_function(node)
            meaning = "method" if kind == "member" else "deduction guide" if is_guide else "prototype"
            found.append((meaning, start, end, not is_guide, is_typed, None, None))
        else:
            head = data[node.start_byte : start].rstrip()
            is_constant = b"constexpr" in head or (b"const" in head and head[-1:] not in (b"*", b"&"))
            value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
            meaning = "field" if kind == "member" else "constant" if is_constant else "variable"
            found.append((meaning, start, end, False, True, None, value))
    return found


_LAST = re.compile(rb"(?:.*::)?\s*(?:template\s+)?(~?\w+)\s*(?:<[^()]*>)?$", re.S)


def last_name(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return where the last name of `shop::Cart<T>::total` stands."""
    if end - start > MAX_NAME:
        return start, end
    found = _LAST.match(data[start:end])
    return (start + found.start(1), start + found.end(1)) if found else (start, end)


def function_kind(kind: str, name: str, scope: str, written: str, is_typed: bool, classes: frozenset[str]) -> str:
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
    has_result = declarator is not None and any(child.type == "trailing_return_type" for child in declarator.named_children)
    return has_result, has_result, body


def macro_name(node: Node, data: bytes, start: int) -> str:
    """Return the name of a function that a macro makes: `DEFINE_OP(add)`."""
    declarator = node.child_by_field_name("declarator")
    end = min(start + 100, declarator.end_byte if declarator is not None else start + 100)
    return " ".join(data[start:end].decode(errors="replace").split())
