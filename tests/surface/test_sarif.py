"""`repobook export sarif` writes what code scanning services read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from runs import run_here, write_tree
from sarif_pydantic import Sarif

FILES = {
    "src/odd name.py": "def run(text):\n    return eval(text[0])\n\n\ndef again(text):\n    return eval('{0}' + text)\n",
    "a.py": "# TODO: later\n",
    "third_party/b.py": "eval(x)\n",
    "tests/test_a.py": "def test_a():\n    assert eval(text)\n",
    ".env": "TOKEN=canary-word\n",
    "certs/server.pem": "Bag Attributes\n-----BEGIN PRIVATE KEY-----\ncanary-word\n",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sarif")
    write_tree(folder / "repository", dict(FILES))
    built = run_here("build", folder / "repository", "-o", folder / "book", "--cache", folder / "cache", "-q")
    assert built.code == 0
    return folder / "book"


def read(book: Path, *options: str) -> dict[str, Any]:
    output = book.parent / "findings.sarif"
    assert run_here("export", "sarif", "--book", book, "-o", output, *options).code == 0
    log: dict[str, Any] = json.loads(output.read_text())
    Sarif.model_validate(log)  # an independent model of the format
    return log


def places(log: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Return rule, file and line of each result."""
    found = []
    for result in log["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        found.append((result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"]))
    return found


def test_risks_are_results_and_vendored_files_are_not_ours(book: Path) -> None:
    evil = [place for place in places(read(book)) if place[0] == "python/eval" and "test" not in place[1]]
    assert evil == [("python/eval", "src/odd%20name.py", 2), ("python/eval", "src/odd%20name.py", 6)]


def test_notes_come_when_asked_for(book: Path) -> None:
    todo = ("all/todo", "a.py", 1)
    assert todo not in places(read(book))
    assert todo in places(read(book, "--notes"))


def test_every_result_has_its_rule_and_a_mark_of_its_own(book: Path) -> None:
    run = read(book, "--notes")["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    marks = [result["partialFingerprints"]["repobookFinding/v1"] for result in run["results"]]
    assert len(set(marks)) == len(marks)
    evil = next(rule for rule in rules if rule["id"] == "python/eval")
    assert evil["properties"]["tags"] == ["security", "external/cwe/cwe-095"]
    assert evil["defaultConfiguration"]["level"] == "warning"


def test_braces_of_the_source_are_no_placeholders(book: Path) -> None:
    texts = [result["message"]["text"] for result in read(book)["runs"][0]["results"]]
    assert any("'{{0}}' + text" in text for text in texts)


def test_message_names_what_is_there(book: Path) -> None:
    texts = [result["message"]["text"] for result in read(book)["runs"][0]["results"]]
    assert "Text run as code: `eval` runs `text[0]` as code" in texts


def test_files_with_secrets_are_results_that_do_not_tell_them(book: Path) -> None:
    log = read(book)
    secret = [place for place in places(log) if "secret" in place[0]]
    assert secret == [("all/secret-in-file", "certs/server.pem", 2), ("all/secret-by-name", ".env", 1)]
    assert "canary-word" not in json.dumps(log)


def test_the_whole_book_names_them_and_says_what_it_leaves_out(book: Path) -> None:
    security = (
        (book / "comprehensive_book.md")
        .read_text()
        .partition(": Security and safety\n")[2]
        .partition("\n## ")[0]
    )
    assert "`certs/server.pem` L2" in security
    assert "`.env` |" in security
    assert "Not in this list, but on the pages of the files: " in security
    assert "1 in 1 test (in [`tests/`](tests/index.md))" in security
    assert "1 in 1 vendored file (in [`third_party/`](third_party/index.md))" in security
