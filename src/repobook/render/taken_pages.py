"""Pages of the last book in the new one: by a second name where the file system allows it, else as a copy."""

from __future__ import annotations

import contextlib
import os
import shutil
from itertools import groupby

from repobook.facts import are_inside
from repobook.render.book import Book

PageList = list[tuple[str, str, int]]  # path, checksum, size


def take_pages(book: Book, pages: PageList, old: str) -> bool:
    """Put pages of the book `old` into the new one; tell whether all were there. None is taken from outside of it."""
    if not are_inside([page[0] for page in pages]):
        return False
    if book.missing is not None:
        pages = [page for page in pages if page[0] in book.missing]
    try:
        for folder, group in groupby(pages, key=lambda page: page[0].rpartition("/")[0]):
            _take_folder(book, folder, [path for path, _, _ in group], old)
    except OSError:
        return False
    return True


def _take_folder(book: Book, folder: str, paths: list[str], old: str) -> None:
    """Take pages of one folder, which is looked up once: that is half of the work."""
    start = len(folder) + 1 if folder else 0
    if book.missing is None and folder not in book.begun:
        book.begun[folder] = _same_files(
            os.path.join(old, folder), os.path.join(book.options.staging, folder)
        )
    begun = book.begun.get(folder, frozenset())
    paths = [path for path in paths if path[start:] not in begun]
    if not paths:
        return
    target = os.path.dirname(book.place_for(paths[0]))
    with contextlib.ExitStack() as stack:
        ends = []
        for place in (os.path.join(old, folder), target):
            ends.append(os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC))
            stack.callback(os.close, ends[-1])
        for path in paths:
            name = path[start:]
            try:
                os.link(name, name, src_dir_fd=ends[0], dst_dir_fd=ends[1], follow_symlinks=False)
            except FileNotFoundError:
                raise
            except OSError:
                _link_or_copy(os.path.join(old, path), os.path.join(target, name))


def _same_files(old: str, new: str) -> frozenset[str]:
    """Return the names that stand for the same file in two folders: pages that the new book began with."""
    try:
        with os.scandir(new) as found:
            there = {(entry.name, entry.inode()) for entry in found}
        if not there:
            return frozenset()
        with os.scandir(old) as found:
            return frozenset(entry.name for entry in found if (entry.name, entry.inode()) in there)
    except OSError:
        return frozenset()


def _link_or_copy(source: str, target: str) -> None:
    """Have a file stand in two places, by a second name where the file system allows it."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        os.unlink(target)
        _link_or_copy(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, target, follow_symlinks=False)
