"""Open files of the book and of the source, and nothing else.

A book may have been edited by anybody, so a path in it is never given to the system as it stands. Every
folder on the way is opened by itself, relative to the one before, and no step follows a link: what is opened
lies inside the root even if somebody swaps folders and links meanwhile. Paths of any length are reached, too.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from types import TracebackType

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Opening a pipe would wait for a writer without O_NONBLOCK.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_BUFFER_BYTES = 1 << 18
# Clocks of file systems tick every few thousandths of a second, those of some every two seconds.
_FRESH_NANOSECONDS = 2_000_000_000

# Of a file: inode, size, time of its bytes, time of its bytes, names or rights, kind and rights.
Seen = tuple[int, int, int, int, int]
# Files that look as before, those that look otherwise or are new, what is neither file nor folder, and folders.
Comparison = tuple[list[str], dict[str, Seen], list[tuple[str, str]], dict[str, Seen | None]]
# Of a source that a build has read: the digest of what it read, and how the file looked then.
Read = tuple[str, Seen]


class NotRegularError(OSError):
    """The path leads to a link, a folder, a pipe or a device."""


class TooLargeError(OSError):
    """The file is longer than the caller is willing to read."""


class Root:
    """A folder whose files are read by paths relative to it, with `/`; odd bytes are surrogate escapes."""

    def __init__(self, path: str) -> None:
        self.path = path
        # The root itself may be named through a link: that is the caller's word, not the book's.
        self._root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        # The folder of the last file. Files come sorted by folder, so most of the time it is the right one.
        self._name = b""
        self._fd = self._root
        self._buffer: memoryview | None = None

    def __enter__(self) -> Root:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._fd != self._root:
            os.close(self._fd)
        os.close(self._root)

    def identity(self) -> tuple[int, int]:
        """What makes this folder the same as another, whatever it is called."""
        found = os.fstat(self._root)
        return found.st_dev, found.st_ino

    def open(self, path: str) -> tuple[int, int]:
        """Open a regular file; return its descriptor and its size in bytes."""
        folder, _, name = path.encode("utf-8", "surrogateescape").rpartition(b"/")
        try:
            fd = os.open(name, _FILE, dir_fd=self._enter(folder))
        except OSError as error:
            raise _explain(error, path) from error
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            os.close(fd)
            raise NotRegularError(f"{path} is not a regular file")
        return fd, found.st_size

    def read(self, path: str, limit_bytes: int) -> bytes:
        """Return the content of a regular file; more than `limit_bytes` of it is an error."""
        fd, size = self.open(path)
        try:
            if size > limit_bytes:
                raise TooLargeError(f"{path} is larger than {limit_bytes:,} bytes")
            data = os.read(fd, size + 1)
            if len(data) == size:
                return data
            # It shrank, it grows, or one call does not give so much at once.
            while chunk := os.read(fd, 1 << 20):
                data += chunk
                if len(data) > limit_bytes:
                    raise TooLargeError(f"{path} is larger than {limit_bytes:,} bytes")
            return data
        finally:
            os.close(fd)

    def digest(self, path: str, limit_bytes: int) -> tuple[str, int]:
        """Return SHA-256 and size of a regular file, by the same rules as `read`, without holding its content."""
        if self._buffer is None:
            self._buffer = memoryview(bytearray(_BUFFER_BYTES))
        fd, size = self.open(path)
        try:
            if size > limit_bytes:
                raise TooLargeError(f"{path} is larger than {limit_bytes:,} bytes")
            digest, number = sha256(), 0
            while length := os.readv(fd, [self._buffer]):
                digest.update(self._buffer[:length])
                number += length
                if number > limit_bytes:
                    raise TooLargeError(f"{path} is larger than {limit_bytes:,} bytes")
                if number == size and length < _BUFFER_BYTES:
                    break
            return digest.hexdigest(), number
        finally:
            os.close(fd)

    def compare(
        self,
        looked: Mapping[str, Seen],
        among: Iterable[str] = ("",),
        apart: Collection[str] = frozenset(),
    ) -> Comparison:
        """Look at every file of the folders `among` those below, and of folders inside of them that are not set `apart`.

        Return those that look as they did, those that do not, what is neither file nor folder, and how each folder looked before
        it was listed: nothing where it would look the same if something came into it now.
        """
        same: list[str] = []
        different: dict[str, Seen] = {}
        odd: list[tuple[str, str]] = []
        folders: dict[str, Seen | None] = {}
        waiting = list(among)
        while waiting:
            folder = waiting.pop()
            before = f"{folder}/" if folder else ""
            try:
                own = self.look_at_folder(folder)
                with os.scandir(self._enter(folder.encode("utf-8", "surrogateescape"))) as entries:
                    for entry in entries:
                        name = entry.name
                        if not name.isascii():
                            name = os.fsencode(name).decode("utf-8", "surrogateescape")
                        path = before + name
                        if entry.is_dir(follow_symlinks=False):
                            if path not in apart:
                                waiting.append(path)
                            continue
                        status = entry.stat(follow_symlinks=False)
                        seen = (
                            status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_mode,
                        )  # fmt: skip
                        if looked.get(path) == seen and stat.S_ISREG(seen[4]):
                            same.append(path)
                        elif stat.S_ISREG(seen[4]):
                            different[path] = seen
                        else:
                            odd.append((path, "other"))
                folders[folder] = own
            except FileNotFoundError:
                continue
            except OSError:
                odd.append((folder, "unreadable"))
        return same, different, odd, folders

    def look_at(self, path: str) -> Seen | None:
        """Return how a file looks; nothing where there is none."""
        folder, _, name = path.encode("utf-8", "surrogateescape").rpartition(b"/")
        try:
            return _as_seen(os.stat(name, dir_fd=self._enter(folder), follow_symlinks=False))
        except OSError:
            return None

    def look_at_folder(self, folder: str) -> Seen | None:
        """Return how a folder looks; nothing where it would look the same if something came into it now."""
        seen = _as_seen(os.fstat(self._enter(folder.encode("utf-8", "surrogateescape"))))
        return seen if seen[3] < time.time_ns() - _FRESH_NANOSECONDS else None

    def walk(
        self, enters: Callable[[str, tuple[int, int]], bool], looks: dict[str, Seen] | None = None
    ) -> Iterator[tuple[str, str]]:
        """Yield every entry below as its path and "file", "folder", "other" or "unreadable".

        A folder is entered if `enters` says so of its path and identity; it is yielded only when it is not. `looks` takes
        how files look, as far as they can be looked at.
        """
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            try:
                fd = self._enter(folder.encode("utf-8", "surrogateescape"))
                found = os.fstat(fd)
                if folder and not enters(folder, (found.st_dev, found.st_ino)):
                    yield folder, "folder"
                    continue
                prefix = folder + "/" if folder else ""
                listed: list[tuple[str, str]] = []
                below: list[str] = []
                seens: dict[str, Seen] = {}
                with os.scandir(fd) as entries:
                    for entry in entries:
                        name = entry.name
                        if not name.isascii():
                            name = os.fsencode(name).decode("utf-8", "surrogateescape")
                        path = prefix + name
                        if entry.is_dir(follow_symlinks=False):
                            below.append(path)
                        elif not entry.is_file(follow_symlinks=False):
                            listed.append((path, "other"))
                        else:
                            listed.append((path, "file"))
                            if looks is not None:
                                _look(entry, path, seens)
            except OSError:
                yield folder, "unreadable"
                continue
            waiting += below
            if looks is not None:
                looks.update(seens)
            yield from listed

    def _enter(self, folder: bytes) -> int:
        """Return a descriptor of a folder below the root, valid until the next call."""
        if folder == self._name:
            return self._fd
        if self._name and folder.startswith(self._name + b"/"):
            fd, rest = os.dup(self._fd), folder[len(self._name) + 1 :]
        else:
            fd, rest = os.dup(self._root), folder
        for part in rest.split(b"/") if rest else ():
            try:
                below = os.open(part, _FOLDER, dir_fd=fd)
            finally:
                os.close(fd)
            fd = below
        if self._fd != self._root:
            os.close(self._fd)
        self._name, self._fd = folder, fd
        return fd


def _as_seen(status: os.stat_result) -> Seen:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_mode


def _look(entry: os.DirEntry[str], path: str, looks: dict[str, Seen]) -> None:
    """Note how a file looks; what is gone meanwhile has no look."""
    try:
        looks[path] = _as_seen(entry.stat(follow_symlinks=False))
    except OSError:
        return


def _explain(error: OSError, path: str) -> OSError:
    """Tell a link on the way from a file that is not there."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO):
        return NotRegularError(f"{path} is not a regular file")
    return error
