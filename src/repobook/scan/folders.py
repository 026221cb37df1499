"""Folders and files opened one name at a time, so that no link is ever followed on the way.

Path strings fail beyond 4,096 bytes and let a link that appears between two looks lead out of the tree.
Descriptors do neither, but a process may hold few of them: the chain below keeps the deepest ones open and
opens the others again when it needs them.
"""

from __future__ import annotations

import errno
import os
import stat
from types import TracebackType

from repobook.errors import RepobookError
from repobook.scan.paths import path_bytes

FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a FIFO must not wait for a writer.
FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

_OPEN_FOLDERS = 16


class FolderChain:
    """Gives descriptors of folders below a root. Neighbours in sorted order cost few calls."""

    def __init__(self, root: str, *, open_folders: int = _OPEN_FOLDERS) -> None:
        self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._limit = open_folders
        self._folder: str | None = ""  # None while moving
        self._names: list[str] = []
        self._descriptors: list[int] = []  # of the folders named last; earlier ones were closed

    @property
    def root(self) -> int:
        return self._root

    def open(self, folder: str) -> int:
        """Return a descriptor of `folder` ("" for the root), valid until the next call."""
        if folder != self._folder:
            self._move(folder.split("/") if folder else [])
            self._folder = folder
        return self._descriptors[-1] if self._descriptors else self._root

    def close(self) -> None:
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._descriptors.clear()
        self._names.clear()
        self._folder = ""
        if self._root >= 0:
            os.close(self._root)
            self._root = -1

    def __enter__(self) -> FolderChain:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _move(self, names: list[str]) -> None:
        common = 0
        for old, new in zip(self._names, names, strict=False):
            if old != new:
                break
            common += 1
        self._leave(len(self._names) - common)
        if not self._descriptors:
            self._names.clear()  # all of them were closed: begin at the root again
        for name in names[len(self._names) :]:
            parent = self._descriptors[-1] if self._descriptors else self._root
            self._descriptors.append(os.open(path_bytes(name), FOLDER_FLAGS, dir_fd=parent))
            self._names.append(name)
            if len(self._descriptors) > self._limit:
                os.close(self._descriptors.pop(0))

    def _leave(self, count: int) -> None:
        self._folder = None
        for _ in range(count):
            self._names.pop()
            if self._descriptors:
                os.close(self._descriptors.pop())


def read_bounded(folder: int, name: str, limit: int) -> bytes | None:
    """Return the first `limit` bytes of a regular file; None where there is no such file to read."""
    try:
        descriptor = os.open(path_bytes(name), FILE_FLAGS, dir_fd=folder)
    except OSError as error:
        skip_reason(error)
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        return read_up_to(descriptor, limit)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def read_up_to(descriptor: int, limit: int) -> bytes:
    """Read until the end or `limit`, whatever size the file claims to have."""
    chunks: list[bytes] = []
    left = limit
    while left > 0:
        chunk = os.read(descriptor, min(left, 1024 * 1024))
        if not chunk:
            break
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


def skip_reason(error: OSError) -> tuple[str, str]:
    """Return the skip reason and its detail for a name that could not be opened."""
    name = errno.errorcode.get(error.errno or 0, "unknown error")
    if error.errno in (errno.EMFILE, errno.ENFILE):
        raise RepobookError(f"too many open files ({name}). Raise the limit with `ulimit -n`.") from error
    if error.errno == errno.ENOENT:
        return "vanished", ""
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO):
        return "changed_during_read", f"is now something else ({name})"
    return "unreadable", name
