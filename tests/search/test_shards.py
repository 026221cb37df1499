"""The index of the site, asked by the reader that the site ships, in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import repobook
from repobook.search import shards
from repobook.search.shards import Shards, _shards_of
from repobook.search.word_shards import mark, stem
from repobook.store import open_reader

HERE = Path(__file__).parent
READER = Path(repobook.__file__).parent / "render" / "web" / "static" / "reader.js"

Ask = Callable[..., list[dict[str, Any]]]


def _write(book: Path, folder: Path) -> None:
    connection = open_reader(str(book / "book.db"))
    pages = dict(connection.execute("SELECT id, page || '.html' FROM file").fetchall())
    folders = dict(connection.execute("SELECT -id, page || '/index.html' FROM folder").fetchall())
    for name, text in Shards(connection, lambda number: (pages | folders)[number], str).write():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    connection.close()


def _asker(folder: Path) -> Ask:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "Node is not installed: `apt-get install nodejs` brings it"

    def ask(*questions: str) -> list[dict[str, Any]]:
        command = [node, str(HERE / "ask.js"), str(READER), str(folder), *questions]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert not done.returncode, done.stderr
        answers: list[dict[str, Any]] = json.loads(done.stdout)
        return answers

    return ask


@pytest.fixture(scope="module")
def ask(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    folder = tmp_path_factory.mktemp("whole")
    _write(shop, folder)
    return _asker(folder)


@pytest.fixture(scope="module")
def ask_small(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """The same in many small shards, as a large repository has them."""
    folder = tmp_path_factory.mktemp("small")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "SHARD_BYTES", 300)
        _write(shop, folder)
    assert len(list(folder.rglob("key/*/*.js"))) > 20 and list(folder.rglob("top/*/*.js"))
    return _asker(folder)


FIRST = {
    "ShoppingCart": "shop/cart.py:6",
    "shopping_cart": "shop/cart.py:6",
    "cart": "shop/cart.py:0",
    "total": "shop/cart.py:12",
    "grand_total": "shop/cart.py:12",
    "total grand": "shop/cart.py:12",
    "operator<<": "native/Money.cpp:3",
    "native::linear_backward": "native/Money.cpp:6",
    "ShopingCart": "shop/cart.py:6",
    "Getting started": "README.md:5",
    "cart.py": "shop/cart.py:0",
    ".github": ".github:0",
    "environ": "shop/cart.py:0",
    "kind:struct money": "native/Money.h:3",
    "lang:cpp linear": "native/Money.cpp:6",
    "in:tests empty_cart": "tests/test_cart.py:8",
    "def:wrap path:tools/": "tools/paper/bag.py:1",
    "prices discounts": "shop/cart.py:12",
    "discount included": "shop/cart.py:12",
    "articles of a customer": "shop/cart.py:6",
    "about to buy": "shop/cart.py:0",
    "interest compounded": "native/Money.cpp:6",
    "eval": "shop/till.py:0",
}


@pytest.mark.parametrize("how", ["ask", "ask_small"])
def test_first_answers(how: str, request: pytest.FixtureRequest) -> None:
    answers = request.getfixturevalue(how)(*FIRST)
    got = {}
    for answer in answers:
        places = [f"{found['path']}:{found['line']}" for found in answer["found"]]
        wanted = FIRST[answer["question"]]
        got[answer["question"]] = wanted if wanted in places[:1] else places[:3]
        assert answer["files"] <= 4, answer["question"]
        assert answer["bytes"] <= 300_000, answer["question"]
    assert got == FIRST


def test_what_an_answer_tells(ask: Ask) -> None:
    (answer,) = ask("wrap")
    assert answer["found"][0]["others"] == 1
    assert {bearer["path"] for bearer in answer["told"]["bearers"]} == {
        "shop/paper/box.py",
        "tools/paper/bag.py",
    }
    (answer,) = ask("grand_total")
    assert answer["told"]["summary"] == "Add up all prices, discounts included."
    assert answer["found"][0]["url"] == "shop/cart.py.html#L12"


def test_words_of_the_documentation(ask: Ask) -> None:
    (answer,) = ask("prices discounts")
    assert answer["found"][0]["why"] == "documentation"
    assert answer["told"]["summary"] == "Add up all prices, discounts included."
    (filtered, none, single) = ask("lang:cpp prices discounts", "prices zebras", "discounts")
    assert not [found for found in filtered["found"] if found["path"] == "shop/cart.py"]
    assert none["found"] == []
    assert "shop/cart.py:12" in [f"{found['path']}:{found['line']}" for found in single["found"]]
    (finding,) = ask("text run code")
    assert (finding["found"][0]["kind"], finding["found"][0]["url"]) == ("finding", "shop/till.py.html#L5")


def test_reader_and_builder_mark_words_alike() -> None:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node
    words = ["tensors", "class", "Grad", "naïve", "数据", "\U0001d6fcbc", "ss", "x" * 40]
    script = f"const r = require({json.dumps(str(READER))}); console.log(JSON.stringify({json.dumps(words)}.map((w) => [r.stem(w), r.mark(r.stem(w))])))"
    done = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[stem(word), mark(stem(word))] for word in words]


def test_odd_questions(ask: Ask) -> None:
    for answer in ask(
        "",
        " ",
        "<script>",
        "(((",
        "\ud7ff",
        "x" * 5000,
        "kind:",
        "path:",
        "::",
        "zzzz",
        "*",
        "__proto__",
        "constructor",
    ):
        assert isinstance(answer["found"], list)


def test_wide_beginnings_have_their_own_list() -> None:
    firsts = ["a", "ab", "abc", "abd", "b"]
    assert _shards_of(firsts, "a") == 4
    assert _shards_of(firsts, "abx") == 1
    assert _shards_of(firsts, "b") == 2
