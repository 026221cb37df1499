"""Where links lead, worked out from their text. No target is ever opened."""

from __future__ import annotations

import errno
import os

from repobook.scan.paths import path_bytes, path_text

_MAX_HOPS = 40  # as Linux does


def resolve_link(path: str, links: dict[str, str], root: str, root_descriptor: int) -> tuple[str, str]:
    """Return the skip reason for the link at `path`, and where it leads.

    `links` holds the links that the walk met; others (in ignored folders) are looked up.
    """
    current = path.split("/")
    pending = [current.pop()]
    hops = 0
    is_missing = False
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not current:
                return "symlink_outside", links[path]
            current.pop()
            continue
        current.append(part)
        if is_missing:
            continue
        candidate = "/".join(current)
        target = links.get(candidate)
        if target is None:
            try:
                target = read_link(root_descriptor, candidate)
            except OSError as error:
                # EINVAL says that it is there and no link.
                is_missing = error.errno != errno.EINVAL
                continue
        hops += 1
        if hops > _MAX_HOPS:
            return "symlink_loop", links[path]
        current.pop()
        if target.startswith("/"):
            if target != root and not target.startswith(root.rstrip("/") + "/"):
                return "symlink_outside", links[path]
            target = target[len(root) :]
            current = []
        pending += reversed(target.split("/"))
    resolved = "/".join(current) or "."
    return "symlink", f"{resolved} (missing)" if is_missing else resolved


def read_link(folder: int, path: str) -> str:
    """Return the text of a link."""
    return path_text(os.readlink(path_bytes(path), dir_fd=folder))
