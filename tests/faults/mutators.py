"""Eight ways to break a file, as nobody would write it and as disks, editors and merges do."""

from __future__ import annotations

import random
from collections.abc import Callable

_INSERTED = (
    b"\0", b"\xff", b"\r", b'"', b"`", b"'''", b'"""', b"{", b")", b"/*", b"*/", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\n", b"\\", b"#",
    b"<<<<<<<", b"\xef\xbb\xbf", b"\xc3", b"\t", b"$", b"@", b"<?", b"=begin", b"<<EOF", b"R\"(", b"//", b"--",
)  # fmt: skip
_PAIRS = (b"()", b"[]", b"{}", b"<>", b"''", b'""', b"``")


def flip(data: bytes, other: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def delete(data: bytes, other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.choice([1, 1, 3, 40]) :]


def duplicate(data: bytes, other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    piece = data[at : at + chance.randint(1, 60)]
    return data[:at] + piece * chance.randint(2, 80) + data[at:]


def truncate(data: bytes, other: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def insert(data: bytes, other: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(_INSERTED) + data[at:]
    return data


def splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Go on as another file, of any language."""
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def nest(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Put a piece into many pairs of brackets or quotes, closed or not."""
    at = chance.randrange(len(data) + 1)
    end = min(len(data), at + chance.randint(0, 100))
    pair, depth = chance.choice(_PAIRS), chance.choice([2, 20, 400])
    closing = pair[1:] * depth if chance.random() < 0.7 else b""
    return data[:at] + pair[:1] * depth + data[at:end] + closing + data[end:]


def shuffle(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Put the lines into another order."""
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


Mutator = Callable[[bytes, bytes, random.Random], bytes]
MUTATORS: tuple[Mutator, ...] = (flip, delete, duplicate, truncate, insert, splice, nest, shuffle)


def mutate(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Break a file in one or two ways."""
    for _ in range(chance.choice([1, 1, 2])):
        data = chance.choice(MUTATORS)(data, other, chance)
    return data
