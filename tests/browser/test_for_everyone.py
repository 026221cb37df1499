"""Pages for everyone: axe-core finds nothing on any kind of page, nothing shifts, nothing scrolls sideways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

KINDS = {
    "home": "index.html",
    "folder": "shop/doc.html",
    "contents": "shop/index.html",
    "keywords of a folder": "shop/sub.html",
    "file": "shop/cart.py.html",
    "A to Z": "keywords.html",
    "findings": "findings.html",
    "search": "search.html?q=cart",
    "report": "verification_report.html",
    "rules": "rules.html",
    "book": "comprehensive_book.html",
    "no such page": "404.html",
}
AXE = {"preload": False, "rules": {"target-size": {"enabled": True}}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_that_keeps_readers_out(scheme: str, visit: Any, shop: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    window = visit(color_scheme=scheme)
    page = window.page
    wrong = []

    def look(kind: str) -> None:
        for one in Axe().run(page, options=AXE).response["violations"]:
            wrong.append((kind, one["id"], [node["html"][:120] for node in one["nodes"][:3]]))

    for kind, place in KINDS.items():
        window.is_lost = place == "404.html"
        page.goto(f"{shop.as_uri()}/{place}")
        page.wait_for_selector(".tree li")
        if page.locator(".source").count():
            page.wait_for_selector(".source[data-ready]")
        look(kind)
    page.goto(f"{shop.as_uri()}/shop/price.py.html#L1")
    page.wait_for_selector(".source[data-ready]")
    page.locator("#L1 a.def").click()
    page.locator(".panel .users li").first.wait_for()
    look("panel")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    look("keys")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("cart")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")
    look("search dialog")
    assert wrong == []


def test_no_page_is_wider_than_a_narrow_screen(visit: Any, shop: Path) -> None:
    window = visit()
    page = window.page
    for width in (360, 400, 1300):
        page.set_viewport_size({"width": width, "height": 800})
        for kind, place in KINDS.items():
            window.is_lost = place == "404.html"
            page.goto(f"{shop.as_uri()}/{place}")
            page.wait_for_selector(".tools")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (kind, width)


def test_nothing_moves_while_a_page_loads(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.add_init_script(
        "window.moved = 0; new PerformanceObserver(list => { for (const one of list.getEntries()) window.moved += one.value; })"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    for place in ("index.html", "shop/doc.html", "shop/cart.py.html", "keywords.html"):
        window.page.goto(f"{shop.as_uri()}/{place}")
        window.page.wait_for_selector(".tree li")
        window.page.wait_for_timeout(100)
        assert window.page.evaluate("window.moved") < 0.02, place


def test_focus_is_visible_everywhere(visit: Any, shop: Path) -> None:
    """Each stop of the Tab key shows where it is."""
    page = visit().page
    page.goto(f"{shop.as_uri()}/shop/doc.html")
    page.wait_for_selector(".tree li")
    seen = set()
    for _ in range(25):
        page.keyboard.press("Tab")
        tag, width, colour = page.evaluate(
            "(() => { const one = document.activeElement, look = getComputedStyle(one);"
            " return [one.tagName + (one.textContent || one.getAttribute('aria-label')).slice(0, 20), look.outlineWidth, look.outlineStyle]; })()"
        )
        seen.add(tag)
        assert width != "0px" and colour != "none", tag
    assert len(seen) > 8


def test_escape_closes_what_is_open(visit: Any, shop: Path) -> None:
    """One press closes the search dialog with words in it, and on a narrow screen the list of files."""
    page = visit().page
    page.goto(f"{shop.as_uri()}/shop/price.py.html")
    page.wait_for_selector(".tree li", state="attached")
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("cart")
    page.keyboard.press("Escape")
    assert page.locator("dialog.search[open]").count() == 0
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator("button.menu").click()
    page.wait_for_selector(".tree.open")
    page.keyboard.press("Escape")
    page.wait_for_selector("button.menu[aria-expanded=false]")
    page.locator("button.menu").click()
    page.wait_for_selector(".tree.open")
    page.mouse.click(385, 600)
    page.wait_for_selector("button.menu[aria-expanded=false]")


def test_colours_of_a_map_are_chosen_with_keys(visit: Any, shop: Path) -> None:
    page = visit().page
    page.goto(f"{shop.as_uri()}/index.html")
    page.wait_for_selector(".map .chip")
    page.locator("main").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Use":
            break
    page.keyboard.press("Enter")
    assert page.locator(".map").get_attribute("data-by") == "use"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert page.locator(".map").get_attribute("data-by") == "language"


def test_filters_of_a_search_show_that_there_are_more(visit: Any, shop: Path) -> None:
    """On a narrow screen the row of filters goes on beyond the edge: it fades there, and keys move it."""
    page = visit().page
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{shop.as_uri()}/search.html?q=cart")
    page.wait_for_selector(".asking .chip")
    row = page.locator(".asking .chips")
    assert "gradient" in row.evaluate("e => getComputedStyle(e).maskImage")
    page.locator(".asking .chip").last.focus()
    box, last = row.bounding_box(), page.locator(".asking .chip").last.bounding_box()
    assert last["x"] >= box["x"] and last["x"] + last["width"] <= box["x"] + box["width"] + 1
