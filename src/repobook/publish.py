"""The output folder: who may write it, where a new book grows, and how it takes the place of the old one."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Collection, Iterator
from typing import Any

from repobook.config import Config
from repobook.errors import InputError, OutputError
from repobook.marks import examine

_EXCHANGE = 2  # RENAME_EXCHANGE
_AT_FDCWD = -100
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


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
            _remove(config.staging)
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
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()}".encode(), 0)
            return descriptor
        os.close(descriptor)


def _read_holder(descriptor: int) -> str:
    """Return who holds the lock. It says so right after it took it: that moment is waited for."""
    for _ in range(50):
        if holder := os.pread(descriptor, 100, 0).decode(errors="replace").strip():
            return holder
        time.sleep(0.01)
    return "another process"


def publish(staging: str, output: str, known: Collection[str] = ()) -> None:
    """Put the finished book in its place. Until the switch, the old one is whole; after it, the new one is.

    `known` are files that the old book is known to consist of.
    """
    _sync(staging)
    if not _holds_only(output, known):
        refuse_strangers(output)
    if not os.path.lexists(output):
        os.rename(staging, output)
    elif not _exchange(staging, output):
        trash = staging + ".old"
        _remove(trash)
        os.rename(output, trash)
        os.rename(staging, output)
        _remove(trash)
    _sync_folder(os.path.dirname(output))
    _remove(staging)  # now the old book: pages that both have look otherwise when only one has them


def _holds_only(output: str, known: Collection[str]) -> bool:
    """Tell whether a book holds nothing but files that are known, whatever became of them. Links belong to nobody."""
    if not known or os.path.islink(output):
        return False
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{output}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
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


def write_manifest(
    staging: str, manifest: dict[str, Any], files: str, pages: dict[str, tuple[str, int]]
) -> None:
    """Write `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`.

    `files` holds the entries of the files as lines already: they are many, and the manifest is written twice.
    """
    head = json.dumps(manifest, indent=1, ensure_ascii=False)[:-2]
    quoted = json.encoder.encode_basestring
    ordered = sorted(pages.items())
    lines = [
        f'{{"path": {quoted(path)}, "sha256": "{digest}", "size": {size}}}'
        for path, (digest, size) in ordered
    ]
    text = head + ',\n "files": [\n' + files + '\n],\n "pages": [\n' + ",\n".join(lines) + "\n]\n}\n"
    data = text.encode()
    with open(os.path.join(staging, "manifest.json"), "wb") as stream:
        stream.write(data)
    sums = [(path, digest) for path, (digest, _) in ordered]
    sums.append(("manifest.json", hashlib.sha256(data).hexdigest()))
    with open(os.path.join(staging, "SHA256SUMS"), "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{digest}  {path}\n" for path, digest in sorted(sums))


def _exchange(first: str, second: str) -> bool:
    """Swap two folders in one step, where the system can."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        done: int = libc.renameat2(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _EXCHANGE)
    except (AttributeError, OSError):
        return False
    return done == 0


def _sync(folder: str) -> None:
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
    _remove(staging)
    os.mkdir(staging)


def _remove(path: str) -> None:
    """Remove a folder of our own; a link in its place is removed, never followed."""
    if os.path.islink(path) or os.path.isfile(path):
        os.unlink(path)
    elif os.path.lexists(path):
        folder = os.open(path, _FOLDER)
        try:
            _remove_all(folder)
        finally:
            os.close(folder)
        os.rmdir(path)


def _remove_all(folder: int) -> None:
    """Remove what a folder holds. It goes by descriptors: whatever is swapped meanwhile, nothing outside is reached."""
    with os.scandir(folder) as found:
        held = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    for name, is_folder in held:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
            continue
        below = os.open(name, _FOLDER, dir_fd=folder)
        try:
            _remove_all(below)
        finally:
            os.close(below)
        os.rmdir(name, dir_fd=folder)


def _explain(error: OSError, output: str) -> OutputError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(
            f"{output}: no space left on the device. Free some, or choose another output with -o."
        )
    return OutputError(f"{output}: {error.strerror or error}. Choose another output with -o.")
