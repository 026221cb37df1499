"""Python: packages, relative imports, several roots, `src` layouts, namespace packages, scripts beside each other."""

from __future__ import annotations

import posixpath
from collections import defaultdict

from repobook.link.imports import library
from repobook.link.imports.names import normal_package
from repobook.link.imports.tree import GENERATED, MISSING, Answer, Tree, above, package, standard

_ENDINGS = (".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx", ".pxd")
_SOURCES = (".py", ".pyi", ".pyx", ".pxd")
_MARKS = ("setup.py", "pyproject.toml", "setup.cfg")
_ROOT_NAMES = ("src", "lib", "python")
# What a module is made from, where it is not in the tree itself.
_TEMPLATES = (
    ".py.in",
    ".pyi.in",
    "/__init__.pyi.in",
    "/__init__.py.in",
    ".py.tmpl",
    ".py.template",
    ".py.j2",
)

# What is meant unless it is the file itself, the best first; and what is meant where nothing is left.
_Looked = tuple[tuple[Answer, ...], Answer | None]


class PythonRule:
    """Knows the modules of the repository under every name that they can be imported by."""

    def __init__(self, tree: Tree, declared: frozenset[str] = frozenset()) -> None:
        """`declared`: packages that the repository says it needs."""
        self._tree = tree
        self._declared = declared
        self._packages = {
            posixpath.dirname(path)
            for base in ("__init__.py", "__init__.pyi")
            for path in tree.by_base.get(base, ())
        }
        marked = {posixpath.dirname(path) for mark in _MARKS for path in tree.by_base.get(mark, ())}
        self._roots = {"", "src", *marked, *(f"{folder}/src".lstrip("/") for folder in marked)}
        self._loose: dict[str, str] = {}  # a module outside any package -> the folder it can be imported from
        self._spaces: set[str] = set()  # folders without `__init__` that hold modules or packages
        self._looked: dict[tuple[str, str, tuple[str, ...]], _Looked] = {}  # by folder, target and names
        self._modules = self._index()
        self._tops = {name.partition(".")[0] for name in self._modules}

    def _index(self) -> dict[str, list[str]]:
        """Return dotted name -> files. A module's root is the first folder above it that is no package."""
        modules: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._tree.by_path):
            if not path.endswith(_SOURCES):
                continue
            stem = path.rpartition(".")[0]
            folder = posixpath.dirname(path)
            root = folder
            while root and root in self._packages:
                root = posixpath.dirname(root)
            if root:
                self._spaces.add(root)
            name = _dotted(stem, root)
            if not name:
                continue
            modules[name].append(path)
            if root and root == folder and not self._is_root(root):
                self._loose[path] = root
            # Folders above it that are no packages may be namespaces below a root.
            names = {name}
            for base in above(posixpath.dirname(root)) if root else ():
                if base in self._roots and (other := _dotted(stem, base)) not in names:
                    names.add(other)
                    modules[other].append(path)
        return modules

    def _is_root(self, folder: str) -> bool:
        """Tell whether a project keeps its importable modules in this folder."""
        return folder in self._roots or posixpath.basename(folder) in _ROOT_NAMES

    def resolve(self, path: str, target: str, names: list[str]) -> Answer:
        key = (path.rpartition("/")[0], target, tuple(names))
        looked = self._looked.get(key)
        if looked is None:
            looked = self._looked[key] = self._look(path, target, names)
        own = self._tree.by_path.get(path)
        # `import yaml` in a script yaml.py means another.
        for answer in looked[0]:
            if answer.file is None or answer.file != own:
                return answer
        return looked[1] or self._elsewhere(path, target)

    def _look(self, path: str, target: str, names: list[str]) -> _Looked:
        """Return what files in the folder of `path` may mean: of it, nothing but the folder counts here."""
        if target.startswith("."):
            return (), self._relative(path, target, names)
        top = target.partition(".")[0]
        folder = posixpath.dirname(path)
        is_script = folder not in self._packages
        place = target.replace(".", "/")
        beside = self._beside(folder, place, names) if is_script else None
        near = () if beside is None else (beside,)
        if top in library.PYTHON:
            return near, standard(top)
        found = self._known(path, target, names) or self._around(path, place, names)
        if found is None and (self._is_ours(path, top) or normal_package(top) not in self._declared):
            found = self._space(path, place, names)
            if found is None and not is_script:  # a package whose files also run as scripts
                found = self._beside(folder, place, names)
        if found is None:
            return near, self._elsewhere(path, target)
        # A package may well import from itself.
        return ((*near, found), None) if is_script else ((), found)

    def _elsewhere(self, path: str, target: str) -> Answer:
        """Answer for what is no module of the repository."""
        top = target.partition(".")[0]
        if top in library.OLD_PYTHON or target.startswith("test.support"):
            return standard(top)
        place = target.replace(".", "/")
        if "." in target and (
            self._is_ours(path, top)
            or (normal_package(top) not in self._declared and self._space(path, top, []))
        ):
            return GENERATED if self._is_made(path, target) else MISSING
        if place.endswith("_pb2") and self._tree.by_base.get(posixpath.basename(place)[:-4] + ".proto"):
            return GENERATED
        return package(top)

    def _relative(self, path: str, target: str, names: list[str]) -> Answer:
        tail = target.lstrip(".")
        folder = posixpath.dirname(path)
        for _ in range(len(target) - len(tail) - 1):
            folder = posixpath.dirname(folder)
        tail = tail.strip().replace(".", "/")
        base = posixpath.join(folder, tail) if tail else folder
        if found := self._beside("", base, names):
            return found
        if base in self._spaces and names and any(self._file(f"{base}/{name}") for name in names):
            return Answer("folder", folder=base)
        if any(base + ending in self._tree.by_path for ending in _TEMPLATES):
            return GENERATED
        if base.endswith("_pb2") and base[:-4] + ".proto" in self._tree.by_path:
            return GENERATED
        return MISSING

    def _file(self, stem: str) -> Answer | None:
        return self._tree.first(stem.lstrip("/"), _ENDINGS)

    def _beside(self, folder: str, place: str, names: list[str]) -> Answer | None:
        """Return the module at a place; of `from a import b` the module b, where a has one of that name."""
        stem = posixpath.join(folder, place)
        if len(names) == 1 and (found := self._file(posixpath.join(stem, names[0]))):
            return found
        return self._file(stem)

    def _around(self, path: str, place: str, names: list[str]) -> Answer | None:
        """Look beside the folders above: they are roots for whoever starts a program or a test there."""
        folder = posixpath.dirname(path)
        while folder and folder in self._packages:
            folder = posixpath.dirname(folder)
        for base in above(folder):
            if found := self._beside(base, place, names):
                return found
        return None

    def _known(self, path: str, target: str, names: list[str]) -> Answer | None:
        candidates = self._modules.get(f"{target}.{names[0]}") if len(names) == 1 else None
        candidates = candidates or self._modules.get(target)
        usable = [c for c in candidates or () if self._can_import(path, c, target)]
        return self._tree.nearest(path, usable) if usable else None

    def _can_import(self, path: str, candidate: str, target: str) -> bool:
        """A script's neighbour is importable from that script's folder and below, not from everywhere."""
        root = self._loose.get(candidate)
        if root is None or path.startswith(root + "/"):
            return True
        stem = candidate.rpartition(".")[0]
        return posixpath.basename(stem) != target  # a longer name comes from a root above

    def _space(self, path: str, place: str, names: list[str]) -> Answer | None:
        """Return a folder without `__init__` that the target names."""
        for base in (*above(posixpath.dirname(path)), *sorted(self._roots)):
            folder = posixpath.join(base, place)
            if folder in self._spaces and (not names or any(self._file(f"{folder}/{n}") for n in names)):
                return Answer("folder", folder=folder)
        return None

    def _is_ours(self, path: str, top: str) -> bool:
        """Tell whether the first part of a dotted name is a package of the repository."""
        return top in self._tops and any(
            self._can_import(path, candidate, top) and posixpath.basename(candidate).startswith("__init__.")
            for candidate in self._modules.get(top, ())
        )

    def _is_made(self, path: str, target: str) -> bool:
        """Tell whether the tree holds what the module is made from."""
        head, _, rest = target.partition(".")
        for init in self._modules.get(head, ()):
            stem = posixpath.join(posixpath.dirname(init), rest.replace(".", "/"))
            if any(stem + ending in self._tree.by_path for ending in _TEMPLATES):
                return True
        last = target.rpartition(".")[2]
        return last.endswith("_pb2") and bool(self._tree.by_base.get(last[:-4] + ".proto"))


def _dotted(stem: str, root: str) -> str:
    name = stem[len(root) :].lstrip("/").replace("/", ".")
    return name[: -len("__init__")].rstrip(".") if name == "__init__" or name.endswith(".__init__") else name
