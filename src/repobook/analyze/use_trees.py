"""Groups of paths inside of each other: `use shop::{cart::{Cart, total as sum}, item}`."""

from __future__ import annotations

from collections import Counter

from tree_sitter import Node

from repobook.analyze.reading import one_line, text_of

Request = tuple[str, list[str]]  # what is asked for, and the names taken from it
_LISTS = frozenset(["use_list", "scoped_use_list"])


def read_tree(data: bytes, tree: Node) -> tuple[list[Request], list[Node]]:
    """Return one request for every path that a tree takes names from, and the nodes of these names, in order."""
    requests: dict[str, list[str]] = {}
    taken: list[Node] = []
    todo: list[tuple[str, Node]] = [("", tree)]
    while todo:
        around, node = todo.pop()
        if node.type in _LISTS:
            path = node.child_by_field_name("path")
            inner = _join(around, _text(data, path)) if path is not None else around
            listed = node if node.type == "use_list" else node.child_by_field_name("list")
            children = listed.named_children if listed is not None else []
            todo += [(inner, child) for child in reversed(children) if "comment" not in child.type]
            continue
        alias = node.child_by_field_name("alias") if node.type == "use_as_clause" else None
        what = node.child_by_field_name("path") if alias is not None else node
        if what is None:
            continue
        if node.type == "use_wildcard":
            inside = node.named_children
            path_text = _join(around, _text(data, inside[0])) if inside else around
            name = "*"
        else:
            path_text, _, name = _join(around, _text(data, what)).rpartition("::")
            if around:
                taken.append(what.child_by_field_name("name") or what)
        if alias is not None:
            name += f" as {_text(data, alias)}"
        if not around and name != "*":  # use {shop, bank::Account as A}
            path_text = _text(data, what)
            name = f"as {_text(data, alias)}" if alias is not None else ""
        requests.setdefault(path_text, []).append(name)
    written = Counter(_text(data, node) for node in taken)
    return (
        [
            (path, [] if names == [""] else [name or "self" for name in names])
            for path, names in requests.items()
        ],
        [
            node for node in taken if written[_text(data, node)] == 1
        ],  # else it is not plain which one is meant
    )


def _text(data: bytes, node: Node) -> str:
    return one_line(text_of(data, node)).replace(" ", "")


def _join(around: str, path: str) -> str:
    return f"{around}::{path}" if around else path
