"""Start the server: index a repository or open a finished book, then answer until it is stopped."""

from __future__ import annotations

import os
import socket
import threading
import traceback
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import uvicorn

from repobook.build import scan_tree
from repobook.config import Config, read_manifest
from repobook.errors import InputError, RepobookError
from repobook.facts import Outcome
from repobook.pipeline import make_facts
from repobook.progress import NO_PROGRESS, Progress
from repobook.render.book import Options
from repobook.render.web.paths import SITE
from repobook.search.sources import Sources
from repobook.serve.app import App
from repobook.serve.book_editions import BookEditions
from repobook.serve.editions import Edition, Editions
from repobook.serve.guard import Guarded
from repobook.serve.shelf import WrittenSite
from repobook.typeset import operation_of, page_options, whole_jobs
from repobook.watching import changes, look
from repobook.workers import OWN_SECONDS, Job, Pool

HOST = "127.0.0.1"


def serve_book(book: str, port: int, is_opened: bool, say: Callable[[str], None]) -> None:
    """Serve a finished book: its site where it has one, else pages made from its store."""
    with _listen(port) as listener:
        _run(BookEditions(book, partial(_open_book, book), say), listener, is_opened, say)


def _open_book(book: str) -> Edition:
    manifest: dict[str, Any] = read_manifest(book)
    repository, tool = manifest["repository"], manifest["tool"]
    has_source = not manifest["options"].get("no_source")
    options = Options(
        "", book, "", has_source, repository["name"], repository["revision"], tool["version"], True
    )
    return Edition(options, Sources(book), WrittenSite(os.path.join(book, "site")))


def serve_repository(
    config: Config, port: int, is_opened: bool, progress: Progress, say: Callable[[str], None]
) -> None:
    """Index a repository below `config.output` and serve it; pages are rendered when they are asked for.

    The tree is watched: when a file changes, comes or goes, it is indexed anew, and from then on the new state is served.
    """
    os.mkdir(config.output)
    with _listen(port) as listener, Pool(config.jobs) as pool:
        before = look(config)
        press = _Press(config, pool)
        try:
            editions = Editions(press.index(progress))
        finally:
            progress.close()
        is_over = threading.Event()
        worker = threading.Thread(target=press.work, args=(editions, before, is_over, say), daemon=True)
        worker.start()
        try:
            _run(editions, listener, is_opened, say)
        finally:
            is_over.set()
            worker.join(5)


class _Press:
    """Makes editions of one repository, one after the other. Only one thread at a time uses its workers."""

    def __init__(self, config: Config, pool: Pool) -> None:
        self._config, self._pool = config, pool
        self._count = 0

    def index(self, progress: Progress) -> Edition:
        """Make the facts of a new edition; its pages are made when they are asked for, or in the background."""
        self._count += 1
        folder = os.path.join(self._config.output, str(self._count))
        os.mkdir(folder)
        listing, self._revision = scan_tree(self._config)
        make_facts(
            self._config, listing, None, self._revision, folder, self._pool, progress, Outcome(folder)
        )[-1].take()
        options = Options(*page_options(self._config, folder, self._revision))
        return Edition(options, None, WrittenSite(os.path.join(folder, "site"), set()), folder)

    def work(
        self, editions: Editions, before: str, is_over: threading.Event, say: Callable[[str], None]
    ) -> None:
        """Write the pages above all files while the first ones are read, then watch the tree; until it is over."""
        self._write(editions.current.written, is_over)
        for _ in changes(self._config, is_over, before):
            try:
                edition = self.index(NO_PROGRESS)
            except (RepobookError, OSError):
                traceback.print_exc()  # the last good edition stays
            else:
                editions.put(edition)
                say("The repository has changed: reload to see it.")
                self._write(edition.written, is_over)

    def _write(self, written: WrittenSite, is_over: threading.Event) -> None:
        folder = os.path.join(self._config.output, str(self._count))
        for number, job in enumerate(whole_jobs(self._config, folder, self._revision)):
            if job.what == "report":  # nothing was checked that it could tell of
                continue
            self._pool.submit(
                Job(number, operation_of(job), msgspec.msgpack.encode(job), seconds=OWN_SECONDS)
            )
        while self._pool.pending and not is_over.is_set():
            for result in self._pool.collect(0.2):
                if not result.failure:  # a page that is still being written is not shown
                    pages, *_ = msgspec.msgpack.decode(result.payload)
                    written.add(path.removeprefix(SITE) for path, *_ in pages if path.startswith(SITE))


def _run(editions: Editions, listener: socket.socket, is_opened: bool, say: Callable[[str], None]) -> None:
    number = listener.getsockname()[1]
    address = f"http://{HOST}:{number}/"
    settings = uvicorn.Config(
        App(editions.get, editions.ask, number), http=Guarded, ws="none", log_level="error", access_log=False, server_header=False,
        date_header=False, timeout_keep_alive=15, timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16_384,
    )  # fmt: skip
    say(f"{address} (Ctrl-C ends it)")
    if is_opened:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    try:
        uvicorn.Server(settings).run(sockets=[listener])
    finally:
        editions.close()


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
