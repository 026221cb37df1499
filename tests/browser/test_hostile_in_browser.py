"""Sixty payloads in names, documentation, code, README, headings and questions: a real browser runs none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sites import PAYLOADS

pytestmark = pytest.mark.spares("processes", why="the browser is of the session")

# What no page of ours holds, nor any script of ours makes.
FOREIGN = "img, iframe, object, embed, base, style, form, video, audio, math, template, script:not([src]):not([type])"


def visit_page(window: Any, address: str, ready: str) -> None:
    window.page.goto(address)
    window.page.wait_for_selector(ready)
    assert window.page.locator(FOREIGN).count() == 0, address


def test_there_are_sixty() -> None:
    assert len(PAYLOADS) == len(set(PAYLOADS)) == 60


def test_pages_run_nothing(visit: Any, hostile: Path) -> None:
    """C21, N16: pages, tree, colours of the source, panel and findings."""
    window = visit()
    start = hostile.as_uri() + "/"
    visit_page(window, start + "index.html", ".tree li")
    assert window.page.locator(".tree li").count() > 3 * len(PAYLOADS)  # every name, as text
    for page in ("README.md.html", "all/text.md.html", "all/doc.html", "all/sub.html", "doc.html", "keywords.html",
                 "comprehensive_book.html", "verification_report.html", "rules.html"):  # fmt: skip
        visit_page(window, start + page, ".tree li")
    for number in range(0, len(PAYLOADS), 7):
        visit_page(window, f"{start}p{number}.py.html#L1", ".source[data-ready]")
        visit_page(window, f"{start}p{number}.md.html", ".tree .here")
    visit_page(window, start + "all/code.py.html#original-source", ".source[data-ready] a.def")
    for number in range(0, len(PAYLOADS), 10):
        definition = window.page.locator(".source a.def", has_text=f"h{number}").first
        definition.scroll_into_view_if_needed()
        definition.hover()
        definition.click()
        window.page.locator(".panel .users li").first.wait_for()
        assert window.page.locator(FOREIGN).count() == 0
        window.page.keyboard.press("Escape")
    visit_page(window, start + "findings.html", "main[data-ready] .found li")
    while window.page.get_by_role("button", name="Show more").is_visible():
        window.page.get_by_role("button", name="Show more").click()
        window.page.wait_for_timeout(50)
    assert window.page.locator(".found li").count() >= 2 * len(PAYLOADS)
    assert window.page.locator(FOREIGN).count() == 0
    assert window.outside("file://") == []


def test_questions_run_nothing(visit: Any, hostile: Path) -> None:
    """S05, S06: typed, by link, and in the fragment of an address."""
    window = visit()
    start = hostile.as_uri() + "/"
    visit_page(window, start + "search.html", "main[data-ready]")
    box = window.page.get_by_role("combobox", name="Search")
    for payload in PAYLOADS:
        box.fill(payload)
        window.page.wait_for_selector(".answers [role=option], .note:not(:empty)")
        assert window.page.locator(FOREIGN).count() == 0, payload
    for payload in PAYLOADS[::6]:
        visit_page(window, f"{start}search.html?q={quote(payload)}", "main[data-ready]")
        visit_page(window, f"{start}p0.py.html#{quote(payload)}", ".source[data-ready]")
        visit_page(
            window, f"{start}findings.html?rule={quote(payload)}&path={quote(payload)}", "main[data-ready]"
        )
    assert window.outside("file://") == []
