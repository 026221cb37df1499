"""The A–Z leads from a name to its definition, its users and the documents that speak of it."""

from __future__ import annotations

import random
from pathlib import Path

from runs import run, write_tree

from repobook.render.keyword_lines import by_letter


def test_names_that_are_only_used(tmp_path: Path) -> None:
    users = {
        f"src/user{n}.py": "import gpu\n\n\ndef go():\n    gpu.memcpy_async(run_shop)\n" for n in range(5)
    }
    guide = "# Guide\n\nCall `run_shop` first; it needs `memcpy_async`.\n"
    defined = {
        "src/shop.py": "def run_shop():\n    return 1\n",
        "docs/guide.md": guide,
        "CHANGES.md": "# 1\n\n- `run_shop`\n",
    }
    write_tree(tmp_path / "repo", users | defined)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    lines = (tmp_path / "book" / "keywords.md").read_text().splitlines()
    (used,) = [line for line in lines if line.startswith("- `memcpy_async`")]
    assert "← [`user0.py`](src/user0.py_docs.md), [`user1.py`](src/user1.py_docs.md) +3" in used
    assert used.endswith("documents: [`guide.md`](docs/guide.md_docs.md)")
    (named,) = [line for line in lines if line.startswith("- `run_shop`")]
    assert "function [`shop.py` L1]" in named
    assert named.endswith("documents: [`guide.md`](docs/guide.md_docs.md) +1")  # the changes come last


def test_documents_that_mean_a_plain_word(tmp_path: Path) -> None:
    tree = {
        "src/shop.py": 'class Cart:\n    """A cart."""\n\n    def add(self):\n        return 1\n\n\ndef pay():\n    return 2\n',
        "docs/guide.md": "# Guide\n\nFill it with `Cart.add()`.\n",
        "docs/other.md": "# Other\n\nYou may add and pay as you like.\n",
    }
    write_tree(tmp_path / "repo", tree)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    lines = (tmp_path / "book" / "keywords.md").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("- `add`")]
    assert line.endswith("documents: [`guide.md`](docs/guide.md_docs.md)"), line
    (line,) = [line for line in lines if line.startswith("- `pay`")]
    assert "documents" not in line


def test_more_definitions_lead_to_all_of_them(tmp_path: Path) -> None:
    shops = {
        f"src/shop{n:02}.py": f"class Shop{n}:\n    def go(self):\n        return {n}\n" for n in range(25)
    }
    odd = {
        "src/odd.h": "struct A { A operator<<(int a); };\nstruct B { B operator<<(int a); };\nstruct C { C operator<<(int a); };\n"
    }
    write_tree(tmp_path / "repo", shops | odd)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    book = tmp_path / "book"
    listed = (book / "keywords.md").read_text().splitlines()
    (line,) = [line for line in listed if line.startswith("- `go`")]
    assert line.endswith(", [+24 definitions](keywords/definitions.md#go)")
    assert "[+24 definitions](../keywords/definitions.md#go)" in (book / "src/sub.md").read_text()
    assert "operator<<`: " in "\n".join(listed)
    every = (book / "keywords/definitions.md").read_text()
    entry = every.partition("## `go`\n\n")[2].partition("\n\n")[0].splitlines()
    assert len(entry) == 9 and entry[-1] == "- 17 more of 25 definitions"
    assert "- [`shop03.py` L2](../src/shop03.py_docs.md): method of `Shop3`" in entry
    assert "(../src/odd.h_docs.md): method of `A`, method of `B` L2, method of `C` L3" in every.replace(
        "prototype", "method"
    )


def test_names_with_blanks_around_them_are_found(tmp_path: Path) -> None:
    """A key such as `"  1"` has a heading that its links lead to."""
    files = {f"{name}.json": '{"  1": 1, "1": 2, " 10 ": 3}\n' for name in "abcd"}
    write_tree(tmp_path / "repo", files)
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book").code == 0
    assert "## `1`" in (tmp_path / "book" / "keywords" / "definitions.md").read_text()


def test_no_page_of_the_site_is_larger_than_512_kb(tmp_path: Path) -> None:
    """Lines with little text grow most on the site: by half."""
    names = [f"a{n:05}" for n in range(8000)] + [f"größe_{n}" for n in range(1000)]
    write_tree(tmp_path / "repo", {"a.py": "".join(f"{name} = 1\n" for name in names)})
    assert run("build", tmp_path / "repo", "-o", tmp_path / "book", "--format", "md,site").code == 0
    pages = sorted((tmp_path / "book").rglob("keywords/*.*")) + sorted(
        (tmp_path / "book/site").rglob("keywords/*.html")
    )
    assert len(pages) > 5
    sizes = {str(page.relative_to(tmp_path)): page.stat().st_size for page in pages}
    assert max(sizes.values()) <= 512 * 1024, sizes
    assert max(sizes.values()) > 350_000, sizes  # and not many small ones


def test_names_stand_where_a_reader_looks_for_them() -> None:
    """Without case and without underscores in front; what is equal then, always in one order."""
    names = [
        "zeta",
        "_Alpha",
        "alpha",
        "Alpha_b",
        "alpha_a",
        "__alpha",
        "ALPHA",
        "beta",
        "2d",
        "_2D",
        "<<",
        "Ärger",
        "alphab",
        "_",
    ]
    wanted = [
        ("Symbols", ["_", "<<"]),
        ("0–9", ["2d", "_2D"]),
        ("A", ["ALPHA", "_Alpha", "__alpha", "alpha", "alpha_a", "Alpha_b", "alphab"]),
        ("B", ["beta"]),
        ("Z", ["zeta"]),
        ("Other letters", ["Ärger"]),
    ]
    for seed in range(20):
        random.Random(seed).shuffle(names)
        assert sorted(by_letter(names)) == sorted(wanted)
