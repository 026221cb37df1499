"""The shared words: what every room takes and gives.

Paths are relative to the repository and use `/` on every system; bytes that are not UTF-8 are kept as
surrogate escapes in memory. Lines count from 1 and end at a newline only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

# The kinds of file, told apart by `scan`.
FILE_KINDS = (
    "source",
    "test",
    "document",
    "configuration",
    "build",
    "data",
    "generated",
    "vendored",
    "binary",
)

# Kinds that are one line of a list under what encloses them; all others get a heading of their own.
MINOR_KINDS = frozenset(
    {
        "attribute", "column", "constant", "enumerator", "enum member", "enum_member", "entry", "field", "key", "label", "member", "option",
        "parameter", "property", "selector", "variable", "variant", "value", "import", "element", "id", "env", "arg", "macro", "prototype", "alias", "section", "case",
    }
)  # fmt: skip

# Why a file has no page. Fixed words: people filter by them.
SKIP_REASONS = {
    "binary": "not text",
    "too_large": "larger than the limit for a page",
    "unreadable": "could not be read",
    "not_regular": "not a regular file",
    "symlink": "a link to another path of the repository",
    "symlink_outside": "a link that leaves the repository",
    "symlink_loop": "a link that leads back to itself",
    "changed_during_read": "kept changing while it was read",
    "vanished": "was gone when it was read",
    "parse_timeout": "analysis took longer than the limit",
    "parse_memory": "analysis needed more memory than the limit",
    "parse_crash": "the parser crashed on it",
    "path_limit": "its path is too long for a page",
    "generated_output": "a page of an earlier book",
    "other_device": "on another file system",
    "submodule": "a submodule",
    "secret": "shaped like a key or a password file",
}


@dataclass(frozen=True, slots=True)
class Span:
    first_line: int
    last_line: int


@dataclass(slots=True)
class SourceFile:
    """One file of the repository, as `scan` found it."""

    path: str
    kind: str  # one of FILE_KINDS
    language: str  # GitHub Linguist's name; "" where the text is of no known language
    size_bytes: int
    sha256: str = ""  # of the bytes that were analysed; "" for a file that was never read
    skip: str = ""  # a key of SKIP_REASONS; "" for a documented file
    detail: str = ""  # what the reason cannot say: an error name, a link's target
    rule: str = ""  # why it counts as generated, vendored, test …: the path part or attribute that says so
    is_executable: bool = False
    skip_line: int = 0  # the line that the reason rests on; 0 where it is the name alone


class Symbol(msgspec.Struct, array_like=True):
    """Something a reader can look up: a class, a function, a heading, a target, a key."""

    name: str
    kind: str  # the language's own word: "class", "function", "target"
    first_line: int
    last_line: int
    scope: str = ""  # qualified name of what encloses it; "" at the top of the file
    signature: str = ""
    doc: str = ""  # exactly as its author wrote it, without the comment marks
    doc_first_line: int = 0
    doc_last_line: int = 0
    visibility: str = ""  # "public", "private", "protected", "internal"; "" where the language has none
    complexity: int = 0  # branches + 1; 0 for what has no body
    condition: str = ""  # the #if that selects it
    name_line: int = 0  # the line that holds the name
    bases: str = ""  # what it inherits from, as written, joined by ", "
    joint: str = (
        ""  # between scope and name, where that is not the file's separator: `::` of `Shop\Cart::total`
    )
    name_column: int = 0  # from 1, in bytes; 0 where nobody counted


class Import(msgspec.Struct, array_like=True):
    """A request for another file or package, as written."""

    target: str  # what is asked for: "os.path", "./cart", "ATen/ATen.h"
    line: int
    how: str = ""  # "relative", "quoted", "angle", … where the language tells them apart
    names: list[str] = []  # the names taken from it, `*` included


class Site(msgspec.Struct, array_like=True):
    """A place that names a symbol defined here or elsewhere."""

    name: str  # as written: "self.total", "at::native::add"
    line: int
    column: int  # from 1, in bytes
    how: str  # "call", "type", "base", "decorator", "import", "mention"
    arguments: int = -1  # of a call, where the language has overloads and they can be counted


MAX_COUNTED = 40  # arguments of a call, as a mark tells them


class Sites(msgspec.Struct, array_like=True):
    """The sites of one file in order, a list for each of their properties: files have many of them."""

    names: list[str] = []
    lines: list[int] = []
    columns: list[int] = []
    marks: list[str] = []  # see `mark_of`

    @classmethod
    def of(cls, sites: Iterable[Site]) -> Sites:
        made = cls()
        for site in sites:
            made.append(site)
        return made

    def append(self, site: Site) -> None:
        self.names.append(site.name)
        self.lines.append(site.line)
        self.columns.append(site.column)
        self.marks.append(mark_of(site.how, site.arguments))

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Site]:
        for name, line, column, mark in zip(self.names, self.lines, self.columns, self.marks, strict=True):
            is_counted = len(mark) == 1
            yield Site(
                name, line, column, "call" if is_counted else mark, ord(mark) - 48 if is_counted else -1
            )


def mark_of(how: str, arguments: int = -1) -> str:
    """Return how a site names its symbol; for a call whose arguments are counted, their number as one letter."""
    return how if arguments < 0 else chr(48 + min(arguments, MAX_COUNTED))


class Local(msgspec.Struct, array_like=True):
    """A name that a function binds for itself."""

    name: str
    line: int
    holds: str = (
        ""  # what its text says: ":Cart" is its type, "=Cart()" made by a call, "=cart.items" another name
    )
    first: int = 0  # where it is in force, each as line << 20 | column; 0 where its function is
    last: int = 0
    column: int = 0


class Finding(msgspec.Struct, array_like=True):
    """Something that a rule found."""

    rule: str  # "python/eval": the folder of the rule and its id
    first_line: int
    last_line: int
    values: list[str] = []  # what the rule's message names, in its order


class Note(msgspec.Struct, array_like=True):
    """Something the reader of a file's page must know about how it was read."""

    code: str  # "decode_lossy", "hidden_unicode", "parse_partial", "truncated"
    detail: str
    line: int = 0


class Using(msgspec.Struct, array_like=True):
    """A name of another scope that C++ brings into this one: `using shop::total;`, `using namespace shop;`."""

    line: int
    name: str  # "" for all of a namespace
    target: str


class Facts(msgspec.Struct, array_like=True):
    """All that `analyze` gives for one file. Travels as bytes between processes and is kept by content."""

    lines: int = 0
    code_lines: int = 0
    comment_lines: int = 0
    blank_lines: int = 0
    encoding: str = "UTF-8"
    title: str = ""  # first heading of a document
    purpose: str = ""  # what the file says of itself, as written
    purpose_first_line: int = 0
    purpose_last_line: int = 0
    licence: str = ""  # SPDX expression, where the file declares one
    generated_by: str = ""  # the words that say so ("DO NOT EDIT"), with their line
    symbols: list[Symbol] = []
    imports: list[Import] = []
    sites: Sites = msgspec.field(default_factory=Sites)
    locals: list[Local] = []
    # identifier or chosen term -> lines, in order of first byte: names joined by "\n", lines as "3 7 9" joined by "\n"
    terms: str = ""
    term_lines: str = ""
    words: str = ""  # every word of the text, comments and strings too, joined by "\n"
    notes: list[Note] = []
    error_bytes: int = 0  # bytes in regions that the grammar could not read
    outline: str = ""  # "9 functions, 1 namespace", then up to three main names, a line each
    separator: str = "."  # between the parts of a qualified name
    findings: list[Finding] = []
    prints: list[
        tuple[int, int]
    ] = []  # of long functions: place in `symbols`, a number that equal bodies share
    usings: list[Using] = []
    details: dict[str, str] = {}  # what only this kind of file has: "rows", "columns", "cells", "links"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong that did not stop the build."""

    path: str
    code: str
    detail: str

    def split(self) -> tuple[str, str]:
        """Return where it is, with the line where it has one, and what: a detail opens with its place."""
        place, mark, what = self.detail.partition(": ")
        is_place = place == self.path or place.startswith(self.path + ":")
        return (place, what) if mark and is_place else (self.path, self.detail)


@dataclass(slots=True)
class Outcome:
    """What a build did, for the doors to tell."""

    output: str
    files: int = 0
    documented: int = 0
    skipped: int = 0
    pages: int = 0
    symbols: int = 0
    source_bytes: int = 0
    page_bytes: int = 0
    reused: int = 0  # files whose facts came from the cache
    is_unchanged: bool = False  # the book was current: nothing was done
    mended: str = ""  # what was wrong with the last book, which this one replaced
    remade: int = 0  # files whose edits had the book made once more
    edited: int = 0  # files that were edited while the book was made, also when it was made once more
    unkept: str = ""  # why nothing is kept for the next build
    rebuilt: list[str] = field(
        default_factory=list
    )  # what was kept of earlier builds, damaged, and made anew
    seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)
    skips: dict[str, int] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def forget_counts(self) -> None:
        """Begin to count again: what was counted is counted once more."""
        self.files = self.documented = self.skipped = self.symbols = self.source_bytes = self.reused = 0
        self.skips, self.notes = {}, {}


class Known(msgspec.Struct, array_like=True, frozen=True):
    """Where the last build's units of a job stand, and the book that holds their pages."""

    book: str = ""
    path: str = ""
    offset: int = 0
    size: int = 0
    checksum: bytes = b""


def are_inside(paths: Collection[str]) -> bool:
    """Tell whether paths name something below the folder that they begin in. All are looked at together: a book has many."""
    text = "/" + "/\n/".join(paths) + "/"
    return not paths or not ("//" in text or "/./" in text or "/../" in text or "\0" in text)
