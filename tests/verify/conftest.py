from __future__ import annotations

from pathlib import Path

import pytest
from handmade_book import Handmade, small_book


@pytest.fixture
def book(tmp_path: Path) -> Handmade:
    """A correct book, not yet written."""
    return small_book(tmp_path)
