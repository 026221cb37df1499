"""Where the links of the book lead.

A link's target is decoded once, part by part, and then has to name a page of the book or, through
`source_root`, a file of the repository. Nothing is opened here: what exists is what the manifest lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from posixpath import normpath
from urllib.parse import unquote_to_bytes

from repobook.verify.book import MANIFEST, SUMS, Manifest

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")
_UP = "../" * 2000
# A query, an entity (which can hide a scheme), an escape.
_ODD_SIGN = re.compile(r"[?&\\]")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


# What the path of a link leads to: code and text of a problem, or else a page, or else the real path of a
# file or folder of the repository. A plain tuple, because a large book makes a million of them.
Target = tuple[str, str, str, str]


class Resolver:
    """Knows every name that a link may lead to."""

    def __init__(self, manifest: Manifest, pending: frozenset[str]) -> None:
        self._pages = frozenset(manifest.pages) | pending | {MANIFEST, SUMS}
        self._root = manifest.source_root
        self._is_web = self._root.startswith("https://")
        self._depth = self._root.count("/") + 1
        self._folder, self._above = "", [""]
        self._sources = find_sources(manifest)

    def guess(self, page: str, path: str) -> str:
        """Return the page that a link most likely leads to. If there is a page of that name, it does.

        Nearly every link goes up some folders and then down to a page, with nothing to decode. The name of a
        page has no `.` or `..` in it, so what is found by that name is rightly found.
        """
        folder = page.rpartition("/")[0]
        if folder != self._folder:
            self._folder, self._above = folder, _folders_above(folder)
        up = (path.rfind("../") + 3) // 3 if ".." in path else 0
        if up >= len(self._above) or not path.startswith(_UP[: 3 * up]) or ":" in path:
            return ""
        return self._above[up] + path[3 * up :]

    def resolve(self, page: str, path: str) -> Target:
        """Return where a link on a page leads. `path` is the target as written, without its fragment."""
        folder = page.rpartition("/")[0]
        if _SCHEME.match(path):
            if self._is_web and (path + "/").startswith(self._root + "/"):
                return self._find_source(path[len(self._root) + 1 :], path)
            return "bad_scheme", f"{path} is neither relative nor made from the source root", "", ""
        if not path or path.startswith("/"):
            return "link_outside", f"{path} leaves the book", "", ""
        if odd := _ODD_SIGN.search(path):
            return "bad_link", f"{path} holds `{odd[0]}`, which is not encoded", "", ""
        decoded = _decode_path(path)
        if decoded is None:
            return "bad_link", f"{path} is not a percent-encoded path", "", ""
        where = normpath(f"{folder}/{decoded}" if folder else decoded)
        if where in self._pages:
            if path.endswith("/"):
                return "broken_link", f"{path} names a page as if it were a folder", "", ""
            return "", "", where, ""
        if where == ".." or where.startswith("../"):
            if self._root and not self._is_web:
                parts = where.split("/")
                if "/".join(parts[: self._depth]) == self._root:
                    return self._find_source("/".join(parts[self._depth :]), path, is_decoded=True)
            return "link_outside", f"{path} leaves the book", "", ""
        return "broken_link", f"{path} is not a page of this book", "", ""

    def _find_source(self, path: str, written: str, *, is_decoded: bool = False) -> Target:
        decoded = path if is_decoded else _decode_path(path)
        if decoded is None:
            return "bad_link", f"{written} is not a percent-encoded path", "", ""
        bare = decoded.rstrip("/")
        if not bare or bare in self._sources:
            return "", "", "", bare or "."
        if ".." in bare.split("/"):
            return "link_outside", f"{written} leaves the repository", "", ""
        return "broken_link", f"{written} is not a file of the repository", "", ""


def find_sources(manifest: Manifest) -> set[str]:
    """Return the files and folders of the repository that links may lead to: none without a source root."""
    sources: set[str] = set()
    if manifest.source_root:
        sources.update(entry.path for entry in manifest.documented)
        sources.update(path.rstrip("/") for path in manifest.others)
        sources.update(_folders_of(sources))
    return sources


def _folders_above(folder: str) -> list[str]:
    """Return a folder and those above it, each as the beginning of a path."""
    above = [folder + "/"] if folder else []
    while folder:
        folder = folder.rpartition("/")[0]
        above.append(folder + "/" if folder else "")
    return above or [""]


def _folders_of(paths: Iterable[str]) -> set[str]:
    folders: set[str] = set()
    for path in paths:
        while (path := path.rpartition("/")[0]) and path not in folders:
            folders.add(path)
    return folders


def _decode_path(path: str) -> str | None:
    """Decode a path part by part; None if a part would become several or something unspeakable."""
    if "%" not in path:
        return path if path.isascii() else None
    if not path.isascii() or _BAD_PERCENT.search(path):
        return None
    parts = [unquote_to_bytes(part) for part in path.split("/")]
    if any(b"/" in part or b"\0" in part for part in parts):
        return None
    return b"/".join(parts).decode("utf-8", "surrogateescape")


def decode_anchor(fragment: str) -> str | None:
    """Decode a fragment; None if it is no percent-encoded UTF-8."""
    if "%" not in fragment:
        return None if _ODD_SIGN.search(fragment) else fragment
    if _BAD_PERCENT.search(fragment):
        return None
    try:
        return unquote_to_bytes(fragment).decode("utf-8")
    except UnicodeDecodeError:
        return None
