"""Group R: repositories as a whole. Nothing they hold is run, obeyed or trusted."""

from __future__ import annotations

import ast
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from git_vectors import SECRET
from invariants import examine, set_watch, told_by
from runs import SOURCE, environment, run, run_here, write_tree

import repobook
from repobook.build import build
from repobook.config import make_config
from repobook.errors import InputError


def test_empty_folder(tmp_path: Path) -> None:
    """R01: an empty folder has a book, and its front page says that there is nothing in it."""
    (tmp_path / "repo").mkdir()
    built = examine(tmp_path / "repo", tmp_path)
    page = (built.book / "index.md").read_text()
    assert (built.violations, built.files, "no files" in page) == ([], {}, True)


def test_limits_are_measured(tmp_path: Path) -> None:
    """What `examine` is told to allow decides: nothing is built in no time and no memory, and a strange file is noticed."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    write_tree(tmp_path / "home", {"left": ""})
    built = examine(root, tmp_path, max_memory=1, max_seconds=0, canaries=[b"a = 1"], is_repeated=False)
    is_known = built.memory > 0  # not where this process has grown larger than a build ever is
    said = [violation.split()[0] for violation in built.violations]
    assert said == ["left", "took", *["took"] * is_known, "canary"]
    assert 20_000_000 < built.memory < 500_000_000 or not is_known


def test_only_binary_files(tmp_path: Path) -> None:
    """R02: a repository without a line of text has a book; each file has its reason."""
    write_tree(tmp_path / "repo", {f"{at}.bin": bytes(range(256)) for at in range(3)})
    built = examine(tmp_path / "repo", tmp_path)
    assert (built.violations, {built.outcome(path) for path in built.files}) == ([], {"binary"})


def test_book_in_the_repository_is_never_documented(tmp_path: Path) -> None:
    """R15: a book of ours, wherever it lies in the tree, is left out and named; the third build equals the first."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    (root / "old").mkdir()
    assert (
        run_here(
            "build", root, "-o", root / "old" / "book", "--cache", tmp_path / "cache", "-q", "-j", 1
        ).code
        == 0
    )
    built = examine(root, tmp_path)
    assert (built.violations, list(built.files), built.outcome("old/book/")) == (
        [],
        ["a.py", "old/book/"],
        "ignored",
    )


@pytest.mark.spares("source", why="the book lies in it")
def test_number_of_pages_does_not_grow(tmp_path: Path) -> None:
    """R15: building into the repository again and again does not make the book longer."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    pages = []
    for _ in range(3):
        done = run_here(
            "build", root, "-o", root / "book", "--cache", tmp_path / "cache", "--json", "-q", "-j", 1
        )
        pages.append(json.loads(done.out)["pages"])
    assert pages[0] == pages[2]


@pytest.mark.spares("source", why="the book lies in it")
def test_book_inside_verifies_against_its_source(tmp_path: Path) -> None:
    """R15: a book built into its repository holds against that repository."""
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    run_here("build", root, "-o", root / "book", "--cache", tmp_path / "cache", "-q", "-j", 1)
    done = run_here("verify", root / "book", "--source", root)
    assert (done.code, done.out.startswith("0 problems")) == (0, True), done.out


SETTINGS = ("repobook.toml", ".repobook.toml", "repobook.ini", ".repobookrc", "pyproject.toml", "setup.cfg", "tox.ini", ".env",
            "repobook.json", "repobook.yaml", ".config/repobook/config.toml", "book/repobook.toml")  # fmt: skip


@pytest.mark.parametrize("output", ["/", "..", "../elsewhere", "/etc/repobook"])
def test_configuration_of_the_repository_is_not_obeyed(output: str, tmp_path: Path) -> None:
    """R16: a file in the repository can neither move the output nor name commands: it is text like any other."""
    heavy = "(a+)+$" * 1000
    text = (
        f'[tool.repobook]\noutput = "{output}"\ncache = "{output}"\nplugins = ["evil"]\ncommand = "touch {tmp_path}/marker"\n'
        f'url = "https://attacker.example"\nexclude = ["{heavy}", "*"]\njobs = 99999\nformat = "md,site"\n'
    )
    root = write_tree(tmp_path / "repo", {"a.py": "a = 1\n", **dict.fromkeys(SETTINGS, text)})
    built = examine(root, tmp_path, is_repeated=output == "/")
    left_out = {path for path in built.files if built.outcome(path) != "documented"}
    assert (built.violations, left_out, (built.book / "site").exists()) == ([], {".env"}, False)
    assert built.page("a.py")


@pytest.mark.parametrize("how", ["command", "module", "in another locale"])
def test_code_of_the_repository_is_not_loaded(how: str, tmp_path: Path) -> None:
    """R16: whoever stands in a repository runs our code and Python's, and none of it, whatever its modules are called."""
    marker = tmp_path / "marker"
    names = ("sitecustomize", "usercustomize", "click", "json", "threading", "msgspec", "repobook_plugin")
    root = write_tree(tmp_path / "repo", {f"{name}.py": f"open({str(marker)!r}, 'w')\n" for name in names})
    if how != "module":  # whose package it is then is Python's to say
        write_tree(root, {"repobook/__init__.py": f"open({str(marker)!r}, 'w')\n"})
    script = tmp_path / "bin" / "repobook"
    start = "import sys\nfrom repobook.__main__ import start\nsys.exit(start())\n"  # as pip writes it
    write_tree(tmp_path, {"bin/repobook": start, "out/": "", "temporary/": ""})
    watch, log = set_watch(tmp_path, [root])
    changes = {
        "PYTHONPATH": f"{watch}:{SOURCE}",
        "HOME": str(tmp_path / "out"),
        "TMPDIR": str(tmp_path / "temporary"),
    }
    if how == "in another locale":
        changes |= {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, *(["-m", "repobook"] if how == "module" else [str(script)]), "build", ".", "-o", str(tmp_path / "out" / "book"),
         "--cache", str(tmp_path / "cache"), "-q", "-j", "1"],
        cwd=root, env=environment(**changes), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr, told_by(log), marker.exists()) == (0, "", [], False)
    assert "= workers" in log.read_text()


class _Bomb:
    def __init__(self, marker: str) -> None:
        self._marker = marker

    def __reduce__(self) -> tuple[object, ...]:
        return open, (self._marker, "w")


def test_planted_state_is_not_opened(tmp_path: Path) -> None:
    """R17: a book and a cache of ours in the repository are files like any other: nothing of them is opened, or gets out."""
    marker = tmp_path / "marker"
    bomb = pickle.dumps(_Bomb(str(marker)))
    pickle.loads(bomb).close()
    assert marker.exists()
    marker.unlink()
    # What a build of another tree knows of a file with the same name, in every place where somebody might look.
    other = write_tree(tmp_path / "other" / "repo", {"a.py": f"def {SECRET}(): ...\n"})
    last, cache = tmp_path / "other" / "book", tmp_path / "other" / "cache"
    assert run_here("build", other, "-o", last, "--cache", cache, "-q", "-j", 1).code == 0
    for pages in (cache / "books").glob("*.twin"):
        shutil.rmtree(pages)  # these are text, and would be shown as such
    planted = {"a.py": "def mine(): ...\n", "facts.pickle": bomb, "cache.bin": b"\0" + bomb}
    root = write_tree(tmp_path / "repo", planted)
    for place in (".cache/repobook", ".repobook", "cache", ".book.repobook-staging"):
        shutil.copytree(cache, root / place)
    for path in (*cache.glob("facts*"), last / "book.db"):
        shutil.copy(path, root)
    shutil.copytree(last, root / "book")
    built = examine(root, tmp_path, canaries=[SECRET.encode()])
    assert (built.violations, built.outcome("a.py"), built.outcome("book.db")) == ([], "documented", "binary")
    assert built.outcome("book/") == "ignored"


def test_nothing_is_unpacked_into_objects() -> None:
    """R17: no module of ours loads anything that can make objects of its own choice, or runs text as code."""
    banned = {
        "pickle",
        "cPickle",
        "shelve",
        "dill",
        "cloudpickle",
        "joblib",
        "jsonpickle",
        "yaml",
        "imp",
        "code",
    }
    calls = {"eval", "exec", "__import__", "compile"}
    loads = {"marshal": {"load", "loads"}, "ctypes": {"PyDLL"}}
    found = []
    for module in sorted(Path(repobook.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text())):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            found += [f"{module.name}: {name}" for name in names if name.partition(".")[0] in banned]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls:
                found.append(f"{module.name}:{node.lineno}: {node.func.id}")
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.attr in loads.get(node.value.id, ()):
                    found.append(f"{module.name}:{node.lineno}: {node.value.id}.{node.attr}")
    # It hears a copy of its own process, through a pipe of its own; what comes are numbers, texts and lists.
    assert [line.partition(":")[0] for line in found if "marshal" in line] == ["aside.py"]
    assert [line for line in found if "marshal" not in line] == []


@pytest.mark.spares("watch", why="the cache lies in the home folder, which is the repository")
@pytest.mark.parametrize("leads", ["", "link"])
def test_home_folder_needs_a_word(leads: str, tmp_path: Path) -> None:
    """R20: the home folder, by whatever name, is a repository only where --force says so; its cache is then left out."""
    home = write_tree(tmp_path / "home", {"a.py": "a = 1\n"})
    (tmp_path / "link").symlink_to("home")
    words = ("build", tmp_path / (leads or "home"), "-o", tmp_path / "book", "-q", "-j", 1)
    refused = run(*words, HOME=str(home))
    assert (refused.code, refused.out) == (2, "")
    assert "home folder" in refused.err and "--force" in refused.err and refused.err.count("\n") == 1
    assert (os.listdir(home), (tmp_path / "book").exists()) == (["a.py"], False)
    for _ in range(2):
        done = run(*words, "--force", HOME=str(home))
        assert (done.code, done.said) == (0, "")
        files = json.loads((tmp_path / "book" / "manifest.json").read_bytes())["files"]
        documented = [entry["path"] for entry in files if entry["outcome"] == "documented"]
        assert documented == ["a.py"]


@pytest.mark.spares("source", why="it is everything that there is")
def test_whole_file_system_needs_a_word(tmp_path: Path) -> None:
    """R20: so is `/`, by whatever name."""
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    (tmp_path / "link").symlink_to("/")
    parts = [f"/{'/'.join((tmp_path / 'repo').parts[1:at])}/" for at in range(2, len(tmp_path.parts) + 2)]
    around = ["/*", *(rule for part in parts for rule in (f"!{part}", f"{part}*"))][:-1]
    for name in ("/", "//", "/.", str(tmp_path / "link")):
        words = {"cache": str(tmp_path / "cache"), "jobs": 1, "exclude": tuple(around), "has_history": False}
        with pytest.raises(InputError, match=r"the whole file system.*--force"):
            make_config(name, str(tmp_path / "book"), **words)
        outcome = build(make_config(name, str(tmp_path / "book"), is_forced=True, **words))
        assert (outcome.problems, outcome.documented) == ([], 1)


def test_root_given_as_a_link(tmp_path: Path) -> None:
    """R20: a repository given as a link is the folder it leads to."""
    write_tree(tmp_path / "repo", {"a.py": "a = 1\n"})
    (tmp_path / "link").symlink_to("repo")
    done = run_here(
        "build", tmp_path / "link", "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1
    )
    manifest = json.loads((tmp_path / "book" / "manifest.json").read_bytes())
    assert (done.code, manifest["repository"]["name"]) == (0, "repo")


def test_name_that_changes_its_case(tmp_path: Path) -> None:
    """R21: after a rename in case, and a file that became a folder, the next book equals a clean one."""
    root = write_tree(tmp_path / "repo", {"Name.py": "a = 1\n", "thing": "text\n"})
    words = ("-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1)
    run_here("build", root, *words)
    (root / "Name.py").rename(root / "name.py")
    (root / "thing").unlink()
    write_tree(root, {"thing/x.py": "x = 1\n"})
    run_here("build", root, *words)
    run_here("build", root, "-o", tmp_path / "clean", "--cache", tmp_path / "other", "-q", "-j", 1)
    assert (tmp_path / "clean" / "SHA256SUMS").read_bytes() == (tmp_path / "book" / "SHA256SUMS").read_bytes()
