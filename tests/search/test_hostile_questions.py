"""Questions that nobody should be able to hurt with: answers, none, or one clear line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from runs import run_here

from repobook.search import Search, filters, names, parse_query
from repobook.search.query import QueryError
from repobook.search.sources import Sources

HOSTILE = {
    "empty": "",
    "blanks": " \t\n ",
    "100 KB": "x" * 100_000,
    "100 KB of words": "word " * 20_000,
    "as long as can be": "a b" * 333,
    "many brackets": "(" * 500,
    "many repeats": "a{1000}" * 100,
    "open bracket": "(a",
    "open class": "[a-",
    "open quote": '"return',
    "lone quote": "'",
    "open slash": "/abc",
    "slashes": "///",
    "backslashes": "/" + "\\a" * 480,
    "backslashes behind a word": "a /" + "\\a" * 400 + " /",
    "filters with open quotes": 'a:"' * 333,
    "ten thousand terms": "term " * 10_000,
    "a thousand stars": "*" * 1000,
    "a thousand quotes": '"' * 1000,
    "repeats of repeats": "/(a+)+$/",
    "backtracking": "(a+)+$",
    "backtracking words": r"(\w+\s?)*$",
    "back reference": r"(a)\1",
    "look around": r"(?<!a)b",
    "backslash at the end": "abc\\",
    "huge repeat": "(((a{100}){100}){100})",
    "operators": "a AND OR NOT b",
    "near": "NEAR(a b, 5)",
    "columns": "title:a body:b {title body}: c",
    "stars": "***",
    "caret and minus": "^a -b +c",
    "sql": "'; DROP TABLE symbol; --",
    "like": "%_%",
    "glob": "[!a]*?",
    "path pattern": "path:[[[*** x",
    "control characters": "a\x01\x1b[31m\x7f\rb",
    "nul": "a\x00b",
    "lone surrogate": "\ud800",
    "marks upon marks": "e" + "\u0301" * 300,
    "right to left": "\u202eabc",
    "letters that grow": "\u0130" * 300,
    "filters only": "kind: lang: path:",
    "unknown filter": "has:nothing",
    "number": "9" * 400,
}
OWN_WORDS = (
    "fts5",
    "sqlite",
    "syntax error",
    "re2",
    "regex error",
    "Traceback",
    "no such column",
    "malformed",
)


@pytest.mark.parametrize("mode", ["any", "text", "regex"])
@pytest.mark.parametrize("question", HOSTILE.values(), ids=HOSTILE)
def test_functions(search: Search, question: str, mode: str) -> None:
    try:
        answers = search.find(parse_query(question, mode), 5)
    except QueryError as error:
        said = str(error)
        assert said and "\n" not in said and not any(word in said.partition(": ")[2] for word in OWN_WORDS)
        assert len(said) < 2000
    else:
        assert len(answers) <= 5


@pytest.mark.parametrize(
    "option", [(), ("--text",), ("--regex",), ("--json",)], ids=["any", "text", "regex", "json"]
)
@pytest.mark.parametrize("question", HOSTILE.values(), ids=HOSTILE)
def test_command(shop: Path, question: str, option: tuple[str, ...]) -> None:
    done = run_here("search", *option, "--book", shop, "--", question)
    assert done.code in (0, 1, 2)
    assert done.code != 2 or done.err.count("\n") == 1 or option == ("--json",), done
    assert not any(word in done.said for word in OWN_WORDS), done
    assert not any(sign in done.said for sign in "\x00\x01\x1b\x7f\r"), done


class SlowSources(Sources):
    """A disk that takes a second for each file."""

    seconds = 0.0

    def read(self, page: str, size_bytes: int) -> bytes:
        self.seconds += 1.0
        return super().read(page, size_bytes)


@pytest.mark.parametrize("question", ["/qq.zz/", '"q"', "<%>"])
def test_the_sources_are_searched_as_long_as_somebody_waits(
    shop: Path, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S11: a search of the text ends in its time, says so, and the next question has time again."""
    sources = SlowSources(str(shop))
    for module in ("repobook.search.text.time", "repobook.search.search.time"):
        monkeypatch.setattr(module, SimpleNamespace(monotonic=lambda: sources.seconds))
    with Search(str(shop), sources, patience=1.5) as search:
        for turn in (1, 2):
            assert search.find(parse_query(question), 5) == []
            assert (sources.seconds, search.is_cut) == (2.0 * turn, True)
        assert search.find(parse_query("ShoppingCart"), 5) and not search.is_cut
    with Search(str(shop), sources) as search:
        assert search.find(parse_query(question), 5) == []
        assert search.is_cut == (
            question == "<%>"
        )  # where the text is a supplement, it has two seconds anyway


def test_a_word_that_is_said_a_hundred_times_is_compared_once(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S11: nor is a pattern of paths compared with a file for each of its symbols."""
    said: list[list[str]] = []
    lines_with = names._lines_with
    monkeypatch.setattr(names, "_lines_with", lambda text, pieces: said.append(pieces) or lines_with(text, pieces))  # fmt: skip
    search.find(parse_query("cart_" * 150), 5)
    search.find(parse_query("cart total " * 50), 5)
    assert said and all(len(pieces) == len(set(pieces)) for pieces in said)
    compared: list[str] = []
    is_below = filters.is_below
    monkeypatch.setattr(filters, "is_below", lambda path, wanted: compared.append(path) or is_below(path, wanted))  # fmt: skip
    assert search.find(parse_query("kind:function path:s*p/*"), 5)
    assert len(compared) == len(set(compared)) > 1


def test_a_question_from_the_shell_loads_little() -> None:
    """What only builds need is not loaded: a question is answered before it would be."""
    code = "import repobook.cli, repobook.search, sys; print(sorted({'msgspec', 'tree_sitter', 'asyncio', 'concurrent.futures', 're2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
