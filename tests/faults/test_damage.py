"""F7: state that was damaged is noticed: the next book is right, and a damaged book says so."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from runs import forget_books, read_tree, run, run_here
from sweep import make_files, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.store import Cache, cache_key
from repobook.verify import verify

Damage = Callable[[bytes, random.Random], bytes]


def flip(data: bytes, chance: random.Random) -> bytes:
    """Change a few bytes."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 3, 30])):
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def overwrite(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + chance.randbytes(min(4096, len(data) - at)) + data[at + 4096 :]


DAMAGES: list[Damage] = [flip, cut, overwrite]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with its book and its cache."""
    place = tmp_path_factory.mktemp("damage")
    write_tree(place / "repo", make_files(10))
    build_again(place)
    return place


def build_again(place: Path) -> None:
    build(make_config(str(place / "repo"), str(place / "book"), cache=str(place / "cache"), jobs=1))


@pytest.mark.parametrize("seed", range(3))
def test_damaged_state_does_not_show(seed: int, original: Path, tmp_path: Path) -> None:
    """E21: whatever happened to the cache and to the last book, the next one is that of a clean build."""
    place = shutil.copytree(original, tmp_path / "copy")
    chance = random.Random(seed)
    wanted = read_tree(original / "book")
    files = [path for path in sorted((place / "cache").rglob("*")) if path.is_file() and path.stat().st_size]
    files += [place / "book" / "book.db", chance.choice(sorted((place / "book").rglob("*.md")))]
    for path in files:
        path.write_bytes(chance.choice(DAMAGES)(path.read_bytes(), chance))
    write_tree(place / "repo", make_files(10, turn=1))
    build_again(place)
    write_tree(place / "repo", make_files(10))
    build_again(place)
    found = read_tree(place / "book")
    assert [
        name for name in sorted(found.keys() | wanted.keys()) if found.get(name) != wanted.get(name)
    ] == []


def test_journal_of_the_cache_is_lost(original: Path, tmp_path: Path) -> None:
    """E21: a cache without its journal, or with that of another, is no reason for other bytes."""
    place = shutil.copytree(original, tmp_path / "copy")
    forget_books(place / "cache")
    for path in list((place / "cache").rglob("*")):
        if path.suffix in (".db-wal", ".db-shm"):
            path.unlink()
    for path in list((place / "cache").rglob("*.db")):
        path.with_name(path.name + "-wal").write_bytes(random.Random(5).randbytes(9_000))
    build_again(place)
    assert read_tree(place / "book") == read_tree(original / "book")


def test_damaged_cache_gives_right_facts_or_none(tmp_path: Path) -> None:
    """E21: three hundred damages of a cache: it is rebuilt or not used, never an error and never wrong facts."""
    folder = tmp_path / "cache"
    facts = {cache_key(str(at), "Python", "rules"): f"facts {at}".encode() * 40 for at in range(60)}
    cache = Cache(str(folder))
    for key, value in facts.items():
        cache.put(key, value)
    cache.close()
    (database,) = folder.glob("*.db")
    whole = database.read_bytes()
    for seed in range(300):
        for path in folder.iterdir():
            path.unlink()
        database.write_bytes(DAMAGES[seed % len(DAMAGES)](whole, random.Random(seed)))
        cache = Cache(str(folder))
        found = {key: cache.get(key) for key in facts}
        cache.put(*next(iter(facts.items())))
        cache.close()
        assert [key for key, value in found.items() if value not in (None, facts[key])] == []


@pytest.mark.parametrize("name", ["book.db", "manifest.json", "SHA256SUMS", "index.md", "p0/m0.c_docs.md"])
def test_damage_of_a_book_is_found(name: str, original: Path, tmp_path: Path) -> None:
    """F7, promise 14: each of twenty damages of a file of the book is a problem, and none stops the check."""
    book = shutil.copytree(original / "book", tmp_path / "book")
    whole = (book / name).read_bytes()
    chance = random.Random(name)
    missed = []
    for at in range(20):
        damaged = DAMAGES[at % len(DAMAGES)](whole, chance)
        (book / name).write_bytes(damaged)
        if damaged != whole and not verify(str(book)).problems:
            missed.append(at)
    assert missed == []


def test_questions_to_a_damaged_book(original: Path, tmp_path: Path) -> None:
    """A book whose database is damaged answers, or says so in one line: sixty damages, three questions each."""
    book = shutil.copytree(original / "book", tmp_path / "book")
    whole = (book / "book.db").read_bytes()
    asked: list[tuple[object, ...]] = [
        ("search", "--book", book, "f1"),
        ("export", "references", "--book", book, "-o", tmp_path / "references"),
        ("export", "sarif", "--book", book, "-o", tmp_path / "sarif"),
    ]
    for seed in range(60):
        (book / "book.db").write_bytes(DAMAGES[seed % len(DAMAGES)](whole, random.Random(seed)))
        for words in asked:
            done = run_here(*words)
            assert (done.code in (0, 1, 2), done.err.count("\n") <= 1) == (True, True), done.err


PARTS = {
    ".looks": "what was remembered of the last book",
    ".units": "what the last book's pages were made of",
    ".basis": "the facts of the last book",
    "facts-2.db": "the analysis of files",
}


@pytest.mark.parametrize("part", PARTS)
def test_damaged_state_is_told(part: str, original: Path, tmp_path: Path) -> None:
    """E21: the command says once which part of what was kept is damaged, in a line and under `cache_rebuilt`; not the book."""
    place = shutil.copytree(original, tmp_path / "copy")
    build_again(place)  # of a book at another place nothing is remembered
    own = hashlib.sha256(os.fsencode(place / "book")).hexdigest()[:32]
    path = place / "cache" / (part if part == "facts-2.db" else f"books/{own}{part}")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    if part == "facts-2.db":
        forget_books(place / "cache")
    write_tree(place / "repo", make_files(10, turn=1))
    words = ("build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-j", 1)
    done = run_here(*words)
    assert f"kept between builds, damaged, and made anew: {PARTS[part]}\n" in done.out
    write_tree(place / "repo", make_files(10))
    told = json.loads(run_here(*words, "--json", "-q").out)
    assert (told["rebuilt"], told["notes"].get("cache_rebuilt"), told["mended"]) == ([], None, "")
    assert read_tree(place / "book") == read_tree(original / "book")


def test_pipes_in_the_place_of_kept_state(original: Path, tmp_path: Path) -> None:
    """E21: whoever opens a pipe waits for its other end: such a thing is dropped, and what it stands for made anew."""
    place = shutil.copytree(original, tmp_path / "copy")
    build_again(place)
    own = hashlib.sha256(os.fsencode(place / "book")).hexdigest()[:32]
    state = [
        path for path in (place / "cache" / "books").iterdir() if path.name.startswith(own) and path.is_file()
    ]
    assert len(state) > 5
    for path in state:
        path.unlink()
        os.mkfifo(path)
    for turn in (1, 0):
        write_tree(place / "repo", make_files(10, turn=turn))
        assert (
            run("build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-j", 1, "-q").code
            == 0
        )
    assert read_tree(place / "book") == read_tree(original / "book")


def test_outdated_state_is_not_damaged(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E22: what another version left is as good as nothing, and no reason to speak of damage."""
    place = shutil.copytree(original, tmp_path / "copy")
    build_again(place)
    monkeypatch.setattr("repobook.record.code_mark", lambda: "another version")
    write_tree(place / "repo", make_files(10, turn=1))
    done = run_here(
        "build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-j", 1, "--json", "-q"
    )
    assert (json.loads(done.out)["rebuilt"], json.loads(done.out)["mended"]) == ([], "")
