"""What tells equal functions: a number made of a body's lines, whatever their indentation and the function's name."""

from __future__ import annotations

import hashlib

from repobook.facts import Symbol

MIN_LINES = 12  # with text, below the first; shorter ones are often equal by chance
MAX_BRACES = 0.4  # share of lines that are only brackets: such a body says nothing
_ONLY_MARKS = b"{}()[];,"


def take_prints(data: bytes, symbols: list[Symbol]) -> list[tuple[int, int]]:
    """Return for each long function its place among the symbols and its number."""
    chosen = [
        (index, symbol)
        for index, symbol in enumerate(symbols)
        if symbol.complexity and symbol.last_line - symbol.first_line >= MIN_LINES
    ]
    if not chosen:
        return []
    lines = [line.strip() for line in data.split(b"\n")]
    prints = []
    for index, symbol in chosen:
        body = [line for line in lines[symbol.name_line or symbol.first_line : symbol.last_line] if line]
        said = [line for line in body if line.strip(_ONLY_MARKS)]
        if len(said) >= MIN_LINES and len(said) >= (1 - MAX_BRACES) * len(body):
            digest = hashlib.blake2b(b"\n".join(said), digest_size=8).digest()
            prints.append((index, int.from_bytes(digest, "big") >> 1))  # a number that SQLite takes
    return prints
