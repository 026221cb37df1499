"""Rows about number and depth, at a size that every commit can afford; `bench/reliability/soak.py` takes the full sizes."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from invariants import Built, examine
from runs import write_tree

from repobook.link.references.answers import unpack_answers

FILES = 560  # of one folder; its index has pages of 500 entries
MAX_INDEX_BYTES = 512 * 1024
DEPTH = 1_000
SMALL_FILES = 800  # of a hundred bytes
DRIVERS = 120  # of a tree that looks like a kernel
RING = 150  # modules that import each other in a circle; `bench/reliability/sizes.py` takes 1,000
CALLED = 30  # files of C that define what another one calls
LOOP = 1_000  # classes of which each is the base of the next, and the last that of the first
PARTS = 20  # folders that import each other in a circle


@pytest.fixture
def deep_stack(tmp_path: Path) -> Iterator[None]:
    """Let the helpers of tests, which call themselves for each folder, look into the deepest; the product needs none of it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(8_000)
    yield
    for name in ("repo", "out"):
        shutil.rmtree(tmp_path / name, ignore_errors=True)  # pytest could not
    sys.setrecursionlimit(before)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A folder of many files, all of which define the same two names and call them."""
    place = tmp_path_factory.mktemp("crowd")
    text = "def main():\n    return init()\n\n\ndef init():\n    return 1\n"
    write_tree(place / "repo", {f"all/f{at:04}.py": text for at in range(FILES)})
    ring = {f"ring/r{at:03}.py": f"import ring.r{(at + 1) % RING:03}\n\nX{at} = 1\n" for at in range(RING)}
    write_tree(place / "repo", ring | {"ring/__init__.py": ""})
    loop = "".join(f"class C{at}(C{(at + 1) % LOOP}):\n    x = {at}\n\n\n" for at in range(LOOP))
    write_tree(place / "repo", {"loop.py": loop})
    body = "".join(f"def f{at}():\n    return {at}\n\n\n" for at in range(20))
    write_tree(
        place / "repo",
        {f"part{at}/m.py": f"import part{(at + 1) % PARTS}.m\n\n\n{body}" for at in range(PARTS)},
    )
    write_tree(place / "repo", {f"part{at}/__init__.py": "" for at in range(PARTS)})
    write_tree(
        place / "repo", {f"c/g{at}.c": "int start(void)\n{\n    return 1;\n}\n" for at in range(CALLED)}
    )
    write_tree(place / "repo", {"caller.c": "int go(void)\n{\n    return start();\n}\n"})
    caller = "import importlib\n\nimportlib.import_module('x').main()\n"
    write_tree(place / "repo", {"caller.py": caller, ".gitignore": "**/**/**/**/a\n" * 50 + "x*y\n" * 2_000})
    return examine(place / "repo", place, max_seconds=100)


def test_invariants(crowd: Built) -> None:
    """A book of a crowded folder is a book like any other."""
    assert crowd.violations == []


def test_index_of_a_large_folder_is_split(crowd: Built) -> None:
    """N22: the index of a folder goes on in further pages, none of them large, and names every file."""
    pages = {
        name: text for name, text in crowd.pages() if re.fullmatch(r"all/index(?:[-_.~]?\d+)?\.md", name)
    }
    named = {name for text in pages.values() for name in re.findall(r"\bf\d{4}\.py(?=_docs\.md)", text)}
    assert (len(pages) > 1, max(map(len, pages.values())) < MAX_INDEX_BYTES, len(named)) == (
        True,
        True,
        FILES,
    )


def test_names_that_everybody_defines_are_not_guessed(crowd: Built) -> None:
    """C41: a call of `main` among hundreds of `main`s leads to none of them, and no page lists them all."""
    assert re.search(r"\(all/f\d{4}\.py_docs\.md", crowd.page("caller.py")) is None
    assert max(len(text) for name, text in crowd.pages() if name.startswith("all/f")) < 20_000


def test_calls_in_a_crowd_stay_at_home(crowd: Built) -> None:
    """C41: a name that the file itself defines is that one, however many others there are."""
    page = crowd.page("all/f0001.py")
    assert re.search(r"f0002\.py_docs\.md#(?:main|init)", page) is None


def test_candidates_are_counted(crowd: Built) -> None:
    """C41: of a call that many functions fit, twenty are kept and the others counted; the report and the list of names count, too."""
    with sqlite3.connect(crowd.book / "book.db") as database:
        asked = "SELECT answers FROM reference JOIN file ON id = file_id WHERE path = 'caller.c'"
        answers = unpack_answers(database.execute(asked).fetchone()[0])
    assert [(one.label, len(one.targets), one.more) for one in answers] == [("c", 20, CALLED - 20)]
    assert re.search(r"\| ambiguous \| 1 \|", (crowd.book / "verification_report.md").read_text())
    lists = "".join(text for name, text in crowd.pages() if name.startswith("keywords/definitions"))
    assert (
        f"- {CALLED - 8} more of {CALLED} definitions" in lists,
        f"- {FILES - 8} more of {FILES} definitions" in lists,
    ) == (True, True)


def test_long_cycle_of_classes_is_told_in_proportion(crowd: Built) -> None:
    """C40: of 1,000 classes in a circle, each is told with its bases, its page stays in proportion."""
    page = crowd.page("loop.py")
    assert (page.count("\n### "), len(page) < 400 * LOOP) == (LOOP, True)


def test_cycle_of_folders_is_counted(crowd: Built) -> None:
    """C40: folders that import each other in a circle are one cycle, with its parts counted and its imports cited."""
    book = (crowd.book / "comprehensive_book.md").read_text()
    assert (f"\n{PARTS} parts build on each other:" in book, book.count("### Cycle ")) == (True, 1)


def test_long_cycle_is_told_in_proportion(crowd: Built) -> None:
    """C40: a cycle of 150 modules ends, and no page draws or lists it without end."""
    assert {crowd.outcome(f"ring/r{at:03}.py") for at in range(RING)} == {"documented"}
    assert max(len(text) for name, text in crowd.pages() if name.startswith("ring/r")) < 20_000
    diagrams = [
        text.split("```mermaid")[1].split("```")[0] for _, text in crowd.pages() if "```mermaid" in text
    ]
    assert max([text.count("\n") for text in diagrams], default=0) < 150


def test_too_many_patterns_are_noted(crowd: Built) -> None:
    """R18: ignore rules beyond the limit are not used, and the report says so."""
    assert "on are not applied" in (crowd.book / "verification_report.md").read_text()


def test_thousand_nested_folders(tmp_path: Path, deep_stack: None) -> None:
    """N10: a file below 1,000 folders is documented or skipped with `path_limit`; no path of a page gets long."""
    (tmp_path / "repo").mkdir()
    descriptor = os.open(tmp_path / "repo", os.O_RDONLY)
    for level in range(DEPTH):
        if level in (5, DEPTH - 1):
            with open(os.open("x.py", os.O_WRONLY | os.O_CREAT, dir_fd=descriptor), "wb") as stream:
                stream.write(b"x = 1\n")
        os.mkdir("d", dir_fd=descriptor)
        below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)
    built = examine(tmp_path / "repo", tmp_path, max_seconds=100)
    outcomes = sorted(built.outcome(path) for path in built.files)
    assert (built.violations, outcomes) == ([], ["documented", "path_limit"])
    assert max(len(text) for name, text in built.pages()) < 50_000


def test_very_many_very_small_files(tmp_path: Path) -> None:
    """R13: hundreds of files of a hundred bytes are documented like any others; no page grows with their number."""
    root = tmp_path / "repo"
    for at in range(SMALL_FILES):
        text = f"def f{at}(x):\n    return x + {at}\n".ljust(99, "#") + "\n"
        write_tree(root, {f"d{at % 12:02}/f{at:05}.py": text})
    built = examine(root, tmp_path, max_seconds=200)
    outcomes = {built.outcome(path) for path in built.files}
    assert (built.violations, len(built.files), outcomes) == ([], SMALL_FILES, {"documented"})
    assert max(len(text) for _, text in built.pages()) < MAX_INDEX_BYTES


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A small tree in the shape of a kernel: drivers in folders of folders, and headers that all of them include."""
    place = tmp_path_factory.mktemp("kernel")
    files = {
        f"include/linux/h{at}.h": f"#ifndef H{at}_H\n#define H{at}_H\nint core_{at}(int x);\n#endif\n"
        for at in range(8)
    }
    for at in range(8):
        files[f"kernel/core_{at}.c"] = f"#include <linux/h{at}.h>\nint core_{at}(int x) {{ return x; }}\n"
    for at in range(DRIVERS):
        includes = "".join(f"#include <linux/h{number}.h>\n" for number in range(8))
        calls = "".join(f"    x += core_{number}(x);\n" for number in range(8))
        folder = f"drivers/bus{at % 5}/vendor{at % 15}"
        files[f"{folder}/dev{at}.c"] = (
            f"{includes}\nstatic int probe(int x)\n{{\n{calls}    return x;\n}}\n\nint dev{at}_init(void) {{ return probe({at}); }}\n"
        )
        files[f"{folder}/Kconfig"] = f'config VENDOR_{at % 15}\n\ttristate "Vendor {at % 15}"\n'
        files[f"{folder}/Makefile"] = "obj-y += dev.o\n"
    write_tree(place / "repo", dict(files))
    return examine(place / "repo", place, max_seconds=200)


def test_tree_like_a_kernel(kernel: Built) -> None:
    """R14: every file is accounted for, and who uses what is found through the headers."""
    assert (kernel.violations, {kernel.outcome(path) for path in kernel.files}) == ([], {"documented"})
    assert "core_3" in kernel.page("drivers/bus0/vendor0/dev0.c")


def test_header_that_everybody_includes(kernel: Built) -> None:
    """R14: the pages of what the whole tree uses stay short; they count what they do not list."""
    for path in ("include/linux/h3.h", "kernel/core_3.c"):
        page = kernel.page(path)
        assert len(page) < 40_000 and str(DRIVERS) in page.replace(",", "")


def test_a_line_longer_than_what_is_shown(tmp_path: Path) -> None:
    """C08: of a source that is cut whole lines are shown, and where the first is too long, none; the page says so."""
    root = write_tree(tmp_path / "repo", {"long.txt": "x " * 2_200_000 + "\nmore\n"})
    built = examine(root, tmp_path / "place", is_repeated=False, max_seconds=120)
    assert built.violations == []
    assert re.search(r"^```\w*\n```\n\nCut: 0 of 2 lines are shown\.$", built.page("long.txt"), re.M)
