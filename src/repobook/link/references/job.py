"""What a worker is asked to resolve: the places of a range of files."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections import Counter
from itertools import repeat

import msgspec

from repobook.link.references.answers import (
    CANDIDATE,
    EXACT,
    IS_UNRESOLVED,
    LOCAL,
    SCOPED,
    UNRESOLVED,
    Answer,
    pack_answers,
)
from repobook.link.references.calls import Calls
from repobook.link.references.heirs import find_heirs
from repobook.link.references.index import Index
from repobook.link.references.resolve import Resolver
from repobook.link.references.scopes import FileScopes
from repobook.link.references.sites import HOWS, Groups, LocalName, Places, Site, group
from repobook.link.references.view import own_words, pack_shape, tell
from repobook.store import open_facts

# No fault of a file: memory, the disk, the database. The build has to hear of these.
_OTHERS = (MemoryError, OSError, sqlite3.Error)
_RANK = {"base": 0, "call": 1, "decorator": 2, "type": 3, "mention": 4, "import": 5}


class ReferJob(msgspec.Struct, array_like=True):
    database: str
    first: int
    last: int
    only: list[int] = []  # files of these, where not all are asked for
    is_kept: bool = False  # tell what the next build needs to know, too


class Resolved(msgspec.Struct, array_like=True):
    """The answers of one file, and what they come to."""

    file: int
    answers: bytes
    uses: list[tuple[int, int, int, str]]  # symbol, places, first line, how
    counts: list[tuple[str, str, str, int]]  # label, how, cause, places
    calls: bytes  # numbers, four a call: who calls (a file as its negative id), what, line, label
    inherits: list[tuple[int, int, str, str]]  # symbol, its base, "base" or "override", label
    shares: list[tuple[int, float]]  # symbol, places that may mean it, each divided by what it may mean
    is_failed: bool = False  # something went wrong in it
    aims: list[int] = []  # files that the answers name, or whose symbols they name


class Seen(msgspec.Struct, array_like=True):
    """What the next build needs to know of a file: see `kept`."""

    file: int
    shape: bytes
    words: bytes


class Done(msgspec.Struct, array_like=True):
    """What a job gives: answers of files, packed one by one, and what is seen of all files of its range."""

    found: list[bytes]
    seen: list[Seen]


_decode = msgspec.msgpack.Decoder(ReferJob).decode
_encode = msgspec.msgpack.Encoder().encode
_resolver: tuple[str, Resolver] | None = None


def run_job(payload: bytes) -> bytes:
    global _resolver
    job = _decode(payload)
    if _resolver is None or _resolver[0] != job.database:
        _resolver = (job.database, Resolver(Index(open_facts(job.database))))
    index = _resolver[1].index
    if index.is_full:
        index.forget()
        _resolver = (job.database, Resolver(index))
        gc.collect()  # what knew those symbols knows itself, too
    resolver = _resolver[1]
    found = []
    seen: dict[int, Seen] = {}
    for file, places, local_names in index.read_sites(job.first, job.last, job.only):
        resolver.scopes = None
        if index.groups[file] and places.names:
            resolver.has_failed = False
            groups, answers = _resolve(resolver, file, places, local_names)
            resolved = sum_up(resolver, file, places.lines, groups, answers)
            resolved.inherits = _heirs(resolver, file, places, groups, answers)
            resolved.is_failed = resolver.has_failed
            if job.is_kept:
                resolved.aims = _aims(index, answers, resolved)
            found.append(_encode(resolved))
        if job.is_kept and not job.only:
            seen[file] = see(index, file, places.names, local_names, resolver.scopes)
    if job.is_kept and not job.only:
        for file in range(job.first, job.last + 1):
            if file in index.paths and file not in seen:
                seen[file] = see(index, file, [], index.read_locals(file))
    return _encode(Done(found, list(seen.values())))


def see(
    index: Index,
    file: int,
    names: list[str],
    local_names: list[LocalName],
    scopes: FileScopes | None = None,
) -> Seen:
    """Return what the next build needs to know of a file; `names` are those of its places."""
    shape = pack_shape(index.groups[file], tell(index, file, local_names, scopes))
    return Seen(file, _encode(shape), own_words(index, file, names, local_names))


def _resolve(
    resolver: Resolver, file: int, places: Places, local_names: list[LocalName]
) -> tuple[Groups, list[Answer]]:
    """Resolve one file. What goes wrong in it costs its references alone; the report counts them as unresolved."""
    try:
        return resolver.resolve(file, places, local_names)
    except _OTHERS:
        raise  # of the worker, not of the file
    except Exception:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        resolver.has_failed = True
        groups = group(places, repeat(0))
        return groups, [IS_UNRESOLVED] * len(groups.keys)


def _heirs(
    resolver: Resolver, file: int, places: Places, groups: Groups, answers: list[Answer]
) -> list[tuple[int, int, str, str]]:
    """Find who inherits in one file. What goes wrong in it costs its own heirs alone."""
    bases = [at for at, letter in enumerate(places.letters) if letter == "b"] if "b" in places.letters else []
    sites = [Site(places.names[at], places.lines[at], 0, "base") for at in bases]
    try:
        return find_heirs(resolver, file, sites, [answers[groups.of_sites[at]] for at in bases])
    except _OTHERS:
        raise
    except Exception:
        if os.environ.get("REPOBOOK_DEBUG"):
            raise
        resolver.has_failed = True
        return []


def _aims(index: Index, answers: list[Answer], resolved: Resolved) -> list[int]:
    """Return the files that answers name, or whose symbols they name."""
    named = {target for answer in answers for target in answer.targets}
    named.update(base for _, base, *_ in resolved.inherits)
    return sorted({index.symbol(one).file if one > 0 else -one for one in named})


def sum_up(
    resolver: Resolver, file: int, lines: list[int], groups: Groups, answers: list[Answer]
) -> Resolved:
    uses: dict[int, tuple[int, int, str]] = {}
    counts: Counter[tuple[str, str, str]] = Counter()
    calls = Calls(resolver, file)
    # What the sites of each group say of calls and shares, which differ from site to site.
    said: list[tuple[tuple[int, ...], str, bool, bool] | None] = []
    for (name, letter, _), first, places, answer in zip(
        groups.keys, groups.firsts, groups.counts, answers, strict=True
    ):
        label = answer.label
        said.append(None)
        if label == LOCAL:
            continue
        how = HOWS[letter][0]
        if answer.targets and (how == "call" or label == CANDIDATE):
            said[-1] = (*calls.meant(answer), how == "call", label == CANDIDATE)
        cause = resolver.cause(file, name, answer) if label in (UNRESOLVED, CANDIDATE) else ""
        counts[label, how, cause] += places
        if label in (EXACT, SCOPED) and answer.targets[0] > 0:
            target = answer.targets[0]
            known = uses.get(target)
            if known is None:
                uses[target] = (places, lines[first], how)
            else:
                uses[target] = (
                    known[0] + places,
                    known[1],
                    how if _RANK[how] < _RANK[known[2]] else known[2],
                )
    shares: dict[int, float] = {}
    for number, line in zip(groups.of_sites, lines, strict=True):
        if (told := said[number]) is None:
            continue
        targets, sure, is_call, is_candidate = told
        if is_call:
            calls.add(line, targets, sure)
        if is_candidate:
            for target in targets:
                shares[target] = shares.get(target, 0.0) + 1 / len(targets)
    return Resolved(
        file,
        pack_answers(answers, groups.of_sites),
        [(symbol, *use) for symbol, use in sorted(uses.items())],
        [(*key, count) for key, count in sorted(counts.items())],
        calls.pack(),
        [],
        sorted(shares.items()),
    )
