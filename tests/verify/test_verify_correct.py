"""A correct book has no problem, whatever odd but legal things it holds."""

from __future__ import annotations

import json
import os

import pytest
from handmade_book import CART, Handmade

from repobook.verify import verify


def test_correct_book_passes(book: Handmade) -> None:
    book.write()
    assert book.verify().problems == []


def test_book_passes_without_its_source(book: Handmade) -> None:
    book.write()
    assert verify(str(book.book)).problems == []


def test_several_workers_find_the_same(book: Handmade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repobook.verify.parts.PART_BYTES", 1)
    monkeypatch.setattr("repobook.verify.parallel.LARGE_PAGES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    book.replace(
        "shop/models.py_docs.md", 'L10](cart.py_docs.md#original-source "add")', "L99](cart.py_docs.md)"
    )
    book.replace("index.md", "#the-folder-shop", "#no-such-folder")
    book.write()
    assert book.verify(jobs=3) == book.verify(jobs=1)


def test_book_with_one_page_for_two_files_has_both_examined(book: Handmade) -> None:
    """Each file is read, though a page is stated for both."""
    book.write()
    manifest = json.loads((book.book / "manifest.json").read_text())
    files = [file for file in manifest["files"] if file["outcome"] == "documented"]
    for name in ("docs", "keywords"):
        files[1][name] = files[0][name]
    (book.book / "manifest.json").write_text(json.dumps(manifest))
    (book.repository / files[0]["path"]).write_text("changed\n")
    (book.repository / files[1]["path"]).write_text("changed\n")
    found = {
        problem.path
        for problem in verify(str(book.book), str(book.repository)).problems
        if problem.code == "source_changed"
    }
    assert found == {files[0]["path"], files[1]["path"]}


def test_very_many_pages_are_examined_by_one_process(book: Handmade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    usual = book.verify(jobs=3)
    monkeypatch.setattr("repobook.verify.parallel.MANY_PAGES", 0)
    monkeypatch.setattr("repobook.verify.parallel.ProcessPoolExecutor", None)  # nobody may call it
    assert book.verify(jobs=3) == usual


def test_checks_are_counted(book: Handmade) -> None:
    book.write()
    checks = book.verify().checks
    wanted = {
        "pages": 10,
        "checksums": 21,
        "source texts": 3,
        "citations": 9,
        "cited names": 8,
        "identifier lines": 15,
        "files accounted": 5,
        "source entries": 4,
    }
    assert {name: checks[name] for name in wanted} == wanted


def test_progress_ends_with_all_pages(book: Handmade) -> None:
    book.write()
    told: list[tuple[int, int]] = []
    book.verify(progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (10, 10)


def test_page_that_is_still_to_come_is_not_missed(book: Handmade) -> None:
    del book.pages["verification_report.md"]
    book.write()
    (book.book / "SHA256SUMS").unlink()
    assert book.codes(pending=frozenset({"verification_report.md"})) == []


def test_citation_may_lead_to_the_file_on_the_web(book: Handmade) -> None:
    book.head["source_root"] = "https://example.org/shop/blob/abc"
    book.replace(
        "shop/models.py_docs.md",
        'L10](cart.py_docs.md#original-source "add")',
        'L10](https://example.org/shop/blob/abc/shop/cart.py#L10 "add")',
    )
    book.write()
    assert book.codes() == []


def test_citation_may_lead_to_the_file_beside_the_book(book: Handmade) -> None:
    book.book_name = "repository/book"
    book.head["source_root"] = ".."
    book.replace(
        "shop/models.py_docs.md",
        'L10](cart.py_docs.md#original-source "add")',
        'L10-L11](../../shop/cart.py#L10-L11 "add")',
    )
    book.write()
    assert book.codes() == []


def test_cut_source_is_compared_as_far_as_it_is_shown(book: Handmade) -> None:
    shown = "".join(CART.decode().splitlines(keepends=True)[:8])
    cut = shown + "```\n\nCut: the first 8 of 11 lines are shown.\n"
    book.replace("shop/cart.py_docs.md", CART.decode() + "```\n", cut)
    book.write()
    assert book.codes() == []


def test_source_may_be_left_out(book: Handmade) -> None:
    book.head["options"] = {"no_source": True}
    for name in ("shop/cart.py", "shop/models.py", "notes.txt"):
        page = book.page(name + "_docs.md").replace("## Original Source", "## File Metadata", 1)
        before, _, rest = page.partition("```")
        book.pages[name + "_docs.md"] = before + rest.partition("\n```")[2].lstrip("`")
    for path, text in book.pages.items():
        if isinstance(text, str):
            book.pages[path] = text.replace("#original-source", "#file-metadata")
    book.write()
    assert book.codes() == []


def test_encoding_of_the_manifest_is_used(book: Handmade) -> None:
    book.sources["notes.txt"] = "caf\xe9\nfence: ``` and \x1b[0m\nhidden: \u202e end \x00\nlast".encode(
        "utf-16"
    )
    book.stated["notes.txt"] = {"encoding": "utf-16", "lines": 4}
    book.write()
    assert book.codes() == []


def test_name_that_is_not_utf8_is_found_by_its_bytes(book: Handmade) -> None:
    odd = b"bad\xff.py"
    name = os.fsdecode(odd)
    book.sources[name] = b"x = 1\n"
    book.documented[name] = "bad~FF.py"
    book.stated[name] = {"path": "bad\\xff.py", "path_bytes": odd.hex()}
    book.pages["bad~FF.py_docs.md"] = "# `bad\\xff.py`\n\n## Original Source\n\n```\nx = 1\n```\n"
    book.pages["bad~FF.py_kw.md"] = "# Keywords\n"
    book.write()
    assert book.codes() == []


@pytest.mark.parametrize(
    "text",
    [
        "`` a`b[0](x) ``, [`operator[]`](#contents)",
        '[L1](shop/models.py_docs.md "Item") and [L1](shop/models.py_docs.md "Item\\:")',
        "a \\[b\\](c), \\\\[`a`](#contents), x \\`y\\`, C#, #1",
        "**bold** text\n\n---\n\n- item\n  - item below\n\n> quoted\n>\n> text",
        "[name \\[1\\]](#contents), [U+202E], 3 \\* 4 \\_x\\_",
    ],
)
def test_odd_text_is_read_as_markdown_reads_it(book: Handmade, text: str) -> None:
    book.pages["index.md"] = book.page("index.md") + "\n" + text + "\n"
    book.write()
    assert book.codes() == []


@pytest.mark.parametrize(
    "name", ['say \\"hi\\"', '(\\"x\\")', "call(x)", "tick ` tick", "a `code` b", "a &lt; b", "back\\\\slash"]
)
def test_title_may_hold_odd_signs(book: Handmade, name: str) -> None:
    book.sources["notes.txt"] = b'say "hi" ("x") call(x) tick ` tick, a `code` b, a < b, back\\slash\n'
    line = book.sources["notes.txt"].decode()
    book.pages["notes.txt_docs.md"] = (
        f'# Notes\n\n## Original Source\n\n```\n{line}```\n\n[L1](#original-source "{name}")\n'
    )
    book.pages["notes.txt_kw.md"] = "# Keywords\n\n## Terms\n"
    book.write()
    assert book.codes() == []


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("`a_b.c`", "a_bc"),
        ("Über *uns*", "%C3%BCber-uns"),
        ("a  b", "a--b"),
        ("[Link](index.md) to", "link-to"),
        ("x &amp; `&amp;`", "x--amp"),
        ("हिन्दी", "%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80"),
        ("C#", "c"),
        ("`end `", "end-"),
        ("`operator[](int)` \\& `x`", "operatorint--x"),
        ("[`end `](index.md)", "end-"),
        ("`` `x` ``", "x"),
    ],
)
def test_anchor_follows_the_rule_of_github(book: Handmade, heading: str, anchor: str) -> None:
    book.pages["index.md"] = book.page("index.md") + f"\n### {heading}\n\n[there](#{anchor})\n"
    book.write()
    assert book.codes() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_written(book: Handmade, jobs: int) -> None:
    book.write()
    before = {path: path.stat().st_mtime_ns for path in book.folder.rglob("*")}
    book.verify(jobs=jobs)
    assert {path: path.stat().st_mtime_ns for path in book.folder.rglob("*")} == before
