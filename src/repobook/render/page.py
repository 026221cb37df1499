"""A file's page on its way, and the facts that it is made of."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass, field
from typing import NamedTuple

from repobook.render.asked import About
from repobook.render.book import Book, FileRow, folder_of
from repobook.render.markdown import Anchors, link
from repobook.render.other_lines import OtherLines

Uses = dict[int, list[tuple[int, int, str]]]  # symbol -> file that uses it, places, how
Related = dict[int, list[tuple[int, str, str]]]
Calls = dict[int, list[tuple[int, int, str]]]

_CODE = re.compile(r"`([^`\n]+)`")
_LAST = re.compile(r"^.*\W(?=\w)")  # what stands before the last name: `Cart.` of `Cart.total`
_NOT_SPEAKING = frozenset(("Original Source", "File Metadata", "Cross-References"))


def names_shown(text: str) -> list[str]:
    """Return what stands in a text as code."""
    return _CODE.findall(text)


class Shown(NamedTuple):
    """A table whose last column is the answer to a question, a cell a row."""

    about: About
    table: str
    cells: list[str]


@dataclass(slots=True)
class Page:
    """A page on its way: parts, and which names each section speaks of."""

    file: FileRow
    here: str
    anchors: Anchors = field(default_factory=Anchors)
    parts: list[str] = field(default_factory=list)
    sections: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[str, set[str]] = field(default_factory=dict)  # section -> what stands in it as code
    entries: dict[int, str] = field(default_factory=dict)  # symbol id -> anchor of its entry
    lines: list[str] = field(default_factory=list)  # of the source as shown; none where it has no symbols
    tables: list[Shown] = field(default_factory=list)  # those that a later build may fill anew
    own: str = "#original-source"  # where the file's own lines are seen; lines are added when it ends in `#`

    def cite(self, first: int, last: int, title: str = "") -> str:
        """Return a link to lines of the file itself. Most links of a page are of this kind."""
        lines = f"L{first}" if last <= first else f"L{first}-L{last}"
        target = self.own + lines if self.own[-1] == "#" else self.own
        if not title:
            return f"[{lines}]({target})"
        return f'[{lines}]({target} "{title}")' if title.isidentifier() else link(lines, target, title)

    def section(self, title: str, body: str, names: set[str] | None = None) -> None:
        if body:
            self.anchors.add(title)
            self.parts.append(f"## {title}\n\n{body.rstrip()}\n")
            self.add_names(title, body, names or set())

    def add_names(self, title: str, body: str, names: set[str]) -> None:
        """Note which names a section speaks of: those given, and whatever name stands in it as code."""
        self.sections[title] = names
        if title not in _NOT_SPEAKING:
            spans = set(names_shown(body))
            self.shown[title] = spans | {_LAST.sub("", span) for span in spans if not span.isidentifier()}

    def names_of(self, title: str, known: set[str]) -> set[str]:
        return self.sections[title] | (self.shown.get(title, set()) & known)


def open_page(book: Book, file: FileRow) -> Page:
    """Return the page of a file with nothing on it. It cites its own file by anchor alone."""
    page = Page(file, folder_of(file.page))
    own = book.source(file, page.here, "L") if book.options.source_root else book.source_anchor
    page.own = own[:-1] if own.endswith("#L") else own
    return page


@dataclass(slots=True)
class FileFacts:
    """The rows of one file."""

    row: sqlite3.Row
    symbols: list[sqlite3.Row]
    imports: list[sqlite3.Row]
    notes: list[sqlite3.Row]
    details: dict[str, str]
    importers: list[int]
    related: list[sqlite3.Row]
    lines: OtherLines  # at which others use, call or import it
    uses: Uses = field(default_factory=dict)
    bases: Related = field(default_factory=dict)  # symbol -> base or overridden method, how, label
    heirs: Related = field(default_factory=dict)  # the other way round
    callers: dict[int, list[tuple[int, str]]] = field(
        default_factory=dict
    )  # symbol -> who calls it (a file as its negative id), label
    callees: Calls = field(default_factory=dict)
    importance: dict[int, int] = field(default_factory=dict)  # of symbols that other files use
    findings: list[sqlite3.Row] = field(default_factory=list)
    declared: dict[int, sqlite3.Row] = field(
        default_factory=dict
    )  # body -> documentation of its declaration, where it has none itself


def qualified(symbol: sqlite3.Row) -> str:
    return str(symbol["qualified"])
