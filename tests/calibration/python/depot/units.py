"""Weights and prices."""

from enum import Enum

GRAMS = 1
KILOGRAMS = 1000 * GRAMS
_ROUNDING = 2


class Currency(Enum):
    EURO = "EUR"
    CROWN = "CZK"

    @property
    def sign(self) -> str:
        return {Currency.EURO: "€", Currency.CROWN: "Kč"}[self]


def to_grams(amount: float, unit: int = GRAMS) -> float:
    return round(amount * unit, _ROUNDING)


def format_price(amount: float, currency: Currency = Currency.EURO) -> str:
    return f"{round(amount, _ROUNDING)} {currency.sign}"
