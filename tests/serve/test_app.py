"""What the server answers, and what it refuses."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from repobook.errors import InputError
from repobook.render.web.frame import Frame
from repobook.serve import editions
from repobook.serve.app import App, from_top
from repobook.serve.shelf import WrittenSite

PAGES = {
    "index.html": b"front",
    "404.html": b"none",
    "a/b.py.html": b"page",
    "a/index.html": b"folder",
    "~static/reader.js": b"shards",
}


def _app() -> App:
    async def get(path: str) -> bytes | None:
        return PAGES.get(path)

    async def ask(text: str, limit: int) -> tuple[list[dict[str, Any]], str]:
        if text == "bad":
            raise InputError("no")
        return [{"name": text, "limit": limit, "summary": "</script>"}], ""

    return App(get, ask, 8640)


def _request(
    path: str, method: str = "GET", query: str = "", host: str = "127.0.0.1:8640", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    named = [(b"host", host.encode())] if host else []
    named += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": named,
    }
    # In a thread of its own: another suite may keep an event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(_app()(scope, None, send))).result()
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"]


def test_pages() -> None:
    """S16: every answer carries the policy."""
    assert _request("/")[0::2] == (200, b"front")
    status, headers, body = _request("/a/b.py.html")
    assert (status, body, headers["content-type"]) == (200, b"page", "text/html; charset=utf-8")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert _request("/nothing.html")[0::2] == (404, b"none")
    status, headers, _ = _request("/a")
    assert (status, headers["location"]) == (301, "/a/")


def test_missing_page_finds_its_style_below_any_folder() -> None:
    page = Frame("shop").missing(2).encode()
    assert page.count(b"lost.js") == page.count(b"book.css") == 3
    shown = from_top(page)
    assert shown.count(b"<link rel=stylesheet href=/~static/book.css>") == shown.count(b"book.css") == 1
    assert shown.count(b"<script src=/~static/lost.js></script>") == shown.count(b"lost.js") == 1
    assert b"<a href=/index.html data-top=index.html>" in shown and b"../" not in shown


def test_head_has_no_body() -> None:
    status, headers, body = _request("/", "HEAD")
    assert (status, headers["content-length"], body) == (200, "5", b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_only_reading(method: str) -> None:
    """S10."""
    assert _request("/", method)[0] == 405


OTHER_HOSTS = [
    "evil.example", "evil.example:8640", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:86400", "127.0.0.1:8640.evil", "localhost.evil:8640",
    "127.0.0.1.evil.example:8640", "127.0.0.1.nip.io:8640", "2130706433:8640", "0x7f000001:8640", "0177.0.0.1:8640", "127.1:8640",
    "0.0.0.0:8640", "0:8640", "[::]:8640", "[::ffff:127.0.0.1]:8640", "[0:0:0:0:0:0:0:1]:8640", "localhost", "localhost:", "localhost:0",
    "localhost.:8640", "127.0.0.2:8640", "user@127.0.0.1:8640", "127.0.0.1:8640@evil", "127.0.0.1:8640/evil", "127.0.0.1 :8640", ":8640",
]  # fmt: skip
OTHER_ORIGINS = [
    "https://attacker.example", "http://attacker.example", "null", "https://127.0.0.1:8640", "http://127.0.0.1", "http://127.0.0.1:1",
    "http://127.0.0.1:8640.evil.example", "http://localhost.evil:8640", "file://", "127.0.0.1:8640", "chrome-extension://abc", "",
]  # fmt: skip


def test_there_are_forty_strangers() -> None:
    assert len(OTHER_HOSTS) + len(OTHER_ORIGINS) == 40


@pytest.mark.parametrize("host", OTHER_HOSTS)
def test_other_hosts(host: str) -> None:
    """S03."""
    assert _request("/", host=host)[0] == 421
    assert _request("/~ask.js", query="q=x", host=host)[0] == 421


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
def test_other_origins(origin: str) -> None:
    """S04: nothing is shown to pages of others, and no header lets them read it."""
    status, headers, _ = _request("/~ask.js", query="q=x", origin=origin)
    assert status == 403
    assert not any(name.startswith("access-control") for name in headers)
    status, headers, _ = _request("/", "OPTIONS", origin=origin, access_control_request_method="GET")
    assert status == 405 and not any(name.startswith("access-control") for name in headers)


def test_one_host() -> None:
    assert _request("/", host="")[0] == 400
    assert _request("/", Host="127.0.0.1:8640")[0] == 400


def test_bodies_and_upgrades() -> None:
    """S04, S08."""
    assert _request("/", content_length="5")[0] == 413
    assert _request("/", transfer_encoding="chunked")[0] == 413
    assert _request("/", connection="Upgrade", upgrade="websocket")[0] == 400


def test_an_iterator_that_ends_too_soon_is_an_error_and_no_silence() -> None:
    """No future takes a `StopIteration`: who asked for the page would wait for ever."""

    async def ask() -> bytes:
        with ThreadPoolExecutor(1) as pool:
            return await asyncio.wait_for(editions.ask_thread(pool, lambda: next(iter([b""][1:]))), 20)

    with pytest.raises(RuntimeError):
        asyncio.run(ask())


def test_errors_tell_nothing_of_the_machine() -> None:
    """S15."""

    async def fail(path: str) -> bytes | None:
        raise OSError(f"no such file: secret/{path}")

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"127.0.0.1:8640")]
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/x",
        "raw_path": b"/x",
        "query_string": b"",
        "headers": headers,
    }
    with ThreadPoolExecutor(1) as pool, pytest.raises(OSError):
        pool.submit(lambda: asyncio.run(App(fail, None, 8640)(scope, None, send))).result()  # type: ignore[arg-type]
    assert sent[0]["status"] == 500 and sent[1]["body"] == b"This page could not be made.\n"
    assert any(name == b"content-security-policy" for name, _ in sent[0]["headers"])


@pytest.mark.parametrize("host", ["localhost:8640", "[::1]:8640", "LOCALHOST:8640"])
def test_own_names(host: str) -> None:
    assert _request("/", host=host)[0] == 200


def test_pages_of_others_get_nothing() -> None:
    assert _request("/", origin="http://evil.example")[0] == 403
    assert _request("/", origin="null")[0] == 403
    assert _request("/~ask.js", query="q=x", sec_fetch_site="cross-site")[0] == 403
    assert _request("/", origin="http://127.0.0.1:8640", sec_fetch_site="same-origin")[0] == 200


def test_questions() -> None:
    status, headers, body = _request("/~ask.js", query="n=7&limit=5&q=cart%20total")
    assert status == 200 and headers["content-type"].startswith("text/javascript")
    assert body.startswith(b'repobook.answer(7,[{"name": "cart total", "limit": 5')
    assert b"</script>" not in body
    assert _request("/~ask.js", query="q=bad&n=x;alert(1)")[2] == b'repobook.answer(0,[],"no")\n'
    assert b"RepobookReader" in _request("/~static/reader.js")[2]


def test_long_addresses() -> None:
    """S08."""
    assert _request("/" + "a" * 5000)[0] == 414


def test_nothing_outside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("no")
    site = tmp_path / "site"
    (site / "in").mkdir(parents=True)
    (site / "in" / "page.html").write_text("yes")
    os.symlink(tmp_path / "secret", site / "link")
    os.symlink(tmp_path, site / "up")
    os.mkfifo(site / "pipe")
    shelf = WrittenSite(str(site))
    assert shelf.get("in/page.html") == b"yes"
    for path in (
        "../secret",
        "in/../../secret",
        "/etc/passwd",
        "link",
        "up/secret",
        "",
        "in",
        "in/",
        ".",
        "a\0b",
        "in//page.html",
    ):
        assert shelf.get(path) is None, path


def test_answer_that_the_browser_has_is_not_sent_again() -> None:
    _, headers, body = _request("/a/b.py.html")
    mark = headers["etag"]
    assert body == b"page" and mark[0] == mark[-1] == '"'
    for said in (mark, f"W/{mark}", f'"other", {mark}', "*"):
        status, headers, body = _request("/a/b.py.html", if_none_match=said)
        assert (status, headers["etag"], body) == (304, mark, b""), said
        assert "default-src 'none'" in headers["content-security-policy"] and "content-type" not in headers
    assert _request("/a/b.py.html", "HEAD", if_none_match=mark)[0] == 304


@pytest.mark.parametrize("said", ['"other"', "", ",,,", "W/", '"' * 2000])
def test_other_marks_change_nothing(said: str) -> None:
    assert _request("/a/b.py.html", if_none_match=said)[0::2] == (200, b"page")


def test_missing_page_has_no_mark() -> None:
    """What is not there now may be there when it is asked for again."""
    status, headers, _ = _request("/nothing.html", if_none_match="*")
    assert status == 404 and "etag" not in headers
