"""`repobook search` as a user runs it."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

from runs import command, environment, run, run_here


def test_editor_lines(shop: Path) -> None:
    done = run("search", "grand_total", "--book", shop, "--limit", 1)
    assert (done.code, done.out) == (
        0,
        "shop/cart.py:12: method ShoppingCart.grand_total: Add up all prices, discounts included.\n",
    )


def test_json_for_machines(shop: Path) -> None:
    answers = json.loads(run_here("search", "--json", "cart", "--book", shop, "-n", 3).out)
    assert len(answers) == 3
    assert {"path", "line", "name", "kind", "score", "why"} <= set(answers[0])
    assert [answer["score"] for answer in answers] == sorted((a["score"] for a in answers), reverse=True)


def test_nothing_found(shop: Path) -> None:
    done = run_here("search", "zzzzqqqqxx", "--book", shop)
    assert (done.code, done.out, done.err) == (1, "", "repobook: nothing found for zzzzqqqqxx\n")
    assert run_here("search", "--json", "zzzzqqqqxx", "--book", shop).out == "[]\n"


def test_what_cannot_be_asked(shop: Path, tmp_path: Path) -> None:
    for words in (
        (" ",),
        ("--regex", "(a"),
        ("in:nowhere",),
        ("x" * 100_000,),
        ("--regex", r"(?=lookahead)"),
    ):
        done = run("search", *words, "--book", shop)
        assert done.code == 2 and done.err.count("\n") == 1, done
    assert run_here("search", "x", "--book", tmp_path).code == 2


def test_text_with_options(shop: Path) -> None:
    assert run_here("search", "--text", "root = os", "--book", shop).out.startswith("shop/cart.py:19: ")
    assert run_here("search", "--regex", r"^def pay\(", "--book", shop).out.startswith("shop/till.py:4: ")


def test_words_that_look_like_options(shop: Path) -> None:
    assert run_here("search", "--jobs", "--book", shop).out.startswith("README.md:7: ")


def test_a_damaged_book(shop: Path, tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    (book / "manifest.json").write_text((shop / "manifest.json").read_text())
    (book / "book.db").write_bytes(b"garbage" * 1000)
    for words in (("search", "x"), ("export", "references"), ("export", "sarif"), ("export", "tags")):
        done = run_here(*words, "--book", book)
        assert done.code == 2 and done.err.count("\n") == 1 and "damaged" in done.err, done


def test_from_a_folder_of_the_repository(shop: Path, tmp_path: Path) -> None:
    """What lies near comes first, and a folder that is gone hinders nobody."""
    (tmp_path / ".git").mkdir()
    for folder, path in (("tools/paper", "tools/paper/bag.py"), ("shop/paper", "shop/paper/box.py")):
        here = tmp_path / folder
        here.mkdir(parents=True)
        assert run("search", "wrap", "--book", shop, "-n", 1, cwd=here).out.startswith(f"{path}:1: ")
    gone = tmp_path / "gone"
    gone.mkdir()
    words = " ".join(map(shlex.quote, command("search", "wrap", "--book", str(shop))))
    done = subprocess.run(
        ["sh", "-c", f"rmdir {shlex.quote(str(gone))} && {words}"],
        cwd=gone,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
