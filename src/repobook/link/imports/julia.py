"""Julia: `using Shop` means a package, by the name that its Project.toml states; never a file that is called so."""

from __future__ import annotations

import posixpath
from collections import defaultdict

from repobook.link.imports import library
from repobook.link.imports.tree import NOTHING, Answer, Tree, join, package, standard

_TESTS = frozenset({"test", "tests"})


class JuliaRule:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._projects: dict[str, list[str]] = defaultdict(list)  # name -> folders of its Project.toml

    def add_project(self, folder: str, name: str) -> None:
        self._projects[name].append(folder)

    def resolve(self, path: str, target: str) -> Answer:
        """Return what `using Shop.Till` in a file at `path` means: its own package, one of Julia's, or one of the tree."""
        name = target.partition(".")[0]
        if not name:
            return NOTHING
        folders = self._projects.get(name, [])
        own = [folder for folder in folders if not folder or path.startswith(folder + "/")]
        if own:
            return self._main_file(max(own, key=len), name)
        if name in library.JULIA:
            return standard(name)
        # What lies among tests is there for tests.
        seen = [f for f in folders if _tests_around(path) or not _tests_around(join(f, name))]
        if len(seen) == 1:
            return self._main_file(seen[0], name)
        return NOTHING if seen else package(name)

    def _main_file(self, folder: str, name: str) -> Answer:
        return self._tree.file(posixpath.join(folder, "src", f"{name}.jl")) or NOTHING


def _tests_around(path: str) -> bool:
    return not _TESTS.isdisjoint(path.split("/")[:-1])
