"""Ignore rules mean what they mean to git, at a bounded cost."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from repobook.scan import Ignored, ScanOptions, list_files
from repobook.scan.ignore import MAX_RULES, MAX_WILDCARD_RULES, Rule, RuleList, parse_rule, parse_rules

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import MakeTree


MATCHES = [
    # rule, path, is it a folder, does it match
    ("a", "a", False, True),
    ("a", "x/a", False, True),
    ("a", "x/ab", False, False),
    ("/a", "a", False, True),
    ("/a", "x/a", False, False),
    ("a/", "x/a", True, True),
    ("a/", "x/a", False, False),
    ("a/b", "a/b", False, True),
    ("a/b", "x/a/b", False, False),
    ("*.o", "x/y.o", False, True),
    ("*.o", ".o", False, True),
    ("*.tar.gz", "x.tar.gz", False, True),
    ("*.tar.gz", "x.gz", False, False),
    ("a*b", "axxb", False, True),
    ("a*b", "ab", False, True),
    ("a*b", "a/b", False, False),
    ("*a*b*", "xxaxbx", False, True),
    ("*ab*ab", "abxab", False, True),
    ("*ab*ab", "ab", False, False),
    ("x/*.c", "x/y.c", False, True),
    ("x/*.c", "x/y/z.c", False, False),
    ("f?o", "foo", False, True),
    ("f?o", "f/o", False, False),
    ("?", "é", False, False),  # two bytes, to git
    ("[ab]", "b", False, True),
    ("[!ab]", "b", False, False),
    ("[^ab]", "c", False, True),
    ("[a-c]x", "bx", False, True),
    ("[]a]", "]", False, True),
    ("[a-]", "-", False, True),
    ("[[:digit:]]x", "7x", False, True),
    ("[[:nonsense:]]", "n", False, False),
    ("[", "[", False, False),
    ("a[/]b", "a/b", False, False),
    ("\\[z]", "[z]", False, True),
    ("a\\", "a\\", False, False),
    ("\\#h", "#h", False, True),
    ("\\!x", "!x", False, True),
    ("a\\*b", "a*b", False, True),
    ("a\\*b", "axb", False, False),
    ("a.b", "axb", False, False),
    ("**/b", "b", False, True),
    ("**/b", "x/y/b", False, True),
    ("a/**", "a/x/y", False, True),
    ("a/**", "a", True, False),
    ("a/**/b", "a/b", False, True),
    ("a/**/b", "a/x/y/b", False, True),
    ("a/**/b/**/c", "a/b/b/c", False, True),
    ("a/**/b/**/c", "a/x/c", False, False),
    ("**/a/**/b", "x/a/y/b", False, True),
    ("**", "x/y", False, True),
    ("foo**", "foobar", False, True),
    ("**foo", "x/barfoo", False, True),
    ("a/**b", "a/xb", False, True),
    ("a/**b", "a/x/b", False, False),
    ("a//b", "a/b", False, False),
    ("é*", "x/était", False, True),
]


def match(glob: str, path: str, is_folder: bool) -> Rule | None:
    rule = parse_rule(glob, glob)
    assert rule is not None
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return RuleList([rule]).match(path, name, name[dot:] if dot >= 0 else "", is_folder)


@pytest.mark.parametrize(("glob", "path", "is_folder", "expected"), MATCHES)
def test_a_rule_matches_as_in_git(glob: str, path: str, is_folder: bool, expected: bool) -> None:
    assert (match(glob, path, is_folder) is not None) is expected


def test_star_matches_a_newline_in_a_name() -> None:
    assert match("a*z", "a\nz", False)
    assert match("x/**", "x/a\nz", False)


def test_the_last_rule_of_a_file_wins() -> None:
    rules, _ = parse_rules("*.txt\n!keep.txt\n/sub/*.txt\nkeep*\n!/keep.txt\n", "f")
    found = RuleList(rules)

    def source(path: str) -> str:
        name = path.rpartition("/")[2]
        rule = found.match(path, name, name[name.rindex(".") :], False)
        return rule.source if rule else ""

    assert source("keep.txt") == "f:5 !/keep.txt"
    assert source("sub/keep.txt") == "f:4 keep*"
    assert source("x.txt") == "f:1 *.txt"
    assert source("x.md") == ""


def test_comments_blanks_and_line_ends_are_read_as_git_does() -> None:
    rules, _ = parse_rules("\ufeff# no\r\n\r\na \r\nb\\ \n  c\n#d\n/\n", "f")
    assert [rule.glob for rule in rules] == ["a", "b\\ ", "  c"]


@pytest.mark.parametrize(
    "glob",
    [
        "*a" * 60 + "b",
        "**/" * 60 + "a*b",
        "a*/" * 40 + "b",
        "**/a*/" * 30 + "b",
        "[a-z]*" * 60 + "0",
        "*" * 3000 + "b",
    ],
)
def test_no_rule_takes_long(glob: str) -> None:
    """A pattern written to make a naive matcher run for ever."""
    started = time.process_time()
    for path in ("a" * 250, "/".join(["a" * 30] * 30), "a/" * 480 + "a"):
        match(glob, path, False)
        match("/" + glob, path, False)
    assert time.process_time() - started < 1


def test_a_huge_ignore_file_is_cut_with_a_note(make_tree: MakeTree) -> None:
    root = make_tree(
        {".gitignore": "".join(f"name{number}\n" for number in range(MAX_RULES + 10)), "a.py": ""}
    )
    (note,) = list_files(root).notes
    assert (note.path, note.code) == (".gitignore", "truncated")
    assert note.detail == "more than 20,000 rules; rules from line 20001 on are not applied"


def test_wildcards_are_cut_sooner(make_tree: MakeTree) -> None:
    text = "".join(f"a*{number}?b\n" for number in range(MAX_WILDCARD_RULES + 10))
    (note,) = list_files(make_tree({".gitignore": text})).notes
    assert "more than 1,000 rules with wildcards; rules from line 1001 on" in note.detail


def test_an_ignore_file_beyond_a_megabyte_is_cut_at_a_line(make_tree: MakeTree) -> None:
    text = "first\n" + "# " + "x" * 1024 * 1024 + "\nlast\n"
    listing = list_files(make_tree({".gitignore": text, "first": "", "last": ""}))
    assert [ignored.path for ignored in listing.ignored] == ["first"]
    assert listing.notes[0].detail == "larger than 1,048,576 bytes; the rest is not applied"


def test_many_files_full_of_wildcards_share_one_budget(make_tree: MakeTree) -> None:
    text = "".join(f"{'ab*' * 40}{number}\n" for number in range(500))
    files = {f"d{number}/.gitignore": text + "plain\n" for number in range(8)} | {"d7/plain": ""}
    started = time.process_time()
    listing = list_files(make_tree(files))
    assert time.process_time() - started < 5
    assert listing.ignored == [Ignored("d7/plain", "d7/.gitignore:501 plain")]
    assert any("too many wildcards" in note.detail for note in listing.notes)


def test_a_deeper_file_overrides(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree(
            {
                ".gitignore": "*.log\n",
                "a/.gitignore": "!keep.log\n",
                "a/keep.log": "",
                "a/x.log": "",
                "keep.log": "",
            }
        )
    )
    assert listing.ignored == [
        Ignored("a/x.log", ".gitignore:1 *.log"),
        Ignored("keep.log", ".gitignore:1 *.log"),
    ]


def test_what_lies_in_an_ignored_folder_cannot_come_back(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree({".gitignore": "build/\n!build/keep\n", "build/keep": "", "build/.gitignore": "!keep"})
    )
    assert listing.ignored == [Ignored("build/", ".gitignore:1 build/")]


def test_the_rule_names_its_file_and_line(make_tree: MakeTree) -> None:
    listing = list_files(make_tree({"build/.gitignore": "\n#\n*.o\n", "build/x.o": ""}))
    assert listing.ignored == [Ignored("build/x.o", "build/.gitignore:3 *.o")]


def test_info_exclude_is_weaker_than_the_tree(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree({".git/info/exclude": "*.a\n*.b\n", ".gitignore": "!*.b\n", "x.a": "", "x.b": ""})
    )
    assert listing.ignored == [Ignored("x.a", ".git/info/exclude:1 *.a")]


def test_repobookignore_decides_after_gitignore(make_tree: MakeTree) -> None:
    files = {
        ".gitignore": "*.csv\nout/\n",
        ".repobookignore": "!keep.csv\ndocs/\n!out/\n",
        "keep.csv": "",
        "x.csv": "",
        "docs/a.md": "",
        "out/b": "",
    }
    listing = list_files(make_tree(files))
    assert listing.ignored == [
        Ignored("docs/", ".repobookignore:2 docs/"),
        Ignored("x.csv", ".gitignore:1 *.csv"),
    ]
    assert "out/b" in [entry.path for entry in listing.entries]


def test_an_ignore_file_that_is_a_link_is_not_read(make_tree: MakeTree, tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("*\n")
    root = make_tree({"a.py": ""})
    os.symlink(tmp_path / "rules", f"{root}/.gitignore")
    assert list_files(root).ignored == []


def test_an_ignore_file_that_is_a_fifo_does_not_stop_the_walk(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": ""})
    os.mkfifo(f"{root}/.gitignore")
    assert [entry.path for entry in list_files(root).entries] == [".gitignore", "a.py"]


def test_exclude_wins_over_all(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": "", "docs/b.md": "", "docs/c.md": "", ".repobookignore": "!b.md\n"})
    listing = list_files(root, ScanOptions(exclude=("docs/", "*.py")))
    assert listing.ignored == [Ignored("a.py", "--exclude *.py"), Ignored("docs/", "--exclude docs/")]


def test_include_takes_only_what_it_names(make_tree: MakeTree) -> None:
    root = make_tree({"src/a.py": "", "src/b.c": "", "lib/a.py": "", "x.py": "", "src/deep/z": ""})
    listing = list_files(root, ScanOptions(include=("src/", "!*.c", "/x.py")))
    assert [entry.path for entry in listing.entries] == ["src/a.py", "src/deep/z", "x.py"]
    rule = "--include src/ --include !*.c --include /x.py"
    assert listing.ignored == [Ignored("lib/a.py", rule), Ignored("src/b.c", rule)]


RULES = [
    "a",
    "b/",
    "/a",
    "/b/",
    "*.o",
    "*.txt",
    "!*.txt",
    "!a",
    "a/b",
    "a/**",
    "**/b",
    "a/**/c",
    "/foo*",
    "f?o",
    "[ab]",
    "[!a]",
    "*",
    "!*/",
    "/*",
    "!/a",
    "b*/",
    "**/foo.py",
    "a/*/c",
    "*a*",
    "!foo.py",
    "\\#h",
    "q\\!",
    "**",
    "a/**/",
    "**/",
    "foo**",
    "[a-c]*",
    "x.[!p]",
    "[[:alpha:]]",
    "build/",
    "!build/",
    "build/*",
    "!build/a",
    "*/b",
    "/**/c",
    "a/b/c",
    "c/",
    "[",
    "*.*",
    "*b/*",
    "é",
    "a/**b",
    "?",
    "??",
    "\\[z]",
    "[]a]",
    "[^b]",
    "a/b/",
    "!a/b",
    "**/a/b",
    "**/a/**/b",
    "/a/**/b",
]
NAMES = ["a", "b", "c", "foo", "bar.txt", "x.o", "build", "a.b", "A", "foo.py", "[z]", "q!", "#h", "s p", "é"]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git to compare with")
@pytest.mark.parametrize("seed", range(25))
def test_random_trees_are_listed_as_git_lists_them(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)

    def fill(folder: str, depth: int) -> None:
        for name in choose.sample(NAMES, choose.randint(1, 6)):
            path = os.path.join(folder, name)
            if depth < 4 and choose.random() < 0.5 and "." not in name:
                os.mkdir(path)
                fill(path, depth + 1)
            else:
                with open(path, "w") as file:
                    file.write("x")
        if depth == 0 or choose.random() < 0.3:
            with open(os.path.join(folder, ".gitignore"), "w") as file:
                for rule in choose.sample(RULES, choose.randint(1, 6)):
                    file.write(rule + choose.choice(["\n", "  \n", "\r\n"]))

    root = str(tmp_path)
    fill(root, 0)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}

    def git(*words: str) -> str:
        command = ["git", "-C", root, *words]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode()

    git("init", "-q")
    if seed % 2:
        some = choose.choice(sorted(name for name in os.listdir(root) if name != ".git"))
        git("add", "-f", "--", some)
        git("update-index", "--index-version", str(choose.choice([2, 4])))
    expected = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    listing = list_files(root)
    assert listing.notes == []
    assert [entry.path for entry in listing.entries] == sorted(path for path in expected if path)


def test_rules_that_leave_nothing_without_git(tmp_path: Path) -> None:
    """A package of sources may hold the rules of the repository that packs it; with git beside it they count."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.c").write_text("int a;\n")
    (tmp_path / ".gitignore").write_text("*.o\n/*\n!/debian/\n")
    listing = list_files(str(tmp_path))
    assert [entry.path for entry in listing.entries] == [".gitignore", "src/a.c"]
    assert [(note.path, note.code) for note in listing.notes] == [(".gitignore", "ignore_rules_unused")]
    assert ".gitignore:2 /* leaves no file" in listing.notes[0].detail
    (tmp_path / ".repobookignore").write_text("/*\n")
    assert not list_files(str(tmp_path)).entries
    (tmp_path / ".repobookignore").unlink()
    (tmp_path / ".git").mkdir()
    assert not list_files(str(tmp_path)).entries
