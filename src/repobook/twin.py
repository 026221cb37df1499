"""The twin of a book: second names of its pages, in the state folder, in which the next book begins.

To give tens of thousands of pages that stay a second name in the new book, and to take their first one with the old book, costs
a second and more, and sets anew the time by which a touched file is known. So the folder of a book that was replaced goes to
the state folder instead, without what the new book has not, and the next book grows there. Pages that stay are not touched at all.

A twin that is not there, or cannot be, costs time alone: pages are then named twice, and the old book is removed.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterable

import msgspec

from repobook.beside import Beside
from repobook.looks import Looks, find_restless, folders_of, look_at_folders
from repobook.prune import prune, remove_folder


class Begun(msgspec.Struct, array_like=True):
    """What a twin was when it was left: how its folders looked, and which pages of its book it has not. Nothing where there is none."""

    folders: Looks = {}
    missing: list[str] = []


class Twin:
    """The twin of one book. Nothing in it is trusted: only names of files that the book was seen to consist of are used.

    Where a folder of it looks as it did when the last build left it, no name came into it or went, and it is not listed.
    """

    def __init__(self, path: str, left: Begun) -> None:
        self._path = path
        self._left = left
        self._last: Looks = {}  # how the files of the last book look
        self._names: set[str] = set()  # of pages that the new book began with
        self.is_taken = False  # whether the new book began with all of them, none named anew
        self.is_put = False  # whether the book that is in place now has its twin
        self._pages: set[str] = set()  # that it has then
        self._removing: Beside[bool] | None = None
        self._is_clean = True  # whether nothing else is in it

    def take(self, staging: str, looks: Looks, written: Collection[str]) -> None:
        """Begin a book with the names of the last one's pages; `looks` is how its files look.

        What is `written` over, not anew, is never among them: the last book would be written over.
        """
        self._last, self._names, self.is_taken = looks, set(), False
        names = self._names

        def stays(path: str, inode: int) -> bool:
            seen = looks.get(path)
            if seen is None or seen[0] != inode or not _is_page(path, written):
                return False
            names.add(path)
            return True

        if not looks or not os.path.isdir(self._path):
            self.drop()
            return
        left = self._left.folders
        restless = find_restless(self._path, left) if left else None
        try:
            os.rename(self._path, staging)
        except OSError:
            self.drop()
            return
        _give_rights(staging, restless)
        if restless is None:
            prune(staging, stays)
        else:
            listed = frozenset(restless)
            names |= {path for path in looks.keys() - self._left.missing if _folder(path) not in listed}
            for folder in restless:
                prune(staging, stays, folder, left.keys())
        self.is_taken = bool(names)

    @property
    def missing(self) -> list[str] | None:
        """The pages of the last book that the new one does not begin with; None where it begins with none."""
        return sorted(self._last.keys() - self._names) if self.is_taken else None

    def tidy(self, staging: str, pages: Collection[str]) -> None:
        """Take the names out of a new book that it began with and that are none of its pages."""
        if not self._names <= set(pages):
            prune(staging, lambda path, inode: path in pages)

    def make(self, staging: str, pages: Iterable[str], written: Collection[str]) -> None:
        """Give all pages of a new book their second names, where no last book is going to be its twin."""
        self.drop()
        folders = {""}
        try:
            for path in pages:
                if not _is_page(path, written):
                    continue
                folder = path.rpartition("/")[0]
                if folder not in folders or not self.is_put:
                    os.makedirs(os.path.join(self._path, folder), exist_ok=True)
                    folders.add(folder)
                os.link(os.path.join(staging, path), os.path.join(self._path, path), follow_symlinks=False)
                self._pages.add(path)
                self.is_put = True
        except OSError:
            self.drop()

    def put(self, old: str, looks: Looks) -> bool:
        """Keep the folder of the last book, which was replaced; `looks` is how the files of the new one look.

        Tell whether it is kept; it is not where the new one has its twin already, or the state lies on another disk.
        """
        if self.is_put or not self._last:
            return False
        others = [path for path, seen in self._last.items() if path not in looks or looks[path][0] != seen[0]]
        self._pages = self._last.keys() - others
        try:
            self.drop()
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            os.rename(old, self._path)
            self.is_put = True
            # What stays there by mistake is removed when the next book begins; to free a large file takes a while.
            self._removing = Beside(lambda: self._remove(others))
        except OSError:
            if self.is_put:
                self.drop()
        return self.is_put

    def begun(self, looks: Looks) -> Begun:
        """Tell what it is, now that the book that looks so is in place."""
        self.wait()
        if not self.is_put or not self._is_clean:
            return Begun()
        folders = look_at_folders(self._path, sorted(folders_of(self._pages)))
        return Begun(folders, sorted(looks.keys() - self._pages))

    def _remove(self, names: list[str]) -> bool:
        """Remove names, and folders that hold nothing then; tell whether they are gone."""
        is_clean = True
        for path in names:
            try:
                os.unlink(os.path.join(self._path, path))
            except FileNotFoundError:
                continue
            except OSError:
                is_clean = False
        for folder in sorted(folders_of(names) - folders_of(self._pages), reverse=True):
            with contextlib.suppress(OSError):
                os.rmdir(os.path.join(self._path, folder))
        return is_clean

    def wait(self) -> None:
        """Have names removed that the new book has not."""
        if self._removing is not None:
            self._is_clean = self._removing.take()
            self._removing = None

    def drop(self) -> None:
        """Remove it."""
        self.wait()
        self.is_put = False
        with contextlib.suppress(OSError):
            remove_folder(self._path)


def _give_rights(folder: str, restless: list[str] | None) -> None:
    """Give a folder and those inside the rights that a new one has: who made them may have had other ones in mind.

    Where it has them itself, only those that are `restless` can have others, if these are known.
    """
    mask = os.umask(0o077)
    os.umask(mask)
    inside: Iterable[str] = (at for at, _, _ in os.walk(folder))
    if restless is not None and stat.S_IMODE(os.stat(folder).st_mode) & 0o777 == 0o777 & ~mask:
        inside = [os.path.join(folder, at) for at in restless]
    for at in inside:
        mode = stat.S_IMODE(os.stat(at).st_mode)
        if mode & 0o777 != 0o777 & ~mask:
            os.chmod(at, mode & ~0o777 | 0o777 & ~mask)


def is_alone(path: str) -> bool:
    """Tell whether the book is gone that a twin belongs to: then its pages have this one name."""
    with contextlib.suppress(OSError):
        for at, _, names in os.walk(path):
            for name in names:
                return os.lstat(os.path.join(at, name)).st_nlink < 2
    return True


def _folder(path: str) -> str:
    return path[: path.rfind("/") + 1]


def _is_page(path: str, written: Collection[str]) -> bool:
    return path.endswith(".md") and path not in written
