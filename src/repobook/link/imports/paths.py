"""Languages whose imports are paths: Ruby, Shell, PHP, Lua, CMake, Starlark, and all that have no rules of their own."""

from __future__ import annotations

import posixpath
import re

from repobook.link.imports import library
from repobook.link.imports.julia import JuliaRule
from repobook.link.imports.names import normal_package
from repobook.link.imports.php import PhpRule
from repobook.link.imports.tree import (
    DYNAMIC,
    GENERATED,
    MAX_TARGET,
    MISSING,
    NOTHING,
    Answer,
    Tree,
    above,
    join,
    package,
    standard,
)

# What may be added to a target to make it a path, for languages whose imports are paths or dotted paths.
_ENDINGS = {
    "CMake": (".cmake", "/CMakeLists.txt"),
    "Lua": (".lua", "/init.lua"),
    "PHP": (".php",),
    "Haskell": (".hs",),
    "Julia": (".jl",),
    "R": (".R", ".r"),
    "Perl": (".pm", ".pl"),
    "Shell": (".sh",),
    "Elixir": (".ex", ".exs"),
    "Dart": (".dart",),
    "reStructuredText": (".rst", ".md", "/index.rst"),
    "Markdown": (".md", "/README.md", "/index.md", ".rst"),
    "SCSS": (".scss",),
    "Protocol Buffer": (".proto",),
    "Thrift": (".thrift",),
    "HTML": (".html",),
}
# A folder in front of a path that only the running program knows: "$DIR/", "${ROOT}/", "$(dirname "$0")/".
_IN_FRONT = re.compile(
    r"(?P<variable>\$\{?(?P<name>[A-Za-z_]\w*)(?:\[0\])?(?::-[^}]*|%/\*|%%/\*)?\}?)"
    r"|\$\((?P<command>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|`(?P<old>[^`]*)`"
)
_SAYS_HERE = re.compile(r"dirname|BASH_SOURCE|\$0|\$\{0|%/\*|\bpwd\b")
_SAYS_TOP = re.compile(r"rev-parse\s+--show-toplevel")
_UPWARDS = re.compile(r"(?:/|\s|\"|^)((?:\.\./)*\.\.)(?=[/\s\");&]|$)")
_ELSEWHERE = re.compile(r"HOME|XDG|TMP|TEMP|PREFIX|USER|PATH$|ENV|NVM_DIR|ZSH|CONDA|VIRTUAL|PROFILE")


class PathRule:
    def __init__(self, tree: Tree, declared: frozenset[str] = frozenset()) -> None:
        """`declared`: packages that the repository says it needs."""
        self._tree = tree
        self._declared = declared
        self.php = PhpRule(tree, declared)
        self.julia = JuliaRule(tree)

    def resolve(self, path: str, language: str, target: str, how: str, values: dict[str, str]) -> Answer:
        """`values`: what the file's variables hold, as written."""
        if "\0" in target or len(target) > MAX_TARGET or not target:
            return NOTHING
        if language == "Ruby":
            return self._ruby(path, target, how)
        if language == "Starlark":
            return self._starlark(path, target)
        if language == "Shell":
            return self._shell(path, target, values)
        if language == "CMake" and how in ("package", "dependency"):
            return package(target)
        if how == "system header":  # what is looked for on the machine that builds, never beside the file
            is_library = target in library.C or target.startswith(library.C_FOLDERS)
            return standard(target) if is_library else NOTHING
        if how.endswith("dependency"):
            return NOTHING  # what a manifest declares is no file
        if language == "Julia" and how != "relative":
            return self.julia.resolve(path, target)
        if language == "R" and how != "relative":
            return NOTHING  # library(shop) asks for a package, never for R/shop.R
        is_use = language == "PHP" and how != "relative" and not target.endswith(".php")
        if is_use and (named := self.php.named(path, target)):
            return named
        found = self._relative(path, language, target)
        if found.kind and not (is_use and self.php.defines(found.file)):
            return found
        if is_use:
            return self.php.beyond(target)
        if language == "PHP":
            return GENERATED if target.endswith("vendor/autoload.php") else MISSING
        if language == "Lua":
            return standard(target) if target in library.LUA else self._lua(target)
        return NOTHING

    def _relative(self, path: str, language: str, target: str) -> Answer:
        """A path beside the file or from the top of the repository; for a folder, the file that speaks for it."""
        folder = posixpath.dirname(path)
        endings = ("", *_ENDINGS.get(language, ()))
        for base in (
            join(folder, target.lstrip("/") if language == "PHP" else target),
            join("", target.lstrip("/")),
        ):
            if found := self._tree.first(base, endings):
                return found
        dotted = target.replace("\\", "/").replace("::", "/")
        if language != "CMake" and "/" not in target:
            dotted = dotted.replace(".", "/")
        if language == "PHP" and "\\" in target:  # PSR-4: the first parts of a namespace stand for a folder
            parts = dotted.strip("/").split("/")
            for cut in range(len(parts) - 1):
                if found_paths := self._tree.ending_in("/".join(parts[cut:]) + ".php"):
                    return self._one(found_paths)
            # The class alone is no evidence unless the folder above bears the namespace's last name or is a source root.
            return self._one(
                [
                    p
                    for p in self._tree.ending_in(parts[-1] + ".php")
                    if posixpath.dirname(p) in ("src", "lib")
                ]
            )
        for ending in _ENDINGS.get(language, ()):
            if (found := self._one(self._tree.ending_in(dotted + ending))).kind:
                return found
        return NOTHING

    def _one(self, paths: list[str]) -> Answer:
        return Answer("file", self._tree.by_path[paths[0]]) if len(paths) == 1 else NOTHING

    def _lua(self, target: str) -> Answer:
        """A module whose first part is a folder of Lua files of the repository is gone; any other is installed."""
        head = re.split(r"[./]", target)[0]
        ours = {"", "lua", "src", "lib"}
        if any(join(base, head) in self._tree.folders for base in ours):
            return MISSING
        return package(head)

    def _ruby(self, path: str, target: str, how: str) -> Answer:
        if how.endswith("dependency"):
            return NOTHING
        ending = "" if target.endswith(".rb") else ".rb"
        near = self._tree.file(join(posixpath.dirname(path), target) + ending)
        if how == "relative":
            return near or MISSING
        if target.startswith("."):
            return near or self._tree.file(join("", target) + ending) or MISSING
        for base in above(posixpath.dirname(path)):
            if found := self._tree.file(join(posixpath.join(base, "lib"), target) + ending):
                return found
        head = target.split("/")[0]
        if head in library.RUBY and target in library.RUBY:
            return standard(head)
        found_paths = self._tree.ending_in(target + ending)
        roots = [
            p for p in found_paths if "/" in target or posixpath.basename(posixpath.dirname(p)) in _RUBY_ROOTS
        ]
        if roots:
            return self._tree.nearest(path, roots)
        parts = target.removesuffix(".rb").split("/")
        for cut in range(len(parts), 1, -1):  # rack/session/cookie: of rack-session
            if normal_package(name := "-".join(parts[:cut])) in self._declared:
                return package(name)
        if head in library.RUBY:
            return standard(head)
        is_own = any(
            join(base, f"lib/{head}") in self._tree.folders for base in above(posixpath.dirname(path))
        )
        if is_own and normal_package(head) in self._declared and not self._tree.ending_in(f"{head}.gemspec"):
            is_own = False  # rack-protection keeps its files in lib/rack, and needs rack
        return MISSING if is_own and "/" in target else package(head)

    def _starlark(self, path: str, target: str) -> Answer:
        """`//pkg:file.bzl`, `:file.bzl`, `@repo//pkg:file.bzl`."""
        if target.startswith("@") and not target.startswith("@//"):
            return package(target[1:].partition("//")[0])
        folder, _, name = target.lstrip("@").removeprefix("//").partition(":")
        if target.startswith(":"):
            folder = posixpath.dirname(path)
        elif not target.startswith(("//", "@//")):
            folder, name = posixpath.dirname(path), target
        for stem in (
            join(folder, name) if name else folder,
            join(folder, "BUILD.bazel"),
            join(folder, "BUILD"),
        ):
            if found := self._tree.file(stem):
                return found
        return MISSING

    def _shell(self, path: str, target: str, values: dict[str, str]) -> Answer:
        """`. ./lib.sh`, `source "$(dirname "$0")/lib.sh"`, `. "$DIR/lib.sh"` where the file says what DIR is."""
        folder = posixpath.dirname(path)
        text = target.replace('"', "").replace("'", "")
        places = [folder, ""]
        seen = 0
        while (front := _IN_FRONT.match(text)) and seen < 4:
            seen += 1
            rest = text[front.end() :]
            said = front["command"] or front["old"] or ""
            if front["variable"]:
                value = values.get(front["name"], "").replace('"', "").replace("'", "")
                if front["name"] in ("BASH_SOURCE", "0") or _SAYS_HERE.search(front[0]):
                    said = "dirname"
                elif not value or _IN_FRONT.match(value) is None:
                    if _ELSEWHERE.search(front["name"]):
                        return DYNAMIC
                    is_known = value and not value.startswith(("/", "~"))
                    return self._at(places, value + rest) if is_known else self._by_end(rest)
                elif _SAYS_HERE.search(value) or _SAYS_TOP.search(value):
                    said = value
                else:
                    text = value + rest
                    continue
            if _SAYS_TOP.search(said):
                places = ["", folder]
            elif not _SAYS_HERE.search(said):
                return DYNAMIC
            up = _UPWARDS.search(said)
            # What a variable holds may go on behind the command: $(dirname "$0")/..
            text = (up[1] if up else ".") + "/" + rest.lstrip("/")
            places = places[:1]
        if "$" in text or "`" in text:
            return DYNAMIC
        if text.startswith(("/", "~")):
            return MISSING if text.startswith("~") else Answer("unresolved", note="outside the repository")
        return self._at(places, text)

    def _at(self, places: list[str], tail: str) -> Answer:
        if "$" in tail:
            return DYNAMIC
        for place in places:
            if found := self._tree.first(join(place, tail), ("", ".sh")):
                return found
        return MISSING

    def _by_end(self, rest: str) -> Answer:
        """Behind a variable that another file sets: the one file of the tree that ends in the rest, if there is one."""
        tail = rest.strip("/")
        if "$" in tail or not tail or (tail.startswith(".") and "/" not in tail):
            return DYNAMIC
        found = self._tree.ending_in(tail)
        return Answer("file", self._tree.by_path[found[0]]) if len(found) == 1 else DYNAMIC


_RUBY_ROOTS = ("lib", "test", "spec", "app", "features", "src", "support", "benchmark", "bin")
