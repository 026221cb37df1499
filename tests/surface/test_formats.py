"""What `--format` decides when a book is built again: a site is never lost without a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import Run, run_here, write_tree

ADDRESS = "https://example.org/book"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A repository, its book with a site, and then a changed file."""
    write_tree(tmp_path / "repo", {"a.py": "def a(): ...\n"})
    assert build(tmp_path, "--format", "md,site", "--site-url", ADDRESS).code == 0
    write_tree(tmp_path / "repo", {"a.py": "def b(): ...\n"})
    return tmp_path


def build(place: Path, *words: str) -> Run:
    return run_here(
        "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-j", 1, *words
    )


def page(place: Path) -> str:
    return (place / "book/site/a.py.html").read_text()


def test_site_is_kept_where_no_format_is_given(place: Path) -> None:
    done = build(place)
    assert (done.code, "no site" in done.said) == (0, False)
    assert "def b()" in page(place)


def test_kept_site_is_the_one_that_was_asked_for(place: Path) -> None:
    """Its address is kept, too: the bytes are those of the whole request."""
    build(place)
    kept = (place / "book/SHA256SUMS").read_bytes()
    build(place, "--format", "md,site", "--site-url", ADDRESS)
    assert f'<link rel=canonical href="{ADDRESS}/a.py.html">' in page(place)
    assert (place / "book/SHA256SUMS").read_bytes() == kept


def test_address_can_be_forgotten(place: Path) -> None:
    build(place, "--site-url", "")
    assert "canonical" not in page(place)
    assert "site_url" not in json.loads((place / "book/manifest.json").read_text())["options"]


def test_site_that_is_not_asked_for_goes_with_a_word(place: Path) -> None:
    done = build(place, "--format", "md")
    assert not (place / "book/site").exists()
    said = [line for line in done.err.splitlines() if "no site" in line]
    assert len(said) == 1 and "--format md" in said[0] and str(place / "book/site") in said[0]


def test_quiet_says_nothing(place: Path) -> None:
    done = build(place, "--format", "md", "--quiet")
    assert (done.code, done.said, (place / "book/site").exists()) == (0, "", False)


def test_book_without_a_site_stays_without(tmp_path: Path) -> None:
    write_tree(tmp_path / "repo", {"a.py": "def a(): ...\n"})
    for _ in range(2):
        done = build(tmp_path)
        assert (done.code, "no site" in done.said, (tmp_path / "book/site").exists()) == (0, False, False)


@pytest.mark.parametrize("damage", ["", "{", '{"name": "repobook"}', '{\n "options": [],\n "files": [\n'])
def test_damaged_manifest_asks_for_the_site_that_the_checksums_list(place: Path, damage: str) -> None:
    from repobook.marks import read_options

    (place / "book/manifest.json").write_text(damage)
    assert read_options(str(place / "book")) == {"site": True}
    (place / "book/SHA256SUMS").unlink()
    assert read_options(str(place / "book")) == {}


def test_options_are_read_without_the_entries(place: Path) -> None:
    """A large book has megabytes of them."""
    from repobook.marks import read_options

    path = place / "book/manifest.json"
    head, mark, _ = path.read_text().partition(' "files": [\n')
    path.write_text(head + mark + "no JSON")
    assert read_options(str(place / "book")) == {
        "include": [], "exclude": [], "no_source": False, "site": True, "site_url": ADDRESS,
    }  # fmt: skip
