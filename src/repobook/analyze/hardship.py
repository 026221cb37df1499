"""Texts on which a parser or a query takes time that grows with the square of their size: found early, read less closely."""

from __future__ import annotations

import re
from bisect import bisect_left

from tree_sitter import Node

MATCH_LIMIT = 65_536  # matches that a query may hold open
MANY_PARTS = 1_000  # in one region that the grammar could not read
TOO_MANY_PARTS = 10_000
FEW_MATCHES = 256
_NO_CODE = re.compile(rb"(?:^[ \t]*+#[^\n]*+\n){1000,}+", re.M)
_COMMENT = re.compile(rb"#[^\n]*+")

Span = tuple[int, int]


def match_limit(root: Node) -> int:
    """Return how many matches a query over `root` may hold open; 0 where it would not come to an end in time."""
    if not root.has_error:
        return MATCH_LIMIT
    torn = [node.child_count for node in (root, *root.children) if node.is_error]
    parts = max(torn, default=0)
    return 0 if parts > TOO_MANY_PARTS else FEW_MATCHES if parts > MANY_PARTS else MATCH_LIMIT


def blank_long_comments(data: bytes) -> tuple[bytes, list[Span]]:
    """Return `data` with blanks for a thousand comment lines of Python in a row, and those comments.

    At each of them the grammar looks ahead to the end of the last.
    """
    comments: list[Span] = []
    if data.count(b"#") < 1_000:
        return data, comments
    pieces = []
    done = 0
    for run in _NO_CODE.finditer(data):
        start, end = run.span()
        comments += [found.span() for found in _COMMENT.finditer(data, start, end)]
        pieces += [data[done:start], b"\n".join(b" " * len(line) for line in data[start:end].split(b"\n"))]
        done = end
    return b"".join([*pieces, data[done:]]), comments


def outside(spans: list[Span], others: list[Span]) -> list[Span]:
    """Return those of `spans` that lie in none of `others`."""
    others = sorted(others)
    starts = [start for start, _ in others]
    kept = []
    for span in spans:
        at = bisect_left(starts, span[0] + 1) - 1
        if at < 0 or others[at][1] <= span[0]:
            kept.append(span)
    return kept
