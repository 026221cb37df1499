"""What a walk finds: the words that `walk` gives and `read` takes."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from repobook.facts import Problem
from repobook.scan.attributes import Attributes


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """What to take, and how much of it."""

    include: tuple[str, ...] = ()  # globs in the syntax of .gitignore; empty means everything
    exclude: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()  # absolute paths never documented: output, staging and cache folders
    has_git_rules: bool = True  # whether `.gitignore` files count
    max_file_bytes: int = 16 * 1024 * 1024
    max_path_bytes: int = 1_000


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One name in the tree that is neither a folder nor ignored. A tree has many, so it is small."""

    path: str
    size_bytes: int = 0
    mode: int = 0
    skip: str = ""  # a key of SKIP_REASONS, where the walk already knows that there is nothing to read
    detail: str = ""
    attributes: Attributes | None = None


class Ignored(msgspec.Struct, frozen=True, gc=False):
    """A file, or a whole folder (its path ends in `/`), that a rule leaves out."""

    path: str
    rule: str  # the rule as written and where it stands: "build/.gitignore:3 *.o"


@dataclass(frozen=True, slots=True)
class Listing:
    """Every name below a root, sorted by the bytes of its path; no content was read yet."""

    root: str  # absolute, links resolved
    options: ScanOptions
    entries: list[Entry] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)  # entered ones, without the root
    notes: list[Problem] = field(default_factory=list)

    @property
    def size_bytes(self) -> int:
        """How much there is to read, for progress."""
        return sum(entry.size_bytes for entry in self.entries if not entry.skip)
