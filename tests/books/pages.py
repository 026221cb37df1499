"""What tests of pages share: how a page is asked for, and a part of it."""

from __future__ import annotations

from collections.abc import Callable

Page = Callable[[str], str]
Make = Callable[..., Page]


def section(page: str, title: str) -> str:
    """Return what stands below a heading of the second level."""
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]
