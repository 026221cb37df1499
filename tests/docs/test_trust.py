"""What we promise is tested: every row of the catalogue has a test that names it, every promise a test that is there."""

from __future__ import annotations

import ast
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


def rows_in(text: str) -> set[str]:
    """Return the rows that a text names, those between two included."""
    found = set()
    for group, first, last in _ROWS.findall(text):
        found |= {f"{group}{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_row_of_the_catalogue_has_a_test() -> None:
    named = {row for tests in functions().values() for text in tests.values() for row in rows_in(text)}
    rows = {f"{group}{number:02}" for group, last in GROUPS.items() for number in range(1, last + 1)}
    assert sorted(rows - named - ELSEWHERE.keys()) == []
    assert sorted(ELSEWHERE.keys() - rows) == []


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
