"""JavaScript and TypeScript: relative paths, index files, `tsconfig` paths, workspaces."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from repobook.link.imports import library
from repobook.link.imports.tree import MISSING, Answer, Tree, join, package, standard

LANGUAGES = frozenset({"JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte"})
_ENDINGS = (
    "", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".vue", ".svelte", ".node",
    "/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/index.mjs", "/index.cjs", "/index.vue", "/index.d.ts",
)  # fmt: skip
# What is written with the ending that it is compiled to.
_COMPILED = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}


class JavaScriptRule:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._workspaces: dict[str, str] = {}
        # folder that they hold in, folder that they are meant from, name, place
        self._aliases: list[tuple[str, str, str, str]] = []
        self._bases: list[tuple[str, str]] = []

    def add_workspace(self, folder: str, name: str) -> None:
        """A folder with a package.json is known to the others by its package's name."""
        self._workspaces[name] = folder

    def add_alias(self, folder: str, name: str, signature: str, users: Iterable[str] = ()) -> None:
        """`"@shop/*": ["./packages/*/src"]` of a tsconfig.json in `folder`; `users`: folders of those that extend it."""
        for place in re.findall(r'"([^"]+)"', signature.partition(":")[2]):
            for where in (folder, *users):
                self._aliases.append((where, folder, name, place))

    def add_base(self, folder: str, base: str) -> None:
        """`"baseUrl": "./src"` of a tsconfig.json in `folder`."""
        self._bases.append((folder, join(folder, base)))

    def resolve(self, path: str, target: str) -> Answer:
        target = target.partition("?")[0]
        if target.startswith("."):
            return self._at(join(posixpath.dirname(path), target)) or MISSING
        for base in self._aliased(path, target):
            if found := self._at(base):
                return found
        for folder, base in self._bases:
            if not folder or path.startswith(folder + "/"):
                if found := self._at(join(base, target)):
                    return found
        if target.startswith("/"):
            return self._at(target.lstrip("/")) or self._at(join("public", target.lstrip("/"))) or MISSING
        if target.startswith("#"):  # a name that package.json or tsconfig.json gives, never a package
            return MISSING
        parts = target.split("/")
        for cut in (2, 1):
            folder = self._workspaces.get("/".join(parts[:cut]), "\0")
            if folder != "\0" and len(parts) >= cut:
                rest = "/".join(parts[cut:])
                for place in ("", "src", "lib", "source") if rest else ("src", "lib", "source", ""):
                    base = join(posixpath.join(folder, place), rest)
                    if found := self._tree.first(base, _ENDINGS[1:]):
                        return found
                return MISSING._replace(package="a package of this repository")
        name = target.removeprefix("node:")
        if target.startswith("node:") or name.split("/")[0] in library.NODE:
            return standard(name)
        return package("/".join(parts[: 2 if target.startswith("@") else 1]))

    def _at(self, base: str) -> Answer | None:
        if found := self._tree.first(base, _ENDINGS):
            return found
        stem, ending = posixpath.splitext(base)
        return self._tree.first(stem, _COMPILED.get(ending, ()))

    def _aliased(self, path: str, target: str) -> list[str]:
        """Return the places that `tsconfig` gives a target."""
        found = []
        for where, root, name, place in self._aliases:
            if where and not path.startswith(where + "/"):
                continue
            head, star, tail = name.partition("*")
            if target != name and not (star and target.startswith(head) and target.endswith(tail)):
                continue
            middle = target[len(head) : len(target) - len(tail)] if star else ""
            at = place.replace("*", middle)
            found.append(join(root, at))
            found += [join(base, at) for folder, base in self._bases if folder == root and base != root]
        return found
