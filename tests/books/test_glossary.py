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
        ("docs/a.md", "# Guide\n\nA cart is a list of `Thing[_]` or `F[A]` to buy.\n", "**cart**: A cart is a list of `Thing[_]` or `F[A]` to buy. [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nA cart is a kind of List[Thing] that [buyers] use.\n", r"**cart**: A cart is a kind of List\[Thing\] that buyers use. [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nThe shop uses Ahead-of-Time (AOT) compilation.\n", "**AOT**: Ahead-of-Time [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nA cart is a list of things to buy.\n", "**cart**: A cart is a list of things to buy. [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nBuy first. A *cart* is a list of\nthings to buy. It is kept.\n", "**cart**: A cart is a list of things to buy. [`docs/a.md` L3-L4]"),
        ("docs/a.md", "# Guide\n\nAn order slip is a page that lists a cart. An order slip is sent.\nKeep the order slip.\n", "**order slip**: An order slip is a page that lists a cart. [`docs/a.md` L3]"),
        ("docs/a.rst", "Guide\n=====\n\n* :class:`~shop.Cart` is a list of\n  things to buy.\n", "**Cart**: `Cart` is a list of things to buy. [`docs/a.rst` L4-L5]"),
        ("docs/a.md", "# Guide\n\n## Refunds\n\nRefunds are payments that go back to the customer.\n", "**Refunds**: Refunds are payments that go back to the customer. [`docs/a.md` L5]"),
        ("docs/a.md", "# Guide\n\nThe shop has an FFI (Foreign Function\nInterface) for tills.\n", "**FFI**: Foreign Function Interface [`docs/a.md` L3-L4]"),
        ("docs/a.rst", "Words\n=====\n\n.. glossary::\n\n   till\n      The machine that takes\n      the money.\n", "**till**: The machine that takes the money. [`docs/a.rst` L7]"),
        ("docs/glossary.md", "Till\n: The machine that takes the money.\n", "**Till**: The machine that takes the money. [`docs/glossary.md` L2]"),
        ("docs/glossary.adoc", "= Glossary\n\ntill:: The machine that takes the money.\n", "**till**: The machine that takes the money. [`docs/glossary.adoc` L3]"),
        ("docs/a.md", "# Guide\n\nA **shard** is a part of the till.\n", "**shard**: A shard is a part of the till. [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nEFT stands for electronic funds transfer, and the shop uses it.\n", "**EFT**: electronic funds transfer [`docs/a.md` L3]"),
        ("docs/a.md", "# Guide\n\nClerk\n: A person who opens the till.\n", "**Clerk**: A person who opens the till. [`docs/a.md` L4]"),
        ("till.py", "class Till:\n    \"\"\"Opens. A till is a machine that takes the money.\"\"\"\n", "**till**: A till is a machine that takes the money. [`till.py` L2]"),
        ("till.py", "def pay():\n    \"\"\"Pays by Electronic Funds Transfer (EFT).\"\"\"\n", "**EFT**: Electronic Funds Transfer [`till.py` L2]"),
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
        "# Guide\n\nIt is a cart. Here is a cart of things to see. What you want is a cart of things.\n",
        "# Guide\n\nA cart is a good idea for each of us. The cart is the same for all of them.\n",
        "# Guide\n\nThe first cart is a list of things. The `cart` argument is a list of things.\n",
        "# Guide\n\nA **warning** is shown where it is open.\n",
        "# Guide\n\nThe shop stands for good things, and EFT stands for much.\n",
        "# Guide\n\nsize\n: how many there are of them.\n",
        "# Guide\n\nThe size (in KB) of the cart (see the FAQ) is given.\n",
        "# Guide\n\n```\nA Cart is a list of things to buy.\n```\n",
    ],
)
def test_no_terms(book: Make, text: str) -> None:
    page = book({"docs/a.md": text, "shop.py": "class Cart:\n    pass\n"})("comprehensive_book.md")
    assert TITLE not in page


def test_a_function_named_at_the_start_of_its_documentation_is_no_term(book: Make) -> None:
    code = "package shop\n\n// Pay is a function that takes the money.\nfunc Pay() {}\n"
    assert TITLE not in book({"shop.go": code})("comprehensive_book.md")
