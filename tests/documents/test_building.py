"""The part of the book on building and releasing."""

from __future__ import annotations

from pathlib import Path

from runs import run, write_tree

FILES = {
    "README.md": "# Shop\n\nA shop in C.\n\n```sh\nmake all\n```\n",
    "Makefile": "all: shop\n\nshop: shop.c\n\tcc -o shop shop.c\n",
    "lib/CMakeLists.txt": "project(shop)\nadd_library(till till.c)\nadd_executable(desk desk.c)\n",
    "shop.c": "int main(void) { return 0; }\n",
    ".github/workflows/release.yml": "name: release\non:\n  push:\n    tags: ['v*']\njobs:\n  upload:\n    runs-on: x\n    steps:\n      - run: make all\n",
}


def test_build_and_release(tmp_path: Path) -> None:
    write_tree(tmp_path / "repo", FILES)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    book = (tmp_path / "book" / "comprehensive_book.md").read_text()
    part = book.partition(": Build and release\n")[2].partition("\n## ")[0]
    assert "`make all`" in part.partition("### What its build files make")[0]
    assert "target `till` [L2](lib/CMakeLists.txt_docs.md" in part
    assert "target `desk` [L3](lib/CMakeLists.txt_docs.md" in part
    assert "| `push` | `upload` [L6](.github/workflows/release.yml_docs.md" in part


def test_parts_are_numbered_in_a_row(tmp_path: Path) -> None:
    write_tree(tmp_path / "repo", FILES)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    book = (tmp_path / "book" / "comprehensive_book.md").read_text()
    numerals = [line.split()[2] for line in book.split("\n") if line.startswith("## Part ")]
    assert len(numerals) > 1
    assert numerals == ["I:", "II:", "III:", "IV:", "V:", "VI:", "VII:", "VIII:", "IX:"][: len(numerals)]


def test_nothing_is_built(tmp_path: Path) -> None:
    write_tree(tmp_path / "repo", {"a.py": "x = 1\n"})
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    assert "Build and release" not in (tmp_path / "book" / "comprehensive_book.md").read_text()
