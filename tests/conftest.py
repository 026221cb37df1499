"""What several suites share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from repobook.nursery import SHELTER

HERE = Path(__file__).parent

# Repositories and books that tests read; the tests inside them are not ours.
collect_ignore_glob = ["books/*/repo/*", "books/*/expected/*"]

# `surface/runs.py` (the command line as a user runs it) and `books/golden.py` serve several suites,
# and so do `site/sites.py` (a repository with its site) and `hostile/aftermath.py`.
SHELTER.is_open = True  # tests build hundreds of books in one process, as `watch` does

sys.path[:0] = [str(HERE / name) for name in ("surface", "books", "site", "hostile")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the tests of a file in one process: what they build once is then built once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)


@pytest.fixture(scope="module", autouse=True)
def watch(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Where a module has tests of the catalogue: what the programs do that they start."""
    from aftermath import names_a_row, spared_by, watching

    if not any(map(names_a_row, (request.module, *vars(request.module).values()))):
        yield None
        return
    factory: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    with watching(factory.mktemp("test_watch"), factory.getbasetemp(), spared_by(request.node)) as watch:
        yield watch


@pytest.fixture(autouse=True)
def aftermath(request: pytest.FixtureRequest, watch: Any) -> Iterator[None]:
    """What must hold when a test has ended that names a row of the catalogue; `examine` has looked at it where it was called."""
    from aftermath import looking_behind, names_a_row, spared_by

    test = request.function
    if not (names_a_row(test) or names_a_row(request.module)) or "examine" in test.__code__.co_names:
        yield
        return
    with looking_behind(watch, request.getfixturevalue("tmp_path"), spared_by(request.node)) as found:
        yield
    assert not found, "\n".join(f"{check}: {said}" for check, said in found)
