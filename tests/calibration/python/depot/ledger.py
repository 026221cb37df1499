"""Who took what."""

from __future__ import annotations

import functools
from typing import Callable, Iterator, Protocol

import depot.units as measure
from depot.errors import Missing
from depot.parts import Part


class Writer(Protocol):
    def write(self, text: str) -> int: ...


def logged(function: Callable[..., float]) -> Callable[..., float]:
    """Count the calls of a function."""

    @functools.wraps(function)
    def inner(*args: object) -> float:
        Ledger.calls += 1
        return function(*args)

    return inner


class Entry:
    __slots__ = ("amount", "part", "who")

    def __init__(self, who: str, part: Part, amount: int = 1) -> None:
        self.who = who
        self.part = part
        self.amount = amount

    def grams(self) -> float:
        return self.part.grams() * self.amount

    def line(self) -> str:
        return f"{self.who}: {measure.format_price(self.grams())}"


class Ledger:
    calls = 0

    def __init__(self, out: Writer) -> None:
        self._entries: list[Entry] = []
        self._out = out

    def enter(self, who: str, part: Part, amount: int = 1) -> Entry:
        entry = Entry(who, part, amount)
        self._entries.append(entry)
        self._out.write(entry.line())
        return entry

    def of(self, who: str) -> Iterator[Entry]:
        return (entry for entry in self._entries if entry.who == who)

    @logged
    def total(self) -> float:
        return sum(entry.grams() for entry in self._entries) / measure.KILOGRAMS

    def last(self) -> Entry:
        if not self._entries:
            raise Missing("no entry", code=4)
        return self._entries[-1]

    def __len__(self) -> int:
        return len(self._entries)
