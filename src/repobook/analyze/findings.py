"""Find what the rules of a language look for, on the tree that analysis already has.

Rules name words that must stand in a line. Only those lines are searched, so a file that holds none of the words
costs nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from tree_sitter import Node, QueryCursor

from repobook.analyze.masks import secret_matches
from repobook.analyze.rules import Rule, RuleSet
from repobook.facts import Facts, Finding, Symbol

MAX_OF_A_RULE = 1_000  # in one file
MAX_LINE = 2_000  # bytes of a line that a pattern sees
MAX_SECRET_LINE = 1_000_000  # … where it looks for what must not be shown
MAX_VALUE = 100  # characters of a text that a message names
MAX_WINDOWS = 60  # more places than this: the whole tree is searched at once
_MATCH_LIMIT = 8_192
_SPACE = re.compile(r"\s+")
_WORDS_ONLY = bytes(b if b >= 128 or chr(b).isalnum() or b == 95 else 32 for b in range(256))
_FUNCTION = re.compile(
    r"function|method|lambda|closure|arrow|func_literal|constructor_declaration|^block_literal|initializer"
)


class Text:
    """A file's bytes, where its lines end, and what of it is comment or string, in order."""

    def __init__(
        self,
        data: bytes,
        newlines: list[int],
        comments: list[tuple[int, int]] | None = None,
        strings: list[tuple[int, int]] | None = None,
        has_all_words: bool = False,
    ) -> None:
        self.data = data
        self.newlines = newlines
        self.comments = comments
        self.strings = strings
        self.has_all_words = (
            has_all_words  # every word outside of comments and strings is known to the caller
        )

    def line_of(self, offset: int) -> int:
        return bisect_left(self.newlines, offset) + 1

    def line_span(self, line: int) -> tuple[int, int]:
        """Return the bytes of a line, without its newline."""
        start = self.newlines[line - 2] + 1 if line > 1 else 0
        end = self.newlines[line - 1] if line <= len(self.newlines) else len(self.data)
        return start, end

    def lies_in(self, offset: int) -> str:
        if _holds(self.comments or [], offset):
            return "comment"
        return "string" if _holds(self.strings or [], offset) else "code"


def find_findings(
    rules: RuleSet,
    text: Text,
    words: dict[bytes, list[int]],
    root: Node | None = None,
    comment_marks: tuple[bytes, ...] = (),
) -> list[Finding]:
    """Return what the rules find. `words` are those of the code with their lines."""
    lines: dict[int, set[int]] = {}  # for rules that are queries: rule -> lines
    by_line: dict[int, set[int]] = {}  # for rules that are patterns: line -> rules
    for word in rules.by_word.keys() & words.keys():
        for index in rules.by_word[word]:
            if index in rules.matches:
                for line in words[word]:
                    by_line.setdefault(line, set()).add(index)
            else:
                lines.setdefault(index, set()).update(words[word])
    for sample in rules.samples_in(_vocabulary(text, words)) if rules.by_text else ():
        indexes = rules.by_text[sample]
        at = text.data.find(sample)
        while at >= 0:
            line = text.line_of(at)
            for index in indexes:
                if index in rules.matches:
                    by_line.setdefault(line, set()).add(index)
                else:
                    lines.setdefault(index, set()).add(line)
            at = text.data.find(sample, max(at + 1, text.line_span(line)[1]))
    wanted = set(lines).union(*by_line.values())
    if not wanted:
        return []
    off = {index for index in wanted if index in rules.files and not rules.files[index].search(text.data)}
    found: dict[tuple[int, int, int], Finding] = {}  # line, rule, place in the line of what must not be seen
    counts: dict[int, int] = {}

    def add(index: int, first: int, last: int, values: list[str], place: int = 0) -> None:
        if (first, index, place) not in found and counts.get(index, 0) < MAX_OF_A_RULE:
            counts[index] = counts.get(index, 0) + 1
            found[first, index, place] = Finding(rules.keys[index], first, last, values)

    for line, asked in by_line.items():
        hidden: list[tuple[int, int]] = []
        for index in sorted(asked - off):
            if rules.rules[index].mask == "text":
                for values, span in _secrets(rules, index, text, line, comment_marks):
                    if not any(first < span[1] and span[0] < end for first, end in hidden):
                        hidden.append(span)
                        add(index, line, line, values, span[0])
                continue
            named = _match_line(rules, index, text, line, comment_marks)
            if named is not None:
                add(index, line, line, named)
    if root is not None:
        for index in sorted(lines.keys() - off):
            for here, captures in _run_query(rules, index, text, root, lines[index]):
                values = [_value(text.data, captures.get(name)) for name in rules.fields[index]]
                last = text.line_of(max(here.start_byte, here.end_byte - 1))
                add(index, text.line_of(here.start_byte), last, values)
    order = sorted(found.items(), key=lambda item: (item[0][0], item[1].rule, item[0][2]))
    return [finding for _, finding in order]


def _vocabulary(text: Text, words: dict[bytes, list[int]]) -> set[bytes]:
    """Return every word of the file once. What is in no word is not in the file: most samples need no look at it."""
    if text.comments is None or not text.has_all_words:
        return set(text.data.translate(_WORDS_ONLY).split())
    apart = b" ".join([text.data[start:end] for start, end in (*text.comments, *(text.strings or ()))])
    return words.keys() | set(apart.translate(_WORDS_ONLY).split())


def find_in_facts(rules: RuleSet, facts: Facts) -> list[Finding]:
    """Return the findings of rules that look at facts: long and branching functions, long files."""
    found = []
    for index in rules.facts:
        rule = rules.rules[index]
        if rule.fact in ("copy", "deprecated", "secret"):  # seen across files, or before a file is read
            continue
        if rule.fact == "file-lines":
            if facts.code_lines >= rule.limit and any(symbol.complexity for symbol in facts.symbols):
                found.append(Finding(rules.keys[index], 1, facts.lines, [f"{facts.code_lines:,}"]))
            continue
        for symbol in facts.symbols:
            value = _measure(rule, symbol)
            if value >= rule.limit:
                found.append(
                    Finding(
                        rules.keys[index], symbol.first_line, symbol.last_line, [symbol.name, f"{value:,}"]
                    )
                )
    return found


def _measure(rule: Rule, symbol: Symbol) -> int:
    if not symbol.complexity:
        return 0
    return symbol.complexity if rule.fact == "complexity" else symbol.last_line - symbol.first_line + 1


def _run_query(
    rules: RuleSet, index: int, text: Text, root: Node, lines: set[int]
) -> list[tuple[Node, dict[str, list[Node]]]]:
    """Return span and captures of every match of a rule at the given lines."""
    cursor = QueryCursor(rules.query(index), match_limit=_MATCH_LIMIT)
    windows = _windows(sorted(lines))
    if len(windows) > MAX_WINDOWS:
        windows = [(1, len(text.newlines) + 1)]
    found = []
    for first, last in windows:
        cursor.set_byte_range(text.line_span(first)[0], max(text.line_span(last)[1], 1))
        for _, captures in cursor.matches(root):
            here = captures.get("here")
            if here and _is_placed(rules, index, here[0], text.data):
                found.append((here[0], captures))
    return found


def _windows(lines: list[int]) -> list[tuple[int, int]]:
    """Join lines that lie close together."""
    windows: list[tuple[int, int]] = []
    for line in lines:
        if windows and line <= windows[-1][1] + 3:
            windows[-1] = (windows[-1][0], line)
        else:
            windows.append((line, line))
    return windows


def _is_placed(rules: RuleSet, index: int, here: Node, data: bytes) -> bool:
    """Tell whether a match lies where its rule wants it."""
    rule = rules.rules[index]
    if index in rules.unless and rules.unless[index].search(data, here.start_byte, here.end_byte):
        return False
    if not rule.inside and not rule.outside:
        return True
    is_inside = not rule.inside
    node = here.parent
    while node is not None:
        kind = node.type
        if kind in rule.outside:
            return False
        is_inside = is_inside or kind in rule.inside
        if _FUNCTION.search(kind):
            break
        node = node.parent
    return is_inside


def _match_line(
    rules: RuleSet, index: int, text: Text, line: int, comment_marks: tuple[bytes, ...]
) -> list[str] | None:
    """Return what the message names if the rule's pattern matches in a line."""
    start, end = text.line_span(line)
    end = min(end, start + MAX_LINE)
    for match in rules.matches[index].finditer(text.data[start:end]):
        if index in rules.unless and rules.unless[index].search(text.data, start, end):
            return None
        if _lies_right(rules.rules[index], text, start, match, comment_marks):
            return _named(rules, index, match)
    return None


def _secrets(
    rules: RuleSet, index: int, text: Text, line: int, comment_marks: tuple[bytes, ...]
) -> list[tuple[list[str], tuple[int, int]]]:
    """Return what the message names, and the place, of every text in a line that the rule hides."""
    start, end = text.line_span(line)
    end = min(end, start + MAX_SECRET_LINE)
    return [
        (_named(rules, index, match), span)
        for match, span in secret_matches(rules, index, text.data[start:end])
        if _lies_right(rules.rules[index], text, start, match, comment_marks)
    ]


def _named(rules: RuleSet, index: int, match: re.Match[bytes]) -> list[str]:
    groups = match.groupdict()
    return [_clean((groups.get(name) or b"").decode(errors="replace")) for name in rules.fields[index]]


def _lies_right(
    rule: Rule, text: Text, start: int, match: re.Match[bytes], comment_marks: tuple[bytes, ...]
) -> bool:
    """Tell whether a match in the line that begins at `start` is comment, string or code as its rule wants."""
    if not rule.where:
        return True
    at = start + match.start()
    if text.comments is None:
        before = text.data[start : at + len(match[0])]
        return (rule.where == "comment") == any(mark in before for mark in comment_marks)
    return text.lies_in(at) == rule.where


def _value(data: bytes, nodes: list[Node] | None) -> str:
    if not nodes:
        return ""
    return _clean(data[nodes[0].start_byte : nodes[0].end_byte][: 4 * MAX_VALUE].decode(errors="replace"))


def _clean(text: str) -> str:
    text = _SPACE.sub(" ", text).strip()
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1].rstrip() + "…"


def _holds(spans: list[tuple[int, int]], offset: int) -> bool:
    """Tell whether one of the sorted spans holds the offset."""
    place = bisect_right(spans, (offset, 1 << 62)) - 1
    return place >= 0 and spans[place][0] <= offset < spans[place][1]
