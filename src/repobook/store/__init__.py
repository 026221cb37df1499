"""Facts <-> one SQLite file, and the cache of facts by content."""

from repobook.store.cache import Cache, cache_key
from repobook.store.store import (
    SCRATCH,
    Writer,
    clean_text,
    open_facts,
    open_reader,
    path_bytes,
    real_path,
    rows_by_file,
    shown,
)

__all__ = [
    "SCRATCH",
    "Cache",
    "Writer",
    "cache_key",
    "clean_text",
    "open_facts",
    "open_reader",
    "path_bytes",
    "real_path",
    "rows_by_file",
    "shown",
]
