"""Steps of the linking are taken again only where what they asked has another answer; the book is that of a clean build."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from runs import read_tree, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.steps import Steps
from repobook.store import Step, Trace, Writer
from repobook.store.asking import Asking, digest_of

FILES = {
    "shop/__init__.py": '"""A shop."""\n\nfrom shop.cart import Cart\n',
    "shop/cart.py": (
        '"""Carts."""\n\nfrom shop.price import price_of\n\n\nclass Cart:\n    """Holds items. See price.py."""\n\n'
        "    def total(self):\n        return sum(price_of(item) for item in self.items)\n"
    ),
    "shop/price.py": 'def price_of(item):\n    """Deprecated: use cost_of."""\n    return item.price\n\n\ndef cost_of(item):\n    return item.cost\n',
    "tests/conftest.py": "import pytest\nfrom shop import Cart\n\n\n@pytest.fixture\ndef cart():\n    return Cart()\n",
    "tests/test_cart.py": "def test_total(cart):\n    assert cart.total() == 0\n",
    "shop/bulk.py": "from shop.cart import Cart\n\n\nclass Bulk(Cart):\n    def total(self):\n        return 1\n",
    "src/till.h": "int till(int);\nint unused(int);\n",
    "src/till.c": '#include "till.h"\nint till(int n) { return n; }\nint main(void) { return till(1); }\n',
    "README.md": "# Shop\n\nSee `shop/cart.py`, `Cart.total` and `price_of`.\n\n```python\nfrom shop.cart import Cart\nCart().total()\n```\n",
    **{f"many/m{n}.py": f'"""The same."""\n\nVALUE_{n} = {n}\n' for n in range(11)},
}


class Shop:
    """A repository whose book is built again and again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)
        self.taken: list[str] = []
        note = Steps._note

        def noted(steps: Steps, store: Writer, step: Step) -> None:
            self.taken.append(step.name)
            note(steps, store, step)

        monkeypatch.setattr(Steps, "_note", noted)
        self.build()

    def build(self) -> list[str]:
        """Build over the last book; return the steps that were taken."""
        self.taken.clear()
        self.outcome = build(
            make_config(str(self.root), str(self.folder / "book"), cache=str(self.folder / "state"), jobs=1)
        )
        return list(self.taken)

    def edit(self, path: str, old: str, new: str) -> None:
        place = self.root / path
        text = place.read_text()
        assert old in text
        place.write_text(text.replace(old, new))

    def is_clean(self) -> bool:
        for name in ("clean", "other"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        clean = self.folder / "clean" / "book"
        build(make_config(str(self.root), str(clean), cache=str(self.folder / "other"), jobs=1))
        return read_tree(self.folder / "book") == read_tree(clean)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    yield Shop(tmp_path, monkeypatch)


EDITS = {
    "a comment in a body": ("shop/price.py", "    return item.price", "    # so much\n    return item.price"),
    "a line above all": ("shop/price.py", "def price_of", "# prices\ndef price_of"),
    "a call more": ("shop/cart.py", "        return sum(", "        price_of(self)\n        return sum("),
    "another function is called": ("shop/cart.py", "price_of", "cost_of"),
    "a function more": (
        "shop/price.py",
        "def cost_of",
        "def tax_of(item):\n    return cost_of(item)\n\n\ndef cost_of",
    ),
    "one more import between folders": (
        "tests/conftest.py",
        "from shop import Cart\n",
        "from shop import Cart\nfrom shop.price import price_of\n",
    ),
    "a line above what one folder imports of another": (
        "tests/conftest.py",
        "import pytest\n",
        "\nimport pytest\n",
    ),
    "an import less": ("shop/__init__.py", "from shop.cart import Cart\n", ""),
    "a docstring": ("shop/price.py", "Deprecated: use cost_of.", "Not any more."),
    "a fixture less": ("tests/conftest.py", "@pytest.fixture\n", ""),
    "a prototype": ("src/till.h", "int unused(int);", "int used(int);"),
    "a purpose that is shared no more": ("many/m3.py", "The same.", "Another."),
    "a purpose that one more shares": ("shop/cart.py", "Carts.", "The same."),
    "a document that names something else": ("README.md", "`Cart.total`", "`cost_of`"),
    "an example that calls something else": ("README.md", "Cart().total()", "Cart()"),
    "an identifier": ("many/m4.py", "VALUE_4", "some_rare_value_4"),
}


@pytest.mark.parametrize("name", EDITS)
def test_edit_there_and_back(shop: Shop, name: str) -> None:
    """After an edit, and after it was taken back, the book is that of a clean build."""
    path, old, new = EDITS[name]
    shop.edit(path, old, new)
    shop.build()
    assert shop.is_clean()
    shop.edit(path, new, old or new)
    shop.build()
    assert shop.is_clean()


def test_comment_costs_no_ranks_and_no_names(shop: Shop) -> None:
    """An edit that changes neither names nor who uses what leaves all steps alone that sum these up."""
    shop.edit("shop/price.py", "    return item.price", "    # so much\n    return item.price")
    taken = shop.build()
    assert not {
        "imports",
        "tests",
        "related",
        "kin",
        "copies",
        "inherits",
        "users",
        "mentions",
        "names",
    } & {*taken}
    shop.edit("shop/cart.py", "        return sum(", "        price_of(self)\n        return sum(")
    assert "users" in shop.build()


@pytest.mark.parametrize("damage", ["flip", "cut", "gone"])
def test_what_was_asked_is_used_only_as_it_was_written(shop: Shop, damage: str) -> None:
    """Where nobody knows what the steps asked, all of them are taken."""
    (place,) = (shop.folder / "state" / "books").glob("*.steps")
    data = bytearray(place.read_bytes())
    data[len(data) // 2] ^= 1
    place.write_bytes(data[: len(data) // 2] if damage == "cut" else data)
    if damage == "gone":
        place.unlink()
    shop.edit("shop/price.py", "    return item.price", "    # so much\n    return item.price")
    assert {"imports", "users", "paths"} <= {*shop.build()}
    assert shop.is_clean()


def test_steps_that_hold_keep_what_they_wrote_where_all_is_resolved_again(shop: Shop) -> None:
    """Where no answers are kept, all files are resolved; what a step had added to their table stays where the step is not taken."""
    (place,) = (shop.folder / "state" / "books").glob("*.answers")
    place.write_bytes(place.read_bytes()[:-1])
    shop.edit("shop/price.py", "    return item.price", "    # so much\n    return item.price")
    assert "inherits" not in shop.build()
    assert shop.is_clean()


def test_answer_that_is_another_one_is_seen(shop: Shop) -> None:
    """What is asked again is compared with what the step was told: a function that gets another name is told anew."""
    shop.edit("shop/cart.py", "class Cart", "class Basket")
    shop.edit("shop/__init__.py", "import Cart", "import Basket")
    taken = shop.build()
    assert {"mentions", "users"} <= {*taken}
    assert shop.is_clean()


def test_what_is_told_wrongly_costs_time_alone(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample of what is told to be the same is asked. One answer that is another one, and all is made anew."""
    monkeypatch.setattr("repobook.steps.Judge.checks", lambda *_: [])
    monkeypatch.setattr("repobook.steps.SAMPLE", 1)
    shop.edit("shop/cart.py", "        return sum(", "        price_of(self)\n        return sum(")
    taken = shop.build()
    assert taken.count("imports") == 1 and "users" in taken
    assert shop.outcome.files == len(FILES)
    assert shop.is_clean()


def test_of_very_many_symbols_nothing_is_noted(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what steps ask would take too much memory, they are all taken in every build."""
    monkeypatch.setattr("repobook.refer.MOST_KEPT", 0)
    shop.edit("shop/price.py", "return item.price", "return item.cost")
    shop.build()
    assert shop.is_clean()
    assert not list((shop.folder / "state" / "books").glob("*.steps"))
    shop.edit("shop/price.py", "def cost_of", "def costs_of")
    assert {"imports", "users", "paths"} <= {*shop.build()}
    assert shop.is_clean()


def test_the_way_through_a_table_is_no_answer() -> None:
    """A statement without an order gives its rows sorted, and has one digest, whichever index SQLite takes."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        "CREATE TABLE import (file_id, target); INSERT INTO import VALUES (2, 'a'), (1, 'c'), (3, NULL)"
    )
    sql = "SELECT DISTINCT file_id FROM import"
    trace: Trace = {}
    asking = Asking(connection)
    asking.trace = trace
    assert asking.ask(sql).fetchall() == [(1,), (2,), (3,)]
    connection.executescript("CREATE INDEX by_target ON import (target DESC, file_id)")
    assert digest_of(connection, sql, ()) == trace[sql][0][1]
    assert asking.ask("SELECT target FROM import ORDER BY file_id DESC").fetchone() == (None,)
    assert len(asking.ask("SELECT target FROM import").fetchall()) == 3  # nothing beside texts


@pytest.mark.parametrize("damage", ["a byte", "all gone"])
def test_answers_whose_bodies_are_damaged(damage: str, shop: Shop) -> None:
    """A file that is checked or resolved again is read from the log of bodies: what is not as it was written is noticed."""
    (log,) = (shop.folder / "state" / "books").glob("*.answers.bodies")
    data = log.read_bytes()
    if damage == "all gone":
        log.unlink()
    else:
        log.write_bytes(data[:16] + bytes(byte ^ 1 for byte in data[16:]))
    shop.edit("shop/price.py", "def cost_of", "def tax_of(item):\n    return cost_of(item)\n\n\ndef cost_of")
    shop.build()
    assert shop.is_clean()


def test_one_edit_adds_one_body(shop: Shop) -> None:
    """What is kept of files that nobody touched is not written again."""
    (log,) = (shop.folder / "state" / "books").glob("*.answers.bodies")
    before = log.read_bytes()
    shop.edit("many/m3.py", "VALUE_3", "# a comment\nVALUE_3")
    shop.build()
    after = log.read_bytes()
    assert after.startswith(before)
    assert len(before) < len(after) < 1.2 * len(before)
    assert shop.is_clean()
