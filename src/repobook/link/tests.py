"""Which symbols are tests, and which files of tests only help others.

A test is what its tool runs: a function named `test…` of pytest, `TestTotal` of Go, what bears `@Test`, `[Fact]` or
`#[test]`, a block of `it` or `TEST`. A file among the tests that holds none of them helps others (`conftest.py`), unless
its name says that it is a test, or it is a program, and no other test imports it: then it runs as a whole.
"""

from __future__ import annotations

import re

from repobook.store import Writer

TEST_NAME = re.compile(
    r"^(?i:tests?|spec)[_.-]|[_.-](?i:tests?|spec|unittest)$|(?<=[a-z0-9])(?:Tests?|Spec|IT|Suite)$|^Test(?=[A-Z])(?!Case)"
)
# Names that begin as those of tests do, of files that help them: test_helper.rb, TestClock.cs.
_HELPER = re.compile(r"^(?i:tests?|spec)[_.-]?(?i:helpers?)$")
_PREFIX = re.compile(r"^Test(?=[A-Z])")
_MARK = re.compile(
    r"@(?:[\w.]+\.)?(?:Parameterized|Repeated|Retrying)?(?:Test|TestFactory|TestTemplate)\b|\[(?:\w+\()?(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b"
    r"|#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck|bench)\b"
)
_BY_NAME = {
    "Python": re.compile(r"test"),
    "Go": re.compile(r"(?:Test|Benchmark|Example|Fuzz)(?![a-z])"),
    "PHP": re.compile(r"test"),
    "Ruby": re.compile(r"test_"),
    "Swift": re.compile(r"test"),
    "Objective-C": re.compile(r"test"),
    "Java": re.compile(r"test[A-Z_]"),
    "Lua": re.compile(r"test"),
    "Shell": re.compile(r"test"),
}
_MAX_MARKS = 300  # letters of a signature that are searched for a mark
_FUNCTIONS = "('function', 'method', 'test', 'benchmark')"
# Languages whose tests are always known by their functions.
_TOLD = frozenset(
    ["Python", "Go", "Rust", "Java", "Kotlin", "Scala", "C#", "PHP", "Ruby", "Swift", "C++", "C", "JavaScript", "TypeScript"]
)  # fmt: skip


def link_tests(store: Writer) -> None:
    """Fill `test_case`: the tests of every file; 0 stands for a file that is a test as a whole."""
    execute = store.ask
    found = []
    # In two, so that it can be told of each which files it sees.
    for which in ("f.kind = 'test'", "f.language = 'Rust' AND f.kind != 'test'"):
        for symbol, file, language, kind, name, signature in execute(
            "SELECT s.id, s.file_id, f.language, s.kind, s.name, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
            f" WHERE {which} AND s.kind IN {_FUNCTIONS} ORDER BY s.id"
        ):
            if is_test(language, kind, name, signature):
                found.append((file, symbol))
    known = {file for file, _ in found}
    helping = {
        file
        for (file,) in execute(
            "SELECT DISTINCT i.target_file FROM import i JOIN file f ON f.id = i.file_id JOIN file t ON t.id = i.target_file"
            " WHERE f.kind = 'test' AND t.kind = 'test' AND f.id != t.id"
        )
    }
    programs = {
        file
        for (file,) in execute(
            "SELECT s.file_id FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.name = 'main' AND s.kind = 'function'"
            " AND f.kind = 'test' AND f.language IN ('C', 'C++', 'Objective-C')"
        )
    }
    for file, path, language in execute(
        "SELECT id, path, language FROM file WHERE kind = 'test' AND outcome = 'documented' ORDER BY id"
    ):
        is_whole = _is_named(path, language) or language not in _TOLD or file in programs
        is_whole = is_whole and language != "Go"  # whose tests are functions, always
        if file not in known and file not in helping and is_whole:
            found.append((file, 0))
    store.write("INSERT INTO test_case VALUES (?, ?)", sorted(found))


def is_test(language: str, kind: str, name: str, signature: str) -> bool:
    """Tell whether a function is one that a test tool runs."""
    if kind in ("test", "benchmark"):
        return True
    pattern = _BY_NAME.get(language)
    if pattern is not None and pattern.match(name):
        return True
    return signature.startswith(("@", "[", "#")) and _MARK.search(signature[:_MAX_MARKS]) is not None


def _is_named(path: str, language: str) -> bool:
    """Tell whether the name of a file without a test that is seen says that it is one all the same."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    if _HELPER.match(stem):
        return False
    # Where tests are known by their functions, a name only begins so because it is of the tests.
    return TEST_NAME.search(_PREFIX.sub("", stem) if language in _TOLD else stem) is not None


def bears_mark(path: str) -> bool:
    """Tell whether the name of a file says that it is a test."""
    return TEST_NAME.search(path.rpartition("/")[2].rpartition(".")[0]) is not None
