"""Tell languages apart that share an extension, by content. The rules are data: `heuristics.txt`."""

from __future__ import annotations

import os
import re
from functools import cache

_FILE = os.path.join(os.path.dirname(__file__), "heuristics.txt")
_BEGINNING = "*"

# A number as extension: a manual page, or version 3 of something else.
_MANUAL_EXTENSION = re.compile(r"\.\d\w{0,4}")
_MANUAL = re.compile(rb"^[.'](?:\\\"|(?:TH|Dd|SH|so)\b)", re.MULTILINE)
_JSON_COMMENT = re.compile(rb"^[ \t]*(?://|/\*)", re.MULTILINE)


def choose(extension: str, head: bytes) -> str:
    """Return the language that `head` shows for a shared extension; "" where nothing in it tells."""
    for language, pattern in _patterns(extension):
        if pattern.search(head):
            return language
    return ""


def language_by_beginning(head: bytes) -> str:
    """Return the language that the first bytes show, whatever the file is called."""
    return choose(_BEGINNING, head) if head else ""


def is_manual(extension: str, head: bytes) -> bool:
    """Tell whether a file with the extension of a manual page is one."""
    return not _MANUAL_EXTENSION.fullmatch(extension) or _MANUAL.search(head) is not None


def has_json_comments(head: bytes) -> bool:
    return b"/" in head and _JSON_COMMENT.search(head) is not None


@cache
def _patterns(extension: str) -> tuple[tuple[str, re.Pattern[bytes]], ...]:
    """Compile the rules of one extension when it is first met: no tree needs all of them."""
    rules = _load_rules().get(extension, ())
    return tuple((language, re.compile(pattern.encode(), re.MULTILINE)) for language, pattern in rules)


@cache
def _load_rules() -> dict[str, list[tuple[str, str]]]:
    rules: dict[str, list[tuple[str, str]]] = {}
    parts: dict[str, str] = {}
    with open(_FILE, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if not line or line[0] == "#":
                continue
            if " | " not in line.split(" = ")[0]:
                name, pattern = line.split(" = ", 1)
                parts["{" + name + "}"] = pattern
                continue
            extension, language, pattern = (line + " ").split(" | ", 2)
            pattern = pattern.rstrip(" ")
            rules.setdefault(extension, []).append((language, parts.get(pattern, pattern)))
    return rules
