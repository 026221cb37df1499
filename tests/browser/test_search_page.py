"""The page of answers: an address to send, filters as chips, what was asked before, the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(params=["disk", "subpath"])
def start(request: pytest.FixtureRequest, shop: Path, address: str) -> str:
    return shop.as_uri() + "/" if request.param == "disk" else address


def names(page: Any) -> list[str]:
    page.wait_for_selector(".answers [role=option]")
    return [text.strip() for text in page.locator(".answers a b").all_inner_texts()]


def test_address_holds_the_question(visit: Any, start: str) -> None:
    window = visit()
    page = window.page
    page.goto(start + "search.html?q=cart")
    assert "Cart" in names(page) and "cart.py" in names(page)
    assert page.locator(".answers .group").first.inner_text().startswith("Symbols")
    assert page.title() == "cart · Search · shop"
    page.get_by_role("combobox", name="Search").fill("total")
    page.locator(".answers b", has_text="total").first.wait_for()
    assert page.url == start + "search.html?q=total"
    assert "Add prices." in page.locator(".preview").inner_text()
    assert window.outside(start) == []


def test_chips_are_filters(visit: Any, shop: Path) -> None:
    page = visit().page
    page.goto((shop / "search.html").as_uri() + "?q=cart")
    assert "cart.py" in names(page)
    page.get_by_role("button", name="kind:class").click()
    page.locator(".answers b", has_text="cart.py").first.wait_for(state="detached")
    assert names(page) == ["Cart"]
    assert page.get_by_role("combobox", name="Search").input_value() == "cart kind:class"
    page.locator(".chip[aria-pressed=true]").click()
    page.locator(".answers b", has_text="cart.py").first.wait_for()


def test_a_note_says_what_the_site_cannot_find(visit: Any, start: str) -> None:
    window = visit()
    page = window.page
    page.goto(start + "search.html?q=%22def%20total%22")
    assert "total" in names(page)
    assert "repobook search '\"def total\"'" in page.locator(".note").inner_text()
    box = page.get_by_role("combobox", name="Search")
    for question, said in (
        ("in:nowhere cart", "in:nowhere is unknown."),
        ("x" * 1500, "at most 1,000 can be asked"),
        ("zzqqzz", "No name, file or word like this."),
    ):
        box.fill(question)
        page.locator(".note", has_text=said).wait_for()
        assert page.locator(".answers a").count() == 0
    box.fill("ref:total")
    page.locator(".answers a", has_text="shop/cart.py").first.wait_for()
    assert "lists every line" in page.locator(".note").inner_text()
    assert window.outside(start) == []


def test_questions_are_remembered(visit: Any, shop: Path) -> None:
    page = visit().page
    page.goto((shop / "index.html").as_uri())
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("total")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shop/price.py.html*")
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.locator("dialog .past").wait_for()
    assert page.locator("dialog .past").all_inner_texts() == ["total"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")


def test_dialog_leads_to_the_page(visit: Any, shop: Path) -> None:
    page = visit().page
    page.goto((shop / "shop/cart.py.html").as_uri())
    page.keyboard.press("Control+k")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("price kind:file")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/search.html?q=price%20kind%3Afile")
    assert names(page) == ["price.py"]


def test_answers_stay_where_they_are(visit: Any, shop: Path) -> None:
    """What a chosen answer means is told beside the list: no answer moves, whatever is chosen."""
    page = visit().page
    page.goto((shop / "index.html").as_uri())
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("cart")
    page.wait_for_selector("dialog .answers a[aria-selected=true]")

    def tops() -> list[float]:
        return [box["y"] for box in (one.bounding_box() for one in page.locator("dialog .answers a").all())]

    before = tops()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert tops() == before
    page.locator("dialog .answers a").first.hover()
    assert tops() == before
