"""Damage to the book as a whole is found and named: files, checksums, manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from handmade_book import Handmade

from repobook.verify import verify

Damage = Callable[[Handmade], object]


def edit(path: str, old: bytes, new: bytes) -> Damage:
    """Change a file of the finished book and nothing else."""

    def damage(book: Handmade) -> None:
        data = (book.book / path).read_bytes()
        assert old in data
        (book.book / path).write_bytes(data.replace(old, new, 1))

    return damage


def replace_by_link(path: str, target: str) -> Damage:
    def damage(book: Handmade) -> None:
        (book.book / path).unlink()
        (book.book / path).symlink_to(target)

    return damage


def swap_folder_for_link(book: Handmade) -> None:
    (book.book / "shop").rename(book.folder / "elsewhere")
    (book.book / "shop").symlink_to("../elsewhere")


@pytest.mark.parametrize(
    ("damage", "path", "code"),
    [
        (edit("index.md", b"Twice", b"Twist"), "index.md", "wrong_checksum"),
        (edit("index.md", b"Twice", b"Once"), "index.md", "wrong_size"),
        (edit("book.db", b"3", b"4"), "book.db", "wrong_checksum"),
        (lambda book: (book.book / "notes.txt_kw.md").unlink(), "notes.txt_kw.md", "missing_page"),
        (lambda book: (book.book / "extra.md").write_text("# Extra\n"), "extra.md", "stray_file"),
        (lambda book: (book.book / "shop/.hidden").write_text(""), "shop/.hidden", "stray_file"),
        (lambda book: (book.book / "link").symlink_to("/"), "link", "stray_file"),
        (replace_by_link("index.md", "/etc/passwd"), "index.md", "not_regular"),
        (replace_by_link("book.db", "index.md"), "book.db", "not_regular"),
        (replace_by_link("manifest.json", "/etc/passwd"), "manifest.json", "manifest_unreadable"),
        (replace_by_link("SHA256SUMS", "/etc/passwd"), "SHA256SUMS", "sums_differ"),
        (edit("SHA256SUMS", b"  index.md", b"  indes.md"), "SHA256SUMS", "sums_differ"),
        (edit("SHA256SUMS", b"  book.db", b" *book.db"), "SHA256SUMS", "sums_differ"),
        (lambda book: (book.book / "SHA256SUMS").unlink(), "SHA256SUMS", "sums_missing"),
        (edit("manifest.json", b'"format": 1', b'"format":1 '), "SHA256SUMS", "sums_differ"),
    ],
)
def test_damaged_book(book: Handmade, damage: Damage, path: str, code: str) -> None:
    book.write()
    damage(book)
    assert {(problem.path, problem.code) for problem in book.verify().problems} == {(path, code)}


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (
            lambda rows: rows.__setitem__(1, "0" * 64 + rows[1][64:]),
            ":2: the checksum of index.md is not the one in the manifest",
        ),
        (lambda rows: rows.insert(0, "rubbish"), ":1: not a checksum, two spaces and a path"),
        (lambda rows: rows.insert(2, rows[1]), ":3: index.md stands after index.md"),
        (lambda rows: rows.insert(2, "0" * 64 + "  indey.md"), ":3: indey.md is not a file of the book"),
        (lambda rows: rows.pop(1), ": index.md is not listed"),
    ],
)
def test_sums_that_are_wrong(book: Handmade, change: Callable[[list[str]], object], detail: str) -> None:
    book.write()
    rows = (book.book / "SHA256SUMS").read_text().split("\n")
    change(rows)
    (book.book / "SHA256SUMS").write_text("\n".join(rows))
    assert [problem.detail for problem in book.verify().problems] == ["SHA256SUMS" + detail]


def test_folder_that_became_a_link_is_not_entered(book: Handmade) -> None:
    book.write()
    swap_folder_for_link(book)
    assert set(book.codes()) == {"stray_file", "not_regular"}


def test_pipe_in_place_of_a_page_is_not_waited_for(book: Handmade) -> None:
    book.write()
    (book.book / "index.md").unlink()
    os.mkfifo(book.book / "index.md")
    assert set(book.codes()) == {"not_regular"}


def first(manifest: dict[str, Any], key: str) -> Any:
    return manifest[key][0]


def set_in(key: str, name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    """Change the first entry of `files` or `pages`, or an entry of `counts`."""

    def change(manifest: dict[str, Any]) -> None:
        place = manifest[key] if isinstance(manifest[key], dict) else manifest[key][0]
        place[name] = value

    return change


def shuffle(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda manifest: manifest[key].reverse()


def repeat(key: str, **changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda manifest: manifest[key].insert(1, manifest[key][0] | changes)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (set_in("counts", "documented", 4), "wrong_count"),
        (set_in("counts", "scanned", 3), "wrong_count"),
        (set_in("counts", "skipped", True), "wrong_count"),
        (set_in("counts", "ignored", 0), "wrong_count"),
        (set_in("files", "path", "../build/"), "bad_path"),
        (set_in("files", "path", "/build/"), "bad_path"),
        (set_in("files", "path", "a/../../x"), "bad_path"),
        (set_in("files", "path", "a\0b"), "bad_path"),
        (set_in("files", "path", "a//b"), "bad_path"),
        (set_in("files", "path", "\ud800"), "bad_path"),
        (set_in("files", "path", 7), "bad_path"),
        (set_in("files", "path_bytes", "ff"), "bad_path"),
        (set_in("files", "path_bytes", "zz"), "bad_path"),
        (set_in("files", "outcome", "lost"), "manifest_key"),
        (set_in("files", "reason", None), "manifest_key"),
        (lambda manifest: manifest["files"].append("x"), "bad_path"),
        (shuffle("files"), "not_sorted"),
        (repeat("files"), "duplicate_path"),
        (set_in("pages", "path", "../index.md"), "bad_path"),
        (set_in("pages", "path", "/etc/passwd"), "bad_path"),
        (set_in("pages", "path", "a\\b"), "bad_path"),
        (set_in("pages", "path", "manifest.json"), "bad_path"),
        (set_in("pages", "sha256", "00"), "manifest_key"),
        (set_in("pages", "size", -1), "manifest_key"),
        (set_in("pages", "size", 1.5), "manifest_key"),
        (shuffle("pages"), "not_sorted"),
        (repeat("pages"), "duplicate_path"),
        (repeat("pages", path="Book.db"), "duplicate_path"),
        (lambda manifest: manifest.update(format=2), "manifest_format"),
        (lambda manifest: manifest.update(files={}), "manifest_key"),
        (lambda manifest: manifest.pop("options"), "manifest_key"),
        (lambda manifest: manifest.update(source_root="http://x"), "bad_source_root"),
        (lambda manifest: manifest.update(source_root="/abs"), "bad_source_root"),
        (lambda manifest: manifest.update(source_root="../a/../b"), "bad_source_root"),
        (lambda manifest: manifest["files"][4].update(docs="nowhere.md"), "file_without_page"),
        (lambda manifest: manifest["files"][4].update(docs="shop/cart.py_docs.md"), "duplicate_path"),
        (lambda manifest: manifest["files"][4].update(lines="3"), "manifest_key"),
        (lambda manifest: manifest["files"][4].update(encoding="unicode_escape"), "bad_encoding"),
        (lambda manifest: manifest["files"][4].update(encoding="no_such_codec"), "bad_encoding"),
        (lambda manifest: manifest["files"][4].update(lines=3), "wrong_count"),
        (lambda manifest: manifest["files"][4].update(size=3), "wrong_count"),
    ],
)
def test_manifest_that_is_wrong(
    book: Handmade, change: Callable[[dict[str, Any]], object], code: str
) -> None:
    book.write()
    manifest = book.manifest()
    change(manifest)
    (book.book / "manifest.json").write_text(json.dumps(manifest))
    book.seal_sums()
    problems = verify(str(book.book), str(book.repository)).problems
    assert code in {
        problem.code for problem in problems if "manifest.json" in problem.path or code == "wrong_count"
    }


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[" * 200_000 + b"]" * 200_000,
        b'{"files": ' + b'{"a":' * 100_000,
        b"\xff\xfe",
        b'{"format": 1' + b"0" * 10_000 + b"}",
        b"null",
        b"[]",
        b'"x"',
        b'{"format": NaN}',
    ],
    ids=["empty", "cut", "deep", "deep and cut", "bytes", "digits", "null", "list", "text", "nan"],
)
def test_manifest_that_is_rubbish(book: Handmade, text: bytes) -> None:
    book.write()
    (book.book / "manifest.json").write_bytes(text)
    assert set(book.codes()) <= {"manifest_unreadable", "manifest_key"}
    assert book.codes() != []


def test_truncated_manifest_never_raises(book: Handmade) -> None:
    book.write()
    data = (book.book / "manifest.json").read_bytes()
    for length in range(0, len(data), 97):
        (book.book / "manifest.json").write_bytes(data[:length])
        assert book.codes() == ["manifest_unreadable"]


def test_flipped_bytes_are_always_found(book: Handmade) -> None:
    """Every byte of the book counts: none can change without a problem, and no change stops the check."""
    book.write()
    for path in sorted(path for path in book.book.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for at in range(0, len(data), 83):
            path.write_bytes(data[:at] + bytes([data[at] ^ 0x11]) + data[at + 1 :])
            assert verify(str(book.book)).problems, (path, at)
        path.write_bytes(data)


def test_book_without_manifest(book: Handmade) -> None:
    book.write()
    (book.book / "manifest.json").unlink()
    assert book.codes() == ["manifest_missing"]


def test_book_that_is_not_there(book: Handmade) -> None:
    assert [problem.code for problem in verify(str(book.book)).problems] == ["book_missing"]


def test_nothing_outside_is_read(book: Handmade) -> None:
    """A manifest that lists a file outside is refused, and the file is not opened."""
    (book.folder / "canary").write_text("secret")
    book.write()
    manifest = book.manifest()
    manifest["pages"].insert(0, {"path": "../canary", "sha256": "0" * 64, "size": 6})
    (book.book / "manifest.json").write_text(json.dumps(manifest))
    book.seal_sums()
    problems = book.verify().problems
    assert [problem.code for problem in problems] == ["bad_path"]
    assert "secret" not in str(problems)
