"""The language of a file: by its name, its extension, its first line, an editor's mark, and its content."""

from __future__ import annotations

import re

from repobook.scan import heuristics
from repobook.scan.headers import Neighbours, header_language, is_c_like
from repobook.scan.table import Table, alias

# A template, sample or backup of something: `config.h.in` is read as `config.h`.
_WRAPPERS = frozenset(
    {
        ".bak",
        ".default",
        ".disabled",
        ".dist",
        ".example",
        ".in",
        ".old",
        ".orig",
        ".oss",
        ".sample",
        ".skel",
        ".stub",
        ".template",
        ".tmpl",
        ".tpl",
    }
)
# Names that go on after a dot or a dash: `Dockerfile.arm`, `README-windows`.
_PREFIXES = (
    (re.compile(r"(?:dockerfile|containerfile)[._-].+", re.IGNORECASE), "Dockerfile"),
    (re.compile(r"(?:gnu)?makefile[._-].+", re.IGNORECASE), "Makefile"),
    (re.compile(r"jenkinsfile[._-].+", re.IGNORECASE), "Groovy"),
    (re.compile(r"BUILD\.[\w.-]+"), "Starlark"),
    (
        re.compile(
            r"(?:readme|licen[cs]e|copying|copyright|notice|changes|changelog|authors|contributors|maintainers|"
            r"install|todo|news|history|credits|thanks|patents|contributing)(?:[._-].*)?",
            re.IGNORECASE,
        ),
        "Text",
    ),
)
_REQUIREMENTS = re.compile(
    r"(?:[\w.-]+[_-])?(?:requirements|constraints)(?:[._-][\w.-]+)?\.(?:txt|in)", re.IGNORECASE
)
_SHEBANG = re.compile(rb"#!\s*(\S+)(?:[ \t]+([^\r\n]*))?")
_EXEC = re.compile(rb"^[ \t]*exec[ \t]+(\w+)[^\n]*\$0", re.M)
_VERSION = re.compile(r"[\d.]+$")
_EMACS = re.compile(rb"-\*-\s*(?:(?:[^:*]*;)?\s*mode\s*:\s*)?([\w+#.-]+)\s*(?:;[^*]*)?-\*-", re.I)
_VIM = re.compile(rb"(?:\bvi|\bvim[<=>]?\d*|\bex)\s*:[^\n]{0,200}?\b(?:ft|filetype|syntax)\s*=\s*([\w+#.-]+)")


class LanguageFinder:
    """Finds languages for the files of one tree, for headers follow their neighbours."""

    def __init__(self, table: Table, neighbours: Neighbours) -> None:
        self._table = table
        self._neighbours = neighbours

    def find(self, path: str, name: str, head: bytes) -> str:
        """Return the language of the file at `path` that begins with `head`; "" where none is known."""
        language = self._table.names.get(name)
        if language is not None:
            if language == "Starlark" and name == "BUILD" and head and not _looks_like_starlark(head):
                return ""
            return language
        extension, candidates = self._extension(name)
        if len(candidates) == 1 and extension not in (".h", ".inc", ".conf", ".tpl"):
            return self._settle(extension, candidates[0], head)
        return self._ambiguous(path, name, extension, candidates, head)

    def named(self, text: str) -> str:
        """Return the language that somebody calls `text`; "" where nobody does."""
        return self._table.aliases.get(alias(text), "")

    def _ambiguous(
        self, path: str, name: str, extension: str, candidates: tuple[str, ...], head: bytes
    ) -> str:
        if stated := self._by_modeline(head):
            return stated
        stated = self._by_shebang(head)
        # `#!/usr/bin/env node` does not make a.ts JavaScript; the name a.cgi says nothing.
        if stated and (not candidates or stated in candidates or extension in (".cgi", ".fcgi")):
            return stated
        if extension == ".h":
            return header_language(path, head, self._neighbours)
        if extension == ".inc":
            return self._include(path, head)
        if name.endswith((".txt", ".in")) and _REQUIREMENTS.fullmatch(name):
            return "Pip Requirements"
        if candidates:
            inner = self._by_inner_name(path, name, head) if extension in _WRAPPERS else ""
            return inner or heuristics.choose(extension, head) or candidates[0]
        return self._by_inner_name(path, name, head) or heuristics.language_by_beginning(head)

    def _extension(self, name: str) -> tuple[str, tuple[str, ...]]:
        """Return the longest known extension (`.d.ts` before `.ts`) and its languages."""
        table = self._table.extensions
        at = name.find(".", 1)
        while at > 0:
            extension = name[at:]
            found = table.get(extension)
            if found is None and not extension.islower():
                extension = extension.lower()
                found = table.get(extension)
            if found is not None:
                return extension, found
            at = name.find(".", at + 1)
        return "", ()

    def _settle(self, extension: str, language: str, head: bytes) -> str:
        """Check the few languages whose extension alone does not say enough."""
        if language == "JSON":
            return "JSON with Comments" if heuristics.has_json_comments(head) else language
        if language == "Roff Manpage" and not heuristics.is_manual(extension, head):
            return ""
        if language == "Go Template" and extension == ".tmpl" and b"{{" not in head:
            return ""
        return language

    def _by_inner_name(self, path: str, name: str, head: bytes) -> str:
        """Look behind `.in`, `.template` and the like, and at names that go on after a known beginning."""
        dot = name.rfind(".")
        if dot > 0 and name[dot:].lower() in _WRAPPERS:
            cut = len(name) - dot
            found = self.find(path[:-cut], name[:dot], head)
            if found:
                return found
        for pattern, language in _PREFIXES:
            if pattern.fullmatch(name):
                return language
        return ""

    def _include(self, path: str, head: bytes) -> str:
        """`.inc` is any language's word for "included somewhere"."""
        found = heuristics.choose(".inc", head)
        if found or not is_c_like(head):
            return found
        return header_language(path, head, self._neighbours)

    def _by_shebang(self, head: bytes) -> str:
        if not head.startswith(b"#!"):
            return ""
        match = _SHEBANG.match(head[:400])
        if match is None:
            return ""
        words = [match[1], *(match[2] or b"").split()]
        program = _program(words)
        if program == "sh" and (inner := _EXEC.search(head[:2000])):
            # A polyglot: a shell that at once gives way to what the file is written in.
            program = inner[1].decode("ascii", "replace")
        table = self._table.interpreters
        return table.get(program) or table.get(_VERSION.sub("", program), "")

    def _by_modeline(self, head: bytes) -> str:
        if b"-*-" in head[:1000] and (match := _EMACS.search(head[:1000])):
            found = self.named(match[1].decode("ascii", "replace"))
            if found:
                return found
        if b"vi" in head and (match := _VIM.search(head[:2000]) or _VIM.search(head[-1000:])):
            return self.named(match[1].decode("ascii", "replace"))
        return ""


def _program(words: list[bytes]) -> str:
    """Return the program that a `#!` line runs, with `env` and its options left out."""
    name = words[0].rpartition(b"/")[2]
    if name == b"env":
        rest = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
        name = rest[0].rpartition(b"/")[2] if rest else b""
    return name.decode("ascii", "replace")


def _looks_like_starlark(head: bytes) -> bool:
    return b"(" in head or not head.strip()
