"""The walk lists every name once, follows nothing and changes nothing."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

import repobook.scan
from repobook.errors import InputError
from repobook.scan import Ignored, Listing, ScanOptions, list_files
from repobook.scan.folders import FolderChain
from repobook.scan.rules import Place
from repobook.scan.walk import _Walk

if TYPE_CHECKING:
    from conftest import MakeTree


BOOK = '{\n"format": 1,\n"tool": {"name": "repobook", "version": "1"}\n}'


def paths(listing: Listing) -> list[str]:
    return [entry.path for entry in listing.entries]


def skips(listing: Listing) -> dict[str, tuple[str, str]]:
    return {entry.path: (entry.skip, entry.detail) for entry in listing.entries if entry.skip}


def nest(root: str, names: list[str], leaf: str) -> None:
    """Make folders inside each other by descriptor: the whole path may be longer than a system call takes."""
    folder = os.open(root, os.O_RDONLY)
    for name in names:
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
        os.close(os.open(leaf, os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)


def test_entries_are_sorted_by_the_bytes_of_their_paths(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree({"b/x": "", "b-a": "", "b.c": "", "é": "", "B": "", "b/A": "", "𝄞": "", "\ue000": ""})
    )
    assert paths(listing) == sorted(paths(listing), key=lambda path: path.encode())
    assert paths(listing)[:4] == ["B", "b-a", "b.c", "b/A"]


def test_folders_are_listed_with_the_empty_ones(make_tree: MakeTree) -> None:
    listing = list_files(make_tree({"a/b/c.py": "", "empty/": ""}))
    assert listing.folders == ["a", "a/b", "empty"]


def test_an_entry_states_size_and_mode(make_tree: MakeTree) -> None:
    root = make_tree({"run.sh": "#!/bin/sh\n"})
    os.chmod(f"{root}/run.sh", 0o755)
    (entry,) = list_files(root).entries
    assert (entry.size_bytes, entry.mode & 0o777) == (10, 0o755)


def test_an_empty_folder_is_an_empty_listing(tmp_path: Path) -> None:
    assert list_files(str(tmp_path)).entries == []


@pytest.mark.parametrize("name", [".git", ".hg", ".svn", ".jj"])
def test_version_control_folders_are_not_listed(make_tree: MakeTree, name: str) -> None:
    listing = list_files(make_tree({f"{name}/config": "", "a.py": ""}))
    assert paths(listing) == ["a.py"]
    assert listing.ignored == []


def test_a_name_like_git_with_a_hidden_character_is_a_plain_folder(make_tree: MakeTree) -> None:
    listing = list_files(make_tree({".g\u200cit/config": "", ".GIT/config": ""}))
    assert paths(listing) == [".GIT/config", ".g\u200cit/config"]
    assert [(note.code, note.detail) for note in listing.notes] == [("hidden_unicode", "U+200C in its name")]


@pytest.mark.parametrize("git", ["sub/module/.git", "sub/module/.git/HEAD"])
def test_a_repository_inside_is_one_submodule_entry(make_tree: MakeTree, git: str) -> None:
    listing = list_files(make_tree({git: "", "sub/module/x.py": "", "sub/y.py": ""}))
    assert skips(listing) == {"sub/module": ("submodule", "a repository of its own")}
    assert paths(listing) == ["sub/module", "sub/y.py"]


def test_a_bare_repository_inside_is_plain_files(make_tree: MakeTree) -> None:
    root = make_tree(
        {"b/HEAD": "ref: x", "b/config": "[core]\nbare = true", "b/objects/x": "", "b/refs/y": ""}
    )
    assert paths(list_files(root)) == ["b/HEAD", "b/config", "b/objects/x", "b/refs/y"]


def test_a_bare_repository_as_root_is_refused(make_tree: MakeTree) -> None:
    root = make_tree({"HEAD": "ref: x", "config": "[core]\n\tbare = true", "objects/": "", "refs/": ""})
    with pytest.raises(InputError, match="no work tree"):
        list_files(root)


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_root_that_is_no_folder_is_refused(make_tree: MakeTree, name: str) -> None:
    root = make_tree({"file": ""})
    with pytest.raises(InputError, match="Give the path of a folder"):
        list_files(f"{root}/{name}")


def test_a_root_given_as_a_link_is_resolved_once(make_tree: MakeTree, tmp_path: Path) -> None:
    root = make_tree({"a.py": ""})
    os.symlink(root, tmp_path / "link")
    listing = list_files(str(tmp_path / "link"))
    assert listing.root == root
    assert paths(listing) == ["a.py"]


def test_an_earlier_book_is_ignored_as_a_whole(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree({"docs/book/manifest.json": BOOK, "docs/book/SHA256SUMS": "", "docs/book/x.md": ""})
    )
    assert listing.ignored == [Ignored("docs/book/", "generated_output")]
    assert listing.entries == []


@pytest.mark.parametrize(
    "files",
    [
        {"b/manifest.json": '{"name": "a-web-extension"}', "b/SHA256SUMS": ""},
        {"b/manifest.json": BOOK},
        {"manifest.json": BOOK, "SHA256SUMS": ""},
    ],
    ids=["of another tool", "without checksums", "the root itself"],
)
def test_what_is_no_earlier_book_is_listed(make_tree: MakeTree, files: dict[str, str]) -> None:
    listing = list_files(make_tree(files))
    assert paths(listing) == sorted(files)
    assert listing.ignored == []


def test_outputs_are_left_out_by_whole_name(make_tree: MakeTree) -> None:
    root = make_tree({"book/x.md": "", "book-evil/x.md": "", "cache.db": ""})
    outputs = (f"{root}/book", f"{root}/cache.db", f"{root}/.book.staging", "/elsewhere")
    listing = list_files(root, ScanOptions(outputs=outputs))
    assert listing.ignored == []
    assert paths(listing) == ["book-evil/x.md"]


def test_paths_longer_than_a_system_call_are_all_counted(tmp_path: Path) -> None:
    nest(str(tmp_path), ["d" * 200] * 60, "leaf.py")
    listing = list_files(str(tmp_path))
    assert len(listing.entries) == len(listing.folders) == 60
    long = [entry for entry in listing.entries if len(entry.path) > 1_000]
    assert {entry.skip for entry in long} == {"path_limit"}
    assert [entry.skip for entry in listing.entries if len(entry.path) <= 1_000] == [""] * 4
    shutil.rmtree(tmp_path / ("d" * 200))


def test_a_thousand_nested_folders_are_walked(tmp_path: Path) -> None:
    nest(str(tmp_path), ["d"] * 1_000, "f")
    listing = list_files(str(tmp_path))
    assert len(listing.entries) == 1_000
    subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)  # shutil would recurse too deeply


def test_a_deep_and_wide_tree_needs_few_descriptors(tmp_path: Path) -> None:
    """Going back up must open folders again that were closed on the way down."""
    nest(str(tmp_path), [f"d{depth}" for depth in range(100)], "a")
    folder = str(tmp_path)
    for depth in range(60):
        folder += f"/d{depth}"
        os.makedirs(f"{folder}/z/y")
        Path(f"{folder}/z/y/leaf").touch()
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64));"
        "from repobook.scan import list_files, read_files;"
        "print(sum(1 for file, data in read_files(list_files(sys.argv[1])) if data is not None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "160\n"


def test_too_few_descriptors_are_named(tmp_path: Path, make_tree: MakeTree) -> None:
    root = make_tree({"a/b/c/d/e.py": ""})
    code = (
        "import resource, sys; from repobook.scan import list_files;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5)); list_files(sys.argv[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, root], capture_output=True, text=True)
    assert "RepobookError: too many open files (EMFILE)" in done.stderr


def test_the_chain_keeps_no_more_descriptors_than_it_may(tmp_path: Path) -> None:
    nest(str(tmp_path), ["d"] * 40, "f")
    before = len(os.listdir("/proc/self/fd"))
    with FolderChain(str(tmp_path), open_folders=5) as chain:
        chain.open("/".join(["d"] * 40))
        assert len(os.listdir("/proc/self/fd")) - before == 6
        assert os.listdir(chain.open("/".join(["d"] * 20))) and os.listdir(chain.open(""))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_folder_beyond_the_depth_limit_is_listed_and_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repobook.scan.walk.MAX_WALK_DEPTH", 3)
    nest(str(tmp_path), ["d"] * 6, "f")
    listing = list_files(str(tmp_path))
    assert skips(listing) == {"d/d/d/d": ("path_limit", "folder; what it holds was not looked at")}


def test_odd_names_are_kept_byte_for_byte(tmp_path: Path) -> None:
    names = [
        b"bad\xff.py",
        b"bad\xfe.py",
        b"a\nb.py",
        b"\x1b[2J.py",
        b"..\\..\\b.py",
        b"-rf",
        b"$(touch x).py",
        "café.py".encode(),
    ]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb"):
            pass
    found = [entry.path.encode("utf-8", "surrogateescape") for entry in list_files(str(tmp_path)).entries]
    assert found == sorted(names)


def test_names_do_not_depend_on_the_locale(tmp_path: Path) -> None:
    Path(tmp_path, "é\u202e.py").touch()
    with open(os.path.join(os.fsencode(tmp_path), b"\xff"), "wb"):
        pass
    code = (
        "import sys; from repobook.scan import list_files, read_files;"
        "print(ascii([(file.path, file.skip) for file, _ in read_files(list_files(sys.argv[1]))]))"
    )
    results = set()
    for encoding in ("utf8=1", "utf8=0"):
        environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
        command = [sys.executable, "-X", encoding, "-c", code, str(tmp_path)]
        results.add(
            subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert results == {ascii([("é\u202e.py", ""), ("\udcff", "")]) + "\n"}


def test_a_name_that_hides_its_end_is_noted(make_tree: MakeTree) -> None:
    (note,) = list_files(make_tree({"photo\u202egnp.py": ""})).notes
    assert (note.path, note.code, note.detail) == (
        "photo\u202egnp.py",
        "hidden_unicode",
        "U+202E in its name",
    )


def test_special_files_are_skipped_without_being_opened(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": ""})
    os.mkfifo(f"{root}/pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(root)  # the name of a socket may be 107 bytes long
        try:
            server.bind("s.py")
        finally:
            os.chdir(here)
        assert skips(list_files(root)) == {
            "pipe.py": ("not_regular", "FIFO"),
            "s.py": ("not_regular", "socket"),
        }


def test_devices_and_other_file_systems_are_skipped() -> None:
    """K03, K18: neither a device nor what is mounted in the tree is read."""
    if not os.path.ismount("/dev/shm"):
        pytest.skip("needs /dev/shm as a file system of its own")
    found = skips(list_files("/dev"))
    assert found["shm"] == ("other_device", "folder")
    assert found["null"] == ("not_regular", "character device")


LINKS = {
    "file": ("a/x.py", ("symlink", "a/x.py")),
    "folder": ("a", ("symlink", "a")),
    "a/sibling": ("x.py", ("symlink", "a/x.py")),
    "a/up": ("..", ("symlink", ".")),
    "a/round": ("../a/../a/x.py", ("symlink", "a/x.py")),
    "through": ("folder/x.py", ("symlink", "a/x.py")),
    "dangling": ("a/none/deep", ("symlink", "a/none/deep (missing)")),
    "self": ("self", ("symlink_loop", "self")),
    "ping": ("pong", ("symlink_loop", "pong")),
    "pong": ("ping", ("symlink_loop", "ping")),
    "top": ("..", ("symlink_outside", "..")),
    "secret": ("/etc/passwd", ("symlink_outside", "/etc/passwd")),
    "out": ("a/../../outside/canary", ("symlink_outside", "a/../../outside/canary")),
    "hop": ("out", ("symlink_outside", "out")),
    "zero": ("/dev/zero", ("symlink_outside", "/dev/zero")),
    "deep": ("a/up/a/up/file", ("symlink", "a/x.py")),
    "into-ignored": ("ignored/link", ("symlink_outside", "ignored/link")),
}


@pytest.fixture(scope="module")
def link_listing(tmp_path_factory: pytest.TempPathFactory) -> Listing:
    root = tmp_path_factory.mktemp("links") / "repository"
    (root / "a").mkdir(parents=True)
    (root / "ignored").mkdir()
    (root / "a/x.py").touch()
    (root / ".gitignore").write_text("ignored/\n")
    (root.parent / "outside").mkdir()
    (root.parent / "outside/canary").write_text("canary")
    os.symlink("/etc", root / "ignored/link")
    for path, (target, _) in LINKS.items():
        os.symlink(target, root / path)
    os.symlink(f"{root}/a/x.py", root / "absolute")
    return list_files(str(root))


@pytest.mark.parametrize("path", LINKS)
def test_a_link_is_listed_with_where_it_leads(link_listing: Listing, path: str) -> None:
    assert skips(link_listing)[path] == LINKS[path][1]


def test_an_absolute_link_into_the_tree_stays_inside(link_listing: Listing) -> None:
    assert skips(link_listing)["absolute"] == ("symlink", "a/x.py")


def test_no_link_is_followed(link_listing: Listing) -> None:
    assert [entry.path for entry in link_listing.entries if not entry.skip] == [".gitignore", "a/x.py"]
    assert link_listing.folders == ["a"]


Unprivileged = tuple[str, Callable[[], None]]


@pytest.fixture
def unprivileged() -> Iterator[Unprivileged]:
    """A folder in which the tests may take rights away, even where they run as root."""
    folder = tempfile.mkdtemp(dir="/tmp")
    os.chmod(folder, 0o755)
    is_root = os.geteuid() == 0
    yield folder, lambda: os.seteuid(65534) if is_root else None
    if is_root:
        os.seteuid(0)
    subprocess.run(["chmod", "-R", "u+rwx", folder], check=True)
    shutil.rmtree(folder)


def test_unreadable_files_and_folders_are_listed_with_the_error(unprivileged: Unprivileged) -> None:
    root, drop_rights = unprivileged
    for path in ("locked/x.py", "open/y.py"):
        os.makedirs(os.path.dirname(f"{root}/{path}"), exist_ok=True)
        Path(f"{root}/{path}").touch()
    Path(f"{root}/open/z.py").touch()
    os.chmod(f"{root}/open/z.py", 0)
    os.chmod(f"{root}/locked", 0)
    drop_rights()
    listing = list_files(root)
    assert skips(listing) == {"locked": ("unreadable", "folder, EACCES")}
    found = {file.path: (file.skip, file.detail) for file, _ in repobook.scan.read_files(listing)}
    assert found["open/z.py"] == ("unreadable", "EACCES")
    assert found["open/y.py"] == ("", "")


def test_an_unreadable_root_is_refused(unprivileged: Unprivileged) -> None:
    root, drop_rights = unprivileged
    os.mkdir(f"{root}/inner", 0)
    drop_rights()
    with pytest.raises(InputError):
        list_files(f"{root}/inner")


def test_a_folder_that_vanishes_is_listed_as_vanished(
    make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_tree({"a/x.py": "", "b.py": ""})
    visit = _Walk._visit

    def remove_then_visit(self: _Walk, place: Place) -> None:
        if place.path == "a":
            shutil.rmtree(f"{root}/a")
        visit(self, place)

    monkeypatch.setattr(_Walk, "_visit", remove_then_visit)
    assert skips(list_files(root)) == {"a": ("vanished", "folder")}


def test_a_folder_that_becomes_a_link_is_not_entered(
    make_tree: MakeTree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_tree({"a/x.py": ""})
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/canary.py").touch()
    visit = _Walk._visit

    def swap_then_visit(self: _Walk, place: Place) -> None:
        if place.path == "a":
            shutil.rmtree(f"{root}/a")
            os.symlink(tmp_path / "outside", f"{root}/a")
        visit(self, place)

    monkeypatch.setattr(_Walk, "_visit", swap_then_visit)
    assert skips(list_files(root)) == {
        "a": ("changed_during_read", "folder, is now something else (ENOTDIR)")
    }


def test_the_tree_is_left_as_it_was(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": "x", "d/b.py": "y", ".gitignore": "*.o", ".git/index": "broken"})

    def state() -> list[tuple[str, int, int, int]]:
        found = []
        for folder, folders, files in os.walk(root):
            for name in [*folders, *files]:
                status = os.lstat(os.path.join(folder, name))
                found.append(
                    (os.path.join(folder, name), status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                )
        return sorted(found)

    before = state()
    list(repobook.scan.read_files(list_files(root)))
    assert state() == before


def test_no_descriptor_stays_open(make_tree: MakeTree) -> None:
    root = make_tree({"a/b/c.py": "", "d.py": ""})
    before = os.listdir("/proc/self/fd")
    with contextlib.closing(cast("Generator[object]", repobook.scan.read_files(list_files(root)))) as reading:
        next(reading)
    assert os.listdir("/proc/self/fd") == before


def test_scan_knows_no_other_room() -> None:
    """Only facts and errors are shared, and what belongs to no room: a process aside, and how files look."""
    folder = Path(repobook.scan.__file__).parent
    for module in folder.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.startswith("repobook"):
                    assert name.startswith(
                        (
                            "repobook.scan",
                            "repobook.facts",
                            "repobook.errors",
                            "repobook.aside",
                            "repobook.looks",
                        )
                    ), module.name
                assert name.partition(".")[0] not in ("subprocess", "pickle", "mmap"), module.name
