"""How the files of a book look from outside: enough to see that none was touched."""

from __future__ import annotations

import hashlib
import marshal
import os

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


def digest_looks(looks: Looks) -> str:
    """Return one digest of all looks; "" where there are none."""
    if not looks:
        return ""
    # In this form equal values have equal bytes; newer ones also tell whether two of them are one object.
    return hashlib.sha256(marshal.dumps(sorted(looks.items()), 2)).hexdigest()
