"""Statements that make good examples."""

from __future__ import annotations

import pytest

from repobook.render.examples import statement


@pytest.mark.parametrize(
    ("source", "line", "shown"),
    [
        ("cart = Cart([Item(1)])", 1, "cart = Cart([Item(1)])"),
        ("cart = Cart(\n    [Item(1)],\n    tax=2,\n)", 1, "cart = Cart([Item(1)], tax=2,)"),
        ("def test_cart(Cart):\n    pass", 1, ""),  # a definition shows no use
        ("# Cart() is made here", 1, ""),
        ("cart = Cart(" + "1, " * 80 + ")", 1, ""),  # too long to read
        ("cart = Cart(\n" + "    1,\n" * 9 + ")", 1, ""),  # its end is too far
        ("x = a)", 1, ""),
        ("f()", 7, ""),
    ],
)
def test_statement(source: str, line: int, shown: str) -> None:
    assert statement(source.split("\n"), line) == shown
