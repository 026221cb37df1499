"""Sites that mean the same are resolved once; what stands around a line and what a signature names is found quickly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from symbols import add_symbols

from repobook.facts import Local, Site, Sites
from repobook.link.references.answers import Answer, pack_answers, unpack_answers
from repobook.link.references.index import Index
from repobook.link.references.scopes import FileScopes
from repobook.link.references.signatures import arguments_of, find_name
from repobook.link.references.sites import Places, group, unpack_locals, unpack_places, unpack_sites
from repobook.store import Writer
from repobook.work import pack_locals, pack_sites


def test_groups_keep_the_order_of_their_first_sites() -> None:
    places = Places(["total", "Cart", "total", "total"], "ctcc", [1, 2, 3, 4])
    groups = group(places, [0, 0, 0, 1])
    assert groups.keys == [("total", "c", 0), ("Cart", "t", 0), ("total", "c", 1)]
    assert (groups.firsts, groups.counts, groups.of_sites) == ([0, 1, 3], [2, 1, 1], [0, 1, 0, 2])


def test_answers_of_groups_are_packed_for_every_site() -> None:
    answers = [Answer("e", (7,)), Answer("l"), Answer("c", (1, 2), 3)]
    unpacked = unpack_answers(pack_answers(answers, [2, 0, 1, 0]))
    assert unpacked == [answers[2], answers[0], answers[1], answers[0]]


def test_places_are_sites_without_columns() -> None:
    sites = [Site("a", 3, 9, "call", 2), Site("b.c", 3, 12, "mention", -1), Site("D", 7, 1, "type", -1)]
    packed = pack_sites(Sites.of(sites))
    places = unpack_places(packed)
    assert [(site.name, site.line) for site in unpack_sites(packed)] == list(
        zip(places.names, places.lines, strict=True)
    )
    assert places.letters == "2mt"


@pytest.mark.parametrize(
    "spans",
    [
        [],
        [(2, 9), (3, 4), (6, 8), (7, 7)],
        [(1, 5), (3, 8), (4, 4), (10, 12)],  # the second begins inside of the first and ends behind it
        [(2, 2), (2, 6), (2, 6), (5, 11)],
    ],
)
def test_definitions_around_lines(spans: list[tuple[int, int]], tmp_path: Path) -> None:
    """All lines at once give what each line gives alone."""
    rows = [(f"f{n}", "function", "", first, last, "") for n, (first, last) in enumerate(spans)]
    with Writer(str(tmp_path / "book.db")) as store:
        add_symbols(store, "shop.h", rows)
        scopes = FileScopes(Index(store.connection), 1, [])
        lines = list(range(1, 14))
        found = [scopes.holders[n] if n >= 0 else None for n in scopes.numbers_at(lines)]
        assert found == [scopes.within(line) for line in lines]


@pytest.mark.parametrize(
    "signature",
    ["Cart open(int)", "Cart *Shop::open(int)", "Cart ::a::open(int)", "reopen open_it", "x::reopen", "open::x y",
     "int a::open::open()", "a:open b", "::open", "static x = open", "opened::open(int)", ""],
)  # fmt: skip
def test_name_in_a_signature(signature: str) -> None:
    found = re.search(r"(?<![\w:])(?:[\w:]+::)?open\b", signature)
    assert find_name(signature, "open") == (found.start() if found else -1)


def test_arguments_of_a_signature() -> None:
    assert arguments_of("int total(int a, map<int, int> b, int c = 1)", "total") == (2, 3)
    assert arguments_of("int total(void)", "total") == (0, 0)
    assert arguments_of("int log(char *text, ...)", "log") == (0, 1 << 30)


@pytest.mark.parametrize("odd", ["T\typeAlias", "T\nypeAlias", "a\t\n b"])
def test_locals_of_odd_names_are_read_as_they_were_packed(odd: str) -> None:
    """What a grammar takes for a name or its type, where it recovers, may go over lines and tabs."""
    plain = " ".join(odd.split())
    for last in (0, 7):
        found = [Local("cart", 1, "=Cart()"), Local(odd, 2, f":{odd}", 0, last, 0), Local("item", 3)]
        read = unpack_locals(pack_locals(found))
        assert [(one.line, one.name, one.holds) for one in read] == [
            (1, "cart", "=Cart()"),
            (2, plain, f":{plain}"),
            (3, "item", ""),
        ]
