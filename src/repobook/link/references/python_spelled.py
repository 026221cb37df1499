"""What a name of Python may mean where nothing but its spelling connects it to a symbol."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from repobook.link.references.answers import IS_UNRESOLVED, SCOPED, Answer, candidates
from repobook.link.references.index import MEMBER_KINDS, Index

if TYPE_CHECKING:
    from repobook.link.references.python import PythonNames

# Methods of the language's own types: an unknown value that has one of these may be anything.
COMMON = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, complex, type(re.match("", "")), type(re.compile("")), Exception, range, slice, memoryview)
    for name in dir(kind)
) | frozenset(
    ["read", "write", "close", "open", "readline", "readlines", "seek", "tell", "flush", "fileno", "run", "start", "stop", "wait", "send", "recv", "put", "get_nowait", "put_nowait", "acquire", "release", "submit", "result", "shutdown", "map", "set_result", "cancel", "connect", "cursor", "execute", "commit", "rollback", "fetchall", "fetchone", "name", "path", "parent", "stem", "suffix", "exists", "mkdir", "unlink", "rename", "resolve", "shape", "dtype", "size", "T", "sum", "mean", "min", "max", "reshape", "astype", "view", "item", "numpy", "cpu", "cuda", "to", "device", "grad", "data", "backward", "args", "kwargs", "func", "value", "values", "type", "id", "info", "debug", "warning", "error", "critical", "exception", "log", "parse_args", "add_argument", "group", "groups", "match", "search", "main", "test", "setUp", "tearDown", "register", "unregister", "load", "save", "loads", "dumps", "dump", "next", "send", "throw", "call", "apply", "filter", "reduce", "update", "reset"]
)  # fmt: skip


def spelled(names: PythonNames, index: Index, name: str, *, is_member: bool) -> Answer:
    """Answer by name alone: one in reach is `scoped`, several are candidates."""
    named = index.named("python")[name]
    found = [symbol for symbol in named if not is_member or symbol.scope]
    if not found:
        return IS_UNRESOLVED
    if len(found) == 1 and is_member and name not in COMMON and len(name) > 3:
        owner = names.owner(found[0]) if found[0].kind in MEMBER_KINDS else None
        # What a class has that inherits from outside, others out there may have.
        if owner is not None and not name.startswith("__") and names.class_member(owner, "")[1]:
            return Answer(SCOPED, (found[0].id,))
    return candidates(found)
