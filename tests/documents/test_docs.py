"""Documentation texts, cut into the parts that a page shows."""

from __future__ import annotations

import pytest

from repobook.render import docs
from repobook.render.gaps import mark_gaps

SPHINX = """Builds :class:`~shop.Cart`\\s of :ref:`things <items>`.

:param str name: the name that goes
    on below and ends here.
:param size: how many
:raises ValueError: if the size
    is negative
:return: what it
         made
:rtype: Cart
.. versionchanged:: 8
   Hello
"""
JAVADOC = """Builds {@link Cart#total(int) the total} of {@code Map<String, X>}.
<p>Not &lt;shown&gt;.
@param <T> the type
@param name the name
    that goes on
@return a {@link Cart}, or {@code null}
@throws IOException when the disk
  is full
@since 2.0
"""
GOOGLE = """Build carts.

Args:
    name (str): the name
        that goes on. And on.
    *sizes: how many

Returns:
    dict: a cart
    that is full

Raises:
    ValueError: if empty.
    KeyError: if unknown.

Example:
    name: none
"""
NUMPY = """Build carts.

Parameters
----------
name, other : str, optional
    The name.
size
    How many
    there are.

Returns
-------
Cart
    The cart.

Raises
------
ValueError
    If empty.

See Also
--------
total : the sum
"""
DOXYGEN = """@brief Builds carts of @c item_t, fast.

@param[in] name the name
           that goes on
@param[out] size how many
@return the cart
@note Slow.
"""
XML = """<summary>Builds <see cref="T:Shop.Cart"/>.</summary>
<param name="name">the name
that goes on</param>
<returns>the cart</returns>
<exception cref="T:IOException">when full</exception>"""


@pytest.mark.parametrize(
    ("text", "opening", "parameters", "returns", "raises"),
    [
        (SPHINX, "Builds `Cart`s of things.", [("name", "the name that goes on below and ends here."), ("size", "how many")], "what it made", [("ValueError", "if the size is negative")]),
        (JAVADOC, "Builds `the total` of `Map<String, X>`.", [("T", "the type"), ("name", "the name that goes on")], "a `Cart`, or `null`", [("IOException", "when the disk is full")]),
        (GOOGLE, "Build carts.", [("name", "the name that goes on. And on."), ("*sizes", "how many")], "dict: a cart that is full", [("ValueError", "if empty."), ("KeyError", "if unknown.")]),
        (NUMPY, "Build carts.", [("name, other", "str, optional — The name."), ("size", "How many there are.")], "Cart — The cart.", [("ValueError", "If empty.")]),
        (DOXYGEN, "Builds carts of `item_t`, fast.", [("name", "the name that goes on"), ("size", "how many")], "the cart", []),
        (XML, "Builds `Shop.Cart`.", [("name", "the name that goes on")], "the cart", [("IOException", "when full")]),
    ],
    ids=["Sphinx", "Javadoc", "Google", "NumPy", "Doxygen", "XML"],
)  # fmt: skip
def test_parts_of_each_style(
    text: str, opening: str, parameters: list[tuple[str, str]], returns: str, raises: list[tuple[str, str]]
) -> None:
    assert docs.first_paragraph(text) == opening
    assert docs.parameters(text) == (parameters, returns, raises)


def test_long_text_ends_with_a_sentence() -> None:
    text = "One sentence that is rather long, longer than the others. " * 10
    told = docs.parameters(f":param x: {text}")
    assert told.parameters[0][1].endswith("the others.")
    assert len(told.parameters[0][1]) <= docs.MAX_TEXT


def test_list_behind_a_colon_is_quoted() -> None:
    text = "A value is missing if:\n\n- it is ``None``\n- it is empty\n  or zero\n\nMore."
    assert docs.quote(text) == "> A value is missing if:\n>\n> - it is `None`\n> - it is empty or zero"


def test_code_behind_a_colon_is_quoted() -> None:
    text = "These are the same::\n\n    echo(style('a'))\n    secho('a')\n"
    assert docs.quote(text) == "> These are the same:\n>\n> - `echo(style('a'))`\n> - `secho('a')`"


def test_list_of_html_is_a_list() -> None:
    text = 'See <a href="x">this</a>:\n<ul>\n <li>one\n <li>two</ul>\n'
    assert docs.quote(text) == "> See this:\n>\n> - one\n> - two"
    assert docs.quote_paragraphs(text) == "> See this:\n>\n> - one\n> - two"


def test_code_span_keeps_its_marks() -> None:
    assert docs.plain("Use `<p>` and Vec<T>, not `{@code x}`.") == "Use `<p>` and Vec<T>, not `{@code x}`."


SKIPLIST = ["// Thread safety", "// ---", "//", "// Writes ask for a mutex.", "// Reads ask for none.", "//", "// Invariants:", "//",
            "// (1) Nodes are never deleted.", "//", "// (2) Nodes never change.", "// Only Insert() does."]  # fmt: skip


def test_gap_in_the_midst_is_marked() -> None:
    told = "Thread safety\n\nWrites ask for a mutex.\nReads ask for none.\n\n(1) Nodes are never deleted.\n\n(2) Nodes never change.\nOnly Insert() does."
    shown = docs.quote_paragraphs(mark_gaps(told, SKIPLIST))
    assert shown.split("\n>\n") == [
        "> Thread safety",
        "> Writes ask for a mutex. Reads ask for none.",
        r"> \[…\]",
        "> - Nodes are never deleted.\n> - Nodes never change. Only Insert() does.",
    ]


@pytest.mark.parametrize(
    ("text", "lines", "marked"),
    [
        ("Counts carts.\nSlowly.", ["# Counts carts.", "# pylint: disable=x", "# Slowly."], "Counts carts.\n[…] Slowly."),
        ("Counts carts.\n\nSlowly.", [" * @brief Counts carts.", " * @author Ann", " *", " * Slowly."], "Counts carts.\n\n[…]\n\nSlowly."),
        ("- one\n- two", ["# - one", "# Copyright Ann", "# - two"], "- one\n\n[…]\n\n- two"),
        ("Counts carts.\n\nSlowly.", ["# Copyright Ann", "# Counts carts.", "#", "# Slowly.", "# See there."], None),
        ("Counts <carts>.\nSlowly and well.", ["Counts &lt;carts&gt;.", "Slowly and well."], None),
        ("Counts “carts”\nof all shops & more.\nSlowly and well.", ["Counts “carts”", "of all shops &amp; more.", "Slowly and well."], None),
        ("Counts.", [], None),
    ],
)  # fmt: skip
def test_only_what_is_left_out_is_a_gap(text: str, lines: list[str], marked: str | None) -> None:
    assert mark_gaps(text, lines) == (marked or text)


def test_item_that_is_cut_before_the_next_says_so() -> None:
    long = "Nodes never change, " + "as was said before and again, " * 6 + "and so on."
    told = f"Known:\n\n- {long} {long}\n- Last."
    for shown in (docs.quote_paragraphs(told), docs.quote(told)):
        assert f"> - {long} \\[…\\]\n> - Last." in shown


def test_gap_counts_as_no_paragraph_and_never_ends_a_quotation() -> None:
    assert docs.quote_paragraphs("One.\n\n[…]\n\nTwo.\n\nThree.\n\n[…]\n\nFour.").split("\n>\n") == [
        "> One.",
        r"> \[…\]",
        "> Two.",
        "> Three.",
    ]


def test_words_of_a_tag_behind_a_list_are_marked() -> None:
    shown = docs.quote_paragraphs("Known:\n- one\n- two\n@see three\n\nAnd more.")
    assert shown.split("\n>\n") == ["> Known:", "> - one\n> - two", r"> \[…\]", "> And more."]
