"""A long page comes in parts, which the browser lays out when they come into view."""

from __future__ import annotations

import re

import pytest

from repobook.render.web.html import PART, to_html


def lead(target: str, text: str) -> str:
    return target


def nesting(html: str) -> list[int]:
    """Return how deep each part stands; every element that is opened is closed in its turn."""
    open_, found = [], []
    for tag in re.finditer(r"<(/?)(div|ul|blockquote)( class=part)?[ >]", html):
        if tag[1]:
            assert open_.pop() == tag[2], html[: tag.end()][-200:]
            continue
        if tag[3]:
            found.append(len(open_))
        open_.append(tag[2])
    assert open_ == []
    return found


ENTRIES = "".join(f"### f{n}\n\nA text.\n\n> - quoted\n> - twice\n\n" for n in range(300))
LIST = "".join(f"- [a{n}](#a)\n  - below\n" for n in range(600))


@pytest.mark.parametrize(
    ("text", "least"),
    [(f"# T\n\n## A\n\n{ENTRIES}## B\n\nEnd.\n", 15), (f"# T\n\n## A\n\n{LIST}\n## B\n\n{ENTRIES}", 20)],
    ids=["entries", "list"],
)
def test_long_page_has_parts(text: str, least: int) -> None:
    html = to_html(text, lead)
    depths = nesting(html)
    assert len(depths) >= least and set(depths) == {0}
    sizes = [len(re.findall("<(?:h3|li|p)", part)) for part in html.split("<div class=part>")]
    assert max(sizes) <= 2 * PART + 10


def test_parts_lose_nothing() -> None:
    text = f"# T\n\n## A\n\n{LIST}\n{ENTRIES}"
    whole = re.sub("<[^>]*>", "", to_html(text, lead))
    assert whole == re.sub(
        "<[^>]*>", "", "".join(to_html(part, lead) for part in (f"## A\n\n{LIST}", ENTRIES))
    )


def test_chapters_stand_outside_of_parts() -> None:
    """The outline follows them; it must not wake parts that nobody sees."""
    html = to_html(f"# T\n\n## A\n\n{ENTRIES}## B\n\nEnd.\n", lead)
    assert re.search(r'</blockquote></div><h2 id="b">', html)


def test_short_page_is_whole() -> None:
    assert "class=part" not in to_html("# T\n\n## A\n\n### f\n\nA text.\n", lead)
