"""Pages that are made of the same are taken from the last book; all others are made again."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from runs import environment, read_tree, write_tree

import repobook.pipeline
import repobook.render
from repobook.build import build
from repobook.config import make_config
from repobook.errors import OutputError
from repobook.facts import Outcome
from repobook.render.units import SAMPLE_UNITS
from repobook.store.changes import compare, write_changes

WORDS = [
    "apple", "birch", "cedar", "daisy", "elder", "fern", "grape", "hazel", "iris", "jade", "kale", "lilac", "maple", "nettle",
    "olive", "poppy",
]  # fmt: skip


def _module(number: int) -> str:
    """Return a module that uses the one before it, and is used by the one after it."""
    name, before = WORDS[number], WORDS[number - 1]
    return (
        f'"""Keeps every {name} of the garden."""\n\n'
        + (f"from garden.{before} import grow_{before}\n\n\n" if number else "\n")
        + f'def grow_{name}(days: int) -> int:\n    """Let a {name} grow."""\n'
        + (f"    return grow_{before}(days) + {number}\n" if number else "    return days\n")
    )


FILES = {f"garden/{name}.py": _module(number) for number, name in enumerate(WORDS)} | {
    "garden/__init__.py": '"""A garden."""\n',
    "tests/test_fern.py": "from garden.fern import grow_fern\n\n\ndef test_fern():\n    assert grow_fern(1) > 1\n",
    "src/pond.c": '#include "pond.h"\n\nint fill(int by) { return by + depth(); }\n',
    "src/pond.h": "/** How deep it is. */\nint depth(void);\nint fill(int by);\n",
    "src/depth.c": '#include "pond.h"\n\nint depth(void) { return 3; }\n',
    "README.md": "# Garden\n\nWhat grows here. See `garden/olive.py` and `grow_poppy`.\n",
    "docs/soil.md": "# Soil\n\n`src/pond.c` holds water. Call `grow_kale` in spring.\n",
}


class Garden:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = write_tree(folder / "repo", FILES)
        self.book = folder / "book"

    def build(self, **options: object) -> Outcome:
        return build(
            make_config(str(self.root), str(self.book), cache=str(self.folder / "state"), jobs=1, **options)  # type: ignore[arg-type]
        )

    def clean(self, **options: object) -> dict[str, bytes]:
        other = self.folder / "clean" / "book"
        build(make_config(str(self.root), str(other), cache=str(self.folder / "other"), jobs=1, **options))  # type: ignore[arg-type]
        return read_tree(other)

    def inodes(self) -> dict[str, int]:
        return {
            os.path.relpath(os.path.join(at, name), self.book): os.stat(os.path.join(at, name)).st_ino
            for at, _, names in os.walk(self.book)
            for name in names
        }

    def edit(self, path: str, change: Callable[[str], str]) -> None:
        (self.root / path).write_text(change((self.root / path).read_text()))

    def file_id(self, path: str) -> int:
        with closing(sqlite3.connect(self.book / "book.db")) as connection:
            return int(connection.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()[0])

    def blocks(self) -> dict[str, bytes]:
        """Return what is kept of each job."""
        _, _, places = msgspec.msgpack.decode(self.units.read_bytes()[:-40])
        data = self.log.read_bytes()
        return {job: data[offset : offset + length] for job, (offset, length, _) in places.items()}

    @property
    def log(self) -> Path:
        return self.units.with_name(self.units.name + ".blocks")

    @property
    def units(self) -> Path:
        (found,) = (self.folder / "state" / "books").glob("*.units")
        return found


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    made = Garden(tmp_path)
    made.build()
    return made


def test_pages_of_what_an_edit_does_not_reach_are_the_same_files(garden: Garden) -> None:
    before, old = garden.inodes(), read_tree(garden.book)
    garden.edit("garden/poppy.py", lambda text: text + "\n# Poppies are red.\n")
    garden.build()
    after, new = garden.inodes(), read_tree(garden.book)
    assert new == garden.clean()
    kept = {page for page, number in after.items() if before.get(page) == number}
    assert {"src/doc.md", "garden/apple.py_docs.md", "docs/soil.md_kw.md"} <= kept
    changed = {page for page in new if new[page] != old.get(page)}
    assert "garden/poppy.py_docs.md" in changed
    assert not changed & kept


def test_lines_that_move_are_told_wherever_they_are_cited(garden: Garden) -> None:
    """Nothing but line numbers of a header change; the pages of who includes it say the new ones."""
    garden.edit("src/pond.h", lambda text: "// one\n// two\n// three\n" + text)
    garden.build()
    new = read_tree(garden.book)
    assert new == garden.clean()
    assert b"L5" in new["src/depth.c_docs.md"]


EDITS: dict[str, Callable[[Garden], object]] = {
    "a function appears": lambda g: g.edit("garden/iris.py", lambda t: t + "\n\ndef wilt():\n    return grow_iris(0)\n"),
    "a function goes": lambda g: g.edit("garden/fern.py", lambda t: t.partition("def ")[0]),
    "a function is renamed": lambda g: g.edit("garden/kale.py", lambda t: t.replace("def grow_kale", "def plant_kale")),
    "a document names another": lambda g: g.edit("docs/soil.md", lambda t: t.replace("pond.c", "depth.c")),
    "words of a module": lambda g: g.edit("garden/jade.py", lambda t: t.replace("Keeps every", "Forgets each")),
    "a test tests nothing": lambda g: g.edit("tests/test_fern.py", lambda t: t.replace("def test_", "def try_")),
    "a test goes": lambda g: (g.root / "tests/test_fern.py").unlink(),
    "a file appears": lambda g: write_tree(g.root, {"garden/quince.py": "Q = 1\n"}),
    "a namesake appears": lambda g: g.edit("src/depth.c", lambda t: t + "int grow_poppy(void) { return 0; }\n"),
    "a document defines a term": lambda g: g.edit("docs/soil.md", lambda t: t + "\n## Glossary\n\n- **Humus**: what is left of leaves after years.\n"),
    "a document is empty": lambda g: g.edit("docs/soil.md", lambda t: ""),
    "a docstring defines a term": lambda g: g.edit("garden/hazel.py", lambda t: t.replace('"""Keeps', '"""Hazel Oil (HO) keeps')),
    "a quotation gets a gap": lambda g: g.edit("garden/__init__.py", lambda t: '"""A garden.\n\nCopyright (c) Ann.\n\nIt grows.\n"""\n'),
    "a finding appears": lambda g: g.edit("garden/lilac.py", lambda t: t + "\n\ndef run(x):\n    return eval(x)\n"),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_any_edit_gives_the_clean_book(edit: str, garden: Garden) -> None:
    EDITS[edit](garden)
    garden.build()
    assert read_tree(garden.book) == garden.clean()


BEDS = {
    "Makefile": (
        "all:\n\tcc pond.c\npytest:\n\tpytest -x\n", "all:\n\tcc pond.c\npytest:\n\tpytest -q\n",
        "tests/test_fern.py", "`pytest tests/test_fern.py`, derived from `pytest -q`",
    ),
    "Gemfile": ("gem 'rake'\n", "gem 'rake'\ngem 'rspec'\n", "spec/bed_spec.rb", "bundle exec rspec"),
    "pom.xml": (
        "<project></project>\n", "<plugin>maven-failsafe-plugin <goal>integration-test</goal></plugin>\n",
        "src/test/java/BedIT.java", "-Dit.test=BedIT",
    ),
    "Package.swift": ("let a = 1\n", "let a = [.testTarget()]\n", "beds/BedTests.swift", "--filter BedTests"),
}  # fmt: skip


@pytest.mark.parametrize("path", BEDS)
def test_a_manifest_that_gets_a_tool_tells_how_tests_are_run(path: str, garden: Garden) -> None:
    before, after, test, command = BEDS[path]
    files = {
        "spec/bed_spec.rb": "describe 'Bed' do\n  it 'grows' do\n  end\nend\n",
        "src/test/java/BedIT.java": "class BedIT {\n    @Test void grows() {}\n}\n",
        "beds/BedTests.swift": "class BedTests: XCTestCase {\n    func testGrows() {}\n}\n",
    }
    write_tree(garden.root, {path: before, **files})
    garden.build()
    assert command.encode() not in read_tree(garden.book)[f"{test}_docs.md"]
    write_tree(garden.root, {path: after})
    garden.build()
    assert command.encode() in read_tree(garden.book)[f"{test}_docs.md"]
    assert read_tree(garden.book) == garden.clean()


def test_jobs_that_no_change_reaches_are_kept_byte_for_byte(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their pages are the same files, and what they were made of is not even read but for its extent."""
    monkeypatch.setattr("repobook.typeset.JOB_UNITS", {"files": 1, "folders": 1})
    monkeypatch.setattr("repobook.typeset.SPREAD", 1)
    garden.edit("garden/poppy.py", lambda text: text + "# red\n")
    garden.build()
    before, inodes = garden.blocks(), garden.inodes()
    garden.edit("garden/poppy.py", lambda text: text + "# or white\n")
    garden.build()
    after = garden.blocks()
    same = {job for job in before if before[job] == after.get(job)}
    of_pond = f"files {garden.file_id('src/pond.c')}"
    of_poppy = f"files {garden.file_id('garden/poppy.py')}"
    assert of_pond in same
    assert of_poppy not in same
    assert garden.inodes()["src/pond.c_docs.md"] == inodes["src/pond.c_docs.md"]
    assert read_tree(garden.book) == garden.clean()


def test_pages_of_sections_with_the_same_bytes_are_the_same_files(garden: Garden) -> None:
    """They are put together in every build."""
    inodes = garden.inodes()
    garden.edit("garden/poppy.py", lambda text: text.replace("Keeps", "Loses"))
    garden.build()
    assert garden.inodes()["rules.md"] == inodes["rules.md"]
    assert garden.inodes()["garden/poppy.py_docs.md"] != inodes["garden/poppy.py_docs.md"]
    assert read_tree(garden.book) == garden.clean()


def test_many_edits_in_a_row_give_the_clean_book(garden: Garden) -> None:
    chance = random.Random(7)
    for _ in range(6):
        for path in chance.sample(sorted(FILES), 2):
            lines = (garden.root / path).read_text().split("\n")
            at = chance.randrange(len(lines))
            lines[at : at + 1] = chance.choice(
                [[], [lines[at]] * 2, ["", lines[at]], [lines[at].replace("grow_", "sow_")]]
            )
            (garden.root / path).write_text("\n".join(lines))
        garden.build()
        assert read_tree(garden.book) == garden.clean()


@pytest.mark.parametrize("part", ["units", "log"])
def test_damaged_units_cost_time_alone(part: str, garden: Garden) -> None:
    whole = len(getattr(garden, part).read_bytes())
    chance = random.Random(1)
    for turn in range(6):
        data = bytearray(getattr(garden, part).read_bytes())
        if turn < 4:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        else:
            del data[chance.randrange(len(data)) :]
        getattr(garden, part).write_bytes(data)
        garden.edit("garden/maple.py", lambda text: text + "# more\n")
        assert garden.build().problems == []
        assert read_tree(garden.book) == garden.clean()
    assert len(getattr(garden, part).read_bytes()) > whole // 2


def test_a_lost_log_costs_one_build(garden: Garden) -> None:
    garden.log.unlink()
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    before = garden.inodes()
    garden.build()
    assert garden.inodes()["garden/apple.py_docs.md"] == before["garden/apple.py_docs.md"]


def test_what_stays_is_not_written_again(garden: Garden) -> None:
    """Blocks are added to the log until half of it is what nobody needs; then it is written anew. What a killed build left behind
    its end goes."""
    sizes = [garden.log.stat().st_size]
    for _ in range(12):
        before = garden.log.read_bytes()
        with garden.log.open("ab") as stream:
            stream.write(b"half of a block" * 200_000)
        garden.edit("garden/maple.py", lambda text: text + "# more\n")
        garden.build()
        after = garden.log.read_bytes()
        assert after.startswith(before) == (len(after) > len(before))
        assert b"half of a block" not in after
        sizes.append(len(after))
    assert min(sizes) > 0 and max(sizes) < 4 * sizes[0]
    assert any(after < before for before, after in pairwise(sizes))
    assert sum(map(len, garden.blocks().values())) * 2 >= max(sizes) // 2
    assert read_tree(garden.book) == garden.clean()


def test_units_that_could_not_be_kept_are_not_those_of_the_book_before(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build cannot open its list of units, and the book is made all the same: the next one takes nothing for current."""
    plain = open

    def refuse(path: object, *words: object, **more: object) -> object:
        if str(path).endswith((".units.new", ".units.blocks", ".units.blocks.new")):
            raise OSError("input/output error")
        return plain(path, *words, **more)  # type: ignore[call-overload]

    garden.edit("garden/fern.py", lambda text: text + "# more\n")
    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", refuse)
        assert garden.build().problems == []
    # Those of the book before would mostly be noticed, by a sample of them; not always.
    assert not list((garden.folder / "state" / "books").glob("*.units*"))
    garden.edit("garden/fern.py", lambda text: text.replace("# more\n", ""))
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()


def test_what_other_books_left_goes_when_it_is_too_much(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = garden.units.with_name("0" * 32 + ".units")
    other.write_bytes(b"x" * 3000)
    os.utime(other, (1, 1))
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    garden.build()
    assert other.exists()
    monkeypatch.setattr("repobook.kept.MAX_BYTES", 2000)
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    garden.build()
    assert not other.exists()
    before = garden.inodes()
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    garden.build()
    assert garden.inodes()["garden/apple.py_docs.md"] == before["garden/apple.py_docs.md"]


KILLED = """
import os, sys
import repobook.pipeline
from repobook.cli import main

repobook.pipeline.verify = lambda *words, **more: os.kill(os.getpid(), 9)
main(sys.argv[1:])
"""


@pytest.mark.parametrize("how", ["ctrl-c", "full disk", "kill"])
def test_a_build_that_is_stopped_costs_the_next_one_nothing(
    garden: Garden, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """All that belongs to the last book still does: pages that an edit does not reach are the same files afterwards."""
    before = garden.inodes()
    garden.edit("garden/poppy.py", lambda text: text + "\n# Poppies are red.\n")
    if how == "kill":
        words = [
            "build",
            str(garden.root),
            "-o",
            str(garden.book),
            "--cache",
            str(garden.folder / "state"),
            "-j",
            "1",
        ]
        done = subprocess.run(
            [sys.executable, "-c", KILLED, *words], check=False, capture_output=True, env=environment()
        )
        assert done.returncode == -9
    else:
        error = KeyboardInterrupt() if how == "ctrl-c" else OSError(errno.ENOSPC, "no space")

        def stop(*words: object, **more: object) -> None:
            raise error

        with monkeypatch.context() as patched, pytest.raises((KeyboardInterrupt, OutputError)):
            patched.setattr("repobook.pipeline.verify", stop)
            garden.build()
    garden.build()
    after = garden.inodes()
    assert read_tree(garden.book) == garden.clean()
    kept = {page for page, number in after.items() if before.get(page) == number}
    assert {"src/doc.md", "garden/apple.py_docs.md", "docs/soil.md_kw.md"} <= kept


def test_a_book_that_was_copied_is_the_same_book(garden: Garden) -> None:
    """Pages that hold what their checksums say, with their times and rights, are not made again."""
    other = garden.folder / "copied"
    shutil.copytree(garden.book, other)
    shutil.rmtree(garden.book)
    other.rename(garden.book)
    before = garden.inodes()
    garden.edit("garden/poppy.py", lambda text: text + "\n# Poppies are red.\n")
    assert garden.build().mended == ""
    assert garden.inodes()["garden/apple.py_docs.md"] == before["garden/apple.py_docs.md"]
    assert read_tree(garden.book) == garden.clean()


def test_pages_that_somebody_touched_are_made_again(garden: Garden) -> None:
    page = garden.book / "src" / "pond.c_docs.md"
    page.write_text(page.read_text().replace("fill", "kill"))
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    assert garden.build().problems == []
    assert read_tree(garden.book) == garden.clean()


def test_other_options_make_all_pages_again(garden: Garden) -> None:
    garden.edit("garden/maple.py", lambda text: text + "# more\n")
    garden.build(has_source=False)
    assert read_tree(garden.book) == garden.clean(has_source=False)


def test_pages_stay_over_many_builds(garden: Garden) -> None:
    """What a build over a book keeps for the next one is as good as what a clean build keeps."""
    text = (garden.root / "garden/poppy.py").read_text()
    for turn in range(4):
        before = garden.inodes()
        (garden.root / "garden/poppy.py").write_text(text + "# red\n" * (turn % 2 == 0))
        garden.build()
        after = garden.inodes()
        assert after["garden/apple.py_docs.md"] == before["garden/apple.py_docs.md"]
        assert after["garden/poppy.py_docs.md"] != before["garden/poppy.py_docs.md"]
    assert read_tree(garden.book) == garden.clean()


def test_changes_that_are_told_wrongly_cost_time_alone(
    garden: Garden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sample of what is told to be the same is asked. One answer that is another one, and all are asked."""
    written: list[str] = []

    def lie(old: str, new: str, path: str, _: object) -> bool:
        """Say that nothing has changed."""
        changes = compare(old, new)
        assert changes is not None
        for table in changes.tables.values():
            table.rows = []
        written.append(path)
        return write_changes(old, new, path, changes)

    # All jobs are drawn, and of each all units.
    monkeypatch.setattr("repobook.typeset.SAMPLE_JOBS", 1000)
    monkeypatch.setattr("repobook.typeset.JOB_UNITS", dict.fromkeys(["files", "folders"], SAMPLE_UNITS))
    garden.edit("garden/kale.py", lambda text: text + "# less\n")
    garden.build()
    monkeypatch.setattr("repobook.typeset.write_changes", lie)
    made: list[object] = []
    make = repobook.pipeline.make_book
    monkeypatch.setattr("repobook.pipeline.make_book", lambda *words: made.append(words) or make(*words))
    garden.edit("garden/poppy.py", lambda text: text.replace("Keeps", "Loses"))
    assert garden.build().problems == []
    assert len(made) == 1  # it was seen where pages are made: a book that is found wrong is made once more
    assert written and not os.path.exists(written[0])
    assert read_tree(garden.book) == garden.clean()
    # What is kept of that build is right, too.
    monkeypatch.undo()
    garden.edit("garden/kale.py", lambda text: text + "# more\n")
    garden.build()
    assert read_tree(garden.book) == garden.clean()


def test_what_is_kept_for_many_pages_is_kept_in_one_way() -> None:
    """An answer that is remembered elsewhere is noted for the first unit that asks, and missing for all others."""
    folder = Path(repobook.render.__file__).parent
    keeping = {path.stem for path in folder.glob("*.py") if "WeakKeyDictionary[" in path.read_text()}
    assert keeping == {"asked"}
