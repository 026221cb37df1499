"""A defect of ours in the rendering costs the part of a page that it shows in: the book is there, and says so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from runs import read_tree, run_here, write_tree

from repobook.build import build
from repobook.config import Config
from repobook.errors import OutputError
from repobook.facts import Outcome, Problem
from repobook.verify import Report, verify

FILES = {
    "README.md": "# Shop\n\nA shop.\n",
    "shop/odd.py": '"""What is odd."""\nimport os\n\n\ndef pay():\n    """Pay."""\n    return os.name\n',
    "shop/even.py": "from shop.odd import pay\n\n\ndef buy():\n    return pay()\n",
}
WORKER = Path(__file__).parent.parent / "hostile" / "clumsy_worker.py"


def build_clumsily(folder: Path, where: str, word: str, has_site: bool = False) -> Outcome:
    """Build a book with workers in which the function `where` fails; nothing fails without one."""
    (folder / "repo" / "shop").mkdir(parents=True)
    for path, text in FILES.items():
        (folder / "repo" / path).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        if where:
            shim = folder / "python"
            shim.write_text(f'#!/bin/sh\nexec {sys.executable} -B {WORKER} {where} {word} "$@"\n')
            shim.chmod(0o755)
            patch.setattr(sys, "executable", str(shim))
        places = (str(folder / name) for name in ("repo", "book", "cache"))
        return build(Config(*places, jobs=1, has_site=has_site))


@pytest.mark.parametrize(
    ("where", "word", "pages"),
    [
        ("repobook.render.connections.dependencies", "odd", ["shop/odd.py_docs.md"]),
        ("repobook.render.file_page._analysis", "odd", ["shop/odd.py_docs.md"]),
        ("repobook.render.job.render_keywords", "odd", ["shop/odd.py_docs.md", "shop/odd.py_kw.md"]),
        ("repobook.render.job.render_folder", "shop", ["shop/doc.md", "shop/index.md"]),
        ("repobook.render.front._reading_path", "''", ["index.md"]),
    ],
)
def test_a_defect_costs_its_part(where: str, word: str, pages: list[str], tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    assert not build_clumsily(tmp_path / "whole", "", "").problems
    (tmp_path / "clumsy").mkdir()
    outcome = build_clumsily(tmp_path / "clumsy", where, word)
    missing = [problem for problem in outcome.problems if problem.code == "part_missing"]
    assert [problem.path for problem in missing] == pages
    assert all("`KeyError` in `clumsy_worker.py`" in problem.detail for problem in missing)
    # Links to entries that are not there are told, too, and nothing else is wrong.
    assert {problem.code for problem in outcome.problems} <= {"part_missing", "broken_anchor"}
    for page in (tmp_path / "whole" / "book").rglob("*.md"):
        path = page.relative_to(tmp_path / "whole" / "book").as_posix()
        if path not in (*pages, "verification_report.md") and not path.startswith("shop/odd.py_kw"):
            assert (tmp_path / "clumsy" / "book" / path).read_bytes() == page.read_bytes(), path
    for path in pages:
        assert "**Could not be made**" in (tmp_path / "clumsy" / "book" / path).read_text()
    source = (tmp_path / "clumsy" / "book" / "shop" / "odd.py_docs.md").read_text()
    assert FILES["shop/odd.py"] in source


def test_a_book_that_does_not_pass_never_takes_the_place_of_one_that_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_tree(tmp_path / "repo", FILES) / "shop" / "odd.py"
    config = Config(*(str(tmp_path / name) for name in ("repo", "book", "cache")), jobs=1)
    assert build(config).problems == []
    before = read_tree(tmp_path / "book")
    source.write_text(FILES["shop/odd.py"].replace("Pay.", "Pay now."))

    def check(*given: object, **more: object) -> Report:
        report = verify(*given, **more)  # type: ignore[arg-type]
        report.problems.append(Problem("index.md", "wrong_checksum", "its bytes are others"))
        return report

    with monkeypatch.context() as patch:
        patch.setattr("repobook.pipeline.verify", check)
        with pytest.raises(OutputError, match=r"index\.md: wrong_checksum: .* the last one stays"):
            build(config)
        assert read_tree(tmp_path / "book") == before
        assert sorted(path.name for path in tmp_path.iterdir()) == ["book", "cache", "repo"]
        words = (
            "build",
            tmp_path / "repo",
            "-o",
            tmp_path / "quiet",
            "--cache",
            tmp_path / "cache",
            "-j",
            1,
            "-q",
        )
        done = run_here(*words)
        said = f"repobook: 1 problem: see {tmp_path / 'quiet' / 'verification_report.md'}\n"
        assert (done.code, done.out, done.err) == (1, "", said)
        # Where there is no good one to lose, a book with problems is better than none.
        other = Config(str(tmp_path / "repo"), str(tmp_path / "other"), str(tmp_path / "cache"), jobs=1)
        assert [problem.code for problem in build(other).problems] == ["wrong_checksum"]
        assert [problem.code for problem in build(other).problems] == ["wrong_checksum"]
    assert build(config).problems == []
    clean = Config(str(tmp_path / "repo"), str(tmp_path / "clean"), str(tmp_path / "fresh"), jobs=1)
    assert build(clean).problems == []
    assert read_tree(tmp_path / "book") == read_tree(tmp_path / "clean")


def test_site_has_a_page_all_the_same(tmp_path: Path) -> None:
    """Where the pages of a file could not be made, its page in the site shows the source, too, and links to it hold."""
    outcome = build_clumsily(tmp_path, "repobook.render.job.render_keywords", "odd", has_site=True)
    assert {problem.code for problem in outcome.problems} == {"part_missing", "broken_anchor"}
    assert "return os.name" in (tmp_path / "book" / "site" / "shop" / "odd.py.html").read_text()


def test_a_defect_of_the_site_costs_its_page_of_the_site(tmp_path: Path) -> None:
    for name in ("whole", "clumsy"):
        (tmp_path / name).mkdir()
    build_clumsily(tmp_path / "whole", "", "", has_site=True)
    outcome = build_clumsily(
        tmp_path / "clumsy", "repobook.render.web.site.Site.add_file", "odd", has_site=True
    )
    page = "site/shop/odd.py.html"
    assert ("part_missing", page) in {(problem.code, problem.path) for problem in outcome.problems}
    assert {problem.code for problem in outcome.problems} <= {"part_missing", "broken_anchor"}
    whole, clumsy = (read_tree(tmp_path / name / "book") for name in ("whole", "clumsy"))
    told = {page, "verification_report.md", "manifest.json", "SHA256SUMS", "site/verification_report.html"}
    differing = {path for path in whole if whole[path] != clumsy.get(path)} - told
    assert {path for path in differing if not path.startswith("site/shop/odd.py~")} == set()
    assert b"return os.name" in clumsy[page]
