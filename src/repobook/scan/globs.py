"""One line of an ignore file, as a regular expression that takes linear time.

`pathspec` and `fnmatch` turn `*a*a*a*b` into nested repeats, and a name of 200 letters then takes longer than
the age of the universe. A repository may hold such a line on purpose. Here each `*` takes the shortest
stretch that lets the next fixed piece match and never gives it back (an atomic group). That finds the same
matches, because a fixed piece always has the same length wherever it matches.
"""

from __future__ import annotations

import re

_SPECIAL = frozenset("*?[\\")

# What `[[:name:]]` stands for, in git's ASCII sense.
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-\\/:-@\\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


def is_literal(glob: str) -> bool:
    """Tell whether `glob` stands for exactly one name."""
    return _SPECIAL.isdisjoint(glob)


def name_regex(glob: str) -> str | None:
    """Return the pattern for one part of a path, for `fullmatch`; None where git never matches."""
    pieces = _pieces(glob)
    if pieces is None:
        return None
    if len(pieces) == 1:
        return pieces[0]
    middle = "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:-1] if piece)
    # The last piece must reach the end, so here the star takes all it can and walks back: once, not nested.
    return f"{pieces[0]}{middle}[^/]*{pieces[-1]}"


def path_regex(glob: str) -> str | None:
    """Return the pattern for a path relative to the ignore file (`a/**/b*`), for `fullmatch` with DOTALL."""
    parts = glob.split("/")
    runs: list[list[str]] = [[]]  # what stands between two `**`
    for part in parts:
        if part == "**":
            if runs[-1] or len(runs) == 1:
                runs.append([])
            continue
        regex = name_regex(part)
        if regex is None or not part:
            return None
        runs[-1].append(regex)
    if len(runs) == 1:
        return "/".join(runs[0])

    first, *between, last = runs
    regex = "/".join(first) + "/" if first else ""
    for run in between:
        regex += f"(?>(?:[^/]++/)*?{'/'.join(run)}/)"
    if not last:
        return regex + ".+"
    # From the end: the last run has a known number of parts, and what stands before it is any folder.
    return f"{regex}(?:[^/]++/)*{'/'.join(last)}"


def _pieces(glob: str) -> list[str] | None:
    """Split one part at its stars; each piece is a regular expression of fixed length."""
    pieces = [""]
    at, end = 0, len(glob)
    while at < end:
        char = glob[at]
        if char == "*":
            if pieces[-1] or len(pieces) == 1:  # `**` inside a name is the same as `*`
                pieces.append("")
        elif char == "?":
            pieces[-1] += "[^/]"
        elif char == "[":
            bracket = _bracket(glob, at)
            if bracket is None:
                return None
            regex, at = bracket
            pieces[-1] += regex
            continue
        elif char == "\\":
            at += 1
            if at == end:
                return None
            pieces[-1] += re.escape(glob[at])
        else:
            pieces[-1] += re.escape(char)
        at += 1
    return pieces


def _bracket(glob: str, start: int) -> tuple[str, int] | None:
    """Read `[a-z]` at `start`; return its pattern and where it ends, or None where it never closes."""
    at = start + 1
    negated = at < len(glob) and glob[at] in "!^"
    if negated:
        at += 1
    body = ""
    first = True
    while True:
        if at >= len(glob):
            return None
        char = glob[at]
        if char == "]" and not first:
            break
        first = False
        if glob.startswith("[:", at):
            close = glob.find(":]", at + 2)
            if close != -1:
                inside = _CLASSES.get(glob[at + 2 : close])
                if inside is None:
                    return None
                body += inside
                at = close + 2
                continue
        low, at = _bracket_char(glob, at)
        if low is None:
            return None
        if glob.startswith("-", at) and at + 1 < len(glob) and glob[at + 1] != "]":
            high, at = _bracket_char(glob, at + 1)
            if high is None:
                return None
            # A range that runs backwards holds nothing; re would refuse it.
            body += f"{_in_class(low)}-{_in_class(high)}" if low <= high else ""
        else:
            body += _in_class(low)
    if not body:
        return ("[^/]" if negated else "(?!)"), at + 1
    return (f"[^/{body}]" if negated else f"(?!/)[{body}]"), at + 1


def _bracket_char(glob: str, at: int) -> tuple[str | None, int]:
    if glob[at] == "\\":
        at += 1
        if at >= len(glob):
            return None, at
    return glob[at], at + 1


def _in_class(char: str) -> str:
    return "\\" + char if char in "\\]^-[&~|" else char
