"""What we promise is tested: every row of the catalogue has a test that names it, every promise a test that is there."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent
# Rows of the first and second priority: names, kinds, contents, repositories, environment, server.
GROUPS = {"N": 22, "K": 19, "C": 42, "R": 21, "E": 26, "S": 17}
# What has no test in this suite, and why.
ELSEWHERE = {
    "C20": "of the third priority",
    "S17": "tests/browser opens every site from the disk",
}
_ROWS = re.compile(r"\b([NKCRES])(\d\d)(?:\s?[–-]\s?\1?(\d\d))?\b")
_NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`|`(bench/[\w/.]+)`")


def functions() -> dict[str, dict[str, str]]:
    """Return the tests of every module by their names, with what they say of themselves."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((TOP / "tests").rglob("test_*.py")):
        inside = path.relative_to(TOP).parts
        if "repo" in inside[:-1] or "expected" in inside:
            continue
        tree = ast.parse(path.read_text())
        found[str(path.relative_to(TOP))] = {
            node.name: ast.get_docstring(node) or ""
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
    return found


# What must stand in the tests of a row: its input is built, and not only its number named.
BUILT = {
    "R05": ("--depth", "sparse-checkout", "unlink()"),
    "R06": ('"worktree", "add"', "outside=[", "gitdir: ../outside"),
    "R09": ("fires(", "make_hostile(", "mkfifo(", "audit("),
    "R10": ('"add", "-A"', '"inner"', "marker.exists()"),
    "R11": ("HEAD.lock", "100_000_000", "git_unavailable"),
    "R16": ("../elsewhere", "examine(", "sitecustomize"),
    "R17": ("canaries=", "pickle", "ast.walk"),
    "R19": ("fast-import", "SECONDS", "monotonic()"),
    "R20": ("--force", '"/"', "symlink_to"),
}


@functools.cache
def checks() -> list[tuple[set[str], str]]:
    """Return the rows that each test names which asserts something, and the module that it stands in."""
    return [(rows_in(said), text) for path in functions() for said, text in _checks(TOP / path)]


def _checks(path: Path) -> list[tuple[str, str]]:
    """Return what the tests of a module say of themselves that assert something, themselves or by what they call."""
    text = path.read_text()
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    asserting: set[str] = set()
    while True:
        more = {node.name for node in nodes if node.name not in asserting and _asserts(node, asserting)}
        if not more:
            break
        asserting |= more
    tests = [node for node in nodes if node.name.startswith("test_") and node.name in asserting]
    return [(ast.get_docstring(node) or "", text) for node in tests]


def _asserts(function: ast.FunctionDef, asserting: set[str]) -> bool:
    for node in ast.walk(function):
        called = node.func if isinstance(node, ast.Call) else None
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if isinstance(node, ast.Assert) or name == "raises" or name in asserting or name.startswith("check"):
            return True
    return False


def rows_in(text: str) -> set[str]:
    """Return the rows that a text names, those between two included."""
    found = set()
    for group, first, last in _ROWS.findall(text):
        found |= {f"{group}{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_row_of_the_catalogue_has_a_test() -> None:
    """A test that asserts nothing counts for no row."""
    named = {row for rows, _ in checks() for row in rows}
    rows = {f"{group}{number:02}" for group, last in GROUPS.items() for number in range(1, last + 1)}
    assert sorted(rows - named - ELSEWHERE.keys()) == []
    assert sorted(ELSEWHERE.keys() - rows) == []


@pytest.mark.parametrize("row", BUILT)
def test_input_of_a_row_is_built(row: str) -> None:
    """Those rows whose tests once only named them: what their inputs consist of stands in the modules that test them."""
    texts = [text for rows, text in checks() if row in rows]
    assert [needle for needle in BUILT[row] if not any(needle in text for text in texts)] == []


@pytest.mark.parametrize("page", ["docs/trust.md", "README.md"])
def test_what_a_page_names_is_there(page: str) -> None:
    """Tests and scripts that the promises name exist."""
    known = functions()
    missing = []
    for path, test, script in _NAMED.findall((TOP / page).read_text()):
        if script and not (TOP / script).exists():
            missing.append(script)
        elif path and (path not in known or (test and test not in known[path])):
            missing.append(f"{path}::{test}")
    assert missing == []


def test_every_promise_names_its_tests() -> None:
    text = (TOP / "docs/trust.md").read_text()
    promises = re.split(r"\n(?=\d+\. )", text.partition("## What we promise\n")[2].partition("\n## ")[0])[1:]
    assert len(promises) == 14
    assert [promise.split("\n")[0] for promise in promises if not _NAMED.search(promise)] == []


def test_readme_states_the_promises() -> None:
    """Each of them in a row, with the test that keeps it; the page in full is a link away."""
    text = (TOP / "README.md").read_text()
    rows = text.partition("| promise | test |\n|---|---|\n")[2].partition("\n\n")[0].split("\n")
    assert len(rows) == 14
    assert [row for row in rows if not _NAMED.search(row)] == []
    assert "(docs/trust.md)" in text
