"""The site in a real browser. Without one the tests are left out, and the suite says so; in CI that is a failure."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sites import SHOP, build_site, hostile_files

NAMES = ("chromium", "chromium-browser", "google-chrome")


def _missing(what: str) -> None:
    if os.environ.get("REPOBOOK_BROWSER") == "required":
        pytest.fail(f"{what}, and this run requires tests in a browser")
    pytest.skip(f"{what}: the site was not opened in a browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        _missing("no Chromium here")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("no playwright here")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(SHOP, tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(hostile_files(), tmp_path_factory.mktemp("hostile"))


class _Quiet(SimpleHTTPRequestHandler):
    """A static host: for an address without a file it shows the 404.html of the site."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        page = next(Path(self.directory).rglob("404.html")).read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@pytest.fixture(scope="session")
def address(shop: Path) -> Iterator[str]:
    """The shop below a subpath of a static host, as GitHub Pages has it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(shop.parent.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{shop.parent.name}/site/"
    server.shutdown()
    server.server_close()


class Visit:
    """A page with everything it did that it should not: errors, dialogs, requests to others."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": 1400, "height": 900}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.wrong: list[str] = []
        self.is_lost = False  # on a page without an address, which asks for its style at every depth
        self.requests: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        if not (self.is_lost and message.text.startswith("Failed to load resource")):
            self.wrong.append(f"console: {message.text} {message.location}")

    def _failed(self, request: Any) -> None:
        if self.is_lost and request.url.endswith(("~static/lost.js", "~static/book.css")):
            return
        if request.failure != "net::ERR_ABORTED":  # the reader went on before it came
            self.wrong.append(f"failed: {request.url}: {request.failure}")

    def _dialog(self, dialog: Any) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def outside(self, start: str) -> list[str]:
        return [url for url in self.requests if not url.startswith((start, "data:"))]


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    """Return a function that opens a new window; afterwards nothing may have gone wrong in any."""
    made: list[Visit] = []

    def make(**options: Any) -> Visit:
        made.append(Visit(browser, **options))
        return made[-1]

    yield make
    wrong = [what for one in made for what in one.wrong]
    for one in made:
        one.context.close()
    assert wrong == []
