"""What is served right now. A changed repository is a new edition: each answer comes wholly from one of them."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import quote

from repobook.render.book import Options
from repobook.search import Answer, Search, parse_query
from repobook.search.sources import Sources
from repobook.serve.shelf import RenderedSite, WrittenSite

_GROUPS = {
    "symbols": "Symbols",
    "files": "Files",
    "keywords": "Keywords",
    "documents": "Documents",
    "lines": "Lines",
}
_T = TypeVar("_T")
PATIENCE = 1.0  # seconds that the sources are searched for one question: those who ask after it wait for it
CUT = "The sources were not searched to their end: that takes longer than a server waits. `repobook search` takes its time."


class Edition:
    """Pages and answers of one state of a repository. `folder` vanishes with it, where one is given."""

    def __init__(
        self, options: Options, sources: Sources | None, written: WrittenSite, folder: str = ""
    ) -> None:
        self.written = written
        self.users = 0  # answers that are under way
        self._folder = folder
        # What reads the store stays in one thread; files are read in others.
        self._pages, self._questions = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._shelf = self._pages.submit(RenderedSite, options, sources).result()
        read = sources or self._pages.submit(self._shelf.sources).result()
        self._search = self._questions.submit(Search, options.staging, read, PATIENCE).result()

    async def get(self, path: str) -> bytes | None:
        data = await asyncio.to_thread(self.written.get, path)
        if data is None:
            data = await ask_thread(self._pages, lambda: self._shelf.get(path))
        return data

    async def ask(self, text: str, limit: int) -> tuple[list[dict[str, Any]], str]:
        """Return what is found, and what to know of it."""

        def find() -> tuple[list[dict[str, Any]], str]:
            found = [_shown(answer, self._shelf) for answer in self._search.find(parse_query(text), limit)]
            return found, CUT if self._search.is_cut else ""

        return await ask_thread(self._questions, find)

    def close(self, is_waited_for: bool = False) -> None:
        self._questions.submit(self._search.close)
        self._pages.submit(self._shelf.close)
        if self._folder:
            self._pages.submit(shutil.rmtree, self._folder, ignore_errors=True)
        self._questions.shutdown(is_waited_for)
        self._pages.shutdown(is_waited_for)


class Editions:
    """The edition that is served, and those before it while an answer still comes from them."""

    def __init__(self, first: Edition) -> None:
        self.current = first
        self._lock = threading.Lock()

    async def get(self, path: str) -> bytes | None:
        return await self._with(lambda edition: edition.get(path))

    async def ask(self, text: str, limit: int) -> tuple[list[dict[str, Any]], str]:
        return await self._with(lambda edition: edition.ask(text, limit))

    async def _with(self, work: Callable[[Edition], Awaitable[_T]]) -> _T:
        with self._lock:
            edition = self.current
            edition.users += 1
        try:
            return await work(edition)
        finally:
            with self._lock:
                edition.users -= 1
                is_over = not edition.users and edition is not self.current
            if is_over:
                edition.close()

    def put(self, edition: Edition) -> None:
        """Serve another edition from now on."""
        with self._lock:
            before, self.current = self.current, edition
            is_over = not before.users
        if is_over:
            before.close()

    def close(self) -> None:
        self.current.close(is_waited_for=True)


async def ask_thread(pool: ThreadPoolExecutor, work: Callable[[], _T]) -> _T:
    """Have a thread of a pool do something, and wait for it."""

    def told() -> _T:
        try:
            return work()
        except StopIteration as error:
            # A future takes no such error: whoever waits for it would wait for ever.
            raise RuntimeError("an iterator ended too soon") from error

    return await asyncio.get_running_loop().run_in_executor(pool, told)


def _shown(answer: Answer, shelf: RenderedSite) -> dict[str, Any]:
    """Return an answer as the search dialog shows it."""
    line = f"#L{answer.line}" if answer.line and answer.kind != "file" else ""
    summary = "" if answer.summary == answer.name else answer.summary
    return {
        "group": _GROUPS[answer.group], "name": answer.name, "kind": answer.kind, "path": answer.path, "line": answer.line,
        "language": shelf.language_of(answer.path), "summary": summary, "url": quote(shelf.place_of(answer.page)) + line,
        "why": answer.why, "score": answer.score, "told": 0,
    }  # fmt: skip
