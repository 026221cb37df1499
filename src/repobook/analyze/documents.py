"""What every document has, whatever its markup: an outline, links, code blocks, a title, a first paragraph, terms.

A reader of a markup (`markdown`, `rst`, `markups`) walks over the lines once and tells a `Document` what it meets;
`Document.facts` puts it together.
"""

from __future__ import annotations

import re
from collections import Counter

from repobook.analyze import comments
from repobook.analyze.licences import find_licence_text
from repobook.analyze.prose import Terms
from repobook.analyze.snippets import MAX_BLOCK, MAX_SNIPPETS, Snippet, find_snippets, pack
from repobook.analyze.terms import count_lines
from repobook.facts import Facts, Import, Note, Site, Sites, Symbol

SEPARATOR = " > "  # between the headings of a qualified name
MAX_HEADINGS = 10_000
MAX_LINKS = 500
MAX_LINES = 150_000  # what is longer was written by no person; the rest is counted, not read
MAX_SITES = 50_000
MAX_HEADING = 200  # characters
MAX_SPANS = 300  # names that a document sets as code
MAX_PURPOSE = 2_000

_NAME = re.compile(r"[A-Za-z_~]\w*(?:(?:\.|::|->)[~\w]+)*(?:\(\))?")
_CONTENTS = re.compile(
    r"^\W*(?:table of )?contents\W*$|^\W*(?:toc|on this page|quick links|navigation)\W*$", re.I
)
_LABEL = re.compile(r"^(?:\.\. _[^:\n]{1,200}:|\([\w-]{1,200}\)=|\[\[[^\]\n]{1,200}\]\])[ \t]*$")
# Version 8.5.0      [1.2.0] - 2024-10-01      Unreleased      What's new in shop 3.1 (beta)
_VERSION = re.compile(
    r"\W*(?:[^\W\d]\S{0,40}\s+){0,5}[\[(]?v?\d+\.\d+[\w.+-]*[\])]?(?:\s*[^\w\s].*|\s+\d.*|\s*)$|\W*unreleased\b",
    re.I,
)
# A step that leads to code or a command, and says nothing of the whole: `First install the tool:`
_STEP = re.compile(
    r"(?:first(?:ly)?|then|next|now|finally|second(?:ly)?|afterwards|to (?:install|run|build|use|start|test|compile|try|set ?up|get started)|(?:and )?(?:run|install|add|configure|clone|download|execute|type|copy|paste|make sure|create|enable|set))\b[^.!?]*:",
    re.I,
)
_HAS_WORDS = re.compile(r"[^\W\d_]{2,}")


class Document:
    """Everything that one document says, as its reader meets it from top to bottom."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines = data.decode(errors="replace").split("\n")
        self.line_count = len(self.lines)
        del self.lines[MAX_LINES:]
        self.terms = Terms()
        self.title = ""
        self.imports: list[Import] = []
        self.sites: list[Site] = []
        self.details: dict[str, str] = {}
        self.comment_lines = 0
        self.link_count = 0
        self._links: list[str] = []
        self._headings: list[tuple[int, Symbol]] = []
        self._heading_count = 0
        self._version_count = 0
        self._others: list[Symbol] = []
        self._blocks: Counter[str] = Counter()
        self._snippets: list[Snippet] = []
        self._last_mention = (0, 0)  # line, where the last one ended
        self._paragraph: list[tuple[int, str]] = []
        self._purpose: tuple[int, int, str] | None = None

    def add_heading(
        self, level: int, name: str, line: int, signature: str = "", *, name_line: int = 0
    ) -> None:
        """Take a heading: `level` 1 is the highest."""
        self.end_paragraph()
        name = " ".join(name.split())[:MAX_HEADING].strip()
        if not name:
            return
        self._heading_count += 1
        self._version_count += bool(_VERSION.match(name))
        if self._heading_count == 1 and not self.title and (level == 1 or self._purpose is None):
            self.title = name
        if self._heading_count > MAX_HEADINGS:
            return
        symbol = Symbol(
            name, "heading", line, line, "", " ".join(signature.split())[:300], name_line=name_line or line
        )
        self._headings.append((level, symbol))

    def add_symbol(self, symbol: Symbol) -> None:
        """Take something else that can be looked up: a label, a documented function, a term of a glossary."""
        if len(self._others) < MAX_HEADINGS:
            self._others.append(symbol)

    def add_link(self, line: int, target: str, text: str) -> None:
        self.link_count += 1
        if self.link_count <= MAX_LINKS:
            words = " ".join(text.split())[:200]
            self._links.append(f"{line}\t{' '.join(target.split())[:500]}\t{words}")

    def add_code_block(self, language: str) -> None:
        self._blocks[language.lower()[:40] or "plain"] += 1

    def add_snippets(self, language: str, first: int, end: int) -> None:
        """Take the examples of a block of code: the lines from index `first` up to `end`."""
        if end - first <= MAX_BLOCK and len(self._snippets) < MAX_SNIPPETS:
            rows = [(number + 1, self.lines[number]) for number in range(first, end)]
            self._snippets += find_snippets(rows, language)

    def add_mention(self, text: str, line: int, offset: int = -1) -> None:
        """Take a code span: a term, and where it is a name also a site that can be linked to a symbol."""
        self.terms.mark(text, line)
        name = text.strip()
        if len(name) <= 120 and len(name) > 2 and len(self.sites) < MAX_SITES and _NAME.fullmatch(name):
            row = self.lines[line - 1]
            if offset < 0:
                last_line, last_end = self._last_mention
                offset = row.find(name, last_end if last_line == line else 0, 20_000)
            if offset > 20_000 or offset < 0:
                return  # a line of that length is data; to count its bytes once a site would take forever
            at = offset
            self._last_mention = (line, at + len(name))
            self.sites.append(Site(name.removesuffix("()"), line, len(row[:at].encode()) + 1, "mention"))

    def add_prose(self, text: str, line: int) -> None:
        """Take a line of a paragraph, without the marks of its markup."""
        self._paragraph.append((line, text))

    def add_words(self, text: str, line: int) -> None:
        """Take a line of a list or a table: words, but nothing that tells what the document is about."""
        if not is_legal(text):
            self.terms.read_line(text, line, self.lines[line - 1])

    def end_paragraph(self) -> None:
        if not self._paragraph:
            return
        if not is_legal("\n".join(text for _, text in self._paragraph)):
            for line, text in self._paragraph:
                self.terms.read_line(text, line, self.lines[line - 1])
            # Below the second version of a list of changes, a paragraph speaks of that version alone.
            if self._purpose is None and self._version_count < 2:
                self._purpose = _judge_paragraph(self._paragraph)
        self._paragraph = []

    def drop_paragraph(self) -> None:
        """Forget the lines of the paragraph at hand: they turned out to be a heading."""
        self._paragraph = []

    def facts(self) -> Facts:
        self.end_paragraph()
        facts = Facts()
        facts.lines, facts.code_lines, _, facts.blank_lines = count_lines(self.data, self.data)
        text = "\n".join(self.lines)
        licence, start, end = find_licence_text(text)
        if licence:
            facts.title = licence
            facts.details["licence_text"] = licence
            first = text.count("\n", 0, start) + 1
            last = first + text.count("\n", start, end)
            facts.details["licence_words"] = f"{first}\t{last}\t{' '.join(text[start:end].split())[:120]}"
            return facts
        facts.comment_lines = min(self.comment_lines, facts.code_lines)
        facts.code_lines -= facts.comment_lines
        facts.title = self.title
        if self._purpose:
            facts.purpose_first_line, facts.purpose_last_line, facts.purpose = self._purpose
        headings = nest(self._headings, self.lines)
        facts.symbols = sorted(
            headings + self._others, key=lambda s: (s.first_line, -s.last_line, s.kind != "heading")
        )
        for _, heading in self._headings:
            self.terms.read_heading(heading.name, heading.name_line, self.lines[heading.name_line - 1])
        facts.imports = self.imports
        facts.sites = Sites.of(self.sites)
        facts.terms, facts.term_lines = self.terms.collect()
        facts.details = self.details
        if self._links:
            facts.details["links"] = "\n".join(self._links)
            facts.details["link_count"] = str(self.link_count)
        if self._blocks:
            ranked = sorted(self._blocks.items(), key=lambda item: (-item[1], item[0]))
            facts.details["code_blocks"] = ", ".join(f"{name} {count}" for name, count in ranked[:50])
        if self.terms.spans:
            spans = list(self.terms.spans.items())[:MAX_SPANS]
            facts.details["spans"] = "\n".join(f"{name} {line}" for name, line in spans)
        if self._snippets:
            facts.details["snippets"] = pack(self._snippets[:MAX_SNIPPETS])
        if self.line_count > MAX_LINES:
            detail = f"only the first {MAX_LINES:,} of {self.line_count:,} lines were read for headings, links and terms"
            facts.notes.append(Note("truncated", detail))
        if self.link_count > MAX_LINKS:
            facts.notes.append(
                Note("truncated", f"the first {MAX_LINKS:,} of {self.link_count:,} links are listed")
            )
        if self._heading_count > MAX_HEADINGS:
            detail = f"the first {MAX_HEADINGS:,} of {self._heading_count:,} headings are listed"
            facts.notes.append(Note("truncated", detail))
        return facts


_LEGAL = (
    "copyright",
    "licen",
    "warrant",
    "liabilit",
    "redistribut",
    "permission is hereby",
    "all rights reserved",
)


def is_legal(text: str) -> bool:
    """Tell whether a paragraph speaks of rights: its words set no document apart."""
    folded = text.lower()
    return any(word in folded for word in _LEGAL)


def nest(headings: list[tuple[int, Symbol]], lines: list[str]) -> list[Symbol]:
    """Give each heading the headings above it as scope, and the lines until the next one that is not below it."""
    stack: list[tuple[int, Symbol, str]] = []
    end = len(lines)
    while end > 1 and not lines[end - 1].strip():
        end -= 1

    def close(symbol: Symbol, last: int) -> None:
        while last > symbol.first_line and (not lines[last - 1].strip() or _LABEL.match(lines[last - 1])):
            last -= 1  # a label stands before the heading that it names
        symbol.last_line = max(symbol.first_line, symbol.name_line, last)

    for level, symbol in headings:
        while stack and stack[-1][0] >= level:
            close(stack.pop()[1], symbol.first_line - 1)
        symbol.scope = stack[-1][2] if stack else ""
        path = f"{symbol.scope}{SEPARATOR}{symbol.name}" if symbol.scope else symbol.name
        stack.append((level, symbol, path[-1000:]))
    for _, symbol, _ in stack:
        close(symbol, end)
    return [symbol for _, symbol in headings]


def _judge_paragraph(paragraph: list[tuple[int, str]]) -> tuple[int, int, str] | None:
    """Return the first and last line and the words of a paragraph that tells what the document is about."""
    rows = [(line, text.strip()) for line, text in paragraph if text.strip()]
    text = "\n".join(text for _, text in rows)[:MAX_PURPOSE]
    words = _HAS_WORDS.findall(text)
    if len(words) < 4 or _CONTENTS.match(text) or _STEP.fullmatch(" ".join(text.split())):
        return None
    if any(comments.is_pragma(row) for _, row in rows[:1]) and len(rows) == 1:
        return None
    if text.count("|") >= 2 or text.count(" · ") >= 2 or text.count("•") >= 2:
        return None  # a row of links
    return rows[0][0], rows[-1][0], text
