"""Broken code is read too: units cut, spliced and scrambled never stop a worker, and no fact leaves the file."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from unit_facts import Unit, find_units

from repobook.facts import Facts
from repobook.work import ANALYZE, Answer, Request
from repobook.workers import Job, Pool

ROUNDS = 3  # broken versions of each unit
LIMIT = 600  # broken units in all: the suite is for every commit

Broken = tuple[str, str, bytes]  # unit, language, bytes


def break_units(units: list[Unit], chance: random.Random) -> Iterator[Broken]:
    """Yield versions of every unit that no author would write."""
    inputs = [(str(unit), unit.language, unit.input.read_bytes()) for unit in units]
    for name, language, data in inputs:
        for _ in range(ROUNDS):
            yield (
                name,
                language,
                chance.choice([_cut, _insert, _double, _scramble, _splice])(data, chance, inputs),
            )


def _cut(data: bytes, chance: random.Random, inputs: list[Broken]) -> bytes:
    """Leave out a piece, often the end."""
    at = chance.randrange(len(data) + 1)
    return (
        data[:at] + data[chance.choice([len(data), min(len(data), at + 1), chance.randint(at, len(data))]) :]
    )


def _insert(data: bytes, chance: random.Random, inputs: list[Broken]) -> bytes:
    """Put a byte or a mark where it does not belong."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        what = [
            b"\0",
            b"\xff",
            b"\r",
            b'"',
            b"`",
            b"'''",
            b"{" * 50,
            b")" * 9,
            b"/*",
            b"\xe2\x80\xa8",
            b"\n" * 3,
            b"\\",
            b"#",
            b"<<<",
        ]
        data = data[:at] + chance.choice(what) + data[at:]
    return data


def _double(data: bytes, chance: random.Random, inputs: list[Broken]) -> bytes:
    """Repeat a piece many times."""
    at = chance.randrange(len(data) + 1)
    piece = data[at : at + chance.randint(1, 30)]
    return data[:at] + piece * chance.randint(2, 60) + data[at:]


def _scramble(data: bytes, chance: random.Random, inputs: list[Broken]) -> bytes:
    """Put the lines into another order, or the bytes of one line."""
    lines = data.split(b"\n")
    if chance.random() < 0.5:
        chance.shuffle(lines)
    else:
        at = chance.randrange(len(lines))
        lines[at] = bytes(chance.sample(list(lines[at]), len(lines[at])))
    return b"\n".join(lines)


def _splice(data: bytes, chance: random.Random, inputs: list[Broken]) -> bytes:
    """Go on as another unit, of any language."""
    other = chance.choice(inputs)[2]
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


@pytest.fixture(scope="module")
def answers() -> dict[int, tuple[Broken, Facts | str]]:
    """What workers make of every broken unit: its facts, or how they failed."""
    broken = list(break_units(find_units(), random.Random(20)))
    broken = random.Random(21).sample(broken, min(LIMIT, len(broken)))
    found: dict[int, tuple[Broken, Facts | str]] = {}
    with Pool(1) as pool:

        def keep(wait_seconds: float) -> None:
            for result in pool.collect(wait_seconds):
                if result.failure:
                    found[result.job] = broken[result.job], f"{result.failure}: {result.detail}"
                else:
                    answer = msgspec.msgpack.decode(result.payload, type=Answer)
                    found[result.job] = broken[result.job], answer.facts

        for at, (_, language, data) in enumerate(broken):
            pool.submit(Job(at, ANALYZE, msgspec.msgpack.encode(Request(language, data)), seconds=10))
            while not pool.has_room:
                keep(0.5)
        while pool.pending:
            keep(0.5)
        keep(0)
    assert len(found) == len(broken)
    return found


def test_broken_code_never_stops_a_worker(answers: dict[int, tuple[Broken, Facts | str]]) -> None:
    """Every broken unit has facts."""
    failed = [
        (broken[0], facts, broken[2][:300]) for broken, facts in answers.values() if isinstance(facts, str)
    ]
    assert failed == []


def test_facts_of_broken_code_stay_inside_the_file(answers: dict[int, tuple[Broken, Facts | str]]) -> None:
    """Every line that a fact states is a line of the file, and every span begins before it ends."""
    outside = []
    for broken, facts in answers.values():
        if isinstance(facts, Facts):
            outside += [(broken[0], fact, broken[2][:200]) for fact in _outside(facts)]
    assert outside == []


def _outside(facts: Facts) -> list[object]:
    last = max(1, facts.lines)
    found: list[object] = [
        symbol
        for symbol in facts.symbols
        if not 1 <= symbol.first_line <= symbol.last_line <= last
        or not symbol.first_line <= symbol.name_line <= symbol.last_line
        or (symbol.doc and not 1 <= symbol.doc_first_line <= symbol.doc_last_line <= last)
    ]
    found += [item for item in facts.imports if not 1 <= item.line <= last]
    found += [note for note in facts.notes if not 0 <= note.line <= last]
    if facts.purpose and not 1 <= facts.purpose_first_line <= facts.purpose_last_line <= last:
        found.append((facts.purpose, facts.purpose_first_line, facts.purpose_last_line))
    return found


def test_lines_of_broken_code_add_up(answers: dict[int, tuple[Broken, Facts | str]]) -> None:
    """Lines are counted by line feeds alone, and each is code, comment or blank."""
    wrong = []
    for (name, _, data), facts in answers.values():
        if isinstance(facts, Facts) and facts.encoding.lower() in ("utf-8", "utf8"):
            lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
            if (facts.lines, facts.code_lines + facts.comment_lines + facts.blank_lines) != (lines, lines):
                wrong.append(
                    (name, lines, facts.lines, facts.code_lines, facts.comment_lines, facts.blank_lines)
                )
    assert wrong == []
