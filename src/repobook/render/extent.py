"""All that the units of a job have read, in columns: enough to tell at once that no change reaches any of them.

Statements of one text stand together, the values of each parameter in a row. So those that a few changed rows can concern
are found by looking for these rows among the values, and not by looking at each statement.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any

import msgspec

from repobook.render.book import Book
from repobook.render.current_units import KeptQuestion, Unit, Units, answer_digest
from repobook.render.page_judge import PageJudge
from repobook.store.judged import Finders, LetIn

_NUMBERS = "q"  # whole numbers of eight bytes
_encode = msgspec.msgpack.Encoder().encode
_decode_rows = msgspec.msgpack.Decoder(list[list[Any]]).decode


class Extent(msgspec.Struct, array_like=True):
    texts: list[str]
    # Of each text, the values of each parameter; nothing where one of them is no whole number.
    columns: list[list[bytes]]
    rows: list[bytes]  # of each text, its statements: digest of the answer, values
    files: bytes  # what their rows were asked for
    folders: bytes
    names: list[str]  # whose bearers were


def extent_of(units: Units) -> Extent:
    """Return what the statements, questions and units of a job have read."""
    columns: list[list[bytes]] = [[] for _ in units.texts]
    rows = [b"" for _ in units.texts]
    for text, group in groupby(units.statements, itemgetter(0)):
        found = [statement[1:] for statement in group]
        columns[text] = [_packed(column) for column in list(zip(*found, strict=True))[1:]]
        rows[text] = _encode(found)
    files: set[int] = set()
    folders: set[int] = set()
    names: set[str] = set()
    everyone: list[Unit | KeptQuestion] = [*units.units.values(), *units.questions]
    for one in everyone:
        files.update(one.files)
        folders.update(one.folders)
        names.update(one.names)
    return Extent(units.texts, columns, rows, _packed(sorted(files)), _packed(sorted(folders)), sorted(names))


def statements_of(extent: Extent) -> list[list[Any]]:
    """Return the statements in their order, each with the place of its text."""
    return [
        [text, *row] for text, rows in enumerate(extent.rows) for row in (_decode_rows(rows) if rows else ())
    ]


def texts_in_doubt(extent: Extent, judge: PageJudge) -> set[int]:
    """Return the places of texts of which one statement may have another answer than it had."""
    return {
        at
        for at, text in enumerate(extent.texts)
        if extent.rows[at] and _may_differ(judge.finders(text, len(extent.columns[at])), extent.columns[at])
    }


def is_reached(extent: Extent, judge: PageJudge, book: Book, in_doubt: set[int]) -> bool:
    """Tell whether a change may reach one of the units; False where it is sure that all are what they were.

    Of the statements with texts in doubt, those that may have another answer are asked.
    """
    if not judge.leaves(_unpacked(extent.files), _unpacked(extent.folders), extent.names):
        return True
    return any(
        not judge.is_same(extent.texts[at], values)
        and answer_digest(book, judge.digests, extent.texts[at], values) != digest
        for at in sorted(in_doubt)
        for digest, *values in _decode_rows(extent.rows[at])
    )


def _may_differ(finders: Finders | None, columns: list[bytes]) -> bool:
    """Tell whether one of the statements of a text may have another answer."""
    if not finders:
        return finders is None
    given = [_unpacked(column) if column else None for column in columns]
    open_ones = set(finders)
    # What rests on another table waits until that one is sure, as for a single statement.
    while open_ones:
        sure = {
            number
            for number in open_ones
            if any(rests not in open_ones and not _finds(let_in, given) for rests, let_in in finders[number])
        }
        if not sure:
            return True
        open_ones -= sure
    return False


def _finds(let_in: list[LetIn] | None, given: Sequence[array[int] | None]) -> bool:
    """Tell whether the parameters of one of the statements let a value in."""
    if let_in is None:
        return True
    for how, places, values, wanted in let_in:
        columns = [column for place in places if (column := given[place]) is not None]
        if len(columns) < len(places):
            return True
        if how == "in":
            if any(not wanted.isdisjoint(column) for column in columns):
                return True
        else:
            ranges = sorted(zip(*columns, strict=True))
            starts = [low for low, _ in ranges]
            ends = list(accumulate((high for _, high in ranges), max))
            if any((at := bisect_right(starts, value)) and ends[at - 1] >= value for value in values):
                return True
    return False


def _packed(column: Iterable[Any]) -> bytes:
    values = list(column)
    try:
        return array(_NUMBERS, values).tobytes() if all(type(value) is int for value in values) else b""
    except OverflowError:
        return b""


def _unpacked(column: bytes) -> array[int]:
    numbers = array(_NUMBERS)
    numbers.frombytes(column)
    return numbers
