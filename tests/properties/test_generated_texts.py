"""Texts that nobody thought of, made by hypothesis: the Markdown writer, page names, docstring readers, questions."""

from __future__ import annotations

import os
import unicodedata

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from test_markdown import PLAIN, kinds, shown, spelled, tokens

from repobook.analyze.analyze import analyze
from repobook.analyze.languages import Languages
from repobook.render.doc_notes import notes
from repobook.render.docs import first_paragraph, parameters, quote
from repobook.render.markdown import cell, code, fence, one_line, prose, table, visible
from repobook.render.names import page_names
from repobook.search import parse_query
from repobook.search.query import QueryError

# The same texts in every run: a suite that fails by chance is no help. With a number of examples given, chance decides.
EXAMPLES = os.environ.get("REPOBOOK_EXAMPLES", "")
quick = settings(
    max_examples=int(EXAMPLES or 200),
    deadline=None,
    derandomize=not EXAMPLES,
    database=None,
    suppress_health_check=list(HealthCheck),
)
LANGUAGES = Languages()

_MARKS = "`*_[]()<>|\\!#-+=~&$:;.\"'{}%^@/ \t\n\r\0\x1b\u2028\u202e\u200b\ufeff"
texts = some.text(some.one_of(some.sampled_from(_MARKS), some.characters()), max_size=60)
_FIELDS = [
    ":param x: ", ":returns: ", "Args:\n    x: ", "Returns:\n    ", "Raises:\n    E: ", "Parameters\n----------\nx : int\n    ", "@param x ",
    "\\param[in] x ", "@return ", ">>> f()\n", "Example::\n\n    ", ".. note::\n   ", "``", "`", "*", "\n", "\n\n", "    ", "{@link x}", "<p>", "</code>",
    "* @throws E ", ":class:`", "Deprecated: ", "# Heading\n", "- ", "```\n", "~~~", "=====\n", "|", "[x](y)", "[^1]:", "<details>",
]  # fmt: skip
documents = some.lists(some.one_of(some.sampled_from(_FIELDS), texts), max_size=12).map("".join)


@quick
@given(texts)
def test_prose_makes_nothing_but_text(text: str) -> None:
    found = tokens(prose(text))
    assert not found or (len(found) == 3 and found[0].type == "paragraph_open" and kinds(found[1]) <= PLAIN)


@quick
@given(texts)
def test_code_shows_what_it_holds(text: str) -> None:
    children = tokens(f"see {code(text)} there")[1].children or []
    if text:
        assert [child.type for child in children] == ["text", "code_inline", "text"]
        assert children[1].content == spelled(text)


@quick
@given(texts)
def test_fence_ends_where_it_should(text: str) -> None:
    found = tokens(fence(visible(text), "x") + "\n## After\n")
    assert [token.type for token in found] == ["fence", "heading_open", "inline", "heading_close"]


@quick
@given(texts, texts)
def test_table_keeps_its_cells(one: str, two: str) -> None:
    found = tokens(table(("a", "b"), [(prose(one), code(two))]) + "\nAfter.\n")
    assert sum(token.type in ("th_open", "td_open") for token in found) == 4
    assert shown(found[-2]) == "After."
    assert "\n" not in cell(one_line(one))


_names = some.text(some.one_of(some.sampled_from("aAbB._-~ %éßſİıΣσς\u0301\u0345\udcff\\:\n"), some.characters()), min_size=1, max_size=12)  # fmt: skip
_parts = _names.map(lambda name: name.replace("/", "").replace("\0", "")).filter(
    lambda name: name not in ("", ".", "..") and _can_be_a_name(name)
)
_paths = some.lists(_parts, min_size=1, max_size=3).map("/".join)


def _can_be_a_name(name: str) -> bool:
    try:
        return len(os.fsencode(name)) <= 255
    except UnicodeEncodeError:
        return False


@quick
@given(some.lists(_paths, min_size=1, max_size=6, unique=True))
def test_pages_are_one_to_one(paths: list[str]) -> None:
    """No two files share a page, even where case and composition do not count; no part is too long or leads out."""
    folders = {""} | {path[:at] for path in paths for at, sign in enumerate(path) if sign == "/"}
    files = [path for path in paths if path not in folders]
    folder_pages, file_pages = page_names(sorted(folders), sorted(files))
    pages = [file_pages[path] + end for path in files for end in ("_docs.md", "_kw.md")]
    pages += [f"{folder_pages[path]}/index.md".lstrip("/") for path in folders]
    folded = [unicodedata.normalize("NFC", page).casefold() for page in pages]
    assert len(set(folded)) == len(folded)
    for page in pages:
        assert all(part not in ("", ".", "..") and len(part.encode()) <= 255 for part in page.split("/"))


@quick
@given(documents)
def test_documentation_is_read_and_shown_as_text(text: str) -> None:
    """Whatever a comment holds, its parts are found or not, and what is shown of it makes no markup but code."""
    parameters(text)
    notes(text)
    first_paragraph(text)
    for token in tokens(quote(text)):
        bad = {"html_block", "html_inline", "image", "link_open", "heading_open", "hr"}
        assert token.type not in bad and not bad & {child.type for child in token.children or ()}


@quick
@given(
    documents,
    some.sampled_from(["Markdown", "reStructuredText", "AsciiDoc", "YAML", "TOML", "JSON", "INI", "CSV"]),
)
def test_documents_and_data_are_read(text: str, language: str) -> None:
    """Readers of our own never fail, and what they state stands on lines of the file."""
    data = text.replace("\0", "").encode("utf-8", "replace")  # a NUL would make it text of another encoding
    facts = analyze(data, language, LANGUAGES)
    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    assert facts.lines == lines
    assert all(1 <= symbol.first_line <= symbol.last_line <= max(1, lines) for symbol in facts.symbols)


@quick
@given(texts, some.sampled_from(["any", "text", "regex"]), texts)
def test_question_is_understood_or_refused(text: str, mode: str, near: str) -> None:
    try:
        asked = parse_query(text, mode, near)
    except QueryError as error:
        assert "\n" not in str(error)
    else:
        assert asked is not None
