"""Layers of a graph that may have cycles: what builds on each other, directly or not, is one group on one layer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

Edge = tuple[int, int]


def find_cycles(nodes: Iterable[int], edges: Iterable[Edge]) -> dict[int, int]:
    """Return, for each node that a path leads back to, the number of its group, from 1 in the order of `nodes`."""
    listed = list(nodes)
    groups: dict[int, int] = {}
    number = 0
    members = _strong_components(listed, _successors(listed, edges))
    for node in listed:
        if node not in groups and len(members[node]) > 1:
            number += 1
            groups |= dict.fromkeys(members[node], number)
    return groups


def find_layers(nodes: Iterable[int], edges: Iterable[Edge], cycles: dict[int, int]) -> dict[int, int]:
    """Return a layer for each node: one above the highest that it builds on; the nodes of a cycle share theirs."""
    listed = list(nodes)
    # A cycle is one node, with a number below zero: ids are positive.
    group = {node: -cycles[node] if cycles.get(node) else node for node in listed}
    between = {(group[a], group[b]) for a, b in edges if a in group and b in group}
    successors = _successors(list(dict.fromkeys(group.values())), between)
    layers: dict[int, int] = {}
    for start in successors:
        stack = [start]
        while stack:
            at = stack[-1]
            waiting = [b for b in successors[at] if b not in layers]
            if waiting:
                stack += waiting
                continue
            stack.pop()
            layers[at] = 1 + max((layers[b] for b in successors[at]), default=0)
    return {node: layers[group[node]] for node in listed}


def _successors(nodes: list[int], edges: Iterable[Edge]) -> dict[int, list[int]]:
    known = set(nodes)
    found: dict[int, set[int]] = defaultdict(set)
    for a, b in edges:
        if a != b and a in known and b in known:
            found[a].add(b)
    return {node: sorted(found[node]) for node in nodes}


def _strong_components(nodes: list[int], successors: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return, for each node, the nodes of its strongly connected component (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: dict[int, list[int]] = {}
    for start in nodes:
        if start in index:
            continue
        calls = [(start, iter(successors[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        on_path.add(start)
        while calls:
            node, rest = calls[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    path.append(other)
                    on_path.add(other)
                    calls.append((other, iter(successors[other])))
                    break
                if other in on_path:
                    low[node] = min(low[node], index[other])
            else:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[node])
                if low[node] == index[node]:
                    at = path.index(node)
                    component = sorted(path[at:])
                    del path[at:]
                    on_path -= set(component)
                    found |= dict.fromkeys(component, component)
    return found
