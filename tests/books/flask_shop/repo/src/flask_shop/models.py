"""The nouns of the shop."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Tax(Enum):
    """How much of a price goes to the state, in percent."""

    NONE = 0
    REDUCED = 7
    FULL = 19


@dataclass(frozen=True)
class Item:
    """Something that can be bought."""

    sku: str
    title: str
    cents: int
    tax: Tax = Tax.FULL
    tags: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if self.cents < 0:
            raise ValueError(f"{self.sku}: a price is never negative")


@dataclass(frozen=True)
class Bundle(Item):
    """Several items sold as one."""

    parts: tuple[Item, ...] = ()

    @property
    def saving(self) -> int:
        """What a buyer saves against buying the parts one by one."""
        return sum(part.cents for part in self.parts) - self.cents
