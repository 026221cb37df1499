"""What an edit has changed for the pages that list names: files whose definitions or users are others, words, documents."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from repobook.errors import InputError
from repobook.render.book import Book
from repobook.render.current_units import Wrong
from repobook.render.definitions import Rows, digest_of, read_symbols
from repobook.render.names_kept import PageLost
from repobook.store import open_reader
from repobook.store.changes import Changes, TableChanges
from repobook.store.reader import quote
from repobook.store.vocabulary import Block

# What a digest of a file's names is made of (`definitions.read_symbols`).
_SYMBOL = ("file_id", "id", "name", "kind", "scope", "name_line", "first_line", "last_line")
_USE = ("symbol_id", "file_id", "places")
SAMPLE = 49  # of so many files that are told to say the same, one is read
MAX_SAMPLE = 32  # files
MANY_BLOCKS = 1_000  # of more, all are compared


class Touched(NamedTuple):
    files: set[int]  # that define something else, or are used by others
    names: set[str]  # that they define or did define
    digests: dict[int, bytes]  # of all files


def touched_names(
    book: Book, last_book: str, known: dict[int, bytes], changes: Changes | None, seed: int
) -> Touched:
    """Compare what files say of their names with what they said when the last book was made.

    Where `changes` tell which files to look at, only these are read, and a sample of the others: `Wrong` where one of them
    is not what it was told to be.
    """
    suspects = _suspects(changes) if changes is not None else None
    names: set[str] = set()
    if suspects is None:
        digests = {}
        for file_id, rows, uses in read_symbols(book.db.connection):
            digest = digests[file_id] = digest_of(rows, uses)
            if known.get(file_id) != digest:
                names.update(row[2] for row in rows)
    else:
        digests = {file_id: digest for file_id, digest in known.items() if file_id not in suspects}
        step = max(SAMPLE, len(book.files) // MAX_SAMPLE)
        sample = {file_id for file_id in book.files if not (file_id + seed) % step}
        read = set()
        for file_id, rows, uses in _read_files(book.db.connection, suspects | sample):
            digest = digest_of(rows, uses)
            if file_id not in suspects and known.get(file_id) != digest:
                raise Wrong
            digests[file_id] = digest
            read.add(file_id)
            if known.get(file_id) != digest:
                names.update(row[2] for row in rows)
        if any(file_id in known for file_id in sample - suspects - read):
            raise Wrong
    files = {number for number, _ in known.items() ^ digests.items()}
    names |= _names_before(last_book, {number: known[number] for number in files & known.keys()})
    return Touched(files, names, digests)


def _suspects(changes: Changes) -> set[int] | None:
    """Return the files whose symbols or their users have changed; None where nobody knows."""
    symbols, uses = changes.tables.get("symbol"), changes.tables.get("use")
    if symbols is None or uses is None or len(changes.spans) != 1:
        return None
    files = changed_values(symbols, _SYMBOL, "file_id")
    used = changed_values(uses, _USE, "symbol_id")
    if files is None or used is None:
        return None
    listed, firsts = changes.spans[0]
    places = {bisect_right(firsts, symbol) for symbol in used}
    return files | {listed[at - 1] for at in places if at}


def changed_values(table: TableChanges, columns: Iterable[str], wanted: str) -> set[int] | None:
    """Return what a column of whole numbers holds in rows that have come, gone, or changed in some columns; None where nobody
    knows."""
    if table.rows is None or wanted not in table.numbers:
        return None
    bits = 1 << len(table.columns)
    for column in columns:
        bits |= 1 << table.columns.index(column)
    at = table.numbers.index(wanted)
    return {
        value
        for mask, *versions in table.rows
        if mask & bits
        for version in versions
        if version is not None and (value := version[at]) is not None
    }


def changed_documents(book: Book, changes: Changes | None) -> set[int] | None:
    """Return the documents that may name other words; None where nobody knows."""
    if changes is None:
        return None
    found: set[int] = set()
    for name in ("term", "mention", "document_use"):
        table = changes.tables.get(name)
        values = changed_values(table, table.columns, "file_id") if table is not None else None
        if values is None:
            return None
        found |= values
    symbols = changes.tables.get("symbol")
    renamed = changed_values(symbols, ("name",), "id") if symbols is not None else None
    if renamed is None:
        return None
    for table_name in ("mention", "document_use"):
        for document, symbol in book.db.connection.execute(f"SELECT file_id, symbol_id FROM {table_name}"):
            if symbol in renamed:
                found.add(document)
    return {number for number in found if number in book.files and book.files[number].kind == "document"}


def changed_blocks(
    book: Book, last_book: str, changes: Changes | None, table: str, words: str, numbers: str
) -> tuple[list[int], set[str]]:
    """Return the blocks of a vocabulary that the last book has not, or has with other words or numbers; and the words of the
    last book's blocks that are not here."""
    known = changes.tables.get(table) if changes is not None else None
    touched = changed_values(known, known.columns, "id") if known is not None else None
    among = (
        ""
        if touched is None or len(touched) > MANY_BLOCKS
        else f" AND {{}}.id IN ({', '.join(map(str, sorted(touched)))})"
    )
    same = f"o.first = n.first AND +o.{words} = n.{words} AND +o.{numbers} = n.{numbers}"
    with _last_database(last_book) as reader:
        path = os.path.join(book.options.staging, "book.db")
        reader.execute("ATTACH DATABASE ? AS new", (f"file:{quote(path)}?mode=ro&immutable=1",))
        stay, stayed = set(), set()
        for here, there in reader.execute(
            f"SELECT n.id, o.id FROM new.{table} n JOIN main.{table} o ON {same}"
            f" WHERE true{among.format('n')}{among.format('o')}"
        ):
            stay.add(here)
            stayed.add(there)
        listed = {
            db: {
                row[0]
                for row in reader.execute(f"SELECT id FROM {db}.{table} b WHERE true{among.format('b')}")
            }
            for db in ("new", "main")
        }
        blocks = sorted(listed["new"] - stay)
        gone: set[str] = set()
        for number in listed["main"] - stayed:
            ((data,),) = reader.execute(f"SELECT {words} FROM main.{table} WHERE id = ?", (number,))
            gone.update(Block(number, data).words)
    return blocks, gone


def _names_before(last_book: str, files: dict[int, bytes]) -> set[str]:
    """Return the names of files as the last book has them; `files` are those with their digests."""
    names: set[str] = set()
    if not files:
        return names
    found = 0
    with _last_database(last_book) as reader:
        for file_id, rows, uses in _read_files(reader, files):
            if digest_of(rows, uses) != files[file_id]:
                raise PageLost
            names.update(row[2] for row in rows)
            found += 1
    if found != len(files):
        raise PageLost
    return names


def _read_files(connection: sqlite3.Connection, files: Iterable[int]) -> Iterator[tuple[int, Rows, Rows]]:
    listed = ", ".join(map(str, sorted(files)))
    return read_symbols(connection, f"file_id IN ({listed})") if listed else iter(())


@contextlib.contextmanager
def _last_database(last_book: str) -> Iterator[sqlite3.Connection]:
    try:
        reader = open_reader(os.path.join(last_book, "book.db"))
    except (InputError, sqlite3.Error):
        raise PageLost from None
    with contextlib.closing(reader):
        try:
            yield reader
        except sqlite3.Error:
            raise PageLost from None
