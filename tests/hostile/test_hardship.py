"""Texts that are hard on grammars cost little and say so on their page; texts that only look like them lose nothing."""

from __future__ import annotations

import pytest

from repobook.analyze.analyze import analyze
from repobook.analyze.hardship import TOO_MANY_PARTS, blank_long_comments, outside
from repobook.analyze.languages import Languages

LANGUAGES = Languages()


@pytest.mark.parametrize(("name", "text"), [("Kotlin", b"fun a "), ("Python", b"("), ("C++", b"{")])
def test_region_of_too_many_parts_is_told(name: str, text: bytes) -> None:
    facts = analyze(text * (TOO_MANY_PARTS + 2), name, LANGUAGES)
    notes = {note.code: note.detail for note in facts.notes}
    assert f"more than {TOO_MANY_PARTS:,} parts" in notes["truncated"]
    assert "100.0 %" in notes["parse_partial"]


def test_long_run_of_comments_is_read_as_comments() -> None:
    lines = b"    # a comment line\n" * 2_000
    facts = analyze(
        b"def total():\n" + lines + b"    return 1\n\n\ndef size():\n    return 2\n", "Python", LANGUAGES
    )
    assert facts.comment_lines == 2_000
    assert [(s.name, s.first_line, s.last_line) for s in facts.symbols] == [
        ("total", 1, 2_002),
        ("size", 2_005, 2_006),
    ]
    assert "comment" not in facts.terms.split("\n")


def test_long_run_in_a_string_is_no_comment() -> None:
    data = b'text = """\n' + b"# a heading\n" * 1_500 + b'"""\nlast = 1\n'
    facts = analyze(data, "Python", LANGUAGES)
    assert facts.comment_lines == 0
    assert [symbol.name for symbol in facts.symbols] == ["text", "last"]


def test_blanks_keep_every_offset() -> None:
    data = b"first = 1\n" + b"  # one\r\n" * 1_200 + b"last = 2\n"
    text, comments = blank_long_comments(data)
    assert len(text) == len(data)
    assert [at for at, byte in enumerate(text) if byte == 10] == [
        at for at, byte in enumerate(data) if byte == 10
    ]
    assert text.split() == [b"first", b"=", b"1", b"last", b"=", b"2"]
    assert len(comments) == 1_200 and data[slice(*comments[0])] == b"# one\r"


def test_outside() -> None:
    assert outside([(1, 2), (5, 6), (9, 12)], [(4, 8), (0, 1)]) == [(1, 2), (9, 12)]
