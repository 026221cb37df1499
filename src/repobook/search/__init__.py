"""One set of questions about a finished book, for every door: names, paths, words, text."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from repobook.search.answers import Answer
    from repobook.search.query import Query, parse_query
    from repobook.search.search import Search

__all__ = ["Answer", "Query", "Search", "parse_query"]
_MODULES = {"Answer": "answers", "Query": "query", "parse_query": "query", "Search": "search"}


def __getattr__(name: str) -> Any:
    """Load what answers questions when it is first asked for: a build only puts names and words in order."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
