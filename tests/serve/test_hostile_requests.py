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
from pathlib import Path

import pytest
from runs import run, write_tree
from served import serving

FILES = {
    "README.md": "# Shop\n\nA small shop.\n",
    "shop/cart.py": "def total():\n    return 1\n",
}
CANARY = "canary-that-nobody-may-read"


class Server:
    def __init__(self, port: int) -> None:
        self.port = port

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
    with serving(book) as connection:
        yield Server(connection.port)


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
        (b"GET /\r\n", {400, 0}),  # HTTP/0.9
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
        (b"\x16\x03\x01\x02\x00\x01\x00", {400, 0}),
        (b"\0" * 100 + b"\r\n\r\n", {400, 0}),
        (b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: HOST\r\n\r\n", {400, 414, 431, 0}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: y\r\n" * 10_000 + b"\r\n", {400, 431, 0}),
        (b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 1_000_000, {413, 0}),
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


def test_ten_thousand_ranges(server: Server) -> None:
    """S09: ranges are ignored."""
    ranges = "bytes=" + ",".join(["0-0", "5-1", "-9"] * 800)
    answer = server.get("/index.html", f"Range: {ranges}")
    assert status(answer) == 200 and answer.rstrip().endswith(b"</main>")


QUESTIONS = [
    "(a+)+$", "*" * 1000, '"' * 999, "a" * 4000, " ".join(["term"] * 1500), "kind:" * 300, "AND OR NOT NEAR(", "%00%ff", "re:(a+)+$",
    "/(x+x+)+y/", "'; DROP TABLE symbol; --", "path:" + "../" * 500, "\u202e" * 500, "{{7*7}}", "[" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_questions_that_mean_harm(server: Server, number: int) -> None:
    """S11."""
    from urllib.parse import quote

    answer = server.get(f"/~ask.js?n=1&q={quote(QUESTIONS[number])}")
    assert status(answer) in (200, 400, 414), answer[:200]


def test_question_of_a_hundred_kilobytes(server: Server) -> None:
    assert status(server.get("/~ask.js?q=" + "a" * 100_000)) in (0, 400, 414, 431)


def test_every_answer_has_strict_headers(server: Server) -> None:
    """S16."""
    for answer in (
        server.get("/"),
        server.get("/shop/cart.py.html"),
        server.get("/~static/book.css"),
        server.get("/~ask.js?q=total"),
        server.get("/none.html"),
        server.get("/", method="POST"),
        server.get("/" + "a" * 5000),
        server.send(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
        server.send(b"nonsense\r\n\r\n"),
    ):
        head = answer.partition(b"\r\n\r\n")[0].lower()
        assert b"content-security-policy: default-src 'none'" in head and b"frame-ancestors 'none'" in head
        assert b"x-content-type-options: nosniff" in head
        assert b"set-cookie" not in head and b"\r\nserver:" not in head and b"access-control" not in head


def test_slow_clients_are_cut_off_and_hold_nobody_up(server: Server) -> None:
    """S07: two hundred that never end their headers; others are answered all the while."""
    slow = [server.connect() for _ in range(200)]
    try:
        for line in slow:
            line.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        begun = time.monotonic()
        assert status(server.get("/index.html")) == 200
        for line in slow:
            assert line.recv(100) == b""  # closed by the server, without an answer
        assert time.monotonic() - begun < 60
        assert status(server.get("/index.html")) == 200
    except ConnectionResetError:
        pass  # closed just as hard
    finally:
        for line in slow:
            line.close()


def test_only_the_loopback_listens(server: Server) -> None:
    """S14."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            own = probe.getsockname()[0]
        except OSError:
            pytest.skip("this machine has no other address")
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError):
        socket.create_connection((own, server.port), timeout=5).close()
