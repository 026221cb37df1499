from __future__ import annotations

import os
from pathlib import Path

import pytest
from pages import Make, Page
from runs import write_tree

from repobook.build import build
from repobook.config import make_config


@pytest.fixture
def book(tmp_path: Path) -> Make:
    """Return a function that builds the book of the given files and returns its pages by name."""

    def make(files: dict[str, str], links: dict[str, str] | None = None, **options: object) -> Page:
        root = tmp_path / "shop"
        write_tree(root, dict(files))
        for name, target in (links or {}).items():
            os.symlink(target, root / name)
        output = tmp_path / "book"
        config = make_config(str(root), str(output), cache=str(tmp_path / "cache"), jobs=1, **options)  # type: ignore[arg-type]
        outcome = build(config)
        assert outcome.problems == []
        return lambda page: (output / page).read_text()

    return make
