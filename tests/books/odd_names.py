"""A repository whose names no file system here refuses and no careless tool survives. Built, never stored."""

from __future__ import annotations

from pathlib import Path

from runs import Content, write_tree

FILES: dict[Content, Content] = {
    "README.md": "# Odd names\n\nEvery name in here is legal on Linux.\n",
    # generated pages have these names
    "index.md": "# An index of our own\n",
    "doc.md": "# A doc of our own\n",
    "manifest.json": '{"format": 1}\n',
    "keywords/k.py": "K = 1\n",
    "index.md/inside.py": None and "",  # type: ignore[dict-item]
    "x.py": "def x():\n    return 1\n",
    "x.py_docs.md": "# Looks like a page\n",
}
