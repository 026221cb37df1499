"""Parameters, results, errors, deprecation and examples of one function, as each usual style writes them."""

from __future__ import annotations

import pytest

from repobook.render.doc_notes import notes
from repobook.render.docs import first_paragraph, parameters, quote
from repobook.render.wording import own_words

STYLES = {
    "google": (
        "Fetch rows.\n\nLonger text here.\n\nArgs:\n    table (Table): An open table.\n    keys (Sequence[str | bytes], optional): A sequence of\n        strings. Defaults to None.\n    **kwargs: More.\n\nKeyword Args:\n    strict (bool): If true.\n\nReturns:\n    Mapping[str, int]: A dict mapping keys.\n\n    For example: more.\n\nYields:\n    int: next one\n\nRaises:\n    IOError: An error occurred.\n    pkg.OtherError: Another.\n\nDeprecated:\n    Use `other`.\n\nExamples:\n    >>> fetch(1)\n    2\n",
        [
            ("table", "An open table."),
            ("keys", "A sequence of strings. Defaults to None."),
            ("**kwargs", "More."),
            ("strict", "If true."),
        ],
        "Mapping[str, int]: A dict mapping keys. For example: more.; int: next one",
        [("IOError", "An error occurred."), ("pkg.OtherError", "Another.")],
        "Use `other`.",
        ">>> fetch(1)\n2",
    ),
    "numpy": (
        "Fetch rows.\n\n.. deprecated:: 1.6.0\n   Use `other` instead.\n\nParameters\n----------\nx : int\n    Description of x.\ny : {'a', 'b'}, optional\n    Description of y.\n*args, **kwargs\n    Rest.\n\nReturns\n-------\nerr_code : int\n    Non-zero.\nerr_msg : str or None\n    Human readable.\n\nRaises\n------\nLinAlgException\n    If it fails.\n\nOther Parameters\n----------------\nonly : int\n    Rare.\n\nSee Also\n--------\nfoo : bar\n\nExamples\n--------\n>>> a = [1, 2]\n>>> print(a)\n[1, 2]\n",
        [
            ("x", "int — Description of x."),
            ("y", "{'a', 'b'}, optional — Description of y."),
            ("*args, **kwargs", "Rest."),
            ("only", "int — Rare."),
        ],
        "err_code : int — Non-zero.; err_msg : str or None — Human readable.",
        [("LinAlgException", "If it fails.")],
        "1.6.0 Use `other` instead.",
        ">>> a = [1, 2]\n>>> print(a)\n[1, 2]",
    ),
    "rest": (
        "Fetch rows.\n\n:param table: An open table.\n:type table: Table\n:param str name: The name.\n:keyword flag: A flag.\n:returns: the rows\n:rtype: list\n:raises IOError: on error\n:raises ValueError: if bad\n\n.. deprecated:: 2.0\n   Use :func:`other`.\n\nExample::\n\n    fetch(1)\n",
        [("table", "An open table."), ("name", "The name."), ("flag", "A flag.")],
        "the rows",
        [("IOError", "on error"), ("ValueError", "if bad")],
        "2.0 Use `other`.",
        "fetch(1)",
    ),
    "epytext": (
        "Fetch rows.\n\n@param table: An open table.\n@type table: L{Table}\n@keyword flag: A flag.\n@return: the B{rows}\n@rtype: list\n@raise IOError: on error\n@deprecated: use L{other}\n",
        [("table", "An open table."), ("flag", "A flag.")],
        "the rows",
        [("IOError", "on error")],
        "use `other`",
        "",
    ),
    "doxygen": (
        "@brief Fetches rows.\n\nDetails follow.\n\n@param[in] table An open table.\n@param[out] rows The rows\n       continued.\n@tparam T The type.\n@return The count.\n@retval 0 fine\n@retval 1 not fine\n@throws std::runtime_error if bad\n@exception IoError when io\n@deprecated Use other().\n@code{.cpp}\nfetch(t);\n@endcode\n@note Beware.\n@see other\n",
        [("table", "An open table."), ("rows", "The rows continued."), ("T", "The type.")],
        "The count.; 0 fine; 1 not fine",
        [("std::runtime_error", "if bad"), ("IoError", "when io")],
        "Use other().",
        "fetch(t);",
    ),
    "doxygen2": (
        "\\brief Fetches rows.\n\n\\param table An open table.\n\\param [in,out] rows The rows\n\\return The count.\n\\throw IoError when io\n\\deprecated Use other().\n\\code\nfetch(t);\n\\endcode\n",
        [("table", "An open table."), ("rows", "The rows")],
        "The count.",
        [("IoError", "when io")],
        "Use other().",
        "fetch(t);",
    ),
    "javadoc": (
        "Fetches rows of {@link Table}. Second sentence.\n\n<p>More.\n<pre>{@code\n fetch(t);\n}</pre>\n\n@param table an open table\n@param <T> the type\n@param count   how many\n@return the rows, or {@code null}\n@throws IOException if it fails\n@exception IllegalStateException if closed\n@deprecated As of 2.0, use {@link #other}\n@see Table\n",
        [("table", "an open table"), ("T", "the type"), ("count", "how many")],
        "the rows, or `null`",
        [("IOException", "if it fails"), ("IllegalStateException", "if closed")],
        "As of 2.0, use `other`",
        "fetch(t);",
    ),
    "jsdoc": (
        "Fetches rows.\n\n@param {Table} table - An open table.\n@param {string} [name=shop] - The name.\n@param {Object} options\n@param {number} options.size How many.\n@param {...string} rest The rest.\n@returns {Promise<Row[]>} The rows.\n@throws {TypeError} If bad.\n@yields {number} next\n@deprecated since version 2\n@example <caption>Simple</caption>\nfetch(t);\n// => 1\n",
        [
            ("table", "An open table."),
            ("name", "The name."),
            ("options", ""),
            ("options.size", "How many."),
            ("rest", "The rest."),
        ],
        "The rows.; next",
        [("TypeError", "If bad.")],
        "since version 2",
        "fetch(t);\n// => 1",
    ),
    "tsdoc": (
        "Fetches rows.\n\n@remarks\nSome remarks.\n\n@param table - An open table.\n@typeParam T - The type.\n@returns The rows.\n@throws {@link TypeError} when bad\n@deprecated Use {@link other} instead.\n@defaultValue 3\n@example\nHere:\n```ts\nfetch(t);\n```\n",
        [("table", "An open table."), ("T", "The type.")],
        "The rows.",
        [("TypeError", "when bad")],
        "Use `other` instead.",
        "fetch(t);",
    ),
    "rust": (
        "Fetches rows.\n\nMore text.\n\n# Arguments\n\n* `table` - An open table.\n* `name` - The name\n  goes on.\n\n# Returns\n\nThe rows.\n\n# Errors\n\nFails if closed.\n\n# Panics\n\nPanics if zero.\n\n# Safety\n\nMust be open.\n\n# Examples\n\n```rust\nlet x = fetch(t);\nassert_eq!(x, 1);\n```\n",
        [("table", "An open table."), ("name", "The name goes on.")],
        "The rows.",
        [],
        None,
        "let x = fetch(t);\nassert_eq!(x, 1);",
    ),
    "go": (
        "Fetch fetches rows from t.\n\nIt returns an error if t is closed.\n\nDeprecated: Use Other instead.\n\nExample:\n\n\trows := Fetch(t)\n",
        [],
        "",
        [],
        "Use Other instead.",
        "rows := Fetch(t)",
    ),
    "xml": (
        '<summary>\nFetches rows of <see cref="T:Shop.Table"/>.\n</summary>\n<param name="table">An open <paramref name="x"/> table.</param>\n<typeparam name="T">The type.</typeparam>\n<returns>The rows.</returns>\n<exception cref="T:System.IO.IOException">If it fails.</exception>\n<remarks>More.</remarks>\n<example>\n<code>\nFetch(t);\n</code>\n</example>\n',
        [("table", "An open `x` table."), ("T", "The type.")],
        "The rows.",
        [("System.IO.IOException", "If it fails.")],
        None,
        "Fetch(t);",
    ),
    "yard": (
        "Fetches rows.\n\n@param table [Table] an open table\n@param [String] name the name\n@return [Array<Row>] the rows\n@raise [IOError] if it fails\n@deprecated Use {#other}\n@example Simple\n  fetch(t)\n",
        [("table", "an open table"), ("name", "the name")],
        "[Array<Row>] the rows",
        [("IOError", "if it fails")],
        "Use {#other}",
        "fetch(t)",
    ),
    "phpdoc": (
        "Fetches rows.\n\n@param Table $table an open table\n@param string|null $name the name\n@return Row[] the rows\n@throws IOException if it fails\n@deprecated 2.0 use other\n",
        [("$table", "an open table"), ("$name", "the name")],
        "Row[] the rows",
        [("IOException", "if it fails")],
        "2.0 use other",
        "",
    ),
    "kdoc": (
        "Fetches rows.\n\n@param table an open table\n@return the rows\n@throws IOException if it fails\n@property size how many\n@sample com.shop.fetch\n",
        [("table", "an open table"), ("size", "how many")],
        "the rows",
        [("IOException", "if it fails")],
        None,
        "",
    ),
    "swift": (
        "Fetches rows.\n\n- Parameter table: An open table.\n- Parameters:\n  - name: The name.\n  - size: How many\n    there are.\n- Returns: The rows.\n- Throws: `IOError` if it fails.\n- Note: Beware.\n",
        [("table", "An open table."), ("name", "The name."), ("size", "How many there are.")],
        "The rows.",
        [("", "`IOError` if it fails.")],
        None,
        "",
    ),
    "elixir": (
        "Fetches rows.\n\n## Parameters\n\n  - table: an open table\n\n## Examples\n\n    iex> fetch(1)\n    2\n",
        [("table", "an open table")],
        "",
        [],
        None,
        "iex> fetch(1)\n2",
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_read_as_it_is_written(style: str) -> None:
    text, listed, returned, raised, deprecated, example = STYLES[style]
    told, noted = parameters(text), notes(text)
    assert first_paragraph(text).startswith("Fetch")
    assert told.parameters == listed
    assert told.returns == returned
    assert told.raises == raised
    assert (noted.deprecated, noted.example) == (deprecated, example)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@var string the name of a cart", "the name of a cart"),
        ("@var array<string, Item>|null $items all items,\n  by name", "all items, by name"),
        ("@var callable(int): string makes a name", ""),
        ("@var \\Shop\\Item", ""),
        ("@var Item|null $first", ""),
        ("All items.\n@var Item[] some more", "All items."),
        ("@var int Shop::limit", ""),
        ("@var unsigned long limit", ""),
        ("@var limit: how many items", ""),
        ("@var bool Sorted.", "Sorted."),
    ],
)
def test_the_type_of_php_is_no_text(text: str, words: str) -> None:
    assert first_paragraph(text) == words


def test_what_php_throws_bears_its_namespace() -> None:
    told = "@throws Error\\Full if it is full\n@throws \\LogicException|Other\n@throws Closed"
    assert parameters(told).raises == [
        ("Error\\Full", "if it is full"),
        ("\\LogicException|Other", ""),
        ("Closed", ""),
    ]


def test_lines_of_a_session_stay_lines() -> None:
    assert quote("Adds.\n>>> add(1)\n2\n") == "> Adds.\n>\n> - `>>> add(1)`\n> - `2`"
    assert notes("Adds.\n\n>>> add(1)\n2\n\nMore.").example == ">>> add(1)\n2"


def test_a_line_for_a_tool_is_no_documentation() -> None:
    assert (
        first_paragraph("Kinds of messages.\nNOLINTNEXTLINE(performance-enum-size)") == "Kinds of messages."
    )
    assert first_paragraph("Kinds of messages.\nReSharper disable once UnusedMember") == "Kinds of messages."
    assert first_paragraph("Kinds of messages.\nshoplint:disable too_long") == "Kinds of messages."


def test_code_of_scaladoc_is_no_sentence() -> None:
    assert first_paragraph("Adds one.\n{{{\nadd(1)\n}}}") == "Adds one."


def test_a_heading_of_rdoc_is_no_sentence() -> None:
    assert (
        first_paragraph("= Shop::Stream\n\nSends what is asked for.\n\n== Usage\n")
        == "Sends what is asked for."
    )
    assert first_paragraph("= Shop::Stream") == "= Shop::Stream"


def test_what_goes_on_with_a_remark_tells_nothing_of_the_file() -> None:
    assert own_words("NOTE: We allow it to see this file. Currently, we cannot allow more of it.") == ""
    assert own_words("Carts of a shop. Note: they are small.") == "Carts of a shop."
