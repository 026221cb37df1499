"""Which paths a rule of CODEOWNERS covers."""

from __future__ import annotations

import pytest

from repobook.link.owners import owners_pattern


@pytest.mark.parametrize(
    ("rule", "covered", "others"),
    [
        ("*", ["a.py", "lib/a.py"], []),
        ("*.py", ["a.py", "lib/deep/a.py"], ["a.pyc", "a.py.md"]),
        ("/*.py", ["a.py"], ["lib/a.py"]),
        ("docs/", ["docs/a.md", "lib/docs/a.md"], ["docs"]),
        ("/docs/", ["docs/a.md"], ["lib/docs/a.md"]),
        ("docs/*", ["docs/a.md"], ["docs/deep/a.md"]),
        ("docs/**", ["docs/a.md", "docs/deep/a.md"], ["lib/docs/a.md"]),
        ("**/cart", ["cart", "lib/cart", "lib/cart/a.py"], ["lib/carts"]),
        ("lib/**/a.py", ["lib/a.py", "lib/x/y/a.py"], ["lib/x/b.py", "a.py"]),
        ("lib/**/x/**/a?.py", ["lib/x/ab.py", "lib/y/x/z/ab.py"], ["lib/y/ab.py", "lib/x/a.py"]),
        ("test_*_of_*.py", ["test_a_of_b.py", "lib/test_of_of_of_x.py"], ["test_a_b.py"]),
        ("*b", ["bxb", "b"], ["bx"]),
        ("a\\ b.md", ["a b.md"], ["ab.md"]),
    ],
)
def test_paths_of_a_rule(rule: str, covered: list[str], others: list[str]) -> None:
    pattern = owners_pattern(rule)
    assert [path for path in covered + others if pattern.match(path)] == covered


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("*a" * 30 + "*b", "a" * 4000),
        ("?*" * 30 + "b", "a" * 4000),
        ("**/a/" * 30 + "b", "a/" * 2000),
        ("**/*a*a*/" * 10 + "b", "aaaa/" * 800),
        ("/" + "*a*/**/" * 20 + "*b*a", "aa/" * 1300),
    ],
)
def test_no_rule_takes_long(rule: str, path: str) -> None:
    """Stars are tried one after the other, not in every combination: that would take years."""
    assert owners_pattern(rule).match(path) is None
