"""Read a language by line patterns: regular expressions of `language.toml`, where no grammar is good or fast enough.

Everything here counts in characters of one text, so that a name behind a comment in Chinese keeps its place; bytes
appear only where lines are counted and terms indexed. A pattern runs once over the text: what it looks for at one
place must end at that line or after a fixed length, or a large file takes forever.
"""

from __future__ import annotations

import inspect
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from repobook.analyze import comments
from repobook.analyze.languages import Language, LinePattern
from repobook.analyze.reading import scope_inside
from repobook.analyze.spans import blank, block_ends, match_brackets, quiet_spans
from repobook.analyze.terms import count_lines, index_terms
from repobook.analyze.written import all_names, find_imports, names_in
from repobook.facts import Facts, Note, Site, Sites, Symbol

MAX_SIGNATURE = 300
MAX_NAME = 200
MAX_SITES = 50_000
MAX_PARTS = 20_000  # characters of a definition on one line that is searched for its parts
MAX_SYMBOLS = 20_000
_SPACE = re.compile(r"\s+")
_BRACKETS = {"braces": "{}", "parentheses": "()", "call": "()"}
_RULERS = re.compile(r"^[^\w\n]{4,}$", re.M)
_KNOWN_OPENERS = ("/*", "(*", "{-", "<!--")  # `comments.clean` knows them
_STATEMENT_END = re.compile("[;}]")
# What may stand above the words of a file about itself.
_OPENS = re.compile(
    r"\s*(?:#!.*|@?echo off|@?setlocal\b.*|\(?|set -\w+.*|#requires\b.*|cmake_minimum_required\s*\(.*\)|cmake_policy\s*\(.*\)|include_guard\s*\(.*\)|syntax\s*=.*|---)\s*",
    re.I,
)


def read_patterns(data: bytes, language: Language) -> Facts:
    """Return what the line patterns of `language.toml` find."""
    source = _Source(data.decode(errors="replace"), language)
    facts = Facts()
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(
        data, source.quiet.encode()
    )
    facts.terms, facts.term_lines = index_terms(
        source.code.encode(), language.word, language.keywords, language.settings.word_extra
    )
    facts.symbols, more = _find_symbols(source, language)
    if more:
        detail = f"{len(facts.symbols):,} definitions are listed, {more:,} more were found"
        facts.notes.append(Note("truncated", detail))
    if language.settings.doc == "before" and facts.symbols:
        _attach_docs(facts.symbols, source)
    facts.imports = find_imports(source, language)
    facts.sites = Sites.of(_find_sites(source, language))
    _find_purpose(facts, source)
    return facts


def find_symbols(data: bytes, language: Language) -> list[Symbol]:
    """Return the definitions alone: for a file that a grammar could not read whole."""
    source = _Source(data.decode(errors="replace"), language)
    symbols, _ = _find_symbols(source, language)
    if language.settings.doc == "before" and symbols:
        _attach_docs(symbols, source)
    return symbols


_Found = tuple[int, int, int, LinePattern, Symbol]  # where the name begins, the whole ends, the match began


class _Source:
    """One text in three forms of the same length: as written, without comments, without comments and strings."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.block_marks = language.settings.block_comments
        self.comments, strings, documents = quiet_spans(text, language)
        self.quiet = blank(text, sorted(self.comments + documents))
        self.code = blank(self.quiet, strings)
        self.newlines = [found.start() for found in re.finditer("\n", text)]
        self.probes = (
            [found.start() for found in language.probe.finditer(self.quiet)] if language.probe else []
        )
        self._brackets: dict[str, tuple[dict[int, int], list[int], list[int]]] = {}
        self._indents: list[int] = []

    def is_block(self, start: int) -> bool:
        """Tell whether the comment at `start` is a block, not a line."""
        return any(self.text.startswith(opener, start) for opener, _ in self.block_marks)

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield what `pattern` finds outside comments. One that begins with `^` is tried only where that can help."""
        if not pattern.pattern.startswith(("^", "(?i)^")):
            yield from pattern.finditer(self.quiet)
            return
        end = -1
        for start in self.probes:
            if start >= end:
                found = pattern.match(self.quiet, start)
                if found:
                    end = found.end()
                    yield found

    def line_of(self, offset: int) -> int:
        return bisect_left(self.newlines, offset) + 1

    def line_start(self, line: int) -> int:
        return self.newlines[line - 2] + 1 if line > 1 else 0

    def line_end(self, line: int) -> int:
        return self.newlines[line - 1] if line <= len(self.newlines) else len(self.text)

    def signature(self, start: int, end: int) -> str:
        """Return the text from `start` to `end`, at least its line, as one short line: a line can be a whole file."""
        begin = max(self.line_start(self.line_of(start)), start - 120)
        stop = min(self.line_end(self.line_of(end)), start + 2 * MAX_SIGNATURE)
        text = _SPACE.sub(" ", self.quiet[begin:stop]).strip().rstrip(" {\\,")
        return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"

    def closer(self, how: str, start: int, after: int) -> int:
        """Return where the first bracket from `start` on is closed, or -1 if the statement ends before one opens."""
        if how not in self._brackets:
            opener, closing = tuple(_BRACKETS[how])
            pairs = match_brackets(self.code, opener, closing)
            stops = [found.start() for found in _STATEMENT_END.finditer(self.code)]
            self._brackets[how] = (pairs, sorted(pairs), stops)
        pairs, openers, stops = self._brackets[how]
        index = bisect_left(openers, start)
        if index == len(openers):
            return -1
        at = openers[index]
        stop = bisect_left(stops, after)
        if at > after and stop < len(stops) and stops[stop] < at:
            return -1
        return pairs[at]

    def indented_end(self, line: int) -> int:
        """Return the last line of the block that `line` opens by indentation."""
        if not self._indents:
            self._indents = block_ends(self.code)
        return self._indents[line - 1]


def _find_symbols(source: _Source, language: Language) -> tuple[list[Symbol], int]:
    """Return the symbols, and how many more there are."""
    more = 0
    found: list[_Found] = []
    seen: set[int] = set()
    names: set[tuple[str, str]] = set()
    for rule, pattern, end in language.patterns:
        ends = [match.start() for match in end.finditer(source.quiet)] if end is not None else []
        groups = pattern.groupindex
        for match in source.matches(pattern):
            if len(found) >= MAX_SYMBOLS:
                more += 1
                continue
            stop = _find_end(source, rule, match, ends)
            kind = _SPACE.sub(" ", match["kind"]) if "kind" in groups and match["kind"] else rule.kind
            if pattern.flags & re.IGNORECASE:
                kind = kind.lower()
            scope = match["scope"] if "scope" in groups and match["scope"] else ""
            head = match[0][:MAX_NAME]
            first = source.line_of(match.start() + len(head) - len(head.lstrip()))
            signature = ""
            for text, start, _ in names_in(match, ""):
                name = _unquote(_SPACE.sub(" ", text[: MAX_NAME + 3]).strip())
                if not name or len(name) > MAX_NAME or start in seen or (rule.once and (kind, name) in names):
                    continue
                seen.add(start)
                names.add((kind, name))
                signature = signature or source.signature(
                    match.start(), stop if rule.span == "call" else match.end()
                )
                symbol = Symbol(name, kind, first, first, scope, signature, name_line=source.line_of(start))
                found.append((start, max(stop, start + 1) if stop >= 0 else -1, match.start(), rule, symbol))
    found += _find_parts(found, source, language, seen)
    found.sort(key=lambda item: item[0])
    _number(found)
    found = _close_open_ends(found, source)
    return _nest(found, source, language), more


def _find_parts(found: list[_Found], source: _Source, language: Language, seen: set[int]) -> list[_Found]:
    """Find what stands in parentheses on the first line, where a rule expects a line for each: `CREATE TABLE a (id INT, b INT)`."""
    parts: list[_Found] = []
    rules = [
        (rule, re.compile(pattern.pattern.replace("^", "", 1), pattern.flags))
        for rule, pattern, _ in language.patterns
        if rule.inside and pattern.pattern.startswith(("^", "(?i)^")) and not rule.span and not rule.end
    ]
    for start, stop, _, outer, symbol in found if rules else []:
        if outer.span != "parentheses" or not stop - start > 0:
            continue
        stop = min(
            stop, source.line_end(source.line_of(start))
        )  # the rules themselves find what stands below
        if len(found) + len(parts) >= MAX_SYMBOLS:
            break
        stop = min(stop, start + MAX_PARTS)
        depth = 0
        for mark in re.finditer("[(),]", source.code[start:stop]):
            depth += (mark[0] == "(") - (mark[0] == ")")
            if depth != 1 or mark[0] == ")":
                continue
            for rule, pattern in rules:
                match = pattern.match(source.quiet, start + mark.end(), stop)
                if match and symbol.kind in rule.inside and match.start("name") not in seen:
                    seen.add(match.start("name"))
                    line = source.line_of(match.start("name"))
                    after = re.compile(r"[^,()]*(?:\([^()]*\)[^,()]*)*").match(
                        source.quiet, match.start(), stop
                    )
                    signature = _SPACE.sub(" ", after[0] if after else match[0]).strip()[:MAX_SIGNATURE]
                    part = Symbol(
                        _unquote(match["name"].strip()), rule.kind, line, line, "", signature, name_line=line
                    )
                    parts.append((match.start("name"), match.end(), match.start(), rule, part))
                    break
    return parts


def _number(found: list[_Found]) -> None:
    """Name what has no name by its number among the definitions of its kind."""
    if any(rule.numbered for _, _, _, rule, _ in found):
        counts: Counter[str] = Counter()
        for _, _, _, rule, symbol in found:
            if rule.numbered:
                symbol.name = str(counts[symbol.kind])
            counts[symbol.kind] += 1


def _unquote(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] in "\"'`" and name[-1] == name[0] else name


def _find_end(source: _Source, rule: LinePattern, match: re.Match[str], ends: list[int]) -> int:
    """Return where the definition ends; -1 where only the next one of its kind tells."""
    if rule.end:
        at = bisect_left(ends, match.end())
        return ends[at] + 1 if at < len(ends) else len(source.text)
    if rule.span in _BRACKETS:
        return max(match.end(), source.closer(rule.span, match.start(), match.end()) + 1)
    if rule.span == "indent":
        return source.line_end(source.indented_end(source.line_of(match.start(_name_group(match)))))
    return -1 if rule.span == "next" else match.end()


def _close_open_ends(found: list[_Found], source: _Source) -> list[_Found]:
    """End each symbol with `span = "next"` before the next one of its kind, or of what it stands in."""
    following: dict[str, int] = {}
    closed = []
    for start, stop, begin, rule, symbol in reversed(found):
        if stop < 0:
            after = [at for kind, at in following.items() if kind == rule.kind or kind in rule.inside]
            stop = _trim(source, source.line_start(source.line_of(min(after)))) if after else len(source.text)
            following[rule.kind] = start
        closed.append((start, max(stop, start + 1), begin, rule, symbol))
    closed.reverse()
    return closed


def _trim(source: _Source, end: int) -> int:
    """Return `end` without the blank lines and comments that stand before it: they belong to what follows."""
    line = source.line_of(end) - 1
    while line > 1 and not source.quiet[source.line_start(line) : source.line_end(line)].strip():
        line -= 1
    return source.line_end(line)


def _nest(found: list[_Found], source: _Source, language: Language) -> list[Symbol]:
    """Give each symbol its lines, and the scope of the symbol around it."""
    settings = language.settings
    stack: list[tuple[int, str, str, int]] = []  # end, qualified name, kind, where its match began
    symbols = []
    for start, stop, begin, rule, symbol in found:
        while stack and (stack[-1][0] <= start or stack[-1][3] == begin):
            stack.pop()
        outer, outer_kind = (stack[-1][1], stack[-1][2]) if stack else ("", "")
        if outer and symbol.kind in settings.local_kinds and outer_kind not in language.class_kinds:
            continue
        if rule.inside and outer_kind not in rule.inside:
            continue
        if outer_kind in language.class_kinds:
            symbol.kind = settings.member_kinds.get(symbol.kind, symbol.kind)
        symbol.scope = settings.separator.join(part for part in (outer, symbol.scope) if part)
        symbol.last_line = max(symbol.first_line, source.line_of(min(stop, len(source.text)) - 1))
        is_scope = rule.span != "next" or symbol.kind in language.class_kinds
        is_long = symbol.last_line > symbol.first_line or stop - start > MAX_NAME
        if is_scope and (is_long or rule.span == "parentheses"):
            qualified = scope_inside(symbol.scope, symbol.name, settings.separator)
            stack.append((stop, qualified[-1000:], symbol.kind, begin))
        symbols.append(symbol)
    return symbols


def _find_sites(source: _Source, language: Language) -> list[Site]:
    found: list[tuple[str, int, str]] = []
    for rule, pattern, _ in language.references:
        found += islice(all_names(pattern, source, rule.kind), MAX_SITES)
    sites = []
    line = start = column = 0
    for text, offset, how in sorted(found, key=lambda item: item[1]):
        if len(text) > MAX_NAME or text.encode() in language.keywords or not _REFERENCE.fullmatch(text):
            continue
        if source.line_of(offset) != line:
            line = source.line_of(offset)
            start, column = source.line_start(line), 1
        column += len(source.text[start:offset].encode())  # from the site before: a line can be a whole file
        start = offset
        sites.append(Site(text, line, column, how))
    return sites[:MAX_SITES]


_REFERENCE = re.compile(r"[A-Za-z_@/:.][\w.:/@+-]*")


def _name_group(match: re.Match[str]) -> str:
    return "name" if "name" in match.re.groupindex else "names"


def _attach_docs(symbols: list[Symbol], source: _Source) -> None:
    """Give each symbol the comment that ends on the line above it."""
    ends = {source.line_of(max(start, end - 1)): (start, end) for start, end in source.comments}
    starts = {source.line_of(start): (start, end) for start, end in source.comments}
    taken: set[int] = set()
    for symbol in symbols:
        line = symbol.first_line - 1
        if line in taken:
            continue  # several symbols on one line: the first has it
        taken.add(line)
        blocks: list[tuple[int, int]] = []
        while line in ends:
            start, end = ends[line]
            first = source.line_of(start)
            is_block = source.is_block(start)
            if source.text[source.line_start(first) : start].strip() or (is_block and blocks):
                break  # a comment behind code belongs to that code
            blocks.append((start, end))
            if is_block:
                break
            line = first - 1
        if not blocks:
            _attach_doc_behind(symbol, source, starts)
            continue
        blocks.reverse()
        text = _RULERS.sub("", _comment_text(blocks, source)).strip("\n")
        if comments.prose(text):
            symbol.doc = text
            symbol.doc_first_line = source.line_of(blocks[0][0])
            symbol.doc_last_line = symbol.first_line - 1


def _attach_doc_behind(symbol: Symbol, source: _Source, starts: dict[int, tuple[int, int]]) -> None:
    """Take `## what it does` behind a definition, as Makefiles have it."""
    start, end = starts.get(symbol.first_line, (0, 0))
    if end > start and source.text.startswith("##", start):
        text = _comment_text([(start, end)], source)
        if comments.prose(text):
            symbol.doc = text
            symbol.doc_first_line = symbol.doc_last_line = symbol.first_line


def _comment_text(blocks: list[tuple[int, int]], source: _Source) -> str:
    limit = 3 * comments.MAX_DOC
    text = "\n".join(source.text[a : min(b, a + limit)] for a, b in blocks[:500])
    for opener, closer in source.block_marks:
        if opener not in _KNOWN_OPENERS and text.startswith(opener):
            text = text.removeprefix(opener).rstrip().removesuffix(closer)
            return comments.cut(inspect.cleandoc(text).strip())
    return comments.clean(text)


def _find_purpose(facts: Facts, source: _Source) -> None:
    """Take the first comment block that speaks to a reader and stands before any code."""
    limit = min((s.first_line for s in facts.symbols), default=facts.lines + 1)
    block: list[tuple[int, int]] = []
    read = 0  # up to here nothing but comments and what opens a file was met
    for index, (start, end) in enumerate(source.comments[:200]):
        first = source.line_of(start)
        if first >= limit or not all(map(_OPENS.fullmatch, source.text[read:start].split("\n"))):
            return
        read = end
        block.append((start, end))
        follower = source.comments[index + 1][0] if index + 1 < len(source.comments) else end + 3
        gap = source.text[end : min(follower, end + 1000)]
        is_next = index + 1 < len(source.comments) and not gap.strip() and gap.count("\n") <= 1
        if is_next and not source.is_block(start) and not source.is_block(follower):
            continue
        words = comments.head_prose(_comment_text(block, source))
        top = source.line_of(block[0][0])
        owner = next((s for s in facts.symbols if s.doc and s.doc_first_line == top), None)
        if owner is not None and source.text[: block[0][0]].strip():
            return  # the first comment of the file is its own, a later one belongs to what follows
        is_above = len(block) == 1 and any(
            s.first_line == top + 1 and s.kind == "pattern" for s in facts.symbols[:1]
        )
        if is_above and index + 1 < len(source.comments):
            return  # above the first of several groups, it speaks of that group: `# Object files`
        if len(words) >= 12 and " " in words:
            facts.purpose = words
            facts.purpose_first_line = top
            facts.purpose_last_line = source.line_of(max(block[-1][0], block[-1][1] - 1))
            if owner is not None:
                owner.doc, owner.doc_first_line, owner.doc_last_line = "", 0, 0
            return
        block = []
