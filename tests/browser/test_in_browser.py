"""The site as a reader meets it: from a disk, below a subpath, without scripts, by keyboard, in the dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def uri(site: Path, page: str = "index.html") -> str:
    return (site / page).as_uri()


def open_source(page: Any, address: str) -> None:
    """Open a page, go to its source and wait until it has its colours and links."""
    page.goto(address + "#original-source")
    page.wait_for_selector(".source[data-ready] :is(a, span)")


def test_tree_leads_to_a_file(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop))
    window.page.get_by_role("button", name="Open shop").click()
    window.page.locator(".tree").get_by_role("link", name="cart.py", exact=True).click()
    window.page.wait_for_selector(".tree .here")
    assert window.page.title() == "shop/cart.py · shop"
    assert window.page.locator(".tree .here").inner_text() == "cart.py"
    assert window.outside("file://") == []


def test_filter_finds_files_anywhere(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop))
    window.page.get_by_role("searchbox", name="Filter files").fill("shop pri")
    window.page.locator(".tree").get_by_role("link", name="shop/price.py").click()
    assert window.page.title() == "shop/price.py · shop"


def test_lines_in_the_address_are_marked(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop, "shop/cart.py.html") + "#L6-L8")
    window.page.wait_for_selector(".source li.on")
    assert [line.get_attribute("id") for line in window.page.locator("li.on").all()] == ["L6", "L7", "L8"]
    assert window.page.locator("#L6").is_visible()


def test_click_and_shift_click_on_numbers(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop, "shop/cart.py.html"))
    window.page.locator("#L3").click(position={"x": 40, "y": 8})
    window.page.wait_for_url("**/shop/cart.py.html#L3")
    window.page.locator("#L7").click(position={"x": 40, "y": 8}, modifiers=["Shift"])
    window.page.wait_for_url("**/shop/cart.py.html#L3-L7")
    assert window.page.locator("li.on").count() == 5


def test_numbers_go_on_in_every_run_of_lines(visit: Any, tmp_path: Path) -> None:
    from sites import build_site

    site = build_site({"a.py": "".join(f"x{n} = {n}\n" for n in range(350))}, tmp_path)
    window = visit()
    window.page.goto(uri(site, "a.py.html") + "#L300")
    window.page.wait_for_selector("#L300.on")
    assert window.page.locator("#L300").inner_text() == "x299 = 299"
    assert window.page.locator("#L300").is_visible()
    start = window.page.evaluate("document.getElementById('L300').parentElement.start")
    assert start == 201


def test_large_source_has_colours_to_its_end(visit: Any, tmp_path: Path) -> None:
    """A source of half a megabyte is coloured in pieces; one of them begins behind a string with text at its margin."""
    from sites import build_site

    pad = f"    value = '{'x' * 150}'\n" * 92
    one = (
        f'def step(value):\n    """Adds.\n\ndef no_code(\n    """\n    return value + 1  # the sum\n{pad}\n\n'
    )
    text = "".join(one.replace("step", f"step_{n}") for n in range(40))
    assert len(text) > 500_000
    window = visit()
    site = build_site({"steps.py": text}, tmp_path)
    open_source(window.page, uri(site, "steps.py.html"))
    for start in (0, 2_000, 3_900):
        window.page.evaluate(f"location.hash = '#L{start + 1}'")
        for line, kinds in ((1, ["k", "f"]), (4, ["s"]), (6, ["k", "n", "c"])):
            spans = window.page.locator(f"#L{start + line} span[class^=t-]")
            spans.first.wait_for()
            assert [span.get_attribute("class") for span in spans.all()] == [f"t-{kind}" for kind in kinds], (
                start
            )


def test_name_leads_to_its_definition(visit: Any, shop: Path) -> None:
    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    window.page.locator("#L14 a", has_text="total").click()
    window.page.wait_for_url("**/shop/price.py.html#L1")
    window.page.wait_for_selector("#L1.on")


def test_card_says_what_a_name_means(visit: Any, shop: Path) -> None:
    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    window.page.locator("#L14 a", has_text="total").hover()
    card = window.page.locator(".card")
    card.wait_for()
    text = card.inner_text()
    assert (
        "def total(items)" in text and "Add prices." in text and "shop/price.py:1" in text and "exact" in text
    )


def test_card_opens_by_keyboard_and_closes(visit: Any, shop: Path) -> None:
    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    window.page.locator("#L3 a").first.focus()
    window.page.keyboard.press("Tab")
    window.page.locator(".card").wait_for()
    window.page.keyboard.press("Escape")
    assert window.page.locator(".card").count() == 0


def test_definition_shows_its_users(visit: Any, shop: Path) -> None:
    """Grouped by file, with the text of their lines."""
    window = visit()
    open_source(window.page, uri(shop, "shop/price.py.html"))
    window.page.locator("#L1 a.def").click()
    users = window.page.locator(".panel .users")
    users.locator("li").first.wait_for()
    assert users.locator("h3").all_inner_texts() == ["shop/cart.py 2"]
    assert users.locator("li").all_inner_texts() == ["14\nreturn total(self.items)", "also 3"]
    users.get_by_role("link", name="14").click()
    window.page.wait_for_url("**/shop/cart.py.html#L14")


def test_panel_draws_callers_and_callees(visit: Any, shop: Path) -> None:
    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    window.page.locator("#L12 a.def").click()
    boxes = window.page.locator(".panel .calls .node")
    boxes.first.wait_for()
    assert sorted(box.locator("text").text_content() for box in boxes.all()) == ["sum", "test_sum", "total"]
    assert (
        window.page.locator(".panel .calls a").last.get_attribute("href") == "price.py.html#L1"
        or window.page.locator(".panel .calls a").first.get_attribute("href") == "price.py.html#L1"
    )
    window.page.keyboard.press("Escape")
    assert window.page.locator(".panel").count() == 0


def test_functions_fold_and_lines_keep_their_numbers(visit: Any, shop: Path) -> None:
    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    window.page.locator("#L6 .knob").click()
    assert not window.page.locator("#L7").is_visible() and not window.page.locator("#L14").is_visible()
    assert window.page.locator("#L6").is_visible()
    window.page.evaluate("location.hash = '#L13'")
    window.page.wait_for_selector("#L13.on:not(.away)")
    window.page.keyboard.press("f")
    assert window.page.locator("li.away").count() == 2 and window.page.locator("#L12").is_visible()
    window.page.keyboard.press("f")
    assert window.page.locator("li.away").count() == 0


def test_source_text_stays_as_it_is(visit: Any, shop: Path) -> None:
    """Colours and links change no character."""
    from sites import SHOP

    window = visit()
    open_source(window.page, uri(shop, "shop/cart.py.html"))
    shown = window.page.evaluate(
        "[...document.querySelectorAll('.source li')].map(e => e.textContent).join('\\n')"
    )
    assert shown + "\n" == SHOP["shop/cart.py"]
    assert window.page.locator(".source .t-k").count() > 3


def test_dark_follows_the_system_and_a_choice_is_kept(visit: Any, shop: Path) -> None:
    window = visit(color_scheme="dark")
    shade = "getComputedStyle(document.body).backgroundColor"
    window.page.goto(uri(shop))
    dark = window.page.evaluate(shade)
    window.page.get_by_role("button", name="Light or dark").click()
    light = window.page.evaluate(shade)
    window.page.goto(uri(shop, "shop/cart.py.html"))
    assert (window.page.evaluate(shade), dark != light) == (light, True)


def test_outline_follows_the_scroll(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop, "shop/cart.py.html"))
    window.page.locator(".outline").get_by_role("link", name="Original Source").click()
    window.page.wait_for_function("document.querySelector('.outline .on').textContent === 'Original Source'")


def test_narrow_screen_has_a_menu_and_no_sideways_scroll(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.set_viewport_size({"width": 400, "height": 800})
    for page in ("index.html", "shop/cart.py.html", "shop/doc.html", "keywords.html"):
        window.page.goto(uri(shop, page))
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 400, page
    window.page.goto(uri(shop))
    assert not window.page.locator(".tree").is_visible()
    window.page.get_by_role("button", name="Files", exact=True).click()
    assert window.page.locator(".tree").is_visible()


def test_search_by_keyboard(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop, "shop/cart.py.html"))
    window.page.keyboard.press("/")
    window.page.wait_for_selector("dialog.search[open]")
    window.page.keyboard.type("price")
    window.page.wait_for_selector(".answers a[aria-selected=true]")
    window.page.keyboard.press("Enter")
    window.page.wait_for_url("**/shop/price.py.html*")


def test_what_is_typed_while_search_is_on_its_way_is_kept(visit: Any, shop: Path) -> None:
    window = visit()
    page, held = window.page, []
    page.route("**/search.js", lambda route: held.append(route))
    page.goto(uri(shop, "shop/cart.py.html"), wait_until="commit")
    page.wait_for_selector(".tools .find")
    page.keyboard.press("/")
    page.keyboard.type("pricd")
    page.keyboard.press("Backspace")
    page.keyboard.type("e")
    assert page.locator("html").get_attribute("data-theme") is None, "d is a letter here, no key"
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    page.wait_for_selector(".answers a[aria-selected=true]")
    assert page.locator("dialog.search input").input_value() == "price"
    page.keyboard.type("s")
    assert page.locator("dialog.search input").input_value() == "prices"


def test_a_path_that_is_written_out_leads_to_its_file(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop))
    window.page.keyboard.press("/")
    window.page.wait_for_selector("dialog.search[open]")
    window.page.locator("dialog.search input").fill("shop/price.py")
    first = window.page.locator(".answers a[aria-selected=true]")
    first.wait_for()
    assert window.page.locator(".answers .group").first.inner_text().startswith("Files")
    assert first.get_attribute("href").endswith("shop/price.py.html")


def test_search_finds_a_symbol_of_this_page_and_closes(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop, "shop/cart.py.html"))
    window.page.keyboard.press("Control+k")
    window.page.wait_for_selector("dialog.search[open]")
    window.page.keyboard.type("Cart")
    window.page.locator(".answers").get_by_role("option", name="class Cart").click()
    window.page.wait_for_selector("#L6.on")
    assert not window.page.locator("dialog.search").is_visible()


def test_keys_are_listed(visit: Any, shop: Path) -> None:
    window = visit()
    window.page.goto(uri(shop))
    window.page.keyboard.press("?")
    assert "search" in window.page.locator("dialog.keys").inner_text()
    window.page.keyboard.press("Escape")
    assert not window.page.locator("dialog.keys").is_visible()


def test_readable_without_scripts(visit: Any, shop: Path) -> None:
    window = visit(java_script_enabled=False)
    window.page.goto(uri(shop, "shop/cart.py.html"))
    assert window.page.locator("#L6").inner_text() == "class Cart:"
    window.page.locator(".crumbs a").first.click()
    assert window.page.locator("h1").inner_text() == "shop"


def test_below_a_subpath_of_a_host(visit: Any, address: str) -> None:
    window = visit()
    open_source(window.page, address + "shop/cart.py.html")
    window.page.locator("#L14 a", has_text="total").click()
    window.page.wait_for_selector("#L1.on")
    window.page.wait_for_selector(".tree .here")
    assert window.page.locator(".tree .here").inner_text() == "price.py"
    assert window.outside(address) == []


def test_definition_that_may_be_used_says_by_whom(visit: Any, tmp_path: Path) -> None:
    """Two classes have a method of one name, and no text tells which of them is called: both have a panel."""
    from sites import build_site

    files = {
        "a.py": "class A:\n    def render(self):\n        return 1\n",
        "b.py": "class B:\n    def render(self):\n        return 2\n",
        "c.py": "def show(thing):\n    return thing.render()\n",
    }
    site = build_site(files, tmp_path)
    window = visit()
    open_source(window.page, uri(site, "a.py.html"))
    window.page.locator("#L2 a.def").click()
    users = window.page.locator(".panel .users")
    users.locator("li").first.wait_for()
    assert users.locator("h2").all_inner_texts() == ["Perhaps used by candidate"]
    assert users.locator("h3").all_inner_texts() == ["c.py 1"]
    assert users.locator("li").all_inner_texts() == ["2\nreturn thing.render()"]
    assert "no certain use" in window.page.locator(".panel .facts-line").first.inner_text()
    assert window.page.locator(".panel .calls .way.guess").count() == 1
