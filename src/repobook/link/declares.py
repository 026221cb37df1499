"""Files that belong together because one declares what the other defines, or calls it. Runs after references are resolved.

A header declares what a source defines where a declaration has but one body (`body`). A stub (`.pyi`, `.d.ts`) declares
what the module beside it defines under the same names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from repobook.link.importance import files_of_symbols, symbol_spans
from repobook.store import Writer

KEPT = 8  # files that declare what one defines, and the other way round
MAX_NAMES = 3
MIN_CALLED = 3  # functions
MAX_CALLED = 3  # files that one calls most, and that call it most
_ASKED = 500  # symbols in one question to the store
_STUBS = ((".pyi", (".py", ".pyx")), (".d.ts", (".js", ".mjs", ".cjs")))
Names = list[tuple[int, str]]  # importance, name


def link_declares(store: Writer) -> None:
    """Add to `related` who declares, defines and calls what; a reason by name alone gives way to these."""
    rows = []
    for (one, other), names in sorted((_bodies(store) | _stubs(store)).items()):
        weight = 3.0 + min(len(names), 900) / 1000  # those that share most come first
        rows.append((other, one, f"declares {_listed(names)} that this file defines", weight))
        rows.append((one, other, f"defines {_listed(names)} that this file declares", weight))
    rows = _most(rows, KEPT)
    known = {(row[0], row[1]) for row in rows}
    rows += [row for row in _calls(store) if (row[0], row[1]) not in known]
    rows += [
        row
        for row in store.ask("SELECT file_id, other_id, reason, weight FROM scratch.namesake")
        if (row[0], row[1]) not in known
    ]
    store.add_related("declares", sorted(rows))


_Row = tuple[int, int, str, float]


def _most(rows: Iterable[_Row], kept: int) -> list[_Row]:
    by_file: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_file[row[0]].append(row)
    return [
        row for listed in by_file.values() for row in sorted(listed, key=lambda row: (-row[3], row[1]))[:kept]
    ]


def _listed(names: Names) -> str:
    """Return the most important of some names as code, and how many more there are."""
    order = list(dict.fromkeys(name for _, name in sorted(names, key=lambda item: (-item[0], item[1]))))
    shown = ", ".join(f"`{name}`" for name in order[:MAX_NAMES])
    more = len(order) - MAX_NAMES
    return shown + (f" and {more:,} more" if more > 0 else "")


def _bodies(store: Writer) -> dict[tuple[int, int], Names]:
    """Return what is declared in one file and defined in another."""
    found: dict[tuple[int, int], Names] = defaultdict(list)
    for declared, defined, name, share in store.ask(
        "SELECT d.file_id, s.file_id, s.name, coalesce(i.share, 0) FROM body b JOIN symbol d ON d.id = b.symbol_id"
        " JOIN symbol s ON s.id = b.body_id LEFT JOIN importance i ON i.symbol_id = d.id WHERE d.file_id != s.file_id"
    ):
        if name.isidentifier():
            found[declared, defined].append((share, name))
    return found


def _stubs(store: Writer) -> dict[tuple[int, int], Names]:
    """Return the names that a stub and the module beside it share."""
    execute = store.ask
    found: dict[tuple[int, int], Names] = {}
    for stub, path in execute(
        "SELECT id, path FROM file WHERE outcome = 'documented' AND (path LIKE '%.pyi' OR path LIKE '%.d.ts') ORDER BY id"
    ).fetchall():
        for ending, modules in _STUBS:
            places = [path.removesuffix(ending) + module for module in modules if path.endswith(ending)]
            for module in places:
                names = execute(
                    "SELECT DISTINCT coalesce(i.share, 0), s.name FROM file f JOIN symbol s ON s.file_id = f.id"
                    " JOIN symbol d ON d.file_id = ? AND d.name = s.name AND d.scope = s.scope"
                    " LEFT JOIN importance i ON i.symbol_id = s.id WHERE f.path = ? AND s.scope = ''",
                    (stub, module),
                ).fetchall()
                row = execute("SELECT id FROM file WHERE path = ?", (module,)).fetchone() if names else None
                if row is not None:
                    found[stub, row[0]] = [(share, name) for share, name in names if name.isidentifier()]
    return found


def _calls(store: Writer) -> list[_Row]:
    """Return the files whose functions one calls most, surely."""
    execute = store.ask
    sources = {file for (file,) in execute("SELECT id FROM file WHERE kind = 'source'")}
    files = files_of_symbols(store)
    bodies = dict(execute("SELECT symbol_id, body_id FROM body").fetchall())
    pairs: list[tuple[int, int, list[int]]] = []
    for caller, first, last in symbol_spans(store):
        if caller not in sources:
            continue
        called: dict[int, set[int]] = defaultdict(set)
        for (declared,) in execute(
            "SELECT target_id FROM call WHERE caller_id BETWEEN ? AND ? AND label IN ('e', 's')",
            (first, last),
        ):
            target = bodies.get(declared, declared)
            file = files[target]
            if file != caller and file in sources:
                called[file].add(target)
        best = sorted(called.items(), key=lambda item: (-len(item[1]), item[0]))[:MAX_CALLED]
        pairs += [(caller, file, sorted(targets)) for file, targets in best if len(targets) >= MIN_CALLED]
    asked = sorted({target for *_, targets in pairs for target in targets})
    names: dict[int, tuple[int, str]] = {}
    for at in range(0, len(asked), _ASKED):
        part = asked[at : at + _ASKED]
        for symbol, name, share in execute(
            "SELECT s.id, s.name, coalesce(i.share, 0) FROM symbol s LEFT JOIN importance i ON i.symbol_id = s.id"
            f" WHERE s.id IN ({', '.join('?' * len(part))})",
            part,
        ):
            if name.isidentifier():
                names[symbol] = (share, name)
    sent, taken = [], []
    for one, other, targets in pairs:
        listed = [names[target] for target in targets if target in names]
        weight = 1 + min(len(listed), 40) / 50
        if listed:
            sent.append((one, other, f"defines {_listed(listed)} that this file calls", weight))
            taken.append((other, one, f"calls {_listed(listed)} of this file", weight))
    return [*sent, *_most(taken, MAX_CALLED)]
