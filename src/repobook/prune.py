"""Take names out of a folder of our own, and nothing else: it goes by descriptors, and no link is followed.

Whatever is swapped meanwhile, nothing outside of the folder is reached.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

# Says of a path below the folder, and of the number of the file that stands there, whether it stays.
Stays = Callable[[str, int], bool]


def remove_folder(path: str) -> None:
    """Remove a folder with all that it holds; a link in its place is removed, never followed."""
    if os.path.islink(path) or os.path.isfile(path):
        os.unlink(path)
    elif os.path.lexists(path):
        prune(path, lambda path, inode: False)
        os.rmdir(path)


def prune(path: str, stays: Stays, inside: str = "", apart: Collection[str] = ()) -> None:
    """Remove all names below `path` that do not stay, and folders that hold nothing then; it stays itself.

    Only those below one folder `inside` of it are looked at, where it is given with `/` behind it; but none in folders that
    are set `apart`.
    """
    folder = os.open(path, _FOLDER)
    try:
        for name in inside.split("/")[:-1]:
            inner = os.open(name, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        _prune(folder, inside, stays, apart)
    finally:
        os.close(folder)


def _prune(folder: int, path: str, stays: Stays, apart: Collection[str]) -> bool:
    """Prune an open folder, whose path ends in a slash; tell whether it holds something still."""
    below: list[str] = []
    gone: list[str] = []
    is_used = False
    with os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                below.append(entry.name)
            elif stays(path + entry.name, entry.inode()):
                is_used = True
            else:
                gone.append(entry.name)
    for name in gone:
        os.unlink(name, dir_fd=folder)
    for name in below:
        if f"{path}{name}/" in apart:
            is_used = True
            continue
        inner = os.open(name, _FOLDER, dir_fd=folder)
        try:
            stays_inside = _prune(inner, f"{path}{name}/", stays, apart)
        finally:
            os.close(inner)
        if stays_inside:
            is_used = True
        else:
            os.rmdir(name, dir_fd=folder)
    return is_used
