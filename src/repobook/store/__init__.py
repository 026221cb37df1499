"""Facts <-> one SQLite file, and the cache of facts by content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from repobook.store.reader import SCRATCH, count_files, count_symbols, open_facts, open_reader

if TYPE_CHECKING:
    from repobook.store.answers import Answers
    from repobook.store.cache import Cache, cache_key
    from repobook.store.store import Writer, clean_text, path_bytes, real_path, rows_by_file, shown

__all__ = [
    "SCRATCH",
    "Answers",
    "Cache",
    "Writer",
    "cache_key",
    "clean_text",
    "count_files",
    "count_symbols",
    "open_facts",
    "open_reader",
    "path_bytes",
    "real_path",
    "rows_by_file",
    "shown",
]


def __getattr__(name: str) -> Any:
    """Load what writes when it is first asked for: a question from the shell only reads, and starts at once."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from repobook.store import answers, cache, store

    found = getattr(next(module for module in (answers, cache, store) if hasattr(module, name)), name)
    globals()[name] = found
    return found
