"""One question for all languages: which file, folder or package an import means."""

from __future__ import annotations

from collections.abc import Iterable

from repobook.link.imports import includes, javascript, packages
from repobook.link.imports.includes import IncludeRule
from repobook.link.imports.javascript import JavaScriptRule
from repobook.link.imports.packages import GoRule, PackageRule, SwiftRule
from repobook.link.imports.paths import PathRule
from repobook.link.imports.python import PythonRule
from repobook.link.imports.rust import RustRule
from repobook.link.imports.tree import MISSING, NOTHING, Answer, Tree

INCLUDE_FOLDER = "include folder"  # how a build file asks for an include root
MODULE_FOLDER = "module folder"  # how a Package.swift says where a module lies: `Shop:Code/Shop`


class Resolver:
    """Knows every path of the repository; answers one import at a time."""

    def __init__(
        self,
        files: Iterable[tuple[int, str, str]],
        requests: Iterable[tuple[str, str]],
        declared: frozenset[str] = frozenset(),
        found: frozenset[str] = frozenset(),
    ) -> None:
        """`files`: id, path, language. `requests`: language, target, of every import. `declared`: packages needed,
        `found`: those that CMake looks for, in small letters."""
        self.tree = Tree(files)
        self.python = PythonRule(self.tree, declared)
        self.includes = IncludeRule(self.tree, requests, found)
        self.javascript = JavaScriptRule(self.tree)
        self.packages = PackageRule(self.tree)
        self.go = GoRule(self.tree, declared)
        self.swift = SwiftRule(self.tree)
        self.rust = RustRule(self.tree, declared)
        self.paths = PathRule(self.tree, declared)
        self._by_folder: dict[tuple[str, str, str, str], Answer] = {}

    def resolve(
        self,
        path: str,
        language: str,
        target: str,
        how: str,
        names: list[str],
        inner: int = 0,
        values: dict[str, str] | None = None,
    ) -> Answer:
        """`inner`: inline modules around an import of Rust. `values`: what the file's variables hold, as written."""
        if how == INCLUDE_FOLDER:
            folder = includes.include_folder(self.tree, path, language, target, values or {})
            return NOTHING if folder is None else Answer("folder", folder=folder)
        if how == MODULE_FOLDER:
            return self.swift.folder_of(path, target)
        if how.endswith("dependency"):
            return NOTHING
        if language in ("Python", "Cython"):
            return self.python.resolve(path, target, names)
        is_include = language in includes.LANGUAGES
        if is_include or language in javascript.LANGUAGES:
            # Of the file that asks, these look at nothing but its folder; and files of a folder ask for the same.
            key = (path.rpartition("/")[0], language, target, how)
            known = self._by_folder.get(key)
            if known is None:
                known = self._by_folder[key] = (
                    self.includes.resolve(path, target, how)
                    if is_include
                    else self.javascript.resolve(path, target)
                )
            return known
        if language in packages.DOTTED:
            return self.packages.resolve(path, target, names, language)
        if language == "C#":
            return self.packages.resolve_csharp(path, target)
        if language == "Go":
            return self.go.resolve(path, target)
        if language == "Swift":
            return self.swift.resolve(target)
        if language == "Rust":
            return self.rust.resolve(path, target, how, inner)
        return self.paths.resolve(path, language, target, how, values or {})


__all__ = ["INCLUDE_FOLDER", "MISSING", "MODULE_FOLDER", "Resolver"]
