"""Languages whose imports name a package or a namespace: Java, Kotlin, Scala, Groovy, C#, Go, Swift."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from repobook.link.imports import library
from repobook.link.imports.names import normal_package
from repobook.link.imports.tree import MISSING, NOTHING, Answer, Tree, join, package, standard

DOTTED = {"Java": ".java", "Kotlin": ".kt", "Scala": ".scala", "Groovy": ".groovy"}
_SCALA = (
    "collection",
    "util",
    "concurrent",
    "sys",
    "math",
    "io",
    "reflect",
    "annotation",
    "language",
    "Predef",
)
_WILDCARDS = ("*", "_", "given")


class PackageRule:
    """Imports of Java, Kotlin, Scala, Groovy and C#: packages are what the files say of themselves."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths = {file: path for path, file in tree.by_path.items()}
        self._packages: dict[str, list[int]] = {}
        self._members: dict[tuple[str, str], list[int]] = {}
        self._own: dict[int, str] = {}  # the package of a file
        self._below: dict[
            str, set[int]
        ] = {}  # the first part of a package -> files of all that begin with it
        self._roots: set[str] = (
            set()
        )  # the first parts of packages: what lies below them is this repository's

    def add_package(self, name: str, file: int, members: Iterable[str]) -> None:
        """A file says `package com.shop` or `namespace Shop.Models` and defines these names in it."""
        self._own.setdefault(file, name)
        files = self._packages.setdefault(name, [])
        if not files or files[-1] != file:
            files.append(file)
        parts = name.split(".")
        self._below.setdefault(parts[0], set()).add(file)
        if len(parts) > 1:
            self._roots.add(".".join(parts[:3]))
        for member in members:
            known = self._members.setdefault((name, member), [])
            if not known or known[-1] != file:
                known.append(file)

    def resolve(self, path: str, target: str, names: list[str], language: str) -> Answer:
        """Answer for `import com.shop.Cart`, `import com.shop.*`, `import com.shop.{Cart, Item}`."""
        is_wild = target.endswith((".*", "._")) or any(name in _WILDCARDS for name in names)
        target = target.removesuffix(".*").removesuffix("._").removeprefix("_root_.")
        parts = target.split(".")
        if found := self._declared(path, parts, names, is_wild):
            return found
        if language == "Scala":
            for around in self._around(path):  # import models._ in package shop: shop.models
                if found := self._declared(path, [*around, *parts], names, is_wild, len(around) + 1):
                    return found
            if parts[0] in _SCALA:
                return standard(f"scala.{parts[0]}")
            if len(parts) == 1 and names and target not in library.JVM:
                return Answer("unresolved", note="a name in scope")  # import builder._
        if _is_below(target, library.JVM):
            return standard(".".join(parts[:2]))
        ending = DOTTED[language]
        for cut in range(len(parts), max(0, len(parts) - 3), -1):
            tail = "/".join(parts[:cut])
            for other in dict.fromkeys((ending, ".java", ".kt")):
                candidates = self._tree.ending_in(tail + other)
                if candidates and cut > 1:
                    return self._tree.nearest(path, candidates)
        capital = next((n for n, part in enumerate(parts) if part[:1].isupper()), None)
        shown = parts[:capital] if capital else parts[:-1] or parts
        if ".".join(shown[:3]) in self._roots:
            return MISSING
        return package(".".join(shown[:3]))

    def _around(self, path: str) -> list[list[str]]:
        """Return the package of a file and those around it, the inmost first."""
        parts = self._own.get(self._tree.by_path.get(path, -1), "").split(".")
        return [parts[:cut] for cut in range(len(parts), 0, -1)] if parts[0] else []

    def _declared(
        self, path: str, parts: list[str], names: list[str], is_wild: bool, least: int = 1
    ) -> Answer | None:
        """Answer from what files declare: the longest package that the target begins with, of `least` parts or more."""
        for cut in range(len(parts), max(least - 2, 0), -1):
            name = ".".join(parts[:cut])
            files = self._packages.get(name)
            if files is None:
                continue
            taken = parts[cut : cut + 1] or ([] if is_wild else [n.split(" ")[0] for n in names])
            if not taken or taken[0] == "as":
                return self._tree.gather(files, self._paths, path)
            meant = sorted({file for one in taken for file in self._members.get((name, one), ())})
            if not meant:
                return None
            if cut < len(parts) or len(taken) == 1:
                return self._tree.nearest(path, [self._paths[file] for file in meant])
            return self._tree.gather(meant, self._paths, path)
        return None

    def resolve_csharp(self, path: str, target: str) -> Answer:
        """Answer for `using Shop.Models;`, `using static Shop.Money;`, `using Bag = Shop.Cart;`."""
        text = target.partition("=")[2].strip() or target
        name = text.removeprefix("static ").removeprefix("global::").partition("<")[0].strip()
        parts = name.split(".")
        if files := self._packages.get(name):
            return self._tree.gather(files, self._paths, path)
        for cut in range(len(parts) - 1, 0, -1):
            if meant := self._members.get((".".join(parts[:cut]), parts[cut])):
                return self._tree.gather(meant, self._paths, path)
        if parts[0] in ("System", "Microsoft", "Windows"):
            # What Microsoft ships apart from the library is a package all the same; its name says which.
            is_own = parts[0] == "System" or ".".join(parts[:2]) in (
                "Microsoft.Win32",
                "Microsoft.CSharp",
                "Microsoft.VisualBasic",
            )
            return standard(".".join(parts[:2])) if is_own else package(".".join(parts[:2]))
        if len(parts) == 1 and name in self._below:  # only namespaces inside it are declared
            return self._tree.gather(sorted(self._below[name]), self._paths, path)
        return package(".".join(parts[:2]))


class GoRule:
    """An import of Go names a folder: all its files are the package."""

    def __init__(self, tree: Tree, declared: frozenset[str] = frozenset()) -> None:
        """`declared`: modules that the repository says it needs."""
        self._tree = tree
        self._declared = declared
        self._modules: list[tuple[str, str]] = []

    def add_module(self, folder: str, module: str) -> None:
        self._modules.append((module, folder))
        self._modules.sort(key=lambda item: (-len(item[0]), item))

    def resolve(self, path: str, target: str) -> Answer:
        if target.startswith("."):
            return (
                self._package(posixpath.normpath(posixpath.join(posixpath.dirname(path), target))) or MISSING
            )
        for module, folder in self._modules:
            if target == module or target.startswith(module + "/"):
                where = posixpath.join(folder, target[len(module) :].lstrip("/")).rstrip("/")
                return self._package(where) or self._vendored(path, target) or MISSING
        if found := self._vendored(path, target):
            return found
        if "." not in target.split("/")[0]:
            return standard(target)
        parts = target.split("/")
        for cut in range(len(parts), 1, -1):
            if normal_package("/".join(parts[:cut])) in self._declared:
                return package("/".join(parts[:cut]))
        return package("/".join(parts[:3]))

    def _vendored(self, path: str, target: str) -> Answer | None:
        folder = posixpath.dirname(path)
        while True:
            if found := self._package(posixpath.join(folder, "vendor", target)):
                return found
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def _package(self, folder: str) -> Answer | None:
        sources = [p for p in self._tree.in_folder.get(folder, ()) if p.endswith(".go")]
        if not sources:
            return None
        return Answer("folder", folder=folder)


class SwiftRule:
    """A module of the Swift package manager is a folder below `Sources` or `Tests`, or where its manifest says."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._told: dict[str, str] = {}
        self._modules: dict[str, str] = {}
        for folder in sorted(tree.folders):
            around, _, name = folder.rpartition("/")
            if posixpath.basename(around) in ("Sources", "Source", "Tests"):
                self._modules.setdefault(name, folder)

    def add_target(self, path: str, told: str) -> None:
        """`.target(name: "Shop", path: "Code/Shop")` of a Package.swift at `path`, told as `Shop:Code/Shop`."""
        folder = self.folder_of(path, told).folder
        if folder is not None:
            self._told.setdefault(told.partition(":")[0], folder)

    def folder_of(self, path: str, told: str) -> Answer:
        """Answer for what a Package.swift says of one of its modules."""
        folder = join(posixpath.dirname(path), told.partition(":")[2])
        return Answer("folder", folder=folder) if folder in self._tree.folders else NOTHING

    def resolve(self, target: str) -> Answer:
        name = target.split(" ")[-1].partition(".")[0]
        if name in self._told:
            return Answer("folder", folder=self._told[name])
        if name in self._modules:
            return Answer("folder", folder=self._modules[name])
        return standard(name) if name in library.APPLE else package(name)


def _is_below(target: str, heads: tuple[str, ...]) -> bool:
    return any(target == head or target.startswith(head + ".") for head in heads)
