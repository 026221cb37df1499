"""Same input, same bytes: nothing of the machine, the moment or the way of asking gets into a book."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from golden import GOLDEN, make_repository
from locales import make_turkish
from runs import forget_books, read_tree, run, snapshot

from repobook.build import build
from repobook.config import make_config

Build = Callable[..., dict[str, bytes]]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in several languages, far from where the books go."""
    golden = next(golden for golden in GOLDEN if golden.name == "polyglot")
    return make_repository(golden, tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def usual(repository: Path, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The book as it is built every day. Also fills the cache for the others."""
    book = tmp_path_factory.mktemp("usual") / "book"
    assert run("build", repository, "-o", book, "--cache", cache, "-q", "-j", 1).said == ""
    return read_tree(book)


def differing(book: Path, usual: dict[str, bytes]) -> list[str]:
    """Return the names of files that are not the same in both books."""
    found = read_tree(book)
    return [name for name in sorted(found.keys() | usual.keys()) if found.get(name) != usual.get(name)]


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TZ": "Pacific/Kiritimati", "COLUMNS": "20"},
    ],
    ids=lambda changes: "-".join(f"{key}={value}" for key, value in changes.items()).replace("/", "_"),
)
def test_environment_does_not_show(
    environment: dict[str, str], repository: Path, cache: Path, usual: dict[str, bytes], tmp_path: Path
) -> None:
    """E17: hash seed, locale and time zone leave no trace in a book."""
    words = ("-o", tmp_path / "book", "--cache", cache, "-q", "-j", 1)
    run("build", repository, *words, **environment)
    assert differing(tmp_path / "book", usual) == []


def test_turkish_does_not_show(repository: Path, usual: dict[str, bytes], tmp_path: Path) -> None:
    """E17, F10: where the small letter of `I` is `ı`, a build that keeps nothing from elsewhere gives the same book."""
    turkish = make_turkish(tmp_path / "locales")
    if not turkish:
        pytest.skip("NOT TESTED: this machine cannot make a Turkish locale (localedef, tr_TR)")
    run("build", repository, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1, **turkish)
    assert differing(tmp_path / "book", usual) == []


def test_number_of_workers_does_not_show(repository: Path, usual: dict[str, bytes], tmp_path: Path) -> None:
    """Three workers that answer in any order give the book that one gives, and a cold cache what a warm one gives."""
    run("build", repository, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 3)
    assert differing(tmp_path / "book", usual) == []


def test_warm_cache_does_not_show(
    repository: Path, cache: Path, usual: dict[str, bytes], tmp_path: Path
) -> None:
    """A build that finds every file in the cache gives the book of a clean build."""
    outcome = build(make_config(str(repository), str(tmp_path / "book"), cache=str(cache), jobs=1))
    assert outcome.reused == outcome.documented > 20
    assert differing(tmp_path / "book", usual) == []


def test_place_does_not_show(usual: dict[str, bytes], cache: Path, tmp_path: Path) -> None:
    """Another folder for the repository, the book and the work gives the same book."""
    golden = next(golden for golden in GOLDEN if golden.name == "polyglot")
    repository = make_repository(golden, tmp_path / "a" / "much longer" / "path to it")
    run("build", repository, "-o", "../book", "--cache", cache, "-q", "-j", 1, cwd=repository.parent)
    assert differing(tmp_path / "a" / "much longer" / "book", usual) == []


def test_earlier_book_does_not_show(
    repository: Path, cache: Path, usual: dict[str, bytes], tmp_path: Path
) -> None:
    """A book built over an older one, of other files, is the same as one built in an empty place."""
    run("build", repository, "-o", tmp_path / "book", "--cache", cache, "-q", "-j", 1, "--exclude", "csrc/")
    run("build", repository, "-o", tmp_path / "book", "--cache", cache, "-q", "-j", 1)
    assert differing(tmp_path / "book", usual) == []


def test_locale_does_not_show_in_odd_names(cache: Path, tmp_path: Path) -> None:
    """Names that ASCII cannot spell give the same book where the locale is ASCII."""
    golden = next(golden for golden in GOLDEN if golden.name == "odd_names")
    repository = make_repository(golden, tmp_path)
    run("build", repository, "-o", tmp_path / "book", "--cache", cache, "-q", "-j", 1)
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run("build", repository, "-o", tmp_path / "ascii", "--cache", cache, "-q", "-j", 1, **plain)
    assert differing(tmp_path / "ascii", read_tree(tmp_path / "book")) == []


class _Shuffled:
    """What `os.scandir` gives, in an order that no one can rely on."""

    def __init__(self, found: Any, order: random.Random) -> None:
        with found:
            self._entries = list(found)
        order.shuffle(self._entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __next__(self) -> Any:
        if not self._entries:
            raise StopIteration
        return self._entries.pop()

    def __enter__(self) -> _Shuffled:
        return self

    def __exit__(self, *exception: object) -> None:
        return None

    def close(self) -> None:
        return None


def test_order_of_folders_does_not_show(
    repository: Path, cache: Path, usual: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order in which the file system lists names leaves no trace in a book."""
    order = random.Random(7)
    scandir, listdir = os.scandir, os.listdir
    monkeypatch.setattr(os, "scandir", lambda *where: _Shuffled(scandir(*where), order))
    monkeypatch.setattr(
        os, "listdir", lambda *where: random.Random(8).sample(found := listdir(*where), len(found))
    )
    build(make_config(str(repository), str(tmp_path / "book"), cache=str(cache), jobs=1))
    monkeypatch.undo()
    assert differing(tmp_path / "book", usual) == []


def test_umask_does_not_show(
    repository: Path, cache: Path, usual: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A strict umask changes who may read a book, not what it says."""
    before = os.umask(0o077)
    try:
        build(make_config(str(repository), str(tmp_path / "book"), cache=str(cache), jobs=1))
    finally:
        os.umask(before)
    assert differing(tmp_path / "book", usual) == []


def test_clock_of_files_does_not_show(usual: dict[str, bytes], cache: Path, tmp_path: Path) -> None:
    """Files dated 1970 and 2100 give the book of files dated today."""
    golden = next(golden for golden in GOLDEN if golden.name == "polyglot")
    repository = make_repository(golden, tmp_path)
    for at, path in enumerate(sorted(repository.rglob("*"))):
        os.utime(path, (0, 0) if at % 2 else (4_102_444_800, 4_102_444_800))
    build(make_config(str(repository), str(tmp_path / "book"), cache=str(cache), jobs=1))
    assert differing(tmp_path / "book", usual) == []


def test_source_tree_is_left_alone(usual: dict[str, bytes], tmp_path: Path) -> None:
    """A build outside the repository changes no byte, name, mode or time in it."""
    golden = next(golden for golden in GOLDEN if golden.name == "polyglot")
    repository = make_repository(golden, tmp_path)
    before = snapshot(repository)
    build(make_config(str(repository), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert snapshot(repository) == before


def test_book_inside_changes_nothing_else(tmp_path: Path) -> None:
    """A build into the repository adds the book to it, and nothing else; the second build gives the same bytes."""
    golden = next(golden for golden in GOLDEN if golden.name == "flask_shop")
    repository = make_repository(golden, tmp_path)
    names = set(read_tree(repository))
    config = make_config(str(repository), str(repository / "book"), cache=str(tmp_path / "cache"), jobs=1)
    build(config)
    first = read_tree(repository)
    assert {name for name in first.keys() - names if not name.startswith("book/")} == set()
    assert build(config).is_unchanged
    forget_books(tmp_path / "cache")
    assert not build(config).is_unchanged
    assert read_tree(repository) == first


def test_equal_size_and_time_do_not_hide_a_change(cache: Path, tmp_path: Path) -> None:
    """E16: content decides: an edit that keeps size and time of a file is in the next book."""
    repository = tmp_path / "repository"
    repository.mkdir()
    file = repository / "a.py"
    for name in ("before", "behind"):
        file.write_text(f"def {name}(): ...\n")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        build(make_config(str(repository), str(tmp_path / "book"), cache=str(cache), jobs=1))
    assert "### `behind`" in (tmp_path / "book" / "a.py_docs.md").read_text()
