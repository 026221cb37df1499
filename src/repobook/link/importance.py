"""How much of the repository rests on a file, and on a symbol: PageRank over references and imports, and breadth.

A reader opens a source file, follows one of its references or imports to another file, and now and then starts anew.
Where the reader is often found, much rests. A file votes for what it uses by the root of the places, so that a name used
a hundred times in one file counts less than one used in ten files. Tests vote less: what they exercise is not what
others build on. PageRank alone overrates the last link of a chain, the helper of one busy file; so the importance is
the geometric mean of the rank and of the share of files that vote. Those who use the repository from outside cannot be
counted: some more readers stand for them, who open what the repository offers (what the entry of a package takes from
its modules, the headers below `include`) and what its documents show in examples. Fixed order and rounds, and importance is whole
billionths, so that equal facts give equal ranks.

A file that comes or goes changes what it votes for, not all others: sums over the repository that everything would be divided by
are rounded to a power of two, readers who find nothing to follow are not sent elsewhere, and of a rank no more than five bits count.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from itertools import pairwise
from math import log2, sqrt
from operator import itemgetter, mul

from repobook.store import Writer, unpack_shares

ROUNDS = 12  # what is left to follow after them is 0.2 %
FOLLOWS = 0.6  # how often a reader follows a reference, and does not start anew
STAYS = 4.0  # votes that every file keeps: one that uses a single thing does not give it all of its rank
ANEW = 0.6  # how often a reader starts anew: at will, or because a file uses nothing
WHOLE = 1_000_000_000
BITS = 5  # of a rank that count
_STARTS = {"source": 1.0, "test": 0.1, "generated": 0.1, "vendored": 0.1, "build": 0.1}
OUTSIDERS = 0.3  # readers from outside: this share of the sources, and never less than `MIN_OUTSIDERS`
MIN_OUTSIDERS = 2.0


class Uses:
    """The table `use` without lines and without what a file uses of its own, as columns in its order."""

    def __init__(self, store: Writer) -> None:
        self.symbols = array("i")
        self.files = array("i")  # that define them
        self.users = array("i")  # files that use them
        self.places = array("i")
        self.file_of = files = files_of_symbols(store)
        add_symbol, add_file = self.symbols.append, self.files.append
        add_user, add_places = self.users.append, self.places.append
        for symbol, user, places in store.ask(
            "SELECT symbol_id, file_id, places FROM use ORDER BY symbol_id, file_id"
        ):
            if (file := files[symbol]) != user:
                add_symbol(symbol)
                add_file(file)
                add_user(user)
                add_places(places)

    def of(self, symbol: int) -> slice:
        """Return where the uses of a symbol stand."""
        return slice(bisect_left(self.symbols, symbol), bisect_right(self.symbols, symbol))


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


def link_importance(store: Writer, uses: Uses, bodies: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Fill `importance` and `file.importance`; return what the symbols got."""
    starts = {
        file_id: _STARTS.get(kind, 0.0)
        for file_id, kind in store.ask("SELECT id, kind FROM file WHERE outcome = 'documented' ORDER BY id")
    }
    votes = _collect(store, uses, bodies)
    totals: dict[int, float] = defaultdict(lambda: STAYS)
    edges: dict[int, float] = defaultdict(float)
    for user, file, weight in zip(votes.users, votes.files, votes.weights, strict=True):
        totals[user] += weight
        edges[user << 32 | file] += weight
    ranks = rank(starts, edges, totals)
    whole = _about(sum(starts.values()))
    heads = {file: start / whole for file, start in starts.items()}
    breadth: dict[int, float] = defaultdict(float)
    for key in edges:
        breadth[key & 0xFFFFFFFF] += heads[key >> 32]
    ranked: dict[int, float] = defaultdict(float)  # by symbol, as is the next
    spread: dict[int, float] = defaultdict(float)
    for user, symbol, weight in zip(votes.users, votes.symbols, votes.weights, strict=True):
        ranked[symbol] += ranks[user] * weight / totals[user]
        spread[symbol] += heads[user]
    for given in (ranked, spread):
        given.pop(0, None)  # imports are no symbols
    _add_outsiders(store, uses, bodies, ranked, spread, starts)
    symbols = {symbol: share for symbol in sorted(ranked) if (share := _mean(ranked[symbol], spread[symbol]))}
    store.write("INSERT INTO importance VALUES (?, ?)", symbols.items())
    files = ((_mean(ranks[file], breadth[file]), file) for file in sorted(breadth))
    store.write("UPDATE file SET importance = ? WHERE id = ?", files)
    return symbols


def _add_outsiders(
    store: Writer,
    uses: Uses,
    bodies: dict[int, tuple[int, int]],
    ranked: dict[int, float],
    spread: dict[int, float],
    starts: dict[int, float],
) -> None:
    """Let those who use the repository from outside vote for the symbols that it offers."""
    offered = _offered(store, uses, bodies)
    shown = Counter(symbol for (symbol,) in store.ask("SELECT symbol_id FROM document_use"))
    weights = {symbol: 1.0 + 2 * shown[symbol] for symbol in offered}
    sources = sum(start == 1.0 for start in starts.values())
    outside = max(MIN_OUTSIDERS, OUTSIDERS * _about(sources)) / _about(sum(starts.values()))
    total = STAYS + _about(sum(weights.values()))
    for symbol in offered:
        ranked[symbol] += outside * weights[symbol] / total
        spread[symbol] += outside


def _mean(rank_: float, breadth: float) -> int:
    """Return the geometric mean, of which only the first bits count."""
    mean = round(sqrt(rank_ * breadth) * WHOLE)
    dropped = max(0, mean.bit_length() - BITS)
    return mean >> dropped << dropped


def _about(number: float) -> float:
    """Return the power of two that is next to a number, which few changes of that number change."""
    return 2.0 ** round(log2(number)) if number > 0 else 1.0


def _collect(store: Writer, uses: Uses, bodies: dict[int, tuple[int, int]]) -> Votes:
    votes = Votes()
    add_user, add_symbol = votes.users.append, votes.symbols.append
    add_file, add_weight = votes.files.append, votes.weights.append
    for symbol, file, user, places in zip(uses.symbols, uses.files, uses.users, uses.places, strict=True):
        if symbol not in bodies:
            add_user(user)
            add_symbol(symbol)
            add_file(file)
            add_weight(sqrt(places))
        else:  # what is declared here and defined there stands on both
            votes.add(user, symbol, file, sqrt(places) / 2)
            if bodies[symbol][1] != user:
                votes.add(user, *bodies[symbol], sqrt(places) / 2)
    file_of = uses.file_of
    for user, packed in store.ask("SELECT file_id, shares FROM scratch.share ORDER BY file_id"):
        for symbol, share in unpack_shares(packed):
            file = file_of[symbol]
            if file != user:
                add_user(user)
                add_symbol(symbol)
                add_file(file)
                add_weight(min(share, sqrt(share)))
    # An import of Go names a whole folder, and which file of it answers says nothing.
    execute = store.ask
    silent = {file for (file,) in execute("SELECT id FROM file WHERE language = 'Go'")}
    imports = set(execute("SELECT file_id, target_file FROM import WHERE target_file != file_id"))
    for user, file in sorted(imports):
        if user not in silent:
            votes.add(user, 0, file, 1.0)
    return votes


def symbol_spans(store: Writer) -> list[tuple[int, int, int]]:
    """Return the files that have symbols, each with the first and the last id that one of them may have.

    The last is told by the next file's first, not by the file itself: so one symbol more is no other answer.
    """
    firsts = store.ask(
        "SELECT id, (SELECT min(s.id) FROM symbol s WHERE s.file_id = f.id) FROM file f WHERE f.symbols > 0 ORDER BY f.id"
    ).fetchall()
    (last,) = store.ask("SELECT coalesce(max(id), 0) FROM symbol").fetchone()
    return [
        (file, first, following - 1)
        for (file, first), (_, following) in pairwise([*firsts, (0, last + 1)])
    ]  # fmt: skip


def files_of_symbols(store: Writer) -> array[int]:
    """Return the file of every symbol, by its id. Those of a file follow each other."""
    files = array("i", [0])
    for file, first, last in symbol_spans(store):
        files.extend([file] * (last + 1 - first))
    return files


_IS_ENTRY = (
    "(e.path LIKE '%\\_\\_init\\_\\_.py' ESCAPE '\\' AND NOT EXISTS (SELECT 1 FROM file p WHERE p.folder_id = d.parent_id"
    " AND p.path LIKE '%\\_\\_init\\_\\_.py' ESCAPE '\\'))"
    " OR e.path IN ('index.js', 'index.mjs', 'index.ts', 'src/index.js', 'src/index.ts', 'lib/index.js', 'src/lib.rs', 'src/index.tsx')"
    " OR e.path GLOB '*/src/lib.rs' OR e.path GLOB 'packages/*/src/index.[jt]s' OR e.path GLOB 'packages/*/index.[jt]s'"
)


def _offered(store: Writer, uses: Uses, bodies: dict[int, tuple[int, int]]) -> list[int]:
    """Return the symbols that the repository offers to others."""
    execute = store.ask
    entries = {
        file
        for (file,) in execute(
            f"SELECT e.id FROM file e JOIN folder d ON d.id = e.folder_id WHERE e.kind = 'source' AND ({_IS_ENTRY})"
        )
    }
    taken = {symbol for symbol, user in zip(uses.symbols, uses.users, strict=True) if user in entries}
    is_open = "SELECT 1 FROM symbol WHERE id = ? AND scope = '' AND visibility != 'private' AND substr(name, 1, 1) != '_'"
    found = {symbol for symbol in taken if execute(is_open, (symbol,)).fetchone()}
    found |= {
        symbol
        for (symbol,) in execute(
            "SELECT symbol_id FROM document_use"
            " UNION SELECT s.id FROM file e CROSS JOIN symbol s ON s.file_id = e.id WHERE e.kind = 'source'"
            " AND ('/' || e.path) LIKE '%/include/%' AND s.kind IN ('prototype', 'class', 'struct', 'function')"
            " AND s.visibility = 'public' AND s.scope NOT LIKE '%detail%' AND s.scope NOT LIKE '%internal%'"
        )
    }
    return sorted(found | {bodies[symbol][0] for symbol in found if symbol in bodies})


def rank(starts: dict[int, float], edges: dict[int, float], totals: dict[int, float]) -> dict[int, float]:
    """Return about the share of each file. `edges` are keyed by user and used file, 32 bits each; `totals` sum them by user."""
    files = sorted(starts)
    number = {file: at for at, file in enumerate(files)}
    whole = _about(sum(starts.values()))
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
    ranks = start
    for _ in range(ROUNDS):
        following = [ANEW * share for share in start]
        for at, take, listed, shares in pulls:
            if take is None:
                following[at] += FOLLOWS * ranks[listed[0]] * shares[0]
            else:
                following[at] += FOLLOWS * sum(map(mul, take(ranks), shares))
        ranks = following
    return dict(zip(files, ranks, strict=True))
