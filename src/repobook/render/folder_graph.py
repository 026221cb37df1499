"""Which folders import which, seen from every folder above them. Computed once a process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from repobook.render.asked import question, recalled, shared
from repobook.render.book import Book, FileRow

Row = tuple[int, int, int]  # of imports: from a folder, to another, and whether by sources


@dataclass(slots=True)
class Edge:
    """Imports from one folder to another: how many, and the first of the rows that it is made of."""

    imports: int
    first: Row
    symbols: dict[str, int] = field(
        default_factory=dict
    )  # what is used of the other folder, and in how many files


@dataclass(slots=True)
class FolderGraph:
    """What tests and scripts import stands apart: no architecture, but all that a folder of tests builds on."""

    outgoing: dict[int, dict[int, Edge]] = field(default_factory=dict)  # folder -> folder outside it -> edge
    incoming: dict[int, dict[int, Edge]] = field(default_factory=dict)
    tested: dict[int, dict[int, Edge]] = field(default_factory=dict)  # as `outgoing`, by tests and scripts
    testing: dict[int, dict[int, Edge]] = field(default_factory=dict)  # as `incoming`, by tests and scripts
    parts: dict[int, dict[tuple[int, int], Edge]] = field(
        default_factory=dict
    )  # folder -> pairs of its subfolders


@dataclass(slots=True)
class TestUse:
    """How many symbols a test uses, and the line of the first use."""

    symbols: int
    line: int


@recalled
def tests_below(book: Book, folder: int) -> dict[int, TestUse]:
    """Return the tests that use what sources at and below a folder define."""
    return _add_up_tests(book).get(folder, {})


def tests_of(book: Book, folder: int) -> dict[int, TestUse]:
    """Return the tests that use what sources of a folder itself define."""
    rows = book.query(
        "SELECT file_id, symbols, line FROM test_use WHERE folder_id = ? ORDER BY file_id", folder
    )
    return {row[0]: TestUse(row[1], row[2]) for row in rows}


@shared
def _add_up_tests(book: Book) -> dict[int, dict[int, TestUse]]:
    found: dict[int, dict[int, TestUse]] = {}
    for folder, file_id, symbols, line in book.db.execute(
        "SELECT * FROM test_use ORDER BY folder_id, file_id"
    ):
        for above in _chain(book, folder):
            tests = found.setdefault(above, {})
            known = tests.get(file_id)
            if known is None:
                tests[file_id] = TestUse(symbols, line)
            else:
                known.symbols += symbols
                known.line = min(known.line, line)
    return found


@recalled
def builds_on(book: Book, folder: int) -> dict[int, Edge]:
    """Return the folders that one builds on."""
    graph = _build(book)
    return graph.outgoing.get(folder) or graph.tested.get(folder, {})


@recalled
def used_by(book: Book, folder: int) -> dict[int, Edge]:
    """Return the folders that build on one."""
    graph = _build(book)
    return graph.incoming.get(folder) or graph.testing.get(folder, {})


@recalled
def parts_of(book: Book, folder: int) -> dict[tuple[int, int], Edge]:
    """Return how the subfolders of a folder build on each other."""
    return _build(book).parts.get(folder, {})


def evidence(book: Book, edge: Edge) -> tuple[FileRow, int]:
    """Return where one of the imports stands."""
    file_id, line = _place(book, *edge.first)
    return book.files[file_id], line


@question
def _place(book: Book, folder: int, other: int, is_source: int) -> tuple[int, int]:
    """Every edit of a file moves places of its folder. Few of them are shown, so each is asked for by itself."""
    sql = "SELECT file_id, line FROM folder_link WHERE folder_id = ? AND other_id = ? AND is_source = ?"
    ((file_id, line),) = book.query(sql, folder, other, is_source)
    return file_id, line


@shared
def _build(book: Book) -> FolderGraph:
    graph = FolderGraph()
    chains = {folder: _chain(book, folder) for folder in book.folders}
    # Without the places, which every edit of a file moves: see `evidence`.
    for a, b, count, is_source in book.query(
        "SELECT folder_id, other_id, imports, is_source FROM folder_link ORDER BY folder_id, other_id, is_source"
    ):
        row = (a, b, is_source)
        above_a, above_b = chains[a], chains[b]
        shared = 0
        while shared < min(len(above_a), len(above_b)) and above_a[shared] == above_b[shared]:
            shared += 1
        outgoing, incoming = (graph.outgoing, graph.incoming) if is_source else (graph.tested, graph.testing)
        for folder in above_a[shared:]:
            _add(outgoing.setdefault(folder, {}), b, count, row)
        for folder in above_b[shared:]:
            _add(incoming.setdefault(folder, {}), a, count, row)
        if is_source and shared < len(above_a) and shared < len(above_b):
            pair = (above_a[shared], above_b[shared])
            _add(graph.parts.setdefault(above_a[shared - 1], {}), pair, count, row)
    for a, b, is_source, name, files in book.query(
        "SELECT u.folder_id, u.other_id, u.is_source, s.name, u.files FROM folder_use u JOIN symbol s ON s.id = u.symbol_id"
        " ORDER BY u.rowid"
    ):
        outgoing, incoming = (graph.outgoing, graph.incoming) if is_source else (graph.tested, graph.testing)
        for edges, folders, other in ((outgoing, chains[a], b), (incoming, chains[b], a)):
            for folder in folders:
                edge = edges.get(folder, {}).get(other)
                if edge is not None:
                    edge.symbols[name] = edge.symbols.get(name, 0) + files
    return graph


def _add(edges: dict[Any, Edge], key: Any, count: int, row: Row) -> None:
    edge = edges.get(key)
    if edge is None:
        edges[key] = Edge(count, row)
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
