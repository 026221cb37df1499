"""Facts of files whose content has changed take the place of the old ones; where more differs, all are put together anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import read_tree, write_tree

import repobook.basis
from repobook.build import build
from repobook.config import make_config
from repobook.facts import Outcome

FILES = {
    "shop/cart.py": '"""Carts."""\n\nfrom shop.price import price_of\n\n\ndef total(items):\n    """Sum up."""\n    return sum(map(price_of, items))\n',
    "shop/price.py": "def price_of(item):\n    return item.price\n",
    "shop/many.py": "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(16)),
    "shop/empty.py": "",
    "src/till.h": "int till(int);\n",
    "src/till.c": '#include "till.h"\nint till(int n) { return n; }\n',
    "README.md": "# Shop\n\nSee `shop/cart.py` and `total`.\n",
    "logo.bin": "\0\1\2",
    "LICENSE": "Apache License\n",
}


class Shop:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)
        self.renewed: list[list[int] | None] = []
        analyse, renew = repobook.basis.analyse_changed, repobook.basis.renew_facts

        def analysed(*given):  # type: ignore[no-untyped-def]
            found = analyse(*given)
            if found is None:
                self.renewed.append(None)
            return found

        def noted(renewed, *rest):  # type: ignore[no-untyped-def]
            self.renewed.append([file.path for _, file, *_ in renewed.facts])
            renew(renewed, *rest)

        monkeypatch.setattr(repobook.basis, "analyse_changed", analysed)
        monkeypatch.setattr(repobook.basis, "renew_facts", noted)

    def build(self, **options: object) -> Outcome:
        return build(
            make_config(
                str(self.root), str(self.folder / "book"), cache=str(self.folder / "state"), jobs=1, **options
            )  # type: ignore[arg-type]
        )

    def clean(self, **options: object) -> tuple[dict[str, bytes], Outcome]:
        shutil.rmtree(self.folder / "clean", ignore_errors=True)
        shutil.rmtree(self.folder / "other", ignore_errors=True)
        other = self.folder / "clean" / "book"
        outcome = build(
            make_config(str(self.root), str(other), cache=str(self.folder / "other"), jobs=1, **options)
        )  # type: ignore[arg-type]
        return read_tree(other), outcome

    def state(self, part: str) -> Path:
        (found,) = (self.folder / "state" / "books").glob(f"*.{part}")
        return found


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    shop = Shop(tmp_path, monkeypatch)
    shop.build()
    assert shop.renewed == []
    return shop


@pytest.mark.parametrize(
    ("path", "edit"),
    [
        ("shop/cart.py", lambda text: "# moved\n" + text),
        ("shop/cart.py", lambda text: text + "\n\ndef more():\n    return total([])\n"),
        ("shop/cart.py", lambda text: text.replace("price_of", "cost_of")),
        ("shop/price.py", lambda text: text.replace("price_of", "cost_of")),
        ("shop/many.py", lambda text: text.replace("f15", "f_fifteen")),
        ("shop/empty.py", lambda _: "# words\n"),
        ("src/till.h", lambda text: "/* much */\n" + text),
        ("README.md", lambda text: text + "\n## Prices\n\nSee `price_of`.\n"),
        ("LICENSE", lambda text: text + "more\n"),
    ],
)
def test_content_alone(shop: Shop, path: str, edit: Callable[[str], str]) -> None:
    """Only the file that was edited is looked at, and the book and what is told of it are those of a clean build."""
    place = shop.root / path
    place.write_text(edit(place.read_text()))
    outcome = shop.build()
    assert shop.renewed == [[path]]
    pages, clean = shop.clean()
    assert read_tree(shop.folder / "book") == pages
    for told in ("files", "documented", "skipped", "pages", "symbols", "source_bytes", "skips", "notes"):
        assert getattr(outcome, told) == getattr(clean, told)


def test_again_and_again(shop: Shop) -> None:
    """What is renewed can be renewed again: also a file whose symbols moved before, and one that gets its old content back."""
    first = (shop.root / "shop/cart.py").read_text()
    for text in (first + "\n\ndef more(): ...\n", "x = 1\n" + first, first):
        (shop.root / "shop/cart.py").write_text(text)
        (shop.root / "shop/price.py").write_text(FILES["shop/price.py"] + f"# {len(text)}\n")
        shop.build()
        assert read_tree(shop.folder / "book") == shop.clean()[0]
    assert shop.renewed == [["shop/cart.py", "shop/price.py"]] * 3


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("shop/many.py", FILES["shop/many.py"] + "def one_more(): ...\n"),  # ids of all files behind it move
        ("shop/empty.py", "def first(): ...\n"),
        (
            "shop/price.py",
            "# Code generated by a tool. DO NOT EDIT.\n" + FILES["shop/price.py"],
        ),  # of another kind
        ("logo.bin", "\0\2\3"),
    ],
)
def test_more_than_content(shop: Shop, path: str, text: str) -> None:
    """Where others are touched by what a file is now, all facts are put together anew."""
    (shop.root / path).write_text(text)
    shop.build()
    assert shop.renewed == [None]
    assert read_tree(shop.folder / "book") == shop.clean()[0]


@pytest.mark.parametrize("path", ["shop/new.py", "shop/cart.py", ".gitattributes", ".repobookignore"])
def test_another_tree(shop: Shop, path: str) -> None:
    """A file that comes or goes, and rules that decide what files are, make facts anew."""
    place = shop.root / path
    if place.exists():
        place.unlink()
    else:
        place.write_text(
            {".gitattributes": "*.c linguist-generated\n", ".repobookignore": "src\n"}.get(path, "x = 1\n")
        )
    shop.build()
    assert shop.renewed == []
    assert read_tree(shop.folder / "book") == shop.clean()[0]


def test_another_tree_of_as_many_files(shop: Shop) -> None:
    """Another name is another tree, though no content differs; so is an attribute that says what a file is."""
    (shop.root / "shop/price.py").rename(shop.root / "shop/prices.py")
    shop.build()
    assert read_tree(shop.folder / "book") == shop.clean()[0]
    (shop.root / ".gitattributes").write_text("*.h linguist-language=C\n")
    shop.build()
    (shop.root / ".gitattributes").write_text("*.h linguist-generated\n")
    shop.build()
    assert read_tree(shop.folder / "book") == shop.clean()[0]
    assert shop.renewed == []


@pytest.mark.parametrize("part", ["scratch", "basis"])
@pytest.mark.parametrize("damage", ["flip", "cut", "no text"])
def test_damaged_facts_are_not_used(shop: Shop, part: str, damage: str) -> None:
    """A byte that is not as it was written costs the time of a clean build, never a wrong book."""
    place = shop.state(part)
    data = bytearray(place.read_bytes())
    if damage == "no text":
        data[-1] ^= 0xFF
    else:
        data[len(data) // 2] ^= 1  # what can be read, and says something else
    place.write_bytes(data[: len(data) // 2] if damage == "cut" else data)
    (shop.root / "shop/cart.py").write_text("def total(): ...\n")
    shop.build()
    assert shop.renewed == []
    assert read_tree(shop.folder / "book") == shop.clean()[0]


def test_edited_while_it_is_read(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is what was read last: the book is of that, and the next build knows it."""
    (shop.root / "shop/cart.py").write_text("def total(): ...\n")
    mark_tree = repobook.build.mark_tree

    def mark_and_edit(listing, seens):  # type: ignore[no-untyped-def]
        found = mark_tree(listing, seens)
        (shop.root / "shop/cart.py").write_text("def tots2(): ...\n")
        return found

    monkeypatch.setattr(repobook.build, "mark_tree", mark_and_edit)
    shop.build()
    assert read_tree(shop.folder / "book") == shop.clean()[0]
    monkeypatch.undo()
    assert shop.build().is_unchanged
