"""Read `manifest.json`: what the book says it is made of. Nothing in it is believed before it is checked."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from repobook.verify.findings import Findings
from repobook.verify.roots import Root
from repobook.verify.shown import is_encoding
from repobook.verify.since import Since, find_since
from repobook.verify.stated import Stated, are_files_right, are_inside, decode, read_stated

MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
MAX_MANIFEST_BYTES = 1 << 30

_KEYS: dict[str, type] = {
    "format": int,
    "tool": dict,
    "repository": dict,
    "options": dict,
    "source_root": str,
    "counts": dict,
    "files": list,
    "pages": list,
}
_SHA256 = re.compile(r"[0-9a-f]{64}")
_RELATIVE = re.compile(r"(?:\.\./)*(?:\.\.|(?!\.\.?(?:/|$))[^/\\]+(?:/(?!\.\.?(?:/|$))[^/\\]+)*)")


_PLACE = re.compile(r"(\d{1,9}):(\d{1,9})-(\d{1,9})")


class SourceEntry(msgspec.Struct, frozen=True, gc=False):
    """A documented file, as the manifest states it. A large book has many, so it is small."""

    path: str  # the real one, with surrogate escapes
    sha256: str
    size_bytes: int
    lines: int
    encoding: str
    docs: str
    keywords: str
    masks: tuple[tuple[int, int, int], ...] = ()  # line, first character and end of what is not shown


@dataclass(slots=True)
class Manifest:
    source_root: str = ""
    site_url: str = ""
    markdown_url: str = ""
    has_source_texts: bool = True
    documented: list[SourceEntry] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)  # real path of what has no page -> outcome
    pages: dict[str, tuple[str, int]] = field(default_factory=dict)  # path -> SHA-256 and size in bytes
    since: Since | None = (
        None  # what is stated otherwise than in the manifest of an earlier check, where that is known
    )


def read_manifest(book: Root, findings: Findings, last: bytes = b"") -> tuple[Manifest, bytes] | None:
    """Return what the manifest states, as far as it is of use, and its bytes; None if it is of no use.

    `last` is one of an earlier check that was right and stood in lines.
    """
    try:
        data = book.read(MANIFEST, MAX_MANIFEST_BYTES)
    except FileNotFoundError:
        findings.add(MANIFEST, "manifest_missing", "there is no manifest, so this is not a finished book")
        return None
    except OSError as error:
        findings.add(MANIFEST, "manifest_unreadable", str(error))
        return None
    since = find_since(last, data) if last else None
    quick = decode(data) if since is not None else read_stated(data)
    if quick is not None and (manifest := _take(quick, since)) is not None:
        findings.count("files accounted", len(quick.files))
        return manifest, data
    try:
        stated = json.loads(data)
    except RecursionError:
        findings.add(MANIFEST, "manifest_unreadable", "nested too deeply")
        return None
    except ValueError as error:
        findings.add(MANIFEST, "manifest_unreadable", f"not JSON: {error}")
        return None
    if not isinstance(stated, dict):
        findings.add(MANIFEST, "manifest_key", "not an object")
        return None
    for key, kind in _KEYS.items():
        if type(stated.get(key)) is not kind:
            findings.add(MANIFEST, "manifest_key", f"`{key}` is missing or is no {_WORDS[kind]}")
            return None
    if stated["format"] != 1:
        findings.add(
            MANIFEST, "manifest_format", f"format {stated['format']} is not one that this version reads"
        )
        return None
    return _check(stated, findings), data


def is_inside(path: str) -> bool:
    """Tell whether a path is relative and stays below where it starts, on every system that may read it."""
    if not path or "\0" in path or path.startswith("/"):
        return False
    return not {"", ".", ".."}.intersection(path.split("/"))


def _take(stated: Stated, since: Since | None = None) -> Manifest | None:
    """Return what a manifest states whose pages and counts are in order; None where something else is not.

    Names are not judged where it is known what is stated otherwise `since` they were.
    """
    found = Findings()
    manifest = _start(stated.source_root, stated.options, found)
    manifest.pages = {page.path: (page.sha256, page.size) for page in stated.pages}
    files, paths = stated.files, []
    for file in files:
        path: str | None = file.path
        if not file.path.isascii() or file.path_bytes is not msgspec.UNSET:
            path = _real_path(msgspec.to_builtins(file))
        elif file.path.endswith("/") and file.outcome == "documented":
            return None
        if path is None:
            return None
        paths.append(path)
    if found.problems:
        return None
    if since is None and not (are_inside([_bare(path) for path in paths]) and are_files_right(stated, paths)):
        return None
    manifest.since = since
    for file, path in zip(files, paths, strict=True):
        if file.outcome != "documented":
            manifest.others[path] = file.outcome
            continue
        encoding, masks = file.encoding, _masks(file.masked) if file.masked else ()
        if encoding != "utf-8":
            if not is_encoding(encoding):
                return None
            encoding = _plain_encoding(encoding)
        if masks is None:
            return None
        manifest.documented.append(
            SourceEntry(path, file.sha256, file.size, file.lines, encoding, file.docs, file.keywords, masks)
        )
    return manifest


def _bare(path: str) -> str:
    """Return a path without the slash at its end, which a folder has that was left out as a whole."""
    return path[:-1] if path.endswith("/") else path


def _start(root: str, options: dict[str, Any], findings: Findings) -> Manifest:
    """Return what the head of a manifest states."""
    manifest = Manifest(has_source_texts=options.get("no_source") is not True)
    if root and not root.startswith("https://") and not _RELATIVE.fullmatch(root):
        findings.add(MANIFEST, "bad_source_root", f"`{root}` is neither relative nor an https address")
    else:
        manifest.source_root = root.rstrip("/")
    for name in ("site_url", "markdown_url"):
        address = options.get(name, "")
        if isinstance(address, str) and (not address or address.startswith("https://")):
            setattr(manifest, name, address.rstrip("/"))
        else:
            findings.add(MANIFEST, "manifest_key", f"`{name}` is no https address")
    return manifest


def _check(stated: dict[str, Any], findings: Findings) -> Manifest:
    manifest = _start(stated["source_root"], stated["options"], findings)
    _check_pages(stated["pages"], manifest, findings)
    _check_files(stated["files"], manifest, findings)
    _check_counts(stated, findings)
    return manifest


def _check_pages(pages: list[Any], manifest: Manifest, findings: Findings) -> None:
    for number, page in enumerate(pages):
        path = page.get("path") if isinstance(page, dict) else None
        if not isinstance(path, str) or not is_inside(path) or not _is_page_name(path):
            findings.add(MANIFEST, "bad_path", f"page {number}: {path!r} is no path of a page")
        elif not _is_digest(page.get("sha256")) or not _is_number(page.get("size")):
            findings.add(MANIFEST, "manifest_key", f"page {path}: `sha256` or `size` is missing or wrong")
        else:
            manifest.pages[path] = page["sha256"], page["size"]
    _check_order(pages, "page", findings)
    folded: dict[str, str] = {}
    for path in manifest.pages:
        # Two names that differ only in case are one file on many systems.
        key = path.casefold() if path.isascii() else unicodedata.normalize("NFC", path).casefold()
        if folded.setdefault(key, path) != path:
            findings.add(MANIFEST, "duplicate_path", f"pages {folded[key]} and {path} differ only in case")


def _check_files(files: list[Any], manifest: Manifest, findings: Findings) -> None:
    owners: dict[str, str] = {}
    seen: set[str] = set()
    for number, file in enumerate(files):
        path = _real_path(file)
        if path is None:
            shown = file.get("path") if isinstance(file, dict) else file
            findings.add(
                MANIFEST, "bad_path", f"file {number}: {str(shown)[:200]!r} is no path of a source file"
            )
            continue
        if path in seen:
            findings.add(MANIFEST, "duplicate_path", f"file {path} stands there twice")
            continue
        seen.add(path)
        outcome = file.get("outcome")
        if outcome == "documented":
            entry = _documented(path, file, findings)
            if entry is None:
                continue
            manifest.documented.append(entry)
            for page in (entry.docs, entry.keywords):
                if page not in manifest.pages:
                    findings.add(
                        MANIFEST, "file_without_page", f"file {path}: {page!r} is not among the pages"
                    )
                elif owners.setdefault(page, path) != path or entry.docs == entry.keywords:
                    findings.add(
                        MANIFEST, "duplicate_path", f"page {page} is stated for more than one purpose"
                    )
        elif outcome in ("skipped", "ignored") and isinstance(file.get("reason"), str):
            manifest.others[path] = outcome
        else:
            findings.add(MANIFEST, "manifest_key", f"file {path}: `outcome` or `reason` is missing or wrong")
    _check_order(files, "file", findings)


def _documented(path: str, file: dict[str, Any], findings: Findings) -> SourceEntry | None:
    encoding = file.get("encoding", "utf-8")
    docs, keywords = file.get("docs"), file.get("keywords")
    if not (
        _is_digest(file.get("sha256"))
        and _is_number(file.get("size"))
        and _is_number(file.get("lines"))
        and isinstance(docs, str)
        and isinstance(keywords, str)
    ):
        detail = f"file {path}: `sha256`, `size`, `lines`, `docs` or `keywords` is missing or wrong"
        findings.add(MANIFEST, "manifest_key", detail)
        return None
    if not isinstance(encoding, str) or not is_encoding(encoding):
        findings.add(MANIFEST, "bad_encoding", f"file {path}: {encoding!r} is no codec of text")
        return None
    encoding = _plain_encoding(encoding)
    masks = _masks(file.get("masked", ""))
    if masks is None:
        findings.add(
            MANIFEST, "manifest_key", f"file {path}: `masked` is not a list of places such as 3:10-50"
        )
        return None
    return SourceEntry(path, file["sha256"], file["size"], file["lines"], encoding, docs, keywords, masks)


def _plain_encoding(encoding: str) -> str:
    return "utf-8" if encoding.lower().replace("_", "-") in ("utf-8", "utf8") else encoding


def _masks(stated: object) -> tuple[tuple[int, int, int], ...] | None:
    """Return where the manifest says that text is not shown; None where it is no list of places."""
    if not isinstance(stated, str):
        return None
    masks = []
    for place in stated.split():
        found = _PLACE.fullmatch(place)
        if found is None or int(found[1]) < 1:
            return None
        masks.append((int(found[1]), int(found[2]), int(found[3])))
    return tuple(masks)


def _check_counts(stated: dict[str, Any], findings: Findings) -> None:
    counts = stated["counts"]
    listed = dict.fromkeys(("documented", "skipped", "ignored"), 0)
    for file in stated["files"]:
        outcome = file.get("outcome") if isinstance(file, dict) else None
        if isinstance(outcome, str) and outcome in listed:
            listed[outcome] += 1
    listed["scanned"] = listed["documented"] + listed["skipped"]
    for name, number in listed.items():
        if counts.get(name) != number or not _is_number(counts.get(name)):
            findings.add(
                MANIFEST, "wrong_count", f"`{name}` is {counts.get(name)!r}, but the list holds {number:,}"
            )
    findings.count("files accounted", len(stated["files"]))


def _check_order(entries: Iterable[Any], what: str, findings: Findings) -> None:
    before = ""
    for entry in entries:
        path = entry.get("path") if isinstance(entry, dict) else None
        if isinstance(path, str):
            if path == before and what == "page":
                findings.add(MANIFEST, "duplicate_path", f"{what} {path} stands there twice")
            elif path < before:
                findings.add(MANIFEST, "not_sorted", f"{what} {path} stands after {before}")
            before = path


def _real_path(file: Any) -> str | None:
    """Return the path of a file as the system knows it, or None if it is none or leads astray."""
    if not isinstance(file, dict) or not isinstance(file.get("path"), str):
        return None
    path: str = file["path"]
    if "path_bytes" in file:
        try:
            odd = bytes.fromhex(file["path_bytes"])
        except (TypeError, ValueError):
            return None
        if odd.decode("utf-8", "backslashreplace") != path:
            return None
        path = odd.decode("utf-8", "surrogateescape")
    elif not path.isascii() and not _is_utf8(path):
        return None
    # A folder that was left out as a whole ends in a slash.
    bare = path[:-1] if path.endswith("/") and file.get("outcome") != "documented" else path
    return path if is_inside(bare) else None


def _is_page_name(path: str) -> bool:
    return path.isprintable() and "\\" not in path and path not in (MANIFEST, SUMS) and _is_utf8(path)


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and _SHA256.fullmatch(value) is not None


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


_WORDS = {int: "number", dict: "object", str: "text", list: "list"}
