"""The site of a small shop: what its pages hold."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from dom import Element, anchors, read_page
from sites import SHOP, MakeSite


@pytest.fixture(scope="module")
def site(make_site: MakeSite) -> Path:
    return make_site(SHOP)


@pytest.fixture(scope="module")
def cart(site: Path) -> Element:
    return read_page(site / "shop/cart.py.html")


def hrefs(page: Element) -> list[str]:
    return [a.attributes["href"] for a in page.all("a")]


def test_title_names_path_and_repository(cart: Element) -> None:
    assert cart.one("title").text == "shop/cart.py · shop"


def test_breadcrumb_leads_to_the_folders_above(cart: Element) -> None:
    crumbs = cart.one("nav", class_="crumbs")
    assert [(a.text, a.attributes["href"]) for a in crumbs.all("a")] == [
        ("shop", "../index.html"),
        ("shop", "index.html"),
    ]
    assert crumbs.one("li", aria_current="page").text == "cart.py"


def test_policy_allows_own_files_only(cart: Element) -> None:
    policy = cart.one("meta", http_equiv="Content-Security-Policy").attributes["content"]
    assert policy.startswith("default-src 'none';script-src 'self';style-src 'self'")
    assert "unsafe" not in policy


def test_source_is_shown_line_by_line(cart: Element) -> None:
    lines = cart.one("div", class_="source").all("li")
    assert [line.text for line in lines] == SHOP["shop/cart.py"].split("\n")[:-1]
    starts = [run.attributes["start"] for run in cart.one("div", class_="source").all("ol")]
    assert starts == ["1"]


def test_line_that_the_page_leads_to_has_an_id(cart: Element) -> None:
    """So its links work without scripts, too. The others are found by counting."""
    lines = cart.one("div", class_="source").all("li")
    named = [number for number, line in enumerate(lines, 1) if line.attributes]
    assert [lines[number - 1].attributes for number in named] == [{"id": f"L{number}"} for number in named]
    own = {href[2:] for href in hrefs(cart) if href.startswith("#L") and "-" not in href}
    assert own and {str(number) for number in named} == own | {"6", "9", "10", "12"}


def test_source_states_its_language(cart: Element) -> None:
    assert cart.one("div", class_="source").attributes["data-language"] == "python"


def test_citation_of_own_lines_leads_to_them(cart: Element) -> None:
    found = [a for a in cart.all("a") if a.text == "L6-L14"]
    assert found and all(a.attributes["href"] == "#L6-L14" for a in found)


def test_citation_of_another_file_leads_to_its_lines(cart: Element) -> None:
    assert "../tests/test_cart.py.html#L1" in hrefs(cart)


def test_symbol_has_the_anchor_of_the_book(cart: Element) -> None:
    assert cart.one("h4", id="cartsum").text == "Cart.sum"


def test_signature_keeps_its_signs(cart: Element) -> None:
    assert "def sum(self, x: int = 1 < 2) -> int" in [code.text for code in cart.all("code")]


def test_documentation_keeps_code_and_ampersand(cart: Element) -> None:
    quoted = [quote for quote in cart.all("blockquote") if "Add up" in quote.text]
    assert quoted[0].text.strip() == "Add up items & more."
    assert [code.text for code in quoted[0].all("code")] == ["items"]


def test_facts_stand_at_the_head(cart: Element) -> None:
    facts = cart.one("dl", class_="facts")
    assert [name.text for name in facts.all("dt")][:4] == ["Path", "Size", "Lines", "Type"]


def test_keywords_are_a_section(cart: Element) -> None:
    assert [cart.one("h3", id=f"~k-{kind}").text for kind in ("classes", "methods", "imports")] == [
        "Classes",
        "Methods",
        "Imports",
    ]


def test_markdown_page_is_the_alternate_where_its_address_is_known(make_site: MakeSite) -> None:
    site = make_site({"a/b c.py": "x = 1\n"}, markdown_url="https://example.org/book/")
    link = read_page(site / "a/b c.py.html").one("link", rel="alternate")
    assert link.attributes["type"] == "text/markdown"
    start, _, page = link.attributes["href"].partition("https://example.org/book/")
    assert start == "" and (site.parent / unquote(page)).is_file() and page == "a/b%20c.py_docs.md"


def test_no_page_names_a_markdown_page_that_may_not_be_there(cart: Element) -> None:
    """A site that is hosted alone has none."""
    assert cart.all("link", rel="alternate") == []


def test_missing_page_asks_at_every_depth(site: Path) -> None:
    page = read_page(site / "404.html")
    sources = [script.attributes["src"] for script in page.all("script")]
    assert sources == [f"{'../' * depth}~static/lost.js" for depth in range(3)]
    styles = [link.attributes["href"] for link in page.all("link", rel="stylesheet")]
    assert styles == [f"{'../' * depth}~static/book.css" for depth in range(3)]


def test_missing_page_leads_home_without_scripts_where_the_address_is_known(make_site: MakeSite) -> None:
    page = read_page(make_site({"a.py": "x = 1\n"}, site_url="https://example.org/book") / "404.html")
    assert hrefs(page)[0] == "https://example.org/book/index.html"


def test_folder_has_tabs(site: Path) -> None:
    page = read_page(site / "shop/doc.html")
    tabs = page.one("nav", class_="tabs")
    assert [(a.text, a.attributes["href"]) for a in tabs.all("a")] == [
        ("About", "doc.html"),
        ("Contents", "index.html"),
        ("Keywords", "sub.html"),
    ]


def test_numbers_of_a_table_stand_right(site: Path) -> None:
    page = read_page(site / "shop/index.html")
    assert page.all("table")[0].attributes["class"] == "r4"


def test_file_named_like_a_page_of_ours_has_its_own(site: Path) -> None:
    """N13: a file `index` and a folder `a.html` do not meet pages of the site."""
    assert read_page(site / "index~.html").one("title").text == "index · shop"
    assert read_page(site / "a.html~/b.py.html").one("title").text == "a.html/b.py · shop"


def test_every_link_leads_to_a_file_and_an_id(site: Path) -> None:
    """Read with another parser than `verify` has."""
    pages = {path: read_page(path) for path in site.rglob("*.html")}
    ids = {path: anchors(page) for path, page in pages.items()}
    assert len(pages) > 15
    for path, page in pages.items():
        assert len(ids[path]) == len(set(ids[path])), path
        for element in page.walk():
            href = element.attributes.get("href") or element.attributes.get("src")
            if href is None:
                continue
            where, _, fragment = href.partition("#")
            where = where.lstrip("./") if path.name == "404.html" else where
            target = (path.parent / unquote(where)).resolve() if where else path
            assert target.is_file(), f"{path}: {href}"
            for name in unquote(fragment).split("-L") if fragment.startswith("L") else [unquote(fragment)]:
                wanted = f"L{name}" if name.isdecimal() else name
                assert not wanted or wanted in ids[target], f"{path}: {href}"


def test_site_is_in_the_manifest(site: Path) -> None:
    manifest = json.loads((site.parent / "manifest.json").read_text())
    listed = {page["path"]: page["sha256"] for page in manifest["pages"] if page["path"].startswith("site/")}
    found = {
        str(path.relative_to(site.parent)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in site.rglob("*")
        if path.is_file()
    }
    assert listed == found


def test_no_page_has_inline_script_or_style(site: Path) -> None:
    for path in site.rglob("*.html"):
        for element in read_page(path).walk():
            assert element.tag != "style" and "style" not in element.attributes
            assert not any(name.startswith("on") for name in element.attributes)
            if element.attributes.get("type") == "application/ld+json":
                assert path.name == "index.html" and "<" not in element.text and json.loads(element.text)
                continue
            assert element.tag != "script" or (element.attributes.get("src") and not element.text)


def test_tree_lists_folders_first(site: Path) -> None:
    script = (site / "~tree.js").read_text()
    folder, entries = json.loads("[" + script.removeprefix("repobook.tree(").rstrip(")\n") + "]")
    assert folder == ""
    assert entries == [
        ["a.html", "a.html~/index.html", 1],
        ["shop", "shop/index.html", 1],
        ["tests", "tests/index.html", 1],
        ["empty.py", "empty.py.html"],
        ["index", "index~.html"],
        ["README.md", "README.md.html"],
    ]


def test_files_that_hosts_ask_for(site: Path) -> None:
    assert (site / ".nojekyll").read_text() == ""
    assert (site / "robots.txt").read_text() == "User-agent: *\nAllow: /\n"
    assert read_page(site / "404.html").one("h1").text == "No such page"


def test_same_bytes_again(site: Path, make_site: MakeSite) -> None:
    again = make_site(SHOP)
    for path in site.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (again / path.relative_to(site)).read_bytes()


def test_site_address_gives_canonical_links_and_a_sitemap(make_site: MakeSite) -> None:
    site = make_site({"a b.py": "x = 1\n"}, site_url="https://example.org/book/")
    page = read_page(site / "a b.py.html")
    assert page.one("link", rel="canonical").attributes["href"] == "https://example.org/book/a%20b.py.html"
    assert "<loc>https://example.org/book/a%20b.py.html</loc>" in (site / "sitemap.xml").read_text()
    assert "Sitemap: https://example.org/book/sitemap.xml" in (site / "robots.txt").read_text()


def test_search_is_described_for_browsers(make_site: MakeSite) -> None:
    site = make_site({"a.py": "x = 1\n"}, site_url="https://example.org/book")
    assert (
        'template="https://example.org/book/search.html?q={searchTerms}"'
        in (site / "opensearch.xml").read_text()
    )
    assert read_page(site / "a.py.html").one("link", rel="search").attributes["href"] == "opensearch.xml"


def test_repository_is_described_for_search_engines(site: Path) -> None:
    page = read_page(site / "index.html")
    known = json.loads(page.one("script", type="application/ld+json").text)
    assert known == {
        "@context": "https://schema.org",
        "@type": "SoftwareSourceCode",
        "name": "shop",
        "description": "A shop that sells books.",
        "programmingLanguage": ["Python"],
    }
    assert page.one("meta", name="description").attributes["content"] == "A shop that sells books."


def test_large_sitemap_is_split(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    from repobook.render.book import Book, Options
    from repobook.render.web import around
    from repobook.render.web.site import Site

    site = make_site({"a.py": "x = 1\n", "b/c.py": "y = 1\n"})
    monkeypatch.setattr(around, "_SITEMAP", 3)
    book = Book(Options("", str(site.parent), "", True, "shop", "", "", True, "https://example.org"))
    written: dict[str, str] = {}
    monkeypatch.setattr(book, "write_file", written.__setitem__)
    around._write_sitemap(Site(book), "https://example.org")
    book.db.close()
    assert "<loc>https://example.org/sitemap-2.xml</loc>" in written["site/sitemap.xml"]
    parts = [text for path, text in written.items() if path.startswith("site/sitemap-")]
    assert all(text.count("<url>") <= 3 for text in parts)
    assert sum(text.count("<url>") for text in parts) == 6 + 2 + 2


def test_without_source_lines_lead_to_the_head(make_site: MakeSite) -> None:
    site = make_site(SHOP, has_source=False)
    page = read_page(site / "shop/cart.py.html")
    assert page.all("div", class_="source") == []
    terms = page.one("pre", class_="terms")
    assert "total ×2: 3 14" in terms.text.split("\n")
    assert [line.text for line in terms.all("b")][:2] == ["6", "9"] and terms.all("em")[0].text == "3"
    assert "Lines: defined · imported" in page.text
    assert {a.attributes["href"] for a in page.all("a") if a.text == "L6-L14"} == {"#file-metadata"}


def test_with_source_marks_of_lines_are_not_explained(make_site: MakeSite) -> None:
    """The list of identifiers is left out there, so are words about it."""
    page = read_page(make_site(SHOP) / "shop/cart.py.html")
    assert page.all("pre", class_="terms") == [] and "Lines: defined" not in page.text


def test_book_inside_its_repository(tmp_path: Path, make_site: MakeSite) -> None:
    """There the book cites the files themselves; the site still leads to its own pages."""
    from runs import write_tree

    write_tree(tmp_path / "shop", dict(SHOP))
    site = make_site(tmp_path / "shop", output=tmp_path / "shop/book")
    page = read_page(site / "shop/cart.py.html")
    assert {a.attributes["href"] for a in page.all("a") if a.text == "L6-L14"} == {"#L6-L14"}
    assert "../tests/test_cart.py.html#L1" in hrefs(page)


def test_crowded_folder_is_spread(make_site: MakeSite) -> None:
    files = {f"many/f{n:03}.py": f"def f{n}(): pass\n" for n in range(601)} | {"a.py": "import many.f600\n"}
    site = make_site(files)
    assert (site / "many/~0/f599.py.html").is_file() and (site / "many/~1/f600.py.html").is_file()
    assert "many/~1/f600.py.html" in {href.partition("#")[0] for href in hrefs(read_page(site / "a.py.html"))}
    assert max(len(list(folder.iterdir())) for folder in site.rglob("*") if folder.is_dir()) <= 2000


def test_folder_with_many_folders_is_spread(make_site: MakeSite) -> None:
    files = {f"many/d{n:04}/f.py": f"def f{n}(): pass\n" for n in range(601)} | {
        "a.py": "import many.d0600.f\n"
    }
    site = make_site(files)
    assert (site / "many/~0~/d0000/f.py.html").is_file() and (site / "many/~1~/d0600/index.html").is_file()
    assert "many/~1~/d0600/f.py.html" in {
        href.partition("#")[0] for href in hrefs(read_page(site / "a.py.html"))
    }
    assert max(len(list(folder.iterdir())) for folder in site.rglob("*") if folder.is_dir()) <= 2000
    script = (site / "many/~tree.js").read_text()
    assert '["d0600","~1~/d0600/index.html",1]' in script
    assert '["f.py","f.py.html"]' in (site / "many/~1~/d0600/~tree.js").read_text()
