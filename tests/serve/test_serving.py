"""`repobook serve` as a user runs it: a repository that was just indexed, and finished books."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from runs import command, environment, hear, read_tree, run, write_tree
from served import serving

FILES = {
    "README.md": "# Shop\n\nA small shop that sells paper and ink to its customers.\n",
    "shop/cart.py": '"""What a customer is about to buy."""\n\n\ndef total():\n    """Add up."""\n    return 1\n',
    "shop/index.py": "from shop.cart import total\n\ntotal()\n",
}


def get(connection: http.client.HTTPConnection, path: str) -> tuple[int, str]:
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tree(tmp_path_factory.mktemp("served") / "repo", FILES)


@pytest.mark.parametrize("kind", ["repository", "markdown", "site"])
def test_every_kind(repo: Path, tmp_path: Path, kind: str) -> None:
    """The same pages, whether they were written before or are made now."""
    where = repo
    if kind != "repository":
        where = tmp_path / "book"
        formats = "md,site" if kind == "site" else "md"
        assert run("build", repo, "-o", where, "--format", formats).code == 0
    before = read_tree(where)
    with serving(where) as connection:
        status, front = get(connection, "/")
        assert status == 200 and "sells paper and ink" in front
        status, page = get(connection, "/shop/cart.py.html")
        assert status == 200 and "What a customer is about to buy." in page and "return" in page
        assert get(connection, "/shop/index.html")[0] == 200
        assert get(connection, "/shop/index.py.html")[0] == 200
        for path in (
            "/keywords.html",
            "/shop/sub.html",
            "/comprehensive_book.html",
            "/~static/book.css",
            "/shop/~tree.js",
        ):
            assert get(connection, path)[0] == 200, path
        assert '"url": "shop/cart.py.html#L4"' in get(connection, "/~ask.js?q=total")[1]
        assert get(connection, "/shop/none.html")[0] == 404
    assert read_tree(where) == before


def test_pages_are_those_of_the_site(repo: Path, tmp_path: Path) -> None:
    assert run("build", repo, "-o", tmp_path / "book", "--format", "md,site").code == 0
    site = tmp_path / "book" / "site"
    with serving(repo) as connection:
        # What names mean is asked for by pages of other files, before their own page.
        for path in (
            "shop/index.py~names.js", "index.html", "shop/cart.py.html", "shop/index.html", "shop/doc.html", "keywords.html",
        ):  # fmt: skip
            assert get(connection, f"/{path}")[1] == (site / path).read_text(), path


def test_report_of_what_was_not_verified(repo: Path, tmp_path: Path) -> None:
    """A repository that was just indexed has a report, too, which claims no check; a book has its own."""
    assert run("build", repo, "-o", tmp_path / "book").code == 0
    with serving(repo) as connection:
        status, page = get(connection, "/verification_report.html")
    assert status == 200 and "None yet" in page and "Where imports lead" in page
    with serving(tmp_path / "book") as connection:
        status, page = get(connection, "/verification_report.html")
    assert status == 200 and "None yet" not in page and "citations" in page


def test_changes_are_seen_and_no_answer_mixes_them(tmp_path: Path) -> None:
    """S13: while the repository changes, each page is wholly the old one or wholly the new one."""
    repo = write_tree(tmp_path / "repo", FILES | {"shop/old.py": "def leaving():\n    return 1\n"})
    cart = repo / "shop" / "cart.py"
    with serving(repo) as connection:
        before = get(connection, "/shop/cart.py.html")
        assert before[0] == 200 and get(connection, "/shop/old.py.html")[0] == 200
        front = get(connection, "/")[1]
        cart.write_text(FILES["shop/cart.py"].replace("def total", "def grand_total"))
        (repo / "shop" / "old.py").unlink()
        (repo / "shop" / "new.py").write_text("def coming():\n    return 2\n")
        seen = set()
        end = time.monotonic() + 100
        while "grand_total" not in (page := get(connection, "/shop/cart.py.html"))[1]:
            assert time.monotonic() < end, "the change was not seen"
            seen.add(page)
        assert seen == {before}
        assert get(connection, "/shop/cart.py.html") == page
        assert (
            get(connection, "/shop/new.py.html")[0] == 200 and get(connection, "/shop/old.py.html")[0] == 404
        )
        assert get(connection, "/")[1] != front
        assert '"name": "grand_total"' in get(connection, "/~ask.js?q=grand_total")[1]
        assert "coming" in get(connection, "/keywords.html")[1] + get(connection, "/keywords/c.html")[1]


def test_a_port_that_is_taken(repo: Path) -> None:
    """S14: in one line."""
    with serving(repo) as connection:
        done = run("serve", repo, "--port", connection.port, "--no-browser", "--quiet")
        assert done.code == 2 and done.err.count("\n") == 1 and "--port" in done.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_end_leaves_nothing(repo: Path, tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C or a polite request: no process, no folder, no traceback, though two clients are still connected."""
    process = subprocess.Popen(
        command("serve", repo, "--port", 0, "--no-browser", "--quiet", "--cache", tmp_path / "cache"),
        env=environment(TMPDIR=str(tmp_path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=hear,
    )  # fmt: skip
    assert process.stdout is not None
    port = int(process.stdout.readline().split(":")[2].partition("/")[0])
    clients = [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(2)]
    for client in clients:
        assert get(client, "/shop/cart.py.html")[0] == 200
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("repobook-serve-")]
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "")
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    for client in clients:
        client.close()


def test_reload_of_what_has_not_changed_costs_no_bytes(repo: Path) -> None:
    with serving(repo) as connection:
        connection.request("GET", "/shop/cart.py.html")
        answer = connection.getresponse()
        page = answer.read()
        connection.request("GET", "/shop/cart.py.html", headers={"If-None-Match": answer.headers["ETag"]})
        again = connection.getresponse()
        assert page and (again.status, again.read()) == (304, b"")
        assert get(connection, "/shop/cart.py.html")[0] == 200
