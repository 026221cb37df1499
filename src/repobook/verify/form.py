"""Check that a page is Markdown of the form we write, so that it looks the same wherever it is shown.

Text of the repository that slipped through unescaped shows up here: as a tag, a heading, a fence or a table
row that nobody meant.
"""

from __future__ import annotations

import re

from repobook.verify.findings import Findings
from repobook.verify.pages import Page
from repobook.verify.shown import HIDDEN, PLAIN

# Each of these steps over escapes, so that what it finds stands there as itself.
_TAG = re.compile(r"\\.|<[A-Za-z/!?]")
_IMAGE = re.compile(r"\\.|!\[")
_LINK_END = re.compile(r"\\.|\]\(")
_DEFINITION = re.compile(r"\n[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*+\[[^\]\n]*\]:")
# How nearly all lines begin: as text, title, table row or item, none of which can be anything else. Pages
# with other lines are searched for what those might be.
_UNUSUAL_LINE = re.compile(
    r"\n(?!\n|[A-Za-z#|(\[\\]|(?: *- |> |\d{1,3}\. )?(?!```)(?:[A-Za-z(\[\\`]|\*[^ \n])|> ?[\n—]|\d[\d,]* [a-z]|\Z)"
)
_UNDERLINE = re.compile(r"\n[ >]*(?:-+|=+)[ \t]*(?=\n)")
# A heading or a fence, also after spaces, quote marks and list marks.
_NESTED_HEADING = re.compile(r"\n[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*+#{1,6}[ \t\n]")
_NESTED_FENCE = re.compile(r"\n[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*+(?:```+[^`\n]*(?=\n)|~~~)")
_TABLE = re.compile(r"\n\|[^\n]*(?:\n\|[^\n]*)*")
_MISHAP = re.compile(r"\n\*\*Could not be made\*\*: ([^\n]*)")
_ESCAPED = re.compile(r"\\.")


def check_bytes(path: str, data: bytes, findings: Findings) -> bool:
    """Check that a page is UTF-8 without anything invisible; False if it cannot be read any further."""
    odd = data.translate(None, PLAIN)
    if not odd:
        return True
    if not data.isascii():
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            findings.add(path, "bad_utf8", f"byte 0x{data[error.start]:02x} is not UTF-8", line)
            return False
    if not HIDDEN.search(odd.decode("utf-8", "replace")):
        return True
    for number, row in enumerate(data.decode("utf-8").split("\n"), 1):
        for match in HIDDEN.finditer(row):
            code = ord(match[0])
            kind = "control_character" if code < 0xA0 else "hidden_character"
            findings.add(path, kind, f"U+{code:04X} stands in the page", number)
    return True


def check_form(page: Page, findings: Findings) -> None:
    """Check headings, fences, code spans, tables and the absence of raw HTML."""
    titles = sum(not level for level, _ in page.headings)
    if titles != 1:
        findings.add(page.path, "heading_count", f"{titles} titles (`# …`) instead of one", 1)
    elif not page.data.startswith(b"# "):
        findings.add(page.path, "heading_form", "the page does not start with its title", 1)
    for fence in page.fences:
        if not fence.is_closed:
            findings.add(
                page.path, "unclosed_fence", "a fence is opened and never closed", page.line_of(fence.start)
            )
    if page.stray_tick >= 0:
        line = page.line_at(page.prose, page.stray_tick)
        findings.add(page.path, "unclosed_code_span", "a backtick has no partner on its line", line)
    for match in _MISHAP.finditer(page.prose):
        line = page.line_at(page.prose, match.end())
        findings.add(page.path, "part_missing", f"could not be made: {match[1]}", line)
    if _UNUSUAL_LINE.search(page.prose):
        _check_lines(page, findings)
    plain = page.plain
    if "<" in plain:
        _report(page, _TAG, "<", "raw_html", "raw HTML", findings)
    if "!" in plain and "![" in plain:
        _report(
            page, _IMAGE, "!", "image", "an image, or an exclamation mark that makes one of a link", findings
        )
    if page.care:
        _check_brackets(page, findings)
    if "|" in page.prose:
        _check_tables(page, findings)


def _check_lines(page: Page, findings: Findings) -> None:
    """Find headings and fences that only Markdown sees: underlined, indented, quoted or in a list."""
    prose = page.prose
    for match in _UNDERLINE.finditer(prose):
        above = prose[prose.rfind("\n", 0, match.start()) + 1 : match.start()]
        if above.strip("> \t"):
            line = page.line_at(prose, match.end())
            detail = "a line of dashes or equal signs turns the text above it into a heading"
            findings.add(page.path, "heading_form", detail, line)
    for match in _NESTED_HEADING.finditer(prose):
        if prose[match.start() + 1] != "#":
            line = page.line_at(prose, match.start() + 1)
            findings.add(page.path, "heading_form", "a heading that does not start in the first column", line)
    for match in _NESTED_FENCE.finditer(prose):
        line = page.line_at(prose, match.start() + 1)
        findings.add(
            page.path, "fence_form", "a fence that is not three or more backticks in the first column", line
        )


def _check_brackets(page: Page, findings: Findings) -> None:
    """Find what Markdown may take for a link or for its definition, besides the links of our form."""
    plain, places = page.plain, page.link_places()
    for match in _LINK_END.finditer(plain):
        if match[0] == "](" and match.start() not in places:
            line = page.line_at(plain, match.start())
            findings.add(page.path, "bad_link", "`](` that is not part of a link of our form", line)
    for match in _DEFINITION.finditer(plain):
        line = page.line_at(plain, match.start() + 1)
        findings.add(page.path, "link_definition", "a line that reads as a link definition", line)


def _check_tables(page: Page, findings: Findings) -> None:
    for table in _TABLE.finditer(page.prose):
        rows = table[0][1:].split("\n")
        if len(rows) < 2 or rows[1].strip("|-: "):
            line = page.line_at(page.prose, table.start() + 1)
            findings.add(
                page.path, "table_columns", "a table without a line of dashes below its header", line
            )
            continue
        findings.count("table rows", len(rows))
        if page.prose[table.end() : table.end() + 2].strip("\n"):
            line = page.line_at(page.prose, table.end() + 1)
            detail = "text right below a table, which becomes one more row of it"
            findings.add(page.path, "table_columns", detail, line)
        if "\\" not in table[0]:
            wanted = rows[0].count("|")
            if {row.count("|") for row in rows} == {wanted} and {row[-1] for row in rows} == {"|"}:
                continue
        # A pipe separates cells even inside a code span, unless it is escaped.
        bare = [_ESCAPED.sub("", row) for row in rows]
        wanted = bare[0].count("|")
        for number, row in enumerate(bare):
            if row.count("|") != wanted or not row.endswith("|"):
                line = page.line_at(page.prose, table.start() + 1) + number
                detail = f"a row of {row.count('|') - 1} cells below a header of {wanted - 1}"
                findings.add(page.path, "table_columns", detail, line)


def _report(
    page: Page, pattern: re.Pattern[str], first: str, code: str, what: str, findings: Findings
) -> None:
    for match in pattern.finditer(page.plain):
        if match[0][0] == first:
            findings.add(page.path, code, what, page.line_at(page.plain, match.start()))
