"""Facts <-> one SQLite file, and the cache of facts by content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from repobook.store.reader import SCRATCH, count_files, count_symbols, open_facts, open_reader

if TYPE_CHECKING:
    from repobook.store.answers import Answers, Found, renew_answers, unpack_shares
    from repobook.store.asking import Asking, Rows, Step, Trace
    from repobook.store.cache import Cache, cache_key
    from repobook.store.numbering import Numbering, is_roomy, number_paths
    from repobook.store.renew import renew_file
    from repobook.store.store import (
        FINDING_PARTS,
        NO_HISTORY,
        OVERRIDES,
        PART_BITS,
        RELATED_PARTS,
        Writer,
        clean_text,
        has_room,
        is_kin,
        path_bytes,
        real_path,
        room,
        rows_by_file,
        shown,
    )
    from repobook.store.tracked import Tracked

__all__ = [
    "FINDING_PARTS",
    "NO_HISTORY",
    "OVERRIDES",
    "PART_BITS",
    "RELATED_PARTS",
    "SCRATCH",
    "Answers",
    "Asking",
    "Cache",
    "Found",
    "Numbering",
    "Rows",
    "Step",
    "Trace",
    "Tracked",
    "Writer",
    "cache_key",
    "clean_text",
    "count_files",
    "count_symbols",
    "has_room",
    "is_kin",
    "is_roomy",
    "number_paths",
    "open_facts",
    "open_reader",
    "path_bytes",
    "real_path",
    "renew_answers",
    "renew_file",
    "room",
    "rows_by_file",
    "shown",
    "unpack_shares",
]


def __getattr__(name: str) -> Any:
    """Load what writes when it is first asked for: a question from the shell only reads, and starts at once."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from repobook.store import answers, asking, cache, numbering, renew, store, tracked

    modules = (answers, asking, cache, numbering, renew, store, tracked)
    found = getattr(next(module for module in modules if hasattr(module, name)), name)
    globals()[name] = found
    return found
