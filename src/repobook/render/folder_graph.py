"""Which folders import which, seen from every folder above them. Computed once a process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from repobook.render.book import Book


@dataclass(slots=True)
class Edge:
    """Imports from one folder to another: how many, and one of them as evidence."""

    imports: int
    file_id: int
    line: int


@dataclass(slots=True)
class FolderGraph:
    outgoing: dict[int, dict[int, Edge]] = field(default_factory=dict)  # folder -> folder outside it -> edge
    incoming: dict[int, dict[int, Edge]] = field(default_factory=dict)
    parts: dict[int, dict[tuple[int, int], Edge]] = field(
        default_factory=dict
    )  # folder -> pairs of its subfolders


_graphs: dict[int, FolderGraph] = {}


def folder_graph(book: Book) -> FolderGraph:
    if id(book) not in _graphs:
        _graphs.clear()
        _graphs[id(book)] = _build(book)
    return _graphs[id(book)]


def _build(book: Book) -> FolderGraph:
    graph = FolderGraph()
    chains = {folder: _chain(book, folder) for folder in book.folders}
    for a, b, count, file_id, line in book.query("SELECT * FROM folder_link ORDER BY folder_id, other_id"):
        above_a, above_b = chains[a], chains[b]
        shared = 0
        while shared < min(len(above_a), len(above_b)) and above_a[shared] == above_b[shared]:
            shared += 1
        for folder in above_a[shared:]:
            _add(graph.outgoing.setdefault(folder, {}), b, count, file_id, line)
        for folder in above_b[shared:]:
            _add(graph.incoming.setdefault(folder, {}), a, count, file_id, line)
        if shared < len(above_a) and shared < len(above_b):
            pair = (above_a[shared], above_b[shared])
            _add(graph.parts.setdefault(above_a[shared - 1], {}), pair, count, file_id, line)
    return graph


def _add(edges: dict[Any, Edge], key: Any, count: int, file_id: int, line: int) -> None:
    edge = edges.get(key)
    if edge is None:
        edges[key] = Edge(count, file_id, line)
    else:
        edge.imports += count


def _chain(book: Book, folder: int) -> list[int]:
    """Return the folders from the top down to `folder`."""
    chain = []
    at: int | None = folder
    while at is not None:
        chain.append(at)
        at = book.folders[at].parent_id
    return chain[::-1]
