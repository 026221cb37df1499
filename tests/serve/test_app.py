"""What the server answers, and what it refuses."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from repobook.errors import InputError
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

    async def ask(text: str, limit: int) -> list[dict[str, Any]]:
        if text == "bad":
            raise InputError("no")
        return [{"name": text, "limit": limit, "summary": "</script>"}]

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
    page = b'<html data-root=""><link rel=icon href=~static/i.svg><script defer src=~static/b.js></script><a href=index.html>'
    assert from_top(page) == (
        b'<html data-root="/"><link rel=icon href=/~static/i.svg><script defer src=/~static/b.js></script><a href=/index.html>'
    )


def test_head_has_no_body() -> None:
    status, headers, body = _request("/", "HEAD")
    assert (status, headers["content-length"], body) == (200, "5", b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_only_reading(method: str) -> None:
    assert _request("/", method)[0] == 405


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:8640", "127.0.0.1:8640.evil"]
)
def test_other_hosts(host: str) -> None:
    assert _request("/", host=host)[0] == 403


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
    assert _request("/~ask.js", query="q=bad&n=x;alert(1)")[2] == b"repobook.answer(0,[])\n"
    assert b"RepobookReader" in _request("/~static/reader.js")[2]


def test_long_addresses() -> None:
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
