#!/usr/bin/env python3
"""Stands in for a worker process: one function of the rendering fails, wherever it is asked about a path that holds a word."""

from __future__ import annotations

import pkgutil
import re
import sys
from typing import Any

from repobook.nursery import raise_workers

place, word = sys.argv[1:3]
owner, name = place.rsplit(".", 1)
room = pkgutil.resolve_name(owner)
whole = getattr(room, name)


def clumsy(*asked: Any) -> Any:
    paths = [getattr(getattr(one, "file", one), "path", None) for one in asked]
    if any(isinstance(path, str) and word in path for path in paths):
        return {}["missing"]
    return whole(*asked)


setattr(room, name, clumsy)
raise_workers(int(re.findall(r"raise_workers\((\d+)\)", sys.argv[-1])[0]))
