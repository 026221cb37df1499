"""Texts shaped like a secret, put out of sight: no fact of a file holds them, and its page shows marks in their place."""

from __future__ import annotations

import math
import re
from collections import Counter

from repobook.analyze.rules import RuleSet
from repobook.facts import Finding

MARK = b"*"
MAX_KEY_LINES = 200  # of a private key behind its first line
LONG_SECRET = 12  # bytes: what is as long stands nowhere else by chance
MAX_AGAIN = 200  # secrets of a file that are looked for elsewhere in it
_SEEN = re.compile(rb"[^\s]")
_KEY_END = re.compile(rb"-----END ")


def entropy(text: bytes) -> float:
    """Return the bits that a sign of a text carries, by how often each occurs in it."""
    total = len(text)
    return -sum(n / total * math.log2(n / total) for n in Counter(text).values()) if total else 0.0


def secret_matches(rules: RuleSet, index: int, line: bytes) -> list[tuple[re.Match[bytes], tuple[int, int]]]:
    """Return where a rule sees secrets in a line, with its match: the group called `secret`, or all of it."""
    found = []
    rule = rules.rules[index]
    for match in rules.matches[index].finditer(line):
        first, end = match.span("secret") if "secret" in match.re.groupindex else match.span()
        is_plain = index in rules.unless and rules.unless[index].search(line[first:end])
        if first >= 0 and not is_plain and (not rule.entropy or entropy(line[first:end]) >= rule.entropy):
            found.append((match, (first, end)))
    return found


def find_masks(rules: RuleSet, lines: list[bytes], findings: list[Finding]) -> list[tuple[int, int, int]]:
    """Return what must not be seen: line from 1, first byte and end in it."""
    spans: set[tuple[int, int, int]] = set()
    secrets: set[bytes] = set()
    for finding in findings:
        index = rules.masking.get(finding.rule)
        if index is None:
            continue
        line = lines[finding.first_line - 1]
        if rules.rules[index].mask == "block":
            spans.update(_block(lines, finding.first_line))
            continue
        for _, (first, end) in secret_matches(rules, index, line):
            spans.add((finding.first_line, first, end))
            secrets.add(line[first:end])
    spans.update(_elsewhere(lines, secrets))
    return _joined(sorted(spans))


def _elsewhere(lines: list[bytes], secrets: set[bytes]) -> list[tuple[int, int, int]]:
    """Return where long secrets stand again, without a name that tells what they are."""
    long = sorted(secret for secret in secrets if len(secret) >= LONG_SECRET)
    if not long:
        return []
    again = re.compile(b"|".join(map(re.escape, long[:MAX_AGAIN])))
    return [(number, *match.span()) for number, line in enumerate(lines, 1) for match in again.finditer(line)]


def _joined(spans: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the spans with those that overlap as one."""
    joined: list[tuple[int, int, int]] = []
    for number, first, end in spans:
        if joined and joined[-1][0] == number and first < joined[-1][2]:
            joined[-1] = (number, joined[-1][1], max(end, joined[-1][2]))
        else:
            joined.append((number, first, end))
    return joined


def _block(lines: list[bytes], first: int) -> list[tuple[int, int, int]]:
    """Return the lines of a key: all behind the first up to the one that ends it; or the rest of the first."""
    opening = lines[first - 1]
    start = opening.find(b"-----", opening.find(b"-----BEGIN") + 5) + 5
    rest = _KEY_END.search(opening, start)
    spans = [(first, start, rest.start() if rest else len(opening))]
    if rest is None:
        for number in range(first + 1, min(first + MAX_KEY_LINES, len(lines)) + 1):
            line = lines[number - 1]
            end = _KEY_END.search(line)
            spans.append((number, 0, end.start() if end else len(line)))
            if end:
                break
    return [span for span in spans if lines[span[0] - 1][span[1] : span[2]].strip(b"\\n\"', +;\r\t")]


def hide(lines: list[bytes], spans: list[tuple[int, int, int]]) -> tuple[bytes, str]:
    """Return the text with marks in place of secrets, and where they stand in characters: `3:10-50 7:0-20`."""
    lines = list(lines)
    places = []
    for number, first, end in spans:
        line = lines[number - 1]
        before = len(line[:first].decode(errors="replace"))
        length = len(line[first:end].decode(errors="replace"))
        places.append(f"{number}:{before}-{before + length}")
        lines[number - 1] = line[:first] + _SEEN.sub(MARK, line[first:end]) + line[end:]
    return b"\n".join(lines), " ".join(places)
