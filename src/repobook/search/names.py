"""Which names a question may mean: as it is written, its beginning, its parts, its initials, shortened, mistyped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from repobook.search.linear import compile_linear
from repobook.store.vocabulary import Alike, Block, Vocabulary, lines_holding

# How well a name fits, before anything else counts. Use and kind add up to 150.
EXACT, SAME, JOINED, START, INITIALS, PARTS, INSIDE, MISTYPED, SHORT = (
    1000,
    940,
    900,
    790,
    760,
    720,
    640,
    600,
    540,
)
LIKELY = 745  # one error in a long name
GOOD_ENOUGH = START  # with such answers nobody asks for guesses

_SEPARATOR = re.compile(r"::|->|[.#\\/$:]")
_SIGN = re.compile(r"[^\w\s.:/#\\$-]|^-")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_MAX_MATCHES = 400
_FEW_BLOCKS = 600  # about 300,000 names
_MAX_HELD = 20_000  # names with the parts of a question that are looked at


@dataclass(slots=True)
class Match:
    """A name that may be meant."""

    block: Block
    at: int
    fit: float
    why: str

    @property
    def name(self) -> str:
        return self.block.words[self.at]


def parts_of(name: str) -> list[str]:
    """Return the parts of a name in small letters: `NestedTensor_v2` has nested, tensor, v, 2."""
    return [part.lower() for part in _PART.findall(name)]


def separate(text: str) -> list[str]:
    """Return the parts between separators: `at::native` has at and native."""
    return [piece for piece in _SEPARATOR.split(text) if piece]


def split_qualified(text: str) -> tuple[list[str], str]:
    """Return the scopes before a name, and the name: `at::native::add` has at and native before add."""
    pieces = separate(text)
    return (pieces[:-1], pieces[-1]) if pieces else ([], "")


def has_signs(text: str) -> bool:
    """Tell whether a text is more than names, scopes and paths: then it is looked for as it is written, too."""
    return bool(_SIGN.search(text))


def find_names(vocabulary: Vocabulary, text: str, may_guess: bool = True) -> list[Match]:
    """Return the names that `text` may mean, the best first; guesses only where nothing better is known."""
    found: dict[tuple[int, int], Match] = {}

    def add(block: Block, at: int, fit: float, why: str) -> None:
        key = (block.number, at)
        if key not in found or found[key].fit < fit:
            found[key] = Match(block, at, fit, why)

    words = text.split()
    if len(words) == 1:
        _add_whole(vocabulary, text, add)
    best = max((match.fit for match in found.values()), default=0)
    # A name that is known is not looked for inside of others, where these are too many to read for a mere supplement.
    if best < SAME or len(words) > 1 or (len(found) < 20 and vocabulary.size <= _FEW_BLOCKS):
        for match in _with_parts(vocabulary, text):
            add(match.block, match.at, match.fit, match.why)
    best = max((match.fit for match in found.values()), default=0)
    if may_guess and best < GOOD_ENOUGH and len(words) == 1:
        for match in _mistyped(vocabulary, text):
            add(match.block, match.at, match.fit, match.why)
    if may_guess and best < INSIDE:
        for match in _shortened(vocabulary, text):
            add(match.block, match.at, match.fit, match.why)
    matches = sorted(
        found.values(),
        key=lambda match: (-match.fit - 0.6 * vocabulary.heads(match.block)[match.at], match.name),
    )
    return matches[:_MAX_MATCHES]


def _add_whole(vocabulary: Vocabulary, text: str, add: Callable[[Block, int, float, str], None]) -> None:
    """Find a name as it is written, in another case, and as the beginning of others."""
    lower = text.lower()
    for count, (block, at) in enumerate(vocabulary.beginning(text)):
        word = block.words[at]
        if word == text:
            add(block, at, EXACT, "name")
        elif block.lowers[at] == lower:
            add(block, at, SAME, "name in another case")
        elif count < 5000 and len(text) > 1:
            add(block, at, START + 60 * len(text) / len(word), "beginning of the name")


def _with_parts(vocabulary: Vocabulary, text: str) -> Iterator[Match]:
    """Yield the names that hold all parts of the question, or have it as their initials."""
    lower = text.lower()
    parts = parts_of(text)
    pieces = lower.split() if len(lower.split()) > 1 else parts
    pieces = [piece for piece in pieces if piece.strip("_")]
    if not pieces:
        if len(text) > 1:  # signs only: `<<`
            for block, at in vocabulary.holding(lower):
                yield Match(block, at, INSIDE, "part of the name")
        return
    if has_signs(text) and len("".join(pieces)) < 3:  # `C++`
        for block, at in vocabulary.holding(lower):
            yield Match(block, at, INSIDE, "part of the name")
        return
    joined = "".join(pieces)
    if len(joined) == 1:
        return
    if len(pieces) == 1 and len(joined) > 5:
        yield from _squashed(vocabulary, joined)
    is_odd = has_signs(text)
    distinct = list(dict.fromkeys(pieces))  # a question may say one word a thousand times
    ordered = sorted(distinct, key=len, reverse=True)
    count = 0
    for block in vocabulary.blocks_with(pieces):
        if count > _MAX_HELD:
            break
        for at, word in _lines_with(block.lower, ordered):
            count += 1
            fit, why = _fit_parts(block.words[at], word, lower, pieces, distinct, joined)
            yield Match(block, at, fit - (300 if is_odd else 0), why)
    if 2 <= len(lower) <= 6 and lower.isalpha():
        pattern = compile_linear(_initial_pattern(text))
        for block in vocabulary.around(lower[0]):
            for at, _ in lines_matching(block.text, pattern):
                yield Match(block, at, INITIALS, "initials of the name")


def _lines_with(text: str, pieces: list[str]) -> Iterator[tuple[int, str]]:
    """Yield number, from 0, and text of each line that holds all pieces, the longest of which comes first.

    Most texts lack one of them, or have one seldom: only lines around the piece that they have least are looked at.
    """
    if len(pieces) == 1:
        return lines_holding(text, pieces[0])
    for piece in pieces:
        if piece not in text:
            return iter(())
    rarest = min(pieces, key=text.count)
    others = [piece for piece in pieces if piece != rarest]
    return ((at, line) for at, line in lines_holding(text, rarest) if all(piece in line for piece in others))


def _squashed(vocabulary: Vocabulary, joined: str) -> Iterator[Match]:
    """Yield names that are the question but for their underscores: `torchcheck` means TORCH_CHECK."""
    for block in vocabulary.around(joined[0]):
        for at, word in lines_holding(block.squashed, joined):
            if word.startswith(joined) and "_" in block.words[at]:
                fit = JOINED if word == joined else START + 50 * len(joined) / len(word)
                yield Match(block, at, fit, "name without its underscores")


def _fit_parts(
    name: str, lower: str, text: str, pieces: list[str], distinct: list[str], joined: str
) -> tuple[float, str]:
    share = len(joined) / max(1, len(lower))
    plain = lower.replace("_", "").replace(" ", "").replace("-", "")
    if plain == joined:
        return JOINED, "name without its underscores"
    position = 0
    own = parts_of(name)
    for piece in pieces:  # every piece begins a part, in their order
        place = next((at for at in range(position, len(own)) if own[at].startswith(piece)), -1)
        if place < 0:
            break
        position = place + 1
    else:
        return PARTS + 60 * share, "parts of the name"
    if all(any(part.startswith(piece) for part in own) for piece in distinct):
        return PARTS - 30 + 60 * share, "parts of the name"
    return INSIDE + 60 * share - (0 if text in lower else 20), "part of the name"


def _initial_pattern(text: str) -> str:
    """Return a pattern for names whose parts begin with these letters: `ntb` for NestedTensorBackward and nested_tensor_b."""
    first, rest = text[0].lower(), text[1:].lower()
    camel = (
        f"^_*[{first}{first.upper()}][a-z0-9]*"
        + "".join(f"{letter.upper()}[a-z0-9]*" for letter in rest)
        + "$"
    )
    snake = f"^_*{first}[a-z0-9]*" + "".join(f"_+{letter}[a-z0-9]*" for letter in rest) + "$"
    return f"(?m:{camel}|{snake})"


def lines_matching(text: str, pattern: Any) -> Iterator[tuple[int, str]]:
    """Yield number, from 0, and text of each line that a pattern of bytes matches from its beginning."""
    data = text.encode()
    number = counted = 0
    found = pattern.search(data)
    while found is not None:
        start = found.start()
        number += data.count(b"\n", counted, start)
        counted = start
        end = data.find(b"\n", start)
        yield number, data[start : end if end >= 0 else len(data)].decode()
        if end < 0:
            return
        found = pattern.search(data, end)


def _shortened(vocabulary: Vocabulary, text: str) -> Iterator[Match]:
    """Yield names whose parts the question shortens: `linear_bw` for `linear_backward`."""
    pieces = [piece for piece in (text.lower().split() if " " in text else parts_of(text)) if piece.isalnum()]
    if not pieces or len("".join(pieces)) < 3 or len(pieces) > 8:
        return
    body = "[^\n]*".join(piece[0] + "".join(f"[a-z0-9]*{letter}" for letter in piece[1:]) for piece in pieces)
    pattern = compile_linear(f"(?m)^[^a-z0-9\n]*{body}")
    count = 0
    for block in vocabulary.around(pieces[0][0]):
        for at, word in lines_matching(block.lower, pattern):
            share = len("".join(pieces)) / max(1, len(word))
            yield Match(block, at, SHORT + 60 * share, "the name shortened")
            count += 1
            if count > 2000:
                return


def _mistyped(vocabulary: Vocabulary, text: str) -> Iterator[Match]:
    """Yield the names that one or two typing errors make of the question.

    Errors leave one of its pieces untouched and near to its place, so names without such a piece need not be compared.
    """
    lower = text.lower()
    size = len(lower)
    if size < 4 or size > 60:
        return
    allowed = 1 if size < 8 else 2
    length = max(2, size // (allowed + 1))
    pieces = {at: lower[at : at + length] for at in range(0, size - length + 1, max(1, length // 2))}
    found = list(_compare(vocabulary.alike(lower[0]), lower, pieces, allowed))
    yield from found or _wrong_at_first(vocabulary, lower)


def _compare(alike: dict[int, Alike], lower: str, pieces: dict[int, str], allowed: int) -> Iterator[Match]:
    for size in range(len(lower) - allowed, len(lower) + allowed + 1):
        words = alike.get(size)
        if words is None:
            continue
        text = words.text
        near: set[int] = set()
        for place, piece in pieces.items():
            at = text.find(piece)
            while at >= 0:
                number, offset = divmod(at, size)
                if abs(offset - place) <= allowed:
                    near.add(number)
                at = text.find(piece, at + 1)
        for number in sorted(near):
            errors = distance(lower, text[number * size : number * size + size], allowed)
            if errors <= allowed:
                yield _mistake(*words.places[number], len(lower), errors)


def _wrong_at_first(vocabulary: Vocabulary, lower: str) -> Iterator[Match]:
    """Yield the names where only the first letter is wrong, which is seldom: only where no other name fits."""
    kept = lower[2:] if len(lower) > 5 else lower[1:]
    for block in vocabulary.blocks_with((kept,)):
        for at, word in lines_holding(block.lower, kept):
            if distance(lower, word, 1) == 1:
                yield _mistake(block, at, len(lower), 1)


def _mistake(block: Block, at: int, size: int, errors: int) -> Match:
    fit = LIKELY if errors == 1 and size > 7 else MISTYPED - 50 * errors
    return Match(block, at, fit, f"{errors} typing error{'s' * (errors > 1)}")


def distance(one: str, other: str, most: int) -> int:
    """Return how many letters were added, lost, changed or swapped with their neighbour; `most` + 1 where it is more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    start = 0
    while start < len(one) and start < len(other) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        first, last = max(1, i - most), min(len(other), i + most)
        new = [most + 1] * (len(other) + 1)
        new[0] = i
        for j in range(first, last + 1):
            cost = letter != other[j - 1]
            best = min(row[j - 1] + cost, row[j] + 1, new[j - 1] + 1)
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                best = min(best, before[j - 2] + 1)
            new[j] = best
        if min(new[first - 1 : last + 1]) > most:
            return most + 1
        before, row = row, new
    return min(row[-1], most + 1)
