"""Each thing that a page may say or look wrongly is found and named, in a book that is sealed and otherwise right."""

from __future__ import annotations

import pytest
from handmade_book import Handmade

DOCS, KEYWORDS, INDEX = "shop/cart.py_docs.md", "shop/cart.py_kw.md", "index.md"


@pytest.mark.parametrize(
    ("page", "old", "new", "line", "code"),
    [
        # links
        (INDEX, "notes.txt_docs.md", "notes.txt_doc.md", 8, "broken_link"),
        (INDEX, "(shop/index.md#", "(shop/#", 7, "broken_link"),
        (INDEX, "(manifest.json)", "(manifest.json/)", 12, "broken_link"),
        (INDEX, "(manifest.json)", "(book.db#page)", 12, "broken_anchor"),
        (INDEX, "#contents-1", "#contents-2", 12, "broken_anchor"),
        (INDEX, "#the-folder-shop", "#The-folder-shop", 7, "broken_anchor"),
        (INDEX, "#terms", "#terms-1", 8, "broken_anchor"),
        (KEYWORDS, "#carttotal", "#cart-total", 11, "broken_anchor"),
        (INDEX, "(manifest.json)", "(../outside.md)", 12, "link_outside"),
        (INDEX, "(manifest.json)", "(%2e%2e/outside.md)", 12, "link_outside"),
        (INDEX, "(manifest.json)", "(/etc/passwd)", 12, "link_outside"),
        (INDEX, "(manifest.json)", "(https://example.org/)", 12, "bad_scheme"),
        (INDEX, "(manifest.json)", "(JaVaScRiPt:alert)", 12, "bad_scheme"),
        (INDEX, "(manifest.json)", "(jav&#x61;script:alert)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(java\\script:alert)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(data:text/html,x)", 12, "bad_scheme"),
        (INDEX, "(manifest.json)", "(//example.org/x)", 12, "bad_scheme"),
        (INDEX, "(manifest.json)", "(mani%66%est.json)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(shop%2Findex.md)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(index.md%00)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(index.md?x)", 12, "bad_link"),
        (INDEX, "#contents-1", "#%zz", 12, "bad_link"),
        (INDEX, "#contents-1", "#a&amp;b", 12, "bad_link"),
        (INDEX, "#contents-1", "", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(a(b)c)", 12, "bad_link"),
        (INDEX, "(manifest.json)", "(manifest%252ejson)", 12, "broken_link"),
        # citations
        (DOCS, '[L7-L8](#original-source "total")', '[L8-L8](#original-source "total")', 38, "citation_name"),
        (
            DOCS,
            '[L7-L8](#original-source "total")',
            '[L7-L8](#original-source "totals")',
            38,
            "citation_name",
        ),
        (
            DOCS,
            'L1](models.py_docs.md#original-source "Item")',
            'L2](models.py_docs.md "Item")',
            42,
            "citation_name",
        ),
        (
            KEYWORDS,
            '[L7](cart.py_docs.md#original-source "total")',
            '[L9](cart.py_docs.md "total")',
            11,
            "citation_name",
        ),
        (DOCS, "[L1](#original-source)", "[L12](#original-source)", 12, "citation_lines"),
        (DOCS, "[L1](#original-source)", "[L8-L7](#original-source)", 12, "citation_lines"),
        (DOCS, "[L1](#original-source)", "[L1](../index.md)", 12, "citation_target"),
        (DOCS, "[L1](#original-source)", "[L1](cart.py_kw.md)", 12, "citation_target"),
        # identifiers
        (KEYWORDS, "- `Cart`: 6", "- `Cart`: 7", 16, "identifier_line"),
        (KEYWORDS, "×5: 8 10-11", "×5: 8-11", 17, "identifier_line"),
        (KEYWORDS, "- `Cart`: 6", "- `Cart`: 12", 16, "identifier_line"),
        (KEYWORDS, "- `Cart`: 6", "- `Carts`: 6", 16, "identifier_line"),
        (KEYWORDS, "×5: 8 10-11", "×2: 8 10-11", 17, "identifier_count"),
        (KEYWORDS, "- `Item` ×2: 3 10", "- `Item`: 3 10", 18, "identifier_count"),
        (KEYWORDS, "… and 1 more line", "… and 2 more lines", 19, "identifier_count"),
        (KEYWORDS, "- `Cart`: 6", "- `Cart` 6", 16, "identifier_form"),
        (KEYWORDS, "- `Cart`: 6", "- `Cart`: 6,7", 16, "identifier_form"),
        (KEYWORDS, "- `Cart`: 6", "- `Cart`: six", 16, "identifier_form"),
        (KEYWORDS, "×5: 8 10-11", "×5: 8 11-10", 17, "identifier_line"),
        (KEYWORDS, "×5: 8 10-11", "×5: 8 10-12", 17, "identifier_line"),
        (KEYWORDS, "- `Cart`: 6", "- `Cart`: 0", 16, "identifier_form"),
        # source text
        (DOCS, "self.items.append(item)\n", "self.items.append(item) \n", 27, "source_text"),
        (DOCS, '"""The cart."""\n', '"""The cart."""\n\n', 19, "source_text"),
        ("notes.txt_docs.md", "␛", "[U+001B]", 7, "source_text"),
        ("notes.txt_docs.md", "last\n", "last\n\n", 10, "source_text"),
        ("notes.txt_docs.md", "## Original Source", "## Source", 0, "source_text"),
        # form
        (INDEX, "A < B", "A <b>B", 3, "raw_html"),
        (INDEX, "A < B", "A <!-- B", 3, "raw_html"),
        (INDEX, "A < B", "A \\\\</b> B", 3, "raw_html"),
        (INDEX, "See [above]", "See ![above]", 12, "image"),
        (INDEX, "Twice, so", "[x]: y\n", 16, "link_definition"),
        (INDEX, "Twice, so", "A ` alone", 16, "unclosed_code_span"),
        (INDEX, "Twice, so", "```\nnever closed\n", 16, "unclosed_fence"),
        (INDEX, "Twice, so", "- ~~~\n", 16, "fence_form"),
        (INDEX, "Twice, so", "~~~\nx\n~~~\n", 16, "fence_form"),
        (INDEX, "Twice, so", "# Second title\n", 1, "heading_count"),
        (INDEX, "# The shop\n", "The shop\n", 1, "heading_count"),
        (INDEX, "# The shop\n", "\n# The shop\n", 1, "heading_form"),
        (INDEX, "Twice, so", "Twice\n===\n", 17, "heading_form"),
        (INDEX, "Twice, so", "Twice\n --\n", 17, "heading_form"),
        (INDEX, "Twice, so", "> # quoted\n", 16, "heading_form"),
        (INDEX, "Twice, so", "\\<b>\n---\n", 17, "heading_form"),
        (INDEX, "Twice, so", "> quoted\n> ---\n", 17, "heading_form"),
        (INDEX, "Twice, so", "- ## in a list\n", 16, "heading_form"),
        (INDEX, "Twice", "Tw\x00ice", 16, "control_character"),
        (INDEX, "Twice", "Tw\x7fice", 16, "control_character"),
        (INDEX, "Twice", "Tw\ricer", 16, "control_character"),
        (INDEX, "Twice", "Tw\u202eice", 16, "hidden_character"),
        ("shop/index.md", "| the cart |", "| the | cart |", 5, "table_columns"),
        ("shop/index.md", "| the cart |", "| `the|cart` |", 5, "table_columns"),
        ("shop/index.md", "| the cart |", "| the cart", 5, "table_columns"),
        ("shop/index.md", "|:---|---:|\n", "", 3, "table_columns"),
        ("shop/index.md", "\\| more |\n", "\\| more |\ntext\n", 7, "table_columns"),
        ("shop/index.md", "holds \\| more", "holds \\\\| more", 6, "table_columns"),
    ],
)
def test_page_that_is_wrong(book: Handmade, page: str, old: str, new: str, line: int, code: str) -> None:
    book.replace(page, old, new)
    book.write()
    problems = book.verify().problems
    assert {(problem.path, problem.code) for problem in problems} == {(page, code)}
    assert problems[0].detail.startswith(f"{page}:{line}: " if line else f"{page}: ")


def test_page_of_bad_utf8(book: Handmade) -> None:
    book.pages["shop/index.md"] = book.page("shop/index.md").encode() + b"caf\xe9\n"
    book.write()
    assert book.codes() == ["bad_utf8"]


def test_every_link_to_a_missing_anchor_is_named(book: Handmade) -> None:
    book.replace("shop/models.py_docs.md", "### `Item`", "### `Items`")
    book.pages["index.md"] = (
        book.page("index.md") + "\n[one](shop/models.py_docs.md#item)\n\n[two](shop/models.py_docs.md#item)\n"
    )
    book.write()
    found = [(problem.code, problem.detail.split(": ")[0]) for problem in book.verify().problems]
    assert found == [
        ("broken_anchor", "index.md:18"),
        ("broken_anchor", "index.md:20"),
        ("broken_anchor", "shop/cart.py_docs.md:34"),
    ]


def test_page_with_many_problems_names_the_first_and_counts_the_rest(book: Handmade) -> None:
    book.pages["index.md"] = book.page("index.md") + "\n" + "[x](nowhere.md)\n" * 20_000
    book.write()
    problems = book.verify().problems
    assert len(problems) == 51
    assert problems[0].detail.startswith("index.md:18: ")
    assert problems[-1].detail == "index.md: 19,950 more problems of this kind"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[a](" * 50_000,
        "`" + "``" * 50_000,
        "\\" * 100_001 + "`x",
        ">" * 100_000,
        "[L1](x " + '"\\"' * 50_000,
    ],
    ids=["brackets", "links", "backticks", "backslashes", "quotes", "titles"],
)
@pytest.mark.timeout(10)
def test_reading_stays_quick_on_any_text(book: Handmade, text: str) -> None:
    book.pages["index.md"] = book.page("index.md") + "\n" + text + "\n"
    book.write()
    book.verify()
