"""Text of a repository stays text: whatever it holds, a Markdown reader shows it and nothing else happens."""

from __future__ import annotations

import random
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from repobook.render.markdown import code, fence, link, one_line, prose, table, url, visible

READER = MarkdownIt("commonmark").enable("table")
PLAIN = {"text", "code_inline"}

_PIECES = [
    "a", "word", " ", "  ", "\n", "\t", "\r\n", "`", "``", "```", "````", "~~~", "*", "**", "_", "__", "a_b", "#", "# ", "- ", "+ ", "1. ",
    "9) ", "> ", "|", "\\|", "\\", "\\\\", "[", "]", "(", ")", "![", "[x](y)", "[x]: y", "<", ">", "<b>", "</b>", "<script>", "<!--", "-->",
    "<?", "<![CDATA[", "&", "&amp;", "&#x41;", "&lt;", "https://x.org/a", "<https://x.org>", "javascript:x", '"', "'", "=", "===", "---", ":",
    ":-:", "|---|", "{{", "{%", "}}", "$x$", "$$", "!", "~", "~~", "^", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e", "\u200b",
    "\ufeff", "\ud800", "é", "日本", "😀", "::", "\\`", "\\[", "(c)", ":class:`X`", "[^1]", "- [ ] ", "    x", "\f", "\v", ".", "0",
]  # fmt: skip


def nasty_texts(seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    return [
        "".join(chance.choice(_PIECES) for _ in range(chance.randint(1, 8))).strip(" ") for _ in range(count)
    ]


def tokens(text: str) -> list[Token]:
    return READER.parse(text, {})


def shown(inline: Token) -> str:
    """Return what a reader sees of a line."""
    return "".join(child.content for child in inline.children or [])


def spelled(text: str) -> str:
    """Return a name as a code span shows it: line breaks, tabs and hidden characters as visible marks."""
    return visible(text.replace("\r", "␍")).replace("\n", "␊").replace("\t", "␉")


def kinds(inline: Token) -> set[str]:
    return {child.type for child in inline.children or [] if child.type != "text" or child.content}


def test_fence_shows_exactly_the_text() -> None:
    """A fence holds the text as it is, and what follows it is not swallowed."""
    wrong = []
    for text in nasty_texts(1, 3000):
        text = visible(text)
        found = tokens(fence(text, "python") + "\n## After\n")
        wanted = text if text.endswith("\n") or not text else text + "\n"
        if [t.type for t in found] != ["fence", "heading_open", "inline", "heading_close"] or found[
            0
        ].content != wanted:
            wrong.append(text)
    assert wrong == []


def test_code_span_shows_exactly_the_text() -> None:
    """A code span in a sentence shows the text as one line, and the sentence goes on."""
    wrong = []
    for text in nasty_texts(2, 3000):
        wanted = spelled(text)
        found = tokens(f"see {code(text)} there")
        if not wanted:
            continue
        children = found[1].children or []
        if [child.type for child in children] != ["text", "code_inline", "text"] or children[
            1
        ].content != wanted:
            wrong.append(text)
    assert wrong == []


def test_code_span_keeps_spaces_at_its_edges() -> None:
    """A name that begins and ends with a space is shown with both."""
    children = tokens(f"see {code(' both ')} there")[1].children or []
    assert children[1].content == " both "


def test_code_span_tells_a_line_break_from_a_space() -> None:
    """Two names that differ in a line break or in the number of spaces are not shown as the same name."""
    names = ["a b.py", "a  b.py", "a\nb.py", "a\tb.py"]
    assert len({code(name) for name in names}) == len(names)


def test_heading_stays_one_heading() -> None:
    """A heading made of a name is one heading with that name."""
    wrong = []
    for text in nasty_texts(3, 1000):
        found = tokens(f"### {code(text)}\n\nNext.\n")
        if [t.type for t in found[:3]] != ["heading_open", "inline", "heading_close"] or shown(
            found[1]
        ) != spelled(text):
            wrong.append(text)
    assert [text for text in wrong if text] == []


def test_prose_shows_exactly_the_text() -> None:
    """Prose without quoted code is one paragraph of plain text that reads as it was written."""
    wrong = []
    for text in nasty_texts(4, 4000):
        text = text.replace("`", "")
        wanted = one_line(text).strip()
        found = tokens(prose(text))
        if not wanted:
            continue
        is_plain = [t.type for t in found] == ["paragraph_open", "inline", "paragraph_close"] and kinds(
            found[1]
        ) <= PLAIN
        if not is_plain or shown(found[1]) != wanted:
            wrong.append(text)
    assert wrong == []


def test_prose_with_quoted_code_makes_nothing_but_code() -> None:
    """Backticks in prose make code spans; no text makes a link, an image, emphasis, HTML or another block."""
    wrong = []
    for text in nasty_texts(5, 4000):
        found = tokens(prose(text))
        if found and (len(found) != 3 or found[0].type != "paragraph_open" or not kinds(found[1]) <= PLAIN):
            wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize("before", ["> ", "- ", "- `key`: ", "1. "])
def test_prose_stays_where_it_is_put(before: str) -> None:
    """Prose in a quote or a list item stays one paragraph of it."""
    wrong = []
    for text in nasty_texts(6, 1000):
        made = prose(text)
        if not made.strip():
            continue
        found = tokens(f"{before}{made}\n\n## After\n")
        opened = [t.type for t in found if t.type.endswith("_open")]
        if opened[-1] != "heading_open" or opened.count("paragraph_open") != 1 or len(opened) > 4:
            wrong.append(text)
    assert wrong == []


def cells(found: list[Token]) -> list[list[Token]]:
    """Return the cells of every row of the one table."""
    rows: list[list[Token]] = []
    for token in found:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            rows[-1].append(token)
    return rows


def test_table_keeps_its_cells() -> None:
    """A table has as many rows and cells as were given, whatever they hold."""
    texts = nasty_texts(7, 3000)
    rows = [(code(a), prose(b), link(code(c), "x.md", c)) for a, b, c in zip(*[iter(texts)] * 3, strict=True)]
    wrong = []
    for row in rows:
        found = tokens(table(("one", "two", "three"), [row, ("x", "y", "z")], "lrl") + "\n## After\n")
        ends = [t.type for t in found[-3:]] == ["heading_open", "inline", "heading_close"]
        if [len(one) for one in cells(found[:-3])] != [3, 3, 3] or not ends:
            wrong.append(row)
    assert wrong == []


def test_table_shows_exactly_the_text() -> None:
    """A code span in a table shows the text. A backslash before a pipe cannot be shown there by any means."""
    wrong = []
    for text in nasty_texts(8, 3000):
        text = text.replace("\\", "")
        found = cells(tokens(table(("one", "two"), [(code(text), "x")])))
        if text and shown(found[1][0]) != spelled(text):
            wrong.append(text)
    assert wrong == []


def test_link_keeps_its_parts() -> None:
    """A link leads where it should, is titled as it should be, and shows its text."""
    wrong = []
    for text in nasty_texts(9, 3000):
        target = url(visible(text).replace("\n", ""))
        found = tokens(f"see {link(code('x'), target or 'y', text)} there")[1].children or []
        opened = [child for child in found if child.type == "link_open"]
        wanted = one_line(text)
        if (
            len(opened) != 1
            or (opened[0].attrGet("title") or "") != wanted
            or kinds(found_inline(found)) - {"link_open", "link_close"} - PLAIN
        ):
            wrong.append(text)
    assert wrong == []


def test_no_title_looks_like_an_image() -> None:
    """A badge in a heading is words of a title, and the check of pages sees no image there."""
    made = link("L1", "#source", "JSON [![Build]][ci] ![x](y.png)")
    assert (made.count("!["), (tokens(made)[1].children or [])[0].attrGet("title")) == (
        0,
        "JSON [![Build]][ci] ![x](y.png)",
    )


def found_inline(children: list[Token]) -> Token:
    inline = Token("inline", "", 0)
    inline.children = children
    return inline


def test_address_is_encoded_once() -> None:
    """A relative address decodes to the path it was made from, and needs no second look by a Markdown reader."""
    wrong = []
    for text in nasty_texts(10, 3000):
        path = visible(text).replace("\n", "")
        children = tokens(f"[x]({url(path)})")[1].children or []
        href = children[0].attrGet("href") if children and children[0].type == "link_open" else None
        if path and (not isinstance(href, str) or unquote(href) != path):
            wrong.append(path)
    assert wrong == []
