"""Imports and includes -> a file of the repository, a package, the language's own library, or nothing known."""

from __future__ import annotations

import posixpath
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

_PYTHON_LIBRARY = sys.stdlib_module_names | {"__future__", "builtins", "typing_extensions"} - {
    "typing_extensions"
}
_C_LIBRARY = frozenset(
    [
        "algorithm",
        "any",
        "array",
        "atomic",
        "barrier",
        "bit",
        "bitset",
        "cassert",
        "cctype",
        "cerrno",
        "cfenv",
        "cfloat",
        "charconv",
        "chrono",
        "cinttypes",
        "ciso646",
        "climits",
        "clocale",
        "cmath",
        "codecvt",
        "compare",
        "complex",
        "concepts",
        "condition_variable",
        "coroutine",
        "csetjmp",
        "csignal",
        "cstdarg",
        "cstdbool",
        "cstddef",
        "cstdint",
        "cstdio",
        "cstdlib",
        "cstring",
        "ctime",
        "cuchar",
        "cwchar",
        "cwctype",
        "deque",
        "exception",
        "execution",
        "expected",
        "filesystem",
        "format",
        "forward_list",
        "fstream",
        "functional",
        "future",
        "initializer_list",
        "iomanip",
        "ios",
        "iosfwd",
        "iostream",
        "istream",
        "iterator",
        "latch",
        "limits",
        "list",
        "locale",
        "map",
        "memory",
        "memory_resource",
        "mutex",
        "new",
        "numbers",
        "numeric",
        "optional",
        "ostream",
        "queue",
        "random",
        "ranges",
        "ratio",
        "regex",
        "scoped_allocator",
        "semaphore",
        "set",
        "shared_mutex",
        "source_location",
        "span",
        "sstream",
        "stack",
        "stdexcept",
        "stop_token",
        "streambuf",
        "string",
        "string_view",
        "strstream",
        "syncstream",
        "system_error",
        "thread",
        "tuple",
        "type_traits",
        "typeindex",
        "typeinfo",
        "unordered_map",
        "unordered_set",
        "utility",
        "valarray",
        "variant",
        "vector",
        "version",
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "iso646.h",
        "limits.h",
        "locale.h",
        "math.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbit.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "stdnoreturn.h",
        "string.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "uchar.h",
        "wchar.h",
        "wctype.h",
        "unistd.h",
        "fcntl.h",
        "pthread.h",
        "dirent.h",
        "dlfcn.h",
        "poll.h",
        "sched.h",
        "semaphore.h",
        "strings.h",
        "termios.h",
        "getopt.h",
        "syslog.h",
        "pwd.h",
        "grp.h",
        "netdb.h",
        "regex.h",
        "glob.h",
        "spawn.h",
        "utime.h",
        "alloca.h",
        "malloc.h",
        "execinfo.h",
        "byteswap.h",
        "endian.h",
        "immintrin.h",
        "emmintrin.h",
        "xmmintrin.h",
        "smmintrin.h",
        "tmmintrin.h",
        "nmmintrin.h",
        "pmmintrin.h",
        "x86intrin.h",
        "arm_neon.h",
        "arm_sve.h",
        "arm_acle.h",
        "altivec.h",
        "cpuid.h",
    ]
)
_C_LIBRARY_PREFIX = ("sys/", "netinet/", "arpa/", "net/", "experimental/", "bits/", "ext/")
_NODE_LIBRARY = frozenset(
    [
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
    ]
)
_C_FAMILY = frozenset(
    {
        "C",
        "C++",
        "Cuda",
        "HIP",
        "Objective-C",
        "Objective-C++",
        "Metal",
        "GLSL",
        "HLSL",
        "OpenCL",
        "Unix Assembly",
        "Assembly",
    }
)
_JS_FAMILY = frozenset({"JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte"})
_JS_ENDINGS = (
    "",
    ".ts",
    ".tsx",
    ".d.ts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".json",
    ".vue",
    ".svelte",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.jsx",
    "/index.mjs",
)
_DOTTED = {"Java": ".java", "Kotlin": ".kt", "Scala": ".scala", "Groovy": ".groovy"}

# What may be added to a target to make it a path, for languages whose imports are paths or dotted paths.
_ENDINGS = {
    "CMake": (".cmake", "/CMakeLists.txt"),
    "Lua": (".lua", "/init.lua"),
    "PHP": (".php",),
    "C#": (".cs",),
    "Haskell": (".hs",),
    "Julia": (".jl",),
    "R": (".R", ".r"),
    "Perl": (".pm", ".pl"),
    "Shell": (".sh",),
    "Elixir": (".ex", ".exs"),
    "Dart": (".dart",),
    "Swift": (".swift",),
    "reStructuredText": (".rst", ".md", "/index.rst"),
    "Markdown": (".md", "/README.md", "/index.md", ".rst"),
    "SCSS": (".scss",),
    "Protocol Buffer": (".proto",),
    "Thrift": (".thrift",),
    "HTML": (".html",),
}

_APPLE = frozenset(
    ["Swift", "Foundation", "UIKit", "AppKit", "SwiftUI", "Combine", "Dispatch", "XCTest", "CoreData", "CoreGraphics", "Darwin", "Glibc", "os"]
)  # fmt: skip


Answer = tuple[str, int | None, str]  # answer, file id, package


class Resolver:
    """Knows every path of the repository; answers one import at a time."""

    def __init__(self, files: Iterable[tuple[int, str, str]], requests: Iterable[tuple[str, str]]) -> None:
        """`files`: id, path, language. `requests`: language, target, of every import; used to learn include roots."""
        self.by_path: dict[str, int] = {}
        self.languages: dict[int, str] = {}
        self.by_base: dict[str, list[str]] = defaultdict(list)
        self.folders: set[str] = {""}
        for file_id, path, language in files:
            self.by_path[path] = file_id
            self.languages[file_id] = language
            self.by_base[posixpath.basename(path)].append(path)
            folder = posixpath.dirname(path)
            while folder and folder not in self.folders:
                self.folders.add(folder)
                folder = posixpath.dirname(folder)
        self._loose: dict[str, str] = {}  # a module outside any package -> the folder it can be imported from
        self._modules = self._index_python()
        self._top_modules = {name.split(".")[0] for name in self._modules}
        self._roots = self._learn_roots(requests)
        self._workspaces: dict[str, str] = {}
        self._aliases: list[tuple[str, str, str]] = []
        self._crates: dict[str, str] = {}
        self._packages: dict[str, list[int]] = {}
        self._package_roots: set[str] = set()
        self._members: dict[tuple[str, str], list[int]] = {}
        self._go_modules: list[tuple[str, str]] = []
        self._include_memo: dict[str, list[str]] = {}
        self._rules: dict[str, Callable[[str, str, str], Answer]] = {
            "Python": self._python,
            "Cython": self._python,
            "Go": self._go,
            "Ruby": self._ruby,
            "Starlark": self._starlark,
        }

    def add_workspace(self, folder: str, package: str) -> None:
        """A folder with a package.json is known to the others by its package's name."""
        self._workspaces[package] = folder

    def add_alias(self, folder: str, name: str, signature: str) -> None:
        """`"@shop/*": ["./packages/*/src"]` of a tsconfig.json in `folder`."""
        for place in re.findall(r'"([^"]+)"', signature.partition(":")[2]):
            self._aliases.append((folder, name, place))

    def add_crate(self, folder: str, name: str) -> None:
        """A folder with a Cargo.toml is known to its tests, its programs and other crates by its name."""
        self._crates.setdefault(name.replace("-", "_"), folder)

    def add_package(self, name: str, file: int, members: Iterable[str]) -> None:
        """A file says `package com.shop` and defines these names in it."""
        self._packages.setdefault(name, []).append(file)
        self._package_roots.add(".".join(name.split(".")[:3]))
        for member in members:
            self._members.setdefault((name, member), []).append(file)

    def add_go_module(self, folder: str, module: str) -> None:
        self._go_modules.append((module, folder))
        self._go_modules.sort(key=lambda item: (-len(item[0]), item))

    def resolve(
        self, path: str, language: str, target: str, how: str, names: list[str], inner: int = 0
    ) -> Answer:
        if language in _C_FAMILY:
            return self._include(path, target, how)
        if language in _JS_FAMILY:
            return self._javascript(path, target)
        if language in _DOTTED:
            return self._dotted(path, target, _DOTTED[language])
        if language == "Python":
            return self._python_names(path, target, names)
        if language == "Rust":
            return self._rust(path, target, how, inner)
        rule = self._rules.get(language)
        if rule is not None:
            return rule(path, target, how)
        answer = self._relative(path, language, target)
        return answer if answer[0] else _beyond(language, target)

    # Python

    def _index_python(self) -> dict[str, list[str]]:
        """Return dotted module name -> files. A module's root is the first folder above it that is no package."""
        modules: dict[str, list[str]] = defaultdict(list)
        packages = {
            posixpath.dirname(p)
            for base in ("__init__.py", "__init__.pyi")
            for p in self.by_base.get(base, ())
        }
        for path in sorted(self.by_path):
            if not path.endswith((".py", ".pyi", ".pyx")):
                continue
            stem = path.rsplit(".", 1)[0]
            folder = posixpath.dirname(path)
            root = folder
            while root in packages and root:
                root = posixpath.dirname(root)
            name = stem[len(root) :].lstrip("/").replace("/", ".")
            if name.endswith(".__init__") or name == "__init__":
                name = name[: -len("__init__")].rstrip(".")
                if not name:
                    continue
            modules[name].append(path)
            if root and root == folder and not self._is_root(root):
                self._loose[path] = root
            # Namespace packages: the same file is also known from the top of the repository and from `src`.
            for base in ("", "src/"):
                if path.startswith(base) and root + "/" != base and root:
                    other = stem[len(base) :].replace("/", ".").removesuffix(".__init__")
                    if other != name:
                        modules[other].append(path)
        return modules

    def _is_root(self, folder: str) -> bool:
        """Tell whether a project keeps its importable modules in this folder."""
        return posixpath.basename(folder) in ("src", "lib", "python") or any(
            f"{folder}/{name}" in self.by_path for name in ("setup.py", "pyproject.toml", "setup.cfg")
        )

    def _can_import(self, path: str, candidate: str) -> bool:
        """A script's neighbour is importable from that script's folder and below, not from everywhere."""
        root = self._loose.get(candidate)
        return root is None or path.startswith(root + "/")

    def _python(self, path: str, target: str, how: str) -> Answer:
        return self._python_names(path, target, [])

    def _python_names(self, path: str, target: str, names: list[str]) -> Answer:
        if target.startswith("."):
            dots = len(target) - len(target.lstrip("."))
            folder = posixpath.dirname(path)
            for _ in range(dots - 1):
                folder = posixpath.dirname(folder)
            tail = target[dots:].strip().replace(".", "/")
            base = posixpath.join(folder, tail) if tail else folder
            if len(names) == 1 and (found := self._python_file(posixpath.join(base, names[0]))):
                return "file", found, ""
            found = self._python_file(base)
            return ("file", found, "") if found else ("unresolved", None, "")
        top = target.split(".")[0]
        candidates = self._modules.get(f"{target}.{names[0]}") if len(names) == 1 else None
        candidates = candidates or self._modules.get(target)
        from_top = target.replace(".", "/")  # a namespace package: no folder above says that it is one
        candidates = [
            c
            for c in candidates or ()
            if self._can_import(path, c) or ("/" in from_top and c.startswith((from_top, f"src/{from_top}")))
        ]
        if candidates:
            best = self._nearest(path, candidates)
            return ("file", self.by_path[best], "") if best else ("unresolved", None, "")
        sibling = self._python_file(posixpath.join(posixpath.dirname(path), target.replace(".", "/")))
        if sibling and top not in _PYTHON_LIBRARY:
            return "file", sibling, ""
        if top in _PYTHON_LIBRARY:
            return "standard", None, top
        if top in self._top_modules and "." in target:
            return "unresolved", None, ""
        return "package", None, top

    def _python_file(self, stem: str) -> int | None:
        for ending in (".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx"):
            found = self.by_path.get(stem + ending)
            if found:
                return found
        return None

    def _nearest(self, path: str, candidates: list[str]) -> str | None:
        """Return the one candidate, or the one that shares most of its path; a tie is no answer."""
        if len(candidates) == 1:
            return candidates[0]
        scored = sorted((-_common(path, c), c.endswith(".pyi"), len(c), c) for c in candidates)
        return scored[0][3] if scored[0][:3] != scored[1][:3] else None

    # C family

    def _learn_roots(self, requests: Iterable[tuple[str, str]]) -> Counter[str]:
        """Return how often each folder serves as include root for a target with only one possible answer."""
        roots: Counter[str] = Counter()
        for language, target in requests:
            if language in _C_FAMILY and "/" in target:
                found = [
                    p
                    for p in self.by_base.get(posixpath.basename(target), ())
                    if p == target or p.endswith("/" + target)
                ]
                if len(found) == 1:
                    roots[found[0][: len(found[0]) - len(target)]] += 1
        return roots

    def _include(self, path: str, target: str, how: str) -> Answer:
        target = posixpath.normpath(target) if "./" in target else target
        if how != "angle":
            near = self.by_path.get(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
            if near:
                return "file", near, ""
        found = self._include_memo.get(target)
        if found is None:
            found = [
                p
                for p in self.by_base.get(posixpath.basename(target), ())
                if p == target or p.endswith("/" + target)
            ]
            self._include_memo[target] = found
        is_library = target in _C_LIBRARY or target.startswith(_C_LIBRARY_PREFIX)
        if is_library and (how == "angle" or not found):
            return "standard", None, target
        if len(found) == 1:
            return "file", self.by_path[found[0]], ""
        if found:
            scored = sorted((-self._roots[p[: len(p) - len(target)]], -_common(path, p), p) for p in found)
            if scored[0][:2] != scored[1][:2]:
                return "file", self.by_path[scored[0][2]], ""
            return "unresolved", None, f"{len(found)} files end in this path"
        return (
            ("package", None, target.split("/")[0])
            if how == "angle" or "/" in target
            else ("unresolved", None, "")
        )

    # Others

    def _javascript(self, path: str, target: str) -> Answer:
        if target.startswith("."):
            base = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            for ending in _JS_ENDINGS:
                if found := self.by_path.get(base + ending):
                    return "file", found, ""
            if base.endswith(".js"):
                for ending in (".ts", ".tsx"):
                    if found := self.by_path.get(base[:-3] + ending):
                        return "file", found, ""
            return "unresolved", None, ""
        for root, name, place in self._aliases:
            if not root or path.startswith(root + "/"):
                head, star, tail = name.partition("*")
                if target != name and not (star and target.startswith(head) and target.endswith(tail)):
                    continue
                middle = target[len(head) : len(target) - len(tail)] if star else ""
                base = posixpath.normpath(posixpath.join(root, place.replace("*", middle)))
                for ending in _JS_ENDINGS:
                    if found := self.by_path.get(base + ending):
                        return "file", found, ""
        parts = target.split("/")
        for cut in (2, 1):
            folder = self._workspaces.get("/".join(parts[:cut]))
            if folder is not None and len(parts) >= cut:
                rest = "/".join(parts[cut:])
                for place in ("", "src", "lib", "source") if rest else ("src", "lib", "source", ""):
                    base = posixpath.normpath(posixpath.join(folder, place, rest))
                    for ending in _JS_ENDINGS[1:]:
                        if found := self.by_path.get(base + ending):
                            return "file", found, ""
                return "unresolved", None, "a package of this repository"
        name = target.removeprefix("node:")
        if target.startswith("node:") or name.split("/")[0] in _NODE_LIBRARY:
            return "standard", None, name
        return "package", None, "/".join(target.split("/")[: 2 if target.startswith("@") else 1])

    def _dotted(self, path: str, target: str, ending: str) -> Answer:
        parts = target.removesuffix(".*").removesuffix("._").split(".")
        if parts[0] in ("java", "javax", "kotlin", "scala", "jdk", "sun"):
            return "standard", None, ".".join(parts[:2])
        for cut in range(len(parts), max(0, len(parts) - 3), -1):
            tail = "/".join(parts[:cut])
            for other in (ending, ".java", ".kt"):
                found = [
                    p
                    for p in self.by_base.get(parts[cut - 1] + other, ())
                    if p == tail + other or p.endswith("/" + tail + other)
                ]
                best = self._nearest(path, found) if found else None
                if best:
                    return "file", self.by_path[best], ""
        named = [n for n, part in enumerate(parts) if part[:1].isupper()]
        package = parts[: named[0]] if named else parts[:-1] or parts
        for cut in range(len(parts), 0, -1):
            if (name := ".".join(parts[:cut])) in self._packages:
                files = self._packages[name]
                if cut < len(parts):
                    files = self._members.get((name, parts[cut]), [])
                return ("file", files[0], "") if files else ("unresolved", None, "")
        if ".".join(package[:3]) in self._package_roots:
            return "unresolved", None, ""
        return "package", None, ".".join(package[:3])

    def _go(self, path: str, target: str, how: str) -> Answer:
        for module, folder in self._go_modules:
            if target == module or target.startswith(module + "/"):
                where = (
                    posixpath.join(folder, target[len(module) :].lstrip("/"))
                    if folder or target != module
                    else ""
                )
                for candidate in (where,):
                    if candidate in self.folders:
                        files = [
                            p
                            for p in self._folder_files(candidate)
                            if p.endswith(".go") and not p.endswith("_test.go")
                        ]
                        # The file that speaks for the package: what is used of it is known by name.
                        first = _speaker(files, posixpath.basename(candidate))
                        if first:
                            return "file", self.by_path[first], ""
                return "unresolved", None, ""
        if "." not in target.split("/")[0]:
            return "standard", None, target
        return "package", None, "/".join(target.split("/")[:3])

    def _folder_files(self, folder: str) -> list[str]:
        if not hasattr(self, "_by_folder"):
            by_folder: dict[str, list[str]] = defaultdict(list)
            for path in self.by_path:
                by_folder[posixpath.dirname(path)].append(path)
            self._by_folder = by_folder
        return self._by_folder.get(folder, [])

    def _rust(self, path: str, target: str, how: str, inner: int = 0) -> Answer:
        """`inner`: how many inline modules stand around the import; `super` leaves them first."""
        parts = [part for part in target.split("{")[0].strip().split("::") if part]
        head = parts[0] if parts else ""
        if head in ("std", "core", "alloc", "proc_macro", "test"):
            return "standard", None, head
        folder, _, base_name = path.rpartition("/")
        stem = base_name.removesuffix(".rs")
        is_root = stem in ("mod", "lib", "main") or posixpath.basename(folder) in (
            "tests",
            "examples",
            "benches",
            "bin",
        )
        own = folder if is_root else posixpath.join(folder, stem)
        if head == "crate":
            found = self._rust_file(self._crate_root(path), parts[1:])
        elif head in self._crates and how != "mod":
            found = self._rust_file(posixpath.join(self._crates[head], "src"), parts[1:])
        elif head in ("self", "super"):
            ups = 0
            while parts and parts[0] in ("self", "super"):
                ups += parts[0] == "super"
                parts = parts[1:]
            if ups <= inner and ups:
                return "file", self.by_path[path], ""
            for _ in range(ups - inner if ups else 0):
                own = posixpath.dirname(own)
            found = self._rust_file(own, parts) or self._rust_file(
                posixpath.dirname(own), [posixpath.basename(own)]
            )
        else:
            found = None
            for cut in range(len(parts), 0, -1):
                stem_path = posixpath.join(own, *parts[:cut])
                found = (
                    found or self.by_path.get(stem_path + ".rs") or self.by_path.get(stem_path + "/mod.rs")
                )
            if not found:
                return ("unresolved", None, "") if how == "mod" else ("package", None, head)
        return ("file", found, "") if found else ("unresolved", None, "")

    def _crate_root(self, path: str) -> str:
        folder = posixpath.dirname(path)
        while folder:
            if f"{folder}/lib.rs" in self.by_path or f"{folder}/main.rs" in self.by_path:
                return folder
            folder = posixpath.dirname(folder)
        return posixpath.dirname(path)

    def _rust_file(self, base: str, parts: list[str]) -> int | None:
        for cut in range(len(parts), -1, -1):
            stem = posixpath.join(base, *parts[:cut]) if cut else base
            for ending in (".rs", "/mod.rs", *(("/lib.rs",) if cut == 0 else ())):
                if found := self.by_path.get(stem + ending):
                    return found
        return None

    def _ruby(self, path: str, target: str, how: str) -> Answer:
        near = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        for stem in (near, posixpath.join("lib", target)):
            if found := self.by_path.get(stem if stem.endswith(".rb") else stem + ".rb"):
                return "file", found, ""
        found_paths = [
            p
            for p in self.by_base.get(posixpath.basename(target) + ".rb", ())
            if p.endswith("/" + target + ".rb")
        ]
        best = self._nearest(path, found_paths) if found_paths else None
        return ("file", self.by_path[best], "") if best else ("package", None, target.split("/")[0])

    def _starlark(self, path: str, target: str, how: str) -> Answer:
        """`//pkg:file.bzl`, `:file.bzl`, `@repo//pkg:file.bzl`."""
        if target.startswith("@") and not target.startswith("@//"):
            return "package", None, target[1:].partition("//")[0]
        folder, _, name = target.lstrip("@").removeprefix("//").partition(":")
        if target.startswith(":"):
            folder = posixpath.dirname(path)
        for stem in (
            posixpath.join(folder, name) if name else folder,
            posixpath.join(folder, "BUILD.bazel"),
            posixpath.join(folder, "BUILD"),
        ):
            if found := self.by_path.get(stem):
                return "file", found, ""
        return "unresolved", None, ""

    def _relative(self, path: str, language: str, target: str) -> Answer:
        """A path beside the file or from the top of the repository; for a folder, the file that speaks for it."""
        if "\0" in target or len(target) > 400 or not target:
            return "", None, ""
        folder = posixpath.dirname(path)
        endings = ("", *_ENDINGS.get(language, ()))
        for base in (posixpath.join(folder, target), target.lstrip("/")):
            stem = posixpath.normpath(base)
            for ending in endings:
                if found := self.by_path.get(stem + ending):
                    return "file", found, ""
        dotted = target.replace(".", "/").replace("\\", "/").replace("::", "/")
        if language == "PHP" and "\\" in target:  # PSR-4: the first parts of a namespace stand for a folder
            parts = dotted.strip("/").split("/")
            for cut in range(1, len(parts)):
                tail = "/".join(parts[cut:]) + ".php"
                found_paths = [
                    p for p in self.by_base.get(parts[-1] + ".php", ()) if ("/" + p).endswith("/" + tail)
                ]
                if found_paths:
                    return (
                        ("file", self.by_path[found_paths[0]], "")
                        if len(found_paths) == 1
                        else ("", None, "")
                    )
        base_name = posixpath.basename(dotted)
        for ending in _ENDINGS.get(language, ()):
            found_paths = [
                p
                for p in self.by_base.get(base_name + ending, ())
                if p == dotted + ending or p.endswith("/" + dotted + ending)
            ]
            if len(found_paths) == 1:
                return "file", self.by_path[found_paths[0]], ""
        return "", None, ""


def _speaker(files: list[str], folder: str) -> str | None:
    """Return the file that speaks for a Go package: `doc.go`, the one of its name, or the first."""
    bases = {posixpath.basename(path): path for path in sorted(files, reverse=True)}
    for base in ("doc.go", f"{folder}.go", "main.go"):
        if base in bases:
            return bases[base]
    return min(files, default=None)


def _common(one: str, other: str) -> int:
    """Return how many leading folders two paths share."""
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count


def _beyond(language: str, target: str) -> Answer:
    """Answer an import that is no file of the repository, where its language tells what it is."""
    if language == "C#":
        top = target.partition("=")[2].strip() or target
        names = top.removeprefix("static ").split(".")
        is_own = names[0] in ("System", "Microsoft", "Windows")
        return ("standard" if is_own else "package"), None, ".".join(names[:2])
    if language == "Swift":
        name = target.split(".")[0]
        return ("standard" if name in _APPLE else "package"), None, name
    if language == "PHP" and "\\" in target:
        return "package", None, target.strip("\\").split("\\")[0]
    if language in ("PHP", "Shell", "Lua"):
        return "unresolved", None, ""
    return "", None, ""
