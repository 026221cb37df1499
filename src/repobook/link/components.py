"""The parts of a repository as a reader meets them: folders of a size to read about, foundations first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from repobook.link.folders import reading_order
from repobook.link.layers import find_cycles, find_layers
from repobook.store import Writer

MAX_COMPONENTS = 28
MIN_LINES = 40
LARGE_SHARE = 0.22  # a part that holds more of the source than this is split into its folders
SMALL_SHARE = 0.01  # what holds less stays with the folder above it
TINY_SHARE = 0.003  # a part with less source than this is no foundation
# What stands around the code: shown, but neither split nor read first.
AROUND = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|bench(?:mark)?s?|benches|tutorials?|docs?|scripts|tools?|utils|contrib|playground|third[_-]party)$",
    re.I,
)
# What tests read is no part of the architecture.
TEST_DATA = re.compile(
    r"(?:^|/)(?:test[_-]?data|test[_-]?files|fixtures?|__(?:fixtures|snapshots)__|snapshots)$", re.I
)


def link_components(store: Writer) -> None:
    """Fill `component` and `component_link`."""
    rows = store.ask("SELECT id, parent_id, all_lines, path FROM folder ORDER BY id").fetchall()
    parents = {row[0]: row[1] for row in rows}
    lines = {row[0]: row[2] for row in rows}
    children: dict[int, list[int]] = defaultdict(list)
    used = _used(store, {row[0]: row[3] for row in rows})
    aside = {row[0] for row in rows if AROUND.search(row[3]) and row[0] not in used}
    data = {row[0] for row in rows if TEST_DATA.search(row[3])}
    for folder, parent, *_ in rows:
        if parent is not None:
            children[parent].append(folder)
    root = rows[0][0]
    source = dict(
        store.ask(
            "SELECT folder_id, sum(lines) FROM file WHERE kind = 'source' AND outcome = 'documented' GROUP BY folder_id"
        ).fetchall()
    )
    chosen = [folder for folder in children[root] if lines[folder] >= MIN_LINES and folder not in data]
    if source.get(root, 0) >= MIN_LINES:
        chosen.append(root)  # code that lies at the top is a part of its own
        lines[root] = source[root]
    total = max(1, sum(source.values()))
    # Copies of other projects, tests and data are one part each, however large: nobody reads them chapter by chapter.
    below = _source_below(parents, source)

    def is_part(folder: int) -> bool:
        return folder not in data and below[folder] >= max(MIN_LINES, SMALL_SHARE * total)

    while len(chosen) < MAX_COMPONENTS:
        large = [f for f in chosen if f != root and f not in aside and below[f] > LARGE_SHARE * total]
        large = [f for f in large if any(is_part(c) for c in children[f])]
        if not large:
            break
        biggest = max(large, key=lambda f: (below[f], -f))
        parts = [c for c in children[biggest] if is_part(c)]
        lines[biggest] -= sum(lines[c] for c in parts)
        below[biggest] -= sum(below[c] for c in parts)
        # Files directly in a split folder stay with it, so that nothing falls between the chapters.
        rest = [biggest] if lines[biggest] >= MIN_LINES else []
        chosen = [f for f in chosen if f != biggest] + parts + rest
        children[biggest] = []
    chosen = sorted(set(chosen), key=lambda f: (-lines[f], f))[:MAX_COMPONENTS]
    owner = _owners(parents, set(chosen))
    links: Counter[tuple[int, int]] = Counter()
    evidence: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b, count, file_id, line in store.ask(
        "SELECT folder_id, other_id, imports, file_id, line FROM folder_link WHERE is_source ORDER BY folder_id, other_id"
    ):
        pair = (owner.get(a), owner.get(b))
        if pair[0] is not None and pair[1] is not None and pair[0] != pair[1]:
            links[pair[0], pair[1]] += count
            evidence.setdefault((pair[0], pair[1]), (file_id, line))
    own_source: Counter[int] = Counter()
    for folder, count in source.items():
        if folder in owner:
            own_source[owner[folder]] += count
    # What holds the code comes first; what stands around it (tests, documents, tools' settings) follows.
    main = [
        f for f in sorted(chosen) if f not in aside and own_source[f] >= max(MIN_LINES, TINY_SHARE * total)
    ]
    around = [f for f in sorted(chosen) if f not in main]
    cycles = find_cycles([f for f in chosen if own_source[f]], links)
    layers = find_layers([f for f in chosen if own_source[f]], links, cycles)
    # Within a layer, and so within a cycle, the one that builds on least comes first.
    place = {f: n for n, f in enumerate(reading_order(main, links) + reading_order(around, links))}
    order = sorted(chosen, key=lambda f: (f in around, layers.get(f, 0), place[f]))
    store.write(
        "INSERT INTO component VALUES (?, ?, ?, ?, ?)",
        [
            (n, folder, layers.get(folder, 0), cycles.get(folder, 0), own_source[folder])
            for n, folder in enumerate(order, 1)
        ],
    )
    store.write(
        "INSERT INTO component_link VALUES (?, ?, ?, ?, ?)",
        [(a, b, count, *evidence[a, b]) for (a, b), count in sorted(links.items())],
    )


def _used(store: Writer, paths: dict[int, str]) -> set[int]:
    """Return the folders inside others from which sources beside them import: `src/benchmark` is code by any name."""
    found: set[int] = set()
    for user, other in store.ask("SELECT folder_id, other_id FROM folder_link WHERE is_source ORDER BY 1, 2"):
        path = paths[other]
        if (
            "/" in path
            and f"{paths[user]}/".startswith(path.rpartition("/")[0] + "/")
            and not f"{paths[user]}/".startswith(path + "/")
        ):
            found.add(other)
    return found


def _source_below(parents: dict[int, int | None], source: dict[int, int]) -> Counter[int]:
    """Return the lines of source at and below each folder."""
    below: Counter[int] = Counter()
    for folder, count in source.items():
        at: int | None = folder
        while at is not None:
            below[at] += count
            at = parents[at]
    return below


def _owners(parents: dict[int, int | None], chosen: set[int]) -> dict[int, int]:
    """Return, for each folder, the nearest part at or above it."""
    owner: dict[int, int] = {}
    for folder in parents:
        at: int | None = folder
        while at is not None and at not in chosen:
            at = parents[at]
        if at is not None:
            owner[folder] = at
    return owner
