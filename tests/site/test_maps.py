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
        "core/doc.html": "core/, 40 lines, Python, 2 uses by files",
        "api/doc.html": "api/, 5 lines, Python, 1 use by files",
        "web/doc.html": "web/, 6 lines, Python",
        "~3Cb~3E.js.html": "<b>.js, 5 lines, JavaScript",
    }


def test_folders_show_what_they_hold(make_site: MakeSite) -> None:
    files = {f"core/{name}.py": "VALUE = 1\n" * 50 for name in "abc"} | {"core/z.js": "let z = 1;\n" * 40}
    files |= {"one/only.py": "VALUE = 1\n" * 150, "tiny/a.py": "A = 1\n" * 12, "tiny/b.py": "B = 1\n" * 12}
    drawn = read_page(make_site(files) / "index.html").one("section", class_="map")
    leads = [a.attributes["href"] for a in drawn.all("a")]
    assert leads[:5] == ["core/doc.html", *(f"core/{name}.py.html" for name in "abc"), "core/z.js.html"]
    assert leads[5:] == [
        "one/doc.html",
        "tiny/doc.html",
    ]  # one file says nothing more; there is no room in the other
    assert [item.text for item in drawn.one("ul", class_="legend").all("li")] == ["Python", "JavaScript"]
    frame, *inside = (a.all("rect")[0].attributes for a in drawn.all("a")[:5])
    for box in inside:
        assert float(frame["x"]) < float(box["x"])
        assert float(frame["y"]) < float(box["y"])
        assert float(box["y"]) + float(box["height"]) < float(frame["y"]) + float(frame["height"])


def test_map_has_a_legend(home: Element) -> None:
    assert [item.text for item in home.one("ul", class_="legend").all("li")] == ["Python", "JavaScript"]
    assert [item.text for item in home.one("ul", class_="legend use").all("li")][::2] == [
        "not used by other files",
        "2",
    ]


def test_areas_have_a_shade_for_their_use(home: Element) -> None:
    shades = {
        a.attributes["href"]: a.all("g")[0].attributes["class"].split()[1]
        for a in home.one("section", class_="map").all("a")
    }
    assert shades == {
        "core/doc.html": "u5",
        "api/doc.html": "u3",
        "web/doc.html": "u0",
        "~3Cb~3E.js.html": "u0",
    }


def test_parts_stand_in_layers_and_lead_to_their_folders(make_site: MakeSite) -> None:
    large = {
        path: text + "VALUE = 1\n" * 60 for path, text in FILES.items() if "/" in path and "__" not in path
    }
    drawn = read_page(make_site(FILES | large) / "index.html").one("div", class_="diagram layers")
    boxes = {a.attributes["href"]: a.all("text")[0].text for a in drawn.all("a")}
    assert boxes == {"core/doc.html": "core", "api/doc.html": "api", "web/doc.html": "web"}
    tops = {a.all("text")[0].text: float(a.all("rect")[0].attributes["y"]) for a in drawn.all("a")}
    assert tops["web"] < tops["api"] < tops["core"]
    assert [band.text for band in drawn.all("g", class_="band")] == ["layer 3", "layer 2", "layer 1"]
    assert len([g for g in drawn.all("g") if g.attributes["class"].startswith("edge")]) == 3


def test_home_counts_findings_and_what_is_not_known(make_site: MakeSite) -> None:
    files = {"a.py": "import os\n\n\ndef f(x):\n    undefined(x)\n    return eval(x)\n# TODO: more\n"}
    home = read_page(make_site(files) / "index.html")
    cards = {
        a.attributes["href"]: a.text for a in home.all("a") if a.all("b") and a.all("span", class_="small")
    }
    assert cards["findings.html#security"].startswith("1Security and safety")
    assert "findings.html#maintenance" in cards
    assert home.one("h2", id="~unknown").text == "What this book does not know"


def test_folder_diagram_leads_to_its_parts(make_site: MakeSite) -> None:
    page = read_page(
        make_site({f"lib/{path}": text for path, text in FILES.items()} | {"x.py": "y = 1\n"})
        / "lib/doc.html"
    )
    for drawn in page.all("div", class_="diagram"):
        assert {a.attributes["href"] for a in drawn.all("a")} == {
            "core/doc.html",
            "api/doc.html",
            "web/doc.html",
        }
        break
    else:
        raise AssertionError("no diagram")


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
