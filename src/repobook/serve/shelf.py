"""Where the pages of a served site come from: files that are written, or the store, at the moment they are asked for."""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable

from repobook.render.book import Book, Options
from repobook.render.folder_pages import render_folder
from repobook.render.job import read_source, render_files
from repobook.render.report import report_text
from repobook.render.web.around import write_around
from repobook.render.web.found import write_findings
from repobook.render.web.paths import SITE
from repobook.render.web.site import Site
from repobook.render.whole import render_whole
from repobook.search.sources import Sources

MAX_KEPT_BYTES = 128 * 1024 * 1024
REPORT = "verification_report.md"
_NAMES = "~names.js"
_PAGE = re.compile(r".*?\.html(?=$|[^/])", re.S)
# Pages above files and folders: what makes them.
_WHOLE = (
    (re.compile(r"index\.html"), "front"),
    (re.compile(r"README\.html"), "readme"),
    (re.compile(r"rules\.html"), "rules"),
    (re.compile(r"comprehensive_book\.html|chapters/.*"), "chapters"),
    (re.compile(r"keywords\.html|keywords/.*|(?:.*/)?sub\.html"), "names"),
    (re.compile(r"~static/.*|(?:.*/)?~tree\.js|robots\.txt|404\.html|search\.html"), "around"),
    (re.compile(r"findings\.html|~findings/.*"), "findings"),
    (re.compile(r"verification_report\.html"), "report"),
)


class WrittenSite:
    """Files below one folder. Nothing else can be reached: each part of a path is opened below the one before."""

    def __init__(self, folder: str, ready: set[str] | None = None) -> None:
        self._folder = folder
        self._ready = ready  # what is wholly written; None for all

    def add(self, paths: Iterable[str]) -> None:
        """Note what is wholly written from now on."""
        if self._ready is not None:
            self._ready.update(paths)

    def get(self, path: str) -> bytes | None:
        if self._ready is not None and path not in self._ready:
            return None
        parts = path.split("/")
        if any(part in ("", ".", "..") or "\0" in part for part in parts):
            return None
        try:
            descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return None
        try:
            for number, part in enumerate(parts, 1):
                flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
                inner = os.open(
                    part, flags if number == len(parts) else flags | os.O_DIRECTORY, dir_fd=descriptor
                )
                os.close(descriptor)
                descriptor = inner
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read()
        except (OSError, ValueError):  # ValueError: a name that the file system cannot spell
            return None
        finally:
            os.close(descriptor)


class _KeptBook(Book):
    """A book whose pages stay in memory."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.kept: dict[str, bytes] = {}

    def write_file(self, path: str, text: str) -> None:
        if path.startswith(SITE):
            self.kept[path.removeprefix(SITE)] = text.encode("utf-8", "replace")


class _TreeSources(Sources):
    """Reads sources from the repository, as pages show them: what is served has no written pages. For any thread."""

    def __init__(self, book: Book) -> None:
        super().__init__(book.options.staging)
        self._book = book
        rows = book.query("SELECT id, path_bytes, sha256, encoding FROM file WHERE outcome = 'documented'")
        self._rows = {book.files[row["id"]].page: row for row in rows}

    def read(self, page: str, size_bytes: int) -> bytes:
        row = self._rows.get(page)
        text = read_source(self._book, self._book.files[row["id"]], row) if row is not None else None
        return (text or "").encode()


class RenderedSite:
    """Pages of files and folders, made from the store when they are asked for. Use it from one thread."""

    def __init__(self, options: Options, sources: Sources | None = None) -> None:
        self._book = _KeptBook(options)
        if sources is not None:
            self._book.read_text = lambda file: sources.read(file.page, file.size_bytes).decode() or None
        self._site = Site(self._book)
        self._book.on_page = self._site.add_page
        self._makers: dict[str, Callable[[], None]] = {}
        paths = self._site.paths
        for file in self._book.files.values():
            if file.outcome == "documented":
                self._makers[paths.of(file.docs)] = self._file_maker(file.id)
        for folder in self._book.folders.values():
            for page in ("index.md", "doc.md"):
                if folder.path or page == "doc.md":
                    self._makers[paths.of(folder.at(page))] = self._folder_maker(folder.id)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._languages: dict[str, str] = {}

    def _file_maker(self, number: int) -> Callable[[], None]:
        return lambda: render_files(self._book, number, number, self._site)

    def _folder_maker(self, number: int) -> Callable[[], None]:
        return lambda: render_folder(self._book, self._book.folders[number])

    def _whole_maker(self, what: str) -> Callable[[], None]:
        if what == "around":
            return lambda: write_around(self._site)
        if what == "findings":
            return lambda: write_findings(self._site)
        if what == "report":
            return self._make_report
        return lambda: render_whole(self._book, what)

    def _make_report(self) -> None:
        """Make the page of the report: the book's own, or one that says that nothing was checked yet."""
        options = self._book.options
        try:
            with open(os.path.join(options.staging, REPORT), encoding="utf-8") as stream:
                text = stream.read()
        except OSError:
            text = report_text(self._book)
        self._site.add_page(REPORT, text)

    def _maker(self, path: str) -> Callable[[], None] | None:
        page = _PAGE.match(path)
        if path.endswith(_NAMES):  # what the names on a page mean comes with the page
            return self._makers.get(path.removesuffix(_NAMES) + ".html")
        found = self._makers.get(path) or (self._makers.get(page[0]) if page else None)
        if found is None:
            what = next((what for pattern, what in _WHOLE if pattern.fullmatch(path)), None)
            found = self._whole_maker(what) if what else None
        return found

    def sources(self) -> Sources:
        """Return what reads the files of the repository itself."""
        return _TreeSources(self._book)

    def language_of(self, path: str) -> str:
        """Return the language of a file; "" where it has none."""
        if not self._languages:
            self._languages = {file.path: file.language for file in self._book.files.values()}
        return self._languages.get(path, "")

    def place_of(self, page: str) -> str:
        """Return where a page of the book stands in the site."""
        return self._site.paths.of(page)

    def get(self, path: str) -> bytes | None:
        kept = self._kept.get(path)
        if kept is not None:
            self._kept.move_to_end(path)
            return kept
        maker = self._maker(path)
        if maker is None:
            return None
        self._book.kept.clear()
        self._book.pages.clear()
        maker()
        for name, data in self._book.kept.items():
            self._keep(name, data)
        return self._book.kept.get(path)

    def _keep(self, path: str, data: bytes) -> None:
        self._kept_bytes += len(data) - len(self._kept.pop(path, b""))
        self._kept[path] = data
        while self._kept_bytes > MAX_KEPT_BYTES and len(self._kept) > 1:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1])

    def close(self) -> None:
        self._book.db.close()
