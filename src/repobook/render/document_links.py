"""The links of a document: where each leads, and which lead nowhere."""

from __future__ import annotations

import posixpath
import re
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import unquote

from repobook.render.introduction import read_text
from repobook.render.markdown import code, number, plural, prose, table

if TYPE_CHECKING:
    from repobook.render.book import Book, FileRow
    from repobook.render.page import Page

MAX_LINKS = 100
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_LETTERS = re.compile(r"[\W_]+")


def table_links(book: Book, page: Page, links: str, count: int, symbols: list[sqlite3.Row]) -> str:
    """Return the links of a document: those into the repository lead to pages, those that lead nowhere say so.

    `links` holds the first of them, `count` is how many there are.
    """
    rows: list[tuple[str, ...]] = []
    listed = [entry.split("\t") for entry in links.split("\n")]
    listed = [parts for parts in listed if len(parts) >= 3 and parts[0].isdigit()]
    broken = 0
    headings = _headings(page, symbols)
    for parts in listed:
        line, target, text = int(parts[0]), parts[1], parts[2]
        if target.startswith("#"):
            leads = _lead_inside(page, target, headings)
        else:
            leads = lead(book, page, target) + _missing_heading(book, page, target)
        if leads.endswith((NOWHERE, _NO_HEADING)):
            broken += 1
        if len(rows) < MAX_LINKS:
            rows.append((page.cite(line, 0), code(target[:160]), prose(text[:120]), leads))
    if not rows:
        return ""
    page.anchors.add("Links")
    more = f"\n{number(count - MAX_LINKS)} more links.\n" if count > MAX_LINKS else ""
    if broken:
        of = f"the first {number(len(listed))} of {number(count)}" if count > len(listed) else number(count)
        more += f"\n{plural(broken, 'relative link')} of {of} links {'leads' if broken == 1 else 'lead'} to nothing in the repository.\n"
    if not any(row[3] for row in rows):
        return "### Links\n\n" + table(("line", "target", "text"), [row[:3] for row in rows]) + more
    return "### Links\n\n" + table(("line", "target", "text", "leads to"), rows) + more


NOWHERE = "**no such file**"
_PLAIN_PATH = re.compile(r"[\w./+@-]+$")
_NO_HEADING = "**no such heading**"


def _headings(page: Page, symbols: list[sqlite3.Row]) -> set[str] | None:
    """Return the headings of a Markdown document by their letters alone; None for what makes its anchors otherwise."""
    return _letters(symbols) if page.file.language == "Markdown" else None


def _letters(symbols: list[sqlite3.Row]) -> set[str]:
    return {
        _LETTERS.sub("", s["name"].lower())
        for s in symbols
        if s["kind"] in ("heading", "label", "id", "anchor")
    }


def _lead_inside(page: Page, target: str, headings: set[str] | None) -> str:
    """Return the word that a fragment leads nowhere, where that is sure: no heading and no mark of the text fits it."""
    name = unquote(target[1:])
    if not headings or not name or _fits(name, headings):
        return ""
    return "" if any(mark in line for line in page.lines for mark in _marks(name)) else _NO_HEADING


def _fits(name: str, headings: set[str]) -> bool:
    """Tell whether a fragment names one of the headings, or the top of a page."""
    plain = re.sub(r"-\d+$", "", name.lower())
    letters = {_LETTERS.sub("", name.lower()), _LETTERS.sub("", plain)}
    return name == "top" or bool(letters & headings) or "" in letters


def _marks(name: str) -> tuple[str, ...]:
    return (f'"{name}"', f"'{name}'", f"#{name}}}", f"={name}>", f"({name})=")


def _missing_heading(book: Book, page: Page, target: str) -> str:
    """Return the word that another Markdown document of the repository has no heading of the name that a link asks for."""
    path, _, fragment = target.partition("#")
    name = unquote(fragment)
    other = (
        _file_at(book, page, unquote(path.partition("?")[0])) if name and not _SCHEME.match(target) else None
    )
    if other is None or other.language != "Markdown" or re.match(r"L\d", name) or name.startswith(":~:"):
        return ""
    rows = book.query(
        "SELECT name, kind FROM symbol WHERE file_id = ? AND kind IN ('heading', 'label', 'id', 'anchor')",
        other.id,
    )
    headings = _letters(rows)
    if not headings or _fits(name, headings):
        return ""
    text = read_text(book, other)
    return "" if not text or any(mark in text for mark in _marks(name)) else f", {_NO_HEADING}"


def _file_at(book: Book, page: Page, path: str) -> FileRow | None:
    """Return the documented file of exactly that path, from the folder of the document or, behind a slash, from the top."""
    base = (
        path.lstrip("/") if path.startswith("/") else posixpath.join(posixpath.dirname(page.file.path), path)
    )
    return book.ground.paths.get(posixpath.normpath(base)) if path else None


# What is asked for by a path: language -> how.
_BY_PATH = {
    "reStructuredText": frozenset({"include", "literalinclude", "toctree"}),
    "CMake": frozenset({"source", "subdirectory", "include"}),
}
_MADE_BY_SPHINX = frozenset({"self", "genindex", "modindex", "py-modindex", "search"})


def asked_in_vain(book: Book, page: Page, target: str, how: str, line: int) -> str:
    """Return the word that a path which a document includes or a build file names leads nowhere; else what it is, or nothing."""
    if how not in _BY_PATH.get(page.file.language, ()) or target in _MADE_BY_SPHINX:
        return ""
    if page.file.language == "CMake" and page.file.name != "CMakeLists.txt":
        return ""  # its paths are from where it is included
    # CTest of include(CTest); lz4Targets.cmake, which an installation writes
    is_module = page.file.language == "CMake" and (how == "include") != target.endswith(".cmake")
    if (is_module and how != "subdirectory") or _SCHEME.match(target) or not _PLAIN_PATH.match(target):
        return ""
    written = page.lines[line - 1] if 0 < line <= len(page.lines) else ""
    if not re.search(rf"(?<![\w*?$}}{{./\]-]){re.escape(target)}(?![\w*?$/-])", written):
        return ""  # a part of a pattern, or of a path with a variable
    return lead(book, page, target) or ("" if target.startswith("/") else NOWHERE)


def lead(book: Book, page: Page, target: str) -> str:
    """Return where a relative target leads: the page of a file or folder, or the word that it leads nowhere."""
    path = unquote(target.partition("#")[0].partition("?")[0])
    if not path or _SCHEME.match(target) or re.search(r"[][{}<>$*|^]", path) or "\\" in path:
        return ""
    files, folders = book.ground.all_paths, book.ground.folder_paths
    here = posixpath.dirname(page.file.path)
    base = path.lstrip("/") if path.startswith("/") else posixpath.join(here, path)
    full = posixpath.normpath(base) if base else ""
    full = "" if full == "." else full
    if full.startswith(".."):
        return "outside the repository"
    if full in folders:
        return book.folder_link(folders[full], page.here, code(full + "/" if full else "/"))
    if full in files:
        other = files[full]
        if other.outcome == "documented":
            return book.docs_link(other, page.here, code(full))
        return f"{code(full)}, a file without a page"
    # A rendered site adds or changes the ending, or has its own root: then we cannot know.
    is_site_path = path.startswith("/") or not posixpath.splitext(full)[1] or full.endswith((".html", ".htm"))
    stem = full.removesuffix(".html")
    roots = [""]
    if path.startswith("/"):
        parts = here.split("/") if here else []
        roots += ["/".join(parts[:count]) + "/" for count in range(len(parts), 0, -1)]
    for root in roots:
        for ending in ("", ".md", ".rst", ".markdown", "/index.md", "/README.md"):
            found = files.get(f"{root}{stem}{ending}")
            if found is not None and found.outcome == "documented":
                return book.docs_link(found, page.here, code(found.path))
    return "" if is_site_path else NOWHERE
