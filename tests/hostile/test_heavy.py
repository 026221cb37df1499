"""Group C, what is heavy: sizes of the catalogue, and what they may cost. `bench/reliability/sizes.py` takes what is too long for here."""

from __future__ import annotations

import time
from pathlib import Path

import heavy
import pytest
from runs import write_tree

from repobook import workers
from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.build import build
from repobook.config import make_config
from repobook.verify.sources import SourceText

ENDS = {"", "parse_timeout", "parse_crash", "parse_memory"}
LANGUAGES = Languages()
EMPTY: dict[str, float] = {}


def test_huge_line_is_listed_and_costs_nothing(tmp_path: Path) -> None:
    """C08: 50 MB of JavaScript on one line are listed as too large, at no more than 2 s beyond an empty repository."""
    write_tree(tmp_path / "empty", {})
    write_tree(tmp_path / "huge", {"huge.js": heavy.minified(50_000_000)})
    empty, huge = (heavy.make(tmp_path / name, tmp_path / f"book of {name}") for name in ("empty", "huge"))
    assert (empty.code, huge.code, huge.seconds - empty.seconds < 2) == (0, 0, True), (empty, huge)
    assert huge.bytes - empty.bytes < 20_000
    report = (tmp_path / "book of huge" / "verification_report.md").read_text()
    assert ("too_large" in report, "50,000,000 bytes" in report) == (True, True)


def test_book_is_not_much_larger_than_one_line(tmp_path: Path) -> None:
    """C09: 4,000 functions on one line make a book of at most ten times its size, the database included."""
    data = heavy.one_line_of_functions(4_000, 100)
    root = write_tree(tmp_path / "repo", {"one_line.js": data})
    made = heavy.make(root, tmp_path / "book")
    assert (made.code, made.bytes < 10 * len(data)) == (0, True), made
    assert (tmp_path / "book" / "one_line.js_docs.md").is_file()


def test_long_line_takes_time_in_proportion() -> None:
    """C09: of 20,000 functions on one line of 1.9 MB, facts are made in seconds; nothing is looked for name by name."""
    data = heavy.one_line_of_functions(20_000, 100)
    analyze(b"", "JavaScript", LANGUAGES)
    began = time.process_time()
    facts = analyze(data, "JavaScript", LANGUAGES)
    assert (len(data) > 1_900_000, len(facts.symbols), time.process_time() - began < 15) == (
        True,
        20_000,
        True,
    )


@pytest.mark.parametrize("name", ["total", "total$"])
def test_check_of_a_long_line_takes_time_in_proportion(name: str) -> None:
    """C09, C16: whether a long line holds a name is told for 60,000 names in a second; a part of a word is found, too."""
    line = ", ".join(f"{name}{at}" for at in range(60_000))
    began = time.process_time()
    text = SourceText(line.encode(), 1)
    assert all(f"{name}{at}" in text.lines[0] for at in range(60_000))
    assert (time.process_time() - began < 1, "otal" in text.lines[0], "other" in text.lines[0]) == (
        True,
        True,
        False,
    )


@pytest.mark.parametrize("name", heavy.BRACKETS)
def test_brackets_without_end(name: str) -> None:
    """C10: 100,000 open brackets end within the limit, and cost no other file anything."""
    languages = ("C", "C++", "JavaScript", "Python", "JSON", "TOML", "Go", "Rust", "YAML", "Haskell")
    texts = {(one, name): heavy.BRACKETS[name] * heavy.NESTED for one in languages}
    found = heavy.parse_all(texts | {("Text", "beside"): b"one\n"}, 2)
    assert (set(found.values()) <= ENDS, found["Text", "beside"], len(found)) == (True, "", len(texts) + 1)


@pytest.mark.parametrize("name", heavy.SCANNED)
def test_what_scanners_nest(name: str) -> None:
    """C11: tens of thousands of comments, templates and f-strings inside of each other end within the limit."""
    found = heavy.parse_all(
        {(heavy.SCANNED[name][0], name): heavy.SCANNED[name][1], ("Text", ""): b"one\n"}, 2
    )
    assert (set(found.values()) <= ENDS, found["Text", ""]) == (True, "")


@pytest.mark.parametrize("name", heavy.SLOW)
def test_slow_recovery_ends_at_the_limit(name: str) -> None:
    """C13: what a grammar recovers from slowly is documented or ends with the limit, twice at most, with a second more each."""
    limit = 1.0
    language, data = heavy.SLOW[name]
    if language not in EMPTY:
        EMPTY[language] = heavy.parse(language, b"", 60).seconds
    parsed = heavy.parse(language, data, limit)
    assert (parsed.failure in ("", "parse_timeout"), parsed.neighbour) == (True, "")
    # Both tries may have compiled the queries of the language, which the one of an empty text did.
    assert parsed.seconds < 2 * (limit + 1 + EMPTY[language])


def test_build_goes_on_beside_slow_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C10, C11, C13: in a build, files that a grammar does not end with are listed with the reason, all others documented."""
    monkeypatch.setattr(workers, "HARD_SECONDS", 1.0)
    files = {
        f"slow{at}.cpp": heavy.SLOW[name][1]
        for at, name in enumerate(("templates of C++", "templates of C++, open"))
    }
    files |= {f"{name}.c": bracket * heavy.NESTED for name, bracket in heavy.BRACKETS.items()}
    root = write_tree(
        tmp_path / "repo",
        {**files, "comments.ml": heavy.SCANNED["comments of OCaml"][1], "plain.py": "x = 1\n"},
    )
    outcome = build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert (outcome.problems, set(outcome.skips) <= ENDS) == ([], True)
    assert outcome.documented + sum(outcome.skips.values()) == len(files) + 2
    assert (tmp_path / "book" / "plain.py_docs.md").is_file()


@pytest.mark.parametrize("language", ["JSON", "JavaScript"])
def test_lists_without_end_stay_in_the_worker(language: str, tmp_path: Path) -> None:
    """C14: 2 MB of empty lists take memory of a worker, within its limit, and none of the process that builds."""
    path = tmp_path / "lists"
    path.write_bytes((b"x = " if language != "JSON" else b"") + b"[" + b"[]," * 666_000 + b"[]]\n")
    found = heavy.parse_apart(language, path, 30)
    assert (found["failure"] in ("", "parse_memory", "parse_timeout"), found["neighbour"]) == (True, "")
    assert (found["parent"] < 64, found["worker"] <= workers.MAX_ADDRESS_SPACE >> 20) == (True, True), found


@pytest.mark.parametrize(
    "language",
    [
        "JavaScript",
        "Python",
        "C++",
        "Makefile",
        "Shell",
        "Markdown",
        "reStructuredText",
        "YAML",
        "INI",
        "Text",
    ],
)
@pytest.mark.parametrize("name", ["letters", "blanks"])
def test_patterns_are_linear(language: str, name: str) -> None:
    """C32: a word of a million letters and a line of a million blanks take a second at most."""
    analyze(b"", language, LANGUAGES)
    data = b"a" * 1_000_000 + b"!" if name == "letters" else b" " * 1_000_000 + b"\n"
    began = time.process_time()
    analyze(data, language, LANGUAGES)
    assert time.process_time() - began < 1
