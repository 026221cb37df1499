"""F9, F21 in small: after any edits, before or during builds, the next book is that of a clean build."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from edits import OPTIONS, differing_looks, edit, files_of, keep_editing, looks, strange_versions
from runs import read_tree, run_here, write_tree
from sweep import Stepper, make_files

import repobook.pipeline
from repobook.build import build
from repobook.config import make_config
from repobook.store import cache_key


@pytest.fixture(scope="module")
def stepper() -> Iterator[Stepper]:
    with Stepper() as made:
        yield made


def differing(one: Path, other: Path) -> list[str]:
    mine, theirs = read_tree(one), read_tree(other)
    return [name for name in sorted(mine.keys() | theirs.keys()) if mine.get(name) != theirs.get(name)]


def test_incremental_equals_clean(stepper: Stepper, tmp_path: Path) -> None:
    """F9: a sequence of edits with a build after each; options change, too. The last book is that of a clean build, and one
    more build writes no file of book and state."""
    chance = random.Random(1)
    root = write_tree(tmp_path / "repo", make_files(10))
    words = ["build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1]
    made = []
    options: tuple[str, ...] = ()
    for _ in range(4):
        made += [edit(root, chance), edit(root, chance)]
        options = chance.choice(OPTIONS) if files_of(root / "p1") else ()
        answer = stepper.run([*words, *options])
        assert answer["code"] in (0, 2), answer  # 2: the options leave no file
    options = () if answer["code"] == 2 else options
    stepper.run([*words, *options])
    before = looks(tmp_path / "book", tmp_path / "cache")
    assert stepper.run([*words, *options])["code"] == 0
    assert differing_looks(before, looks(tmp_path / "book", tmp_path / "cache")) == []
    words[3], words[5] = tmp_path / "clean", tmp_path / "other cache"
    assert stepper.run([*words, *options])["code"] == 0
    assert differing(tmp_path / "book", tmp_path / "clean") == [], made


def test_another_version_of_ours_is_another_book(stepper: Stepper, tmp_path: Path) -> None:
    """E22: what an older version of this tool left in cache and book is not used."""
    root = write_tree(tmp_path / "repo", make_files(10))
    words = ["build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1]
    assert stepper.run(words, version="0.0.9")["code"] == 0
    assert b'"0.0.9"' in (tmp_path / "book" / "manifest.json").read_bytes()
    answer = stepper.run(words)
    assert (answer["code"], answer["analysed"]) == (0, 10)
    words[3], words[5] = tmp_path / "clean", tmp_path / "other cache"
    assert stepper.run(words)["code"] == 0
    assert differing(tmp_path / "book", tmp_path / "clean") == []


def test_everything_that_decides_facts_is_in_their_key() -> None:
    """E22: content, language and rules: another one of them is another key."""
    keys = {
        cache_key(sha, language, rules) for sha in "ab" for language in ("C", "C++") for rules in ("1", "2")
    }
    assert len(keys) == 8


@pytest.mark.spares("source", why="it is edited meanwhile")
def test_edits_during_a_build(tmp_path: Path) -> None:
    """F21, E25: while files are edited without a rest, each page and each checksum is of one version that its file had; the next
    build gives the book of a clean one."""
    root = write_tree(tmp_path / "repo", make_files(10))
    with keep_editing(root, random.Random(3), tmp_path / "fresh") as versions:
        build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert sum(map(len, versions.values())) > 50
    assert strange_versions(tmp_path / "book", versions) == []
    build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    build(make_config(str(root), str(tmp_path / "clean"), cache=str(tmp_path / "other"), jobs=1))
    assert differing(tmp_path / "book", tmp_path / "clean") == []


def edit_while_rendering(root: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Have a file edited, one added and one deleted between analysis and pages, in the first `times` tries of a build."""
    render_pages = repobook.pipeline.render_pages
    made: list[int] = []

    def edit_and_render(*words: Any) -> Any:
        if len(made) < times:
            (root / "p0" / "m0.c").write_text(f"int edited_{len(made)}(void);\n")
            (root / f"added_{len(made)}.py").write_text("def added(): ...\n")
            files_of(root)[-1].unlink()
        made.append(1)
        return render_pages(*words)

    monkeypatch.setattr(repobook.pipeline, "render_pages", edit_and_render)
    return made


@pytest.mark.spares("source", why="it is edited meanwhile")
def test_book_of_an_edited_tree_is_made_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F21, E25: what was edited between analysis and pages gives the clean book of what is there at the end."""
    root = write_tree(tmp_path / "repo", make_files(10))
    made = edit_while_rendering(root, monkeypatch, times=1)
    outcome = build(make_config(str(root), str(tmp_path / "book"), cache=str(tmp_path / "cache"), jobs=1))
    assert (len(made), outcome.problems, outcome.edited, outcome.files) == (2, [], 0, 10)
    assert outcome.remade == 3
    build(make_config(str(root), str(tmp_path / "clean"), cache=str(tmp_path / "other"), jobs=1))
    assert differing(tmp_path / "book", tmp_path / "clean") == []


@pytest.mark.spares("source", why="it is edited meanwhile")
def test_tree_that_never_rests_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F21, E25: a tree that is edited again and again gives a book that says so, in one line and with exit code 1."""
    root = write_tree(tmp_path / "repo", make_files(10))
    made = edit_while_rendering(root, monkeypatch, times=99)
    done = run_here("build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-j", 1)
    assert (done.code, len(made)) == (1, 2), done.said
    assert "3 files were edited while the book was made" in done.out
    monkeypatch.undo()
    done = run_here("build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-j", 1)
    assert (done.code, "edited" in done.out) == (0, False)
