"""What every page needs: the store, the list of files and folders, and how to link to them."""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from repobook.errors import OutputError
from repobook.facts import are_inside
from repobook.render.asked import ROOM, Store, reads
from repobook.render.ground import Below, Files, Folders, Ground, mark_of
from repobook.render.markdown import code, link, relative, url
from repobook.store import open_reader

_LACKS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO})


class _Row:
    """A row whose fixed part has one short mark, which is worked out when somebody wants it."""

    __slots__ = ("_mark",)
    _mark: str

    @property
    def mark(self) -> str:
        """What stands for all that is fixed of it."""
        if not self._mark:
            self._mark = mark_of(self.fixed)
        return self._mark

    @property
    @abstractmethod
    def fixed(self) -> tuple[Any, ...]:
        """What no edit of a file changes: pages that were made of it can stay only where it is the same."""


class FileRow(_Row):
    """The few facts of a file that other pages show. What an edit can change is noted when it is read."""

    __slots__ = ("folder_id", "id", "kind", "language", "now", "outcome", "page", "path", "raw")

    def __init__(
        self, number: int, path: str, folder_id: int, outcome: str, kind: str, language: str, page: str,
        raw: bytes | None, *now: int,
    ) -> None:  # fmt: skip
        self.id = number
        self.path = path
        self.folder_id = folder_id
        self.outcome = outcome
        self.kind = kind
        self.language = language
        self.page = page
        self.raw = raw  # the path's bytes, where `path` only shows them
        self.now = now  # lines, bytes, importers, users, importance
        self._mark = ""

    def __repr__(self) -> str:
        return f"<file {self.id} {self.mark}>"

    @property
    def key(self) -> tuple[str, str, int]:
        return ("row", "file", self.id)

    @property
    def fixed(self) -> tuple[Any, ...]:
        return (
            self.id, self.path, self.folder_id, self.outcome, self.kind, self.language, self.page, self.raw,
        )  # fmt: skip

    @property
    def lines(self) -> int:
        reads.files.add(self.id * ROOM)
        return self.now[0]

    @property
    def size_bytes(self) -> int:
        reads.files.add(self.id * ROOM + 1)
        return self.now[1]

    @property
    def importers(self) -> int:
        reads.files.add(self.id * ROOM + 2)
        return self.now[2]

    @property
    def users(self) -> int:
        """How many other files import it or use what it defines."""
        reads.files.add(self.id * ROOM + 3)
        return self.now[3]

    @property
    def importance(self) -> int:
        reads.files.add(self.id * ROOM + 4)
        return self.now[4]

    @property
    def docs(self) -> str:
        return self.page + "_docs.md"

    @property
    def keywords(self) -> str:
        return self.page + "_kw.md"

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class FolderNow(NamedTuple):
    """What an edit of a file can change in the row of a folder."""

    files: int
    all_files: int
    all_lines: int
    all_bytes: int
    purpose: str
    purpose_file: int | None
    purpose_line: int
    reading_order: int


class FolderRow(_Row):
    """The facts of a folder. What an edit can change is noted when it is read."""

    __slots__ = ("depth", "id", "now", "page", "parent_id", "path")

    def __init__(
        self, number: int, path: str, parent_id: int | None, page: str, depth: int, *now: Any
    ) -> None:
        self.id = number
        self.path = path
        self.parent_id = parent_id
        self.page = page
        self.depth = depth
        self.now = FolderNow(*now)
        self._mark = ""

    def __repr__(self) -> str:
        return f"<folder {self.id} {self.mark}>"

    @property
    def key(self) -> tuple[str, str, int]:
        return ("row", "folder", self.id)

    @property
    def fixed(self) -> tuple[Any, ...]:
        return self.id, self.path, self.parent_id, self.page, self.depth

    @property
    def files(self) -> int:
        reads.folders.add(self.id * ROOM)
        return self.now.files

    @property
    def all_files(self) -> int:
        reads.folders.add(self.id * ROOM + 1)
        return self.now.all_files

    @property
    def all_lines(self) -> int:
        reads.folders.add(self.id * ROOM + 2)
        return self.now.all_lines

    @property
    def all_bytes(self) -> int:
        reads.folders.add(self.id * ROOM + 3)
        return self.now.all_bytes

    @property
    def purpose(self) -> str:
        reads.folders.add(self.id * ROOM + 4)
        return self.now.purpose

    @property
    def purpose_file(self) -> int | None:
        reads.folders.add(self.id * ROOM + 5)
        return self.now.purpose_file

    @property
    def purpose_line(self) -> int:
        reads.folders.add(self.id * ROOM + 6)
        return self.now.purpose_line

    @property
    def reading_order(self) -> int:
        reads.folders.add(self.id * ROOM + 7)
        return self.now.reading_order

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    def at(self, page: str) -> str:
        """Return the path of one of its pages from the top of the book."""
        return f"{self.page}/{page}" if self.page else page


@dataclass(frozen=True, slots=True)
class Options:
    """What the request decides about pages."""

    root: str
    staging: str
    source_root: str
    has_source: bool
    name: str
    revision: str
    version: str
    has_site: bool = False
    site_url: str = ""
    markdown_url: str = ""


class Book:
    """The store as pages see it. One a process; read-only."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.db = Store(open_reader(os.path.join(options.staging, "book.db")))
        self.files = Files()
        for row in self.db.execute(
            "SELECT id, path, folder_id, outcome, kind, language, page, path_bytes, lines, size_bytes, importers, users, importance FROM file ORDER BY id"
        ):
            self.files[row[0]] = FileRow(*row)
        self.folders = Folders()
        for row in self.db.execute(
            "SELECT id, path, parent_id, page, depth, files, all_files, all_lines, all_bytes, purpose, purpose_file,"
            " purpose_line, reading_order FROM folder ORDER BY id"
        ):
            self.folders[row[0]] = FolderRow(*row)
        self.subfolders = Below()
        for folder in self.folders.quietly():
            if folder.parent_id is not None:
                self.subfolders.setdefault(folder.parent_id, []).append(folder.id)
        self.ground = Ground(self.db, self.files, self.folders, self.subfolders)
        self.present: dict[str, set[int]] = {}  # table -> those files of the unit at hand that stand in it
        self.own_page = ""  # the documentation page that is being written: it cites itself by anchor alone
        self.pages: list[tuple[str, str, int]] = []
        self.on_page: Callable[[str, str], None] | None = None  # told of every page that is no page of a file
        self.read_text: Callable[[FileRow], str | None] | None = None  # where sources are not in a folder
        # Where texts shaped like a secret stand, which no page shows: `3:10-50 7:0-20`
        self.masked: dict[int, str] = dict(
            self.db.execute("SELECT file_id, value FROM detail WHERE key = 'masked'").fetchall()
        )
        self._made: set[str] = set()
        # Pages of the last book that this one did not begin with, where it did with all others and none has been written over
        self.missing: frozenset[str] | None = None
        self.begun: dict[
            str, frozenset[str]
        ] = {}  # folder -> pages of the last book that this one began with
        # Puts a page with this path, checksum and size into the book, where the last one has it.
        self.take: Callable[[str, str, int], bool] | None = None

    def query(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        return self.db.execute(sql, values).fetchall()

    def cite(self, file: FileRow, first: int, last: int, here: str, title: str = "", text: str = "") -> str:
        """Return a link to lines of a source file, from a page in folder `here`. See docs/book.md."""
        lines = f"L{first}" if last <= first else f"L{first}-L{last}"
        return link(text + lines, self.source(file, here, lines), title)

    def place(self, file: FileRow, line: int, here: str) -> str:
        """Return a link to a line of another file that shows its path: to the page, which holds the source too."""
        if file.outcome != "documented":  # it has no page, and its source is not to be shown
            return f"{code(file.path)}{f' L{line}' if line else ''}"
        if self.options.source_root:
            return f"{self.docs_link(file, here, code(file.path))} {self.cite(file, line, line, here)}"
        return self.cite(file, line, line, here, text=code(file.path) + " ")

    def source(self, file: FileRow, here: str, lines: str = "") -> str:
        """Return where the source itself is seen: the file, the web, or its page in the book."""
        root = self.options.source_root
        if root:
            path = url(file.path) if file.raw is None else quote(file.raw)
            up = "../" * (here.count("/") + 1) if here else ""
            start = root if root.startswith("https://") else up + url(root)
            return f"{start}/{path}{'#' + lines if lines else ''}"
        anchor = self.source_anchor
        return anchor if file.docs == self.own_page else url(relative(file.docs, here)) + anchor

    @property
    def source_anchor(self) -> str:
        """Where the source is seen on the page of a file."""
        return "#original-source" if self.options.has_source else "#file-metadata"

    def cite_purpose(self, folder: FolderRow, here: str) -> str:
        """Return a link to the lines that a folder's purpose is quoted from."""
        assert folder.purpose_file is not None
        file = self.files[folder.purpose_file]
        last = self.purpose_last_line(file.id)
        return self.cite(file, folder.purpose_line, last, here, text=code(file.path) + " ")

    def purpose_last_line(self, file_id: int) -> int:
        """Return the last line that a file says what it is for in."""
        row = self.db.execute("SELECT purpose_last_line FROM file WHERE id = ?", (file_id,)).fetchone()
        return int(row[0])

    def docs_link(self, file: FileRow, here: str, text: str, anchor: str = "") -> str:
        target = url(relative(file.docs, here))
        return f"[{text}]({target}{'#' + anchor if anchor else ''})"

    def folder_link(self, folder: FolderRow, here: str, text: str, page: str = "index.md") -> str:
        return f"[{text}]({url(relative(folder.at(page), here))})"

    def write(self, path: str, text: str) -> None:
        """Write one page of the book, and have it written for the site."""
        self.write_file(path, text)
        if self.on_page is not None:
            self.on_page(path, text)

    def place_for(self, path: str) -> str:
        """Return where a file of the book is written; its folder is there."""
        full = os.path.join(self.options.staging, path)
        folder = os.path.dirname(full)
        if folder not in self._made:
            if not are_inside([path]):
                raise OutputError(f"{path!r}: a page outside of the book. Please report this repository.")
            os.makedirs(folder, exist_ok=True)
            self._made.add(folder)
        return full

    def write_file(self, path: str, text: str) -> None:
        """Write one file into the staging folder and note its checksum."""
        self.write_bytes(path, text.encode("utf-8", "replace"))

    def write_bytes(self, path: str, data: bytes) -> None:
        page = (path, hashlib.sha256(data).hexdigest(), len(data))
        self.pages.append(page)
        if self.take is not None and self.take(*page):
            return
        full = self.place_for(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        try:
            descriptor = os.open(full, flags, 0o644)
        except (
            FileExistsError
        ):  # a worker that died had begun with it; two pages of one name are found when all are done
            os.unlink(full)
            descriptor = os.open(full, flags, 0o644)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)


def filled(numbers: list[int]) -> list[int]:
    """Return numbers with the last of them repeated, so that statements with lists of them have few lengths, and few texts."""
    return numbers + numbers[-1:] * ((1 << (len(numbers) - 1).bit_length()) - len(numbers))


def marks(values: list[int]) -> str:
    """Return the parameters of a statement for a list of values."""
    return ", ".join("?" * len(values))


def read_now(path: str, limit_bytes: int) -> bytes | None:
    """Return what stands in a source file now; None where somebody took it away or barred it since it was analysed.

    What the system lacks, or cannot read, is no edit: a page that said so would be wrong.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            return stream.read(limit_bytes)
    except OSError as error:
        if error.errno in _LACKS:
            raise
        return None


def folder_of(page: str) -> str:
    return page.rpartition("/")[0]
