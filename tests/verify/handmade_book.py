"""A small book written by hand, from docs/book.md and nothing else: no line of it comes from the renderer."""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from repobook.verify import Report, verify

CART = b'''"""The cart."""

from shop.models import Item


class Cart:
    def total(self) -> int:
        return sum(item.price for item in self.items)

    def add(self, item: Item) -> None:
        self.items.append(item)
'''
MODELS = b"class Item:\n    price: int = 0\n"
NOTES = "caf\xe9\r\nfence: ``` and \x1b[0m\nhidden: \u202e end \x00\nlast".encode()

CART_DOCS = """# Documentation: `shop/cart.py`

## File Metadata

| what | value |
|---|---|
| path | [`shop/cart.py`](#original-source) |
| pipes | `a \\| b` |

## File Purpose

> The cart. ([L1](#original-source))

## Original Source

```python
%s```

## Detailed Analysis

### `Cart`

class, [L6-L11](#original-source "Cart"), uses [`Item`](models.py_docs.md#item)

### `Cart.total`

method, [L7-L8](#original-source "total"): see [`add`](#cartadd)

### `Cart.add`

method, [L10-L11](#original-source "add"); takes [`shop/models.py` L1](models.py_docs.md#original-source "Item")

## Usage

```python
cart = Cart()  # <b>no tag</b>, [no link](nowhere.md)
```

## Cross-References

- [Keywords](cart.py_kw.md)
- [Folder](index.md), [all](../index.md#contents)
"""

CART_KW = """# Keyword Index: `shop/cart.py`

## File Information

- [Documentation](cart.py_docs.md#detailed-analysis)

## Keywords Extracted

### Methods

- [`Cart.total`](cart.py_docs.md#carttotal), [L7](cart.py_docs.md#original-source "total")

### Identifiers

- `add`: 10
- `Cart`: 6
- `item` ×5: 8 10-11
- `Item` ×2: 3 10
- `self` ×4: 7-8 10 … and 1 more line

## Keyword → Section Map

- `Cart`: [Detailed Analysis](cart.py_docs.md#detailed-analysis)
"""

MODELS_DOCS = """# Documentation: `shop/models.py`

## Original Source

```python
%s```

## Detailed Analysis

### `Item`

class, [L1-L2](#original-source "Item"), made by [`shop/cart.py` L3](cart.py_docs.md "Item")

## Related Files

[`shop/cart.py` L10](cart.py_docs.md#original-source "add")
"""

MODELS_KW = """# Keyword Index: `shop/models.py`

### Identifiers

- `Item`: 1
- `price`: 2
"""

NOTES_DOCS = """# Documentation: `notes.txt`

## Original Source

````
café
fence: ``` and ␛[0m
hidden: [U+202E] end ␀
last
````
"""

NOTES_KW = """# Keyword Index: `notes.txt`

### Terms

- `café`: 1
- `[U+202E]`: 3
- `` ``` ``: 2
"""

INDEX = """# The shop

A < B, 5 <6, \\<b\\>text\\</b\\>, &lt;i&gt; and `<u>` are no tags. \\[Not\\](a-link.md) either.

## Contents

1. [`shop/`](shop/index.md#the-folder-shop): the report is [here](verification_report.md)
2. [`notes.txt`](notes.txt_docs.md), [its café](notes.txt_kw.md#terms)

## Äpfel & Birnen_2

See [above](#%C3%A4pfel--birnen_2), [again](#contents-1) and [`manifest.json`](manifest.json).

## Contents

Twice, so that the second one has a number.
"""

SHOP_INDEX = """# The folder `shop/`

| file | what |
|:---|---:|
| [`cart.py`](cart.py_docs.md) | the cart |
| [`models.py`](models.py_docs.md "models") | what it holds \\| more |
"""

REPORT = "# Verification report\n\nNothing wrong.\n"


def rest() -> None:
    """Wait until files that are written now have another time than those before: the clock of files goes by steps."""
    time.sleep(0.02)


@dataclass
class Handmade:
    """Sources and pages in memory; `write` makes a repository and a sealed book of them."""

    folder: Path
    sources: dict[str, bytes]
    pages: dict[str, str | bytes]
    documented: dict[str, str]  # source -> the name of its pages without `_docs.md` and `_kw.md`
    left_out: list[dict[str, str]]
    stated: dict[str, dict[str, Any]] = field(default_factory=dict)  # what the manifest adds for a source
    head: dict[str, Any] = field(default_factory=dict)
    book_name: str = "book"

    @property
    def repository(self) -> Path:
        return self.folder / "repository"

    @property
    def book(self) -> Path:
        return self.folder / self.book_name

    def page(self, path: str) -> str:
        page = self.pages[path]
        assert isinstance(page, str)
        return page

    def replace(self, path: str, old: str, new: str) -> None:
        """Change a page before the book is sealed, so that only what it says can be wrong."""
        assert self.page(path).count(old) == 1
        self.pages[path] = self.page(path).replace(old, new)

    def write(self) -> None:
        for path, data in self.sources.items():
            _write(self.repository / path, data)
        for path, page in self.pages.items():
            _write(self.book / path, page.encode() if isinstance(page, str) else page)
        self.seal()

    def seal(self) -> None:
        _write(self.book / "manifest.json", self.in_lines().encode())
        self.seal_sums()

    def in_lines(self) -> str:
        """Return the manifest in the form that a build writes: an entry a line."""
        stated = self.manifest()
        lists = {
            key: ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in stated.pop(key))
            for key in ("files", "pages")
        }
        head = json.dumps(stated, indent=1, ensure_ascii=False)[:-2]
        return head + "".join(f',\n "{key}": [\n{lines}\n]' for key, lines in lists.items()) + "\n}\n"

    def seal_sums(self) -> None:
        sums = {path: _digest(page) for path, page in self.pages.items()}
        sums["manifest.json"] = _digest((self.book / "manifest.json").read_bytes())
        text = "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items()))
        _write(self.book / "SHA256SUMS", text.encode())

    def manifest(self) -> dict[str, Any]:
        files: list[dict[str, Any]] = [dict(entry) for entry in self.left_out]
        for path, page in self.documented.items():
            data = self.sources[path]
            files.append(
                {
                    "path": path,
                    "outcome": "documented",
                    "sha256": _digest(data),
                    "size": len(data),
                    "lines": data.count(b"\n") + (not data.endswith(b"\n")),
                    "language": "Python",
                    "kind": "source",
                    "docs": page + "_docs.md",
                    "keywords": page + "_kw.md",
                    **self.stated.get(path, {}),
                }
            )
        skipped = sum(entry["outcome"] == "skipped" for entry in self.left_out)
        return {
            "format": 1,
            "tool": {"name": "repobook", "version": "0"},
            "repository": {"name": "shop", "revision": ""},
            "options": {},
            "source_root": "",
            "counts": {
                "scanned": len(self.documented) + skipped,
                "documented": len(self.documented),
                "skipped": skipped,
                "ignored": len(self.left_out) - skipped,
            },
            "files": sorted(files, key=lambda file: file["path"]),
            "pages": [
                {"path": path, "sha256": _digest(page), "size": len(_bytes(page))}
                for path, page in sorted(self.pages.items())
            ],
            **self.head,
        }

    def looks(self) -> dict[str, tuple[int, int, int, int, int]]:
        """How the files of the book look from outside."""
        found = {}
        for path in self.book.rglob("*"):
            if path.is_file() and not path.is_symlink():
                seen = path.stat()
                look = (seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_mode)
                found[str(path.relative_to(self.book))] = look
        return found

    def verify(self, **options: Any) -> Report:
        return verify(str(self.book), str(self.repository), **options)

    def codes(self, **options: Any) -> list[str]:
        """Verify and return the codes of the problems, in order."""
        return [problem.code for problem in self.verify(**options).problems]


def small_book(folder: Path) -> Handmade:
    """Return a correct book of a small repository, not yet written."""
    return Handmade(
        folder,
        sources={
            "shop/cart.py": CART,
            "shop/models.py": MODELS,
            "notes.txt": NOTES,
            "logo.png": b"\x89PNG\x00",
            "build/out.o": b"\x00",
            ".git/config": b"[core]\n",
        },
        pages={
            "index.md": INDEX,
            "verification_report.md": REPORT,
            "shop/index.md": SHOP_INDEX,
            "shop/cart.py_docs.md": CART_DOCS % CART.decode(),
            "shop/cart.py_kw.md": CART_KW,
            "shop/models.py_docs.md": MODELS_DOCS % MODELS.decode(),
            "shop/models.py_kw.md": MODELS_KW,
            "notes.txt_docs.md": NOTES_DOCS,
            "notes.txt_kw.md": NOTES_KW,
            "book.db": b"SQLite format 3\x00",
        },
        documented={
            "shop/cart.py": "shop/cart.py",
            "shop/models.py": "shop/models.py",
            "notes.txt": "notes.txt",
        },
        left_out=[
            {"path": "build/", "outcome": "ignored", "reason": "gitignore", "detail": "build/"},
            {"path": "logo.png", "outcome": "skipped", "reason": "binary", "detail": ""},
        ],
    )


def _bytes(page: str | bytes) -> bytes:
    return page.encode() if isinstance(page, str) else page


def _digest(page: str | bytes) -> str:
    return hashlib.sha256(_bytes(page)).hexdigest()


def _write(path: Path, data: bytes) -> None:
    os.makedirs(path.parent, exist_ok=True)
    path.write_bytes(data)
