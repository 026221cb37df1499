"""Every identifier of a file with its lines. From bytes, not from the tree: structure comes from the tree."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

MAX_TERM = 200  # bytes; a longer word is data, not a name
MAX_WORDS = 50_000  # different ones of a text
_DIGITS = b"0123456789"
_LIKE_A_NAME = re.compile(rb"[A-Za-z0-9]_+[A-Za-z0-9]|[a-z][A-Z]")
WORD = re.compile(
    rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
)  # the usual identifier: found without this pattern, faster


def index_terms(
    code: bytes, word: re.Pattern[bytes], keywords: frozenset[bytes], extra: str = ""
) -> tuple[str, str]:
    """Return the names, and for each how often and where it stands, as the keyword page prints it."""
    return format_terms(find_terms(code, word, extra), keywords, extra)


def find_terms(code: bytes, word: re.Pattern[bytes], extra: str = "") -> dict[bytes, list[int]]:
    """Return every word with its lines.

    `code` has the file's lines, with comments and strings blanked. `extra` lists characters that belong to a word too.
    """
    places: defaultdict[bytes, list[int]] = defaultdict(list)
    if word is WORD:
        for number, line in enumerate(code.translate(_word_table(extra)).split(b"\n"), 1):
            if line:
                for name in line.split():
                    places[name].append(number)
    else:
        find = word.findall
        for number, line in enumerate(code.split(b"\n"), 1):
            for name in find(line):
                places[name].append(number)
    return places


def list_words(text: bytes) -> str:
    """Return every word of a text once, those of comments and strings too, a line each.

    A word is a run of letters, digits and underscores without the digits before its first letter. `*` stands for words
    that are not listed: too long ones, or all where they are too many for anything but data.
    """
    words = {word.lstrip(_DIGITS) for word in text.translate(_word_table("")).split()}
    words.discard(b"")
    if len(words) > MAX_WORDS:
        return "*"
    listed = sorted(word for word in words if len(word) <= MAX_TERM)
    if len(listed) < len(words):
        listed.insert(0, b"*")
    return b"\n".join(listed).decode(errors="replace")


def format_terms(
    places: dict[bytes, list[int]],
    keywords: frozenset[bytes],
    extra: str = "",
    asides: dict[bytes, str] | None = None,
) -> tuple[str, str]:
    """Return the words, a line each in reader's order, and for each how often and where it stands.

    `asides` has lines of comments and strings that hold a word, as they are written behind those of the code.
    """
    found = [
        name
        for name in sorted(sorted(places.keys() - keywords), key=_reader_order)
        if len(name) <= MAX_TERM and not 48 <= name[0] <= 57  # else data, or a number
    ]
    joined = b"\n".join(found)
    if extra or not joined.isascii():
        found = [name for name in found if _is_name(name)]
        joined = b"\n".join(found)
    lines = [
        f": {numbers[0]}" if len(numbers) == 1 else format_lines(numbers)
        for numbers in map(places.__getitem__, found)
    ]
    if asides:
        lines = [line + asides.get(name, "") for name, line in zip(found, lines, strict=True)]
    return joined.decode(), "\n".join(lines)


def find_asides(
    data: bytes,
    comments: list[tuple[int, int]],
    strings: list[tuple[int, int]],
    places: dict[bytes, list[int]],
    documented: list[tuple[int, int]],
    extra: str = "",
) -> dict[bytes, str]:
    """Return the lines where identifiers of the code stand in nothing but a comment, or a string: ` (3 8-10) "20"`.

    Only those that no prose spells by chance: with an underscore or a capital inside. Both lists of spans are sorted;
    strings in `documented` lines are comments.
    """
    known = set(filter(_LIKE_A_NAME.search, places))
    in_comments = _lines_in(data, comments, known, extra)
    in_strings = _lines_in(data, strings, known, extra)
    spoken: set[int] = set()
    if in_strings:
        for first, last in documented:
            spoken.update(range(first, last + 1))
    found: dict[bytes, str] = {}
    for name in {*in_comments, *in_strings}:
        coded = set(places[name])
        told = set(in_comments.get(name, ()))
        said = set(in_strings.get(name, ()))
        told = (told | said & spoken) - coded
        said -= coded | told
        text = f" ({_spans_of(told)})" if told else ""
        found[name] = f'{text} "{_spans_of(said)}"' if said else text
    return found


def _spans_of(numbers: set[int]) -> str:
    return format_lines(sorted(numbers)).partition(": ")[2]


def _lines_in(
    data: bytes, spans: list[tuple[int, int]], known: set[bytes], extra: str
) -> dict[bytes, list[int]]:
    """Return the lines of the known words inside of the spans. Few spans hold one: only these are cut into lines."""
    found: dict[bytes, list[int]] = {}
    table = _word_table(extra)
    counted, number = 0, 1
    for start, end in spans:
        if end - start < 4:
            continue
        text = data[start:end].translate(table)
        held = known.intersection(text.split())
        if held:
            number += data.count(b"\n", counted, start)
            counted = start
            for at, line in enumerate(text.split(b"\n") if b"\n" in text else (text,), number):
                for name in held.intersection(line.split()):
                    found.setdefault(name, []).append(at)
    return found


def _is_name(name: bytes) -> bool:
    try:
        return any(c.isalnum() or c == "_" for c in name.decode())
    except UnicodeDecodeError:
        return False


def _reader_order(name: bytes) -> bytes:
    return name.lower().lstrip(b"_")


@cache
def _word_table(extra: str) -> bytes:
    """Return the table for `bytes.translate` that keeps words and newlines, and makes everything else a blank."""
    kept = b"_\n" + extra.encode()
    return bytes(b if b >= 128 or chr(b).isalnum() or b in kept else 32 for b in range(256))


def format_lines(numbers: list[int]) -> str:
    """Return ` ×12: 10 14-16 22` for the lines of one term, given in order."""
    if len(numbers) == 1:
        return f": {numbers[0]}"
    count = len(numbers)
    if count == 2:
        first, last = numbers
        middle = "" if first == last else f"-{last}" if last == first + 1 else f" {last}"
        return f" ×2: {first}{middle}"
    parts = []
    first = last = numbers[0]
    for number in numbers:
        if number > last + 1:
            parts.append(str(first) if first == last else f"{first}-{last}")
            first = number
        last = number
    parts.append(str(first) if first == last else f"{first}-{last}")
    return f" ×{count}: {' '.join(parts)}"


def blank(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return `data` with the given byte spans replaced by their newlines alone. Spans are sorted by start."""
    pieces = []
    position = 0
    for start, end in spans:
        if start < position:
            if end <= position:
                continue
            start = position
        pieces.append(data[position:start])
        pieces.append(b" " + b"\n" * data.count(b"\n", start, end))
        position = end
    pieces.append(data[position:])
    return b"".join(pieces)


def count_lines(data: bytes, code: bytes) -> tuple[int, int, int, int]:
    """Return lines in all, with code, with nothing but comment, and blank. `code` is `data` without comments."""
    if not data:
        return 0, 0, 0, 0
    total = data.count(b"\n") + (not data.endswith(b"\n"))
    with_text = sum(map(bool, map(bytes.strip, data.split(b"\n"))))
    with_code = sum(map(bool, map(bytes.strip, code.split(b"\n"))))
    return total, with_code, with_text - with_code, total - with_text
