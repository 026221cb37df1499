"""Questions and the place that the asker wants."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from questions import FIRST

from repobook.build import build
from repobook.config import make_config
from repobook.search import Search, parse_query
from repobook.search.linear import finder_of
from repobook.search.names import distance, parts_of
from repobook.search.query import QueryError
from repobook.search.text import Pattern
from repobook.store.pairs import Pairs, pack_pairs
from repobook.store.vocabulary import cut_blocks, pack_numbers, unpack_numbers


@pytest.mark.parametrize(("question", "place"), FIRST, ids=[question for question, _ in FIRST])
def test_first_answer(search: Search, question: str, place: str) -> None:
    answers = search.find(parse_query(question), 10)
    assert answers, "nothing was found"
    found = [f"{answer.path}:{answer.line}" for answer in answers]
    assert found[0] == place, found


def test_answers_say_why(search: Search) -> None:
    answer = search.find(parse_query("grand_total"), 1)[0]
    assert (answer.name, answer.kind, answer.qualified, answer.why) == (
        "grand_total",
        "method",
        "ShoppingCart.grand_total",
        "name",
    )
    assert answer.summary == "Add up all prices, discounts included."
    assert search.find(parse_query("ShopingCart"), 1)[0].why == "1 typing error"


def test_roles_of_a_word(search: Search) -> None:
    roles = {
        (answer.path, answer.line): answer.why for answer in search.find(parse_query("ref:ShoppingCart"), 50)
    }
    assert roles[("shop/till.py", 1)] == "import"
    assert roles[("shop/till.py", 4)] == "reference"
    assert ("shop/cart.py", 6) not in roles
    assert roles[("tests/test_cart.py", 1)] == "import"
    comments = search.find(parse_query("ref:compounded"), 5)
    assert [answer.why for answer in comments] == ["comment"]
    assert [answer.why for answer in search.find(parse_query("ref:SHOP_ROOT"), 5)] == ["string"]


def test_near_before_far(search: Search) -> None:
    for near, path in (("tools", "tools/paper/bag.py"), ("shop/paper", "shop/paper/box.py")):
        assert search.find(parse_query("wrap", near=near), 1)[0].path == path


def test_where_somebody_stands(search: Search, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "shop/paper").mkdir(parents=True)
    assert search.stand(str(tmp_path / "shop/paper"), "elsewhere/book") == "shop/paper"
    assert search.stand(str(tmp_path / "shop/paper"), str(tmp_path / "shop/book")) == "shop/paper"
    assert search.stand(str(tmp_path), "elsewhere/book") == ""
    assert search.stand("/", "elsewhere/book") == ""


def test_a_line_is_told_once(search: Search) -> None:
    for question in ("os.environ", "rounding happens", "SHOP_ROOT", "--jobs", "kernel<<<", "Getting started"):
        answers = search.find(parse_query(question), 50)
        lines = [(a.path, a.line) for a in answers if a.kind in ("text", "keyword")]
        assert len(lines) == len(set(lines)), answers
        assert not set(lines) & {(a.path, a.line) for a in answers if a.kind not in ("text", "keyword")}


@pytest.mark.parametrize(
    "question",
    ["", "   ", '"', "(((", "a" * 900, '" OR 1', "NEAR(", "*", "^", "{", "col:x", "\x00\x01", "AND", "-", "'", "kind:", "%_%", "(a+)+$", "\ud800"],
)  # fmt: skip
def test_odd_questions(search: Search, question: str) -> None:
    """Whatever is asked, there are answers, none, or one clear line, and soon."""
    begun = time.monotonic()
    for mode in ("any", "text", "regex"):
        try:
            search.find(parse_query(question, mode), 5)
        except QueryError as error:
            assert str(error) and "\n" not in str(error) and "fts5" not in str(error)
    assert time.monotonic() - begun < 20


def test_too_long_a_question() -> None:
    with pytest.raises(QueryError, match=r"100,000 characters"):
        parse_query("x" * 100_000)


def test_filters_that_leave_nothing(search: Search) -> None:
    for question, said in (
        ("in:nowhere x", "Choose one of"),
        ("kind:foo x", "this book has none. It has"),
        ("lang:cobol", "this book has none. It has"),
        ("ref:", "needs a value"),
        ("ref:total kind:class", "Leave one of them out"),
    ):
        with pytest.raises(QueryError, match=said):
            search.find(parse_query(question))
    assert search.find(parse_query("kind:function zzzzqqqq")) == []


def test_names_on_later_lines_of_an_import(search: Search) -> None:
    roles = {(a.path, a.line): a.why for a in search.find(parse_query("ref:wrap"), 20)}
    assert roles == {
        ("shop/gift.py", 3): "import",
        ("shop/gift.py", 6): "reference",
        ("docs/gifts.md", 3): "text",
    }


def test_findings_that_are_asked_for(search: Search) -> None:
    (answer, *_) = search.find(parse_query("has:finding eval"))
    assert (answer.kind, answer.path, answer.line) == ("finding", "shop/till.py", 5)
    assert answer.page == "shop/till.py_docs.md"


def test_distance() -> None:
    assert distance("linear", "linear", 2) == 0
    assert distance("liner", "linear", 2) == 1
    assert distance("lienar", "linear", 2) == 1
    assert distance("lxnexr", "linear", 2) == 2
    assert distance("abcdef", "linear", 2) == 3


def test_parts() -> None:
    assert parts_of("NestedTensorBackward_v2") == ["nested", "tensor", "backward", "v", "2"]
    assert parts_of("HTTPServer") == ["http", "server"]


def test_numbers_survive_packing() -> None:
    groups = [[1, 5, 70_000], [], [3]]
    heads, found = unpack_numbers(pack_numbers(groups, [7, 0, 255]), 3, True)
    assert [list(group) for group in found] == groups and list(heads) == [7, 0, 255]
    assert [block[0] for block in cut_blocks(["b", "B", "a"])] == ["a"]


def test_hits_of_text() -> None:
    data = b"one two two\n\ntwo \xff\nthree" + b"\n" + b"x" * 5000 + b"two"
    expected = [(7, 1, 5, b"one two two"), (7, 3, 1, b"two \xff"), (7, 5, 5001, b"x" * 1200)]
    for pattern in (Pattern("two", is_regex=False), Pattern("t[w]o", is_regex=True)):
        assert pattern.hits(7, data) == expected
    assert Pattern("$", is_regex=True).hits(7, b"a\n\nb") == [(7, 1, 2, b"a"), (7, 2, 1, b"")]
    assert Pattern("^", is_regex=True).hits(7, b"") == []
    assert [hit[1] for hit in Pattern(r"a\s+b", is_regex=True).hits(7, b"a\nb\na b")] == [1, 3]


def test_the_engine_is_asked_through_its_own_objects_where_it_has_no_others() -> None:
    class Other:
        def search(self, data: bytes, start: int, end: int) -> re.Match[bytes] | None:
            return re.compile(b"b+").search(data, start, end)

    find = finder_of(Other())
    assert (find(b"abbc", 0, 4), find(b"abbc", 3, 4)) == ((1, 3), (-1, -1))


def test_overloads_that_no_call_tells_apart(tmp_path: Path) -> None:
    """What a much used class offers in several forms comes before a namesake that one file uses."""
    main = "package shop;\n\npublic class Till {\n" + "".join(
        f"  public int pay({kind} a) {{ return 1; }}\n" for kind in ("Foo", "Bar", "Baz")
    )
    files = {
        "src/shop/Till.java": main + "}\n",
        "src/shop/Purse.java": "package shop;\n\npublic class Purse {\n  public int pay() { return 2; }\n}\n",
    }
    for n in range(12):
        files[f"src/shop/User{n}.java"] = (
            f"package shop;\n\nclass User{n} {{\n  int go(Till till, Object o) {{ return till.pay(o); }}\n}}\n"
        )
    files["src/shop/Other.java"] = (
        "package shop;\n\nclass Other {\n  int go(Purse purse) { return purse.pay(); }\n}\n"
    )
    for path, text in files.items():
        (tmp_path / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / path).write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1
    )
    assert not build(config).problems
    with Search(str(tmp_path / "book")) as opened:
        answers = opened.find(parse_query("pay"), 4)
    assert [answer.path for answer in answers] == ["src/shop/Till.java"] * 3 + ["src/shop/Purse.java"]


def test_blocks_that_may_hold_a_part() -> None:
    """No block is left out that holds it, whatever its letters; most others are."""
    words = [f"{a}{b}_{c}" for a in "abcdef" for b in ("Gamma", "déjà", "x9", "ŠKODA", "") for c in range(60)]
    blocks = list(cut_blocks(words))
    pairs = Pairs(pack_pairs(blocks), len(blocks))
    left = 0
    for part in ("gam", "déj", "x9_5", "škoda", "a_1", "_", "", "zz", "f", "à_3"):
        found = set(pairs.blocks_with([part]))
        holding = {at for at, block in enumerate(blocks) if any(part in word.lower() for word in block)}
        assert holding <= found, part
        left += len(blocks) - len(found)
    assert left >= len(blocks)
    assert list(Pairs(pack_pairs([]), 0).blocks_with(["ab"])) == []
