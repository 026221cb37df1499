"""`from . import name`: whether the package has a module of that name, or speaks of the name at all."""

from __future__ import annotations

import posixpath
import zlib

from repobook.link.imports.tree import GENERATED, MISSING, Answer, Tree
from repobook.store import Writer

MIN_NAME = 3  # letters; shorter identifiers may not be listed


class Submodules:
    """Looks at what is taken from `__init__` files."""

    def __init__(self, store: Writer, tree: Tree) -> None:
        self._execute = store.ask
        self._tree = tree
        self._said: dict[int, set[str] | None] = {}
        self._asked: dict[int, set[str]] = {}
        self._targets: set[str] | None = None

    def check(self, answer: Answer, path: str, names: list[str]) -> Answer:
        """Return the answer, or say that nothing of what is asked for is there. `path`: of the `__init__` that answers."""
        if answer.file is None or not names or names == ["*"]:
            return answer
        folder = posixpath.dirname(path)
        missing = [name for name in names if not self._has(answer.file, folder, name)]
        if not missing:
            return answer
        if len(missing) < len(names):
            return answer._replace(note=f"{', '.join(missing)}: not found there")
        return GENERATED if all(self._is_built(folder, name) for name in missing) else MISSING

    def _has(self, file: int, folder: str, name: str) -> bool:
        place = posixpath.join(folder, name)
        if len(name) < MIN_NAME or name.startswith("__") or place in self._tree.folders:
            return True
        if any(f"{place}{ending}" in self._tree.by_path for ending in (".py", ".pyi", ".pyx", ".pxd")):
            return True
        said = self._identifiers(file)
        return said is None or (name in said and not self._only_asks(file, name))

    def _only_asks(self, file: int, name: str) -> bool:
        """Tell whether an `__init__` has a name only from `from . import name`, which asks the package itself."""
        if file not in self._asked:
            rows = self._execute("SELECT target, names FROM import WHERE file_id = ?", (file,)).fetchall()
            asked = {one for target, names in rows if target == "." for one in names.split(", ")}
            others = {
                (one.rpartition(" as ")[2] or target).partition(".")[0]
                for target, names in rows
                if target != "."
                for one in names.split(", ")
            }
            defined = (
                {one for (one,) in self._execute("SELECT name FROM symbol WHERE file_id = ?", (file,))}
                if asked
                else set()
            )
            self._asked[file] = asked - others - defined
        return name in self._asked[file]

    def _identifiers(self, file: int) -> set[str] | None:
        """Return every identifier of a file; None where it may have names that it does not write."""
        if file not in self._said:
            row = self._execute("SELECT names FROM term WHERE file_id = ?", (file,)).fetchone()
            said = set(zlib.decompress(row[0]).decode().split("\n")) if row else set()
            has_star = self._execute(
                "SELECT EXISTS (SELECT 1 FROM import WHERE file_id = ? AND names LIKE '%*%')", (file,)
            ).fetchone()[0]
            is_open = has_star or not said.isdisjoint(
                ("__getattr__", "globals", "setattr", "exec", "modules", "__path__", "lazy_loader")
            )
            self._said[file] = None if is_open else said
        return self._said[file]

    def _is_built(self, folder: str, name: str) -> bool:
        """Tell whether a compiler makes a module: a source of its name lies there, or a build file has such a target."""
        if any(
            posixpath.basename(path).startswith((f"{name}.", f"{name}module."))
            for path in self._tree.in_folder.get(folder, ())
        ):
            return True
        if self._targets is None:
            self._targets = {
                str(found).rpartition(".")[2].strip("\"' ")
                for (found,) in self._execute(
                    "SELECT name FROM symbol WHERE kind = 'target' UNION SELECT signature FROM symbol WHERE name IN"
                    " ('module-name', 'version_file', 'version-file', 'write_to')"
                )
            }
        return name in self._targets
