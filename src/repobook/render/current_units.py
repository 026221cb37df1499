"""Which units are still made of what they were made of: what is sure to be the same is not asked, all else is."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from repobook.render.asked import About, Span, Trace, answer_to, answered, ask_again, reads, rows_now
from repobook.render.book import Book
from repobook.render.page_judge import PageJudge

SAMPLE_QUESTIONS = 1  # of a unit: what one of them rests on may take long to put together

PageList = list[tuple[str, str, int]]  # path, checksum, size


class Made(msgspec.Struct, array_like=True):
    """What a unit gave: its pages, or a text that stands on a page with others."""

    pages: PageList
    text: str = ""


class Inset(msgspec.Struct, array_like=True):
    """A question whose answer stands in some places of the first page of a unit, and nowhere else."""

    question: int
    spans: list[Span]


class Unit(msgspec.Struct, array_like=True):
    """What a unit has read, as places in the lists of its job."""

    statements: list[int]
    questions: list[int]
    files: list[int]
    folders: list[int]
    names: list[str]
    digest: bytes  # of what those rows say, and of who bears those names
    insets: list[Inset] = []


class KeptQuestion(msgspec.Struct, array_like=True):
    name: str
    values: list[Any]
    digest: bytes
    answer: bytes  # where it is recalled
    statements: list[int]
    questions: list[int]  # which stand before it
    files: list[int]
    folders: list[int]
    names: list[str]


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
        self, book: Book, last: Units, judge: PageJudge | None, in_doubt: set[int] | None = None
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
        self._recalled: dict[About, int] | None = None  # questions whose answers are there
        self._traces: dict[int, Trace] = {}  # of questions, as the last build noted them
        self.fresh: set[int] = (
            set()
        )  # questions that were asked again: what they read may be something else now

    def is_current(self, number: int) -> bool:
        """Tell whether everything that a unit has read is as it was."""
        return self.stale_insets(number) == []

    def stale_insets(self, number: int) -> list[Inset] | None:
        """Return the insets of a unit that have other answers than they had; None where the unit rests on something else that
        is not as it was."""
        unit = self._last.units[number]
        try:
            if (
                all(map(self._is_same, unit.statements))
                and all(map(self._is_answered, unit.questions))
                and (
                    (self._judge is not None and self._judge.leaves(unit.files, unit.folders, unit.names))
                    or rows_now(self._book, unit.files, unit.folders, unit.names) == unit.digest
                )
            ):
                return [one for one in unit.insets if not self._is_answered(one.question)]
        except (sqlite3.Error, KeyError, TypeError, ValueError):
            pass
        return None

    def answer_now(self, inset: Inset) -> list[str] | None:
        """Return what the question of a stale inset is answered in this build; None where nobody can ask it any more."""
        answer: list[str] | None = answer_to(self._book, about(self._last.questions[inset.question]))
        return answer

    def recall(self, key: About) -> Trace | None:
        """Return what the last build knows of a question, with its answer, where all that it has read is as it was."""
        if self._recalled is None:
            self._recalled = {
                about(question): at for at, question in enumerate(self._last.questions) if question.answer
            }
        at = self._recalled.get(key)
        if at is None:
            return None
        reads.begin()  # what is asked to be sure is no part of what a page reads
        try:
            return self._trace(at) if self._is_sure(at) else None
        except (sqlite3.Error, KeyError, TypeError, ValueError):
            return None
        finally:
            reads.end()

    def _trace(self, at: int) -> Trace:
        """Return what a question has read when it was asked."""
        if at not in self._traces:
            question, trace = self._last.questions[at], Trace()
            for one in question.statements:
                text, digest, *values = self._last.statements[one]
                trace.statements[self._last.texts[text], *values] = digest
            trace.questions = {
                about(self._last.questions[one]): self._trace_now(one) for one in question.questions
            }
            trace.files, trace.folders = set(question.files), set(question.folders)
            trace.names = set(question.names)
            trace.digest, trace.answer, trace.is_old = question.digest, question.answer, True
            self._traces[at] = trace
        return self._traces[at]

    def _trace_now(self, at: int) -> Trace:
        """Return what a question has read: in this build where it was asked again, for it may have read something else for the
        same answer. Kept as of the last build, that would be told to be the same when it is once more what it was then."""
        fresh = answered(self._book, about(self._last.questions[at])) if at in self.fresh else None
        return fresh if fresh is not None else self._trace(at)

    def check(self, number: int, is_asked: bool) -> None:
        """Ask all statements that a unit that stays has read, and where `is_asked` a few of its questions, drawn by lot.

        Raise `Wrong` where something is not the same that was told to be.
        """
        unit = self._last.units[number]
        fresh = set(self.fresh)
        if rows_now(self._book, unit.files, unit.folders, unit.names) != unit.digest:
            raise Wrong
        questions = [*unit.questions, *(inset.question for inset in unit.insets)]
        drawn = random.sample(questions, min(SAMPLE_QUESTIONS, len(questions))) if is_asked else []
        self._check(unit.statements, questions, drawn)
        self.fresh = fresh  # what was sure has read the same

    def _check(self, statements: list[int], questions: list[int], drawn: list[int]) -> None:
        if not all(map(self._asked, statements)):
            raise Wrong
        for at in questions:
            question = self._last.questions[at]
            if at in drawn and question.digest:
                if not self._ask(at, is_doubting=True):
                    raise Wrong
            elif at not in self._checked and self._is_sure(at):
                self._checked.add(at)
                self._check(question.statements, question.questions, drawn)

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
        return (
            self._judge.leaves(question.files, question.folders, question.names)
            and all(map(self._is_answered, question.questions))
            and all(map(self._is_same, question.statements))
        )

    def _ask(self, at: int, is_doubting: bool = False) -> bool:
        """Have a question answered again. What is shared has no digest, so nobody can tell that it is the same."""
        question = self._last.questions[at]
        self.fresh.add(at)
        if not question.digest:
            return False
        trace = ask_again(self._book, about(question), is_doubting)
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
