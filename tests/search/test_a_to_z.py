"""The A–Z leads from a name to its definition, its users and the documents that speak of it."""

from __future__ import annotations

from pathlib import Path

from runs import run, write_tree


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
