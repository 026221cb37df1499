"""Every link of the site of every golden book leads to a file of that site, and to an id or a line that is there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from dom import anchors, read_page
from sites import MakeSite

BOOKS = Path(__file__).parent.parent / "books"
REPOSITORIES = sorted(path.parent.name for path in BOOKS.glob("*/repo"))


@pytest.mark.parametrize("name", REPOSITORIES)
def test_every_link_resolves(name: str, make_site: MakeSite) -> None:
    """`verify` has found nothing, else there were no site; here its pages are read with another parser."""
    site = make_site(BOOKS / name / "repo")
    pages = {path: read_page(path) for path in site.rglob("*.html")}
    ids = {path: set(anchors(page)) for path, page in pages.items()}
    wrong = []
    for path, page in pages.items():
        for element in page.walk():
            href = element.attributes.get("href") or element.attributes.get("src")
            if href is None:
                continue
            where, _, fragment = href.partition("#")
            where = where.lstrip("./") if path.name == "404.html" else where  # shown at any depth
            target = (path.parent / unquote(where)).resolve() if where else path
            first = unquote(fragment).partition("-L")[0] if fragment.startswith("L") else unquote(fragment)
            is_here = target.is_file() and target.is_relative_to(site)  # so that a site stands alone
            if not is_here or (first and first not in ids[target]):
                wrong.append(f"{path.relative_to(site)}: {href}")
    assert len(pages) > 5 and wrong == []
