"""A build that keeps answers of the last one gives the references that a clean build gives."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "kept"))

from kept_edits import EDITS
from kept_trial import CODE, Trial, difference, make_links, rows_of

from repobook.link.references.kept import Damaged, log_of, read_kept
from repobook.link.references.plan import Plan
from repobook.progress import NO_PROGRESS
from repobook.refer import refer
from repobook.steps import Steps
from repobook.store import SCRATCH, open_facts
from repobook.store.store import MIN_ROOM, room
from repobook.workers import Pool

BOOKS = Path(__file__).parents[1] / "books"

SHOP = {
    "shop/__init__.py": "",
    "shop/cart.py": "class Cart:\n    def __init__(self):\n        self.items = Items()\n\n    def total(self):\n        return 1\n\n\nclass Items:\n    def count(self):\n        return 2\n",
    "shop/sale.py": "from shop.cart import Cart\n\n\ndef sell(cart: Cart):\n    return cart.total() + cart.items.count()\n",
    "shop/apart.py": "def lonely():\n    return alone()\n\n\ndef alone():\n    return 3\n",
    "web/page.js": "import { draw } from './draw'\n\nexport function show() { return draw() }\n",
    "web/draw.js": "export function draw() { return 1 }\n",
}  # fmt: skip


class Shop:
    """A small tree whose answers are kept from one look to the next."""

    def __init__(self, folder: Path, pool: Pool) -> None:
        self.folder = folder
        self._pool = pool
        self.root = folder / "repo"
        self.kept = str(folder / "kept")
        self._number = 0
        for path, text in SHOP.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def look(self, is_damaged: bool = False) -> list[str] | None:
        """Resolve with what is kept and without, compare, and return the files that were resolved; None: all."""
        self._number += 1
        databases = [self.folder / f"{what}{self._number}.db" for what in ("with", "without")]
        make_links(self.root, self.folder, databases[0], self._pool)
        for ending in ("", SCRATCH):
            shutil.copyfile(f"{databases[0]}{ending}", f"{databases[1]}{ending}")
        with contextlib.closing(open_facts(str(databases[0]))) as facts:
            plan = Plan(facts, read_kept(self.kept, CODE) if not is_damaged else None)
        refer(str(databases[0]), self._pool, NO_PROGRESS, Steps(None, False), self.kept, self.kept, CODE)
        refer(str(databases[1]), self._pool, NO_PROGRESS, Steps(None, False))
        assert difference(*map(rows_of, databases)) == ""
        return None if plan.todo is None else [plan.tree.paths[file] for file in plan.todo]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1) as pool:
        yield pool


@pytest.fixture
def shop(tmp_path: Path, pool: Pool) -> Shop:
    shop = Shop(tmp_path, pool)
    assert shop.look() is None
    assert shop.look() == []
    return shop


def test_room_hangs_on_the_number_alone_and_changes_seldom() -> None:
    assert room(0) == 0
    assert [room(1), room(MIN_ROOM), room(MIN_ROOM + 1)] == [MIN_ROOM, MIN_ROOM, 2 * MIN_ROOM]
    assert all(n <= room(n) < 2 * n for n in range(MIN_ROOM, 5000))
    assert len({room(n) for n in range(1, 5000)}) < 12


def test_a_body_costs_its_own_file(shop: Shop) -> None:
    shop.write(
        "shop/cart.py",
        SHOP["shop/cart.py"].replace(
            "        return 1\n", "        # more\n        x = 2\n        return x\n"
        ),
    )
    assert shop.look() == ["shop/cart.py"]


def test_a_new_function_costs_those_who_say_its_name(shop: Shop) -> None:
    shop.write("shop/apart.py", "def total():\n    return 4\n\n\n" + SHOP["shop/apart.py"])
    assert shop.look() == ["shop/apart.py", "shop/cart.py", "shop/sale.py"]
    shop.write("shop/cart.py", "def fresh():\n    return 4\n\n\n" + SHOP["shop/cart.py"])
    assert shop.look() == ["shop/cart.py"]


def test_what_an_attribute_holds_costs_those_who_ask_for_it(shop: Shop) -> None:
    """`sale` does not say the name of the class that it comes to by `cart.items`."""
    shop.write("shop/cart.py", SHOP["shop/cart.py"].replace("class Items:", "class Items(Other):"))
    assert "shop/sale.py" in (shop.look() or ())


def test_what_a_local_name_holds_costs_those_who_ask_for_the_attribute(shop: Shop) -> None:
    text = SHOP["shop/cart.py"].replace(
        "        self.items = Items()\n", "        held = Items()\n        self.items = held\n"
    )
    shop.write("shop/cart.py", text)
    shop.look()
    shop.write("shop/cart.py", text.replace("held = Items()", "held = Cart()"))
    assert "shop/sale.py" in (shop.look() or ())


def test_another_package_costs_those_who_name_what_is_in_it(shop: Shop) -> None:
    """`Till` names the class without an import: it is one of its own package, until that is another one."""
    shop.write("a/Basket.java", "package shop;\nclass Basket { }\n")
    shop.write("b/Till.java", "package shop;\nclass Till { Basket basket; }\n")
    shop.write("b/Other.java", "package shop;\nclass Other { }\n")
    shop.look()
    shop.write("a/Basket.java", "package bank;\nclass Basket { }\n")
    assert shop.look() == ["a/Basket.java", "b/Till.java"]


def test_how_long_a_class_of_ruby_is_costs_those_who_name_it(shop: Shop) -> None:
    """Of two files that open a class, the one with by far the longer body defines it."""
    methods = [f"  def m{n}\n    {n}\n  end\n" for n in range(8)]
    shop.write("rb/one.rb", f"class Order\n{''.join(methods)}end\n")
    shop.write("rb/two.rb", f"class Order\n{methods[0]}end\n")
    shop.write("rb/use.rb", "order = Order.new\n")
    shop.look()
    shop.write("rb/two.rb", f"class Order\n{''.join(methods[:6])}end\n")
    assert "rb/use.rb" in (shop.look() or ())
    shop.write("rb/two.rb", f"class Order < Base\n{methods[0]}end\n")
    assert "rb/use.rb" in (shop.look() or ())


def test_another_language_stays_apart(shop: Shop) -> None:
    shop.write("web/draw.js", "export function total() { return 1 }\n")
    assert shop.look() == ["web/draw.js", "web/page.js"]


def test_files_that_come_and_go(shop: Shop) -> None:
    shop.write("shop/between.py", "def between():\n    return 1\n")
    assert shop.look() == ["shop/between.py"]
    os.unlink(shop.root / "shop" / "apart.py")
    assert shop.look() == []
    os.unlink(shop.root / "shop" / "cart.py")
    assert "shop/sale.py" in (shop.look() or ())


def test_what_a_project_opens_costs_its_files(shop: Shop) -> None:
    """`global using` speaks to files that do not say what it opens, and a project decides which these are."""
    shop.write("cs/Shop.csproj", "<Project />\n")
    shop.write("cs/Item.cs", "namespace Shop.Models { public class Item { } }\n")
    shop.write("cs/sub/Cart.cs", "namespace Other { class Cart { Item first; Bag bag; } }\n")
    assert shop.look() is not None
    shop.write("cs/Usings.cs", "global using Shop.Models;\n")
    assert "cs/sub/Cart.cs" in (shop.look() or ())
    shop.write("cs/Usings.cs", "global using Shop.Models;\nglobal using Bag = Shop.Models.Item;\n")
    assert "cs/sub/Cart.cs" in (shop.look() or ())
    shop.write("cs/sub/Sub.csproj", "<Project />\n")
    assert "cs/sub/Cart.cs" in (shop.look() or ())
    os.unlink(shop.root / "cs" / "sub" / "Sub.csproj")
    assert "cs/sub/Cart.cs" in (shop.look() or ())
    shop.write("cs/Item.cs", "namespace Shop.Models { public class Item { int n; } public class Bag { } }\n")
    assert "cs/sub/Cart.cs" in (shop.look() or ())
    os.unlink(shop.root / "cs" / "Usings.cs")
    assert "cs/sub/Cart.cs" in (shop.look() or ())


def test_what_a_file_of_php_imports_costs_those_who_come_to_it(shop: Shop) -> None:
    shop.write("php/Item.php", "<?php\nnamespace A;\nclass Item { function price() { } }\n")
    shop.write("php/Other.php", "<?php\nnamespace B;\nclass Item { function price() { } }\n")
    cart = "<?php\nnamespace Shop;\nuse A as P;\nclass Cart { function first(): P\\Item { } }\n"
    shop.write("php/Cart.php", cart)
    shop.write(
        "php/use.php",
        "<?php\nnamespace Shop;\nfunction run(Cart $cart) { return $cart->first()->price(); }\n",
    )
    shop.look()
    shop.write("php/Cart.php", cart.replace("use A", "use B"))
    assert "php/use.php" in (shop.look() or ())
    shop.write("php/Other.php", "<?php\nnamespace C;\nclass Item { function price() { } }\n")
    assert "php/use.php" in (shop.look() or ())


@pytest.mark.parametrize("cut", [0, 10, 200, -1])
def test_damaged_answers_are_not_used(cut: int, shop: Shop) -> None:
    data = bytearray(Path(shop.kept).read_bytes())
    if cut < 0:
        data[-5] ^= 1
        Path(shop.kept).write_bytes(data)
    else:
        Path(shop.kept).write_bytes(data[:cut])
    assert shop.look() is None
    assert shop.look() == []


@pytest.mark.parametrize("damage", ["a byte", "all gone", "cut", "of another build"])
def test_damaged_bodies_are_not_used(damage: str, shop: Shop) -> None:
    """Where a body is not what was written, all files are resolved: `look` compares what comes of it."""
    log = Path(log_of(shop.kept))
    data = log.read_bytes()
    if damage == "all gone":
        log.unlink()
    elif damage == "cut":
        log.write_bytes(data[: len(data) // 2])
    elif damage == "of another build":
        log.write_bytes(b"x" * 16 + data[16:])
    else:
        for at in range(16, len(data), 40):
            log.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            kept = read_kept(shop.kept, CODE)
            assert kept is not None
            with pytest.raises(Damaged):
                [(kept.shape(row), kept.answers(row)) for row in range(len(kept.ids))]
    shop.write("shop/cart.py", SHOP["shop/cart.py"].replace("return 1", "return 3"))
    shop.look(is_damaged=damage in ("a byte", "cut"))
    assert shop.look() == []


def test_a_log_of_bodies_does_not_grow_for_ever(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repobook.link.references.kept._SPARE", 0)
    sizes = []
    for number in range(12):
        shop.write("shop/cart.py", f"{SHOP['shop/cart.py']}\n\ndef more{number % 2}():\n    return Cart()\n")
        assert shop.look()
        sizes.append(os.path.getsize(log_of(shop.kept)))
    assert sizes[1] > sizes[0]
    assert max(sizes) < 3 * sizes[0]


def test_answers_that_hold_no_more_are_noticed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose answers are kept by mistake is resolved beside the others, and then nothing that is known is trusted."""
    shop.look()
    shop.write("shop/cart.py", SHOP["shop/cart.py"].replace("def total", "def sum"))
    monkeypatch.setattr("repobook.link.references.plan._Change.touches", lambda *_: False)
    assert shop.look() == ["shop/cart.py"]  # and the rows are those of a clean build: `look` compares them


def test_answers_of_another_program_are_not_used(shop: Shop) -> None:
    assert read_kept(shop.kept, CODE) is not None
    assert read_kept(shop.kept, "another") is None
    assert read_kept(str(shop.folder / "missing"), CODE) is None


def test_any_byte_that_is_another_is_noticed(shop: Shop) -> None:
    path = Path(shop.kept)
    data = path.read_bytes()
    for at in range(0, len(data), 7):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert read_kept(shop.kept, CODE) is None, at
    for end in (0, 10, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:end])
        assert read_kept(shop.kept, CODE) is None, end
    path.write_bytes(data + b"x")
    assert read_kept(shop.kept, CODE) is None


@pytest.mark.parametrize("book", ["polyglot", "flask_shop"])
def test_edits_of_all_kinds(book: str, tmp_path: Path, pool: Pool) -> None:
    trial = Trial(BOOKS / book / "repo", tmp_path, 5, pool)
    for kind in EDITS:
        *_, differs = trial.edit(kind)
        assert not differs, f"{kind}: {differs}"
