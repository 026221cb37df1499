"""A manifest that is read over the one of an earlier check says what it says to who reads it whole."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from handmade_book import Handmade, small_book
from test_verify_stated import ODD

from repobook.verify.book import Manifest, read_manifest
from repobook.verify.findings import Findings
from repobook.verify.roots import Root
from repobook.verify.since import Since, find_since, is_in_lines

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def book(tmp_path: Path) -> Handmade:
    made = small_book(tmp_path)
    made.write()
    return made


def read(folder: Path, data: bytes, last: bytes = b"") -> tuple[Manifest | None, Findings]:
    (folder / "manifest.json").write_bytes(data)
    findings = Findings()
    with Root(str(folder)) as root:
        found = read_manifest(root, findings, last)
    return (found[0] if found else None), findings


def assert_alike(folder: Path, last: bytes, data: bytes) -> Since | None:
    """Return what is stated otherwise, where the manifest was not read whole."""
    plain, whole = read(folder, data)
    over, found = read(folder, data, last)
    since = over.since if over is not None else None
    assert (found.problems, found.checks) == (whole.problems, whole.checks)
    assert (replace(over, since=None) if over is not None else None) == plain
    assert since is None or not whole.problems
    return since


def lines_of(book: Handmade, change: Change) -> bytes:
    """Return the manifest in lines, after a change of what it states."""
    stated = book.manifest()
    change(stated)
    made = small_book(book.folder / "other")
    made.manifest = lambda: stated  # type: ignore[method-assign]
    return made.in_lines().encode("utf-8", "surrogatepass")


def test_nothing_else_is_stated(book: Handmade, tmp_path: Path) -> None:
    data = book.in_lines().encode()
    assert is_in_lines(data)
    assert assert_alike(tmp_path, data, data) == Since([], [])


def test_what_is_stated_otherwise_is_named(book: Handmade, tmp_path: Path) -> None:
    last = book.in_lines().encode()
    book.stated["shop/models.py"] = {"size": 1 << 40, "lines": 7}
    book.pages["shop/index.md"] = "# Another\n"
    since = assert_alike(tmp_path, last, book.in_lines().encode())
    assert since == Since(["shop/models.py_docs.md"], ["shop/index.md"])


WHOLE: dict[str, Change] = {
    "a page more": lambda m: m["pages"].insert(1, m["pages"][0] | {"path": "aaa.md"}),
    "a page less": lambda m: m["pages"].pop(),
    "the first page": lambda m: m["pages"][0].update(path="AAA.md"),
    "two pages in each other's place": lambda m: m["pages"].insert(0, m["pages"].pop(1)),
    "a file more": lambda m: m["files"].append({"path": "zz", "outcome": "skipped", "reason": "x"}),
    "another outcome": lambda m: m["files"][-1].update(outcome="skipped", reason="x"),
    "a wrong digest": lambda m: m["pages"][2].update(sha256="0" * 63 + "G"),
    "a wrong digest of a file": lambda m: m["files"][-1].update(sha256="A" * 64),
    "a negative size": lambda m: m["pages"][-1].update(size=-1),
    "a size that is no number": lambda m: m["files"][-1].update(size="1"),
    "negative lines": lambda m: m["files"][-1].update(lines=-1),
    "another page of a file": lambda m: m["files"][-1].update(docs="index.md"),
    "no codec": lambda m: m["files"][-1].update(encoding="hex"),
    "no places": lambda m: m["files"][-1].update(masked="x"),
    "a count": lambda m: m["counts"].update(scanned=99),
    "an option": lambda m: m["options"].update(no_source=True),
    "a text that is none": lambda m: m["files"][-1].update(language="\ud800"),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_all_else_is_read_whole(name: str, book: Handmade, tmp_path: Path) -> None:
    last = book.in_lines().encode()
    assert assert_alike(tmp_path, last, lines_of(book, WHOLE[name])) is None


def test_odd_values_anywhere(book: Handmade, tmp_path: Path) -> None:
    last = book.in_lines().encode()
    taken = 0
    for seed in range(600):
        chance = random.Random(seed)

        def change(stated: dict[str, Any], chance: random.Random = chance) -> None:
            for _ in range(chance.choice((1, 1, 2))):
                entry = chance.choice([stated["counts"], *stated["files"], *stated["pages"]])
                entry[chance.choice([*entry, "path_bytes", "encoding", "masked", "reason"])] = chance.choice(
                    ODD
                )

        taken += assert_alike(tmp_path, last, lines_of(book, change)) is not None
    assert taken > 20


def test_damaged_bytes(book: Handmade, tmp_path: Path) -> None:
    last = book.in_lines().encode()
    for seed in range(600):
        chance = random.Random(seed)
        damaged = bytearray(last)
        at = chance.randrange(len(last))
        damaged[at : at + chance.choice((0, 1, 1))] = bytes([chance.choice(b'\n,{}[]":0a\xff')])
        assert_alike(tmp_path, last, bytes(damaged))


def test_entries_that_share_a_line_are_not_in_lines(book: Handmade) -> None:
    data = book.in_lines().encode()
    assert not is_in_lines(data.replace(b"},\n{", b"}, {", 1))
    assert not is_in_lines(data.replace(b'", "sha256"', b'",\n"sha256"', 1))
    assert not is_in_lines(json.dumps(book.manifest()).encode())
    assert find_since(data, json.dumps(book.manifest()).encode()) is None


def test_a_check_over_an_edit_judges_what_differs_alone(
    book: Handmade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one check to the next, and to the one after it."""
    known, following = str(tmp_path / "known"), str(tmp_path / "following")
    book.verify(keep=known)
    book.replace("shop/index.md", "the cart", "a cart")
    book.write()
    whole: list[bytes] = []
    monkeypatch.setattr("repobook.verify.book.read_stated", lambda data: whole.append(data))
    assert book.verify(known=known, keep=following).problems == []
    assert book.verify(known=following).problems == []
    assert not whole
    Path(following).write_bytes(Path(following).read_bytes().replace(b'"size": ', b'"size":  ', 1))
    book.verify(known=following)
    assert whole  # its checksum tells that it is not what was kept
