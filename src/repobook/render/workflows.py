"""What a workflow is for: its name, what starts it, and its jobs."""

from __future__ import annotations

import re

from repobook.render.book import Book, FileRow
from repobook.render.markdown import code, number, prose

MAX_JOBS = 4
MAX_TRIGGERS = 4
# What the head of a workflow says of where it was taken from, or to whom it belongs.
_ASIDE = re.compile(
    r"\bnot certified\b|\binspir|\b(?:copied|taken|adapted|borrowed|based|generated)\b.{0,20}\b(?:from|on|by)\b|https?://"
    r"|^this workflow uses\b|^for more\b|^see\b|^please\b|^learn more\b|^documentation\b",
    re.I,
)


def is_borrowed(words: str) -> bool:
    """Tell whether the head of a workflow speaks of where it comes from, not of what it does."""
    return bool(_ASIDE.search(words))


def tell_workflow(book: Book, file: FileRow, title: str, words: str, here: str | None = None) -> str:
    """Return name, own words, triggers and jobs of a workflow; nothing for other files.

    `here` is the folder of a page that cites its jobs.
    """
    found = book.query("SELECT value FROM detail WHERE file_id = ? AND key = 'triggers'", file.id)
    jobs = book.query(
        "SELECT name, first_line FROM symbol WHERE file_id = ? AND kind = 'job' ORDER BY id", file.id
    )
    if not found or not jobs:
        return ""
    triggers = [word for word in found[0][0].split(", ") if word]
    said = [prose(title)] if title else []
    if words and not is_borrowed(words):
        said.append(words.removesuffix("."))
    runs = f"runs on {_listed([code(word) for word in triggers], MAX_TRIGGERS)}, " if triggers else ""
    one = "job" if len(jobs) == 1 else "jobs"
    places = ["" if here is None else f" ({book.cite(file, row[1], row[1], here)})" for row in jobs]
    names = [f"{code(row[0])}{place}" for row, place in zip(jobs, places, strict=True)]
    facts = f"{runs}{one} {_listed(names, MAX_JOBS)}"
    return f"{': '.join(said)}: {facts}" if said else facts[:1].upper() + facts[1:]


def _listed(names: list[str], limit: int) -> str:
    more = f" and {number(len(names) - limit)} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more
