from __future__ import annotations

from pathlib import Path

import pytest
from sites import MakeSite, build_site


@pytest.fixture(scope="session")
def make_site(tmp_path_factory: pytest.TempPathFactory) -> MakeSite:
    """Return a function that builds the book of some files with its site, and returns the folder of the site."""

    def make(files: dict[str, str] | Path, **options: object) -> Path:
        return build_site(files, tmp_path_factory.mktemp("site"), **options)

    return make
