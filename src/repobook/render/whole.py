"""The pages above the folders: README, front page, A–Z, rules, and the book."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from repobook.facts import Known
from repobook.render.all_names import render_names
from repobook.render.book import Book
from repobook.render.chapters import (
    chapter_numbers,
    finish_book,
    finish_chapters,
    is_section,
    make_chapter_section,
    make_section,
    section_numbers,
)
from repobook.render.current_units import Wrong
from repobook.render.front import finish_front, front_numbers, make_front_section, render_readme
from repobook.render.mishap import attempt
from repobook.render.page_judge import PageJudge
from repobook.render.report import finish_report, make_report_section, report_numbers
from repobook.render.risks import finish_rules, make_rules
from repobook.render.units import Work, make_units


class Above(NamedTuple):
    """Pages that are made of texts: sections of one page, or of several. Each is a unit."""

    numbers: Callable[[Book], list[int]]
    make: Callable[[Book, int], str]
    finish: Callable[[Book, dict[int, str]], None]
    is_shown: Callable[[int], bool] = lambda number: True  # whether such a text stands on a page as it is


ABOVE = {
    "chapters": Above(chapter_numbers, make_chapter_section, finish_chapters),
    "book": Above(section_numbers, make_section, finish_book, is_section),
    "rules": Above(lambda book: [0, 1], make_rules, finish_rules, lambda number: False),
    "report": Above(report_numbers, make_report_section, finish_report, lambda number: False),
    "front": Above(front_numbers, make_front_section, finish_front),
}
_TOGETHER = {"chapters": ["chapters", "book"]}  # what a reader of pages that nobody has written waits for


def render_whole(book: Book, what: str) -> None:
    """Render pages for whoever waits for them; nothing is kept."""
    for one in _TOGETHER.get(what, [what]):
        if one in ABOVE:
            _render_anew(book, ABOVE[one])
        else:
            render_kept(book, one, Known(), None)


def _render_anew(book: Book, above: Above) -> None:
    above.finish(book, {number: _make(book, above, number) for number in above.numbers(book)})


def _make(book: Book, above: Above, number: int) -> str:
    if not above.is_shown(number):
        return above.make(book, number)
    return attempt(lambda: above.make(book, number), lambda said: said)


def render_kept(book: Book, what: str, known: Known, judge: PageJudge | None, doubt: int = 0) -> Work:
    """Render what is asked for, as far as it is not as in the last book."""
    if what == "names":
        try:
            kept = render_names(book, known, judge)
        except Wrong:
            return Work([], {}, b"", True)
        return Work(list(book.pages), {}, kept)
    if what == "readme":
        render_readme(book)
        return Work(list(book.pages), {}, b"")
    above = ABOVE[what]
    if (
        book.on_page is not None
    ):  # the site keeps tables of the whole repository: nobody notes what its pages ask
        _render_anew(book, above)
        return Work(list(book.pages), {}, b"")
    make, finish = partial(_make, book, above), partial(above.finish, book)
    return make_units(book, above.numbers(book), make, known, judge, doubt, finish)
