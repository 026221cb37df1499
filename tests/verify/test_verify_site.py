"""What `verify` says of a page of the site: where it leads, and how many lines its source has."""

from __future__ import annotations

import pytest

from repobook.render.web.frame import Frame
from repobook.verify.findings import Findings
from repobook.verify.site import Roots, SitePage, check_site_page

SITE = "https://example.org/book"
MARKDOWN = "https://example.org/pages"
PAGES = frozenset(
    f"site/{name}"
    for name in ("index.html", "search.html", "~static/book.css", "~static/book.js", "~static/theme.js", "~static/icon.svg",
                 "~static/lost.js", "opensearch.xml")
) | {"a.py_docs.md"}  # fmt: skip


def problems(path: str, page: str, roots: Roots) -> list[str]:
    findings = Findings()
    check_site_page(path, page.encode(), PAGES, roots, findings)
    return [f"{code}: {detail}" for _, _, code, detail in findings.problems]


@pytest.mark.parametrize("address", ["", SITE])
def test_missing_page_leads_to_the_top_from_any_depth(address: str) -> None:
    page = Frame("shop", address).missing(3)
    assert problems("site/404.html", page, Roots("", address)) == []
    assert "../~static/book.css is not a file of this book" in str(problems("site/a.html", page, Roots("")))


def test_missing_page_leads_nowhere_else() -> None:
    page = Frame("shop", "https://evil.example").missing(1)
    assert "bad_scheme" in str(problems("site/404.html", page, Roots("", SITE)))
    page = Frame("shop").missing(1).replace("../~static/lost.js", "../~static/other.js")
    assert "broken_link" in str(problems("site/404.html", page, Roots("")))


@pytest.mark.parametrize(
    ("stated", "named", "markdown", "is_right"),
    [
        (MARKDOWN, MARKDOWN, "a.py_docs.md", True),
        (MARKDOWN, MARKDOWN, "b.py_docs.md", False),
        ("", MARKDOWN, "a.py_docs.md", False),
        (MARKDOWN, "https://evil.example/https://example.org/pages", "a.py_docs.md", False),
    ],
)
def test_alternate_is_a_page_of_the_book(stated: str, named: str, markdown: str, is_right: bool) -> None:
    page = Frame("shop", markdown=named).page("index.html", "", "", "", markdown)
    found = problems("site/index.html", page, Roots("", "", stated))
    assert (found == []) is is_right, found


def lines(count: int) -> bytes:
    from repobook.render.web.source import source_lines

    return source_lines("".join(f"x = {n}\n" for n in range(count)), {1, count}).encode()


@pytest.mark.parametrize("count", [1, 99, 100, 101, 250])
def test_lines_of_a_source_are_counted(count: int) -> None:
    page = SitePage(b"<div class=source>" + lines(count) + b"</div><ul><li>a<li>b</ul><ol start=7><li>c</ol>")
    assert page.lines == count
    assert page.has(f"L1-L{count}") and not page.has(f"L{count + 1}") and not page.has("L0")
