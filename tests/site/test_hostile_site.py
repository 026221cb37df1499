"""Groups N and C in the site: names, comments and documents of a repository stay text on every page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from dom import read_page
from odd_names import make_odd_names

PAYLOADS = [
    "<script>alert(1)</script>",
    "</pre><script>alert(2)</script>",
    "</li></ol></div><img src=x onerror=alert(3)>",
    '"><svg onload=alert(4)>',
    "' onmouseover='alert(5)",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<iframe srcdoc='<script>alert(6)</script>'></iframe>",
    "<style>@import '//evil.example'</style>",
    "[x](javascript:alert(7))",
    "[x]( JaVaScRiPt:alert(8))",
    "[x](jav&#x61;script:alert(9))",
    "[x](data:text/html,<script>alert(10)</script>)",
    "![x](https://evil.example/leak)",
    "<a href=vbscript:x>x</a>",
    "&lt;script&gt;alert(11)&lt;/script&gt;",
    "`</code><script>alert(12)</script>`",
    "``a` <b onclick=alert(13)> ``",
    "*<i>*|<u>|~~<s>~~ \\<script>",
    "<!-- --><![CDATA[ <script> ]]>",
    "]]></title><script>alert(14)</script>",
    "{{7*7}} ${alert(15)} {% x %}",
    "\u2028<script>\u202e\x1b[2J",
    "<details open ontoggle=alert(16)>",
]
TAGS = {
    "html", "meta", "title", "link", "script", "body", "a", "header", "nav", "ol", "ul", "li", "main", "h1", "h2", "h3", "h4",
    "h5", "h6", "p", "div", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "b", "em",
    "blockquote", "svg", "g", "path", "rect", "line", "text", "span", "section", "",
}  # fmt: skip


def hostile_files() -> dict[str, str]:
    files = {}
    for number, payload in enumerate(PAYLOADS):
        line = payload.replace("\u2028", " ")
        files[f"p{number}.py"] = (
            f'"""{payload}\n\n{payload}\n"""\n\n'
            f"# {line}\n# TODO: {line}\n"
            f'def f{number}(x={line!r}):\n    """{payload}\n\n    :param x: {line}\n    """\n'
        )
        files[f"p{number}.md"] = (
            f"# {payload}\n\n{payload}\n\n## {payload}\n\n- {payload}\n\n```\n{payload}\n```\n"
        )
        name = re.sub(r"[/\x00]", "", payload)[:80]
        files[f"n{number}{name}.py"] = f"def g{number}(): pass\n"
    files["README.md"] = "\n\n".join(["# Payloads", *PAYLOADS])
    return files


@pytest.fixture(scope="module")
def site(make_site: object) -> Path:
    return make_site(hostile_files())  # type: ignore[operator, no-any-return]


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


def test_odd_names_have_pages_that_links_reach(make_site: object, tmp_path: Path) -> None:
    """Group N: the site of every odd name passes verification, which reads each of its links."""
    make_odd_names(tmp_path / "odd")
    site = make_site(tmp_path / "odd")  # type: ignore[operator]
    manifest = json.loads((site.parent / "manifest.json").read_text())
    documented = [file for file in manifest["files"] if file["outcome"] == "documented"]
    titles = {read_page(path).one("title").text for path in site.rglob("*.html")}
    assert len(titles) >= len(documented)
    places = [str(path.relative_to(site)).casefold() for path in site.rglob("*.html")]
    assert len(places) == len(set(places))
