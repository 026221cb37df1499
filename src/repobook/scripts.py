"""Data for the scripts of the site. As scripts they load from a disk, too."""

from __future__ import annotations

import binascii
import json
import zlib
from typing import Any

import msgspec

# Level 4 of 9: a third of the time of level 6, and 4 % more bytes.
_LEVEL = 4


def as_script(name: str, *values: Any) -> str:
    """Return a script that hands data to a page."""
    shown = b",".join(map(_json, values)).decode()
    # Nothing in it can end a script element, or a line in an old engine.
    shown = shown.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"repobook.{name}({shown})\n"


def as_packed_script(name: str, key: Any, value: Any) -> str:
    """Return a script that hands data over packed, less than half as long: base64 of deflated JSON.

    `repobook.unpack` of book.js opens it.
    """
    engine = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15)
    packed = engine.compress(_json(value)) + engine.flush()
    return f'{as_script(name, key)[:-2]},"{binascii.b2a_base64(packed, newline=False).decode()}")\n'


def _json(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # half of a character, which no UTF-8 spells
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
