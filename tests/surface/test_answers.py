"""What the commands answer when all is well: exit codes, summaries, help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from golden import GOLDEN, make_repository
from runs import read_tree, run, run_here, write_tree

from repobook import __version__
from repobook.cli import main
from repobook.facts import SKIP_REASONS


def commands(group: click.Group = main, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every command that does something, with the words that call it."""
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name)


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_has_examples(words: tuple[str, ...]) -> None:
    """The help of every command shows how it is called."""
    answer = CliRunner().invoke(main, [*words, "--help"])
    assert f"repobook {' '.join(words)}" in answer.output.partition("Example")[2]


@pytest.mark.parametrize("words", [(), ("export",), *commands()], ids=" ".join)
def test_help_fits_a_page(words: tuple[str, ...]) -> None:
    """Help explains every option, ends with exit code 0 and is at most 100 columns wide."""
    answer = CliRunner().invoke(main, [*words, "--help"], terminal_width=100)
    assert (answer.exit_code, max(map(len, answer.output.splitlines())) <= 100) == (0, True)


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_option_has_help(words: tuple[str, ...]) -> None:
    """No option is left without a sentence."""
    command: click.Command = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    silent = [
        option.opts for option in command.params if isinstance(option, click.Option) and not option.help
    ]
    assert silent == []


def test_version() -> None:
    """--version names the tool and its version."""
    assert CliRunner().invoke(main, ["--version"]).output == f"repobook, version {__version__}\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository of several languages, and a cache that knows it."""
    folder = tmp_path_factory.mktemp("place")
    make_repository(GOLDEN[0], folder)
    write_tree(folder, {"flask_shop/logo.png": b"\x89PNG\r\n\x1a\n\0\0", "flask_shop/old/x.py": "X = 1\n"})
    return folder


def build(place: Path, book: Path, *words: object) -> dict[str, dict[str, object]]:
    """Build a book and return its files by path."""
    done = run_here(
        "build", place / "flask_shop", "-o", book, "--cache", place / "cache", "-q", "-j", 1, *words
    )
    assert (done.code, done.said) == (0, "")
    files = json.loads((book / "manifest.json").read_bytes())["files"]
    return {file["path"]: file for file in files}


def test_json_summary(place: Path, tmp_path: Path) -> None:
    """--json prints one object that says what was done."""
    done = run_here(
        "build",
        place / "flask_shop",
        "-o",
        tmp_path / "book",
        "--cache",
        place / "cache",
        "--json",
        "-q",
        "-j",
        1,
    )
    summary = json.loads(done.out)
    assert set(summary) == {
        "output", "files", "documented", "skipped", "pages", "symbols", "source_bytes", "page_bytes", "reused", "is_unchanged", "seconds",
        "mended", "remade", "edited", "unkept", "rebuilt", "stages", "skips", "notes", "problems", "problem_count",
    }  # fmt: skip


def test_json_summary_adds_up(place: Path, tmp_path: Path) -> None:
    """The counts of the summary are those of the manifest and of the pages on disk."""
    done = run_here(
        "build",
        place / "flask_shop",
        "-o",
        tmp_path / "book",
        "--cache",
        place / "cache",
        "--json",
        "-q",
        "-j",
        1,
    )
    summary = json.loads(done.out)
    counts = json.loads((tmp_path / "book" / "manifest.json").read_bytes())["counts"]
    names = [name for name in read_tree(tmp_path / "book") if not name.endswith("/")]
    assert (summary["files"], summary["documented"], summary["skipped"]) == (
        counts["scanned"],
        counts["documented"],
        counts["skipped"],
    )
    assert summary["pages"] == len(names) - len(["manifest.json", "SHA256SUMS"])
    assert summary["skips"] == {"binary": 1}


def test_json_keeps_stdout_clean(place: Path, tmp_path: Path) -> None:
    """With --json, progress goes to stderr and stdout holds the object alone."""
    done = run(
        "build",
        place / "flask_shop",
        "-o",
        "book",
        "--cache",
        place / "cache",
        "--json",
        "-j",
        1,
        cwd=tmp_path,
    )
    assert (json.loads(done.out)["problem_count"], "scan" in done.err) == (0, True)


def test_quiet_is_silent(place: Path, tmp_path: Path) -> None:
    """--quiet says nothing at all when nothing is wrong."""
    done = run(
        "build",
        place / "flask_shop",
        "-o",
        "book",
        "--cache",
        place / "cache",
        "--quiet",
        "-j",
        1,
        cwd=tmp_path,
    )
    assert (done.code, done.said) == (0, "")


def test_summary_tells_where_to_read(place: Path, tmp_path: Path) -> None:
    """The last line of a build is a path that exists."""
    done = run("build", place / "flask_shop", "-o", "book", "--cache", place / "cache", "-j", 1, cwd=tmp_path)
    assert (tmp_path / done.out.splitlines()[-1].removeprefix("read ")).is_file()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which `repobook build` was called, without another word."""
    folder = write_tree(tmp_path_factory.mktemp("defaults") / "here", {"a.py": "def a(): ...\n"})
    assert run("build", cwd=folder, XDG_CACHE_HOME=str(folder.parent / "state")).code == 0
    return folder


def test_defaults(here: Path) -> None:
    """`repobook build` alone makes ./book of this folder, and the cache lies outside of it."""
    assert sorted(path.name for path in here.iterdir()) == ["a.py", "book"]


def test_defaults_describe_the_repository_alone(here: Path) -> None:
    """A book in the repository documents neither itself nor what its own build leaves there for a moment."""
    files = json.loads((here / "book" / "manifest.json").read_bytes())["files"]
    assert [file["path"] for file in files if file["outcome"] == "documented"] == ["a.py"]


def test_include(place: Path, tmp_path: Path) -> None:
    """--include takes only what it names."""
    files = build(place, tmp_path / "book", "--include", "docs/*.md", "--include", "cart.py")
    documented = [path for path, file in files.items() if file["outcome"] == "documented"]
    assert documented == ["docs/index.md", "docs/pricing.md", "src/flask_shop/cart.py"]


def test_exclude(place: Path, tmp_path: Path) -> None:
    """--exclude leaves out what it names and says so."""
    files = build(place, tmp_path / "book", "--exclude", "old/", "--exclude", "*.md")
    left_out = {
        path: file["reason"] for path, file in files.items() if "--exclude" in str(file.get("reason"))
    }
    assert sorted(left_out) == ["CHANGELOG.md", "README.md", "docs/index.md", "docs/pricing.md", "old/"]


def test_exclude_beats_include(place: Path, tmp_path: Path) -> None:
    """A file that is both included and excluded is left out."""
    files = build(place, tmp_path / "book", "--include", "docs/", "--exclude", "pricing.md")
    assert [path for path, file in files.items() if file["outcome"] == "documented"] == ["docs/index.md"]


def test_nothing_included(place: Path, tmp_path: Path) -> None:
    """Patterns that leave no file are a mistake: one line says so, and nothing is written."""
    done = run_here("build", place / "flask_shop", "-o", tmp_path / "book", "--include", "*.nothing")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.endswith("--include *.nothing leaves no file. Choose other patterns.\n")
    assert not (tmp_path / "book").exists()


def test_an_empty_folder(tmp_path: Path) -> None:
    """Where there is no file, the note says so, and speaks of no option that was not given."""
    (tmp_path / "repo").mkdir()
    done = run_here("build", tmp_path / "repo", "-o", tmp_path / "book")
    assert "the folder holds no file" in done.out + done.err
    assert "--include" not in done.out + done.err


def test_verify_names_a_place_once(place: Path, tmp_path: Path) -> None:
    """`verify` tells one problem as one, with its path once."""
    build(place, tmp_path / "book")
    (tmp_path / "book" / "stray.md").write_text("x\n")
    done = run_here("verify", tmp_path / "book")
    line, count, *_ = done.out.split("\n")
    assert line.startswith("stray.md: stray_file: ")
    assert line.count("stray.md") == 1
    assert count.startswith("1 problem; checked ")


def test_options_are_no_rules_of_the_repository(place: Path, tmp_path: Path) -> None:
    """What options leave out is listed as that, with the pattern, apart from what the repository ignores."""
    build(place, tmp_path / "book", "--include", "*.py", "--exclude", "tests/")
    report = (tmp_path / "book" / "verification_report.md").read_text()
    options, _, rules = report.partition("## Left out by the options")[2].partition("## Ignored by")
    assert "| `README.md` | `--include *.py` |" in options
    assert "| `tests/` | `--exclude tests/` |" in options
    assert "--include" not in rules
    assert "| `README.md` | left out by `--include *.py` |" in (tmp_path / "book" / "index.md").read_text()


def test_no_source(place: Path, tmp_path: Path) -> None:
    """--no-source keeps every line of code out of the pages; what authors wrote about it stays."""
    build(place, tmp_path / "book", "--no-source")
    page = (tmp_path / "book" / "src" / "flask_shop" / "cart.py_docs.md").read_text()
    assert ("```" in page, "wanted = self._amounts" in page, "> Put an item into the cart." in page) == (
        False,
        False,
        True,
    )


def test_source_url(place: Path, tmp_path: Path) -> None:
    """--source-url makes citations lead to the lines on the web."""
    build(place, tmp_path / "book", "--source-url", "https://example.org/shop/blob/abc/")
    page = (tmp_path / "book" / "src" / "flask_shop" / "cart.py_docs.md").read_text()
    assert "](https://example.org/shop/blob/abc/src/flask_shop/cart.py#L" in page


def test_verify_says_what_it_checked(place: Path, tmp_path: Path) -> None:
    """`verify` of a good book says how much was checked, and its exit code is 0."""
    build(place, tmp_path / "book")
    done = run_here("verify", tmp_path / "book", "--source", place / "flask_shop")
    assert (done.code, done.err, done.out.startswith("0 problems; checked ")) == (0, "", True)


def test_verify_json(place: Path, tmp_path: Path) -> None:
    """`verify --json` prints problems and checks."""
    build(place, tmp_path / "book")
    answer = json.loads(run_here("verify", tmp_path / "book", "--json").out)
    assert (set(answer), answer["problems"]) == ({"problems", "checks"}, [])


def test_skip_reasons_are_fixed_words(place: Path, tmp_path: Path) -> None:
    """Every reason in the manifest is one of the fixed words."""
    files = build(place, tmp_path / "book")
    assert {file["reason"] for file in files.values() if file["outcome"] == "skipped"} <= SKIP_REASONS.keys()


def test_cache_that_cannot_be_written_is_told(place: Path, tmp_path: Path) -> None:
    """The book is made, and the reader learns why the next build will take as long."""
    (tmp_path / "file").write_text("")
    words = ("build", place / "flask_shop", "-o", tmp_path / "book", "--cache", tmp_path / "file" / "cache")
    done = run_here(*words, "-j", 1)
    assert done.code == 0
    assert "nothing is kept for the next build (" in done.out
    assert "/file/cache/books: Not a directory; choose another folder with --cache)" in done.out
