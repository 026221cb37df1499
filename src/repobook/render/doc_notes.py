"""What documentation says besides parameters: that something is deprecated, when it fails, and its examples."""

from __future__ import annotations

import html
import inspect
import re
from typing import NamedTuple

from repobook.render.docs import cut, open_doc, plain, without_epytext

MAX_LINES = 12  # of an example
MAX_WIDTH = 160

# Quick: where it finds nothing, there is nothing of all this.
_MAYBE = re.compile(r"deprecated|example|<pre|#\s+(?:Errors|Panics|Safety)|[@\\]code\b|^\s*>>> ", re.I | re.M)
_DEPRECATED = re.compile(
    r"^[ \t]*(?:[@\\:]deprecated\b:?|\.\. deprecated::|Deprecated:|\*\*Deprecated:?\*\*:?)[ \t]*(?P<text>.*)$",
    re.M,
)
_CONDITION = re.compile(r"^[ \t]*#{1,3}[ \t]+(?P<title>Errors|Panics|Safety)[ \t]*$", re.M)
_EXAMPLE = re.compile(
    r"^[ \t]*(?:#{1,3}[ \t]+Examples?[ \t]*$|Examples?:{0,2}[ \t]*$|[@\\]example\b[ \t]*(?P<same>.*)$|[@\\]code\b(?:\{[^}\n]*\})?[ \t]*$|<example>[ \t]*$|<pre\b[^>\n]*>(?:[ \t]*\{@code)?[ \t]*$)",
    re.M | re.I,
)
_END = re.compile(
    r"^\s*(?:[@\\](?:end)?[a-z]|:[a-z]+[^:\n]*:|#{1,3} |\}?[ \t]*</?(?:example|param|returns|remarks|pre)\b|(?:Args|Arguments|Parameters|Returns|Yields|Raises|Notes?|See Also|References)\s*:?\s*$)"
)
_SESSION = re.compile(r"^[ \t]*>>> ", re.M)
_IN_MARKUP = re.compile(r"<(?:example|pre)\b[^>\n]*>(?![ \t]*\{@code)", re.I)
_RULER = re.compile(r"^\s*[-=~^]{3,}\s*$")
_FENCE = re.compile(r"^\s*(?:```|~~~|\{\{\{|\}\}\})")


class Notes(NamedTuple):
    deprecated: str | None  # None: it is not; "" where no words are given
    conditions: list[tuple[str, str]]  # "errors", "panics" or "safety", and what is said of it
    example: str  # lines of code


def notes(text: str) -> Notes:
    """Return what a documentation text says of deprecation, of failing, and its first example."""
    if not _MAYBE.search(text):
        return Notes(None, [], "")
    text = without_epytext(text)
    found = _DEPRECATED.search(text)
    deprecated = cut(plain(_paragraph(found["text"], text[found.end() :]))) if found else None
    conditions = [
        (one["title"].lower(), told)
        for one in _CONDITION.finditer(text)
        if (told := cut(plain(_paragraph("", text[one.end() :].lstrip("\n")))))
    ]
    example = _EXAMPLE.search(text)
    shown = ""
    if example:
        shown = _code(example["same"] or "", text[example.end() :], bool(_IN_MARKUP.search(example[0])))
    if not shown and (session := _SESSION.search(text)) and not open_doc(text).lines:
        shown = _code("", text[session.start() :].partition("\n\n")[0])
    return Notes(deprecated, conditions, shown)


def _paragraph(start: str, rest: str) -> str:
    """Return a text with the lines that go on with it."""
    words = [start.strip()] if start.strip() else []
    for row in rest.removeprefix("\n").split("\n")[:12]:
        if not row.strip() or _END.match(row) or _FENCE.match(row):
            break
        words.append(row.strip())
    return " ".join(words)


def _code(same: str, rest: str, is_markup: bool = False) -> str:
    """Return the lines of an example: what stands in a fence or a tag, or up to the next heading or tag.

    Where it `is_markup`, characters are written as entities; elsewhere these mean themselves.
    """
    caption = re.match(r"\s*<caption>.*?</caption>", same)
    following = next((row for row in rest.split("\n") if row.strip()), "")
    if following.startswith("  ") and re.fullmatch(r"[\w ,'-]+", same.strip()):
        same = ""  # a title above the lines
    rows = [same[caption.end() :] if caption else same] if same.strip() else []
    is_fenced = False
    for row in rest.removeprefix("\n").split("\n")[:60]:
        if _FENCE.match(row):
            if is_fenced:
                break
            is_fenced, rows = True, []  # the words before it only lead to it
            continue
        if not is_fenced and (_END.match(row) or (_RULER.match(row) and any(r.strip() for r in rows))):
            break
        if not _RULER.match(row) and row.strip() not in ("<code>", "</code>"):
            rows.append(row)
    lines = inspect.cleandoc("\n".join(rows)).rstrip().split("\n")
    # Prose behind code belongs to the text again.
    if not is_fenced:
        last = next(
            (at for at, row in enumerate(lines) if at and not row.strip() and _is_prose(lines[at + 1 :])),
            None,
        )
        lines = lines[:last]
    shown = [(html.unescape(row) if is_markup else row)[:MAX_WIDTH] for row in lines[:MAX_LINES]]
    return "" if _is_prose(shown) or not any(row.strip() for row in shown) else "\n".join(shown).rstrip()


def _is_prose(rows: list[str]) -> bool:
    """Tell whether the first of some lines is a sentence, not code."""
    first = next((row for row in rows if row.strip()), "")
    return bool(re.match(r"[A-Z][a-z]+ [a-z]+ [\w ,'`-]+[.:]?$", first))
