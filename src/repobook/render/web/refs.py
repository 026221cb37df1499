"""What the names of a source lead to: data that a page loads when its source comes into view.

A reference says where it stands and which definition it leads to; what a reader sees of that definition stands in the
data of the file that holds it, once.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from array import array
from itertools import accumulate
from typing import Any

from repobook.render import docs
from repobook.render.book import Book
from repobook.render.findings import read_rules, tell
from repobook.render.markdown import first_sentence, one_line, relative, url
from repobook.render.page import FileFacts, Page, qualified
from repobook.render.web.paths import SitePaths

MAX_TARGETS = 4  # candidates shown of a reference
MAX_USERS = 12
MAX_REFERENCES = 40_000
MAX_SIGNATURE = 160
MAX_TEXT = 110  # of a line that others are shown
_LABELS = "esc"
_NO_CALLS = "bdtim"  # bases, decorators, types, imports, mentions
_LAST_NAME = re.compile(r"\w+$")
_MARKS = re.compile(r"\\(.)|`")
_NOT_IN_ANCHOR = re.compile(r"[^a-z0-9_-]")


class References:
    """Where every symbol stands, as compact columns: a large repository has hundreds of thousands."""

    def __init__(self, book: Book, paths: SitePaths) -> None:
        self._book = book
        self._paths = paths
        count = book.db.execute("SELECT coalesce(max(id), 0) FROM symbol").fetchone()[0] + 1
        self._file = array("I", bytes(4 * count))
        self._line = array("I", bytes(4 * count))
        self._first: dict[int, int] = {}
        for symbol, file, line in book.db.execute("SELECT id, file_id, name_line FROM symbol ORDER BY id"):
            self._file[symbol], self._line[symbol] = file, line
            self._first.setdefault(file, symbol)
        # Those who call a declaration call the function behind it.
        self._declared: dict[int, list[int]] = {}
        for declaration, body in book.db.execute("SELECT symbol_id, body_id FROM body ORDER BY symbol_id"):
            self._declared.setdefault(body, []).append(declaration)

    def of(self, page: Page, facts: FileFacts, text: str, packed: tuple[bytes, bytes] | None) -> list[Any]:
        """Return the data of a file's page.

        They are pages it leads to, targets, references, definitions, findings, scopes, and the lines that the pages of
        others show of this one.
        """
        here = self._paths.of(page.file.docs).rpartition("/")[0]
        places = _Places(self, page.file.id, here)
        shown: dict[str, int] = {}  # answer -> the line that best shows how it is used
        found = self._references(places, text, shown, *packed) if packed else []
        defined = self._definitions(places, page, facts, text, {t for t in places.own if t})
        findings = _findings(self._book, page, facts)
        lines = _lines(
            text, {line for meant, line in shown.items() if self._is_elsewhere(meant, page.file.id)}
        )
        return [
            places.pages,
            places.listed,
            found,
            defined,
            findings,
            _scopes(facts, {row[2] for row in defined.values()}),
            lines,
        ]

    def _is_elsewhere(self, meant: str, file: int) -> bool:
        """Tell whether an answer, or one of its candidates, is a definition of another file."""
        if meant.isdecimal():
            return self._file[int(meant)] != file
        ids = map(int, meant.partition("+")[0].split()[:MAX_TARGETS])
        return any(symbol > 0 and self._file[symbol] != file for symbol in ids)

    def _references(
        self, places: _Places, text: str, shown: dict[str, int], sites: bytes, answers: bytes
    ) -> list[int]:
        if not sites:
            return []
        names, ways, steps = zlib.decompress(sites).decode().split("\0")
        letters, _, listed = zlib.decompress(answers).decode().partition("\0")
        targets = iter(listed.split("\n"))
        rows = steps.split("\n")
        lines = accumulate(int(step.partition(" ")[0]) if " " in step else 0 for step in rows)
        columns = _Columns(text)
        out: list[int] = []
        before = 0
        add = out.extend
        target = places.target
        own = places.own_words
        for name, way, letter, step, line in zip(names.split("\n"), ways, letters, rows, lines, strict=True):
            if letter not in _LABELS:
                continue
            meant = next(targets)
            if not name.isidentifier():
                name = name.rpartition(".")[2]
                if not name.isidentifier():
                    last = _LAST_NAME.search(name)
                    if last is None:
                        continue
                    name = last[0]
            column = int(step.rpartition(" ")[2]) - 1
            if not columns.is_plain:
                column = columns.find(line, column, name)
                if column < 0:
                    continue
            # The last bit tells a call.
            add((line - before, column, len(name) * 2 + (way not in _NO_CALLS), target(letter, meant)))
            before = line
            if letter == "c":
                shown.setdefault(meant, line)
            elif meant not in own and (way != "i" or meant not in shown):
                if way != "i":
                    own.add(meant)
                shown[meant] = line
            if len(out) > 4 * MAX_REFERENCES:
                break
        return out

    def _definitions(
        self, places: _Places, page: Page, facts: FileFacts, text: str, own: set[int]
    ) -> dict[str, list[Any]]:
        """Return what is shown of the symbols that somebody uses, by their number in the file."""
        columns = _Columns(text)
        found = {}
        for symbol in facts.symbols:
            uses = facts.uses.get(symbol["id"], ())
            guesses = self._guesses(places, facts, symbol["id"], {file for file, *_ in uses} | {page.file.id})
            if not uses and not guesses and symbol["id"] not in own:
                continue
            doc = docs.first_paragraph(symbol["doc"]) if symbol["doc"] else ""
            column = symbol["name_column"] - 1
            if column >= 0:
                column = columns.find(symbol["name_line"], column, symbol["name"])
            users = [
                [places.page(file), facts.lines.of_use(symbol["id"], file), count]
                for file, count, _ in uses[: MAX_USERS + 1]
                if file != page.file.id
            ]
            found[str(symbol["id"] - self._first[page.file.id])] = [
                one_line(qualified(symbol)),
                symbol["kind"],
                symbol["name_line"],
                column,
                len(symbol["name"]),
                one_line(symbol["signature"])[:MAX_SIGNATURE],
                one_line(first_sentence(doc, 140)) if doc else "",
                _entry(page.entries.get(symbol["id"], ""), one_line(qualified(symbol))),
                len(uses),
                sum(count for _, count, *_ in uses),
                users[:MAX_USERS],
            ]
            declared = self._declared.get(symbol["id"], ())
            if declared or guesses:  # pages and numbers of its declarations; those who may call it
                found[str(symbol["id"] - self._first[page.file.id])] += [
                    [
                        n
                        for d in declared[:3]
                        for n in (places.page(self._file[d]), d - self._first[self._file[d]])
                    ],
                    *([guesses] if guesses else []),
                ]
        return found

    def _guesses(self, places: _Places, facts: FileFacts, symbol: int, known: set[int]) -> list[list[int]]:
        """Return the page, first line and callers of each other file that may call a symbol: it is one of several candidates."""
        found: dict[int, list[int]] = {}
        for caller, label in facts.callers.get(symbol, ()):
            file = self._file[caller] if caller > 0 else -caller
            if label == "c" and file not in known:
                line = facts.lines.of_call(symbol, caller, label)
                row = found.setdefault(file, [line, 0])
                row[:] = min(row[0], line), row[1] + 1
        listed = sorted(found.items(), key=lambda item: (-item[1][1], item[0]))[:MAX_USERS]
        return [[places.page(file), *row] for file, row in listed]


class _Places:
    """The pages and targets that one page names, each once."""

    def __init__(self, all_of: References, file: int, here: str) -> None:
        self._all, self._here = all_of, here
        self.pages: list[str] = [""]  # the page itself
        self.listed: list[list[Any]] = []  # label, then page, number and line of each definition
        self.own: set[int] = set()
        self.own_words: set[str] = set()  # answers whose line is found
        self._pages = {file: 0}
        self._targets: dict[str, int] = {}

    def page(self, file: int) -> int:
        known = self._pages.get(file)
        if known is None:
            known = self._pages[file] = len(self.pages)
            docs = self._all._book.files[file].docs
            self.pages.append(url(relative(self._all._paths.of(docs), self._here)))
        return known

    def target(self, letter: str, meant: str) -> int:
        key = letter + meant
        known = self._targets.get(key)
        if known is None:
            known = self._targets[key] = len(self.listed)
            listed, _, more = meant.partition("+")
            ids = listed.split()
            row: list[Any] = [letter, max(0, len(ids) - MAX_TARGETS) + int(more or 0)]
            for word in ids[:MAX_TARGETS]:
                symbol = int(word)
                if symbol < 0:
                    row += [self.page(-symbol), -1, 1]
                    continue
                file = self._all._file[symbol]
                page = self.page(file)
                if not page:
                    self.own.add(symbol)
                row += [page, symbol - self._all._first[file], self._all._line[symbol]]
            self.listed.append(row)
        return known


def _entry(anchor: str, name: str) -> str | int:
    """Return the anchor of an entry, or 1 where a script makes the same of the name."""
    return 1 if anchor and anchor == _NOT_IN_ANCHOR.sub("", name.lower()) else anchor


def _scopes(facts: FileFacts, known: set[int]) -> list[Any]:
    """Return what has a body: lines from the one before to its name, lines below that, name.

    The name is 0 where a definition of that line is told anyway.
    """
    out: list[Any] = []
    before = 0
    rows = [row for row in facts.symbols if row["last_line"] > row["name_line"] or row["complexity"]]
    for row in sorted(rows, key=lambda row: (row["name_line"], -row["last_line"])):
        name = 0 if row["name_line"] in known else one_line(row["name"])[:80]
        out += [row["name_line"] - before, max(0, row["last_line"] - row["name_line"]), name]
        before = row["name_line"]
    return out


def _lines(text: str, wanted: set[int]) -> dict[str, str]:
    lines = text.split("\n")
    return {str(n): lines[n - 1].strip()[:MAX_TEXT] for n in sorted(wanted) if 0 < n <= len(lines)}


class _Columns:
    """Columns as a browser counts them. Where all is ASCII they are those of the bytes."""

    def __init__(self, text: str) -> None:
        self.is_plain = text.isascii()
        self._lines = [] if self.is_plain else text.split("\n")

    def find(self, line: int, column: int, name: str) -> int:
        """Return where a name stands in a line, or -1 where it does not."""
        if self.is_plain:
            return column
        if not 0 < line <= len(self._lines):
            return -1
        shown = self._lines[line - 1]
        at = len(shown.encode("utf-8", "replace")[:column].decode("utf-8", "ignore"))
        if shown[at : at + len(name)] != name:
            if shown.count(name) != 1:
                return -1
            at = shown.index(name)
        return len(shown[:at].encode("utf-16-le")) // 2


def _findings(book: Book, page: Page, facts: FileFacts) -> list[list[Any]]:
    rules: dict[str, sqlite3.Row] = read_rules(book, page.file.language)
    found = []
    for row in facts.findings[:2000]:
        rule = rules.get(row["rule"])
        if rule is not None and (
            rule["severity"] != "note" or rule["category"] in ("security", "performance")
        ):
            said = _MARKS.sub(r"\1", tell(rule["message"], row["detail"]))
            found.append([row["first_line"], row["last_line"], rule["severity"], rule["title"], said[:300]])
    return found
