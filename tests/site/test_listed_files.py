"""A site of a repository with files that are listed without content."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import write_tree

from repobook.build import build
from repobook.config import make_config


@pytest.mark.parametrize("name", [".env", "id_rsa", ".netrc"])
def test_site_with_a_secret_file(name: str, tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repo", {"a.py": "def f(): pass\n", name: "KEY=1\n"})
    config = make_config(
        str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1, has_site=True
    )
    assert build(config).problems == []
    assert (tmp_path / "book" / "site" / "search.html").is_file()
