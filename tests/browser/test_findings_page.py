"""The page of findings: filters by category, severity, rule and path, and an address that can be sent to others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sites import build_site

FILES = {
    "app/run.py": "import subprocess\n\n\ndef run(text):\n    subprocess.run(text, shell=True)\n    return eval(text)\n",
    "lib/load.py": "import pickle\n\n\ndef load(data):\n    return pickle.loads(data)\n",
    "keys/text.py": 'TEXT = """-----BEGIN ' + "PRIVATE KEY-----\\nnone\\n" + '"""\n',
    "lib/<b>.py": "# TODO: <img src=x onerror=alert(1)>\nx = 1\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(FILES, tmp_path_factory.mktemp("findings"))


def places(page: Any) -> list[str]:
    page.wait_for_selector("main[data-ready] .found li, main[data-ready] .note:not(:empty)")
    return [line.split("\n")[0] for line in page.locator(".found li").all_inner_texts()]


def test_filters_leave_what_was_asked_for(visit: Any, site: Path) -> None:
    window = visit()
    page = window.page
    page.goto((site / "findings.html").as_uri())
    everything = places(page)
    assert {"app/run.py:6", "lib/load.py:5", "lib/<b>.py:1"} <= set(everything)
    page.get_by_role("button", name="Security").click()
    page.locator(".found li", has_text="lib/<b>.py").wait_for(state="detached")
    assert "lib/<b>.py:1" not in places(page)
    page.get_by_role("searchbox", name="Path", exact=True).fill("lib")
    page.locator(".found li", has_text="app/run.py").first.wait_for(state="detached")
    assert places(page) == ["lib/load.py:5"]
    address = page.url
    assert address.endswith("?category=security&path=lib")
    page.goto((site / "index.html").as_uri())
    page.goto(address)
    assert places(page) == ["lib/load.py:5"]
    page.locator(".found a").click()
    page.wait_for_selector("#L5.on")


def test_what_was_found_stands_in_the_words_of_the_rule(visit: Any, site: Path) -> None:
    page = visit().page
    page.goto((site / "findings.html").as_uri() + "?path=keys/")
    assert places(page) == ["keys/text.py:1"]
    assert page.locator(".found .said").inner_text() == "a block that opens with BEGIN PRIVATE KEY"


def test_rule_is_chosen_from_those_that_found_something(visit: Any, site: Path) -> None:
    page = visit().page
    page.goto((site / "findings.html").as_uri() + "#security")
    assert len(places(page)) > 1
    options = page.get_by_label("Rule").locator("option").all_inner_texts()
    assert options[0] == "Every rule" and len(options) > 2
    page.get_by_label("Rule").select_option(index=1)
    page.locator(".found h2 >> nth=1").wait_for(state="detached")
    assert page.locator(".found h2").count() == 1


def test_without_scripts_the_rules_are_listed(visit: Any, site: Path) -> None:
    page = visit(java_script_enabled=False).page
    page.goto((site / "findings.html").as_uri())
    assert page.locator("#security").inner_text() == "Security and safety"
    assert page.locator("tbody tr").count() > 2
