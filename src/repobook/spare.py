"""The spare of a book's database: that of the book before, in the state folder. The database of the next book begins in it.

To copy gigabytes takes seconds, and the disk has them to write. The database of a book that was replaced differs from its
successor's in a few pages, and nobody needs it any more: so it is kept, with the numbers of these pages, and written over when the
next book begins. A spare that is not there, or is not what it should be, costs time alone: the last database is then copied.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Collection

from repobook.copied import copy_file
from repobook.store.patch import mark_of

_PAGE_BYTES = slice(16, 18)  # of SQLite's header


def take_spare(spare: str, place: str) -> bool:
    """Have the spare where the next database is made; tell whether it is there, and nobody else's."""
    try:
        os.rename(spare, place)
        if _is_own(place):
            mask = os.umask(0o077)
            os.umask(mask)
            os.chmod(place, 0o666 & ~mask)
            return True
        os.unlink(place)  # its name here; others keep theirs
    except OSError:
        pass
    return False


def renew_spare(place: str, database: str, numbers: Collection[int], mark: int) -> bool:
    """Make a spare what `database` is, which differs from it in the pages of these numbers; tell whether it has its mark."""
    try:
        with open(database, "rb", buffering=0) as source, open(place, "r+b", buffering=0) as stream:
            size = int.from_bytes(source.read(100)[_PAGE_BYTES], "big")
            for number in numbers:
                page = os.pread(source.fileno(), size, (number - 1) * size)
                if os.pwrite(stream.fileno(), page, (number - 1) * size) != size:
                    return False
            stream.truncate(os.fstat(source.fileno()).st_size)
        return mark_of(place) == mark
    except OSError:
        return False


def keep_spare(replaced: str, spare: str | None) -> None:
    """Keep the database of a book that was replaced."""
    with contextlib.suppress(OSError):
        if spare is not None:
            os.rename(os.path.join(replaced, "book.db"), spare)


def make_spare(database: str, spare: str | None) -> None:
    """Make a spare for a book whose database was made of nothing, where the disk has room for several more."""
    if spare is None:
        return
    try:
        if shutil.disk_usage(os.path.dirname(spare)).free > 4 * os.path.getsize(database):
            copy_file(database, spare)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(spare)


def _is_own(path: str) -> bool:
    """Tell whether a file has one name, and nobody has it open: a copy of the book by hard links, a program that reads it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if os.fstat(descriptor).st_nlink != 1:
            return False
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)  # given to the only one
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        return True
    except (OSError, AttributeError):  # not on every system
        return False
    finally:
        os.close(descriptor)
