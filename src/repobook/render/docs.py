"""Documentation as its author wrote it, cut into the parts a page shows: first paragraph, parameters, returns."""

from __future__ import annotations

import re

_FIELD = re.compile(
    r"^\s*(?::(?:param|parameter|arg|argument|key|keyword)\s+(?:[^:\s]+\s+)?([^:\s]+)\s*:|[@\\](?:param|tparam)(?:\[[^\]]*\])?\s+(?:\{[^}]*\}\s*)?\[?([\w.$]+)[^\s]*\s*-?)\s*(.*)$"
)
_RETURN = re.compile(r"^\s*(?::returns?\s*:|[@\\]returns?\b(?:\s*\{[^}]*\})?)\s*(.*)$")
_SECTION = re.compile(
    r"^(Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Returns?|Yields?|Raises|Throws|Example|Examples|Note|Notes|Attributes|Shape|See Also|References|Warning|Warnings)\s*:{0,2}\s*$"
)
_ITEM = re.compile(r"^(\s*)(\*{0,2}[\w.]+)(?:\s*\(([^)]*)\))?\s*:\s*(.*)$")
_TAG_LINE = re.compile(
    r"^\s*(?:[@\\](?!brief|summary|code|c\b|ref|p\b)|:(?:param|return|rtype|raises|type)|\.\. )"
)
MAX_PARAMETERS = 24


def first_paragraph(text: str, limit: int = 900) -> str:
    """Return the first paragraph, without markup that only a documentation tool needs."""
    lines: list[str] = []
    for line in text.strip().split("\n"):
        if not line.strip() or (
            lines
            and (
                _SECTION.match(line.strip())
                or _TAG_LINE.match(line)
                or re.match(r"^\s*[-=~^*]{4,}\s*$", line)
            )
        ):
            if lines:
                break
            continue
        if _TAG_LINE.match(line) or _SECTION.match(line.strip()):
            break
        lines.append(line.strip())
    paragraph = re.sub(r"^[@\\](?:brief|summary)\s+", "", " ".join(lines))
    paragraph = re.sub(r"</?(?:summary|para|p|c|code|b|i|em|tt)>", "", paragraph).strip()
    if len(paragraph) > limit:
        paragraph = paragraph[:limit].rsplit(" ", 1)[0] + " …"
    return paragraph


def parameters(text: str) -> tuple[list[tuple[str, str]], str]:
    """Return the documented parameters and what is returned, for the usual styles of writing them."""
    found: list[tuple[str, str]] = []
    returns = ""
    section = ""
    indent: int | None = None
    for line in text.split("\n"):
        if field := _FIELD.match(line):
            found.append((field[1] or field[2], field[3].strip()))
            continue
        if back := _RETURN.match(line):
            returns = back[1].strip()
            continue
        heading = _SECTION.match(line.strip())
        if heading:
            section, indent = heading[1], None
            continue
        if not section or not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        if depth == 0 and not re.match(r"^\s*[\w*.]+\s*:", line):
            if set(line.strip()) <= {"-", "="}:
                continue
            if section.startswith(("Arg", "Param")) and re.match(r"^\w[\w, *]*$", line.strip()) is None:
                section = ""
                continue
        if section.startswith(("Arg", "Param", "Keyword")):
            item = _ITEM.match(line)
            if item and (indent is None or depth <= indent):
                indent = depth
                found.append((item[2], item[4].strip()))
            elif found and not item and indent is not None and depth > indent and len(found[-1][1]) < 200:
                found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}".strip())
        elif section.startswith(("Return", "Yield")) and len(returns) < 200:
            returns = f"{returns} {line.strip()}".strip()
    return found[:MAX_PARAMETERS], returns[:300]
