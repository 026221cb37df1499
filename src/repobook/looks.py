"""How the files of a book look from outside: enough to see that none was touched."""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Collection

# Of each file: inode, size, time of its bytes, time of its bytes, names or rights, kind and rights.
Seen = tuple[int, int, int, int, int]
Looks = dict[str, Seen]


def look_at(book: str) -> Looks:
    """Look at every file of a book, by its path in it; nothing where a part of it cannot be looked at."""
    looks: Looks = {}
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{book}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path + "/")
                        continue
                    seen = entry.stat(follow_symlinks=False)
                    looks[path] = (
                        seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_mode,
                    )  # fmt: skip
        except OSError:
            return {}
    return looks


def look_and_digest(book: str) -> tuple[Looks, str]:
    """Look at every file of a book; return one digest of all looks, too."""
    looks = look_at(book)
    return looks, digest_looks(looks)


def look_again(book: str, looks: Looks, written: Collection[str]) -> Looks:
    """Return how a book looks that looked so before some of its files were `written`."""
    found = dict(looks)
    for path in written:
        try:
            seen = os.lstat(f"{book}/{path}")
        except OSError:
            found.pop(path, None)
            continue
        found[path] = (seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_mode)
    return found


def digest_looks(looks: Looks) -> str:
    """Return one digest of all looks; "" where there are none."""
    if not looks:
        return ""
    # In this form equal values have equal bytes; newer ones also tell whether two of them are one object.
    return hashlib.sha256(marshal.dumps(sorted(looks.items()), 2)).hexdigest()


def find_touched(before: Looks, now: Looks, last: Looks, written: Collection[str]) -> str:
    """Return a file that does not look as it did before, or is new or gone; "" where there is none.

    `written` are files that were written in between. Files that are also those of the `last` book have lost their name
    there, and with it the time of their names.
    """
    for path in sorted((before.keys() ^ now.keys()).difference(written)):
        return path
    for path, seen in now.items():
        if path in written or seen == before[path]:
            continue
        was, is_taken = before[path], path in last and last[path][0] == seen[0]
        if not is_taken or (seen[:3], seen[4]) != (was[:3], was[4]):
            return path
    return ""
