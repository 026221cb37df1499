"""`repobook export tags` writes what Vim, Emacs and readtags read."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from golden import GOLDEN, make_repository
from runs import run_here, write_tree

# Parts of symbols, of which some are odd: tabs, backslashes, an exclamation mark, two bytes.
ODD = {"odd\tname\\.py": "def ünï(a, b='\t'):\n    ...\n", "Makefile": "!all:\n\techo\n"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository, its book, and the tags at the top of the repository."""
    folder = tmp_path_factory.mktemp("tags")
    repository = make_repository(GOLDEN[0], folder)
    write_tree(repository, dict(ODD))
    assert (
        run_here("build", repository, "-o", folder / "book", "--cache", folder / "cache", "-q", "-j", 1).code
        == 0
    )
    assert run_here("export", "tags", "--book", folder / "book", "-o", repository / "tags").code == 0
    return folder


@pytest.fixture(scope="module")
def lines(place: Path) -> list[bytes]:
    return (place / "flask_shop" / "tags").read_bytes().split(b"\n")[:-1]


def tags(lines: list[bytes]) -> dict[str, list[str]]:
    """Return name -> the other columns of its first tag."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if not line.startswith(b"!_TAG_"):
            name, *rest = line.decode().split("\t")
            found.setdefault(name, rest)
    return found


def fields(columns: list[str]) -> dict[str, str]:
    return dict(column.split(":", 1) for column in columns[2:])  # type: ignore[misc]


def test_header(lines: list[bytes]) -> None:
    """The header says: extended format, sorted, UTF-8, made by repobook."""
    head = dict(line.split(b"\t")[:2] for line in lines if line.startswith(b"!_TAG_"))
    assert {
        b"!_TAG_FILE_FORMAT": b"2",
        b"!_TAG_FILE_SORTED": b"1",
        b"!_TAG_FILE_ENCODING": b"utf-8",
        b"!_TAG_PROGRAM_NAME": b"repobook",
    }.items() <= head.items()


def test_sorted_by_bytes(lines: list[bytes]) -> None:
    """Tags are sorted as readers search them: by bytes."""
    assert lines == sorted(lines)


def test_method(lines: list[bytes]) -> None:
    """A method carries kind, line, end, language, scope and signature."""
    path, address, *_ = columns = tags(lines)["subtotal"]
    assert (path, address) == ("src/flask_shop/cart.py", '54;"')
    assert fields(columns) == {
        "kind": "method",
        "line": "54",
        "end": "55",
        "language": "Python",
        "scope": "class:Cart",
        "access": "public",
        "signature": "(self)",
    }


def test_every_line_has_its_columns(lines: list[bytes]) -> None:
    """Odd names neither add columns nor break lines."""
    bad = []
    for line in lines:
        columns = line.decode().split("\t")
        if not line.startswith(b"!_TAG_") and not (
            columns[2].endswith(';"') and all(":" in c for c in columns[3:])
        ):
            bad.append(line)
    assert bad == []


def test_addresses_hold(place: Path, lines: list[bytes]) -> None:
    """The line of every tag in Python code holds the name."""
    wrong = []
    for line in lines:
        name, path, address = line.decode().split("\t")[:3]
        if path.endswith(".py") and "\\" not in path:
            text = (place / "flask_shop" / path).read_text().split("\n")
            if name not in text[int(address.removesuffix(';"')) - 1]:
                wrong.append(line)
    assert wrong == []


def test_standard_output(place: Path, lines: list[bytes]) -> None:
    """Without -o the tags go to standard output."""
    assert run_here("export", "tags", "--book", place / "book").out.encode() == b"\n".join(lines) + b"\n"


@pytest.mark.skipif(shutil.which("readtags") is None, reason="readtags is not installed")
def test_readtags_finds_a_tag(place: Path) -> None:
    """readtags finds a tag by binary search and sees its fields."""
    done = subprocess.run(
        ["readtags", "-t", place / "flask_shop" / "tags", "-e", "-n", "best_discount"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("best_discount\tsrc/flask_shop/pricing.py\t") and "line:22" in done.stdout


@pytest.mark.skipif(shutil.which("readtags") is None, reason="readtags is not installed")
def test_readtags_lists_every_tag(place: Path, lines: list[bytes]) -> None:
    """readtags reads as many tags as were written."""
    done = subprocess.run(
        ["readtags", "-t", place / "flask_shop" / "tags", "-l"], capture_output=True, check=False
    )
    assert done.stdout.count(b"\n") == sum(not line.startswith(b"!_TAG_") for line in lines)


@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
def test_vim_jumps_to_a_tag(place: Path) -> None:
    """`vim -t` opens the right file at the right line."""
    answer = place / "answer"
    words = [
        "-c",
        "tag Catalogue",
        "-c",
        f"call writefile([expand('%'), line('.')], '{answer}')",
        "-c",
        "qa!",
    ]
    subprocess.run(
        ["vim", "-u", "NONE", "-es", "-i", "NONE", *words],
        cwd=place / "flask_shop",
        stdin=subprocess.DEVNULL,
        timeout=20,
        check=False,
    )
    assert answer.read_text().split() == ["src/flask_shop/catalogue.py", "9"]
