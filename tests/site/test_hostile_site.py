"""Groups N and C in the site: names, comments and documents of a repository stay text on every page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from dom import parse_page, read_page
from odd_names import NAMES, make_odd_names
from served import serving
from sites import PAYLOADS, MakeSite, hostile_files

from repobook.render.web import around

TAGS = {
    "html", "meta", "title", "link", "script", "body", "a", "header", "nav", "ol", "ul", "li", "main", "h1", "h2", "h3", "h4",
    "h5", "h6", "p", "div", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "b", "em",
    "blockquote", "svg", "g", "path", "rect", "line", "text", "span", "section", "bdi", "",
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


@pytest.fixture(scope="module")
def odd_site(make_site: MakeSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of every odd name: it has passed verification, which reads each of its links."""
    place = tmp_path_factory.mktemp("odd")
    make_odd_names(place / "odd")
    return make_site(place / "odd")


def test_odd_names_have_pages_of_their_own(odd_site: Path) -> None:
    """Group N: as many pages as files, no two of them the same, even where case does not count."""
    manifest = json.loads((odd_site.parent / "manifest.json").read_text())
    documented = [file for file in manifest["files"] if file["outcome"] == "documented"]
    titles = {read_page(path).all("title")[0].text for path in odd_site.rglob("*.html")}
    assert len(titles) >= len(documented)
    places = [str(path.relative_to(odd_site)).casefold() for path in odd_site.rglob("*.html")]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("tag, page", [("h1", "control/*photo*.html"), ("a", "control/index.html")])
def test_hidden_characters_of_a_name_are_isolated(tag: str, page: str, odd_site: Path) -> None:
    """N03: a name that would be displayed backwards stands for itself, and turns nothing around it."""
    (path,) = odd_site.glob(page)
    shown = [one.text for place in read_page(path).all(tag) for one in place.all("bdi")]
    assert "photo[U+202E]gnp.py" in shown


def test_plain_names_are_not_isolated(odd_site: Path) -> None:
    """N03: what reads from left to right needs no mark."""
    assert read_page(odd_site / "same" / "index.html").all("bdi") == []


@pytest.mark.parametrize("is_made_when_asked", [False, True])
def test_odd_names_are_served(is_made_when_asked: bool, odd_site: Path, tmp_path: Path) -> None:
    """N19: whatever its page is called, every link of every served page is answered with 200."""
    if is_made_when_asked:
        make_odd_names(tmp_path / "odd")
    answers: dict[str, int] = {}
    titles: set[str] = set()
    with serving(tmp_path / "odd" if is_made_when_asked else odd_site.parent) as connection:
        waiting = ["/index.html"]
        while waiting:
            address = waiting.pop()
            if address in answers:
                continue
            connection.request("GET", address)
            answer = connection.getresponse()
            text = answer.read().decode()
            answers[address] = answer.status
            if answer.headers.get_content_type() == "text/html":
                page = parse_page(text)
                titles.add(page.all("title")[0].text.rpartition(" · ")[0])
                targets = {one.attributes.get(name, "") for one in page.walk() for name in ("href", "src")}
                waiting += [urldefrag(urljoin(address, target)).url for target in targets if target]
    assert {address: status for address, status in answers.items() if status != 200} == {}
    assert len(titles) >= len(NAMES)


# What a site writes at its top, and what looks like it
GENERATED = (
    "search", "search.html", "404", "404.html", "findings", "findings.html", "index", "index.html", "manifest.json", "site",
    "~static", "~search", "~findings", "~tree.js", "keywords", "chapters", "rules", "sub", "doc.html", "robots.txt", "sitemap.xml",
    "opensearch.xml", ".nojekyll", "Sitemap-1.xml",
)  # fmt: skip


@pytest.mark.parametrize("ending", ["", "/x.py"])
def test_generated_pages_are_not_overwritten(ending: str, make_site: MakeSite) -> None:
    """N13: files and folders with the names of generated ones have pages of their own, and all can be reached."""
    files = {f"{name}{ending}": f"x = {at}  # {name}\n" for at, name in enumerate(GENERATED)}
    site = make_site(files | {"README.md": "# Names\n"}, site_url="https://book.example")
    places = [str(path.relative_to(site)).casefold() for path in site.rglob("*")]
    assert len(places) == len(set(places))
    titles = {read_page(site / page).all("title")[0].text for page in _reachable(site)}
    missing = [path for path in files if f"{path} · shop" not in titles]
    assert missing == []
    for page, title in {
        "search.html": "Search · shop",
        "404.html": "No such page · shop",
        "findings.html": "Findings · shop",
    }.items():
        assert read_page(site / page).all("title")[0].text == title
    assert (site / "robots.txt").read_text().startswith("User-agent: *")
    assert (site / "sitemap.xml").read_text().count("<loc>") >= len(files)
    assert (site / "~static" / "book.css").read_bytes() == Path(around._FOLDER, "book.css").read_bytes()


def _reachable(site: Path) -> set[str]:
    """Return the pages that links lead to from the front page."""
    found: set[str] = set()
    waiting = ["index.html"]
    while waiting:
        page = waiting.pop()
        if page in found or not page.endswith(".html"):
            continue
        found.add(page)
        for link in read_page(site / page).all("a"):
            target = unquote(link.attributes["href"].partition("#")[0])
            waiting += [normpath(f"{page.rpartition('/')[0]}/{target}").lstrip("/")] if target else []
    return found
