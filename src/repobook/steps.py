"""Take the steps of the linking: all of them, or after an edit those that could come to something else.

A step is made of what it asks (`store/asking.py`). It is not taken again where the rows that differ from those of the last
book cannot be seen by what it asked, or where it has the same answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

from repobook.basis import Last
from repobook.store import SCRATCH, Step, Trace, Tracked, Writer, open_facts
from repobook.store.asking import Asked, digest_of
from repobook.store.judged import Check, Columns, Judge

MAX_ASKED = 30_000  # statements of one text that are asked again; of more, the step is taken
SAMPLE = 50  # one text in so many that is told to have the same answer is asked all the same

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, dict[str, list[tuple[list[Any], bytes]]]]).decode


class Distrust(Exception):
    """A statement that was told to have the answer it had has another one: nothing that was told can be trusted."""


class Steps:
    """Takes steps over a database, and keeps what they asked for the next build."""

    def __init__(self, last: Last | None, is_kept: bool) -> None:
        """`last` is the book that the database begins as, where it does. `is_kept`: a next build may ask."""
        self._is_kept = is_kept
        self.last = last
        self._known = _read(last.steps) if last is not None else {}
        self._traces: dict[str, Trace] = {}
        self._reader: sqlite3.Connection | None = None  # of the last book
        self._columns: dict[str, Columns] = {}

    @property
    def tracked(self) -> Tracked | None:
        """What differs from the last book, where the database begins as that."""
        return self.last.tracked if self.last is not None else None

    def open(self, database: str) -> Writer:
        """Open the database to write what steps come to."""
        old = self.last.database if self.last is not None else ""
        return Writer(database, database + SCRATCH, is_new=False, old=old)

    def take(self, store: Writer, steps: Iterable[Step]) -> None:
        for step in steps:
            if self.last is None:
                self._note(store, step)
            elif step.is_always or not self._holds(store, self.last, step):
                before = store.connection.total_changes
                for sql in step.clear:
                    store.connection.execute(sql)
                self._note(store, step)
                if store.connection.total_changes != before:
                    self._compare(store, self.last.tracked, step)

    def keep(self, path: str | None) -> None:
        """Leave what was asked for the next build: there are no more steps. A folder that cannot be written only costs its time."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if path is not None and self._is_kept:
            data = _encode(self._traces)
            with contextlib.suppress(OSError), open(path, "wb") as stream:
                stream.write(hashlib.sha256(data).digest() + data)

    def _note(self, store: Writer, step: Step) -> None:
        if not self._is_kept or step.is_always:
            step.take(store)
            return
        with store.noted() as trace:
            step.take(store)
        self._traces[step.name] = trace

    def _compare(self, store: Writer, tracked: Tracked, step: Step) -> None:
        tracked.compare(store.connection, [table for table in step.tables if table not in _UNCOMPARED])
        tracked.lose([table for table in step.tables if table in _UNCOMPARED])

    def _holds(self, store: Writer, last: Last, step: Step) -> bool:
        """Tell whether all that a step asked has the answers that it had."""
        trace = self._known.get(step.name)
        if trace is None:
            return False
        if self._reader is None:
            self._reader = open_facts(last.database, scratch=last.scratch)
        judge = Judge(last.tracked.changes(), self._reader, self._columns)
        judged = [(text, asked, judge.checks(text, asked[0][0])) for text, asked in trace.items()]
        for text, asked, checks in judged:
            values, digest = random.choice(asked)
            if checks == [] and digest and random.randrange(SAMPLE) == 0:
                if digest_of(store.connection, text, values) != digest:
                    raise Distrust(text)
        # Those of which many were asked come last: one that differs ends it.
        doubtful = [one for one in judged if one[2] != []]
        for text, asked, checks in sorted(doubtful, key=lambda one: len(one[1])):
            if not _is_same(store.connection, judge, text, asked, checks):
                return False
        self._traces[step.name] = trace
        return True


# What no book has, and what only search asks.
_UNCOMPARED = frozenset({"namesake", "word_block", "name_block", "pair_list", "path_list"})


def _is_same(
    connection: sqlite3.Connection, judge: Judge, text: str, asked: Asked, checks: list[Check] | None
) -> bool:
    """Tell whether statements of one text have the answers that they had."""
    open_ones = [one for one in asked if checks is None or not judge.holds(checks, one[0])]
    if len(open_ones) > MAX_ASKED or any(not digest for _, digest in open_ones):
        return False
    return all(digest_of(connection, text, values) == digest for values, digest in open_ones)


def _read(path: str | None) -> dict[str, Trace]:
    try:
        if path is None:
            return {}
        with open(path, "rb") as stream:
            checksum, data = stream.read(32), stream.read()
        return _decode(data) if hashlib.sha256(data).digest() == checksum else {}
    except (OSError, msgspec.MsgspecError):
        return {}
