"""Copy a file."""

from __future__ import annotations

import os
import shutil


def copy_file(path: str, place: str) -> None:
    """Copy a file's bytes; the system does it by itself, where it can: a fifth of the time."""
    if not _copy_within(path, place):
        shutil.copyfile(path, place)


def _copy_within(path: str, place: str) -> bool:
    try:
        with open(path, "rb", buffering=0) as source, open(place, "wb", buffering=0) as copy:
            left = os.fstat(source.fileno()).st_size
            while left and (done := os.copy_file_range(source.fileno(), copy.fileno(), left)):
                left -= done
        return not left
    except (OSError, AttributeError):
        return False
