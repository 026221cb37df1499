"""Files that belong together, each with its reason."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict

from repobook.store import Writer

_HEADERS = (".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".pyi", ".d.ts")
_TEST_MARKS = re.compile(
    r"^(?:tests?|spec)[_-]|[_.-](?:tests?|spec|unittest)$|(?<=[a-z0-9])(?:Tests?|Spec|IT)$", re.I
)
_COMMON = frozenset(
    {
        "__init__",
        "index",
        "main",
        "mod",
        "lib",
        "readme",
        "makefile",
        "cmakelists",
        "build",
        "setup",
        "config",
        "conftest",
        "utils",
        "util",
        "common",
        "types",
        "test",
        "tests",
        "package",
        "license",
        "changelog",
        "targets",
        "defs",
    }
)
MAX_GROUP = 12


def link_related(store: Writer) -> None:
    """Fill `related`: the same subject in another file, by name; imports are read from their own table."""
    groups: dict[str, list[tuple[int, str, str, int]]] = defaultdict(list)
    query = "SELECT id, path, kind, folder_id, language FROM file WHERE outcome = 'documented' AND lines > 0 ORDER BY id"
    languages: dict[int, str] = {}
    for file_id, path, kind, folder_id, language in store.connection.execute(query):
        stem = subject(path)
        if stem and stem not in _COMMON and len(stem) > 2:
            groups[stem].append((file_id, path, kind, folder_id))
            languages[file_id] = language
    rows = []
    for members in groups.values():
        if 2 <= len(members) <= MAX_GROUP:
            for member in members:
                for other in members:
                    if member is not other and (reason := _reason(member, other, languages)):
                        rows.append((member[0], other[0], *reason))
    rows.sort(key=lambda row: (row[0], -row[3], row[1]))
    store.write("INSERT INTO related (file_id, other_id, reason, weight) VALUES (?, ?, ?, ?)", rows)


def subject(path: str) -> str:
    """Return what a file is about by its name: `test_linear.py`, `Linear.cpp` and `linear.md` share a subject."""
    stem = posixpath.basename(path)
    for ending in _HEADERS:
        if stem.endswith(ending):
            stem = stem[: -len(ending)]
            break
    else:
        stem = stem.split(".", 1)[0] if not stem.startswith(".") else ""
    return _TEST_MARKS.sub("", stem).replace("_", "").replace("-", "").lower()


def _reason(
    one: tuple[int, str, str, int], other: tuple[int, str, str, int], languages: dict[int, str]
) -> tuple[str, float] | None:
    is_same_folder = one[3] == other[3]
    if one[1].endswith(_HEADERS) != other[1].endswith(_HEADERS) and one[2] == other[2]:
        if (
            is_same_folder
            or posixpath.basename(one[1]).split(".")[0] == posixpath.basename(other[1]).split(".")[0]
        ):
            return (
                "declares what this file defines"
                if other[1].endswith(_HEADERS)
                else "defines what this file declares"
            ), 3.0
        return None
    if (one[2] == "test") != (other[2] == "test") and {one[2], other[2]} <= {"test", "source"}:
        return (
            "tests this subject, by its name"
            if other[2] == "test"
            else "the subject of this test, by its name"
        ), 2.0
    if languages[one[0]] != languages[other[0]]:
        return f"the same subject in {languages[other[0]] or 'plain text'}", 1.5
    if (
        not is_same_folder
        and posixpath.basename(one[1]) == posixpath.basename(other[1])
        and one[2] == other[2] == "source"
    ):
        return "the same name in another folder", 0.5
    return None
