"""Deprecation, conditions and examples in the usual styles of documentation."""

from __future__ import annotations

import pytest

from repobook.render.doc_notes import Notes, notes
from repobook.render.docs import open_doc, parameters

NUMPY = "Adds.\n\n.. deprecated:: 1.6\n    Use x.\n\nReturns\n-------\nint\n    Sum.\n\nExamples\n--------\n>>> add(1)\n2\n"
RUST = "Adds.\n\n# Examples\n\nAs here:\n\n```\nlet x = add(1);\n```\n\n# Errors\n\nReturns `Err` if bad.\n\n# Panics\n\nPanics when\nzero.\n"
CSHARP = "<summary>Adds.</summary>\n<example>\n<code>\nAdd(1 &lt; 2);\n</code>\n</example>\n<returns>The sum.</returns>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adds.\n\nExample:\n    >>> add(1)\n    2\n\nReturns:\n    int: sum\n", Notes(None, [], ">>> add(1)\n2")),
        (NUMPY, Notes("1.6 Use x.", [], ">>> add(1)\n2")),
        ("Adds.\n\n:param a: one\n\n.. deprecated:: 2.0\n   Use y.", Notes("2.0 Use y.", [], "")),
        ("Adds.\n\n@param a: one\n@deprecated: use C{b}", Notes("use `b`", [], "")),
        ("@brief Adds.\n@deprecated Use x.\n@code\nadd(1);\n@endcode\n@return sum", Notes("Use x.", [], "add(1);")),
        ("Adds.\n\n@deprecated As of 1.2, see {@link #x()}\n@since 1.0", Notes("As of 1.2, see `x()`", [], "")),
        ("Adds.\n\n@deprecated\n@example\nadd(1)\n// 2\n@returns {number} sum", Notes("", [], "add(1)\n// 2")),
        (RUST, Notes(None, [("errors", "Returns `Err` if bad."), ("panics", "Panics when zero.")], "let x = add(1);")),
        ("Add adds.\n\nDeprecated: Use Sum\ninstead.\n\nMore.", Notes("Use Sum instead.", [], "")),
        (CSHARP, Notes(None, [], "Add(1 < 2);")),
        ("Tells whether a thing is deprecated, for example a door.", Notes(None, [], "")),
        ("Adds.\n\nExample:\n{{{\nadd(1)\n}}}\n", Notes(None, [], "add(1)")),
        ("Adds.\n\nExamples:\n\nThese are shown in the manual.\n", Notes(None, [], "")),
        (
            "Escapes.\n\n>>> escape('<em>')\n'&lt;em&gt;'\n",
            Notes(None, [], ">>> escape('<em>')\n'&lt;em&gt;'"),
        ),
        ("Escapes.\n\n@example\nescape('<') // '&lt;'\n", Notes(None, [], "escape('<') // '&lt;'")),
    ],
)  # fmt: skip
def test_notes(text: str, expected: Notes) -> None:
    assert notes(text) == expected
    assert open_doc(text).paragraph


def test_epytext_and_retval() -> None:
    told = parameters("Adds.\n\n@param a: the C{first}\n@return: the sum\n@raise ValueError: when bad")
    assert told == ([("a", "the `first`")], "the sum", [("ValueError", "when bad")])
    assert parameters("\\brief Adds.\n\\retval 0 on success").returns == "0 on success"
