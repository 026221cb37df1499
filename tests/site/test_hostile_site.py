"""Groups N and C in the site: names, comments and documents of a repository stay text on every page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from dom import read_page
from odd_names import make_odd_names
from sites import PAYLOADS, MakeSite, hostile_files

TAGS = {
    "html", "meta", "title", "link", "script", "body", "a", "header", "nav", "ol", "ul", "li", "main", "h1", "h2", "h3", "h4",
    "h5", "h6", "p", "div", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "b", "em",
    "blockquote", "svg", "g", "path", "rect", "line", "text", "span", "section", "",
}  # fmt: skip


@pytest.fixture(scope="module")
def site(make_site: MakeSite) -> Path:
    return make_site(hostile_files())


def test_only_our_tags_and_attributes(site: Path) -> None:
    """C21: no payload becomes an element."""
    for path in site.rglob("*.html"):
        for element in read_page(path).walk():
            assert element.tag in TAGS, f"{path.name}: {element.tag}"
            assert not any(
                name.startswith("on") or name in ("style", "srcdoc") for name in element.attributes
            )


def test_no_scheme_but_none(site: Path) -> None:
    """C22, C23, N20: every link and every file that a page asks for is relative."""
    for path in site.rglob("*.html"):
        for element in read_page(path).walk():
            for name in ("href", "src"):
                value = element.attributes.get(name, "")
                assert not re.match(r"\s*(?:[A-Za-z][\w+.-]*:|//)", value), f"{path.name}: {value}"


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_source_shows_the_payload(number: int, site: Path) -> None:
    """What stands in the file is what a reader sees."""
    page = read_page(site / f"p{number}.md.html")
    shown = PAYLOADS[number].replace("\u2028", "[U+2028]").replace("\u202e", "[U+202E]")
    shown = shown.replace("\x1b", "␛")
    assert page.one("div", class_="source").all("li")[2].text == shown


def test_no_control_or_hidden_characters(site: Path) -> None:
    """N02, N03, C18, C30."""
    odd = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
    for path in site.rglob("*"):
        if path.is_file():
            assert not odd.search(path.read_text(encoding="utf-8")), path


def test_data_cannot_end_a_script(site: Path) -> None:
    """C28: data files hold no `<`."""
    for path in site.rglob("*.js"):
        text = path.read_text()
        if text.startswith("repobook."):
            assert "<" not in text
            json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")


def test_odd_names_have_pages_that_links_reach(make_site: MakeSite, tmp_path: Path) -> None:
    """Group N: the site of every odd name passes verification, which reads each of its links."""
    make_odd_names(tmp_path / "odd")
    site = make_site(tmp_path / "odd")
    manifest = json.loads((site.parent / "manifest.json").read_text())
    documented = [file for file in manifest["files"] if file["outcome"] == "documented"]
    titles = {read_page(path).all("title")[0].text for path in site.rglob("*.html")}
    assert len(titles) >= len(documented)
    places = [str(path.relative_to(site)).casefold() for path in site.rglob("*.html")]
    assert len(places) == len(set(places))
