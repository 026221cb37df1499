"""Group S against a real server, byte by byte: what no browser sends, and what nobody may read."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from measured import IS_FULL
from runs import run, write_tree
from served import started
from test_app import OTHER_HOSTS, OTHER_ORIGINS

FILES = {
    "README.md": "# Shop\n\nA small shop.\n",
    "shop/cart.py": "def total():\n    return 1\n",
}
CANARY = "canary-that-nobody-may-read"
pytestmark = pytest.mark.spares("books", why="files and links that nobody may read are planted in them")


# What the server runs before: a page that cannot be read, and headers that are waited for no longer than a test should take.
FIRST = """
import repobook.serve.guard as guard, repobook.serve.shelf as shelf
guard.HEADER_SECONDS = 1.0
get = shelf.WrittenSite.get
def broken(self, path):
    if path == "broken.html":
        raise OSError(5, "Input/output error", self._folder + "/broken.html")
    return get(self, path)
shelf.WrittenSite.get = broken
"""


class Server:
    def __init__(self, port: int, place: Path) -> None:
        self.port = port
        self.errors = place / "errors"  # what the terminal would show
        self.unsaid = (
            str(place).encode(),
            b"Traceback",
            b'File "',
            b"Error",
            b"sqlite",
            b"uvicorn",
            CANARY.encode(),
        )

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def send(self, data: bytes) -> bytes:
        """Send bytes on a connection of their own; return all that comes back."""
        with self.connect() as line:
            with contextlib.suppress(OSError):  # where it was cut off already, what it said can still be read
                line.sendall(data)
            return _rest(line)

    def get(self, target: str | bytes, *headers: str, method: str = "GET") -> bytes:
        path = target if isinstance(target, bytes) else target.encode("utf-8", "surrogateescape")
        lines = [f"Host: 127.0.0.1:{self.port}", "Connection: close", *headers]
        return self.send(
            method.encode() + b" " + path + b" HTTP/1.1\r\n" + "\r\n".join(lines).encode() + b"\r\n\r\n"
        )


def _rest(line: socket.socket) -> bytes:
    """Return an answer: up to its stated end, or until the server closes."""
    answer = b""
    try:
        while part := line.recv(1 << 16):
            answer += part
            head, end, body = answer.partition(b"\r\n\r\n")
            length = re.search(rb"\r\ncontent-length: (\d+)", head, re.I)
            if end and length and (len(body) >= int(length[1])):
                break
    except OSError:
        pass
    return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def _serve(place: Path, formats: str) -> Iterator[Server]:
    """Serve a finished book between files that nobody may read: beside it, above it, and behind links inside it."""
    repo = write_tree(place / "repo", FILES)
    book = place / "book"
    assert run("build", repo, "-o", book, "--format", formats).code == 0
    for secret in (
        place / "secret.txt",
        place / "book-evil" / "secret.txt",
        book / "secret.txt",
        book / ".hidden",
    ):
        secret.parent.mkdir(exist_ok=True)
        secret.write_text(CANARY)
    if formats == "md,site":
        os.symlink(place / "secret.txt", book / "site" / "linked.html")
        os.symlink(place, book / "site" / "above")
    with started(book, first=FIRST, errors=str(place / "errors")) as (_, port):
        yield Server(port, place)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _serve(tmp_path_factory.mktemp("written"), "md,site")


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A book without a site: its pages are made when they are asked for."""
    yield from _serve(tmp_path_factory.mktemp("rendered"), "md")


def traversals() -> list[bytes]:
    """Return 2,000 ways to leave a folder."""
    ups = [
        "..",
        "%2e%2e",
        ".%2e",
        "%2e.",
        "%252e%252e",
        "..%00",
        "%c0%ae%c0%ae",
        "..;",
        "....",
        "...",
        "%u002e%u002e",
        ".%00.",
    ]
    breaks = ["/", "%2f", "%252f", "\\", "%5c", "%c0%af", "//", "/./"]
    starts = ["/", "//", "/shop/", "/~static/", "/above/", "/shop/cart.py.html/"]
    ends = ["secret.txt", "book-evil/secret.txt", "book/secret.txt", "book.db", ".hidden", "etc/passwd"]
    every = [
        f"{start}{cut.join([up] * depth)}{cut}{end}"
        for start, up, cut, depth, end in itertools.product(starts, ups, breaks, (1, 2, 3), ends)
    ]
    chosen = random.Random(6).sample(sorted(set(every)), 1960)
    plain = ["/secret.txt", "/linked.html", "/above/secret.txt", "/above/", "/.hidden", "/.git/config", "/book.db", "/../book.db",
             "/manifest.json", "/SHA256SUMS", "/site/index.html", "/%00", "/index.html%00.js", "/a\\..\\..\\secret.txt", "//etc/passwd",
             "///etc/passwd", "/C:/secret.txt", "/file:///etc/passwd", "/~/secret.txt", "/~root", "/.", "/./.", "/..", "/shop", "/shop//",
             "/shop/.", "/shop/..", "/~static/", "/~static", "/~search/", "/.nojekyll/x", "/index.html/", "/index.html/..", "/\xff\xfe",
             "/%ff%fe", "/\u202e", "/CON", "/aux.html", "/index.html::$DATA", "/index.html%20", "/index.html.", "/INDEX.HTML",
             "/book.lock", "/.book.repobook-staging/book.db", "/shop/cart.py", "/README.md", "/shop/cart.py_docs.md", "/~tree.js/..",
             "/?/../secret.txt", "/index.html#/../../secret.txt"]  # fmt: skip
    absolute = ["http://127.0.0.1/../secret.txt", "http://evil.example/", "ftp://x/secret.txt", "*"]
    return [path.encode() for path in dict.fromkeys([*plain, *absolute, *chosen])][:2000]


@pytest.mark.spares(
    "processes",
    why="the servers that it is the first to ask for are of the module, at whose end this is looked at",
)
@pytest.mark.parametrize("kind", ["server", "rendered"])
def test_two_thousand_ways_out(kind: str, request: pytest.FixtureRequest) -> None:
    """S01, S02, S15: nothing outside of the pages is ever shown."""
    server: Server = request.getfixturevalue(kind)
    ways = traversals()
    assert len(ways) == len(set(ways)) == 2000
    shown = 0
    for way in ways:
        answer = server.get(way)
        assert CANARY.encode() not in answer and b"SQLite format" not in answer and b"root:" not in answer, (
            way
        )
        assert status(answer) in (200, 301, 400, 404, 414, 421), (way, answer[:80])
        shown += status(answer) == 200
    assert shown < 60  # those that a page of ours stands behind


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        (b"GET /\r\n", {0}),  # HTTP/0.9: waits for headers until its time is over
        (b"GET / HTTP/1.1\r\n\r\n", {400}),  # no host
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n", {400}),
        (b"TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n", {405}),
        (b"PUT /index.html HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\nabc", {405}),
        (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n\r\n", {400, 405}),
        (b"POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400, 405}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", {400, 413}),
        (b"GET /a\rSet-Cookie:x HTTP/1.1\r\nHost: HOST\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n", {200, 400}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nX Y: a\r\n\r\n", {400}),
        (b"GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", {200, 400}),
        (b"\x16\x03\x01\x02\x00\x01\x00", {400}),
        (b"\0" * 100 + b"\r\n\r\n", {400}),
        (b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: HOST\r\n\r\n", {414, 431}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: y\r\n" * 10_000 + b"\r\n", {431}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 1_000_000, {413}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nabcde", {413}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", {400}),
        (b"GET /%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: HOST\r\n\r\n", {404}),
    ],
    ids=range(20),
)  # fmt: skip
def test_requests_that_no_browser_sends(server: Server, request_: bytes, wanted: set[int]) -> None:
    """S08, S10."""
    answer = server.send(request_.replace(b"HOST", f"127.0.0.1:{server.port}".encode()))
    assert status(answer) in wanted, answer[:200]
    assert b"set-cookie" not in answer.lower().partition(b"\r\n\r\n")[0]
    assert b"Traceback" not in answer


# Each is asked of the dialog's door as it is; what is no whole number of characters is refused before anybody reads it.
QUESTIONS = [
    "(a+)+$", "/(a+)+$/", "/(a+)+$", "*" * 1000, '"' * 999, '"' * 1000, "'" * 1000, "a" * 4000, "a" * 100_000, "term " * 200, "term " * 1500,
    "term " * 10_000, "kind:" * 300, "AND OR NOT NEAR(", "a AND b OR NOT c", "NEAR(a b, 5)", "title:a ^b -c +d {body}: e*", "\0\xff",
    "re:(a+)+$", "/(x+x+)+y/", "/" + "\\a" * 400, "/" + "(a|" * 300 + "/", "/" + "a{1000}" * 100 + "/", r"/(\w+\s?)*$/", "'; DROP TABLE symbol; --",
    "path:" + "../" * 300, "path:" + "*a" * 400 + " x", "path:" + "[[[*** x", "\u202e" * 500, "{{7*7}}", "[" * 1000, '"' + "a" * 900 + '"',
]  # fmt: skip


@pytest.mark.parametrize("kind", ["server", "rendered"])
def test_questions_that_mean_harm(kind: str, request: pytest.FixtureRequest) -> None:
    """S11: a hundred kilobytes, ten thousand words, expressions that others choke on, stars, quotes, operators: each is
    answered within two seconds, by data or by a refusal."""
    server: Server = request.getfixturevalue(kind)
    for question in QUESTIONS:
        begun = time.monotonic()
        answer = server.get(f"/~ask.js?n=1&q={quote(question, errors='surrogateescape')}")
        assert time.monotonic() - begun <= 2, question[:80]
        assert status(answer) in (200, 400, 414, 431), (question[:80], answer[:200])
        assert status(answer) != 200 or b"\r\n\r\nrepobook.answer(1,[" in answer, (
            question[:80],
            answer[:200],
        )


def test_many_who_mean_harm_at_once(server: Server) -> None:
    """S11, F17 in small: sixteen ask at once, and none waits longer than two seconds for an answer."""
    turns = 1_000 // len(QUESTIONS) + 1 if IS_FULL else 1
    asked = [
        f"/~ask.js?n=1&q={quote(question)}" for question in QUESTIONS * turns if len(quote(question)) < 8_000
    ]

    def ask(path: str) -> tuple[int, float]:
        begun = time.monotonic()
        return status(server.get(path)), time.monotonic() - begun

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(ask, asked))
    assert {said for said, _ in found} <= {200, 400, 414} and max(seconds for _, seconds in found) <= 2


HIDDEN = [
    "/book.db", "/manifest.json", "/SHA256SUMS", "/book.lock", "/.book.repobook-staging/book.db", "/.hidden", "/.git/config", "/.nojekyll/x",
    "/secret.txt", "/linked.html", "/above/secret.txt", "/shop/cart.py", "/shop/cart.py_docs.md", "/README.md", "/site/index.html",
    "/~static/", "/~search/", "/above/", "/..", "/../secret.txt", "/shop//", "/cache/books", "/~names.js", "/index.html/",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["server", "rendered"])
def test_state_of_the_book_is_no_page(kind: str, request: pytest.FixtureRequest) -> None:
    """S15: its database, its lists, its lock, what it is made from, names with a dot, lists of folders: there is no such page."""
    server: Server = request.getfixturevalue(kind)
    for path in HIDDEN:
        answer = server.get(path)
        assert status(answer) == 404 and not any(word in answer for word in server.unsaid), (
            path,
            answer[:300],
        )


def test_every_kind_of_answer_has_strict_headers(server: Server) -> None:
    """S15, S16: pages, data, and each way to refuse; none sets a cookie, and none tells of the machine it runs on."""
    mark = re.search(rb"etag: (\S+)", server.get("/index.html"))
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    assert mark
    kinds: list[tuple[int, bytes]] = [
        (200, server.get("/")),
        (200, server.get("/shop/cart.py.html")),
        (200, server.get("/~static/book.css")),
        (200, server.get("/~static/reader.js")),
        (200, server.get("/~ask.js?q=total")),
        (200, server.get("/", method="HEAD")),
        (301, server.get("/shop")),
        (304, server.get("/index.html", f"If-None-Match: {mark[1].decode()}")),
        (400, server.send(b"nonsense\r\n\r\n")),
        (400, server.send(b"GET / HTTP/1.0\r\n\r\n")),
        (400, server.get("/", "Connection: Upgrade", "Upgrade: websocket")),
        (403, server.get("/", "Origin: https://attacker.example")),
        (404, server.get("/none.html")),
        (404, server.get("/none.html", method="HEAD")),
        (405, server.get("/", method="POST")),
        (413, server.get("/", "Content-Length: 5")),
        (414, server.get("/" + "a" * 5000)),
        (421, server.send(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")),
        (431, server.get("/", *["X: y"] * 200)),
        (431, server.send(b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 100_000)),
        (500, server.get("/broken.html")),
    ]
    assert [status(answer) for _, answer in kinds] == [wanted for wanted, _ in kinds]
    for wanted, answer in kinds:
        head, _, body = answer.partition(b"\r\n\r\n")
        head = head.lower() + b"\r\n"
        assert b"content-security-policy: default-src 'none'" in head and b"frame-ancestors 'none'" in head, (
            head
        )
        assert b"script-src 'self'" in head and b"unsafe" not in head and b"*" not in head.partition(b"policy: ")[2].partition(b"\r")[0], head  # fmt: skip
        assert b"x-content-type-options: nosniff\r\n" in head and head.count(b"content-type: ") == (wanted != 304), head  # fmt: skip
        assert b"set-cookie" not in head and b"\r\nserver:" not in head and b"access-control" not in head, (
            head
        )
        assert wanted < 400 or not any(word in body for word in server.unsaid), body


def test_strangers(server: Server) -> None:
    """S03, S04, F14: forty names and origins of others, as requests on the wire; what is live is not shown to them either."""
    port = str(server.port)
    for path in ("/index.html", "/~ask.js?q=total"):
        for host in OTHER_HOSTS:
            request = (
                f"GET {path} HTTP/1.1\r\nHost: {host.replace('8640', port)}\r\nConnection: close\r\n\r\n"
            )
            assert status(server.send(request.encode())) in (400, 421), host
        for origin in OTHER_ORIGINS:
            named = f"Origin: {origin.replace('8640', port)}"
            for more in ([], ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]):
                answer = server.get(path, named, *more)
                assert status(answer) == 403 and b"access-control" not in answer.lower(), origin
            answer = server.get(path, named, "Access-Control-Request-Method: GET", method="OPTIONS")
            assert status(answer) == 405 and b"access-control" not in answer.lower(), origin
    doubled = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    assert status(server.send(doubled.encode())) == 400 == status(server.send(b"GET / HTTP/1.1\r\n\r\n"))


@pytest.mark.parametrize(
    "begin", [b"POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n", b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"]
)  # fmt: skip
def test_nonsense_behind_a_request_is_no_error_of_the_server(server: Server, begin: bytes) -> None:
    """S10: it is refused, whether it comes with the request or behind its answer; the terminal says nothing."""
    begin = begin.replace(b"HOST", f"127.0.0.1:{server.port}".encode())
    before = server.errors.read_bytes()
    assert status(server.send(begin + b"nonsense\r\n\r\n" * 3)) in (200, 400, 405)
    with server.connect() as line:
        line.sendall(begin)
        assert line.recv(1 << 20).startswith(b"HTTP/1.1 ")
        with contextlib.suppress(ConnectionError):
            line.sendall(b"nonsense\r\n\r\n")
            _rest(line)
    assert status(server.get("/index.html")) == 200 and server.errors.read_bytes() == before
