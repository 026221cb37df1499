"""A depot of parts: what is kept where, who takes it, and what it costs."""

from .errors import DepotError, Missing
from .ledger import Entry, Ledger
from .parts import Bolt, Crate, Part, parse_part
from .stock import Shelf, Stock

__all__ = ["Bolt", "Crate", "DepotError", "Entry", "Ledger", "Missing", "Part", "Shelf", "Stock", "parse_part"]
