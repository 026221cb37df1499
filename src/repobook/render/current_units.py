"""Which units are still made of what they were made of: what is sure to be the same is not asked, all else is."""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from repobook.render.asked import About, Statement, Trace, answered, ask_again, rows_now
from repobook.render.book import Book
from repobook.render.judged import Judge

PageList = list[tuple[str, str, int]]  # path, checksum, size


class Unit(msgspec.Struct, array_like=True):
    """The pages of a unit, and what it has read, as places in the lists of its job."""

    pages: PageList
    statements: list[int]
    questions: list[int]
    files: list[int]
    folders: list[int]
    digest: bytes  # of what those rows say


class KeptQuestion(msgspec.Struct, array_like=True):
    name: str
    values: list[Any]
    digest: bytes
    statements: list[int]
    questions: list[int]  # which stand before it
    files: list[int]
    folders: list[int]


class Units(msgspec.Struct, array_like=True):
    """The units of one job by their numbers, and what they have asked."""

    texts: list[str]
    statements: list[list[Any]]  # place of the text, digest of the answer, values
    questions: list[KeptQuestion]
    units: dict[int, Unit]


class Wrong(Exception):
    """An answer that was told to be the same is another one."""


class Asker:
    """Tells which units of a job are current."""

    def __init__(self, book: Book, last: Units, judge: Judge | None) -> None:
        self._book = book
        self._last = last
        self._judge = judge
        self._statements: list[bool | None] = [None] * len(last.statements)
        self._questions: list[bool | None] = [None] * len(last.questions)
        # Many jobs ask the same of a whole table; one book has one answer.
        self._digests = judge.digests if judge is not None else {}
        self.is_fresh = False  # a question was asked again: what it reads may be something else now

    def is_current(self, number: int) -> bool:
        """Tell whether everything that a unit has read is as it was."""
        unit = self._last.units[number]
        try:
            return (
                all(map(self._is_same, unit.statements))
                and all(map(self._is_answered, unit.questions))
                and rows_now(self._book, unit.files, unit.folders) == unit.digest
            )
        except (sqlite3.Error, KeyError, TypeError, ValueError):
            return False

    def check(self, number: int) -> None:
        """Ask all that a unit has read. Raise `Wrong` where something is not the same that was told to be."""
        unit = self._last.units[number]
        was_fresh = self.is_fresh
        for at in unit.statements:
            if self._statements[at] and not self._asked(at):
                raise Wrong
        for at in unit.questions:
            if self._questions[at] and not self._ask(at):
                raise Wrong
        self.is_fresh = was_fresh  # what was sure has read the same

    def _is_same(self, at: int) -> bool:
        known = self._statements[at]
        if known is None:
            known = self._statements[at] = self._told(at) or self._asked(at)
        return known

    def _told(self, at: int) -> bool:
        text, _, *values = self._last.statements[at]
        return self._judge is not None and self._judge.is_same(self._last.texts[text], values)

    def _asked(self, at: int) -> bool:
        text, digest, *values = self._last.statements[at]
        key = (self._last.texts[text], *values)
        known = self._digests.get(key)
        if known is None:
            known = self._digests[key] = self._book.db.digest(key[0], values)
        return bool(known == digest)

    def _is_answered(self, at: int) -> bool:
        known = self._questions[at]
        if known is None:
            known = self._questions[at] = self._is_sure(at) or self._ask(at)
        return known

    def _is_sure(self, at: int) -> bool:
        """Tell whether all that a question has read is as it was. Then so is its answer."""
        if self._judge is None:
            return False
        question = self._last.questions[at]
        files, folders = self._judge.files, self._judge.folders
        return (
            (not question.files or (files is not None and files.isdisjoint(question.files)))
            and (not question.folders or (folders is not None and folders.isdisjoint(question.folders)))
            and all(map(self._is_answered, question.questions))
            and all(map(self._is_same, question.statements))
        )

    def _ask(self, at: int) -> bool:
        """Have a question answered again. What is shared has no digest, so nobody can tell that it is the same."""
        question = self._last.questions[at]
        self.is_fresh = True
        if not question.digest:
            return False
        trace = ask_again(self._book, about(question))
        return trace is not None and trace.digest == question.digest


def about(question: KeptQuestion) -> About:
    return question.name, tuple(tuple(one) if isinstance(one, list) else one for one in question.values)


class Shelf:
    """Puts together what is kept of a job."""

    def __init__(self, book: Book, last: Units) -> None:
        self._book = book
        self._last = last
        self._texts: dict[str, int] = {}
        self._statements: dict[Statement, int] = {}
        self._digests: list[bytes] = []
        self._questions: dict[About, int] = {}
        self._kept: list[KeptQuestion] = []
        self._units: dict[int, Unit] = {}

    def add(self, number: int, pages: PageList, trace: Trace) -> None:
        """Keep a unit that was made now."""
        self._units[number] = Unit(
            pages,
            [self._statement(*one) for one in trace.statements.items()],
            [self._question(*one) for one in trace.questions.items()],
            sorted(trace.files),
            sorted(trace.folders),
            rows_now(self._book, trace.files, trace.folders),
        )

    def keep(self, number: int) -> None:
        """Keep a unit of the last build."""
        unit = self._last.units[number]
        self._units[number] = Unit(
            unit.pages,
            list(map(self._old_statement, unit.statements)),
            list(map(self._old_question, unit.questions)),
            unit.files,
            unit.folders,
            unit.digest,
        )

    def units(self) -> Units:
        statements = [
            [self._texts[text], digest, *values]
            for (text, *values), digest in zip(self._statements, self._digests, strict=True)
        ]
        return Units(list(self._texts), statements, self._kept, self._units)

    def _statement(self, key: Statement, digest: bytes) -> int:
        if key not in self._statements:
            self._texts.setdefault(key[0], len(self._texts))
            self._digests.append(digest)
        return self._statements.setdefault(key, len(self._statements))

    def _question(self, key: About, trace: Trace) -> int:
        if key not in self._questions:
            self._put(
                key,
                trace.digest,
                [self._statement(*one) for one in trace.statements.items()],
                [self._question(*one) for one in trace.questions.items()],
                sorted(trace.files),
                sorted(trace.folders),
            )
        return self._questions[key]

    def _old_statement(self, at: int) -> int:
        text, digest, *values = self._last.statements[at]
        return self._statement((self._last.texts[text], *values), digest)

    def _old_question(self, at: int) -> int:
        question = self._last.questions[at]
        key = about(question)
        if key not in self._questions:
            # Asked again, it has the same answer, but what it has read for it may be something else.
            trace = answered(self._book, key)
            if trace is not None:
                return self._question(key, trace)
            self._put(
                key,
                question.digest,
                list(map(self._old_statement, question.statements)),
                list(map(self._old_question, question.questions)),
                question.files,
                question.folders,
            )
        return self._questions[key]

    def _put(self, key: About, digest: bytes, *read: list[int]) -> None:
        self._questions[key] = len(self._kept)
        self._kept.append(KeptQuestion(key[0], list(key[1]), digest, *read))
