"""Start the server: index a repository or open a finished book, then answer until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import webbrowser
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import msgspec
import uvicorn

from repobook.config import Config, read_manifest
from repobook.errors import InputError
from repobook.facts import Outcome
from repobook.pipeline import make_facts
from repobook.progress import Progress
from repobook.render.book import Options
from repobook.search import Answer, Search, parse_query
from repobook.search.sources import Sources
from repobook.serve.app import App
from repobook.serve.guard import Guarded
from repobook.serve.shelf import RenderedSite, WrittenSite
from repobook.typeset import operation_of, page_options, whole_jobs
from repobook.workers import Job, Pool

HOST = "127.0.0.1"


def serve_book(book: str, port: int, is_opened: bool, say: Callable[[str], None]) -> None:
    """Serve a finished book: its site where it has one, else pages made from its store."""
    manifest: dict[str, Any] = read_manifest(book)
    repository, tool = manifest["repository"], manifest["tool"]
    has_source = not manifest["options"].get("no_source")
    options = Options(
        "", book, "", has_source, repository["name"], repository["revision"], tool["version"], True
    )
    _run(options, Sources(book), WrittenSite(os.path.join(book, "site")), port, is_opened, say)


def serve_repository(
    config: Config, port: int, is_opened: bool, progress: Progress, say: Callable[[str], None]
) -> None:
    """Index a repository into `config.output` and serve it; pages are rendered when they are asked for."""
    os.mkdir(config.output)
    with Pool(config.jobs) as pool:
        revision = make_facts(config, config.output, pool, progress, Outcome(config.output))
        for number, job in enumerate(whole_jobs(config, config.output, revision)):
            pool.submit(Job(number, operation_of(job), msgspec.msgpack.encode(job), seconds=3600))
        options = Options(*page_options(config, config.output, revision))
        with _background(pool):
            _run(options, None, WrittenSite(os.path.join(config.output, "site")), port, is_opened, say)


@contextlib.contextmanager
def _background(pool: Pool) -> Iterator[None]:
    """Have the pages above all files written while the first ones are read."""
    is_over = threading.Event()

    def work() -> None:
        while not is_over.is_set() and pool.pending:
            deque(pool.collect(0.2), 0)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _run(
    options: Options,
    sources: Sources | None,
    written: WrittenSite,
    port: int,
    is_opened: bool,
    say: Callable[[str], None],
) -> None:
    listener = _listen(port)
    number = listener.getsockname()[1]
    # What reads the store stays in one thread; files are read in others.
    pages, questions = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
    shelf = pages.submit(RenderedSite, options, sources).result()
    search = questions.submit(Search, options.staging).result()

    async def get(path: str) -> bytes | None:
        data = await asyncio.to_thread(written.get, path)
        if data is None:
            data = await asyncio.get_running_loop().run_in_executor(pages, shelf.get, path)
        return data

    async def ask(text: str, limit: int) -> list[dict[str, Any]]:
        def find() -> list[dict[str, Any]]:
            return [_shown(answer, shelf) for answer in search.find(parse_query(text), limit)]

        return await asyncio.get_running_loop().run_in_executor(questions, find)

    address = f"http://{HOST}:{number}/"
    settings = uvicorn.Config(
        App(get, ask, number), http=Guarded, ws="none", log_level="error", access_log=False, server_header=False, date_header=False,
        timeout_keep_alive=15, timeout_graceful_shutdown=2, limit_concurrency=512, h11_max_incomplete_event_size=16_384,
    )  # fmt: skip
    say(f"{address} (Ctrl-C ends it)")
    if is_opened:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    try:
        uvicorn.Server(settings).run(sockets=[listener])
    finally:
        questions.submit(search.close)
        pages.shutdown()
        questions.shutdown()
        listener.close()


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"port {port}: {error.strerror}. Choose another with --port, or 0 for any."
        ) from error
    listener.listen(512)
    return listener


_GROUPS = {"symbols": "Symbols", "files": "Files", "keywords": "Keywords", "documents": "Documents"}


def _shown(answer: Answer, shelf: RenderedSite) -> dict[str, Any]:
    """Return an answer as the search dialog shows it."""
    line = f"#L{answer.line}" if answer.line and answer.kind != "file" else ""
    return {
        "group": _GROUPS[answer.group], "name": answer.name, "kind": answer.kind, "path": answer.path, "line": answer.line,
        "language": shelf.language_of(answer.path), "summary": answer.summary, "url": quote(shelf.place_of(answer.page)) + line, "why": answer.why, "score": answer.score, "told": 0,
    }  # fmt: skip
