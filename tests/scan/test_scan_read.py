"""Reading: bounded, by descriptor, by content."""

from __future__ import annotations

import codecs
import hashlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from repobook.facts import FILE_KINDS, SKIP_REASONS, SourceFile
from repobook.scan import ScanOptions, list_files, read_files
from repobook.scan.binary import binary_detail

if TYPE_CHECKING:
    from conftest import MakeTree


MIB = 1024 * 1024


def read(root: str, **options: object) -> dict[str, tuple[SourceFile, bytes | None]]:
    listing = list_files(root, ScanOptions(**options))  # type: ignore[arg-type]
    return {file.path: (file, data) for file, data in read_files(listing)}


def test_content_size_and_hash_are_those_of_the_bytes_given(make_tree: MakeTree) -> None:
    content = b"print('caf\xe9')\r\n"
    file, data = read(make_tree({"a.py": content}))["a.py"]
    assert data == content
    assert (file.size_bytes, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert (file.kind, file.language, file.skip, file.is_executable) == ("source", "Python", "", False)


def test_files_come_in_the_order_of_the_listing(make_tree: MakeTree) -> None:
    root = make_tree({"b/x.py": "", "b-a.py": "", "a/z/y.py": "", "a/b.py": ""})
    listing = list_files(root)
    assert [file.path for file, _ in read_files(listing)] == [entry.path for entry in listing.entries]


def test_every_outcome_uses_the_words_of_the_facts(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": "", "b.png": b"\x89PNG\r\n\x1a\n\0", ".env": "A=1", "sub/.git": ""})
    os.symlink("a.py", f"{root}/link")
    for file, data in read(root).values():
        assert file.kind in FILE_KINDS
        assert file.skip in {"", *SKIP_REASONS}
        assert (data is None) is bool(file.skip)


def test_an_executable_is_marked(make_tree: MakeTree) -> None:
    root = make_tree({"run": "#!/bin/sh\n"})
    os.chmod(f"{root}/run", 0o755)
    assert read(root)["run"][0].is_executable


@pytest.mark.parametrize(
    "content", [b"", b"x", b"\n\n\n", b"no newline", b"\r\n", b"\xff", b"# caf\xe9\n\xff\xfe"]
)
def test_small_and_odd_texts_are_documented(make_tree: MakeTree, content: str | bytes) -> None:
    file, data = read(make_tree({"a.py": content}))["a.py"]
    assert (file.skip, data) == ("", content)


BINARIES = {
    "a.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG image"),
    "a.c": (b"\x89PNG\r\n\x1a\n no nul here", "PNG image"),
    "a.py": (b"\x7fELF\x02\x01\x01\0", "ELF program"),
    "a.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG image"),
    "a.gif": (b"GIF89a\0\0", "GIF image"),
    "a.pdf": (b"%PDF-1.4\n%text only\n", "PDF document"),
    "a.zip": (b"PK\x03\x04" + b"x" * 50, "ZIP archive"),
    "a.gz": (b"\x1f\x8b\x08" + b"x" * 50, "gzip archive"),
    "a.tar": (b"name".ljust(257, b"\0") + b"ustar", "tar archive"),
    "a.class": (b"\xca\xfe\xba\xbe\0\0", "Java class or Mach-O program"),
    "a.wasm": (b"\0asm\1\0\0\0", "WebAssembly module"),
    "a.db": (b"SQLite format 3\0", "SQLite database"),
    "a.npy": (b"\x93NUMPY\1\0", "NumPy array"),
    "a.mp4": (b"\0\0\0\x18ftypmp42", "MP4 media"),
    "a.txt": (b"text\0text", "NUL at byte 4"),
    "b.txt": (bytes(range(1, 8)) * 20, "100 % control characters"),
    "c.txt": (b"\xff\xfe\xfd\x01" * 30, "25 % control characters"),
}


@pytest.mark.parametrize("path", BINARIES)
def test_binaries_are_told_by_content(make_tree: MakeTree, path: str) -> None:
    content, detail = BINARIES[path]
    file, data = read(make_tree({path: content}))[path]
    assert (file.skip, file.detail, file.kind, data) == ("binary", detail, "binary", None)
    assert file.sha256 == hashlib.sha256(content).hexdigest()


def test_a_nul_after_64_kb_is_text() -> None:
    assert binary_detail(b"a" * 65_536 + b"\0") == ""
    assert binary_detail(b"a" * 65_535 + b"\0") == "NUL at byte 65,535"


@pytest.mark.parametrize(
    "content",
    [
        codecs.BOM_UTF16_LE + "класс\n".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "class\n".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "class\n".encode("utf-32-le"),
        codecs.BOM_UTF32_BE + "class\n".encode("utf-32-be"),
        "class A: pass\n".encode("utf-16-le") * 300,
        "class A: pass\n".encode("utf-16-be"),
        codecs.BOM_UTF8 + b"class A: pass\n",
        "日本語".encode("shift-jis"),
        b"\x1b[31mred\x1b[0m\n",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
    ],
)
def test_text_in_other_encodings_is_text(content: bytes) -> None:
    assert binary_detail(content) == ""


@pytest.mark.parametrize(
    "content", [b"\xff\xfe" + bytes(range(256)) * 4, b"\xff\xfe\x00\xd8\x41\x00", b"a\0b\0\0\0\0\0" * 9]
)
def test_what_only_begins_like_utf16_is_binary(content: bytes) -> None:
    assert binary_detail(content) != ""


def test_a_sparse_file_of_10_gb_takes_no_time(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": ""})
    Path(f"{root}/big.c").touch()
    os.truncate(f"{root}/big.c", 10 * 1024**3)
    started = time.process_time()
    file, data = read(root)["big.c"]
    assert time.process_time() - started < 1
    assert (file.skip, file.detail, file.kind, file.language, data) == (
        "too_large",
        "10,737,418,240 bytes",
        "source",
        "C",
        None,
    )


def test_the_limit_is_the_last_size_that_is_read(make_tree: MakeTree) -> None:
    files = read(make_tree({"a.txt": "x" * 100, "b.txt": "x" * 101}), max_file_bytes=100)
    assert [files[path][0].skip for path in ("a.txt", "b.txt")] == ["", "too_large"]


def test_a_file_that_grew_beyond_the_limit_is_too_large(make_tree: MakeTree) -> None:
    root = make_tree({"a.txt": "x"})
    listing = list_files(root, ScanOptions(max_file_bytes=100))
    Path(f"{root}/a.txt").write_text("x" * 200)
    ((file, data),) = read_files(listing)
    assert (file.skip, data) == ("too_large", None)


def test_a_stated_size_is_not_believed(monkeypatch: pytest.MonkeyPatch, make_tree: MakeTree) -> None:
    """K11: some file systems say 0 for everything; the read is bounded all the same."""
    root = make_tree({"a.txt": "x" * 90, "b.txt": "x" * 5 * MIB})
    true_fstat = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        status = true_fstat(descriptor)
        return os.stat_result((*status[:6], 0, *status[7:]), {"st_mtime_ns": status.st_mtime_ns})

    listing = list_files(root, ScanOptions(max_file_bytes=1 * MIB))
    entries = [type(entry)(entry.path, 0, entry.mode) for entry in listing.entries]
    listing.entries[:] = entries
    monkeypatch.setattr(os, "fstat", fstat)
    found = {file.path: (file.skip, data and len(data)) for file, data in read_files(listing)}
    assert found == {"a.txt": ("", 90), "b.txt": ("too_large", None)}


def change_while_reading(
    monkeypatch: pytest.MonkeyPatch, times: int, change: Callable[[], None]
) -> list[int]:
    """Call `change` between the two looks at a file, the first `times` times that it is read."""
    true_read = os.read
    calls: list[int] = []

    def read_and_change(descriptor: int, size: int) -> bytes:
        data = true_read(descriptor, size)
        calls.append(size)
        if len(calls) <= times:
            change()
        return data

    monkeypatch.setattr(os, "read", read_and_change)
    return calls


def append(path: str) -> Callable[[], None]:
    def change() -> None:
        with open(path, "ab") as file:
            file.write(b"more\n")

    return change


def test_a_file_that_changed_once_is_read_again(make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_tree({"a.py": "x\n"})
    listing = list_files(root)
    change_while_reading(monkeypatch, 1, append(f"{root}/a.py"))
    ((file, data),) = read_files(listing)
    assert (file.skip, data) == ("", b"x\nmore\n")
    assert file.sha256 == hashlib.sha256(b"x\nmore\n").hexdigest()


def test_a_file_that_keeps_changing_is_skipped_after_three_reads(
    make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_tree({"a.py": "x\n"})
    listing = list_files(root)
    calls = change_while_reading(monkeypatch, 99, append(f"{root}/a.py"))
    ((file, data),) = read_files(listing)
    assert (file.skip, file.detail, data) == ("changed_during_read", "changed during each of 3 reads", None)
    assert len(calls) == 3


def test_a_file_cut_while_it_is_read_is_read_again(
    make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_tree({"a.py": "x" * 1000})
    listing = list_files(root)
    change_while_reading(monkeypatch, 1, lambda: os.truncate(f"{root}/a.py", 10))
    ((file, data),) = read_files(listing)
    assert (file.skip, data) == ("", b"x" * 10)


def replace(root: str, how: str) -> None:
    os.remove(f"{root}/a.py")
    if how == "folder":
        os.mkdir(f"{root}/a.py")
    elif how == "link":
        os.symlink("/etc/passwd", f"{root}/a.py")
    elif how == "pipe":
        os.mkfifo(f"{root}/a.py")


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("gone", "vanished"),
        ("folder", "changed_during_read"),
        ("link", "changed_during_read"),
        ("pipe", "changed_during_read"),
    ],
)
def test_what_replaced_a_file_after_the_walk_is_not_read(make_tree: MakeTree, how: str, reason: str) -> None:
    root = make_tree({"a.py": "x", "b.py": "y"})
    listing = list_files(root)
    replace(root, how)
    found = {file.path: (file.skip, data) for file, data in read_files(listing)}
    assert found == {"a.py": (reason, None), "b.py": ("", b"y")}


def test_a_folder_replaced_by_a_link_after_the_walk_is_not_entered(
    make_tree: MakeTree, tmp_path: Path
) -> None:
    root = make_tree({"d/a.py": "x"})
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.py").write_text("canary")
    listing = list_files(root)
    os.rename(f"{root}/d", f"{root}/e")
    os.symlink(tmp_path / "outside", f"{root}/d")
    ((file, data),) = read_files(listing)
    assert (file.skip, data) == ("changed_during_read", None)


def test_a_race_between_file_and_link_never_shows_the_target(make_tree: MakeTree, tmp_path: Path) -> None:
    root = make_tree({"a.py": "x"})
    (tmp_path / "canary").write_text("canary")
    os.symlink(tmp_path / "canary", f"{root}/.link")
    listing = list_files(root)
    is_over = threading.Event()

    def swap() -> None:
        while not is_over.is_set():
            os.rename(f"{root}/a.py", f"{root}/.file")
            os.rename(f"{root}/.link", f"{root}/a.py")
            os.rename(f"{root}/a.py", f"{root}/.link")
            os.rename(f"{root}/.file", f"{root}/a.py")

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        outcomes = {
            (file.skip, data) for _ in range(500) for file, data in read_files(listing) if file.path == "a.py"
        }
    finally:
        is_over.set()
        swapper.join()
    assert outcomes <= {("", b"x"), ("vanished", None), ("changed_during_read", None)}


KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n"
SECRETS = [
    (".env", "A=1", "name `.env`"),
    ("a/.env.production", "A=1", "name `.env.*`"),
    ("id_rsa", "x", "name `id_rsa`"),
    ("keys/id_ed25519", "x", "name `id_ed25519`"),
    (".netrc", "x", "name `.netrc`"),
    (".pgpass", "x", "name `.pgpass`"),
    (".git-credentials", "x", "name `.git-credentials`"),
    ("home/.aws/credentials", "x", "path `.aws/credentials`"),
    ("a.p12", b"\0", "name `*.p12`"),
    ("server.pem", "Bag Attributes\n" + KEY, "holds a private key"),
    ("server.key", KEY, "begins as a private key"),
    ("anything.txt", "\n" + KEY, "begins as a private key"),
    ("gpg.asc", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n", "begins as a private key"),
    (".npmrc", "//registry.npmjs.org/:_authToken=npm_abc\n", "holds a password or token"),
    (".pypirc", "[pypi]\npassword = x\n", "holds a password or token"),
    ("account.json", '{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII"}', "holds a private key"),
]


@pytest.mark.parametrize(("path", "content", "detail"), SECRETS)
def test_key_like_files_are_listed_without_content(
    make_tree: MakeTree, path: str, content: str | bytes, detail: str
) -> None:
    file, data = read(make_tree({path: content}))[path]
    assert (file.skip, file.detail, data, file.sha256) == ("secret", detail, None, "")


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (".env.example", "A=\n"),
        (".env.sample", "A=\n"),
        ("id_rsa.pub", "ssh-rsa AAA\n"),
        ("cert.pem", "-----BEGIN CERTIFICATE-----\nMII\n"),
        (".npmrc", "registry=https://x\n//x/:_authToken=${NPM_TOKEN}\n"),
        ("parser.py", f"KEY = '''{KEY}'''\n"),
        ("environment.py", "x = 1\n"),
        ("my.aws/credentials.py", "x = 1\n"),
    ],
)
def test_what_only_looks_near_a_secret_is_documented(
    make_tree: MakeTree, path: str, content: str | bytes
) -> None:
    assert read(make_tree({path: content}))[path][0].skip == ""


def test_three_names_of_one_file_are_three_entries(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": "x"})
    os.link(f"{root}/a.py", f"{root}/b.py")
    os.link(f"{root}/a.py", f"{root}/c.py")
    assert len({file.sha256 for file, _ in read(root).values()}) == 1
    assert len(read(root)) == 3


def test_a_link_is_a_skipped_entry_with_its_target(make_tree: MakeTree) -> None:
    root = make_tree({"a.py": "x"})
    os.symlink("a.py", f"{root}/b.py")
    file, data = read(root)["b.py"]
    assert (file.skip, file.detail, file.language, data) == ("symlink", "a.py", "Python", None)


def test_a_submodule_is_vendored(make_tree: MakeTree) -> None:
    file, _ = read(make_tree({"lib/x/.git": "gitdir: ../../.git/modules/x", "lib/x/a.py": ""}))["lib/x"]
    assert (file.skip, file.kind, file.rule) == ("submodule", "vendored", "submodule")


def test_reading_twice_gives_the_same(make_tree: MakeTree) -> None:
    root = make_tree({"a.h": "int x;\n", "b.c": "", "c/d.py": "", "e.bin": b"\0"})
    assert read(root) == read(root)
