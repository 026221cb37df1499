"""How much of the repository rests on a file, and on a symbol: PageRank over references and imports, and breadth.

A reader opens a source file, follows one of its references or imports to another file, and now and then starts anew.
Where the reader is often found, much rests. A file votes for what it uses by the root of the places, so that a name used
a hundred times in one file counts less than one used in ten files. Tests vote less: what they exercise is not what
others build on. PageRank alone overrates the last link of a chain, the helper of one busy file; so the importance is
the geometric mean of the rank and of the share of files that vote. Those who use the repository from outside cannot be
counted: some more readers stand for them, who open what the repository offers (what the entry of a package takes from
its modules, the headers below `include`) and what its documents show in examples. Fixed order and rounds, and importance is whole
billionths, so that equal facts give equal ranks.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import sqrt
from operator import itemgetter, mul

from repobook.store import Writer

ROUNDS = 12  # what is left to follow after them is 0.2 %
FOLLOWS = 0.6  # how often a reader follows a reference, and does not start anew
STAYS = 4.0  # votes that every file keeps: one that uses a single thing does not give it all of its rank
WHOLE = 1_000_000_000
_STARTS = {"source": 1.0, "test": 0.1, "generated": 0.1, "vendored": 0.1, "build": 0.1}
OUTSIDERS = 0.3  # readers from outside: this share of the sources, and never less than `MIN_OUTSIDERS`
MIN_OUTSIDERS = 2.0
# Files in their order, each with the symbols that it may mean, and in how many places.
Shares = Iterable[tuple[int, list[tuple[int, float]]]]


class Votes:
    """What each file uses, as columns: user, symbol, the file that defines it, weight."""

    def __init__(self) -> None:
        self.users = array("i")
        self.symbols = array("i")
        self.files = array("i")
        self.weights = array("d")

    def add(self, user: int, symbol: int, file: int, weight: float) -> None:
        self.users.append(user)
        self.symbols.append(symbol)
        self.files.append(file)
        self.weights.append(weight)


def link_importance(store: Writer, shares: Shares, bodies: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Fill `importance` and `file.importance`; return what the symbols got."""
    starts = {
        file_id: _STARTS.get(kind, 0.0)
        for file_id, kind in store.connection.execute(
            "SELECT id, kind FROM file WHERE outcome = 'documented' ORDER BY id"
        )
    }
    votes = _collect(store, shares, bodies)
    totals: dict[int, float] = defaultdict(lambda: STAYS)
    edges: dict[int, float] = defaultdict(float)
    for user, file, weight in zip(votes.users, votes.files, votes.weights, strict=True):
        totals[user] += weight
        edges[user << 32 | file] += weight
    ranks = rank(starts, edges, totals)
    whole = sum(starts.values()) or 1.0
    breadth: dict[int, float] = defaultdict(float)
    for key in edges:
        breadth[key & 0xFFFFFFFF] += starts[key >> 32] / whole
    found: dict[int, tuple[float, float]] = {}
    for user, symbol, weight in zip(votes.users, votes.symbols, votes.weights, strict=True):
        if symbol:
            known = found.get(symbol, (0.0, 0.0))
            found[symbol] = (known[0] + ranks[user] * weight / totals[user], known[1] + starts[user] / whole)
    _add_outsiders(store, bodies, found, starts)
    symbols = {symbol: share for symbol, pair in sorted(found.items()) if (share := _mean(*pair))}
    store.write("INSERT INTO importance VALUES (?, ?)", symbols.items())
    files = ((_mean(ranks[file], breadth[file]), file) for file in sorted(breadth))
    store.write("UPDATE file SET importance = ? WHERE id = ?", files)
    return symbols


def _add_outsiders(
    store: Writer,
    bodies: dict[int, tuple[int, int]],
    found: dict[int, tuple[float, float]],
    starts: dict[int, float],
) -> None:
    """Let those who use the repository from outside vote for the symbols that it offers."""
    offered = _offered(store, bodies)
    shown = Counter(symbol for (symbol,) in store.connection.execute("SELECT symbol_id FROM document_use"))
    weights = {symbol: 1.0 + 2 * shown[symbol] for symbol in offered}
    sources = sum(start == 1.0 for start in starts.values())
    outside = max(MIN_OUTSIDERS, OUTSIDERS * sources) / (sum(starts.values()) or 1.0)
    total = STAYS + sum(weights.values())
    for symbol in offered:
        known = found.get(symbol, (0.0, 0.0))
        found[symbol] = (known[0] + outside * weights[symbol] / total, known[1] + outside)


def _mean(rank_: float, breadth: float) -> int:
    return round(sqrt(rank_ * breadth) * WHOLE)


def _collect(store: Writer, shares: Shares, bodies: dict[int, tuple[int, int]]) -> Votes:
    votes = Votes()
    execute = store.connection.execute
    for symbol, file, user, places in execute(
        "SELECT u.symbol_id, s.file_id, u.file_id, u.places FROM use u JOIN symbol s ON s.id = u.symbol_id"
        " WHERE s.file_id != u.file_id"
    ):
        body = bodies.get(symbol)
        if body is None:
            votes.add(user, symbol, file, sqrt(places))
        else:  # what is declared here and defined there stands on both
            votes.add(user, symbol, file, sqrt(places) / 2)
            if body[1] != user:
                votes.add(user, *body, sqrt(places) / 2)
    files = array("i")
    for user, meant in shares:
        files = files or files_of_symbols(store)
        for symbol, places in meant:
            if files[symbol] != user:
                votes.add(user, symbol, files[symbol], min(places, sqrt(places)))
    # An import of Go names a whole folder, and which file of it answers says nothing.
    for user, file in execute(
        "SELECT DISTINCT i.file_id, i.target_file FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.target_file != i.file_id AND f.language != 'Go' ORDER BY 1, 2"
    ):
        votes.add(user, 0, file, 1.0)
    return votes


def files_of_symbols(store: Writer) -> array[int]:
    """Return the file of every symbol, by its id. Those of a file follow each other."""
    files = array("i", [0])
    for file, last in store.connection.execute(
        "SELECT file_id, max(id) FROM symbol GROUP BY file_id ORDER BY 2"
    ):
        files.extend([file] * (last + 1 - len(files)))
    return files


_IS_ENTRY = (
    "(e.path LIKE '%\\_\\_init\\_\\_.py' ESCAPE '\\' AND NOT EXISTS (SELECT 1 FROM file p WHERE p.folder_id = d.parent_id"
    " AND p.path LIKE '%\\_\\_init\\_\\_.py' ESCAPE '\\'))"
    " OR e.path IN ('index.js', 'index.mjs', 'index.ts', 'src/index.js', 'src/index.ts', 'lib/index.js', 'src/lib.rs', 'src/index.tsx')"
    " OR e.path GLOB '*/src/lib.rs' OR e.path GLOB 'packages/*/src/index.[jt]s' OR e.path GLOB 'packages/*/index.[jt]s'"
)


def _offered(store: Writer, bodies: dict[int, tuple[int, int]]) -> list[int]:
    """Return the symbols that the repository offers to others."""
    found = {
        symbol
        for (symbol,) in store.connection.execute(
            "SELECT s.id FROM file e JOIN folder d ON d.id = e.folder_id JOIN use u ON u.file_id = e.id"
            " JOIN symbol s ON s.id = u.symbol_id WHERE e.kind = 'source' AND s.file_id != e.id AND s.scope = ''"
            f" AND s.visibility != 'private' AND substr(s.name, 1, 1) != '_' AND ({_IS_ENTRY})"
            " UNION SELECT symbol_id FROM document_use"
            " UNION SELECT s.id FROM file e JOIN symbol s ON s.file_id = e.id WHERE e.kind = 'source'"
            " AND ('/' || e.path) LIKE '%/include/%' AND s.kind IN ('prototype', 'class', 'struct', 'function')"
            " AND s.visibility = 'public' AND s.scope NOT LIKE '%detail%' AND s.scope NOT LIKE '%internal%'"
        )
    }
    return sorted(found | {bodies[symbol][0] for symbol in found if symbol in bodies})


def rank(starts: dict[int, float], edges: dict[int, float], totals: dict[int, float]) -> dict[int, float]:
    """Return the share of each file. `edges` are keyed by user and used file, 32 bits each; `totals` sum them by user."""
    files = sorted(starts)
    number = {file: at for at, file in enumerate(files)}
    whole = sum(starts.values()) or 1.0
    start = [starts[file] / whole for file in files]
    sources: list[list[int]] = [[] for _ in files]
    weights: list[list[float]] = [[] for _ in files]
    for key in sorted(edges):
        user, used = key >> 32, key & 0xFFFFFFFF
        if user in number and used in number:
            sources[number[used]].append(number[user])
            weights[number[used]].append(edges[key] / totals[user])
    pulls = [
        (at, itemgetter(*listed) if len(listed) > 1 else None, listed, weights[at])
        for at, listed in enumerate(sources)
        if listed
    ]
    silent = [at for at, file in enumerate(files) if file not in totals]
    ranks = start
    for _ in range(ROUNDS):
        # A file that uses nothing sends its reader anywhere.
        lost = FOLLOWS * sum([ranks[at] for at in silent]) + 1 - FOLLOWS
        following = [lost * share for share in start]
        for at, take, listed, shares in pulls:
            if take is None:
                following[at] += FOLLOWS * ranks[listed[0]] * shares[0]
            else:
                following[at] += FOLLOWS * sum(map(mul, take(ranks), shares))
        ranks = following
    return dict(zip(files, ranks, strict=True))
