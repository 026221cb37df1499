"""Golden books: the repositories, how each is built, and what its book must be.

`python tests/update.py books` rewrites every `expected/`. Read the diff as a reader of the book would.
"""

from __future__ import annotations

import difflib
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from odd_names import make_odd_names
from runs import write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.facts import Outcome

BOOKS = Path(__file__).parent

# The database depends on the version of SQLite, so its checksum is no part of what people review.
_DATABASE = re.compile(r'(?<="path": "book.db", ).*(?=})')
# Names that the git of this repository would obey are stored under another name.
_DOTTED = {"dot_gitignore": ".gitignore", "dot_gitattributes": ".gitattributes"}


@dataclass(frozen=True)
class Golden:
    """One repository and the request that makes its book."""

    name: str
    extra: dict[str, str] = field(default_factory=dict)  # what git would not keep: files that rules ignore
    is_inside: bool = False  # the book lies in the repository, so that citations lead to the sources
    options: dict[str, object] = field(default_factory=dict)
    make: Callable[[Path], None] | None = None  # where the repository is not stored as files

    @property
    def expected(self) -> Path:
        return BOOKS / self.name / "expected"

    def __str__(self) -> str:
        return self.name


GOLDEN = [
    Golden("flask_shop", {"instance/settings.cfg": "x = 1\n", "debug.log": "x\n", "keep.log": "kept\n"}),
    Golden("polyglot", {"build/CMakeCache.txt": "x\n", "polyglot/_C.so": "\x7fELF\n"}, is_inside=True),
    Golden("odd_names", make=make_odd_names, options={"source_url": "https://example.org/odd/blob/main"}),
]


def make_repository(golden: Golden, folder: Path) -> Path:
    """Put the repository into `folder` as its users would have it, and return its root."""
    root = folder / golden.name
    if golden.make is not None:
        golden.make(root)
        return root
    shutil.copytree(BOOKS / golden.name / "repo", root)
    for path in sorted(root.rglob("dot_*")):
        path.rename(path.with_name(_DOTTED[path.name]))
    write_tree(root, dict(golden.extra))
    return root


def build_golden(golden: Golden, folder: Path) -> Outcome:
    """Build the book of a golden repository below `folder`."""
    root = make_repository(golden, folder)
    book = root / "book" if golden.is_inside else folder / "book"
    cache = str(folder / "cache")
    return build(make_config(str(root), str(book), cache=cache, jobs=1, **golden.options))  # type: ignore[arg-type]


def read_book(book: Path) -> dict[str, str]:
    """Return what people review: every page, and the manifest without the checksum of the database."""
    texts = {str(path.relative_to(book)): path.read_bytes().decode() for path in sorted(book.rglob("*.md"))}
    manifest = (book / "manifest.json").read_bytes().decode()
    return texts | {"manifest.json": _DATABASE.sub("…", manifest)}


def show_difference(expected: dict[str, str], found: dict[str, str]) -> str:
    """Return what differs between two books, page by page; nothing if they are equal."""
    lines: list[str] = []
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            lines.append(f"page is missing: {path}")
        elif path not in expected:
            lines.append(f"page is new: {path}")
        elif expected[path] != found[path]:
            before, after = expected[path].split("\n"), found[path].split("\n")
            lines += difflib.unified_diff(before, after, f"expected/{path}", f"book/{path}", "", "", 1, "")
    return "\n".join(lines)


def update(golden: Golden) -> str:
    """Rewrite what is expected and return what changed."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = build_golden(golden, Path(folder))
        found = read_book(Path(outcome.output))
    before = read_book(golden.expected) if golden.expected.exists() else {}
    shutil.rmtree(golden.expected, ignore_errors=True)
    write_tree(golden.expected, dict(found))
    problems = [f"problem: {problem}" for problem in outcome.problems]
    return "\n".join([show_difference(before, found), *problems]).strip()
