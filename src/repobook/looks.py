"""How files look from outside: enough to see that none was touched."""

from __future__ import annotations

import hashlib
import marshal
import os
import time
from collections.abc import Collection

# Of each file: inode, size, time of its bytes, time of its bytes, names or rights, kind and rights.
Seen = tuple[int, int, int, int, int]
Looks = dict[str, Seen]

# What was changed so short a time before it was looked at could be changed once more and look the same: the clocks of
# file systems tick every few thousandths of a second, those of some every two seconds.
FRESH_SECONDS = 2.0
UNSURE: Seen = (0, 0, 0, 0, 0)  # no file looks so


def as_seen(status: os.stat_result) -> Seen:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_mode


def fresh_from() -> int:
    """Return the time from which on a change is fresh now, as looks state it."""
    return time.time_ns() - int(FRESH_SECONDS * 1e9)


def look_at(book: str, folders: Looks | None = None) -> Looks:
    """Look at every file of a book, by its path in it; nothing where a part of it cannot be looked at.

    `folders` takes how its folders look, each with `/` behind it but the book itself; one that would look the same if
    something came into it now is `UNSURE`.
    """
    looks: Looks = {}
    waiting = [""]
    fresh = fresh_from()
    while waiting:
        folder = waiting.pop()
        try:
            if folders is not None:  # before it is listed: what comes in later is seen
                own = as_seen(os.lstat(f"{book}/{folder}".rstrip("/")))
                folders[folder] = own if own[3] < fresh else UNSURE
            with os.scandir(f"{book}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path + "/")
                        continue
                    looks[path] = as_seen(entry.stat(follow_symlinks=False))
        except OSError:
            return {}
    return looks


def look_and_digest(book: str) -> tuple[Looks, str, Looks]:
    """Look at every file of a book; return one digest of all looks, too, and how its folders look."""
    folders: Looks = {}
    looks = look_at(book, folders)
    return looks, digest_looks(looks), folders


def look_again(book: str, looks: Looks, written: Collection[str]) -> Looks:
    """Return how a book looks that looked so before some of its files were `written`."""
    found = dict(looks)
    for path in written:
        try:
            found[path] = as_seen(os.lstat(f"{book}/{path}"))
        except OSError:
            found.pop(path, None)
    return found


def digest_looks(looks: Looks) -> str:
    """Return one digest of all looks; "" where there are none."""
    if not looks:
        return ""
    paths = sorted(looks)
    digest = hashlib.sha256("\0".join(paths).encode("utf-8", "surrogateescape"))
    # In this form equal values have equal bytes; newer ones also tell whether two of them are one object.
    digest.update(marshal.dumps([looks[path] for path in paths], 2))
    return digest.hexdigest()


def digest_outside(looks: Looks) -> str:
    """Return one digest of what stays of a file's looks when it gets or loses a second name, or is copied as it is."""
    return digest_looks(
        {path: (0, size, written, 0, mode) for path, (_, size, written, _, mode) in looks.items()}
    )


def holds_sums(book: str, looks: Looks, name: str, digest: str) -> bool:
    """Tell whether a book is what its list of checksums says, the file `name`, which has this digest."""
    try:
        with open(f"{book}/{name}", "rb") as stream:
            listed = stream.read()
        if hashlib.sha256(listed).hexdigest() != digest:
            return False
        sums = {
            path: stated for stated, path in (line.split("  ", 1) for line in listed.decode().splitlines())
        }
        if sums.keys() | {name} != looks.keys():
            return False
        for path, stated in sums.items():
            with open(os.open(f"{book}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as stream:
                if hashlib.file_digest(stream, "sha256").hexdigest() != stated:
                    return False
    except (OSError, ValueError):
        return False
    return True


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
