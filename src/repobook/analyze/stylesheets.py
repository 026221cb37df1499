"""Read CSS, SCSS and Less: everything before a brace opens a rule, everything before a semicolon is a statement."""

from __future__ import annotations

import re
from bisect import bisect_left

from repobook.analyze import comments
from repobook.analyze.languages import Language
from repobook.analyze.terms import blank, count_lines, index_terms
from repobook.facts import Facts, Import, Note, Site, Symbol

MAX_RULES = 5_000
MAX_SELECTORS = 20  # of one rule
_QUIET = re.compile(
    r"/\*(?s:.*?)(?:\*/|\Z)|(?<![:\w/])//[^\n]*|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|[#@]\{[^{}\n]*+\}|url\([^)\n\"']*+\)"
)
_NOT_NEWLINE = re.compile(r"[^\n]")
_PART = re.compile(r"[{};]")
_SPACE = re.compile(r"\s+")
_COLOUR = re.compile(rb"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?!\s*[{,:.>])")
_WORD = re.compile(rb"(?<![\w-])-{0,2}[A-Za-z_\x80-\xff][\w\x80-\xff-]*")
_AT_RULE = re.compile(r"@([\w-]+)[ \t\r\n]*(.*)", re.S)
_IMPORT = re.compile(
    r"@(import|use|forward|require|plugin)\b[ \t\r\n]*(?:\([^)\n]*\)[ \t]*)?(?:url\([ \t]*)?[\"']?([^\"')\s;]+)"
)
_VARIABLE = re.compile(r"([$@][\w-]+|--[\w-]+)[ \t\r\n]*:")
_CALLED = re.compile(r"@(include|extend)[ \t]+([.%#]?[\w.-]+)|^([.#][\w-]+)[ \t]*\(")
_LESS_MIXIN = re.compile(r"([.#][\w-]+)[ \t]*\([^()]*\)(?:[ \t]+when\b.*)?$", re.S)
_MIXIN_NAME = re.compile(r"([\w.-]+)")
_CONTROL = frozenset(
    [
        "if",
        "else",
        "each",
        "for",
        "while",
        "at-root",
        "include",
        "content",
        "return",
        "debug",
        "warn",
        "error",
        "extend",
    ]
)
_PLAIN = frozenset(["charset", "namespace", "import", "use", "forward", "layer"])


def read_stylesheet(data: bytes, language: Language) -> Facts:
    """Return the rules with their selectors, at-rules, variables and imports of a style sheet."""
    return _Sheet(data, language).read()


class _Sheet:
    def __init__(self, data: bytes, language: Language) -> None:
        self.data = data
        self.text = data.decode(errors="replace")
        self.newlines = [found.start() for found in re.finditer("\n", self.text)]
        self.comments: list[tuple[int, int]] = []
        self.without_comments, self.quiet = self._silence()
        self.facts = Facts()
        self.keywords = language.keywords
        self.count = 0
        self.variables: set[str] = set()
        self.comment_ends = {self.line_of(end - 1): (start, end) for start, end in self.comments}

    def line_of(self, at: int) -> int:
        return bisect_left(self.newlines, at) + 1

    def _silence(self) -> tuple[str, str]:
        """Return the text without comments, and that without strings and interpolations too; both as long as it."""
        pieces: list[str] = []
        quiet: list[str] = []
        at = 0
        for found in _QUIET.finditer(self.text):
            blanked = _NOT_NEWLINE.sub(" ", found[0])
            is_comment = found[0].startswith(("/*", "//"))
            if is_comment:
                self.comments.append(found.span())
            pieces += [self.text[at : found.start()], blanked if is_comment else found[0]]
            quiet += [self.text[at : found.start()], blanked]
            at = found.end()
        pieces.append(self.text[at:])
        quiet.append(self.text[at:])
        return "".join(pieces), "".join(quiet)

    def read(self) -> Facts:
        facts = self.facts
        code = self.without_comments.encode()
        facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(self.data, code)
        strings = blank(
            self.quiet.encode(), [found.span() for found in _COLOUR.finditer(self.quiet.encode())]
        )
        facts.terms, facts.term_lines = index_terms(strings, _WORD, self.keywords)
        self._read_parts()
        self._find_purpose()
        if self.count > MAX_RULES:
            detail = f"the first {MAX_RULES:,} of {self.count:,} rules are listed"
            facts.notes.append(Note("truncated", detail))
        return facts

    def _read_parts(self) -> None:
        stack: list[tuple[str, str, list[Symbol]]] = []  # kind, path, symbols of the rule
        at = 0
        for found in _PART.finditer(self.quiet):
            end = found.start()
            mark = found[0]
            if mark == "{" and (self.count >= MAX_RULES or at == end):
                self.count += at < end
                stack.append(("", "", []))
            elif mark == "{":
                head, start = self._trimmed(at, end)
                stack.append(self._open(head, start, stack))
            else:
                if end - at > 2 and self.count <= MAX_RULES:
                    self._statement(at, end, stack)
                if mark == "}" and stack:
                    line = self.line_of(end)
                    for symbol in stack.pop()[2]:
                        symbol.last_line = max(symbol.last_line, line)
            at = found.end()
        if len(self.quiet) - at > 2:
            self._statement(at, len(self.quiet), stack)

    def _trimmed(self, start: int, end: int) -> tuple[str, int]:
        """Return the text between two places without the blanks around it, and where it begins. At most 4,000 long."""
        raw = self.without_comments[start:end]
        head = raw.lstrip()
        return head[:4_000].rstrip(), end - len(head)

    def _open(
        self, head: str, start: int, stack: list[tuple[str, str, list[Symbol]]]
    ) -> tuple[str, str, list[Symbol]]:
        parent_kind, scope = (stack[-1][0], stack[-1][1]) if stack else ("", "")
        rule = _AT_RULE.match(head)
        if rule:
            word, rest = rule[1].lower(), _SPACE.sub(" ", rule[2]).strip()
            self._find_calls(head, start)
            if word in _CONTROL:
                return word, scope, []
            kind = word.removeprefix("-webkit-").removeprefix("-moz-").removeprefix("-o-")
            name = rest[:200] or f"@{word}"
            if kind in ("mixin", "function", "keyframes", "property", "counter-style", "font-feature-values"):
                named = _MIXIN_NAME.match(rest)
                name = named[1] if named else name
            return kind, scope, self._add([(name, kind)], start, head, scope)
        if parent_kind == "keyframes" or not head:
            return "step", scope, []
        mixin = _LESS_MIXIN.match(head)
        if mixin:
            return "mixin", scope, self._add([(mixin[1], "mixin")], start, head, scope)
        names = [(name, _selector_kind(name)) for name in _split_selectors(head)[:MAX_SELECTORS]]
        path = f"{scope} {names[0][0]}".strip()[-300:] if names else scope
        return "rule", path, self._add(names, start, head, scope)

    def _add(self, names: list[tuple[str, str]], start: int, head: str, scope: str) -> list[Symbol]:
        self.count += 1
        first = self.line_of(start)
        symbols: list[Symbol] = []
        at = 0
        for name, kind in names:
            place = head.find(name.split(" ")[0], at)
            at = place if place >= 0 else at
            line = self.line_of(start + at)
            signature = _SPACE.sub(" ", head).strip()[:300]
            symbol = Symbol(name, kind, first, line, scope, signature, name_line=line)
            if not symbols:
                self._attach_doc(symbol)
            symbols.append(symbol)
        self.facts.symbols += symbols
        return symbols

    def _statement(self, start: int, end: int, stack: list[tuple[str, str, list[Symbol]]]) -> None:
        text, at = self._trimmed(start, end)
        if not text:
            return
        first = text[0]
        if first == "@":
            found = _IMPORT.match(text)
            if found:
                self.facts.imports.append(Import(found[2][:500], self.line_of(at), found[1]))
                return
            self._find_calls(text, at)
        elif first in ".#":
            self._find_calls(text, at)
        if first in "$@-":
            found = _VARIABLE.match(text)
            if found and (not stack or first == "-") and found[1] not in self.variables:
                self.variables.add(found[1])
                kind = "property" if first == "-" else "variable"
                line = self.line_of(at)
                scope = stack[-1][1] if stack else ""
                signature = _SPACE.sub(" ", text)[:200]
                symbol = Symbol(
                    found[1][:200], kind, line, self.line_of(end), scope, signature, name_line=line
                )
                self._attach_doc(symbol)
                self.facts.symbols.append(symbol)

    def _find_calls(self, text: str, at: int) -> None:
        for found in _CALLED.finditer(text[:2_000]):
            group = 2 if found[2] else 3
            place = at + found.start(group)
            line = self.line_of(place)
            start = self.newlines[line - 2] + 1 if line > 1 else 0
            if place - start < 20_000:
                column = len(self.text[start:place].encode()) + 1
                how = "base" if found[1] == "extend" else "call"
                self.facts.sites.append(Site(found[group][:200], line, column, how))

    def _attach_doc(self, symbol: Symbol) -> None:
        span = self.comment_ends.get(symbol.first_line - 1)
        if span is None or self.text.startswith("/*!", span[0]):
            return  # a comment that a minifier must keep speaks of the whole file
        first = self.line_of(span[0])
        lines = [self.text[span[0] : min(span[1], span[0] + 20_000)]]
        while lines[0].startswith("//") and (above := self.comment_ends.get(first - 1)) and len(lines) < 100:
            lines.insert(0, self.text[above[0] : above[1]])
            first = self.line_of(above[0])
        text = comments.clean("\n".join(lines))
        if comments.prose(text):
            symbol.doc, symbol.doc_first_line, symbol.doc_last_line = text, first, symbol.first_line - 1

    def _find_purpose(self) -> None:
        limit = min(
            (s.doc_first_line or s.first_line for s in self.facts.symbols), default=self.facts.lines + 1
        )
        for start, end in self.comments[:20]:
            first = self.line_of(start)
            if first >= limit:
                return
            words = comments.head_prose(comments.clean(self.text[start : min(end, start + 20_000)]))
            if len(words) >= 12 and " " in words:
                self.facts.purpose = words
                self.facts.purpose_first_line, self.facts.purpose_last_line = first, self.line_of(end - 1)
                return


def _selector_kind(name: str) -> str:
    if re.fullmatch(r"\.[\w-]+", name):
        return "class"
    if re.fullmatch(r"#[\w-]+", name):
        return "id"
    return "placeholder" if name.startswith("%") else "selector"


def _split_selectors(head: str) -> list[str]:
    """Return the selectors of a rule: parted by commas that stand in no brackets."""
    parts = []
    depth = start = 0
    for found in re.finditer(r"[,()\[\]]", head):
        if found[0] in "([":
            depth += 1
        elif found[0] in ")]":
            depth = max(0, depth - 1)
        elif depth == 0:
            parts.append(head[start : found.start()])
            start = found.end()
    parts.append(head[start:])
    return [name for part in parts if (name := _SPACE.sub(" ", part).strip()[:200])]
