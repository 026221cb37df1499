"""How files look from outside: enough to see that none was touched."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Collection, Iterable, Mapping

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


def look_at(
    book: str, among: Iterable[str] = ("",), apart: Collection[str] = frozenset()
) -> tuple[Looks, Looks]:
    """Look at every file of a book, by its path in it, and at its folders; nothing where a part of it cannot be looked at.

    It is looked for in the folders `among` its own, and in those inside of them that are not set `apart`. A folder has `/`
    behind its path but the book itself; one that would look the same if something came into it now is `UNSURE`.
    """
    looks: Looks = {}
    folders: Looks = {}
    waiting = list(among)
    fresh = fresh_from()
    while waiting:
        folder = waiting.pop()
        try:
            # Before it is listed: what comes in later is seen.
            own = as_seen(os.lstat(f"{book}/{folder}".rstrip("/")))
            folders[folder] = own if own[3] < fresh else UNSURE
            with os.scandir(f"{book}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if path + "/" not in apart:
                            waiting.append(path + "/")
                        continue
                    looks[path] = as_seen(entry.stat(follow_symlinks=False))
        except OSError:
            return {}, {}
    return looks, folders


def holds_names(book: str, folders: Collection[str], files: Iterable[str], known: Collection[str]) -> bool:
    """Tell whether folders of a book hold those of its `files` that lie there, folders that are `known`, and nothing else."""
    wanted = {path for path in files if path[: path.rfind("/") + 1] in folders}
    seen = 0
    try:
        for folder in folders:
            with os.scandir(f"{book}/{folder}") as found:
                for entry in found:
                    path = folder + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if path + "/" not in known:
                            return False
                    elif path in wanted:
                        seen += 1
                    else:
                        return False
    except OSError:
        return False
    return seen == len(wanted)


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return the folders that files lie in, and those around them, each with `/` behind it but the first."""
    found = {""}
    for path in paths:
        end = path.rfind("/") + 1
        while end and path[:end] not in found:
            found.add(path[:end])
            end = path.rfind("/", 0, end - 1) + 1
    return found


def look_at_folders(book: str, folders: Iterable[str]) -> Looks:
    """Look at folders of a book; one that is not there, or would look the same if something came into it now, is `UNSURE`."""
    fresh = fresh_from()
    looks: Looks = {}
    for folder in folders:
        try:
            seen = as_seen(os.lstat(f"{book}/{folder}".rstrip("/")))
        except OSError:
            seen = UNSURE
        looks[folder] = seen if seen[3] < fresh else UNSURE
    return looks


def find_restless(book: str, folders: Mapping[str, Seen]) -> list[str] | None:
    """Return folders that do not look as they did, so that names may have come or gone; None where one is no folder any more."""
    restless = []
    try:
        for folder, seen in folders.items():
            now = as_seen(os.lstat(f"{book}/{folder}".rstrip("/")))
            if now != seen:
                if not stat.S_ISDIR(now[4]):
                    return None
                restless.append(folder)
    except OSError:
        return None
    return restless


def look_again(book: str, looks: Looks, written: Collection[str]) -> Looks:
    """Return how a book looks that looked so before some of its files were `written`."""
    found = dict(looks)
    for path in written:
        try:
            found[path] = as_seen(os.lstat(f"{book}/{path}"))
        except OSError:
            found.pop(path, None)
    return found


def outside(looks: Looks) -> Looks:
    """Return what stays of looks when a file gets or loses a second name, or is copied as it is."""
    return {path: (0, size, written, 0, mode) for path, (_, size, written, _, mode) in looks.items()}


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
