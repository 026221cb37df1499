"""Tracked files are never ignored; the index is read, git is never run."""

from __future__ import annotations

import hashlib
import os
import struct
from typing import TYPE_CHECKING

import pytest

from repobook.scan import Ignored, list_files
from repobook.scan.gitindex import BrokenIndex, parse_index

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import MakeTree


def make_index(
    paths: list[str],
    version: int = 2,
    hash_name: str = "sha1",
    submodules: tuple[str, ...] = (),
    tail: bytes = b"",
) -> bytes:
    name_bytes = hashlib.new(hash_name).digest_size
    data = struct.pack(">4sII", b"DIRC", version, len(paths))
    previous = b""
    for path in paths:
        encoded = os.fsencode(path)
        mode = 0o160000 if path in submodules else 0o100644
        is_extended = version == 3
        flags = min(len(encoded), 0xFFF) | (0x4000 if is_extended else 0)
        entry = struct.pack(">6I", 1, 2, 3, 4, 5, 6) + struct.pack(">I", mode) + struct.pack(">3I", 7, 8, 9)
        entry += b"\x11" * name_bytes + struct.pack(">H", flags) + (b"\x20\x00" if is_extended else b"")
        if version == 4:
            pairs = enumerate(zip(previous, encoded, strict=False))
            common = next((at for at, (old, new) in pairs if old != new), min(len(previous), len(encoded)))
            entry += encode_offset(len(previous) - common) + encoded[common:] + b"\0"
        else:
            entry += encoded
            entry += b"\0" * (8 - len(entry) % 8)
        data += entry
        previous = encoded
    data += tail
    return data + hashlib.new(hash_name, data).digest()


def encode_offset(value: int) -> bytes:
    out = [value & 0x7F]
    while value := value >> 7:
        value -= 1
        out.append(0x80 | (value & 0x7F))
    return bytes(reversed(out))


PATHS = ["a", "a/b.py", "bad\udcff.py", "dir/" + "long" * 100, "dir/short", "é/ü.c"]


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("hash_name", ["sha1", "sha256"])
def test_every_version_gives_the_same_paths(version: int, hash_name: str) -> None:
    tracked = parse_index(make_index(PATHS, version, hash_name))
    assert tracked.files == frozenset(PATHS)
    assert tracked.folders == {"a", "dir", "é"}


def test_submodules_are_told_apart() -> None:
    tracked = parse_index(make_index(["a", "lib/x"], submodules=("lib/x",)))
    assert tracked.files == {"a"}
    assert tracked.submodules == {"lib/x"}


def test_an_index_without_checksum_is_read() -> None:
    assert parse_index(make_index(["a"])[:-20] + b"\0" * 20).files == {"a"}


def test_a_split_index_is_noted() -> None:
    tail = b"link" + struct.pack(">I", 20) + b"\x22" * 20
    assert "split index" in parse_index(make_index(["a"], tail=tail)).note


GOOD = make_index(["a", "b/c"])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"DIRC",
        b"x" * 100,
        GOOD[:-1],
        GOOD[:60] + GOOD[61:],
        struct.pack(">4sII", b"DIRC", 9, 0) + b"\0" * 20,
        struct.pack(">4sII", b"DIRC", 2, 2**31) + b"\0" * 40,
        struct.pack(">4sII", b"DIRC", 2, 1) + b"\x01" * 80 + b"\0" * 20,
        struct.pack(">4sII", b"DIRC", 4, 1) + b"\x01" * 62 + b"\xff" * 40 + b"\0" * 20,
        struct.pack(">4sII", b"DIRC", 4, 1) + b"\x01" * 62 + b"\x05abc\0" + b"\0" * 20,
    ],
)
def test_a_broken_index_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenIndex):
        parse_index(data)


def test_no_cut_or_changed_index_raises_anything_else() -> None:
    whole = make_index(PATHS, 4)
    for size in range(len(whole)):
        for damaged in (whole[:size], whole[:size] + b"\xff" + whole[size + 1 : -20] + b"\0" * 20):
            try:
                parse_index(damaged)
            except BrokenIndex:
                continue


def test_a_tracked_file_is_listed_although_a_rule_ignores_it(make_tree: MakeTree) -> None:
    files = {
        ".gitignore": "build/\n*.log\n",
        "build/x/kept.py": "",
        "build/x/other.py": "",
        "build/y/z": "",
        "a.log": "",
        "b.log": "",
    }
    listing = list_files(make_tree(files | {".git/index": make_index(["a.log", "build/x/kept.py"])}))
    assert [entry.path for entry in listing.entries] == [".gitignore", "a.log", "build/x/kept.py"]
    assert listing.ignored == [
        Ignored("b.log", ".gitignore:2 *.log"),
        Ignored("build/x/other.py", ".gitignore:1 build/"),
        Ignored("build/y/", ".gitignore:1 build/"),
    ]


def test_repobookignore_leaves_tracked_files_out(make_tree: MakeTree) -> None:
    listing = list_files(
        make_tree({".repobookignore": "a.py", "a.py": "", ".git/index": make_index(["a.py"])})
    )
    assert listing.ignored == [Ignored("a.py", ".repobookignore:1 a.py")]


def test_a_submodule_in_the_index_is_one_entry(make_tree: MakeTree) -> None:
    index = make_index(["lib/x"], submodules=("lib/x",))
    listing = list_files(make_tree({".git/index": index, "lib/x/": ""}))
    assert [(entry.path, entry.skip) for entry in listing.entries] == [("lib/x", "submodule")]


def test_a_broken_index_is_noted_and_the_walk_goes_on(make_tree: MakeTree) -> None:
    listing = list_files(make_tree({".git/index": "rubbish", "a.py": ""}))
    assert [(note.path, note.code) for note in listing.notes] == [(".git/index", "git_unavailable")]
    assert [entry.path for entry in listing.entries] == ["a.py"]


@pytest.mark.parametrize("target", ["../outside", "/etc", "..", "a/../../outside"])
def test_a_git_file_that_points_outside_is_not_followed(make_tree: MakeTree, target: str) -> None:
    listing = list_files(make_tree({".git": f"gitdir: {target}\n", "a.py": ""}))
    assert [note.code for note in listing.notes] == ["git_unavailable"]
    assert [entry.path for entry in listing.entries] == ["a.py"]


def test_a_git_file_that_points_inside_is_followed(make_tree: MakeTree) -> None:
    files: dict[str, str | bytes] = {
        ".git": "gitdir: meta/git\n",
        "meta/git/index": make_index(["x.log"]),
        ".gitignore": "*.log\n",
        "x.log": "",
    }
    assert "x.log" in [entry.path for entry in list_files(make_tree(files)).entries]


def test_a_git_folder_that_is_a_link_is_not_followed(make_tree: MakeTree, tmp_path: Path) -> None:
    (tmp_path / "git").mkdir()
    (tmp_path / "git/index").write_bytes(make_index(["x.log"]))
    root = make_tree({".gitignore": "*.log\n", "x.log": ""})
    os.symlink(tmp_path / "git", f"{root}/.git")
    listing = list_files(root)
    assert [ignored.path for ignored in listing.ignored] == ["x.log"]
    assert [note.code for note in listing.notes] == ["git_unavailable"]


def test_an_index_that_is_a_link_is_not_read(make_tree: MakeTree, tmp_path: Path) -> None:
    (tmp_path / "index").write_bytes(make_index(["x.log"]))
    root = make_tree({".gitignore": "*.log\n", "x.log": "", ".git/": ""})
    os.symlink(tmp_path / "index", f"{root}/.git/index")
    assert [ignored.path for ignored in list_files(root).ignored] == ["x.log"]
