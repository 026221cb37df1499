#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# Copyright 2024 Somebody. All rights reserved.

r"""Price the carts of a shop.

A second paragraph.
"""
from __future__ import annotations

import os.path
import numpy as np, json
from . import rates
from ..models import (
    Cart,  # the basket
    Item as Thing,
)
from .tax import *

__all__ = ["price", "Till"]
__all__ += ["Drawer"]
__version__ = "1.2"


def load():
    import csv

    return csv
