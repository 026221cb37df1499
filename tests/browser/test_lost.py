"""An address without a page, on a static host that shows 404.html for it, below a subpath."""

from __future__ import annotations

from typing import Any

import pytest

LOST = ["none.html", "shop/none.html", "shop/none/such.html", "a/"]


@pytest.mark.parametrize("place", LOST)
def test_lost_reader_is_led_home(place: str, visit: Any, address: str) -> None:
    window = visit()
    window.is_lost = True
    page = window.page
    answer = page.goto(address + place)
    assert answer.status == 404
    page.wait_for_selector(".tree li")
    assert page.locator("header.top").evaluate("e => getComputedStyle(e).position") == "sticky"
    assert page.locator("h1").inner_text() == "No such page"
    page.keyboard.press("/")
    page.keyboard.type("cart")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")
    page.keyboard.press("Escape")
    page.locator("main a", has_text="front page").click()
    page.wait_for_url(address + "index.html")
    assert window.outside(address.split("/book/")[0]) == []


def test_lost_reader_without_scripts_has_a_page_that_looks_right(visit: Any, address: str) -> None:
    window = visit(java_script_enabled=False)
    window.is_lost = True
    window.page.goto(address + "shop/none/such.html")
    assert window.page.locator("header.top").bounding_box()["height"] == 52


def test_tree_of_a_lost_reader_leads_to_pages(visit: Any, address: str) -> None:
    window = visit()
    window.is_lost = True
    window.page.goto(address + "shop/none/such.html")
    window.page.locator(".tree a", has_text="README.md").click()
    window.page.wait_for_url(address + "README.md.html")
