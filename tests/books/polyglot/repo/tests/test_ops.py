"""Operators give what NumPy gives."""

import unittest

import numpy as np
from polyglot import Tensor, add
from polyglot.ops import from_numpy


class AddTest(unittest.TestCase):
    def test_length(self):
        self.assertEqual(len(add(Tensor([1, 2]), Tensor([3, 4]))), 2)

    def test_from_numpy(self):
        self.assertEqual(len(from_numpy(np.ones((2, 3)))), 6)
