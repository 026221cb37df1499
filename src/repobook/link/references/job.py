"""What a worker is asked to resolve: the places of a range of files."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections import Counter

import msgspec

from repobook.link.references.calls import Calls
from repobook.link.references.heirs import find_heirs
from repobook.link.references.index import Index, Site
from repobook.link.references.resolve import CANDIDATE, EXACT, LOCAL, SCOPED, UNRESOLVED, Answer, Resolver
from repobook.store import SCRATCH

_RANK = {"base": 0, "call": 1, "decorator": 2, "type": 3, "mention": 4, "import": 5}


class ReferJob(msgspec.Struct, array_like=True):
    database: str
    first: int
    last: int


class Resolved(msgspec.Struct, array_like=True):
    """The answers of one file, and what they come to."""

    file: int
    answers: bytes
    uses: list[tuple[int, int, int, str]]  # symbol, places, first line, how
    counts: list[tuple[str, str, str, int]]  # label, how, cause, places
    calls: bytes  # numbers, four a call: who calls (a file as its negative id), what, line, label
    inherits: list[tuple[int, int, str, str]]  # symbol, its base, "base" or "override", label
    shares: list[tuple[int, float]]  # symbol, places that may mean it, each divided by what it may mean


_decode = msgspec.msgpack.Decoder(ReferJob).decode
_resolver: tuple[str, Resolver] | None = None


def run_job(payload: bytes) -> bytes:
    global _resolver
    job = _decode(payload)
    if _resolver is None or _resolver[0] != job.database:
        connection = sqlite3.connect(f"file:{_quote(job.database)}?mode=ro&immutable=1", uri=True)
        scratch = f"file:{_quote(job.database + SCRATCH)}?mode=ro&immutable=1"
        connection.execute("ATTACH DATABASE ? AS scratch", (scratch,))
        _resolver = (job.database, Resolver(Index(connection)))
    resolver = _resolver[1]
    found = []
    for file, sites, local_names in resolver.index.read_sites(job.first, job.last):
        if resolver.index.groups[file] and sites:
            answers = _resolve(resolver, file, sites, local_names)
            resolved = sum_up(resolver, file, sites, answers)
            resolved.inherits = _heirs(resolver, file, sites, answers)
            found.append(resolved)
    return msgspec.msgpack.encode(found)


def _resolve(
    resolver: Resolver, file: int, sites: list[Site], local_names: list[tuple[int, str, str]]
) -> list[Answer]:
    """Resolve one file. What goes wrong in it costs its references alone; the report counts them as unresolved."""
    try:
        return resolver.resolve(file, sites, local_names)
    except Exception:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        return [Answer(UNRESOLVED)] * len(sites)


def _heirs(
    resolver: Resolver, file: int, sites: list[Site], answers: list[Answer]
) -> list[tuple[int, int, str, str]]:
    """Find who inherits in one file. What goes wrong in it costs its own heirs alone."""
    try:
        return find_heirs(resolver, file, sites, answers)
    except Exception:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        return []


def sum_up(resolver: Resolver, file: int, sites: list[Site], answers: list[Answer]) -> Resolved:
    uses: dict[int, tuple[int, int, str]] = {}
    counts: Counter[tuple[str, str, str]] = Counter()
    shares: dict[int, float] = {}
    calls = Calls(resolver, file)
    for site, answer in zip(sites, answers, strict=True):
        label = answer.label
        if label == LOCAL:
            continue
        cause = resolver.cause(file, site, answer) if label in (UNRESOLVED, CANDIDATE) else ""
        counts[label, site.how, cause] += 1
        if answer.targets:
            targets, sure = calls.meant(answer)
            if site.how == "call":
                calls.add(site.line, targets, sure)
            if label == CANDIDATE:
                for target in targets:
                    shares[target] = shares.get(target, 0.0) + 1 / len(targets)
        if label in (EXACT, SCOPED) and answer.targets[0] > 0:
            target = answer.targets[0]
            known = uses.get(target)
            if known is None:
                uses[target] = (1, site.line, site.how)
            else:
                how = site.how if _RANK[site.how] < _RANK[known[2]] else known[2]
                uses[target] = (known[0] + 1, known[1], how)
    return Resolved(
        file,
        pack_answers(answers),
        [(symbol, *use) for symbol, use in sorted(uses.items())],
        [(*key, count) for key, count in sorted(counts.items())],
        calls.pack(),
        [],
        sorted(shares.items()),
    )


def pack_answers(answers: list[Answer]) -> bytes:
    """Pack a letter for every site, then the targets of those that have some."""
    letters = "".join(answer.label for answer in answers)
    targets = "\n".join(
        " ".join(map(str, answer.targets)) + (f"+{answer.more}" if answer.more else "")
        for answer in answers
        if answer.targets
    )
    return zlib.compress(f"{letters}\0{targets}".encode(), 1)


def unpack_answers(packed: bytes) -> list[Answer]:
    letters, _, rest = zlib.decompress(packed).decode().partition("\0")
    targets = iter(rest.split("\n"))
    answers = []
    for letter in letters:
        if letter in (EXACT, SCOPED, CANDIDATE):
            listed, _, more = next(targets).partition("+")
            answers.append(Answer(letter, tuple(map(int, listed.split())), int(more or 0)))
        else:
            answers.append(Answer(letter))
    return answers


def _quote(path: str) -> str:
    from urllib.parse import quote

    return quote(path)
