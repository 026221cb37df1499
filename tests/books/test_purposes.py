"""What is told of a file that says nothing of itself, on its page and in the table of its folder."""

from __future__ import annotations

import pytest
from pages import Make, section

from repobook.render.wording import is_legal

HEADER = """\
#ifndef CART_H
#define CART_H
#include <string>

namespace shop {

int helper();

// A Cart holds what a customer wants to buy.
class Cart {
 public:
  void Add(int item);
  int Total() const;
};

}  // namespace shop
#endif
"""
BODY = """\
#include "cart.h"

namespace shop {

void Cart::Add(int item) { (void)item; }
int Cart::Total() const { return 0; }

}  // namespace shop
"""


def test_source_of_a_header(book: Make) -> None:
    """A source says whose methods it implements, where they are declared, and what that says of itself."""
    page = book({"cart.h": HEADER, "cart.cc": BODY})
    told = section(page("cart.cc_docs.md"), "File Purpose").strip()
    assert told.startswith(
        "Implements 2 methods of `shop::Cart`, declared in `cart.h` ([L10-L14](cart.h_docs.md"
    )
    assert "“A Cart holds what a customer wants to buy” ([`cart.h` L9](cart.h_docs.md" in told
    assert "Implements 2 methods of `shop::Cart`, declared in `cart.h`: “A Cart holds" in page("index.md")


EXTENDED = "/// A cart holds items.\npublic class Cart {\n    func total() -> Int { 1 }\n}\n"
EXTENSION = "extension Cart {\n    func half() -> Int { 1 }\n    func twice() -> Int { 2 }\n}\n"


def test_methods_of_an_extension(book: Make) -> None:
    """What an extension adds is not declared by its type; and a file with a type of its own is for that."""
    own = "class Till {\n    func open() -> Int { 1 }\n}\n\n"
    page = book({"Cart.swift": EXTENDED, "More.swift": EXTENSION, "Till.swift": own + EXTENSION})
    told = section(page("More.swift_docs.md"), "File Purpose").strip()
    assert told.startswith(
        "Adds 2 methods to `Cart`, declared in `Cart.swift` ([L2-L4](Cart.swift_docs.md"
    ), told
    other = section(page("Till.swift_docs.md"), "File Purpose").strip()
    assert other.startswith("Class `Till`"), other


@pytest.mark.parametrize(
    ("own", "others", "is_told"), [(120, 199, True), (0, 199, True), (3, 200, False), (120, 200, False)]
)
def test_type_among_its_namesakes(book: Make, own: int, others: int, is_told: bool) -> None:
    """The type is looked for among the first 200 definitions of its name in other files, however many the file has."""
    many = "".join(f"namespace a{n} {{ struct Cart {{ int x; }}; }}\n" for n in range(others))
    mine = "".join(f"namespace b{n} {{ struct Cart {{ int x; }}; }}\n" for n in range(own))
    bodies = "".join(f"int Cart::total{n}() const {{ return 0; }}\n" for n in range(2))
    files = {"a.h": many, "b.cc": f"namespace shop {{\n{bodies}}}\n{mine}", "cart.h": HEADER}
    told = section(book(files)("b.cc_docs.md"), "File Purpose")
    assert ("methods of `shop::Cart`, declared in `cart.h`" in told) == is_told


def test_most_used_with_its_users(book: Make) -> None:
    """Without any words the file tells what it defines, and what others use most; a guard is not told."""
    users = {f"u{at}.py": "from shop import pay\n\npay()\n" for at in range(3)}
    page = book({"shop.py": "def pay():\n    return 1\n\n\ndef hide():\n    return 2\n", **users})
    told = section(page("shop.py_docs.md"), "File Purpose").strip()
    assert told == "2 functions; most used: `pay`, used by 3 files ([L1-L2](#original-source))."
    assert section(page("u0.py_docs.md"), "File Purpose").strip().startswith("Calls `pay` of `shop.py`")


def test_a_member_may_be_most_used(book: Make) -> None:
    """What most files use is named, be it a member of what the file is made of."""
    shop = "export class Till {\n  pay() {\n    return 1;\n  }\n}\n\nexport interface Coin {}\n"
    made = 'import { Till } from "./shop";\n\nexport const till: Till = new Till();\n'
    use = 'import { till } from "./made";\n\ntill.pay();\n'
    page = book({"shop.ts": shop, "made.ts": made, **{f"u{at}.ts": use for at in range(3)}})
    told = section(page("shop.ts_docs.md"), "File Purpose").strip()
    assert told.startswith("1 class and 1 interface; most used: `Till.pay`, used by 3 files")


def test_exercised_by_a_test(book: Make) -> None:
    """A test tells what its functions call, what few others call first."""
    test = "from shop import pay\n\n\ndef test_one():\n    assert pay() == 1\n\n\ndef test_two():\n    assert pay()\n"
    page = book({"shop.py": "def pay():\n    return 1\n", "tests/test_shop.py": test})
    told = section(page("tests/test_shop.py_docs.md"), "File Purpose").strip()
    assert told.startswith("Exercises `pay` (2 of 2 functions) ([`shop.py` L1-L2]")


def test_cases_of_suites_are_counted(book: Make) -> None:
    """Who calls is a case of a suite: as such all cases are counted, and the file itself is no function."""
    cases = "".join(f"  it('pays {n}', () => {{ pay({n}); }});\n" for n in range(3))
    test = f"import {{ pay }} from '../shop';\npay(0);\ndescribe('shop', () => {{\n{cases}}});\ndescribe('more', () => {{}});\n"
    page = book({"shop.js": "export function pay(n) {\n  return n;\n}\n", "tests/shop.test.js": test})
    told = section(page("tests/shop.test.js_docs.md"), "File Purpose").strip()
    assert told.startswith("Exercises `pay` (3 of 5 functions) ")


def test_exercised_by_a_file_alone(book: Make) -> None:
    """A test that calls outside of functions, and what it calls is declared here and defined there."""
    files = {
        "shop.h": "int pay(int n);\n",
        "shop.cpp": '#include "shop.h"\nint pay(int n) { return n; }\n',
        "tests/shop_test.cpp": '#include "../shop.h"\nstatic int paid = pay(1);\n',
    }
    told = section(book(files)("tests/shop_test.cpp_docs.md"), "File Purpose").strip()
    assert told.startswith("Exercises `pay` ([")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("# Shop\n\n- `lib/shop.py`: takes the money of customers.\n", "takes the money of customers"),
        ("# Shop\n\n`lib/shop.py` implements the way to pay.\nMore.\n", "`lib/shop.py` implements the way to pay"),
        ("# Shop\n\nshop.py\n-------\n\nHere customers pay for things.\n", "Here customers pay for things"),
        ("# Shop\n\nWe all like `lib/shop.py` very much here.\n", ""),
        ("# Shop\n\n```\n- lib/shop.py: takes the money of customers.\n```\n", ""),
    ],
)  # fmt: skip
def test_document_that_speaks_of_it(book: Make, document: str, words: str) -> None:
    """A document that has the path for its subject is quoted with its place; one that only names it is not."""
    page = book({"README.md": document, "lib/shop.py": "def pay():\n    return 1\n"})
    told = section(page("lib/shop.py_docs.md"), "File Purpose")
    assert ("`README.md` says of it" in told) == bool(words)
    assert f"“{words}”" in told or not words


def test_news_are_no_description(book: Make) -> None:
    """A list of changes tells what happened to a file, not what it is; marks of a document are not shown."""
    files = {"lib/shop.py": "def pay():\n    return 1\n"}
    news = "# 1.2\n\n- shop.py: Remove the unused option of the till.\n"
    page = book({**files, "NEWS.md": news, "README.md": "# Shop\n\nNothing here.\n"})
    assert "says of it" not in page("lib/shop.py_docs.md")
    page = book({**files, "README.md": "# Shop\n\n- lib/shop.py: takes MAX\\_COINS of `a\\_b` people.\n"})
    assert "“takes MAX_COINS of `a\\_b` people”" in page("lib/shop.py_docs.md").replace("\\_C", "_C")


def test_keys_and_modules_of_a_package(book: Make) -> None:
    """A key ends with its last quote, whatever it escapes; a module that is built first has its name alone."""
    files = {
        "composer.json": '{\n  "autoload": {\n    "psr-4": {\n      "Shop\\\\": "src/"\n    }\n  }\n}\n',
        "package.json": '{\n  "name": "shop",\n  "version": "1.0.0",\n  "module": "./dist/index.mjs",\n  "dependencies": {\n    "till": "1"\n  }\n}\n',
    }
    page = book(files)
    assert '`autoload.psr-4.Shop\\`: `"src/"`' in page("composer.json_docs.md")
    assert "**Modules** `./dist/index.mjs` (no such file in the repository)." in page("package.json_docs.md")


def test_a_picture_shares_a_subject_only_beside_it(book: Make) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg">\n<path d="M0"/>\n</svg>\n'
    page = book({"Shop.py": "x = 1\n", "assets/Shop.svg": picture, "Till.py": "y = 1\n", "Till.svg": picture})
    assert "the same subject" not in page("Shop.py_docs.md")
    assert "the same subject in SVG" in page("Till.py_docs.md")


def test_the_only_key(book: Make) -> None:
    """A file of settings below one key is told by the summary of that key."""
    page = book(
        {"get.json": '{\n "GET": {\n  "summary": "Returns the value of a key.",\n  "arity": 2\n }\n}\n'}
    )
    told = section(page("get.json_docs.md"), "File Purpose").strip()
    assert told == "`GET`: “Returns the value of a key” ([L3](#original-source))."


def test_rights_are_no_purpose() -> None:
    assert is_legal("Portions of this file are available under BSD3 terms; see LIST for more information.")
    assert not is_legal("Copyright 2020 Ann.\n\nReads the list of files.")


@pytest.mark.parametrize(
    "head",
    [
        "// Copyright (c) 2020 Ann.\n\n// Keeps other headers from their own minimum and maximum.\n#ifndef NOMINMAX\n#define NOMINMAX\n#endif\n",
        "#include <stdio.h>\n/* This macro is called when the reading of a file failed in the middle. */\n#define FAILED 1\n",
        "/* Portions of this file are available under BSD3 terms; see LIST for more information. */\n#include <stdio.h>\n",
    ],
)
def test_remarks_are_no_purpose(book: Make, head: str) -> None:
    """What is said of a line of the preprocessor, or of rights, is not said of the file."""
    page = book({"a.c": head + "\nint pay(void) { return 1; }\n"})
    told = section(page("a.c_docs.md"), "File Purpose")
    assert "> " not in told
    assert "`pay`" in told


def test_functions_inside_of_others_are_counted_apart(book: Make) -> None:
    """A purpose counts what stands at the top of a file; where the page counts all, it says how many of them do not."""
    text = "export function open() {\n  function lock() { return 1 }\n  const limit = 2\n  return lock\n}\n\nexport function close() { return 2 }\n"
    page = book({"till.ts": text})("till.ts_docs.md")
    assert section(page, "File Purpose").strip().startswith("2 functions: ")
    assert "**Holds** 3 functions (1 of them inside functions)\n" in page
