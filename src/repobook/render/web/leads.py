"""Where a link of the book leads in the site."""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import normpath
from urllib.parse import unquote

from repobook.render.book import Book, FileRow
from repobook.render.file_page import MAX_SHOWN_SOURCE
from repobook.render.markdown import url
from repobook.render.web.paths import SitePaths

_LINES = re.compile(r"(L\d+(?:-L\d+)?)$")
_NOWHERE = ("", "", False)
_Answer = tuple[str, str, bool]  # page, fragment, and whether lines of it can be named


class Leads:
    """Turns targets of links. Those of one folder are kept: its pages lead to the same places."""

    def __init__(self, book: Book, paths: SitePaths) -> None:
        self._paths = paths
        self._root = book.options.source_root
        self._is_web = self._root.startswith("https://")
        self._has_source = book.options.has_source
        documented = [file for file in book.files.values() if file.outcome == "documented"]
        self._sources: dict[str, FileRow] = {}
        if self._root:
            start = len(self._root if self._is_web else url(self._root)) + 1
            self._sources = {book.source(file, "")[start:]: file for file in documented}
        self._cut = {file.docs for file in documented if file.size_bytes > MAX_SHOWN_SOURCE}
        self._known: dict[str, _Answer] = {}
        self._around = ("", "")

    def of(self, page: str, place: str) -> Callable[[str, str], str]:
        """Return what tells where the links of a page lead: target and text of a link -> attribute, or ""."""
        around = page.rpartition("/")[0], place.rpartition("/")[0]
        if around != self._around:
            self._around, self._known = around, {}
        known, resolve = self._known, self._resolve
        own = self._paths.link(page, around[1])
        has_lines = self._has_source and page not in self._cut

        def lead(target: str, text: str) -> str:
            if target[0] == "#":
                base, fragment, shows = "", target[1:], has_lines
            else:
                answer = known.get(target)
                if answer is None:
                    answer = known[target] = resolve(target, *around)
                base, fragment, shows = answer
                if base == own:
                    base = ""
                elif not base:
                    return ""
            if shows and text[-1:].isdecimal() and (lines := _LINES.search(text, max(0, len(text) - 24))):
                fragment = lines[1]
            href = f"{base}#{fragment}" if fragment else base
            return f'"{href}"' if "=" in href else href or "#"

        return lead

    def _resolve(self, target: str, folder: str, here: str) -> _Answer:
        path, _, fragment = target.partition("#")
        if self._root:
            up = "../" * (folder.count("/") + 1) if folder else ""
            start = self._root + "/" if self._is_web else up + url(self._root) + "/"
            if path.startswith(start):
                file = self._sources.get(path[len(start) :])
                if file is None:
                    return (target, "", False) if self._is_web else _NOWHERE
                shows = self._has_source and file.docs not in self._cut
                return self._paths.link(file.docs, here), "original-source" if self._has_source else "", shows
        if not path.endswith(".md"):
            return _NOWHERE
        shows = path.endswith("_docs.md") and self._has_source
        if path.endswith("_kw.md"):
            fragment = f"~k-{fragment}" if fragment else "~keywords"
        if folder == here and self._paths.is_plain(path):
            stem = (
                path[:-8]
                if shows or path.endswith("_docs.md")
                else path[: -6 if path.endswith("_kw.md") else -3]
            )
            return stem + ".html", fragment, shows and not self._cut
        page = normpath(f"{folder}/{unquote(path)}" if folder else unquote(path))
        return self._paths.link(page, here), fragment, shows and page not in self._cut
