"""Read text in no known language: headings, title and first paragraph by layout alone, where it is prose at all."""

from __future__ import annotations

import re

from repobook.analyze.documents import Document
from repobook.analyze.languages import Language
from repobook.analyze.stop_words import FUNCTION_WORDS
from repobook.analyze.terms import count_lines, index_terms
from repobook.facts import Facts

_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_QUIET_WORDS = frozenset(word.encode() for word in FUNCTION_WORDS)
_UNDERLINE = re.compile(r"^[ \t]*([=\-~^*#+_])\1{2,}[ \t]*$")
_NUMBERED = re.compile(r"^(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?[ \t]+([^\W\d_][^\n]{1,70})$")
_SAMPLE = 100_000


def read_plain(data: bytes) -> Facts:
    """Return the facts of a text in no known language."""
    sample = data[:_SAMPLE].decode(errors="replace")
    if is_prose(sample):
        document = Document(data)
        _read_layout(document)
        return document.facts()
    facts = Facts()
    facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines = count_lines(data, data)
    facts.terms, facts.term_lines = index_terms(data, _WORD, _QUIET_WORDS)
    return facts


def read_text(data: bytes, language: Language) -> Facts:
    """The same, under the name that `language.toml` gives a reader."""
    return read_plain(data)


def is_prose(sample: str) -> bool:
    """Tell whether people wrote the text for people: lines of words, many of them the small words of a language."""
    words = _LETTERS.findall(sample)
    if len(words) < 8:
        return False
    small = sum(1 for word in words if word.lower() in FUNCTION_WORDS)
    lines = sum(1 for line in sample.split("\n") if line.strip())
    letters = sum(map(len, words)) + sample.count(" ")
    share = letters / len(sample)
    return share > 0.6 and len(words) / max(1, lines) >= 2.5 and small / len(words) > 0.12


def _read_layout(document: Document) -> None:
    lines = document.lines
    at = 0
    while at < len(lines):
        body = lines[at].strip()
        if not body:
            document.end_paragraph()
            at += 1
            continue
        is_open_above = at == 0 or not lines[at - 1].strip()
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if is_open_above and len(body) <= 100 and not _UNDERLINE.match(body):
            rule = _UNDERLINE.match(below)
            if rule and 2 * len(below.strip()) >= len(body):
                document.add_heading({"=": 1, "#": 1, "*": 1, "-": 2}.get(rule[1], 3), body, at + 1, body)
                at += 2
                continue
            level = _heading_level(lines, at, body)
            if level:
                document.add_heading(level, body, at + 1, body)
                at += 1
                continue
        if _UNDERLINE.match(body):
            document.end_paragraph()
        elif body[0] in "-*+•|" and len(body) > 1 and body[1] in " \t":
            document.end_paragraph()
            document.add_words(body, at + 1)
        else:
            document.add_prose(body, at + 1)
        at += 1


def _heading_level(lines: list[str], at: int, body: str) -> int:
    """Return the level of a line that stands alone and looks like a heading, or 0."""
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    letters = sum(c.isalpha() for c in body)
    if letters < 3 or len(body) > 80:
        return 0
    is_alone = not below
    if body.isupper() and letters >= 4 and letters * 2 > len(body) and len(body) <= 70:
        return 1 if is_alone or lines[at + 1][:1] in " \t" else 0
    numbered = _NUMBERED.match(body)
    if numbered and is_alone and body[-1] not in ".,;:":
        return 1 + numbered[1].count(".")
    if (
        not is_alone
        or lines[at][0] in " \t"
        or body[-1] in ".,;:!?)"
        or not body[0].isupper()
        or len(body.split()) > 8
    ):
        return 0
    following = [line.strip() for line in lines[at + 2 : at + 4]]
    is_paragraph = bool(following) and bool(following[0]) and (len(following[0]) > 60 or bool(following[-1]))
    return 3 if is_paragraph and letters * 3 > 2 * len(body) else 0
