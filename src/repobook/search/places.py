"""Where words stand that nothing defines, and signs that people look for: the site cannot read the sources, so it is told."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

# Signs without a name of their own. Others stand in names (`operator<<`), or around them.
SIGNS = ("<<<", ">>>", "<=>", "->*", "===", "??", "?.", ":=", "|>", "=>", "**", "...", "C++", "C#")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9]+(?:[-_][a-z0-9]+)*")
_PART_OF_NAME = re.compile(r"[\w+#]")
_MAX_OPTIONS = 2000  # of one file
_TABLE = bytes(b if b >= 128 or chr(b).isalnum() or b in b"_\n" else 32 for b in range(256))

Read = Callable[[int], str | None]


def find_places(
    files: Iterable[int], wanted: dict[int, set[str]], read: Read
) -> tuple[dict[str, int], dict[str, list[tuple[int, int]]]]:
    """Return the first line of each word in the file where it is `wanted`, and files and lines of each sign and option."""
    lines: dict[str, int] = {}
    signs: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for file in files:
        text = read(file)
        if not text:
            continue
        for sign, line in _signs_in(text):
            signs[sign].append((file, line))
        left = {word.encode() for word in wanted.get(file, ())}
        if not left:
            continue
        for number, row in enumerate(text.encode(errors="replace").translate(_TABLE).split(b"\n"), 1):
            if held := left.intersection(row.split()):
                lines.update((word.decode(), number) for word in held)
                left -= held
                if not left:
                    break
    return lines, signs


def _signs_in(text: str) -> Iterable[tuple[str, int]]:
    """Yield each sign and option of a text with the line where it first stands."""
    for sign in SIGNS:
        at = text.find(sign)
        while at >= 0:
            end = at + len(sign)
            # `->C++11`, `RC++`: a name that ends or begins there is another one.
            if not sign[0].isalpha() or not (at and _PART_OF_NAME.match(text[at - 1])):
                yield sign, text.count("\n", 0, at) + 1
                break
            at = text.find(sign, end)
    seen: set[str] = set()
    if "--" in text:
        for found in _OPTION.finditer(text):
            if found[0] not in seen:
                seen.add(found[0])
                yield found[0], text.count("\n", 0, found.start()) + 1
                if len(seen) >= _MAX_OPTIONS:
                    return
