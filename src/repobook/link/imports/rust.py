"""Rust: `mod`, `use` from the crate, from around the file, from other crates of the repository."""

from __future__ import annotations

import posixpath
import re

from repobook.link.imports import library
from repobook.link.imports.names import normal_package
from repobook.link.imports.tree import MISSING, Answer, Tree, join, package, standard

_IN_SCOPE = Answer(
    "unresolved", note="a name in scope"
)  # use Color::*; where Color is imported or defined above
_TOP_FOLDERS = ("tests", "examples", "benches", "bin")
# #[path = "core.rs"]        #[cfg_attr(windows, path = "windows.rs")]
_PATH = re.compile(r"""#\[\s*(?:(?P<if>cfg_attr)\s*\((?:[^"\]]|"[^"]*")*?\b)?path\s*=\s*"(?P<path>[^"]+)\"""")


class RustRule:
    def __init__(self, tree: Tree, declared: frozenset[str] = frozenset()) -> None:
        """`declared`: crates that the repository says it needs."""
        self._tree = tree
        self._declared = declared
        self._crates: dict[str, str] = {}
        self._crate_folders: set[str] = set()
        self._led: set[str] = set()  # files that an attribute names: their modules lie beside them

    def add_crate(self, folder: str, name: str) -> None:
        """A folder with a Cargo.toml is known to its tests, its programs and other crates by its name."""
        self._crates.setdefault(name.replace("-", "_"), folder)
        self._crate_folders.add(folder)

    def lead(self, path: str, scope: str, signature: str) -> Answer | None:
        """Answer a `mod` whose attribute names its file; None where none does, or only under a condition that fits no file.

        `scope`: the inline modules around it, which are folders for it.
        """
        folder, _, base = path.rpartition("/")
        stem = base.removesuffix(".rs")
        if scope:
            own = [] if self._is_root(folder, stem) else [stem]
            folder = posixpath.join(folder, *own, *scope.split("::"))
        is_sure = False
        for found in _PATH.finditer(signature):
            named = join(folder, found["path"].replace("\\", "/"))
            if (answer := self._tree.file(named)) is not None:
                self._led.add(named)
                return answer
            is_sure = is_sure or not found["if"]
        return MISSING if is_sure else None

    def resolve(self, path: str, target: str, how: str, inner: int) -> Answer:
        """`inner`: how many inline modules stand around the import; `super` leaves them first."""
        parts = [part.removeprefix("r#") for part in target.split("{")[0].strip().split("::") if part]
        head = parts[0] if parts else ""
        folder, _, base = path.rpartition("/")
        stem = base.removesuffix(".rs")
        own = folder if path in self._led or self._is_root(folder, stem) else posixpath.join(folder, stem)
        if how == "mod":
            return self._module(own, folder, parts) if not inner else self._inner_module(own, parts)
        if head in library.RUST and head not in self._crates:
            return standard(head)
        if head == "crate":
            return self._inside(self._crate_root(path), parts[1:])
        if head in ("self", "super"):
            return self._around(path, own, parts, inner)
        # A file beside a test or a benchmark is another program; the crate is what both can use.
        is_crate = head in self._crates
        if not (is_crate and self._is_program(folder)) and (found := self._module_of(own, parts)):
            return found
        if is_crate:
            return self._inside(posixpath.join(self._crates[head], "src"), parts[1:])
        is_in_scope = head[:1].isupper() or (self._declared and normal_package(head) not in self._declared)
        return _IN_SCOPE if is_in_scope and how != "crate" else package(head)

    def _is_root(self, folder: str, stem: str) -> bool:
        """Tell whether the modules of a file lie beside it, not in a folder of its name."""
        return stem in ("mod", "lib", "main", "build") or self._is_program(folder)

    def _is_program(self, folder: str) -> bool:
        """Tell whether each file of a folder is a program of its own."""
        around, _, last = folder.rpartition("/")
        return last in _TOP_FOLDERS and (last == "bin" or around in self._crate_folders or not around)

    def _module(self, own: str, folder: str, parts: list[str]) -> Answer:
        """`mod cart;` asks for `cart.rs` or `cart/mod.rs`."""
        stem = posixpath.join(own, *parts)
        return self._tree.first(stem, (".rs", "/mod.rs")) or MISSING

    def _inner_module(self, own: str, parts: list[str]) -> Answer:
        """`mod outer { mod inner; }`: the names of the modules around are not known here; one file may fit."""
        tail = "/".join(parts)
        found = [
            p
            for p in (*self._tree.ending_in(f"{tail}.rs"), *self._tree.ending_in(f"{tail}/mod.rs"))
            if not own or p.startswith(own + "/")
        ]
        return Answer("file", self._tree.by_path[found[0]]) if len(found) == 1 else MISSING

    def _module_of(self, own: str, parts: list[str]) -> Answer | None:
        for cut in range(len(parts), 0, -1):
            if found := self._tree.first(posixpath.join(own, *parts[:cut]), (".rs", "/mod.rs")):
                return found
        return None

    def _around(self, path: str, own: str, parts: list[str], inner: int) -> Answer:
        ups = 0
        while parts and parts[0] in ("self", "super"):
            ups += parts[0] == "super"
            parts = parts[1:]
        if ups <= inner and ups:
            return Answer("file", self._tree.by_path[path])
        for _ in range(ups - inner if ups else 0):
            own = posixpath.dirname(own)
        found = self._file(own, parts) or self._file(posixpath.dirname(own), [posixpath.basename(own)])
        return found or MISSING

    def _inside(self, base: str, parts: list[str]) -> Answer:
        return self._file(base, parts) or MISSING

    def _crate_root(self, path: str) -> str:
        folder = posixpath.dirname(path)
        while folder:
            if f"{folder}/lib.rs" in self._tree.by_path or f"{folder}/main.rs" in self._tree.by_path:
                return folder
            folder = posixpath.dirname(folder)
        return posixpath.dirname(path)

    def _file(self, base: str, parts: list[str]) -> Answer | None:
        """Return the file of the longest part of a path that is a module; the crate's own where none is."""
        for cut in range(len(parts), -1, -1):
            stem = posixpath.join(base, *parts[:cut]) if cut else base
            endings = (".rs", "/mod.rs", "/lib.rs", "/main.rs") if cut == 0 else (".rs", "/mod.rs")
            if found := self._tree.first(stem, endings):
                return found
        return None
