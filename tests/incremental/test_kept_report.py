"""The report and the manifest of a build over a book are those of a clean one; what no edit reaches of them is not made again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from runs import read_tree, write_tree

import repobook.pipeline
from repobook.build import build
from repobook.config import make_config
from repobook.render.report import PARTS

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "from . import gone\nimport nobody\n\n\ndef total(items):\n    return sum(items)\n",
    "shop/user.py": "from shop.cart import total\n\n\ndef bill():\n    return total([1]) + unknown()\n",
    "src/torn.c": "int a(void) { return 1; }\n@@@ ((( \nint b(void) { return a(); }\n",
    "src/plain.c": '#include "missing.h"\nint c(void) { return 3; }\n',
    "notes.txt": "words\n",
    "logo.bin": "\x00\x01",
}
REPORT, MANIFEST = "verification_report.md", "manifest.json"


class Shop:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)

    def build(self, name: str = "book") -> dict[str, bytes]:
        build(
            make_config(
                str(self.root),
                str(self.folder / name / "book"),
                cache=str(self.folder / f"{name}-state"),
                jobs=1,
            )
        )
        return read_tree(self.folder / name / "book")

    def edit(self, path: str, change: Callable[[str], str]) -> None:
        (self.root / path).write_text(change((self.root / path).read_text()))


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = Shop(tmp_path)
    made.build()
    return made


EDITS: dict[str, Callable[[Shop], object]] = {
    "a comment": lambda s: s.edit("shop/user.py", lambda t: t + "# one\n"),
    "lines of an import move": lambda s: s.edit("shop/cart.py", lambda t: "# one\n" + t),
    "an import that leads nowhere": lambda s: s.edit("shop/user.py", lambda t: "import nowhere\n" + t),
    "an import less": lambda s: s.edit("src/plain.c", lambda t: t.partition("\n")[2]),
    "a call": lambda s: s.edit("shop/user.py", lambda t: t + "\n\ndef more():\n    return bill() + other()\n"),
    "a torn region more": lambda s: s.edit("src/plain.c", lambda t: t + "@@ ((\n"),
    "no torn region": lambda s: s.edit("src/torn.c", lambda t: t.replace("@@@ ((( \n", "")),
    "a torn file that is longer": lambda s: s.edit("src/torn.c", lambda t: t + "int d(void) { return 4; }\n"),
    "a file that is no text any more": lambda s: s.edit("notes.txt", lambda t: "\x00\x01\x02"),
    "a secret": lambda s: s.edit("notes.txt", lambda t: t + "aws_access_key_id = AKIA" + "QWERTYUIOPASDFGH\n"),
    "a file more": lambda s: write_tree(s.root, {"shop/more.py": "import nobody\n"}),
    "a file less": lambda s: (s.root / "src/torn.c").unlink(),
    "a rule": lambda s: write_tree(s.root, {".gitignore": "notes.txt\n"}),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_report_and_manifest_are_those_of_a_clean_build(name: str, shop: Shop) -> None:
    EDITS[name](shop)
    over, clean = shop.build(), shop.build("clean")
    assert over[REPORT] == clean[REPORT]
    assert over[MANIFEST] == clean[MANIFEST]
    assert over == clean
    shop.edit("shop/cart.py", lambda text: text + "# and back again\n")
    assert shop.build() == shop.build("clean")
    assert not os.path.exists(shop.folder / "book" / "book" / PARTS)


def test_entries_of_files_are_made_where_rows_differ(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are made again where the lists of the last book do not agree, or a file came."""
    made: list[object] = []
    listed = repobook.pipeline.manifest_files
    monkeypatch.setattr(
        repobook.pipeline, "manifest_files", lambda reader: (made.append(reader), listed(reader))[1]
    )
    shop.edit("shop/user.py", lambda text: text + "# one\n")
    shop.build()
    assert not made
    write_tree(shop.root, {"shop/more.py": ""})
    shop.build()
    assert len(made) == 1
    monkeypatch.setattr(repobook.pipeline, "read_last", lambda book: None)
    shop.edit("shop/user.py", lambda text: text + "# two\n")
    shop.build()
    assert len(made) == 2


def test_sections_that_no_edit_reaches_are_not_made(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of them is taken: with another text there, the next report shows that, and no other text is."""

    def blocks() -> bytes:
        (units,) = (shop.folder / "book-state" / "books").glob("*.units")
        _, _, places = msgspec.msgpack.decode(units.read_bytes()[:-40])
        data = units.with_name(units.name + ".blocks").read_bytes()
        return b"".join(data[offset : offset + length] for offset, length, _ in places.values())

    before = blocks()
    assert before.count(b"Why imports lead nowhere") == 1
    shop.edit("shop/user.py", lambda text: text + "# one\n")
    shop.build()
    after = blocks()
    at = before.index(b"Why imports lead nowhere")
    assert before[at : at + 500] in after
    shop.edit("shop/user.py", lambda text: "import elsewhere\n" + text)
    shop.build()
    assert before[at : at + 500] not in blocks()
