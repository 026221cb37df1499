"""A diagram of folders, drawn from the Mermaid text that the book holds: boxes in columns, arrows to what they build on."""

from __future__ import annotations

import re
from collections.abc import Callable

from repobook.render.web.html import attribute, escape

_NODE = re.compile(r'^  f(\d+)\["(.*)"\]$', re.M)
_EDGE = re.compile(r"^  f(\d+) -->\|(\d+)\| f(\d+)$", re.M)
_SIGN = re.compile(r"#(\d+);")
ROW, GAP, COLUMN, PAD, ARC = 34, 16, 84, 8, 26

Place = tuple[float, float, float]  # left side, middle, width
Find = Callable[[str], str]  # name of a box -> where it leads; "" for nowhere


def draw_graph(text: str, find: Find | None = None) -> str:
    """Return a diagram as SVG; "" for a text that is none of ours. `find` tells where a box leads."""
    names = {int(n): _SIGN.sub(lambda found: chr(int(found[1])), name) for n, name in _NODE.findall(text)}
    edges = [(int(a), int(b), int(count)) for a, count, b in _EDGE.findall(text)]
    if not names or not edges or any(end not in names for a, b, _ in edges for end in (a, b)):
        return ""
    columns = _columns(sorted(names), [(a, b) for a, b, _ in edges])
    column_of = {n: at for at, column in enumerate(columns) for n in column}
    spans = [column_of[b] - column_of[a] for a, b, _ in edges]
    above = ARC * (max(spans) - 1) if max(spans) > 1 else 0
    below = ARC * -min(spans) if min(spans) < 0 else 0
    places: dict[int, Place] = {}
    x = float(PAD)
    tallest = max(len(column) for column in columns) * (ROW + GAP) - GAP
    for column in columns:
        width = max(len(names[n]) for n in column) * 7.9 + 26
        y = PAD + above + (tallest - len(column) * (ROW + GAP) + GAP) / 2 + ROW / 2
        for n in column:
            places[n] = (x, y, width)
            y += ROW + GAP
        x += width + COLUMN
    width, height = x - COLUMN + PAD + (40 if 0 in spans else 0), tallest + above + below + 2 * PAD
    most = max(count for _, _, count in edges)
    arrows = "".join(
        _arrow(places[a], places[b], span, count, "strong" if count * 3 >= most else "weak")
        for (a, b, count), span in zip(edges, spans, strict=True)
    )
    leads = {n: find(name) if find else "" for n, name in names.items()}
    boxes = "".join(
        f"{f'<a href={attribute(leads[n])}>' if leads[n] else ''}<g class=node><rect x={x:.0f} y={y - ROW / 2:.0f} width={w:.0f} height={ROW} rx=7></rect>"
        f"<text x={x + w / 2:.0f} y={y + 4.5:.0f} text-anchor=middle>{escape(names[n])}</text></g>{'</a>' if leads[n] else ''}"
        for n, (x, y, w) in sorted(places.items())
    )
    said = ", ".join(f"{names[a]} imports {names[b]} {count} times" for a, b, count in edges)
    return (
        f'<div class=diagram tabindex=0><svg viewBox="0 0 {width:.0f} {height:.0f}" width={width:.0f} height={height:.0f} role={"group" if any(leads.values()) else "img"}'
        f' aria-label="{escape(said)}">{arrows}{boxes}</svg></div>'
    )


def _columns(nodes: list[int], edges: list[tuple[int, int]]) -> list[list[int]]:
    """Return nodes by how long a way leads to them; an edge that closes a cycle counts for nothing."""
    out: dict[int, list[int]] = {n: [] for n in nodes}
    for a, b in edges:
        out[a].append(b)
    incoming = {n: sum(b == n for _, b in edges) for n in nodes}
    depth: dict[int, int] = dict.fromkeys(nodes, 0)
    state: dict[int, int] = {}
    order: list[int] = []
    forward: list[tuple[int, int]] = []

    def walk(n: int) -> None:
        state[n] = 1
        for other in sorted(out[n]):
            if state.get(other) == 1:
                continue
            forward.append((n, other))
            if other not in state:
                walk(other)
        state[n] = 2
        order.append(n)

    for n in sorted(nodes, key=lambda n: (incoming[n], n)):
        if n not in state:
            walk(n)
    for n in reversed(order):
        for a, b in forward:
            if a == n:
                depth[b] = max(depth[b], depth[a] + 1)
    columns: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
    for n in nodes:
        columns[depth[n]].append(n)
    for at in range(1, len(columns)):
        rank = {n: place for place, n in enumerate(columns[at - 1])}
        columns[at].sort(key=lambda n: (_middle([rank[a] for a, b in forward if b == n and a in rank]), n))
    return [column for column in columns if column]


def _middle(ranks: list[int]) -> float:
    return sum(ranks) / len(ranks) if ranks else 1e9


def _arrow(one: Place, other: Place, span: int, count: int, kind: str) -> str:
    x1, y1, x2, y2 = one[0] + one[2], one[1], other[0], other[1]
    if span == 1:
        bend = (x2 - x1) / 2
        path = f"M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} {x2 - bend:.0f} {y2:.0f} {x2 - 6:.0f} {y2:.0f}"
        head = f"M{x2:.0f} {y2:.0f}l-8 -4v8z"
    elif span > 1:  # over what stands between
        x1, y1, x2, y2 = one[0] + one[2] / 2, y1 - ROW / 2, other[0] + other[2] / 2, y2 - ROW / 2
        top = min(y1, y2) - ARC * 1.3 * (span - 1)
        path = f"M{x1:.0f} {y1:.0f}C{x1 + 40:.0f} {top:.0f} {x2 - 40:.0f} {top:.0f} {x2:.0f} {y2 - 6:.0f}"
        head = f"M{x2:.0f} {y2:.0f}l-4 -8h8z"
    elif span < 0:  # back, below what stands between
        kind += " back"
        x1, y1, x2, y2 = one[0] + one[2] / 2, y1 + ROW / 2, other[0] + other[2] / 2, y2 + ROW / 2
        low = max(y1, y2) + ARC * 1.3 * -span
        path = f"M{x1:.0f} {y1:.0f}C{x1 - 40:.0f} {low:.0f} {x2 + 40:.0f} {low:.0f} {x2:.0f} {y2 + 6:.0f}"
        head = f"M{x2:.0f} {y2:.0f}l-4 8h8z"
    else:  # within a column, round its right side
        kind += " back"
        x2 = other[0] + other[2]
        out = max(x1, x2) + 34
        path = f"M{x1:.0f} {y1:.0f}C{out:.0f} {y1:.0f} {out:.0f} {y2:.0f} {x2 + 6:.0f} {y2:.0f}"
        head = f"M{x2:.0f} {y2:.0f}l8 -4v8z"
    return (
        f'<g class="edge {kind}"><title>{count:,} imports</title><path class=way d="{path}"></path>'
        f'<path class=head d="{head}"></path></g>'
    )
