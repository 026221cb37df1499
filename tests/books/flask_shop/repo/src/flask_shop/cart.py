"""What a visitor is about to buy.

A cart lives in the session. It stores only stock numbers and amounts; prices are looked up when
they are needed, because a price may change while a visitor thinks.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask_shop.catalogue import Catalogue
from flask_shop.models import Item
from flask_shop.pricing import Discount, best_discount, shipping

MAX_AMOUNT = 99


class CartError(ValueError):
    """The cart cannot hold what was asked for."""


class Cart:
    """Amounts by stock number, in the order in which they were added."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._amounts: dict[str, int] = {}

    def add(self, sku: str, amount: int = 1) -> None:
        """Put an item into the cart.

        Args:
            sku: stock number of the item
            amount: how many; may be negative to take some out

        Raises:
            CartError: if the item is unknown or there would be more than `MAX_AMOUNT`
        """
        if sku not in self.catalogue:
            raise CartError(f"{sku}: not in the catalogue")
        wanted = self._amounts.get(sku, 0) + amount
        if wanted > MAX_AMOUNT:
            raise CartError(f"{sku}: at most {MAX_AMOUNT} of one item")
        if wanted <= 0:
            self._amounts.pop(sku, None)
        else:
            self._amounts[sku] = wanted

    def lines(self) -> Iterator[tuple[Item, int]]:
        """Yield every item with its amount."""
        for sku, amount in self._amounts.items():
            yield self.catalogue[sku], amount

    def subtotal(self) -> int:
        return sum(item.cents * amount for item, amount in self.lines())

    def total(self, discounts: list[Discount] | None = None) -> int:
        """Return what is to be paid, in cents: items, minus the best discount, plus shipping."""
        subtotal = self.subtotal()
        reduced = subtotal - best_discount(subtotal, discounts or [])
        return reduced + shipping(reduced)

    def __len__(self) -> int:
        return sum(self._amounts.values())
