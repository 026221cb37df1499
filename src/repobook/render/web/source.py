"""The source as the site shows it: plain lines with anchors, readable without any script."""

from __future__ import annotations

RUN = 100  # lines that the browser lays out together, when they come into view


def source_lines(text: str) -> str:
    """Return source as ordered lists of lines; line 10 has the id `L10`."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    parts = []
    for at in range(0, len(lines), RUN):
        run = lines[at : at + RUN]
        items = "".join([f"<li id=L{number}>{line}" for number, line in enumerate(run, at + 1)])
        # Numbers are counted within the element that the browser lays out, so the list stands in one.
        kind = " class=run" if len(run) == RUN else ""
        parts.append(f"<div{kind}><ol start={at + 1}>{items}</ol></div>")
    return "".join(parts)
