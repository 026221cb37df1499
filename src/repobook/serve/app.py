"""The web application: what a browser may ask, and nothing else. Loopback only, GET and HEAD only, own pages only."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs, quote

from repobook.errors import RepobookError
from repobook.render.web.frame import POLICY

Ask = Callable[[str, int], Awaitable[tuple[list[dict[str, Any]], str]]]  # what is found, a note
Get = Callable[[str], Awaitable[bytes | None]]
Answer = tuple[int, str, bytes]  # status, kind, body

MAX_TARGET = 4096  # bytes of an address
MAX_HEADERS = 100
_ELSEWHERE = b"Asked from elsewhere: open the address that `repobook serve` printed.\n"
_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "json": "application/json",
}
HEADERS = [
    (b"content-security-policy", POLICY.encode() + b";frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
]
# Takes the place of the reader of shards: the server itself is asked, through the same functions as the command line.
ASKER = """"use strict";
globalThis.RepobookReader = class {
  async find(text, limit) {
    const asked = encodeURIComponent(text.slice(0, 1001).replace(/\\p{Surrogate}/gu, " "));
    if (text.length > 1000 || asked.length > 8000) return Object.assign([], { note: "The question is too long: at most 1,000 characters can be asked. Shorten it." });
    const turn = (repobook.turn = (repobook.turn || 0) + 1);
    return new Promise((done, failed) => {
      repobook.answer = (number, found, note) => { if (number === turn) done(Object.assign(found, { note })); };
      const script = document.createElement("script");
      script.src = `${repobook.base}~ask.js?n=${turn}&limit=${limit}&q=${asked}`;
      script.onload = () => script.remove();
      script.onerror = () => failed(new Error("no answer"));
      document.head.append(script);
    });
  }
  async tell(answer) { return { summary: answer.summary, bearers: [] }; }
};
"""


class App:
    """An ASGI application. `get` gives a page, `ask` answers a question; `port` is where it is reached."""

    def __init__(self, get: Get, ask: Ask, port: int) -> None:
        self._get = get
        self._ask = ask
        self._hosts = {
            f"{name}{end}".encode()
            for name in ("127.0.0.1", "localhost", "[::1]")
            for end in (f":{port}", *([""] if port == 80 else []))
        }

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            try:
                answer = await self._answer(scope)
            except Exception:
                await _send(scope, send, (500, _KINDS["txt"], b"This page could not be made.\n"))
                raise  # the terminal shows why; the browser does not
            await _send(scope, send, answer)

    async def _answer(self, scope: dict[str, Any]) -> Answer:
        plain = _KINDS["txt"]
        if len(scope["headers"]) > MAX_HEADERS:
            return 431, plain, b"Too many headers.\n"
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        if scope["method"] not in ("GET", "HEAD"):
            return 405, plain, b"Only GET and HEAD are answered.\n"
        if len(headers.get(b"host", ())) != 1:
            return 400, plain, b"A request names one host.\n"
        if headers[b"host"][0].lower() not in self._hosts:
            return 421, plain, _ELSEWHERE
        if not self._is_ours(headers):
            return 403, plain, _ELSEWHERE
        if _has_body(scope):
            return 413, plain, b"A request has no body here.\n"
        if b"upgrade" in headers:
            return 400, plain, b"Nothing but pages is served here.\n"
        path = scope["path"]
        if len(scope.get("raw_path") or b"") > MAX_TARGET or len(scope["query_string"]) > 2 * MAX_TARGET:
            return 414, plain, b"The address is too long.\n"
        path = path.removeprefix("/") or "index.html"
        if path == "~ask.js":
            return 200, _KINDS["js"], await self._asked(scope["query_string"])
        if path == "~static/reader.js":
            return 200, _KINDS["js"], ASKER.encode()
        path = f"{path}index.html" if path.endswith("/") else path
        data = await self._get(path)
        if data is None and "." not in path.rpartition("/")[2] and await self._get(f"{path}/index.html"):
            return 301, plain, f"/{quote(path)}/".encode()
        if data is None:
            missing = await self._get("404.html")
            return 404, _KINDS["html"] if missing else plain, from_top(missing or b"No such page.\n")
        return 200, _KINDS.get(path.rpartition(".")[2], "application/octet-stream"), data

    def _is_ours(self, headers: dict[bytes, list[bytes]]) -> bool:
        """Tell whether a request comes from our own pages or from the address bar."""
        for origin in headers.get(b"origin", []):
            if not origin.startswith(b"http://") or origin[7:].lower() not in self._hosts:
                return False
        return all(site in (b"same-origin", b"none") for site in headers.get(b"sec-fetch-site", []))

    async def _asked(self, query: bytes) -> bytes:
        try:
            values = parse_qs(query.decode("latin-1"), max_num_fields=8)
        except ValueError:  # too many fields
            values = {}
        text = values.get("q", [""])[0]
        number = _read_number(values.get("n", []), 0)
        limit = min(100, _read_number(values.get("limit", []), 40))
        try:
            found, note = await self._ask(text, limit)
        except RepobookError as error:
            found, note = [], str(error)
        shown = ",".join(json.dumps(part, ensure_ascii=True) for part in (number, found, note))
        return f"repobook.answer({shown})\n".replace("<", "\\u003c").encode()


def _read_number(given: list[str], otherwise: int) -> int:
    """Return a small whole number. `"²".isdigit()` holds, and a number of 5,000 digits is none that `int` reads."""
    return int(given[0]) if given and re.fullmatch("[0-9]{1,9}", given[0]) else otherwise


async def _send(scope: dict[str, Any], send: Any, answer: Answer) -> None:
    status, kind, body = answer
    mark = b""
    if status == 200:
        mark = b'"%s"' % hashlib.blake2b(body, digest_size=16).hexdigest().encode()
        if _knows(scope["headers"], mark):
            await send({"type": "http.response.start", "status": 304, "headers": [*HEADERS, (b"etag", mark)]})
            await send({"type": "http.response.body", "body": b""})
            return
    headers = [*HEADERS, (b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    if mark:
        headers.append((b"etag", mark))
    if status == 301:
        headers.append((b"location", body))
    if status == 405:
        headers.append((b"allow", b"GET, HEAD"))
    if status == 431 or _has_body(scope):  # what is still being sent is not waited for
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _has_body(scope: dict[str, Any]) -> bool:
    """Tell whether a request brings, or says that it brings, more than its headers."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in ((name.lower(), value) for name, value in scope["headers"])
    )


def _knows(headers: list[tuple[bytes, bytes]], mark: bytes) -> bool:
    """Tell whether the browser says that it has this very answer: a reload then costs no bytes."""
    said = b",".join(value for name, value in headers if name.lower() == b"if-none-match")
    return any(word.strip().removeprefix(b"W/") in (mark, b"*") for word in said.split(b","))


def from_top(page: bytes) -> bytes:
    """Return a page of the top folder so that it may be shown for any address."""
    page = re.sub(rb"<(?:link rel=stylesheet href|script src)=\.\./[^>]*>(?:</script>)?", b"", page)
    return re.sub(rb"(<(?:a|link|script)(?: [a-z]+(?:=[\w/.-]+)?)*? (?:href|src)=)(?=[\w~])", rb"\1/", page)


async def _live(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
