"""Things that are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from depot import units
from depot.errors import DepotError, fail
from depot.units import KILOGRAMS, Currency, to_grams

_PATTERN = re.compile(r"(\w+):(\d+)")


@dataclass
class Part:
    """Anything with a name and a weight."""

    name: str
    weight: float = 0.0
    currency: Currency = Currency.EURO
    known: ClassVar[dict[str, "Part"]] = {}

    def grams(self) -> float:
        return to_grams(self.weight)

    def price(self, rate: float) -> str:
        return units.format_price(self.grams() * rate, self.currency)

    def register(self) -> "Part":
        Part.known[self.name] = self
        return self

    @classmethod
    def lookup(cls, name: str) -> "Part":
        if name not in cls.known:
            fail(f"no part {name}")
        return cls.known[name]

    @staticmethod
    def is_name(text: str) -> bool:
        return _PATTERN.fullmatch(text) is None


class Bolt(Part):
    """A part that is counted by the hundred."""

    count: int = 100

    def grams(self) -> float:
        single = super().grams()
        return single * self.count


@dataclass
class Crate(Part):
    """Parts in a box."""

    inside: list[Part] = field(default_factory=list)

    def add(self, part: Part) -> None:
        if not Part.is_name(part.name):
            raise DepotError(part.name)
        self.inside.append(part)

    def grams(self) -> float:
        return sum(part.grams() for part in self.inside) + to_grams(self.weight, KILOGRAMS)


def parse_part(text: str) -> Part:
    """Return the part that `name:weight` describes."""
    found = _PATTERN.match(text)
    if found is None:
        raise DepotError(text, code=3)
    part = Part(found[1], float(found[2]))
    return part.register()


def parse_all(texts: list[str]) -> list[Part]:
    return [parse_part(text) for text in texts if not Part.is_name(text)]
