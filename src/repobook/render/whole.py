"""The pages above the folders: README, front page, A–Z, and the book."""

from __future__ import annotations

from repobook.render.book import Book
from repobook.render.chapters import render_chapters
from repobook.render.front import render_front, render_readme
from repobook.render.risks import render_rules
from repobook.render.subtree_pages import render_names

PAGES = {
    "names": render_names,
    "chapters": render_chapters,
    "rules": render_rules,
    "front": render_front,
    "readme": render_readme,
}


def render_whole(book: Book, what: str) -> None:
    PAGES[what](book)
