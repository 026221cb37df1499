"""C, C++ or Objective-C: what a `.h` or `.inc` file is written in.

Guessing wrong costs a third of the file in parse errors. So the file's own words decide first; where they fit
every dialect, its neighbours do: the source of the same name, then the nearest folder that has sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

# Parts that only another dialect reads say nothing about this one.
_GUARDED = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)(?:__cplusplus|__OBJC__)\b"
    rb"(?s:.{0,4000}?)^[ \t]*#[ \t]*(?:endif|else)\b",
    re.MULTILINE,
)
_OBJECTIVE_C = re.compile(
    rb"^[ \t]*(?:@(?:interface|protocol|class|property|import|end|optional|required)\b"
    rb"|#[ \t]*import[ \t]*[<\"])",
    re.MULTILINE,
)
_CPLUSPLUS = re.compile(
    rb"^[ \t]*(?:"
    rb"template[ \t]*<|"
    rb"(?:inline[ \t]+)?namespace\b|"
    rb"(?:enum[ \t]+)?class[ \t]+(?:[A-Z_]+(?:\([^)\n]*\))?[ \t]+)?[A-Za-z_][\w:]*[ \t]*"
    rb"(?:final\b|[:;{<]|\r?$)|"
    rb"using[ \t]+(?:namespace\b|[\w:]+[ \t]*[=;])|"
    rb"(?:public|private|protected)[ \t]*:|"
    rb"(?:virtual|constexpr|consteval|constinit)[ \t]|"
    rb"extern[ \t]+\"C\"|"
    rb"#[ \t]*include[ \t]*(?:<[a-z_]+>|[<\"][^>\"\n]+\.(?:hpp|hh|hxx|cuh|tcc|inl)[>\"])"
    rb")"
    rb"|\w::~?\w|\b(?:nullptr|static_cast|reinterpret_cast|dynamic_cast|const_cast|noexcept|decltype)\b"
    rb"|\boperator[ \t]*[(\[=<>+*!-]|=[ \t]*(?:delete|default);",
    re.MULTILINE,
)
_C_LIKE = re.compile(
    rb"^[ \t]*#[ \t]*(?:include|define|ifn?def|if|pragma|undef)\b|[;{}][ \t]*\r?$|^[ \t]*//|/\*", re.MULTILINE
)

_DIALECTS = {
    ".c": "C",
    ".cc": "C++",
    ".cpp": "C++",
    ".cxx": "C++",
    ".c++": "C++",
    ".cu": "C++",
    ".cuh": "C++",
    ".hip": "C++",
    ".hpp": "C++",
    ".hxx": "C++",
    ".hh": "C++",
    ".ixx": "C++",
    ".cppm": "C++",
    ".m": "Objective-C",
    ".mm": "Objective-C++",
}
_FOR_TIES = ("C++", "Objective-C++", "Objective-C", "C")


class Neighbours:
    """How many sources of each dialect every folder holds, with all that is below it."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = list(paths)

    @cached_property
    def _counted(self) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
        """The dialects by what stands before their endings, and how many of each there are by folder."""
        all_counts: dict[str, dict[str, int]] = {}
        stems: dict[str, str] = {}
        for path in self._paths:
            dot = path.rfind(".")
            dialect = _DIALECTS.get(path[dot:].lower()) if dot >= 0 else None
            if dialect is None:
                continue
            stems.setdefault(path[:dot], dialect)
            folder = path
            while folder:
                folder = folder.rpartition("/")[0]
                counts = all_counts.setdefault(folder, {})
                counts[dialect] = counts.get(dialect, 0) + 1
        return stems, all_counts

    def dialect(self, path: str) -> str:
        """Return the dialect of the sources nearest to `path`; "" in a tree that has none."""
        stems, all_counts = self._counted
        stem = stems.get(path[: path.rfind(".")])
        if stem is not None:
            return stem
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            counts = all_counts.get(folder)
            if counts:
                return max(_FOR_TIES, key=lambda dialect: counts.get(dialect, 0))
        return ""


def header_language(path: str, head: bytes, neighbours: Neighbours) -> str:
    """Return the dialect of a header."""
    if b"__cplusplus" in head or b"__OBJC__" in head:
        head = _GUARDED.sub(b"", head)
    has_objects = b"@" in head or b"import" in head
    if has_objects and _OBJECTIVE_C.search(head):
        return "Objective-C++" if _CPLUSPLUS.search(head) else "Objective-C"
    if _CPLUSPLUS.search(head):
        return "C++"
    nearest = neighbours.dialect(path)
    # Sources in Objective-C++ use plain C++ headers; what is Objective-C says so itself.
    return {"Objective-C++": "C++", "Objective-C": "C"}.get(nearest, nearest) or "C"


def is_c_like(head: bytes) -> bool:
    return _C_LIKE.search(head) is not None
