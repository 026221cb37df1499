"""Answers, and what of a file they are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

NEAR = 24  # points for a neighbour


@dataclass(slots=True)
class Answer:
    """One place that the asker may mean."""

    path: str
    line: int
    name: str
    kind: str  # of the symbol; "file", "folder", "keyword", "finding" or "text" for what is none
    score: float
    why: str
    qualified: str = ""
    summary: str = ""
    page: str = ""  # its page in the book

    def line_of_text(self) -> str:
        """Return the answer as editors and terminals take it: `path:line: what`."""
        place = f"{self.path}:{self.line}:" if self.line else f"{self.path}/:"
        if self.kind == "text":
            return f"{place} {self.summary}"
        if self.kind == "keyword":
            return f"{place} {self.why.partition(',')[0]}: {self.summary}"
        said = f"{place} {self.kind} {self.qualified or self.name}"
        return f"{said}: {self.summary}" if self.summary else said

    @property
    def group(self) -> str:
        """Where a list of answers shows it: symbols, files, keywords, documents or lines."""
        if self.kind in ("file", "folder"):
            return "files"
        if self.kind == "text":
            return "lines"
        if self.kind in ("keyword", "finding"):
            return "keywords"
        return "documents" if self.kind in ("heading", "section") else "symbols"


class FileInfo(NamedTuple):
    """What search asks of a file. A tuple: there are many, and all are read for a path."""

    id: int
    path: str
    kind: str
    language: str
    page: str
    size_bytes: int
    importance: int

    @property
    def docs(self) -> str:
        return f"{self.page}_docs.md"


def nearness(path: str, near: str) -> float:
    """Return points for lying near to the folder where the asker stands."""
    if not near:
        return 0.0
    own, other = path.split("/")[:-1], near.strip("/").split("/")
    shared = next(
        (at for at, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), min(len(own), len(other))
    )
    return NEAR * shared / len(other)


def summarise(words: str) -> str:
    """Return the first sentence of a text on one line, cut."""
    line = " ".join(words[:600].split("\n\n")[0].split())
    end = line.find(". ")
    line = line[: end + 1] if 0 < end < 200 else line
    return line if len(line) <= 160 else line[:159].rstrip() + "…"
