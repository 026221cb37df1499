"""Who inherits from whom, put together from what each file says. Runs after references are resolved."""

from __future__ import annotations

from collections import Counter

from repobook.store import OVERRIDES, Writer


def link_inherits(store: Writer) -> None:
    """Fill `inherit`; what overrides is a reference, too."""
    found: dict[tuple[int, int], tuple[int, int, str, str]] = {
        row[:2]: row
        for row in store.ask("SELECT symbol_id, base_id, how, label FROM scratch.heir ORDER BY rowid")
    }
    rows = sorted(found.values())
    store.write("INSERT INTO inherit VALUES (?, ?, ?, ?)", rows)
    files = dict(
        store.ask(
            "SELECT DISTINCT h.symbol_id, s.file_id FROM scratch.heir h JOIN symbol s ON s.id = h.symbol_id"
        )
    )
    counts = Counter((files[symbol], label) for symbol, _, how, label in rows if how == "override")
    store.write(
        "INSERT INTO answer (rowid, file_id, label, how, cause, places) VALUES (?, ?, ?, 'override', '', ?)",
        [
            (number, *key, places)
            for number, (key, places) in enumerate(sorted(counts.items()), OVERRIDES + 1)
        ],
    )
