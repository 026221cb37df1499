"""The pages above the folders: README, front page, A–Z, and the book."""

from __future__ import annotations

from collections.abc import Callable

from repobook.facts import Known
from repobook.render.all_names import render_names
from repobook.render.book import Book
from repobook.render.chapters import render_chapters
from repobook.render.front import render_front, render_readme
from repobook.render.risks import render_rules

PAGES: dict[str, Callable[[Book], None]] = {
    "chapters": render_chapters,
    "rules": render_rules,
    "front": render_front,
    "readme": render_readme,
}


def render_whole(book: Book, what: str) -> None:
    render_kept(book, what, Known())


def render_kept(book: Book, what: str, known: Known) -> bytes:
    """Render what is asked for, as far as it is not as in the last book; return what the next build may want to know."""
    if what == "names":
        return render_names(book, known)
    PAGES[what](book)
    return b""
