"""The two lists of a book are the same, whether a page is listed with all others or comes last."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from repobook.lists import Lists

PAGES = {name: (hashlib.sha256(name.encode()).hexdigest(), len(name)) for name in ("b.md", "a/ä.md", "z.md", "n\"q.md", "index.md")}  # fmt: skip


def write(folder: Path, *turns: dict[str, tuple[str, int]]) -> dict[str, bytes]:
    folder.mkdir()
    lists = Lists(str(folder), {"format": 1}, b'{"path": "b"}')
    for pages in turns:
        lists.write(pages)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("last", PAGES)
def test_page_that_comes_last_stands_in_its_place(last: str, tmp_path: Path) -> None:
    first = {name: stated for name, stated in PAGES.items() if name != last}
    assert write(tmp_path / "twice", first, {last: PAGES[last]}) == write(tmp_path / "once", PAGES)


def test_lists_agree(tmp_path: Path) -> None:
    found = write(tmp_path / "book", PAGES)
    stated = {entry["path"]: entry["sha256"] for entry in json.loads(found["manifest.json"])["pages"]}
    assert list(stated) == sorted(PAGES)
    stated["manifest.json"] = hashlib.sha256(found["manifest.json"]).hexdigest()
    lines = "".join(f"{stated[path]}  {path}\n" for path in sorted(stated))
    assert found["SHA256SUMS"].decode() == lines
