"""Lines of the A–Z, of its lists and of the keywords of folders are taken from the last book where they are made of the same."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runs import read_tree, write_tree

from repobook.build import build
from repobook.config import make_config
from repobook.facts import Known
from repobook.render import a_to_z, all_names, definition_lists
from repobook.render.all_names import render_names
from repobook.render.book import Book, Options
from repobook.render.current_units import Wrong
from repobook.render.names_changed import SAMPLE
from repobook.render.page_judge import PageJudge
from repobook.store import open_reader
from repobook.store.changes import compare

WORDS = ["apple", "birch", "cedar", "daisy", "elder", "fern", "grape", "hazel"]
USER = "from garden.{0} import Tree{0}, grow_{0}\n\n\ndef use_{0}():\n    soil_acid_rate(Tree{0}())\n    return grow_{0}()\n"
FILES = (
    {
        f"garden/{name}.py": f"class Tree{name}:\n    def water(self):\n        return 1\n\n    def prune(self):\n        return 2\n\n\n"
        f"def grow_{name}():\n    return Tree{name}()\n\n\ndef _help():\n    return 3\n"
        for name in WORDS
    }
    | {f"people/{name}.py": USER.format(name) for name in WORDS}
    | {
        "README.md": "# Garden\n\nSee `grow_apple` and `Treefern.water()`; mind the `soil_acid_rate`.\n",
        "deep/er/one.c": "int fill(int by) { return by; }\nint water(void) { return 2; }\n",
        "deep/er/two.c": "int fill(int by, int to) { return by; }\n",
    }
)


def _edit(path: str, change: Callable[[str], str]) -> Callable[[Path], object]:
    return lambda root: (root / path).write_text(change((root / path).read_text()))


EDITS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda root: None,
    "lines move": _edit("garden/fern.py", lambda text: "# More.\n" + text),
    "a name appears": _edit("garden/fern.py", lambda text: text + "\n\ndef zap():\n    return 4\n"),
    "a name of its own letter appears": _edit("deep/er/one.c", lambda text: text + "int x9(void) { return 9; }\n"),
    "a name goes": _edit("garden/daisy.py", lambda text: text.partition("def grow")[0]),
    "a file has no more names": _edit("deep/er/two.c", lambda text: "/* nothing */\n"),
    "a name is renamed": _edit("garden/elder.py", lambda text: text.replace("prune", "shorten")),
    "a name has one more definition": _edit("deep/er/two.c", lambda text: text + "int prune(void) { return 1; }\n"),
    "a list appears": _edit("garden/hazel.py", lambda text: text + "\n\nclass A:\n    def fill(self):\n        return 1\n"),
    "all lists of a name go": _edit("deep/er/two.c", lambda text: text.replace("fill", "pour")),
    "one use more": _edit("people/birch.py", lambda text: text + "\n\ndef more():\n    return use_birch()\n"),
    "a user in another file": _edit("people/cedar.py", lambda text: "from garden.fern import grow_fern\n" + text + "    grow_fern()\n"),
    "a user less": _edit("people/grape.py", lambda text: "print(1)\n"),
    "a document speaks of a name": _edit("README.md", lambda text: text + "\nAnd `grow_hazel()`, and `use_birch`.\n"),
    "a document is silent": _edit("README.md", lambda text: "# Garden\n"),
    "a used name is defined": _edit("deep/er/one.c", lambda text: text + "int soil_acid_rate(int a) { return a; }\n"),
    "fewer use a name": lambda root: [_edit(f"people/{name}.py", lambda text: text.replace("soil_acid", "soil_base"))(root) for name in WORDS[:5]],
    "much at once": lambda root: [_edit(f"garden/{name}.py", lambda text: "\n" + text.replace("_help", "_aid"))(root) for name in WORDS[::2]],
}  # fmt: skip


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have several pages for a letter, as large repositories do."""
    monkeypatch.setattr(a_to_z, "WHOLE", 3)
    monkeypatch.setattr(a_to_z, "PAGE_BYTES", 600)
    monkeypatch.setattr(definition_lists, "PAGE_BYTES", 300)
    monkeypatch.setattr(all_names, "MAX_TOUCHED", 1.0)


class Names:
    """The pages of names, made in this process from the facts of a build."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder = folder
        self._root = root
        self._count = 0

    def facts(self) -> Path:
        self._count += 1
        at = self._folder / f"facts{self._count}"
        build(make_config(str(self._root), str(at), cache=str(self._folder / "state"), jobs=1))
        return at / "book.db"

    def render(self, database: Path, known: Known = Known(), is_told: bool = False) -> tuple[Path, Known]:  # noqa: B008
        """`is_told`: which rows have changed, so that not all of them are read."""
        self._count += 1
        judge = None
        if is_told:
            changes = compare(os.path.join(known.book, "book.db"), str(database))
            assert changes is not None
            judge = PageJudge(changes, open_reader(str(database)), 3)
        staging = self._folder / f"pages{self._count}"
        staging.mkdir()
        shutil.copy(database, staging)
        book = Book(Options(str(self._root), str(staging), "", True, "garden", "", "1"))
        state = render_names(book, known, judge)
        book.db.close()
        told = {path: digest for path, digest, _ in book.pages}
        assert told == {path: hashlib.sha256(data).hexdigest() for path, data in pages(staging).items()}
        assert len(told) == len(book.pages)
        assert state
        (self._folder / f"state{self._count}").write_bytes(state)
        checksum = hashlib.sha256(state).digest()
        return staging, Known(
            str(staging), str(self._folder / f"state{self._count}"), 0, len(state), checksum
        )


def pages(folder: Path) -> dict[str, bytes]:
    return {path: data for path, data in read_tree(folder).items() if path.endswith(".md")}


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("names")
    write_tree(folder / "repo", FILES)
    Names(folder, folder / "repo").facts()
    yield folder


@pytest.fixture
def names(facts: Path, tmp_path: Path) -> tuple[Names, Path, Path]:
    root = tmp_path / "repo"
    shutil.copytree(facts / "repo", root)
    return Names(tmp_path, root), root, facts / "facts1" / "book.db"


@pytest.mark.parametrize("is_told", [False, True], ids=["compared", "told"])
@pytest.mark.parametrize("edit", EDITS)
def test_any_edit_gives_the_lines_of_a_clean_book(
    edit: str, is_told: bool, names: tuple[Names, Path, Path]
) -> None:
    made, root, database = names
    before, known = made.render(database)
    EDITS[edit](root)
    after = made.facts()
    new, left = made.render(after, known, is_told)
    clean, _ = made.render(after)
    assert pages(new) == pages(clean)
    assert any(os.path.samefile(new / page, before / page) for page in pages(new) if (before / page).exists())
    # What an edited book leaves is as good as what a clean one leaves.
    again, _ = made.render(database, left, is_told)
    assert pages(again) == pages(before)


def test_files_that_are_told_to_be_the_same_and_are_not_are_seen(names: tuple[Names, Path, Path]) -> None:
    """Of the files that nobody speaks of, a sample is looked at."""
    made, root, database = names
    _, known = made.render(database)
    _edit("garden/fern.py", lambda text: "# More.\n" + text)(root)
    after = made.facts()
    changes = compare(os.path.join(known.book, "book.db"), str(after))
    assert changes is not None
    for table in changes.tables.values():
        table.rows = []
    wrong = 0
    for seed in range(SAMPLE):
        staging = root.parent / f"lie{seed}"
        staging.mkdir()
        shutil.copy(after, staging)
        book = Book(Options(str(root), str(staging), "", True, "garden", "", "1"))
        try:
            render_names(book, known, PageJudge(changes, open_reader(str(after)), seed))
        except Wrong:
            wrong += 1
        book.db.close()
    assert wrong == 1


def test_pages_that_an_edit_does_not_reach_are_the_same_files(names: tuple[Names, Path, Path]) -> None:
    made, root, database = names
    before, known = made.render(database)
    _edit("garden/fern.py", lambda text: "# More.\n" + text)(root)
    new, _ = made.render(made.facts(), known)
    same = {page for page in pages(new) if os.path.samefile(new / page, before / page)}
    assert {"keywords/f.md", "keywords/u.md", "people/sub.md", "deep/er/sub.md"} <= same
    assert not {"keywords/t-2.md", "garden/sub.md", "sub.md", "keywords.md"} & same


def test_edits_in_a_row_give_the_lines_of_a_clean_book(names: tuple[Names, Path, Path]) -> None:
    made, root, database = names
    chance = random.Random(5)
    _, known = made.render(database)
    for turn in range(5):
        for path in chance.sample(sorted(FILES), 2):
            lines = (root / path).read_text().split("\n")
            at = chance.randrange(len(lines))
            lines[at : at + 1] = chance.choice(
                [[], [lines[at]] * 2, ["", lines[at]], [lines[at].replace("grow_", "fill_")]]
            )
            (root / path).write_text("\n".join(lines))
        database = made.facts()
        new, known = made.render(database, known, turn % 2 == 0)
        assert pages(new) == pages(made.render(database)[0])


@pytest.mark.parametrize("damage", ["page", "list", "no page", "no database", "other database", "state"])
def test_a_damaged_book_costs_time_alone(damage: str, names: tuple[Names, Path, Path]) -> None:
    made, root, database = names
    before, known = made.render(database)
    _edit("garden/fern.py", lambda text: "# More.\n" + text)(root)
    after = made.facts()
    if (
        damage == "page"
    ):  # one that the edit reaches; what a look at the book tells of others stands in ADR 10
        (page,) = (one for one in (before / "keywords").glob("g*.md") if "- `grow_fern`" in one.read_text())
        page.write_text(page.read_text().replace("grow_", "kill_"))
    elif damage == "list":
        page = before / "keywords" / "definitions.md"
        page.write_text(page.read_text() + "- more\n")
    elif damage == "no page":
        (before / "keywords" / "u.md").unlink()
        (before / "people" / "sub.md").unlink()
    elif damage == "no database":
        (before / "book.db").unlink()
    elif damage == "other database":
        shutil.copy(after, before / "book.db")
    else:
        data = bytearray(Path(known.path).read_bytes())
        data[len(data) // 2] ^= 1
        Path(known.path).write_bytes(data)
    new, _ = made.render(after, known)
    assert pages(new) == pages(made.render(after)[0])


def test_builds_of_many_names_keep_pages(tmp_path: Path) -> None:
    many = {
        f"src/part{n}.py": "".join(f"def name_{n}_{k}():\n    return {k}\n\n\n" for k in range(180))
        + f"def zest():\n    return call_abroad() + ask_abroad({n})\n"
        for n in range(9)
    }
    root = write_tree(tmp_path / "repo", many | {"lib/one.py": "def only_one():\n    return 1\n"})

    def make(book: str, cache: str) -> Path:
        build(make_config(str(root), str(tmp_path / book), cache=str(tmp_path / cache), jobs=1))
        return tmp_path / book

    book = make("book", "state")
    before = (book / "keywords" / "n.md").stat().st_ino, (book / "lib" / "sub.md").stat().st_ino
    text = (root / "src" / "part3.py").read_text()
    text = text.replace("call_abroad() + ", "")  # whose place in the A–Z nothing tells but the vocabulary
    (root / "src" / "part3.py").write_text(text + "\n\ndef another():\n    return zest()\n")
    make("book", "state")
    after = (book / "keywords" / "n.md").stat().st_ino, (book / "lib" / "sub.md").stat().st_ino
    assert after == before
    clean = make("clean/book", "other")
    assert read_tree(book) == read_tree(clean)
