"""The inside of a worker process: receive bytes, do one thing, send bytes back."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
import zlib
from collections.abc import Callable, Iterable
from operator import sub

import msgspec

from repobook.errors import LanguageError
from repobook.facts import Facts, Local, Sites
from repobook.workers import (
    ANALYZE,
    BROKEN,
    FAILED,
    HEADER,
    INDEX,
    MAX_ADDRESS_SPACE,
    MAX_RESULT,
    MEMORY,
    OK,
    READY,
    REFER,
    RENDER,
    SHELVE,
)

MAX_FACTS = 64 * 1024 * 1024  # of one file


class Request(msgspec.Struct, array_like=True):
    language: str
    data: bytes


class Answer(msgspec.Struct, array_like=True):
    """Facts as they travel and rest: what is large and seldom read is packed."""

    facts: Facts
    terms: bytes
    term_lines: bytes
    sites: bytes
    locals: bytes
    words: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode_request = msgspec.msgpack.Decoder(Request).decode


def pack_text(text: str) -> bytes:
    return zlib.compress(text.encode(), 1) if text else b""


def pack_sites(sites: Sites) -> bytes:
    """Pack sites as columns: equal things beside each other compress well."""
    if not sites.names:
        return b""
    names = "\n".join(sites.names).replace("\0", " ")
    marks = "".join([mark[0] for mark in sites.marks])
    steps = map(sub, sites.lines, [0, *sites.lines])
    rest = "\n".join(
        [
            f"{step} {column}" if step else str(column)
            for step, column in zip(steps, sites.columns, strict=False)
        ]
    )
    return zlib.compress(f"{names}\0{marks}\0{rest}".encode(errors="replace"), 1)


def pack_locals(found: list[Local]) -> bytes:
    if not found:
        return b""
    text = _join_locals(found)
    if text.count("\n") >= len(found) or text.count("\t") > sum(5 if item.last else 2 for item in found):
        for item in found:  # a grammar that recovers takes much for a name
            item.name, item.holds = " ".join(item.name.split()), " ".join(item.holds.split())
        text = _join_locals(found)
    return zlib.compress(text.encode(errors="replace"), 1)


def _join_locals(found: list[Local]) -> str:
    return "\n".join(
        f"{item.line}\t{item.name}\t{item.holds}\t{item.first}\t{item.last}\t{item.column}"
        if item.last
        else f"{item.line}\t{item.name}\t{item.holds}"
        for item in found
    )


def make_analyze() -> Callable[[bytes], bytes]:
    from repobook.analyze.analyze import analyze
    from repobook.analyze.languages import Languages

    languages = Languages()

    def run(payload: bytes) -> bytes:
        request = _decode_request(payload)
        facts = analyze(request.data, request.language, languages)
        answer = Answer(
            facts,
            pack_text(facts.terms),
            pack_text(facts.term_lines),
            pack_sites(facts.sites),
            pack_locals(facts.locals),
            pack_text(facts.words),
        )
        facts.terms = facts.term_lines = facts.words = ""
        facts.sites = Sites()
        facts.locals = []
        return _encode(answer)

    return run


def make_render() -> Callable[[bytes], bytes]:
    from repobook.render.job import run_job

    return run_job


def make_refer() -> Callable[[bytes], bytes]:
    from repobook.link.references.job import run_job

    return run_job


def make_index() -> Callable[[bytes], bytes]:
    from repobook.search.index import run_job

    return run_job


def make_shelve() -> Callable[[bytes], bytes]:
    from repobook.shelve import run_job

    return run_job


_MAKERS = {
    ANALYZE: "make_analyze",
    RENDER: "make_render",
    REFER: "make_refer",
    INDEX: "make_index",
    SHELVE: "make_shelve",
}


def load(loaded: dict[int, Callable[[bytes], bytes]], operations: Iterable[int]) -> None:
    """Load what operations need, as far as that can be done: whoever asks for one is told why not."""
    for one in operations:
        if one in _MAKERS and one not in loaded:
            with contextlib.suppress(Exception):
                loaded[one] = globals()[_MAKERS[one]]()


def learn(loaded: dict[int, Callable[[bytes], bytes]], language: str) -> None:
    """Get ready to read a language: its queries are compiled where a text of it is read, and be it an empty one."""
    load(loaded, [ANALYZE])
    with contextlib.suppress(Exception):
        loaded[ANALYZE](_encode(Request(language, b"")))


def serve(descriptor: int, loaded: dict[int, Callable[[bytes], bytes]] | None = None) -> None:
    """Answer requests on a socket until it closes. Runs in a process of its own; `loaded` are operations that are at hand."""
    _drop_rights()
    link = socket.socket(fileno=descriptor)
    stream = link.makefile("rb", buffering=1 << 16)
    operations = dict(loaded or {})
    # Nothing here makes reference cycles that matter; collections cost a tenth of the time.
    gc.disable()
    link.sendall(HEADER.pack(READY, os.getpid(), 0))
    count = 0
    while header := stream.read(HEADER.size):
        operation, job, size = HEADER.unpack(header)
        payload = stream.read(size)
        status = OK
        try:
            if operation not in operations:
                operations[operation] = globals()[_MAKERS[operation]]()
            result = operations[operation](payload)
            if len(result) > (MAX_FACTS if operation == ANALYZE else MAX_RESULT):
                status, result = FAILED, b"its facts are larger than the limit"
        except MemoryError:
            status, result = MEMORY, b"out of memory"
        except (ImportError, LanguageError) as error:
            # Not the file's fault: every other file of the language would fail alike.
            status, result = (
                BROKEN,
                _broken("this installation is not complete", error, "Install repobook again."),
            )
        except RecursionError:
            status, result = FAILED, b"nested too deeply"
        except OSError as error:
            status, result = FAILED, f"{type(error).__name__}: {error}"[:300].encode(errors="replace")
            if operation == ANALYZE:  # which opens nothing but files of ours
                advice = "Check the limits on open files, and the disk."
                status, result = BROKEN, _broken("a worker cannot read what it needs", error, advice)
        except Exception as error:
            if os.environ.get("REPOBOOK_DEBUG"):
                raise
            status, result = FAILED, f"{type(error).__name__}: {error}"[:300].encode(errors="replace")
        try:
            link.sendall(HEADER.pack(status, job, len(result)) + result)
        except OSError:
            return
        count += 1
        if count % 200 == 0:
            gc.collect()


def _broken(what: str, error: Exception, advice: str) -> bytes:
    return f"{what}: {str(error)[:300]}. {advice}".encode(errors="replace")


def _drop_rights() -> None:
    """Limit what a parser gone wrong can do: memory, core files, new files."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE, MAX_ADDRESS_SPACE))
    sys.setrecursionlimit(3000)
