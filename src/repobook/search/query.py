"""What is asked: the words of a question, its filters, and what kind of question it is.

linear backward            names, paths, words of the documentation
"exact text"  /regex+/     the text of the sources
def:Linear  ref:Linear     where a name is defined, where it is used
kind:function lang:cpp path:aten/ in:tests has:finding      filters for each of them
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from repobook.errors import InputError

MAX_QUERY = 1000  # characters

ANY, TEXT, REGEX, DEFINITION, REFERENCE = "any", "text", "regex", "definition", "reference"

_LANGUAGES = {
    "cpp": "c++", "cxx": "c++", "cc": "c++", "hpp": "c++", "py": "python", "js": "javascript", "jsx": "javascript", "ts": "typescript",
    "cs": "c#", "csharp": "c#", "rb": "ruby", "rs": "rust", "sh": "shell", "bash": "shell", "kt": "kotlin", "md": "markdown",
    "yml": "yaml", "cu": "cuda", "objc": "objective-c", "golang": "go", "rst": "restructuredtext", "docker": "dockerfile",
}  # fmt: skip
_TYPES = (
    "class",
    "struct",
    "interface",
    "trait",
    "protocol",
    "enum",
    "union",
    "record",
    "alias",
    "typedef",
    "type",
    "object",
)
_KINDS = {
    "type": _TYPES,
    "callable": ("function", "method", "constructor", "macro", "prototype", "destructor", "operator"),
    "func": ("function",),
    "var": ("variable",),
    "const": ("constant",),
}
PLACES = {
    "source": "source", "sources": "source", "code": "source", "test": "test", "tests": "test", "document": "document", "documents": "document",
    "doc": "document", "docs": "document", "build": "build", "config": "configuration", "configuration": "configuration", "data": "data",
    "generated": "generated", "vendored": "vendored",
}  # fmt: skip
_FILTER = re.compile(r"(kind|lang|language|path|in|has|def|ref):(?!:)", re.I)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class QueryError(InputError):
    """A question that cannot be asked; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Query:
    text: str = ""
    mode: str = ANY
    kinds: frozenset[str] = frozenset()
    languages: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()
    places: frozenset[str] = frozenset()  # kinds of file
    has_finding: bool = False
    near: str = ""  # the folder where the asker stands

    @property
    def has_filter(self) -> bool:
        return bool(self.kinds or self.languages or self.paths or self.places or self.has_finding)


def parse_query(text: str, mode: str = ANY, near: str = "") -> Query:
    """Read a question as it was typed. `mode` says what its text is, where the asker has chosen that."""
    if len(text) > MAX_QUERY:
        raise QueryError(
            f"the question has {len(text):,} characters; at most {MAX_QUERY:,} can be asked. Shorten it."
        )
    kinds: set[str] = set()
    languages: set[str] = set()
    places: set[str] = set()
    paths: list[str] = []
    has_finding = False
    rest = []
    for piece in _pieces(_CONTROL.sub(" ", text)):
        found = _FILTER.match(piece)
        value = piece[found.end() :].strip('"') if found else ""
        if found is None or (not value and mode != ANY):
            rest.append(piece)
            continue
        key = found[1].lower()
        if key in ("def", "ref") and value:
            mode = DEFINITION if key == "def" else REFERENCE
            rest.append(value)
        elif not value:
            raise QueryError(f"{key}: needs a value, such as {_example(key)}.")
        elif key == "kind":
            kinds.update(_KINDS.get(value.lower(), (value.lower(),)))
        elif key in ("lang", "language"):
            languages.add(_LANGUAGES.get(value.lower(), value.lower()))
        elif key == "path":
            paths.append(value)
        elif key == "in":
            if value.lower() not in PLACES:
                raise QueryError(
                    f"in:{value} is unknown. Choose one of {', '.join(sorted(set(PLACES.values())))}."
                )
            places.add(PLACES[value.lower()])
        elif value.lower().rstrip("s") == "finding":
            has_finding = True
        else:
            raise QueryError(f"has:{value} is unknown. Only has:finding can be asked.")
    asked = " ".join(rest).strip()
    if mode == REFERENCE and kinds:
        raise QueryError(
            "kind: says what a symbol is, ref: asks for places that use one. Leave one of them out."
        )
    if mode == ANY and len(asked) > 2:
        if asked[0] == asked[-1] == '"':
            mode, asked = TEXT, asked[1:-1]
        elif asked[0] == asked[-1] == "/":
            mode, asked = REGEX, asked[1:-1]
    return Query(
        asked,
        mode,
        frozenset(kinds),
        frozenset(languages),
        tuple(paths),
        frozenset(places),
        has_finding,
        near,
    )


def _pieces(text: str) -> list[str]:
    """Cut at blanks, but not inside of quotes or between slashes that hold a regular expression."""
    # A backslash is read in one way only: in two, a question of backslashes would be tried in more ways than can be counted.
    return re.findall(r'(?:\w+:)?"[^"]*"|^/.+/$|(?<!\S)/(?:\\.|[^/\s\\])+[^/]*/(?!\S)|\S+', text)


def _example(key: str) -> str:
    return {
        "kind": "kind:function",
        "lang": "lang:python",
        "language": "lang:python",
        "path": "path:src/",
        "in": "in:tests",
        "def": "def:main",
        "ref": "ref:main",
    }.get(key, "has:finding")
