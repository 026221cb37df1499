"""F14: thousands of addresses that try to leave the book, and requests from elsewhere. None gets a byte."""

from __future__ import annotations

import asyncio
import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote

import pytest
from runs import write_tree

from repobook.serve.app import App
from repobook.serve.shelf import WrittenSite

CANARY = b"CANARY-0815-outside"
PORT = 8640

_DOTS = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "...", "..;", "．．", "%c0%ae%c0%ae", "..%c0%af", "\u2025", ". ."]  # fmt: skip
_SLASHES = ["/", "\\", "%2f", "%5c", "%252f", "//", "/./", "\u2215", "/x/../", "%c0%af"]
_STARTS = ["", "/", "in/", "//", "/in/page.html/", "link/", "up/", "~static/", "http://127.0.0.1:8640/"]
_ENDS = ["secret", "canary.txt", "book-evil/canary.txt", "etc/passwd"]


def traversals() -> list[str]:
    """Return thousands of ways to spell a path that leads out."""
    found = [
        start + (dots + slash) * depth + end
        for start, dots, slash, end, depth in itertools.product(_STARTS, _DOTS, _SLASHES, _ENDS, (1, 4))
    ]
    found += [
        "/etc/passwd",
        "C:\\secret",
        "file:///etc/passwd",
        "\0",
        "in/page.html\0",
        "\ud800",
        "a" * 5_000,
        "/" * 4_000,
    ]
    return found


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> WrittenSite:
    place = tmp_path_factory.mktemp("shelf")
    write_tree(
        place,
        {
            "secret": CANARY,
            "canary.txt": CANARY,
            "book-evil/canary.txt": CANARY,
            "book/manifest.json": CANARY,
        },
    )
    write_tree(place / "book" / "site", {"in/page.html": "page", "index.html": "front", "404.html": "none"})
    os.symlink(place / "secret", place / "book" / "site" / "link")
    os.symlink(place, place / "book" / "site" / "up")
    return WrittenSite(str(place / "book" / "site"))


def ask_app(shelf: WrittenSite, requests: list[dict[str, Any]]) -> list[tuple[int, bytes]]:
    """Put requests to the application and return status and body of each."""

    async def get(path: str) -> bytes | None:
        return shelf.get(path)

    async def ask(text: str, limit: int) -> tuple[list[dict[str, Any]], str]:
        return [{"name": text, "limit": limit}], ""

    async def ask_all() -> list[tuple[int, bytes]]:
        app = App(get, ask, PORT)
        found = []
        for changes in requests:
            sent: list[dict[str, Any]] = []

            async def send(message: dict[str, Any], sent: list[dict[str, Any]] = sent) -> None:
                sent.append(message)

            scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b""}
            scope |= {"headers": [(b"host", b"127.0.0.1:%d" % PORT)]} | changes
            await app(scope, None, send)
            found.append((sent[0]["status"], sent[1]["body"]))
        return found

    # In a thread of its own: another suite may keep an event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(ask_all())).result()


def test_no_address_leads_out(shelf: WrittenSite) -> None:
    """S01, S02, S15: thousands of spellings, as given and decoded once more; not one byte from outside."""
    paths = traversals()
    assert len(paths) > 2_000
    got = [path for path in paths for one in (path, unquote(path)) if CANARY in (shelf.get(one) or b"")]
    answers = ask_app(shelf, [{"path": path if path.startswith("/") else "/" + path} for path in paths])
    assert (got, {status for status, _ in answers} <= {200, 301, 404, 414}) == ([], True)
    assert [path for path, (_, body) in zip(paths, answers, strict=True) if CANARY in body] == []


_HOSTS = [
    b"attacker.example", b"attacker.example:8640", b"127.0.0.1.attacker.example:8640", b"localhost.attacker.example:8640",
    b"127.0.0.1", b"localhost", b"[::1]", b"127.0.0.1:80", b"127.0.0.1:86400", b"127.1:8640", b"2130706433:8640", b"0x7f000001:8640",
    b"0.0.0.0:8640", b"[::ffff:127.0.0.1]:8640", b"127.0.0.1:8640@attacker.example", b"attacker.example#127.0.0.1:8640", b"",
    b" 127.0.0.1:8640", b"127.0.0.1:8640 ", b"127.0.0.1:8640\r\nx: y", b"localhost.:8640", b"\xff", b"127.0.0.1:8640,attacker.example",
]  # fmt: skip
_ORIGINS = [
    b"null", b"https://attacker.example", b"http://attacker.example", b"https://127.0.0.1:8640", b"http://127.0.0.1", b"http://127.0.0.1:1",
    b"http://localhost:86400", b"http://127.0.0.1:8640.attacker.example", b"http://attacker.example:8640", b"file://", b"",
    b"http://[::1]", b"chrome-extension://x", b"http://127.0.0.1:8640/", b"ftp://127.0.0.1:8640", b"http://user@127.0.0.1:8640",
]  # fmt: skip


def test_requests_from_elsewhere_are_refused(shelf: WrittenSite) -> None:
    """S03, S04: forty foreign hosts and origins, a host twice, none at all."""
    own = (b"host", b"127.0.0.1:%d" % PORT)
    hosts: list[dict[str, Any]] = [{"headers": [(b"host", host)]} for host in _HOSTS]
    hosts += [{"headers": []}, {"headers": [own, own]}]
    origins: list[dict[str, Any]] = [{"headers": [own, (b"origin", origin)]} for origin in _ORIGINS]
    origins += [{"headers": [own, (b"sec-fetch-site", b"cross-site")]}]
    assert len(hosts) + len(origins) >= 40
    assert {status for status, _ in ask_app(shelf, hosts)} <= {400, 421}
    assert {status for status, _ in ask_app(shelf, origins)} == {403}


@pytest.mark.parametrize(
    "query",
    [
        b"q=%C2%B2&n=%C2%B2&limit=%C2%B2",
        b"n=" + b"9" * 5_000,
        b"&".join(b"q=%d" % at for at in range(500)),
        b"q=" + b"(a%2B)%2B%24" * 50,
        b"q=%FF%FE%00&n=-1&limit=-1",
        b"%%%;;;===&&&",
        b"q=" + b"%2A" * 1_000,
        b"\xff\xfe",
    ],
    ids=lambda query: repr(query[:20]),
)
def test_odd_questions_are_answered(query: bytes, shelf: WrittenSite) -> None:
    """S11: whatever stands in a question, it is answered with data, and its number is one."""
    ((status, body),) = ask_app(shelf, [{"path": "/~ask.js", "query_string": query}])
    assert (
        status,
        body.startswith(b"repobook.answer("),
        body.partition(b"(")[2].partition(b",")[0].isdigit(),
    ) == (200, True, True)
