"""What every oracle writes: places where a name is used, and where a compiler says that it is defined.

One JSON object a line:

    {"path": "shop/cart.py", "line": 12, "column": 14, "name": "total", "how": "call",
     "definitions": [{"path": "shop/cart.py", "line": 30, "first_line": 29, "name": "total", "kind": "method"}]}

Lines and columns count from 1, columns in bytes. A definition outside of the repository is `{"path": null}`; no
definition at all means that the oracle does not know. `first_line` is where the definition starts, decorators or a
template's head included. `kind` is `local` or `parameter` for what no reader looks up, and `module` for a file as such.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

NOT_LOOKED_UP = ("local", "parameter")  # kinds of definitions that recall leaves out


@dataclass(frozen=True, slots=True)
class Definition:
    path: str | None  # None: outside of the repository
    line: int = 0
    first_line: int = 0
    name: str = ""
    kind: str = ""


@dataclass(slots=True)
class Position:
    path: str
    line: int
    column: int
    name: str
    how: str
    definitions: list[Definition] = field(default_factory=list)


def choose(positions: Iterable[Position], wanted: int) -> list[Position]:
    """Return `wanted` positions (0: all), the same ones every time, spread over the repository, sorted by place."""
    found = sorted(positions, key=_place)
    if 0 < wanted < len(found):
        found = sorted(sorted(found, key=_hash)[:wanted], key=_place)
    return found


def write(positions: Iterable[Position], file: str) -> int:
    """Write JSON lines and return how many."""
    count = 0
    with open(file, "w", encoding="utf-8") as stream:
        for position in positions:
            row = asdict(position)
            row["definitions"] = [_short(definition) for definition in position.definitions]
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def read(file: str) -> list[Position]:
    """Read what `write` wrote; keys that an oracle left out have their defaults."""
    found = []
    with open(file, encoding="utf-8") as stream:
        for line in stream:
            row = json.loads(line)
            definitions = [Definition(**definition) for definition in row.pop("definitions")]
            found.append(Position(**row, definitions=definitions))
    return found


def _short(definition: Definition) -> dict[str, object]:
    return asdict(definition) if definition.path is not None else {"path": None}


def _place(position: Position) -> tuple[str, int, int]:
    return position.path, position.line, position.column


def _hash(position: Position) -> bytes:
    return hashlib.sha256(f"{position.path}:{position.line}:{position.column}".encode()).digest()
