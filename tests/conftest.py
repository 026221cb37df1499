"""What several suites share."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent

# Repositories and books that tests read; the tests inside them are not ours.
collect_ignore_glob = ["books/*/repo/*", "books/*/expected/*"]

# `surface/runs.py` (the command line as a user runs it) and `books/golden.py` serve several suites.
sys.path[:0] = [str(HERE / "surface"), str(HERE / "books")]
