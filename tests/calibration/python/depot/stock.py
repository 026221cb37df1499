"""Shelves, and what stands on them."""

from __future__ import annotations

import logging
from collections import defaultdict

from . import errors
from .parts import Bolt, Crate, Part
from .parts import parse_part as read_part
from .units import to_grams

log = logging.getLogger(__name__)
MAX_GRAMS = 20_000


class Shelf:
    limit = MAX_GRAMS

    def __init__(self, name: str, owner: Stock | None = None) -> None:
        self.name = name
        self.owner = owner
        self.parts: list[Part] = []

    def put(self, part: Part) -> Shelf:
        if self.load() + part.grams() > self.limit:
            raise errors.DepotError(f"{self.name} is full")
        self.parts.append(part)
        self._note("put", part)
        return self

    def load(self) -> float:
        return sum(part.grams() for part in self.parts)

    def take(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                self.parts.remove(part)
                self._note("take", part)
                return part
        raise errors.Missing(name)

    def _note(self, what: str, part: Part) -> None:
        log.info("%s %s", what, part.name)
        if self.owner is not None:
            self.owner.count(what)


class DeepShelf(Shelf):
    limit = 2 * MAX_GRAMS

    def put(self, part: Part) -> Shelf:
        if isinstance(part, Bolt):
            errors.fail("bolts get lost here")
        return super().put(part)


class Stock:
    def __init__(self) -> None:
        self.shelves: dict[str, Shelf] = {}
        self.counts: dict[str, int] = defaultdict(int)

    def shelf(self, name: str) -> Shelf:
        if name not in self.shelves:
            self.shelves[name] = Shelf(name, self)
        return self.shelves[name]

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def receive(self, text: str, where: str) -> Part:
        part = read_part(text)
        self.shelf(where).put(part)
        return part

    def pack(self, name: str, where: str) -> Crate:
        crate = Crate(name)
        shelf = self.shelf(where)
        while shelf.parts:
            crate.add(shelf.take(shelf.parts[0].name))
        return crate

    def weight(self) -> float:
        return to_grams(sum(shelf.load() for shelf in self.shelves.values()))


def make_stock(names: list[str], deep: bool = False) -> Stock:
    stock = Stock()
    make = DeepShelf if deep else Shelf
    for name in names:
        stock.shelves[name] = make(name, stock)
    return stock
