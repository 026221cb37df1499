from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import write_tree

from repobook.config import make_config
from repobook.pipeline import build

sys.path.insert(0, str(Path(__file__).parent))

MakeSite = Callable[..., Path]


@pytest.fixture(scope="session")
def make_site(tmp_path_factory: pytest.TempPathFactory) -> MakeSite:
    """Return a function that builds the book of some files with its site, and returns the folder of the site."""

    def make(files: dict[str, str] | Path, **options: object) -> Path:
        place = tmp_path_factory.mktemp("site")
        root = files if isinstance(files, Path) else place / "shop"
        if isinstance(files, dict):
            write_tree(root, dict(files))
        output = str(options.pop("output", place / "book"))
        config = make_config(
            str(root),
            output,
            cache=str(place / "cache"),
            jobs=1,
            has_site=True,
            **options,  # type: ignore[arg-type]
        )
        outcome = build(config)
        assert outcome.problems == []
        return Path(output) / "site"

    return make
