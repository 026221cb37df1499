"""The same site from `repobook serve`: pages are made when a browser asks for them, and the server answers its questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runs import write_tree
from served import serving
from sites import SHOP


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    repo = write_tree(tmp_path_factory.mktemp("served") / "shop", dict(SHOP))
    with serving(repo) as connection:
        yield f"http://127.0.0.1:{connection.port}/"


def test_tree_definition_and_users(visit: Any, served: str) -> None:
    window = visit()
    page = window.page
    page.goto(served)
    page.get_by_role("button", name="Open shop").click()
    page.locator(".tree").get_by_role("link", name="cart.py", exact=True).click()
    page.wait_for_selector(".source[data-ready]")
    page.locator(".source li").nth(13).scroll_into_view_if_needed()
    page.locator("#L14 a", has_text="total").click()
    page.wait_for_url("**/shop/price.py.html#L1")
    page.wait_for_selector(".source[data-ready] a.def")
    page.locator("#L1 a.def").click()
    page.locator(".panel .users li").first.wait_for()
    assert page.locator(".panel .users h3").all_inner_texts() == ["shop/cart.py 2"]
    assert window.outside(served) == []


def test_search_is_answered_by_the_server(visit: Any, served: str) -> None:
    window = visit()
    page = window.page
    page.goto(served + "shop/doc.html")
    page.keyboard.press("/")
    page.wait_for_selector("dialog.search[open]")
    page.keyboard.type("total")
    page.locator("dialog .answers b", has_text="total").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/shop/price.py.html#L1")
    page.goto(served + "search.html?q=cart")
    page.locator(".answers b", has_text="Cart").first.wait_for()
    assert any("~ask.js?" in url for url in window.requests)
    assert not any("/~search/" in url for url in window.requests)
    assert window.outside(served) == []


def test_the_server_says_why_nothing_can_be_found(visit: Any, served: str) -> None:
    window = visit()
    page = window.page
    page.goto(served + "search.html?q=%2F(a%2F")
    page.locator(".note", has_text="no regular expression").wait_for()
    box = page.get_by_role("combobox", name="Search")
    for question, said in (
        ("kind:", "kind: needs a value"),
        ("x" * 100_000, "at most 1,000 characters"),
        ("zzqqzz", "No name"),
    ):
        box.fill(question)
        page.locator(".note", has_text=said).wait_for()
    box.fill('"def total"')
    page.locator(".answers a", has_text="shop/price.py").first.wait_for()
    assert window.outside(served) == []


def test_findings_and_a_page_that_is_not_there(visit: Any, served: str) -> None:
    window = visit()
    page = window.page
    page.goto(served + "findings.html")
    page.wait_for_selector(".tree li")
    answer = page.request.get(served + "none/such.html")
    assert answer.status == 404 and "href=/~static/book.css" in answer.text()
    assert page.locator("h1").inner_text() == "Findings"
    assert Path(page.url).name == "findings.html"
