"""Source path -> page path, one-to-one for every legal name, also where case does not count and on Windows."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable

MAX_PART_BYTES = 200  # leaves room for `_docs.md` and a temporary suffix within 255

_GENERATED = re.compile(r"(?:(?:index|doc|sub)(?:-[\w-]+)?\.md|.*_(?:docs|kw)\.md)", re.I | re.S)
_GENERATED_AT_TOP = frozenset(
    {
        "readme.md",
        "keywords",
        "keywords.md",
        "chapters",
        "comprehensive_book.md",
        "rules.md",
        "verification_report.md",
        "manifest.json",
        "sha256sums",
        "book.db",
        "site",
        "llms.txt",
        ".nojekyll",
    }
)
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.I | re.S)
_PLAIN = re.compile(
    r"[A-Za-z0-9_+@=,-][A-Za-z0-9._+@=, -]*[A-Za-z0-9_+@=,-]|[A-Za-z0-9_+@=,-]|\.[A-Za-z0-9_][A-Za-z0-9._-]*[A-Za-z0-9_-]"
)
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-+@=, ")


def page_names(folders: Iterable[str], files: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the page folder of every folder, and the page path without suffix of every file."""
    children: dict[str, list[tuple[str, bool]]] = {}
    for path in folders:
        if path:
            children.setdefault(os.path.dirname(path), []).append((os.path.basename(path), True))
    for path in files:
        folder, _, name = path.rpartition("/")
        children.setdefault(folder, []).append((name, False))
    folder_pages = {"": ""}
    file_pages: dict[str, str] = {}
    for folder in sorted(children, key=lambda path: (path.count("/") if path else -1, path)):
        prefix = folder_pages[folder] + "/" if folder else ""
        source = folder + "/" if folder else ""
        for is_folder, pages in ((True, folder_pages), (False, file_pages)):
            names = [name for name, kind in children[folder] if kind == is_folder]
            for name, encoded in _encode_siblings(names, is_folder, is_top=not folder).items():
                pages[source + name] = prefix + encoded
    return folder_pages, file_pages


def _encode_siblings(names: list[str], is_folder: bool, is_top: bool) -> dict[str, str]:
    encoded = {name: encode_part(name) for name in names}
    keys: dict[str, int] = {}
    for part in encoded.values():
        key = _fold(part)
        keys[key] = keys.get(key, 0) + 1
    for name, part in encoded.items():
        must_differ = keys[_fold(part)] > 1
        if is_folder:
            must_differ = (
                must_differ
                or bool(_GENERATED.fullmatch(part))
                or (is_top and part.lower() in _GENERATED_AT_TOP)
            )
        if must_differ:
            encoded[name] = f"{part[:MAX_PART_BYTES]}~{_digest(name)[:8]}"
    return encoded


def encode_part(name: str) -> str:
    """Return one part of a path as a name that every file system takes."""
    if _PLAIN.fullmatch(name) and len(name) <= MAX_PART_BYTES and not _DEVICES.fullmatch(name):
        return name
    out = []
    last = len(name) - 1
    for at, char in enumerate(name):
        is_edge = (char == " " and at in (0, last)) or (char == "." and at == last)
        if (char in _SAFE and not is_edge) or (
            not char.isascii() and char.isalnum() and unicodedata.is_normalized("NFC", char)
        ):
            out.append(char)
        else:
            out.extend(f"~{byte:02X}" for byte in os.fsencode(char))
    part = "".join(out)
    raw = part.encode()
    if len(raw) > MAX_PART_BYTES:
        part = raw[: MAX_PART_BYTES - 17].decode(errors="ignore").rstrip("~. ") + "~" + _digest(name)[:16]
    if _DEVICES.fullmatch(part):
        base, dot, rest = part.partition(".")  # Windows takes `con.py` for the device, too
        return f"{base}~{_digest(name)[:8]}{dot}{rest}"
    return part


def _fold(part: str) -> str:
    return unicodedata.normalize("NFC", part.casefold())


def _digest(name: str) -> str:
    return hashlib.sha256(os.fsencode(name)).hexdigest()
