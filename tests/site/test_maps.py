"""Maps and diagrams of the site: they stand in the page itself, and what they show leads somewhere."""

from __future__ import annotations

import pytest
from dom import Element, read_page
from hypothesis import given
from hypothesis import strategies as st
from sites import MakeSite

from repobook.render.web.graph import draw_graph
from repobook.render.web.treemap import squarify

FILES = {
    "core/base.py": "def base():\n    return 1\n" * 20,
    "api/http.py": "from core.base import base\n\n\ndef serve():\n    return base()\n",
    "api/__init__.py": "",
    "core/__init__.py": "",
    "web/page.py": "from api.http import serve\nfrom core.base import base\n\n\ndef page():\n    return serve(), base()\n",
    "web/__init__.py": "",
    "<b>.js": "let x = 1;\n" * 5,
}


@pytest.fixture(scope="module")
def home(make_site: MakeSite) -> Element:
    return read_page(make_site(FILES) / "index.html")


def test_map_shows_folders_and_files(home: Element) -> None:
    section = home.one("section", class_="map")
    found = {a.attributes["href"]: a.all("title")[0].text for a in section.all("a")}
    assert found == {
        "core/doc.html": "core/, 40 lines, Python",
        "api/doc.html": "api/, 5 lines, Python",
        "web/doc.html": "web/, 6 lines, Python",
        "~3Cb~3E.js.html": "<b>.js, 5 lines, JavaScript",
    }


def test_map_has_a_legend(home: Element) -> None:
    assert [item.text for item in home.one("ul", class_="legend").all("li")] == ["Python", "JavaScript"]


@given(st.lists(st.integers(1, 10**7), min_size=1, max_size=60))
def test_areas_are_as_large_as_the_sizes(sizes: list[int]) -> None:
    """Every area lies inside, and they share the whole as the sizes do."""
    sizes.sort(reverse=True)
    areas = squarify(sizes, 960, 340)
    assert len(areas) == len(sizes)
    for size, (x, y, width, height) in zip(sizes, areas, strict=True):
        assert x >= -0.01 and y >= -0.01 and x + width <= 960.01 and y + height <= 340.01
        assert width * height == pytest.approx(960 * 340 * size / sum(sizes), rel=0.02, abs=2)


def test_diagram_names_what_imports_what() -> None:
    text = 'graph LR\n  f0["web"]\n  f1["api"]\n  f2["a #60;b#62;"]\n  f0 -->|2| f1\n  f1 -->|3| f2\n  f2 -->|1| f0\n'
    drawn = draw_graph(text)
    assert (
        'aria-label="web imports api 2 times, api imports a &lt;b&gt; 3 times, a &lt;b&gt; imports web 1 times"'
        in drawn
    )
    assert drawn.count("class=node") == 3 and drawn.count('class="edge') == 3
    assert drawn.count(" back") == 1


@pytest.mark.parametrize("text", ["", "graph LR\n", 'graph LR\n  f0["a"]\n  f0 -->|1| f7\n', "x" * 1000])
def test_other_text_draws_nothing(text: str) -> None:
    assert draw_graph(text) == ""
