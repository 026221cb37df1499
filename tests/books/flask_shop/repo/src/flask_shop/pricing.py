"""Discounts, taxes and shipping. Every amount is in cents."""

from __future__ import annotations

from typing import NamedTuple

from .models import Tax

FREE_SHIPPING_CENTS = 5_000
SHIPPING_CENTS = 490


class Discount(NamedTuple):
    """A reduction that a visitor may claim."""

    code: str
    percent: int = 0
    cents: int = 0
    minimum: int = 0


def best_discount(subtotal: int, discounts: list[Discount]) -> int:
    """Return the largest reduction that `subtotal` qualifies for; 0 if there is none."""
    return max((_value(d, subtotal) for d in discounts if subtotal >= d.minimum), default=0)


def _value(discount: Discount, subtotal: int) -> int:
    return min(subtotal, discount.cents + subtotal * discount.percent // 100)


def shipping(subtotal: int) -> int:
    """Return the price of shipping. Large orders and empty ones ship for nothing."""
    return 0 if subtotal == 0 or subtotal >= FREE_SHIPPING_CENTS else SHIPPING_CENTS


def included_tax(cents: int, tax: Tax) -> int:
    """Return the part of a price that is tax, rounded half up."""
    return (cents * tax.value * 2 + 100 + tax.value) // ((100 + tax.value) * 2)
