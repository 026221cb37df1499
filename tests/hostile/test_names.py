"""Group N: names and paths. One repository holds every odd name; each row looks at its own."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
from invariants import READER, Built, examine
from odd_names import NAMES, make_odd_names
from runs import read_tree, run_here, snapshot, write_tree


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    place = tmp_path_factory.mktemp("names")
    make_odd_names(place / "odd_names")
    return examine(place / "odd_names", place)


def title(page: str) -> str:
    """Return the title of a page as a reader sees it."""
    return "".join(child.content for child in READER.parse(page)[1].children or [])


def links(built: Built) -> Iterator[tuple[str, str]]:
    """Yield page and target of every link, as a Markdown reader finds them."""
    for name, text in built.pages():
        for token in READER.parse(text):
            for child in token.children or ():
                if child.type == "link_open":
                    yield name, str(child.attrGet("href"))


def test_invariants(built: Built) -> None:
    """A book of odd names is a book like any other."""
    assert built.violations == []


def test_every_name_has_two_pages_of_its_own(built: Built) -> None:
    """N01, N05, N11–N14: as many pages as files, no two of them the same, even where case does not count."""
    pages = [entry[key].casefold() for entry in built.files.values() for key in ("docs", "keywords")]
    assert len(pages) == len(set(pages)) == 2 * (len(NAMES) + 1)


def test_newline_is_one_record(built: Built) -> None:
    """N01: a name with a line break is one file, and shown as one."""
    assert (built.outcome("space/a\nb.py"), title(built.page("space/a\nb.py"))) == (
        "documented",
        "Documentation: space/a␊b.py",
    )


def test_control_characters_are_pictures(built: Built) -> None:
    """N02: escape sequences in a name are shown as symbols."""
    assert title(built.page("control/\x1b[2J\x1b]0;x\x07.py")) == "Documentation: control/␛[2J␛]0;x␇.py"


def test_right_to_left_override_is_visible(built: Built) -> None:
    """N03: a name that would be displayed backwards is displayed as it is."""
    assert title(built.page("control/photo\u202egnp.py")) == "Documentation: control/photo[U+202E]gnp.py"


def test_hidden_character_in_a_name_is_reported(built: Built) -> None:
    """N03, N04: the report notes names with characters that nobody sees."""
    report = (built.book / "verification_report.md").read_text()
    assert ("hidden_unicode" in report, "photo[U+202E]gnp.py" in report) == (True, True)
    assert "a[U+200B].py" in report and built.outcome("control/a\u200b.py") == "documented"


@pytest.mark.parametrize("byte", [0xFE, 0xFF])
def test_name_that_is_no_utf8(byte: int, built: Built) -> None:
    """N05: the manifest holds the bytes of the name, and its page shows them."""
    entry = built.files[f"bytes/bad\\x{byte:02x}.py"]
    assert (bytes.fromhex(entry["path_bytes"]), f"\\x{byte:02x}" in title(built.page(entry["path"]))) == (
        b"bytes/bad%c.py" % byte,
        True,
    )


def test_source_of_a_name_that_is_no_utf8_is_shown(built: Built) -> None:
    """N05: such a file is read like any other."""
    assert "```python\ndef odd():" in built.page("bytes/bad\\xff.py")


def test_long_names_fit(built: Built) -> None:
    """N08: a name of 255 bytes has pages whose names are shorter than the limit of file systems."""
    parts = {part for name, _ in built.pages() for part in name.split("/")}
    assert max(len(part.encode()) for part in parts) <= 240


@pytest.mark.parametrize("name", ["README.py", "Foo/x.c"])
def test_case_is_not_all_that_differs(name: str, built: Built) -> None:
    """N11: pages of names that differ in case differ in more than case."""
    one, other = (
        built.files[f"same/{name}"]["docs"],
        built.files[f"same/{name.lower().replace('.C', '.c')}"]["docs"],
    )
    assert one.casefold() != other.casefold()


@pytest.mark.parametrize(
    "name", ["index.md", "doc.md", "manifest.json", "book.db", "SHA256SUMS", "keywords/k.py", "chapters/c.py"]
)
def test_generated_names_are_not_overwritten(name: str, built: Built) -> None:
    """N13: a file with the name of a generated page has a page of its own."""
    assert title(built.page(name)) == f"Documentation: {name}"


@pytest.mark.parametrize(
    "name", ['"><img src=x onerror=alert(1)>.py', "<svg onload=alert(1)>/x.py", "&lt;b&gt;.py"]
)
def test_html_in_a_name_is_text(name: str, built: Built) -> None:
    """N16: HTML in a name is shown as it is written."""
    assert title(built.page(f"markup/{name}")) == f"Documentation: markup/{name}"


@pytest.mark.parametrize(
    "name",
    ["`a`](javascript:x).md", "[x](y).py", "a|b.py", "# h.py", "{{7*7}}.py", "{% include x %}.py", "${x}.js"],
)
def test_markdown_in_a_name_is_text(name: str, built: Built) -> None:
    """N17, N21: Markdown and templates in a name are shown as they are written."""
    assert title(built.page(f"markup/{name}")) == f"Documentation: markup/{name}"


def test_tables_keep_their_columns(built: Built) -> None:
    """N17: a pipe in a name does not add a column to the index of its folder."""
    index = (built.book / "markup" / "index.md").read_text()
    rows = [token for token in READER.parse(index) if token.type in ("tr_open", "td_open", "th_open")]
    starts = [at for at, token in enumerate(rows) if token.type == "tr_open"] + [len(rows)]
    widths = {after - before - 1 for before, after in itertools.pairwise(starts)}
    assert widths == {5}


@pytest.mark.parametrize("name", ["-rf", "--help.py", "$(touch marker).py", ";touch marker;.py", "@list"])
def test_shell_look_alikes_are_names(name: str, built: Built) -> None:
    """N18: a name that looks like an option or a command is a name."""
    assert built.outcome(name) == "documented"


def test_links_lead_to_pages(built: Built) -> None:
    """N19: every link, decoded once, is a file of the book."""
    missing = []
    for page, target in links(built):
        path = unquote(target.partition("#")[0])
        if path and not (built.book / page).parent.joinpath(path).is_file():
            missing.append((page, target))
    assert missing == []


def test_links_are_never_schemes(built: Built) -> None:
    """N20: a file called `javascript:alert(1)` is linked by a relative address without a colon."""
    assert [target for _, target in links(built) if ":" in target] == []


_RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{at}" for name in ("com", "lpt") for at in range(1, 10))}


def test_pages_can_be_copied_to_other_systems(built: Built) -> None:
    """N07, N15: no part of a page's path is reserved, ends in a dot or a space, or holds a sign that others forbid."""
    parts = {part for name in read_tree(built.book) for part in name.rstrip("/").split("/")}
    bad = [part for part in parts if re.search(r'[\\:*?"<>|\x00-\x1f]|[. ]$', part)]
    assert (bad, [part for part in parts if part.split(".")[0].lower() in _RESERVED]) == ([], [])


def test_path_beyond_the_limit_of_the_system(tmp_path: Path) -> None:
    """N09: in 60 nested folders of 200 characters every file is documented or skipped with `path_limit`."""
    root = tmp_path / "deep"
    root.mkdir()
    descriptor = os.open(root, os.O_RDONLY)
    for level in range(60):
        name = f"{level:03}" + "x" * 197
        with open(os.open("f.py", os.O_WRONLY | os.O_CREAT, dir_fd=descriptor), "wb") as stream:
            stream.write(b"x = 1\n")
        os.mkdir(name, dir_fd=descriptor)
        below = os.open(name, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)
    built = examine(root, tmp_path)
    outcomes = [built.outcome(path) for path in built.files]
    assert (built.violations, len(outcomes), set(outcomes)) == ([], 60, {"documented", "path_limit"})


def test_index_of_long_names_is_split(tmp_path: Path) -> None:
    """N08, N22: 500 files with names of 255 bytes that are percent-encoded have an index of pages below 512 KB."""
    root = write_tree(tmp_path / "repo", {f"{at:03}{'語' * 82}.txt": "" for at in range(500)})
    assert (
        run_here("build", root, "-o", tmp_path / "book", "--cache", tmp_path / "cache", "-q", "-j", 1).code
        == 0
    )
    pages = [path.read_text() for path in (tmp_path / "book").glob("index*.md")]
    assert max(len(page.encode()) for page in pages) <= 512 * 1024
    assert len({name for page in pages for name in re.findall(r"`(\d{3})語+\.txt`", page)}) == 500


@pytest.fixture(scope="module")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository of one file, its book, and a secret beside them."""
    place = tmp_path_factory.mktemp("small")
    (place / "canary.txt").write_text("CANARY-7f3a\n")
    write_tree(place / "repo", {"a.py": "a = 1\n"})
    words = ("build", place / "repo", "-o", place / "book", "--cache", place / "cache", "-q", "-j", 1)
    assert run_here(*words).code == 0
    return place


@pytest.mark.parametrize(
    "path", ["../canary.txt", "/etc/passwd", "a/../../canary.txt", "a\0b", ".git/config"]
)
def test_edited_manifest_leads_nowhere(path: str, small_book: Path, tmp_path: Path) -> None:
    """N06: `verify` of a book whose manifest names files outside of it reports that and shows nothing of them."""
    place = shutil.copytree(small_book, tmp_path / "copy")
    manifest = json.loads((place / "book" / "manifest.json").read_bytes())
    manifest["pages"].append({"path": path, "sha256": "0" * 64, "size": 12})
    manifest["files"][0] |= {"path": path, "docs": path, "keywords": path}
    (place / "book" / "manifest.json").write_text(json.dumps(manifest))
    done = run_here("verify", place / "book", "--source", place / "repo")
    assert (done.code, "CANARY" in done.said) == (1, False), done.said


ODD_PATHS = ("..", ".", "../canary.txt", "a/../../canary.txt", "../../../canary.txt", ".git/config")


class Around:
    """A repository, its book, its state and a canary, all in one folder of their own."""

    def __init__(self, place: Path) -> None:
        self.place, self.book, self.state = place, place / "book", place / "cache" / "books"
        self.canary = place / "canary.txt"
        place.mkdir()
        self.canary.write_text("CANARY-7f3a\n")
        write_tree(place / "repo", {"a.py": "a = 1\n", "b.py": "b = 1\n", "c/d.py": "d = 1\n"})
        self.build()
        self.before = self.outside()

    def build(self) -> int:
        place = self.place
        words = ("build", place / "repo", "-o", self.book, "--cache", place / "cache", "-q", "-j", 1)
        return run_here(*words).code

    def outside(self) -> dict[bytes, tuple[object, ...]]:
        """Return all that is neither of the book nor of its state, nor the time of the folder that both lie in."""
        ours = (b"/book", b"/cache", b"/repo/a.py")
        top = os.fsencode(self.place)
        found = {name[len(top) :]: seen for name, seen in snapshot(self.place).items()}
        return {name: seen for name, seen in found.items() if name != b"/." and not name.startswith(ours)}

    def build_again(self) -> None:
        """Edit a source, build, and see that nothing outside was written or removed, and nothing of it read."""
        (self.place / "repo" / "a.py").write_text("a = 2\n")
        assert self.build() == 0
        assert self.canary.read_text() == "CANARY-7f3a\n"
        assert self.outside() == self.before
        assert "CANARY" not in "".join(
            data.decode("utf-8", "replace") for data in read_tree(self.book).values()
        )
        listed = {page["path"] for page in json.loads((self.book / "manifest.json").read_bytes())["pages"]}
        assert listed.isdisjoint(ODD_PATHS)

    def looks_of(self, path: str) -> list[int]:
        """Return how a file looks, as states of books say it."""
        seen = os.lstat(self.book / path)
        return [seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_mode]


@pytest.fixture
def around(tmp_path: Path) -> Around:
    return Around(tmp_path / "here")


def test_lists_of_a_book_that_lead_out_of_it(around: Around) -> None:
    """N06: a manifest and checksums that list files outside, and agree, have none of these written or removed."""
    manifest = json.loads((around.book / "manifest.json").read_bytes())
    digest = hashlib.sha256(around.canary.read_bytes()).hexdigest()
    manifest["pages"] += [{"path": path, "sha256": digest, "size": 12} for path in ODD_PATHS]
    manifest["pages"].sort(key=lambda page: page["path"])
    (around.book / "manifest.json").write_text(json.dumps(manifest))
    sums = {page["path"]: page["sha256"] for page in manifest["pages"]}
    sums["manifest.json"] = hashlib.sha256((around.book / "manifest.json").read_bytes()).hexdigest()
    (around.book / "SHA256SUMS").write_text("".join(f"{sums[path]}  {path}\n" for path in sorted(sums)))
    checked = run_here("verify", around.book, "--source", around.place / "repo")
    assert (checked.code, "CANARY" in checked.said, around.outside() == around.before) == (1, False, True)
    around.build_again()


@pytest.mark.parametrize("path", ["..", "../../../canary.txt", "c/../../../../canary.txt", "/canary.txt"])
def test_state_that_names_files_outside(path: str, around: Around) -> None:
    """N06: what is remembered of the last book, with a path that leads out of it, has nothing removed there."""
    (looks,), (record,) = around.state.glob("*.looks"), around.state.glob("*.json")
    files, folders, begun = msgspec.msgpack.decode(looks.read_bytes())
    files[f"{around.place}{path}" if path[0] == "/" else path] = around.looks_of("../canary.txt")
    packed = msgspec.msgpack.encode([files, folders, begun])
    looks.write_bytes(packed)
    stated = json.loads(record.read_bytes())["stated"] | {"looks": hashlib.sha256(packed).hexdigest()}
    text = json.dumps(stated, sort_keys=True, ensure_ascii=True)
    record.write_text(json.dumps({"digest": hashlib.sha256(text.encode()).hexdigest(), "stated": stated}))
    around.build_again()


@pytest.mark.parametrize("has_twin", [False, True])
@pytest.mark.parametrize("path", ["../canary.txt", "c/../../canary.txt"])
def test_kept_pages_that_lie_outside(path: str, has_twin: bool, around: Around) -> None:
    """N06: units of the last build whose pages lie outside of the book are not taken from there."""
    (kept,) = around.state.glob("*.units")
    fixed, ground, places = msgspec.msgpack.decode(kept.read_bytes()[:-40])
    log = kept.with_name(kept.name + ".blocks")
    data = log.read_bytes()
    out, moved = b"", {}
    page = [path, hashlib.sha256(around.canary.read_bytes()).hexdigest(), 12]
    for job, (offset, length, _) in places.items():
        block = (
            _with_page(data[offset : offset + length], page) if job.startswith(("files", "folders")) else b""
        )
        block = block or data[offset : offset + length]
        moved[job] = (len(out), len(block), hashlib.sha256(block).digest())
        out += block
    listed = msgspec.msgpack.encode((fixed, ground, moved))
    log.write_bytes(out)
    kept.write_bytes(listed + len(listed).to_bytes(8, "big") + hashlib.sha256(listed).digest())
    if not has_twin:
        for folder in around.state.glob("*.twin"):
            shutil.rmtree(folder)
    around.build_again()


def _with_page(block: bytes, page: list[Any]) -> bytes:
    """Return what is kept of a job, with another page in the place of the first one of each unit."""
    extent, made, rest = msgspec.msgpack.decode(block)
    units, finished = msgspec.msgpack.decode(made, strict=False, type=tuple[dict[int, list[Any]], list[Any]])
    for unit in units.values():
        unit[0][:1] = [page]
    return msgspec.msgpack.encode((extent, msgspec.msgpack.encode((units, finished)), rest))
