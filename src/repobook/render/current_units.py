"""Which units are still made of what they were made of: what is sure to be the same is not asked, all else is."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from repobook.render.asked import About, Statement, Trace, answered, ask_again, rows_now
from repobook.render.book import Book
from repobook.render.judged import Judge

PageList = list[tuple[str, str, int]]  # path, checksum, size


class Made(msgspec.Struct, array_like=True):
    """What a unit gave: its pages, or a text that stands on a page with others."""

    pages: PageList
    text: str = ""


class Unit(msgspec.Struct, array_like=True):
    """What a unit has read, as places in the lists of its job."""

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
    statements: list[
        list[Any]
    ]  # place of the text, digest of the answer, values; those of one text follow each other
    questions: list[KeptQuestion]
    units: dict[int, Unit]


class Wrong(Exception):
    """An answer that was told to be the same is another one."""


class Asker:
    """Tells which units of a job are current."""

    def __init__(
        self, book: Book, last: Units, judge: Judge | None, in_doubt: set[int] | None = None
    ) -> None:
        """`in_doubt` are the places of texts of which a statement may have another answer; None where nobody has looked."""
        self._book = book
        self._last = last
        self._judge = judge
        self._statements: list[bool | None] = [
            True if in_doubt is not None and statement[0] not in in_doubt else None
            for statement in last.statements
        ]
        self._questions: list[bool | None] = [None] * len(last.questions)
        # Many jobs ask the same of a whole table; one book has one answer.
        self._digests = judge.digests if judge is not None else {}
        self._checked: set[int] = set()  # questions
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

    def check(self, number: int, is_asked: bool) -> None:
        """Ask all statements that a unit that stays has read, and where `is_asked` all questions.

        Raise `Wrong` where something is not the same that was told to be.
        """
        unit = self._last.units[number]
        was_fresh = self.is_fresh
        if rows_now(self._book, unit.files, unit.folders) != unit.digest:
            raise Wrong
        self._check(unit.statements, unit.questions, is_asked)
        self.is_fresh = was_fresh  # what was sure has read the same

    def _check(self, statements: list[int], questions: list[int], is_asked: bool) -> None:
        if not all(map(self._asked, statements)):
            raise Wrong
        for at in questions:
            question = self._last.questions[at]
            if is_asked and question.digest:
                if not self._ask(at):
                    raise Wrong
            elif at not in self._checked and self._is_sure(at):
                self._checked.add(at)
                self._check(question.statements, question.questions, is_asked)

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
        return bool(answer_digest(self._book, self._digests, self._last.texts[text], values) == digest)

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


def answer_digest(book: Book, known: dict[tuple[Any, ...], bytes], text: str, values: Sequence[Any]) -> bytes:
    """Return the digest of what the book at hand answers to a statement. One book has one answer, which is `known` then."""
    key = (text, *values)
    found = known.get(key)
    if found is None:
        found = known[key] = book.db.digest(text, values)
    return found


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

    def add(self, number: int, trace: Trace) -> None:
        """Keep a unit that was made now."""
        self._units[number] = Unit(
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
        order = sorted(range(len(statements)), key=lambda at: statements[at][0])
        places = [0] * len(order)
        for place, at in enumerate(order):
            places[at] = place
        asked: list[KeptQuestion | Unit] = [*self._kept, *self._units.values()]
        for one in asked:
            one.statements = [places[at] for at in one.statements]
        return Units(list(self._texts), [statements[at] for at in order], self._kept, self._units)

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
