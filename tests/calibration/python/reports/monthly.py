"""A month of the depot on one page."""

from __future__ import annotations

import io
import sys

import depot
from depot import DepotError, Ledger, Stock, parse_part
from depot.parts import *
from depot.stock import make_stock
from depot.units import Currency

TITLE = "Month"


class Report:
    title = TITLE

    def __init__(self, stock: Stock, ledger: Ledger) -> None:
        self.stock = stock
        self.ledger = ledger

    def head(self) -> str:
        return f"{self.title}: {self.stock.weight()}"

    def rows(self) -> list[str]:
        return [entry.line() for entry in self.ledger.of("anna")]

    def render(self) -> str:
        return "\n".join([self.head(), *self.rows(), Footer(self).text()])


class Footer:
    def __init__(self, report: Report) -> None:
        self.report = report

    def text(self) -> str:
        total = self.report.ledger.total()
        return f"{total} in {Currency.EURO.sign}"


class Short(Report):
    title = TITLE.lower()

    def rows(self) -> list[str]:
        return super().rows()[:1]


def collect(texts: list[str]) -> Report:
    stock = make_stock(["a", "b"], deep=True)
    ledger = depot.Ledger(io.StringIO())
    for text in texts:
        part = stock.receive(text, "a")
        ledger.enter("anna", part)
    crate = stock.pack("box", "a")
    crate.add(Bolt("m8"))
    ledger.enter("jan", crate, amount=2)
    return Short(stock, ledger) if len(ledger) < 3 else Report(stock, ledger)


def main(arguments: list[str]) -> int:
    try:
        report = collect(arguments or ["wheel:3"])
    except DepotError as error:
        print(error.explain(), file=sys.stderr)
        return error.code
    except depot.Missing as missing:
        return missing.code
    print(report.render())
    parse_part("axle:4").price(1.5)
    return 0


def total(report: Report) -> float:
    collect = report.ledger.total  # hides the function of that name
    return collect()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
