"""Data for scripts."""

from __future__ import annotations

import json
from typing import Any


def as_script(name: str, *values: Any) -> str:
    """Return a script that hands data to a page. As a script it loads from a disk too."""
    shown = ",".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)
    # Nothing in it can end a script element, or a line in an old engine.
    shown = shown.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"repobook.{name}({shown})\n"
