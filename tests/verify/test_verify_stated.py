"""The quick reader of manifests takes only what the careful one finds nothing wrong with, and takes it alike."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from handmade_book import small_book

import repobook.verify.book
from repobook.verify.book import Manifest, read_manifest
from repobook.verify.findings import Findings
from repobook.verify.roots import Root

Change = Callable[[dict[str, Any]], object]

ODD: list[Any] = [
    None, True, -1, 0, 1.0, 1e2, 1 << 70, "", ".", "..", "a//b", "/a", "a/", "a/./b", "a/../b", "a\\b", "a\nb", "a\0b", "\u202e",
    "\ud800", "é", "é", "É", "manifest.json", "SHA256SUMS", "A" * 64, "0" * 64, "0" * 63 + "\n", "utf8", "latin-1", "hex", "no",
    "3:10-50", "0:1-2", "x", [], {}, "documented", "skipped", "c3a9", "https://x", "http://x",
]  # fmt: skip


def shown(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the first file that is documented."""
    return next(file for file in manifest["files"] if file["outcome"] == "documented")


CHANGES: dict[str, Change] = {
    "nothing": lambda m: None,
    "another format": lambda m: m.update(format=2),
    "a page twice": lambda m: m["pages"].insert(1, m["pages"][0]),
    "pages in another order": lambda m: m["pages"].reverse(),
    "files in another order": lambda m: m["files"].reverse(),
    "a file twice": lambda m: m["files"].insert(1, m["files"][0]),
    "two names of one file": lambda m: m["pages"].append(m["pages"][-1] | {"path": m["pages"][-1]["path"].upper()}),
    "a page is gone": lambda m: m["pages"].pop(1),
    "a count": lambda m: m["counts"].update(scanned=99),
    "a count is missing": lambda m: m["counts"].pop("ignored"),
    "another outcome": lambda m: m["files"][0].update(outcome="lost"),
    "odd bytes": lambda m: m["files"].append({"path": "z\\xff", "path_bytes": "7aff", "outcome": "skipped", "reason": "x"}),
    "other odd bytes": lambda m: m["files"].append({"path": "z\\xff", "path_bytes": "7afe", "outcome": "skipped", "reason": "x"}),
    "bytes that are the path": lambda m: m["files"][-1].update(path_bytes=""),
    "one page for two": lambda m: shown(m).update(docs=shown(m)["keywords"]),
    "a folder": lambda m: m["files"].append({"path": "zz/", "outcome": "ignored", "reason": "rule"}),
    "a documented folder": lambda m: shown(m).update(path=shown(m)["path"] + "/"),
    "a source root": lambda m: m.update(source_root="../../x"),
    "a wrong source root": lambda m: m.update(source_root="a/../x"),
    "an address": lambda m: m["options"].update(site_url="https://x/"),
    "a wrong address": lambda m: m["options"].update(site_url="http://x/"),
}  # fmt: skip


def read(
    folder: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> tuple[bool, Manifest | None, Findings, Any, Findings]:
    """Return whether the quick reader took a manifest, what was read, and what is read without it."""
    (folder / "manifest.json").write_bytes(data)
    took: list[bool] = []
    quick, take = repobook.verify.book.read_stated, repobook.verify.book._take

    def noted(*stated: Any) -> Manifest | None:
        found = take(*stated)
        took.append(found is not None)
        return found

    with Root(str(folder)) as root:
        found, plain = Findings(), Findings()
        with monkeypatch.context() as patched:
            patched.setattr(repobook.verify.book, "_take", noted)
            one = read_manifest(root, found)
        with monkeypatch.context() as patched:
            patched.setattr(repobook.verify.book, "read_stated", lambda data: None)
            other = read_manifest(root, plain)
    assert quick is repobook.verify.book.read_stated
    return any(took), one[0] if one else None, found, other[0] if other else None, plain


@pytest.fixture
def stated(tmp_path: Path) -> dict[str, Any]:
    book = small_book(tmp_path)
    book.write()
    found: dict[str, Any] = json.loads((book.book / "manifest.json").read_text())
    return found


def assert_alike(folder: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    is_taken, one, found, other, plain = read(folder, data, monkeypatch)
    assert (one, found.problems, found.checks) == (other, plain.problems, plain.checks)
    assert not (is_taken and plain.problems)
    return is_taken


@pytest.mark.parametrize("name", CHANGES)
def test_both_say_the_same(
    name: str, stated: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    CHANGES[name](stated)
    for counts in (stated["counts"], _counts(stated) if name != "a count is missing" else stated["counts"]):
        data = json.dumps(stated | {"counts": counts}, ensure_ascii=True).encode()
        is_taken = assert_alike(tmp_path, data, monkeypatch)
    if name in ("nothing", "odd bytes", "a folder", "a source root", "an address"):
        assert is_taken


def _counts(stated: dict[str, Any]) -> dict[str, int]:
    outcomes = [file.get("outcome") for file in stated["files"]]
    counts = {outcome: outcomes.count(outcome) for outcome in ("documented", "skipped", "ignored")}
    return counts | {"scanned": counts["documented"] + counts["skipped"]}


def test_odd_values_anywhere(stated: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(stated)
    for seed in range(600):
        chance = random.Random(seed)
        changed = json.loads(text)
        entry = chance.choice([changed, changed["counts"], *changed["files"], *changed["pages"]])
        entry[chance.choice([*entry, "path_bytes", "encoding", "masked", "reason"])] = chance.choice(ODD)
        assert_alike(
            tmp_path,
            json.dumps(changed, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass"),
            monkeypatch,
        )


def test_damaged_bytes(stated: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(stated, indent=1).encode()
    for seed in range(300):
        chance = random.Random(seed)
        damaged = bytearray(data)
        damaged[chance.randrange(len(data))] = chance.randrange(256)
        assert_alike(tmp_path, bytes(damaged), monkeypatch)
