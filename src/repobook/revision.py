"""The revision that a work tree is at, read from git's own files. git itself is never run on them."""

from __future__ import annotations

import os
import re

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
# What git allows in the name of a branch, and no way out of its folder.
_REF = re.compile(r"refs(?:/(?![.])[^\x00-\x20\x7f~^:?*\[\\/]+)+")
_MAX_LEADS = 5  # of one name to another, as git follows them
_MAX_PACKED = 64_000_000


def read_revision(root: str) -> str:
    """Return the commit of HEAD, or "" where there is none to be read inside the tree."""
    git = os.path.join(root, ".git")
    if not os.path.isdir(git) or os.path.islink(git):
        return ""
    said = _read(os.path.join(git, "HEAD"))
    name = ""
    for _ in range(_MAX_LEADS):
        if _HASH.fullmatch(said):
            return said
        name = said.removeprefix("ref:").lstrip(" \t") if said.startswith("ref:") else ""
        if not _REF.fullmatch(name) or ".." in name or "@{" in name or len(name) > 1000:
            return ""
        said = _read(os.path.join(git, name))
        if not said:
            return _packed(git, name)
    return ""


def _packed(git: str, name: str) -> str:
    refs = _read_bytes(os.path.join(git, "packed-refs"), _MAX_PACKED) + b"\n"
    wanted = b" " + os.fsencode(name) + b"\n"
    at = refs.find(wanted)  # of a million branches, no list is made
    while at >= 0:
        said = refs[max(0, at - 65) : at].rpartition(b"\n")[2].decode("latin-1")
        if _HASH.fullmatch(said):
            return said
        at = refs.find(wanted, at + 1)
    return ""


def _read(path: str) -> str:
    return os.fsdecode(_read_bytes(path, 2000)).strip("\r\n \t")


def _read_bytes(path: str, limit: int) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            return stream.read(limit) or b""
    except OSError:
        return b""
