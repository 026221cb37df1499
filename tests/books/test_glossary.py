"""Terms that documents define, in the book of the whole repository."""

from __future__ import annotations

import pytest
from pages import Make, section

TITLE = "Glossary: terms as the repository defines them"


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("GLOSSARY.md", "# Glossary\n\n- **Cart**: what a customer wants to buy.\n", "**Cart**: what a customer wants to buy. [`GLOSSARY.md` L3]"),
        ("docs/glossary.md", "## Cart\n\nHolds what a customer\nwants to buy. It is kept.\n", "**Cart**: Holds what a customer wants to buy. [`docs/glossary.md` L3]"),
        ("docs/a.md", "# Guide\n\n## Terminology\n\n| Term | Meaning |\n|---|---|\n| Cart | what a customer wants |\n", "**Cart**: what a customer wants [`docs/a.md` L7]"),
        ("docs/a.md", "# Guide\n\nThe shop uses Ahead-of-Time (AOT) compilation.\n", "**AOT**: Ahead-of-Time [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nA cart is a list of things to buy.\n", "**cart**: A cart is a list of things to buy. [`docs/a.md` L3]"),
    ],
)  # fmt: skip
def test_terms(book: Make, path: str, text: str, shown: str) -> None:
    page = book({path: text, "shop.py": "class Cart:\n    pass\n"})("comprehensive_book.md")
    assert f"- {shown}" in section(page, TITLE)


@pytest.mark.parametrize(
    "text",
    [
        "# Guide\n\nThis is a list of things.\n",
        "# Guide\n\nA wheel is a round thing to drive with.\n",  # nothing here has that name
        "# Guide\n\nAsk the shop (AOT) first.\n",
        "# Guide\n\n```\nA Cart is a list of things to buy.\n```\n",
    ],
)
def test_no_terms(book: Make, text: str) -> None:
    page = book({"docs/a.md": text, "shop.py": "class Cart:\n    pass\n"})("comprehensive_book.md")
    assert TITLE not in page
