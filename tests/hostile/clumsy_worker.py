#!/usr/bin/env python3
"""Stands in for a worker process: one function of the rendering fails, wherever it is asked about a path that holds a word."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import Any

from repobook.nursery import raise_workers

place, word = sys.argv[1:3]
module, name = place.rsplit(".", 1)
whole = getattr(import_module(module), name)


def clumsy(*asked: Any) -> Any:
    paths = [getattr(getattr(one, "file", one), "path", None) for one in asked]
    if any(isinstance(path, str) and word in path for path in paths):
        return {}["missing"]
    return whole(*asked)


setattr(import_module(module), name, clumsy)
raise_workers(int(re.findall(r"raise_workers\((\d+)\)", sys.argv[-1])[0]))
