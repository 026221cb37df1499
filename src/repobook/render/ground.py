"""What a repository consists of: its files and folders, their names, and which numbers their symbols have.

Every page may look something up here. What is looked up is noted, so that a file that comes or goes is a change like any other.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from repobook.render.asked import ALL, BELOW, FIXED, RANGE, ROOM, SPAN, reads
from repobook.store.store import first_symbols

if TYPE_CHECKING:
    from repobook.render.asked import Store
    from repobook.render.book import FileRow, FolderRow

R = TypeVar("R")
NO_FILES = (0, -1)


class Listed(dict[int, R]):
    """Rows by their ids. Who looks for one has read what is fixed of it, who goes through them what is fixed of all."""

    @abstractmethod
    def _note(self, number: int) -> None:
        """Note what was read."""

    def __getitem__(self, number: int) -> R:
        self._note(number * ROOM + FIXED)
        return dict.__getitem__(self, number)

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        self._note(number * ROOM + FIXED)
        return dict.__contains__(self, number)

    def get(self, number: int, default: Any = None) -> Any:
        self._note(number * ROOM + FIXED)
        return dict.get(self, number, default)

    def __iter__(self) -> Iterator[int]:
        self._note(ALL)
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._note(ALL)
        return dict.__len__(self)

    def keys(self) -> Any:
        self._note(ALL)
        return dict.keys(self)

    def values(self) -> Any:
        self._note(ALL)
        return dict.values(self)

    def items(self) -> Any:
        self._note(ALL)
        return dict.items(self)

    def quietly(self) -> Iterable[R]:
        """Return all rows for who notes what it reads of them in another way."""
        return dict.values(self)

    def find(self, number: int) -> R | None:
        """Return a row, or None; nobody notes it."""
        return dict.get(self, number)


class Files(Listed["FileRow"]):
    def _note(self, number: int) -> None:
        reads.files.add(number)

    def __getitem__(self, number: int) -> FileRow:  # many times a page
        reads.files.add(number * ROOM + FIXED)
        return dict.__getitem__(self, number)


class Folders(Listed["FolderRow"]):
    def _note(self, number: int) -> None:
        reads.folders.add(number)


class Below(dict[int, list[int]]):
    """The folders directly inside each."""

    def __getitem__(self, folder: int) -> list[int]:
        reads.folders.add(folder * ROOM + BELOW)
        return dict.__getitem__(self, folder)

    def get(self, folder: int, default: Any = None) -> Any:
        reads.folders.add(folder * ROOM + BELOW)
        return dict.get(self, folder, default)


class Paths(Generic[R]):
    """Rows by their paths, as a dictionary would tell them. Who looks for one has read who bears its name."""

    def __init__(self, rows: dict[str, R], end: str = "") -> None:
        """`end` is what names of such rows end with."""
        self._rows = rows
        self._end = end

    def __contains__(self, path: str) -> bool:
        return self.get(path) is not None

    def __getitem__(self, path: str) -> R:
        found = self.get(path)
        assert found is not None
        return found

    def get(self, path: str) -> R | None:
        reads.names.add(path.rpartition("/")[2] + self._end)
        return self._rows.get(path)


class Ground:
    """What is looked up of files and folders beside their rows."""

    def __init__(self, store: Store, files: Files, folders: Folders, below: Below) -> None:
        self._store = store
        self._files = files
        self._folders = folders
        self._below = below
        self._known_firsts: tuple[list[int], list[int]] | None = None

    # ---- names

    @cached_property
    def paths(self) -> Paths[FileRow]:
        """Documented files by their paths."""
        return Paths({file.path: file for file in self._files.quietly() if file.outcome == "documented"})

    @cached_property
    def all_paths(self) -> Paths[FileRow]:
        """All files, also those without a page."""
        return Paths({file.path: file for file in self._files.quietly()})

    @cached_property
    def folder_paths(self) -> Paths[FolderRow]:
        return Paths({folder.path: folder for folder in self._folders.quietly()}, "/")

    @cached_property
    def _bearers(self) -> dict[str, list[FileRow | FolderRow]]:
        found: dict[str, list[FileRow | FolderRow]] = {}
        for file in self._files.quietly():
            found.setdefault(file.name, []).append(file)
        for folder in self._folders.quietly():
            found.setdefault(folder.name + "/", []).append(folder)
        return found

    def bearers(self, name: str) -> list[FileRow | FolderRow]:
        """Return the files of a name, or the folders where it ends with a slash."""
        return self._bearers.get(name, [])

    def is_shared(self, name: str) -> bool:
        """Tell whether several files bear a name."""
        reads.names.add(name)
        return len(self.bearers(name)) > 1

    @cached_property
    def _ends(self) -> Counter[str]:
        return Counter(
            end
            for file in self._files.quietly()
            if len(self.bearers(file.name)) > 1
            for end in _endings(file.path)
        )

    def short_path(self, file: FileRow) -> str:
        """Return the end of a path that no other file shares: `cart.h`, or `cuda/cart.h` where there are two."""
        reads.names.add(file.name)
        return next((end for end in _endings(file.path) if self._ends[end] < 2), file.path)

    # ---- numbers

    @cached_property
    def _ranges(self) -> dict[int, tuple[int, int]]:
        ranges = dict.fromkeys((folder.id for folder in self._folders.quietly()), NO_FILES)
        for file in self._files.quietly():
            if file.outcome != "ignored":
                low, high = ranges[file.folder_id]
                ranges[file.folder_id] = (min(low or file.id, file.id), max(high, file.id))
        # Those below a folder come first: what they hold is known when it is added to that of the folder.
        for folder in sorted(self._folders.quietly(), key=lambda folder: -folder.depth):
            low, high = ranges[folder.id]
            if low and folder.parent_id is not None:
                first, last = ranges[folder.parent_id]
                ranges[folder.parent_id] = (min(first or low, low), max(last, high))
        return ranges

    def range_below(self, folder: FolderRow) -> tuple[int, int]:
        """Return the first and last file id below a folder. Ids are in path order, so a subtree is a range."""
        reads.folders.add(folder.id * ROOM + RANGE)
        return self._ranges[folder.id]

    def know_spans(self, spans: list[tuple[list[int], list[int]]]) -> None:
        """Be told of files and their first symbols, where somebody has found these already and they are those of the last book."""
        if len(spans) == 1:
            files, firsts = spans[0]
            self._known_firsts = firsts, files

    @cached_property
    def _firsts(self) -> tuple[list[int], list[int]]:
        """The first symbol of each file that has some, and the files."""
        if self._known_firsts is not None:
            return self._known_firsts
        firsts = first_symbols(self._store.connection)
        return [*firsts.values()], [*firsts]

    def file_of(self, symbol: int) -> int:
        """Return which file a symbol stands in; code outside of functions goes by its file's negative id."""
        if symbol < 0:
            return -symbol
        firsts, files = self._firsts
        file: int = files[bisect_right(firsts, symbol) - 1]
        reads.files.add(file * ROOM + SPAN)
        return file

    @cached_property
    def _spans(self) -> dict[int, tuple[int, int]]:
        firsts, files = self._firsts
        return dict(zip(files, zip(firsts, [*firsts, 0][1:], strict=True), strict=True))

    # ---- what was read, as it is now

    @cached_property
    def _all_files(self) -> str:
        return _digest(self._files.quietly())

    @cached_property
    def _all_folders(self) -> str:
        return _digest(self._folders.quietly())

    def of_file(self, number: int) -> Any:
        """Return what is noted as this number."""
        if number == ALL:
            return self._all_files
        file_id, at = divmod(number, ROOM)
        if at == SPAN:
            return self._spans.get(file_id)
        file = self._files.find(file_id)
        return None if file is None else file.mark if at == FIXED else file.now[at]

    def of_folder(self, number: int) -> Any:
        """Return what is noted as this number."""
        if number == ALL:
            return self._all_folders
        folder_id, at = divmod(number, ROOM)
        if at == RANGE:
            return self._ranges.get(folder_id)
        if at == BELOW:
            return dict.get(self._below, folder_id)
        folder = self._folders.find(folder_id)
        return None if folder is None else folder.mark if at == FIXED else folder.now[at]


def mark_of(fixed: tuple[Any, ...]) -> str:
    """Return a short digest of what is fixed of a row."""
    return hashlib.sha256(repr(fixed).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _digest(rows: Iterable[Any]) -> str:
    return mark_of(tuple(row.fixed for row in rows))


def _endings(path: str) -> Iterator[str]:
    """Yield the ends of a path, whole parts only, the shortest first."""
    at = path.rfind("/")
    while at >= 0:
        yield path[at + 1 :]
        at = path.rfind("/", 0, at)
    yield path
