"""The source as the site shows it: plain lines with numbers, readable without any script."""

from __future__ import annotations

from collections.abc import Set

RUN = 100  # lines that the browser lays out together, when they come into view


def source_lines(text: str, marked: Set[int]) -> str:
    """Return source as ordered lists of lines; a line that is marked has an id, `L10`.

    Scripts count lines to find one. Ids for all of them would be a fifth of the source, and large pages open later.
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    items = ["<li>" + line for line in lines]
    for number in marked:
        if number <= len(items):
            items[number - 1] = f"<li id=L{number}>{lines[number - 1]}"
    parts = []
    for at in range(0, len(lines), RUN):
        run = items[at : at + RUN]
        # Numbers are counted within the element that the browser lays out, so the list stands in one.
        kind = " class=run" if len(run) == RUN else ""
        parts.append(f"<div{kind}><ol start={at + 1}>{''.join(run)}</ol></div>")
    return "".join(parts)
