"""Files that belong together, each with its reason."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import NamedTuple

from repobook.link.tests import TEST_NAME
from repobook.store import Writer

_HEADERS = (".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".pyi", ".d.ts")
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
_SAME_NAME = " of the same name"


# Folders that say how a project is laid out, not what a file is about.
_LAYOUT = frozenset(
    [
        "test",
        "tests",
        "testing",
        "spec",
        "specs",
        "__tests__",
        "unit",
        "unittest",
        "unittests",
        "unit_tests",
        "integration",
        "functional",
        "e2e",
        "src",
        "lib",
        "libs",
        "main",
        "source",
        "sources",
        "java",
        "kotlin",
        "scala",
        "python",
        "cpp",
        "include",
        "pkg",
        "packages",
        "internal",
        "app",
        "core",
    ]
)


class _File(NamedTuple):
    id: int
    path: str
    kind: str
    folder: int
    language: str


def link_related(store: Writer) -> None:
    """Add to `related` the same subject in another file, by name; imports are read from their own table.

    A header and a source of one name wait until names are resolved: there may be more to say of them.
    """
    groups: dict[str, list[_File]] = defaultdict(list)
    query = "SELECT id, path, kind, folder_id, language FROM file WHERE outcome = 'documented' AND lines > 0 ORDER BY id"
    for row in store.ask(query):
        file = _File(*row)
        stem = subject(file.path)
        if stem and stem not in _COMMON and len(stem) > 2:
            groups[stem].append(file)
    tests = Tests(store)
    rows = []
    for members in groups.values():
        if 2 <= len(members) <= MAX_GROUP:
            sources = [member for member in members if member.kind == "source"]
            for member in members:
                for other in members:
                    if member is not other and (reason := _reason(member, other, sources, tests)):
                        rows.append((member.id, other.id, *reason))
    rows.sort(key=lambda row: (row[0], -row[3], row[1]))
    store.add_related("subject", [row for row in rows if not row[2].endswith(_SAME_NAME)])
    store.write(
        "INSERT INTO scratch.namesake VALUES (?, ?, ?, ?)",
        [row for row in rows if row[2].endswith(_SAME_NAME)],
    )


class Tests:
    """Which files hold tests, and what these import."""

    def __init__(self, store: Writer) -> None:
        execute = store.ask
        self._files = {file for (file,) in execute("SELECT DISTINCT file_id FROM test_case")}
        self._asked: dict[int, set[int]] = defaultdict(set)
        for test, file in execute(
            "SELECT i.file_id, i.target_file FROM import i JOIN file t ON t.id = i.file_id"
            " WHERE t.kind = 'test' AND i.target_file IS NOT NULL"
        ):
            self._asked[test].add(file)

    def holds(self, file: int) -> bool:
        return file in self._files

    def means(self, test: int, path: str, source: int, place: str, rivals: dict[int, str]) -> bool:
        """Tell whether a test may be for a source of its subject: it imports it, or none of its rivals is nearer.

        `rivals`: the sources of that subject in one language, this one too, each with its path.
        """
        if test not in self._files:
            return False
        asked = self._asked.get(test, set())
        if source in asked:
            return True
        is_header = place.endswith(_HEADERS)
        if named := [rivals[file] for file in sorted(asked) if file in rivals]:
            # A test that includes the header tests the source, too.
            return any(other.endswith(_HEADERS) != is_header for other in named)
        own = _place(path)
        fits = {
            file: _fit(own, _place(other))
            for file, other in rivals.items()
            if other.endswith(_HEADERS) == is_header
        }
        best = max(fits.values())
        return fits[source] == best and list(fits.values()).count(best) == 1


def _place(path: str) -> list[str]:
    """Return the folders of a path that tell what a file is about."""
    return [part.lower() for part in path.split("/")[:-1] if part.lower() not in _LAYOUT]


def _fit(one: list[str], other: list[str]) -> int:
    """Return how many folders of a test the source lies in, too."""
    return len(set(one) & set(other))


def subject(path: str) -> str:
    """Return what a file is about by its name: `test_linear.py`, `Linear.cpp` and `linear.md` share a subject."""
    stem = path.rpartition("/")[2]
    if stem.endswith(_HEADERS):
        stem = stem[: -len(next(ending for ending in _HEADERS if stem.endswith(ending)))]
    else:
        stem = stem.split(".", 1)[0] if not stem.startswith(".") else ""
    return TEST_NAME.sub("", stem).replace("_", "").replace("-", "").lower()


def _reason(one: _File, other: _File, sources: list[_File], tests: Tests) -> tuple[str, float] | None:
    is_same_folder = one.folder == other.folder
    if one.path.endswith(_HEADERS) != other.path.endswith(_HEADERS) and one.kind == other.kind:
        # That one declares what the other defines is known when names are resolved.
        if is_same_folder and _stem(one.path) == _stem(other.path):
            word = "header" if other.path.endswith(_HEADERS) else "source"
            return f"the {word}{_SAME_NAME}", 1.6
        return None
    if (one.kind == "test") != (other.kind == "test") and {one.kind, other.kind} <= {"test", "source"}:
        test, source = (one, other) if one.kind == "test" else (other, one)
        rivals = {file.id: file.path for file in sources if file.language == source.language}
        if not tests.means(test.id, test.path, source.id, source.path, rivals):
            return None
        return (
            "tests this subject, by its name" if other is test else "the subject of this test, by its name"
        ), 2.0
    if one.language != other.language:
        if "SVG" in (one.language, other.language) and not is_same_folder:
            return None  # a picture that has a name in common with something else shows it or not
        return f"the same subject in {other.language or 'plain text'}", 1.5
    if (
        not is_same_folder
        and posixpath.basename(one.path) == posixpath.basename(other.path)
        and one.kind == other.kind == "source"
    ):
        return "the same name in another folder", 0.5
    return None


def _stem(path: str) -> str:
    return posixpath.basename(path).split(".")[0]
