"""What several suites share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from repobook.nursery import SHELTER

HERE = Path(__file__).parent

# Repositories and books that tests read; the tests inside them are not ours.
collect_ignore_glob = ["books/*/repo/*", "books/*/expected/*"]

# `surface/runs.py` (the command line as a user runs it) and `books/golden.py` serve several suites,
# and so does `site/sites.py` (a repository with its site).
SHELTER.is_open = True  # tests build hundreds of books in one process, as `watch` does

sys.path[:0] = [str(HERE / "surface"), str(HERE / "books"), str(HERE / "site")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the tests of a file in one process: what they build once is then built once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)
