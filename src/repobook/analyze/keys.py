"""Keys of configuration and data: what YAML, JSON, TOML and INI have in common once their lines are read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from repobook.analyze import comments
from repobook.analyze.stop_words import FUNCTION_WORDS
from repobook.analyze.terms import count_lines, index_terms
from repobook.facts import Facts, Import, Note, Symbol

MAX_KEYS = 2_000
MAX_ENTRIES = 20_000  # entries of a table, such as a list of operators: each is worth finding
MAX_LEVEL = 7  # deeper keys are read by nobody
MANY = 400  # above this many keys, the deepest levels are left out, down to the second
MAX_VALUE = 500
MAX_LINES = 300_000

# What names an item of a list in YAML, best first.
NAMING = ("func", "op", "name", "id", "key", "title", "repo", "uses", "alias", "model", "url", "path", "type")

# A word with its hyphens: runs-on, pull_request
WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:-[\w\x80-\xff]+)*")
QUIET_WORDS = frozenset(
    [word.encode() for word in FUNCTION_WORDS if word != "on"]
    + [word.capitalize().encode() for word in FUNCTION_WORDS]
    + [b"true", b"false", b"null", b"True", b"False", b"None", b"yes", b"no", b"off"]
)


class Entry:
    """A key or an item of a list, with the lines it spans. A plain class: a table of operators has 15,000 of them."""

    __slots__ = (
        "above", "children", "is_shown", "kind", "last", "level", "line", "name", "name_line", "parent", "rank",
        "signature", "value",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        line: int,
        level: int,
        value: str = "",
        last: int = 0,
        kind: str = "key",
        parent: Entry | None = None,
        above: str = "",
        name_line: int = 0,
    ) -> None:
        self.name = name
        self.line = line
        self.level = level  # 1 at the top
        self.value = value  # a scalar as written, without quotes; "" for what holds more keys
        self.last = last or line
        self.kind = kind  # "item" until its name is known
        self.parent = parent
        self.above = above  # the names above it, where no `parent` tells them
        self.name_line = name_line
        self.is_shown = True
        self.signature = ""  # where its line is not it: a line can be a whole file
        self.rank = 0  # how well the key that named an item names it; -1 for what was put around keys later
        self.children: list[Entry] = []

    @property
    def scope(self) -> str:
        return self.parent.path if self.parent is not None else self.above

    @property
    def path(self) -> str:
        """The names from the top down to this one. An item without a name adds nothing."""
        return ".".join(part for part in (self.scope, self.name) if part)

    def child(self, name: str) -> Entry | None:
        return next((entry for entry in self.children if entry.name == name), None)

    def text(self, name: str) -> str:
        """Return the scalar below key `name`, or ""."""
        found = self.child(name)
        return found.value if found else ""


@dataclass(slots=True)
class Reading:
    """What a reader of keys found in one file, on its way to `Facts`."""

    data: bytes
    lines: list[str]
    entries: list[Entry] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    title: str = ""
    purpose: str = ""
    purpose_lines: tuple[int, int] = (0, 0)
    is_for_tools: bool = False  # its first comment tells only that a tool wrote it
    error_bytes: int = 0

    def top(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.level == 1 and entry.name == name), None)

    def tops(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.level == 1]

    def tear(self, at: int, line: int, format_: str) -> None:
        """Note that from a place on the file is not what it should be: its keys are still found by their looks."""
        self.error_bytes = max(1, len(self.data) - at)
        share = 100 * self.error_bytes / len(self.data)
        detail = f"{share:.1f} % of the bytes lie behind the first place that is no {format_}"
        self.notes.append(Note("parse_partial", detail, line))

    def say(self, entry: Entry | None) -> bool:
        """Take the value of `entry` as what the file says of itself."""
        if entry is None or self.purpose:
            return False
        text = self.whole_value(entry)
        if len(text) >= 12 and " " in text:
            self.purpose, self.purpose_lines = text[:2_000], (entry.line, max(entry.line, entry.last))
        return bool(self.purpose)

    def whole_value(self, entry: Entry) -> str:
        """Return a scalar that may go on below its key: `description: |`."""
        if entry.value and (entry.value[0] not in "|>" or "\n" in entry.value):
            return entry.value
        return "\n".join(
            line.strip() for line in self.lines[entry.line : min(entry.last, entry.line + 30)]
        ).strip()

    def add_import(self, target: str, line: int, how: str) -> None:
        if target and len(target) <= 500:
            self.imports.append(Import(target, line, how))


def to_facts(
    reading: Reading, code: bytes, comment_marks: str, terms: tuple[str, str] | None = None
) -> Facts:
    """Return the facts. `code` is the file without its comments; `comment_marks` open a comment line."""
    facts = Facts()
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(reading.data, code)
    facts.terms, facts.term_lines = terms if terms is not None else index_terms(code, WORD, QUIET_WORDS)
    facts.symbols = _choose(reading, comment_marks)
    reading.imports.sort(key=lambda item: item.line)
    facts.imports = reading.imports
    facts.details = {"layout": "keys", **reading.details} if facts.symbols else reading.details
    facts.notes = reading.notes
    facts.error_bytes = reading.error_bytes
    facts.title = reading.title[:200]
    if comment_marks and not reading.is_for_tools:
        _read_header(reading, comment_marks)
    if reading.purpose:
        facts.purpose = reading.purpose
        facts.purpose_first_line, facts.purpose_last_line = reading.purpose_lines
    for symbol in facts.symbols[:1]:
        if symbol.doc and (symbol.doc_first_line, symbol.doc_last_line) == reading.purpose_lines:
            symbol.doc, symbol.doc_first_line, symbol.doc_last_line = "", 0, 0  # it speaks of the whole file
    return facts


def _choose(reading: Reading, comment_marks: str) -> list[Symbol]:
    """Return the upper levels as symbols, capped with a stated count."""
    keys = [e for e in reading.entries if e.kind == "key" and e.is_shown and not _is_in_item(e)]
    deepest = MAX_LEVEL - 1
    while deepest > 2 and sum(e.level <= deepest for e in keys) > MANY:
        deepest -= 1
    keys = [e for e in keys if e.level <= deepest]
    others = [e for e in reading.entries if e.kind not in ("key", "item") and e.is_shown]
    deepest = max(3, deepest)
    others = [e for e in others if e.kind != "entry" or (e.level <= deepest and not _is_in_item(e))]
    total = len(keys) + len(others)
    if len(keys) > MAX_KEYS or len(others) > MAX_ENTRIES:
        keys = sorted(keys, key=lambda e: (e.level, e.line))[:MAX_KEYS]
        others = others[:MAX_ENTRIES]
        detail = f"{len(keys) + len(others):,} of {total:,} keys are listed"
        reading.notes.append(Note("truncated", detail))
    symbols = []
    # In the order of the text: what a line of a one-line file holds stands below what holds it.
    place = {id(entry): index for index, entry in enumerate(reading.entries)}
    for entry in sorted([*keys, *others], key=lambda e: (e.line, e.rank >= 0, place[id(e)])):
        line = entry.signature or reading.lines[entry.line - 1]
        remark = ""
        if comment_marks == "#" and " #" in line and not entry.signature:
            line, remark = _split_remark(line[:1_000])
        signature = line[:1000].strip().lstrip("- ")[:200].rstrip(" ,{[")
        name_line = entry.name_line or entry.line
        symbol = Symbol(
            entry.name[:200],
            entry.kind,
            entry.line,
            max(entry.last, entry.line),
            entry.scope[-500:],
            signature,
        )
        symbol.name_line = name_line
        if comment_marks:
            _attach_doc(symbol, reading.lines, comment_marks)
        if not symbol.doc and len(remark.split()) > 1 and comments.prose(remark):
            symbol.doc = remark
            symbol.doc_first_line = symbol.doc_last_line = entry.line
        symbols.append(symbol)
    return symbols


_REMARK = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'[^']*+'|(?<=[ \t])#")


def _split_remark(line: str) -> tuple[str, str]:
    """Return a line of YAML or TOML without the comment behind its value, and that comment."""
    for found in _REMARK.finditer(line):
        if found[0] == "#":
            return line[: found.start()].rstrip(), line[found.end() :].strip()
    return line, ""


def _is_in_item(entry: Entry) -> bool:
    above = entry.parent
    while above is not None:
        if above.kind in ("item", "entry"):
            return True
        above = above.parent
    return False


def _attach_doc(symbol: Symbol, lines: list[str], marks: str) -> None:
    first = symbol.first_line - 1
    while (
        first > 0
        and symbol.first_line - first < 60
        and lines[first - 1].lstrip()[:1] in marks
        and lines[first - 1].strip()
    ):
        first -= 1
    if first == symbol.first_line - 1:
        return
    text = _comment_text(lines[first : symbol.first_line - 1])
    if comments.prose(text):
        symbol.doc = text
        symbol.doc_first_line, symbol.doc_last_line = first + 1, symbol.first_line - 1


def _comment_text(lines: list[str]) -> str:
    return comments.clean("\n".join("# " + line[:2_000].strip().lstrip("#;!/").strip() for line in lines))


def _read_header(reading: Reading, marks: str) -> None:
    """Take the first block of comment lines at the top that speaks to a reader: it goes before any description."""
    block: list[int] = []
    for number, line in enumerate([*reading.lines[:200], ""], 1):
        body = line.strip()
        if body and body[0] in marks:
            block.append(number)
            continue
        if block:
            text = comments.head_prose(_comment_text([reading.lines[n - 1] for n in block]))
            is_of_key = body and block[0] > 12 and reading.purpose
            if len(text) >= 12 and " " in text and not is_of_key:
                reading.purpose, reading.purpose_lines = text, (block[0], block[-1])
                return
            block = []
        if body and not body.startswith(("---", "%YAML")):
            return
