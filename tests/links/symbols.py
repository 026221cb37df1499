"""Symbols in a store that nobody analysed."""

from __future__ import annotations

from repobook.store import Writer


def add_symbols(store: Writer, path: str, rows: list[tuple[str, str, str, int, int, str]]) -> None:
    """Add a file of C, and its symbols as name, kind, scope, first line, last line and bases."""
    store.connection.execute(
        "INSERT INTO file (id, path, folder_id, outcome, language, separator) VALUES (1, ?, 1, 'documented', 'C++', '::')",
        (path,),
    )
    store.write(
        "INSERT INTO symbol (id, file_id, name, kind, scope, first_line, last_line, name_line, signature, bases, visibility,"
        " complexity, condition, doc, doc_first_line, doc_last_line, joint, name_column)"
        " VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, '', 1, '', '', 0, 0, '', 0)",
        [
            (number, name, kind, scope, first, last, first, f"{kind} {name}", bases)
            for number, (name, kind, scope, first, last, bases) in enumerate(rows, 1)
        ],
    )
