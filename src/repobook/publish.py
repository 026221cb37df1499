"""The output folder: who may write it, where a new book grows, and how it takes the place of the old one."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping

from repobook.beside import wait_for_all
from repobook.config import Config
from repobook.errors import InputError, OutputError
from repobook.looks import Seen, as_seen
from repobook.marks import examine
from repobook.prune import remove_folder

_EXCHANGE = 2  # RENAME_EXCHANGE
_AT_FDCWD = -100
_HOLDER = re.compile(rb"process \d+\s*")  # what a lock says


@contextlib.contextmanager
def hold_output(config: Config) -> Iterator[str]:
    """Lock the output, give an empty staging folder, and leave nothing behind.

    The lock is the kernel's: it vanishes with a killed holder.
    """
    try:
        os.makedirs(os.path.dirname(config.output), exist_ok=True)
        descriptor = _take_lock(config)
    except OSError as error:
        raise _explain(error, config.output) from error
    try:
        empty(config.staging)
        try:
            yield config.staging
        finally:
            wait_for_all()  # who writes into a folder that is being removed leaves it behind
            remove_folder(config.staging)
    except OSError as error:
        raise _explain(error, config.output) from error
    except sqlite3.OperationalError as error:
        what = "no space left on the device" if "full" in str(error) else f"its database: {error}"
        raise OutputError(
            f"{config.output}: {what}. Free some space, or choose another output with -o."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(config.lock)
        os.close(descriptor)


def _take_lock(config: Config) -> int:
    """Return the descriptor that holds the lock. Another holder keeps its lock, and is named."""
    while True:
        descriptor = os.open(config.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _read_holder(descriptor)
            os.close(descriptor)
            raise InputError(
                f"{config.output}: {holder} is building this book. Wait for it, or choose another output with -o."
            ) from None
        # The last holder may have removed the file between our open and our lock: then we hold nothing.
        try:
            is_ours = os.path.samestat(os.fstat(descriptor), os.lstat(config.lock))
        except FileNotFoundError:
            is_ours = False
        if is_ours:
            _refuse_strange_names(config, descriptor)
            said = f"process {os.getpid()}".encode()
            try:
                os.pwrite(descriptor, said, 0)
                os.ftruncate(descriptor, len(said))  # never empty again
            except OSError:
                os.unlink(config.lock)
                os.close(descriptor)
                raise
            return descriptor
        os.close(descriptor)


def _refuse_strange_names(config: Config, descriptor: int) -> None:
    """Leave alone what has the names that a build uses and is none of its work: who was killed left a lock that says so."""
    said = os.pread(descriptor, 100, 0)
    is_there = os.path.lexists(config.staging)
    if _HOLDER.fullmatch(said) or not (said or is_there):
        return
    if not said:
        os.unlink(config.lock)  # made a moment ago
    os.close(descriptor)
    raise InputError(
        f"{config.staging if is_there else config.lock}: repobook did not make this, and needs its name."
        " Move it, or choose another output with -o."
    )


def _read_holder(descriptor: int) -> str:
    """Return who holds the lock. It says so right after it took it: that moment is waited for."""
    for _ in range(50):
        if holder := os.pread(descriptor, 100, 0).decode(errors="replace").strip():
            return holder
        time.sleep(0.01)
    return "another process"


def publish(
    staging: str,
    output: str,
    known: Collection[str] = (),
    folders: Mapping[str, Seen] | None = None,
    keep: Callable[[str], bool] | None = None,
) -> None:
    """Put the finished book in its place. Until the switch, the old one is whole; after it, the new one is.

    `known` are files that the old book is known to consist of, and `folders` how its folders looked when nothing else was in
    them. `keep` is offered its folder, and tells whether it took it; it is removed otherwise.
    """
    sync(staging)
    if not _holds_only(output, known, folders or {}):
        refuse_strangers(output)
    old = staging
    if not os.path.lexists(output):
        os.rename(staging, output)
    elif not _exchange(staging, output):
        old = staging + ".old"
        remove_folder(old)
        os.rename(output, old)
        os.rename(staging, output)
    _sync_folder(os.path.dirname(output))
    # Pages that both books have look otherwise when only one has them.
    if os.path.lexists(old) and not (keep is not None and keep(old)):
        remove_folder(old)


def _holds_only(output: str, known: Collection[str], folders: Mapping[str, Seen]) -> bool:
    """Tell whether a book holds nothing but files that are known, whatever became of them. Links belong to nobody.

    A folder that looks as it did has neither got nor lost a name since then; the others are listed.
    """
    if not known or os.path.islink(output):
        return False
    try:
        others = [
            path
            for path, seen in folders.items()
            if as_seen(os.lstat(f"{output}/{path}".rstrip("/"))) != seen
        ]
    except OSError:
        return False
    waiting = others if "" in folders else [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{output}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if path + "/" not in folders:
                            waiting.append(path + "/")
                    elif path not in known and not entry.is_symlink():
                        return False
        except OSError:
            return False
    return True


def refuse_strangers(output: str) -> str:
    """Refuse to replace what is no book, or one in which somebody keeps a file of their own: only what its lists name is
    ever removed. Return what is wrong with the book; nothing where it is whole or there is none.
    """
    if not os.path.lexists(output):
        return ""
    is_folder = os.path.isdir(output) and not os.path.islink(output)
    if is_folder and not os.listdir(output):
        return ""
    book = examine(output) if is_folder else None
    if book is None:
        raise InputError(
            f"{output}: something else was put there during the build. Choose another output with -o."
        )
    missing = set(book.files)
    for at, _, names in os.walk(output):
        below = os.path.relpath(at, output).replace(os.sep, "/") + "/" if at != output else ""
        for name in names:
            path = below + name
            missing.discard(path)
            if path not in book.files and not os.path.islink(os.path.join(at, name)):
                raise InputError(
                    f"{output}: {path} is not part of the book, and a new book would take its place. "
                    "Move it away, or choose another output with -o."
                )
    if book.damage or not missing:
        return book.damage
    return f"{min(missing)} is missing" + (f", and {len(missing) - 1:,} more" if len(missing) > 1 else "")


def _exchange(first: str, second: str) -> bool:
    """Swap two folders in one step, where the system can."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        done: int = libc.renameat2(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _EXCHANGE)
    except (AttributeError, OSError):
        return False
    return done == 0


def sync(folder: str) -> None:
    """Make the staged pages durable. One call for the whole file system: 45,000 single syncs take minutes."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syncfs(descriptor) != 0:
            os.sync()
    except (AttributeError, OSError):
        os.sync()
    finally:
        os.close(descriptor)


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    with contextlib.suppress(OSError):
        os.fsync(descriptor)
    os.close(descriptor)


def empty(staging: str) -> None:
    """Begin a book: a staging folder that holds nothing."""
    remove_folder(staging)
    os.mkdir(staging)


def _explain(error: OSError, output: str) -> OutputError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(
            f"{output}: no space left on the device. Free some, or choose another output with -o."
        )
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return OutputError(f"{output}: {error.strerror}. Allow more of them (`ulimit -n`), and run it again.")
    return OutputError(f"{output}: {error.strerror or error}. Choose another output with -o.")
