"""Change lines of sources, and tell by other means than `verify` which statements of their book do not hold any more.

The book is read with a Markdown reader of somebody else, and lines are compared one by one.
"""

from __future__ import annotations

import itertools
import json
import posixpath
import random
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt

import repobook.verify.findings
from repobook.verify import verify

READER = MarkdownIt("commonmark").enable("table")
_LABEL = re.compile(r"(?:.*[ :#])?L([1-9]\d*)(?:-L([1-9]\d*))?", re.DOTALL)
_STALE = re.compile(r"L(\d+)-L(\d+) of (.*?): ", re.DOTALL)

Cited = tuple[str, str, int, int]  # page, source file, first line, last line
_NAMED = re.compile(r":(\d+): `(.*)`: (?:line \d|[\d,]+ lines)", re.DOTALL)
_NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")
_PLACE = re.compile(r" L(\d+)(?:,|$)")


@dataclass(frozen=True)
class Entry:
    """An entry of a keyword page: a name, and the lines that are said to hold it."""

    page: str
    row: int
    path: str
    name: str
    lines: tuple[int, ...]

    @property
    def key(self) -> Cited:
        return (self.page, f"{self.path}: `{self.name}`", self.row, 0)

    def is_wrong(self, before: list[str], after: list[str]) -> bool:
        return any(
            number > len(after) or _lost(self.name, before[number - 1], after[number - 1])
            for number in self.lines
        )


def _lost(name: str, before: str, after: str) -> bool:
    """Tell whether a line that held a name holds it no more; of a line that never did, whether it is another."""
    if name not in before:
        return before != after
    is_name = [f"|{word}|" for word in _words(name)]
    if "".join(is_name) in "".join(f"|{word}|" for word in _words(before)):
        return "".join(is_name) not in "".join(f"|{word}|" for word in _words(after))
    return name not in after


def _words(line: str) -> list[str]:
    return re.findall(r"\w+|\W", line)


def read_entries(book: Path) -> list[Entry]:
    """Return every entry of a keyword page that names lines and is no link."""
    manifest = json.loads((book / "manifest.json").read_bytes())
    found: list[Entry] = []
    for file in (entry for entry in manifest["files"] if "keywords" in entry):
        page, path = file["keywords"], file["path"]
        title, is_heading = "", False
        for token in READER.parse((book / page).read_text()):
            if token.type == "inline" and is_heading:
                title = token.content
            elif token.type == "inline" and token.map and token.level > 1:
                row, children = token.map[0] + 1, token.children or []
                if title in ("Identifiers", "Terms") and children[0].type == "code_inline":
                    text = "".join(child.content for child in children[1:])
                    text = re.sub("… and [0-9,]+ more lines?", "", text.partition(":")[2])
                    ranges = [(int(first), int(last or first)) for first, last in _NUMBERS.findall(text)]
                    lines = tuple(line for first, last in ranges for line in range(first, last + 1))
                    found.append(Entry(page, row, path, children[0].content, lines))
                    continue
                for child, following in itertools.pairwise(children):
                    place = _PLACE.match(following.content) if following.type == "text" else None
                    if child.type == "code_inline" and child.level == 0 and place:
                        found.append(Entry(page, row, path, child.content, (int(place[1]),)))
            is_heading = token.type == "heading_open"
    return found


def read_citations(book: Path) -> list[Cited]:
    """Return every link whose text ends in lines and which leads to the page of a file, or to the file."""
    manifest = json.loads((book / "manifest.json").read_bytes())
    by_page = {entry["docs"]: entry["path"] for entry in manifest["files"] if "docs" in entry}
    paths = set(by_page.values())
    root = manifest["source_root"]
    found: list[Cited] = []
    for page in sorted(entry["path"] for entry in manifest["pages"] if entry["path"].endswith(".md")):
        for token in READER.parse((book / page).read_text()):
            href, text = "", ""
            for child in token.children or ():
                if child.type == "link_open":
                    href, text = str(child.attrGet("href")), ""
                elif child.type == "link_close":
                    label = _LABEL.fullmatch(text)
                    target = _lead(page, href, by_page, paths, root)
                    if label and target:
                        found.append((page, target, int(label[1]), int(label[2] or label[1])))
                    href = ""
                elif href:
                    text += child.content
    return found


def _lead(page: str, href: str, by_page: dict[str, str], paths: set[str], root: str) -> str:
    path = unquote(urlsplit(href).path)
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if full in by_page:
        return by_page[full]
    below = posixpath.relpath(full, root) if root else ""
    return below if below in paths else ""


@dataclass
class Round:
    """One round: how many spans were changed, how many statements cite them, how many entries are wrong, and what `verify` said otherwise."""

    spans: int
    cited: int
    wrong_entries: int  # of keyword pages
    missed: list[Cited]
    wrongly: list[Cited]


def change_lines(lines: list[str], chance: random.Random) -> list[str]:
    """Change, remove or add a few lines somewhere."""
    at = chance.randrange(len(lines))
    end = min(len(lines), at + chance.choice([1, 1, 1, 2, 5]))
    how = chance.choice(["change", "change", "rename", "rename", "remove", "add"])
    if how == "remove" and len(lines) > end - at:
        return lines[:at] + lines[end:]
    if how == "add":
        return [*lines[:at], "an added line", *lines[at:]]
    if how == "rename" and (words := re.findall(r"\w+", lines[at])):
        # Longer than it was: who looks for the old name still finds its letters.
        word = chance.choice(words)
        new = chance.choice([f"{word}_new", f"new{word}", word[::-1] + "x"])
        return [*lines[:at], re.sub(rf"\b{word}\b", new, lines[at]), *lines[at + 1 :]]
    return [*lines[:at], *(f"{line} changed" for line in lines[at:end]), *lines[end:]]


def change_and_verify(
    book: Path,
    repository: Path,
    citations: list[Cited],
    entries: list[Entry],
    paths: list[str],
    chance: random.Random,
) -> Round:
    """Change a span of each file, ask `verify`, and put the files back."""
    originals = {path: (repository / path).read_bytes() for path in paths}
    before = {path: data.decode().removesuffix("\n").split("\n") for path, data in originals.items()}
    after = {path: change_lines(lines, chance) for path, lines in before.items()}
    try:
        for path, lines in after.items():
            (repository / path).write_text("\n".join(lines) + "\n")
        repobook.verify.findings.MAX_ALIKE, kept = 1 << 30, repobook.verify.findings.MAX_ALIKE
        problems = verify(str(book), str(repository)).problems
    finally:
        repobook.verify.findings.MAX_ALIKE = kept
        for path, data in originals.items():
            (repository / path).write_bytes(data)
    wanted = {
        (page, path, first, last)
        for page, path, first, last in citations
        if path in after and before[path][first - 1 : last] != after[path][first - 1 : last]
    }
    cited = sum(one in wanted for one in citations)
    wrong = {
        entry.key
        for entry in entries
        if entry.path in after and entry.is_wrong(before[entry.path], after[entry.path])
    }
    wanted |= wrong
    files = {entry.page: entry.path for entry in entries}
    told: set[Cited] = set()
    for problem in problems:
        if problem.code == "stale_citation" and (match := _STALE.search(problem.detail)):
            told.add((problem.path, match[3], int(match[1]), int(match[2])))
        elif problem.code == "stale_identifier" and (match := _NAMED.search(problem.detail)):
            told.add((problem.path, f"{files[problem.path]}: `{match[2]}`", int(match[1]), 0))
        elif problem.code != "source_changed":
            told.add((problem.path, f"{problem.code}: {problem.detail}", 0, 0))
    return Round(len(paths), cited, len(wrong), sorted(wanted - told), sorted(told - wanted))


def plain_files(book: Path, repository: Path) -> list[str]:
    """Return the documented files whose lines can be changed as text."""
    entries = json.loads((book / "manifest.json").read_bytes())["files"]
    found = []
    for entry in entries:
        if entry["outcome"] == "documented" and "encoding" not in entry and 0 < entry["size"] < 1_000_000:
            data = (repository / entry["path"]).read_bytes()
            if data.endswith(b"\n") and b"\r" not in data and _is_text(data):
                found.append(entry["path"])
    return found


def _is_text(data: bytes) -> bool:
    try:
        return data.decode().isprintable() or not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", data.decode())
    except UnicodeDecodeError:
        return False
