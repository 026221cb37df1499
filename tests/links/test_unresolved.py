"""Why imports lead nowhere."""

from __future__ import annotations

import pytest

from repobook.render.unresolved import why

TEMPLATES = frozenset({"version.h"})


@pytest.mark.parametrize(
    ("target", "how", "note", "cause"),
    [
        ("cart.h", "quoted", "", "missing file"),
        ("version.h", "quoted", "", "generated"),  # of version.h.in
        ("shop_pb2", "", "", "generated"),
        ("../dist/shop.mjs", "relative", "", "generated"),
        ("./vite.config.js", "relative", "", "missing file"),
        ("./out/cart", "relative", "", "generated"),  # the repository ignores out/
        ("CART_HEADER", "", "", "macro"),
        ("$HOME/cart.sh", "", "", "dynamic"),
        ("util.h", "quoted", "ambiguous: 2 files fit", "ambiguous"),
        ("leftpad", "", "", "not declared"),
    ],
)
def test_cause(target: str, how: str, note: str, cause: str) -> None:
    assert why(target, how, note, "src/main.c", TEMPLATES, {"src/out"}) == cause
