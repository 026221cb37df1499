"""Copyright 2020 The Shop Authors. All rights reserved."""

"""Prices of the shop."""

RATE = 1
