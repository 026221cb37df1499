"""Imports, and the places that name a symbol."""

from __future__ import annotations

import re
from bisect import bisect_left

from repobook.analyze.languages import Language
from repobook.analyze.reading import MAX_NAME, Reading, one_line
from repobook.facts import Import, Site

MAX_SITES = 200_000


_BEFORE_NAME = re.compile(
    rb"(?:(?:\.\??|>-|::)(?:\)[^()]{0,20}\()?\w*[A-Za-z_])+"
)  # read backwards: `a.f(1).` of `a.f(1).b`


def dedupe_imports(found: Reading, newlines: list[int]) -> list[Import]:
    seen: dict[tuple[int, str], Import] = {}
    for start, target, how, names in sorted(found.imports):
        if not target:
            continue
        line = bisect_left(newlines, start) + 1
        known = seen.get((line, target))
        if known is None:
            seen[line, target] = Import(target[:500], line, how, list(names))
        else:
            known.names.extend(name for name in names if name not in known.names)
    return list(seen.values())


def find_sites(found: Reading, data: bytes, newlines: list[int], language: Language) -> list[Site]:
    sites: list[Site] = []
    before_start = -1
    own_names = {d.name_end for d in found.definitions if d.kind not in ("impl", "extension", "given")}
    is_typed = language.settings.separator == "."  # then `x::T` says what x is, not where T is
    builtins = language.builtins
    row = 0
    for start, end, how in sorted(found.sites)[:MAX_SITES]:
        if (
            start == before_start
        ):  # one place, one use: `base` and `call` say more than `type`, and sort before it
            if how == "decorator" and sites:
                sites[-1].how = how  # `@cached(10)` is no plain call
            continue
        name = data[start:end]
        if how == "call" or how == "type":
            if end in own_names:
                continue
            if name in builtins:
                before_start = start
                continue
        before_start = start
        if end - start > MAX_NAME:
            continue
        row = bisect_left(newlines, start, row)
        line_start = newlines[row - 1] + 1 if row else 0
        if start and data[start - 1] in b".>:" and not (is_typed and how == "type" and data[start - 1] == 58):
            before = _BEFORE_NAME.match(data[max(line_start, start - 100) : start][::-1])
            if before:
                name = before[0][::-1] + name
        text = name.decode(errors="replace")
        if found.site_names and start in found.site_names:
            text = found.site_names[start]
        elif b" " in name or b"\n" in name or b"\t" in name:
            text = one_line(text)
        sites.append(Site(text, row + 1, start - line_start + 1, how))
    return sites
