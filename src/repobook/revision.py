"""The revision that a work tree is at, read from git's own files. git itself is never run on them."""

from __future__ import annotations

import os
import re

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def read_revision(root: str) -> str:
    """Return the commit of HEAD, or "" where there is none to be read inside the tree."""
    git = os.path.join(root, ".git")
    head = _read(os.path.join(git, "HEAD")) if os.path.isdir(git) and not os.path.islink(git) else ""
    if _HASH.fullmatch(head):
        return head
    if (
        not head.startswith("ref: refs/")
        or ".." in head
        or not re.fullmatch(r"ref: refs/[\w./+@-]{1,200}", head)
    ):
        return ""
    name = head[5:]
    direct = _read(os.path.join(git, name))
    if _HASH.fullmatch(direct):
        return direct
    for line in _read(os.path.join(git, "packed-refs"), 4_000_000).split("\n"):
        digest, _, ref = line.partition(" ")
        if ref == name and _HASH.fullmatch(digest):
            return digest
    return ""


def _read(path: str, limit: int = 400) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            return stream.read(limit).decode("utf-8", "replace").strip()
    except OSError:
        return ""
