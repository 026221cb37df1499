"""What is kept of a job for the next build: units that were made now, and those that stay as they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from repobook.render.asked import About, Statement, Trace, answered, rows_now
from repobook.render.book import Book
from repobook.render.current_units import Inset, KeptQuestion, Unit, Units, about


class Shelf:
    """Puts together what is kept of a job. Units that stay come first: what they have asked only finds a new place."""

    def __init__(self, book: Book, last: Units, fresh: Collection[int]) -> None:
        """`fresh` are the questions of the last build that were asked again."""
        self._book = book
        self._last = last
        self._fresh = fresh
        self._texts: list[str] = list(last.texts)
        self._statements: list[list[Any]] = []
        self._questions: list[KeptQuestion] = []
        self._units: dict[int, Unit] = {}
        # Where statements and questions of the last build stand now; -1: nowhere so far
        self._moved_statements = [-1] * len(last.statements)
        self._moved_questions = [-1] * len(last.questions)
        # Where all stand, by what they say: known when something new comes in.
        self._text_places: dict[str, int] = {}
        self._statement_places: dict[Statement, int] | None = None
        self._question_places: dict[About, int] | None = None

    def keep(self, number: int, insets: Sequence[Inset] | None = None) -> None:
        """Keep a unit of the last build. `insets` say where those stand now that others were filled anew."""
        unit = self._last.units[number]
        self._units[number] = Unit(
            list(map(self._old_statement, unit.statements)),
            list(map(self._old_question, unit.questions)),
            unit.files,
            unit.folders,
            unit.names,
            unit.digest,
            [
                Inset(self._old_question(one.question), one.spans)
                for one in (unit.insets if insets is None else insets)
            ],
        )

    def add(self, number: int, trace: Trace) -> None:
        """Keep a unit that was made now."""
        self._units[number] = Unit(
            [self._statement(*one) for one in trace.statements.items()],
            [self._question(*one) for one in trace.questions.items()],
            sorted(trace.files),
            sorted(trace.folders),
            sorted(trace.names),
            rows_now(self._book, trace.files, trace.folders, trace.names),
            [Inset(self._question(about, asked), spans) for about, (asked, spans) in trace.insets.items()],
        )

    def units(self) -> Units:
        """Return all of it; statements of one text follow each other, and no text is there for nothing."""
        order = sorted(range(len(self._statements)), key=lambda at: self._statements[at][0])
        places = [0] * len(order)
        for place, at in enumerate(order):
            places[at] = place
        asked: list[KeptQuestion | Unit] = [*self._questions, *self._units.values()]
        for one in asked:
            one.statements = [places[at] for at in one.statements]
        texts = {at: place for place, at in enumerate(sorted({row[0] for row in self._statements}))}
        statements = [[texts[row[0]], *row[1:]] for at in order for row in (self._statements[at],)]
        return Units([self._texts[at] for at in texts], statements, self._questions, self._units)

    def _old_statement(self, at: int) -> int:
        if self._moved_statements[at] < 0:
            row = self._last.statements[at]
            if self._statement_places is None:
                self._statements.append(row)
                self._moved_statements[at] = len(self._statements) - 1
            else:
                self._moved_statements[at] = self._statement((self._last.texts[row[0]], *row[2:]), row[1])
        return self._moved_statements[at]

    def _old_question(self, at: int) -> int:
        if self._moved_questions[at] < 0:
            question = self._last.questions[at]
            # Asked again, it has the same answer, but what it has read for it may be something else.
            trace = answered(self._book, about(question)) if at in self._fresh else None
            if trace is not None:
                self._moved_questions[at] = self._question(about(question), trace)
            else:
                self._moved_questions[at] = self._put(
                    KeptQuestion(
                        question.name,
                        question.values,
                        question.digest,
                        question.answer,
                        list(map(self._old_statement, question.statements)),
                        list(map(self._old_question, question.questions)),
                        question.files,
                        question.folders,
                        question.names,
                    )
                )
        return self._moved_questions[at]

    def _statement(self, key: Statement, digest: bytes) -> int:
        if self._statement_places is None:
            self._text_places = {text: at for at, text in enumerate(self._texts)}
            self._statement_places = {
                (self._texts[row[0]], *row[2:]): at for at, row in enumerate(self._statements)
            }
        place = self._statement_places.get(key)
        if place is None:
            place = self._statement_places[key] = len(self._statements)
            text = self._text_places.setdefault(key[0], len(self._texts))
            if text == len(self._texts):
                self._texts.append(key[0])
            self._statements.append([text, digest, *key[1:]])
        return place

    def _question(self, key: About, trace: Trace) -> int:
        if self._question_places is None:
            self._question_places = {about(one): at for at, one in enumerate(self._questions)}
        if key not in self._question_places:
            self._put(
                KeptQuestion(
                    key[0],
                    list(key[1]),
                    trace.digest,
                    trace.answer,
                    [self._statement(*one) for one in trace.statements.items()],
                    [self._question(*one) for one in trace.questions.items()],
                    sorted(trace.files),
                    sorted(trace.folders),
                    sorted(trace.names),
                )
            )
        return self._question_places[key]

    def _put(self, question: KeptQuestion) -> int:
        self._questions.append(question)
        if self._question_places is not None:
            self._question_places[about(question)] = len(self._questions) - 1
        return len(self._questions) - 1
