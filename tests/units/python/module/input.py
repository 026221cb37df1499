#!/usr/bin/env python3
# Copyright 2024 Somebody. All rights reserved.

r"""Price the carts of a shop.

A second paragraph.
"""

from __future__ import annotations

from .tax import *

__all__ = ["Till", "price"]
__all__ += ["Drawer"]
__version__ = "1.2"


def load():
    import csv

    return csv
