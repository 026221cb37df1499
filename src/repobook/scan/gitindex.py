"""Which files git tracks, read from `.git/index` without running git.

Running git inside a repository that we did not write is not safe: its configuration may name programs that
even `git ls-files` starts. The index is a plain list, so we read it: versions 2, 3 and 4, SHA-1 or SHA-256.
Format: https://git-scm.com/docs/index-format
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

MAX_BYTES = 256 * 1024 * 1024
MAX_PATH_BYTES = 64 * 1024

_STAT_BYTES = 40  # times, device, inode, mode, owner, size
_EXTENDED = 0x4000
_GITLINK = 0o160000


class BrokenIndex(ValueError):
    """The index cannot be read; the message says why."""


@dataclass(frozen=True)
class Tracked:
    """The paths in an index."""

    files: frozenset[str] = frozenset()
    submodules: frozenset[str] = frozenset()
    note: str = ""  # what the reader of the report should know

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a tracked file, at any depth."""
        found: set[str] = set()
        for path in self.files:
            end = path.rfind("/")
            while end > 0:
                folder = path[:end]
                if folder in found:
                    break
                found.add(folder)
                end = path.rfind("/", 0, end)
        return frozenset(found)


def parse_index(data: bytes) -> Tracked:
    """Return the tracked paths. Raises BrokenIndex for anything that is not a whole, valid index."""
    if len(data) < 32 or data[:4] != b"DIRC":
        raise BrokenIndex("not an index")
    version = int.from_bytes(data[4:8], "big")
    count = int.from_bytes(data[8:12], "big")
    if version not in (2, 3, 4):
        raise BrokenIndex(f"index version {version} is not known")
    name_bytes = _hash_length(data)
    end = len(data) - name_bytes
    if count * (_STAT_BYTES + name_bytes + 2) > end:
        raise BrokenIndex(f"too short for {count:,} entries")
    files, submodules, at = _entries(data, version, count, name_bytes, end)
    note = _extension_note(data, at, end)
    return Tracked(frozenset(files), frozenset(submodules), note)


def _entries(
    data: bytes, version: int, count: int, name_bytes: int, end: int
) -> tuple[list[str], list[str], int]:
    files: list[str] = []
    submodules: list[str] = []
    at = 12
    previous = b""
    for _ in range(count):
        flags_at = at + _STAT_BYTES + name_bytes
        if flags_at + 3 > end:
            raise BrokenIndex("ends in the middle of an entry")
        mode = (data[at + 26] << 8) | data[at + 27]
        path_at = flags_at + 2
        if data[flags_at] & (_EXTENDED >> 8):
            path_at += 2
        if version == 4:
            cut, path_at = _varint(data, path_at, end)
            if cut > len(previous):
                raise BrokenIndex("an entry shortens a path that is not there")
            stop = _find_nul(data, path_at, end)
            path = previous[: len(previous) - cut] + data[path_at:stop]
            at = stop + 1
        else:
            stop = _find_nul(data, path_at, end)
            path = data[path_at:stop]
            at += (stop - at + 8) & ~7  # 1 to 8 NULs, so that each entry is a multiple of 8 bytes long
        previous = path
        (submodules if mode & 0o170000 == _GITLINK else files).append(path.decode("utf-8", "surrogateescape"))
    return files, submodules, at


def _find_nul(data: bytes, start: int, end: int) -> int:
    stop = data.find(b"\0", start, min(end, start + MAX_PATH_BYTES))
    if stop < 0:
        raise BrokenIndex("a path does not end")
    return stop


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Read git's offset encoding: seven bits a byte, the highest first, plus one for each further byte."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        if at >= end or value > MAX_PATH_BYTES:
            raise BrokenIndex("a path length does not end")
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return value, at + 1


def _hash_length(data: bytes) -> int:
    """The index ends in a hash of itself; which hash it is tells how long object names are."""
    view = memoryview(data)
    if hashlib.sha1(view[:-20], usedforsecurity=False).digest() == data[-20:]:
        return 20
    if hashlib.sha256(view[:-32]).digest() == data[-32:]:
        return 32
    if not any(data[-20:]):  # index.skipHash
        return 20
    raise BrokenIndex("its checksum does not fit")


def _extension_note(data: bytes, at: int, end: int) -> str:
    while at + 8 <= end:
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        if data[at : at + 4] == b"link" and any(data[at + 8 : at + 28]):
            return "a split index: ignore rules apply to tracked files as well"
        at += 8 + size
    return ""
