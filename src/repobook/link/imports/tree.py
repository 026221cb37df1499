"""What every rule is given: the paths of the repository, and the words of an answer."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

_TEST = frozenset({"test", "tests", "jvmTest", "commonTest", "androidTest", "Tests"})
MAX_TARGET = 400  # characters; what is longer is no path


class Answer(NamedTuple):
    """What an import leads to."""

    kind: str = ""  # file, folder, package, standard or unresolved; "" where no rule speaks of it
    file: int | None = None
    package: str = ""  # what the package or the library's part is called
    folder: str | None = None
    note: str = ""  # why it is unresolved; of a folder, how much of it is meant


NOTHING = Answer()
MISSING = Answer("unresolved", note="missing file")
GENERATED = Answer("unresolved", note="generated")
DYNAMIC = Answer("unresolved", note="dynamic")


def package(name: str) -> Answer:
    return Answer("package", package=name)


def standard(name: str) -> Answer:
    return Answer("standard", package=name)


def ambiguous(count: int) -> Answer:
    return Answer("unresolved", note=f"ambiguous: {count:,} files fit")


class Tree:
    """Every documented path, found by its whole and by its end."""

    def __init__(self, files: Iterable[tuple[int, str, str]]) -> None:
        """`files`: id, path, language."""
        self.by_path: dict[str, int] = {}
        self.languages: dict[int, str] = {}
        self.by_base: dict[str, list[str]] = defaultdict(list)
        self.folders: set[str] = {""}
        self.in_folder: dict[str, list[str]] = defaultdict(list)
        for file_id, path, language in files:
            self.by_path[path] = file_id
            self.languages[file_id] = language
            folder, _, base = path.rpartition("/")
            self.by_base[base].append(path)
            self.in_folder[folder].append(path)
            while folder and folder not in self.folders:
                self.folders.add(folder)
                folder = folder.rpartition("/")[0]
        self._by_end: dict[str, list[str]] | None = None  # by the last two parts

    def file(self, path: str) -> Answer | None:
        found = self.by_path.get(path)
        return None if found is None else Answer("file", found)

    def first(self, stem: str, endings: Iterable[str]) -> Answer | None:
        """Return the first file that `stem` and an ending make."""
        for ending in endings:
            if (found := self.by_path.get(stem + ending if stem else ending.lstrip("/"))) is not None:
                return Answer("file", found)
        return None

    def ending_in(self, tail: str) -> list[str]:
        """Return the paths that are `tail` or end in it, whole parts only."""
        if "/" not in tail:
            return self.by_base.get(tail, [])
        if self._by_end is None:
            self._by_end = defaultdict(list)
            for path in self.by_path:
                self._by_end["/".join(path.rsplit("/", 2)[-2:])].append(path)
        found = self._by_end.get("/".join(tail.rsplit("/", 2)[-2:]), [])
        return [path for path in found if path == tail or path.endswith("/" + tail)]

    def nearest(self, path: str, candidates: list[str]) -> Answer:
        """Answer with the one candidate, or the one that shares most of its path; a tie is no answer."""
        if len(candidates) == 1:
            return Answer("file", self.by_path[candidates[0]])
        ranked = sorted((-common(path, c), c.endswith(".pyi"), len(c), c) for c in candidates)
        if ranked[0][:3] == ranked[1][:3]:
            return ambiguous(len(candidates))
        return Answer("file", self.by_path[ranked[0][3]])

    def gather(self, files: list[int], paths: dict[int, str], path: str) -> Answer:
        """Answer with the one file that declares a package or namespace, or the folder that holds most of them."""
        if len(files) == 1:
            return Answer("file", files[0])
        counts: dict[str, int] = defaultdict(int)
        for file in files:
            counts[posixpath.dirname(paths[file])] += 1
        is_test = {folder: not _TEST.isdisjoint(folder.split("/")) for folder in counts}
        best = min(counts, key=lambda at: (is_test[at], -counts[at], -common(path, at + "/"), at))
        elsewhere = len(files) - counts[best]
        note = f"{len(files):,} files declare it" + (
            f", {elsewhere:,} of them elsewhere" if elsewhere else ""
        )
        return Answer("folder", folder=best, note=note)


def above(folder: str) -> Iterable[str]:
    """Yield a folder and those around it, up to the top of the repository."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def join(folder: str, tail: str) -> str:
    """Return a clean path; one that leaves the repository begins with `..`, the top is ""."""
    path = posixpath.normpath(posixpath.join(folder, tail))
    return "" if path == "." else path


def common(one: str, other: str) -> int:
    """Return how many leading folders two paths share."""
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
