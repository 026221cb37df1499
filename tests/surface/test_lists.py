"""The two lists of a book are the same, whether a page is listed with all others or comes last."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from repobook.lists import Lists, patch_lines, read_last

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


def entry(path: str, size: int) -> bytes:
    return json.dumps({"path": path, "size": size}, ensure_ascii=False).encode()


def test_entries_of_the_last_book_are_taken_over() -> None:
    paths = sorted(["b", "a/ä", "z", 'n"q', "index"])
    lines = b",\n".join(entry(path, 1) for path in paths)
    for changed in ([], ["b"], paths[:1], paths[-1:], paths):
        fresh = {path: entry(path, 20 + len(path)) for path in changed}
        wanted = b",\n".join(fresh.get(path, entry(path, 1)) for path in paths)
        assert patch_lines(lines, fresh) == wanted
    for stranger in ("0", "c", "zz"):
        assert patch_lines(lines, {stranger: entry(stranger, 2)}) is None
    assert patch_lines(b"", {"a": entry("a", 1)}) is None


def test_lists_that_do_not_agree_are_not_taken_over(tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    lists = Lists(str(book), {"format": 1, "counts": {"scanned": 1}}, b'{"path": "b"}')
    lists.write(PAGES)
    assert read_last(str(book)) == (b'{"path": "b"}', {"scanned": 1})
    manifest = (book / "manifest.json").read_bytes()
    (book / "manifest.json").write_bytes(manifest.replace(b'"b"', b'"c"'))
    assert read_last(str(book)) is None
    (book / "manifest.json").unlink()
    assert read_last(str(book)) is None
