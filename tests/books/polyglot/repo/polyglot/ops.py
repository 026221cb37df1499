"""Operators, one Python function each."""

import numpy as np

from . import _C
from ._generated.table import OPERATORS


def add(self, other, *, alpha=1.0):
    r"""Return ``self + alpha * other``.

    Args:
        self (Tensor): the first tensor
        other (Tensor): the second tensor, of the same size
        alpha (float): factor of the second

    Returns:
        a new tensor

    Example::

        >>> add(Tensor([1, 2]), Tensor([10, 20]), alpha=2)
        Tensor(2)
    """
    _check("add")
    return _C.add(self, other, alpha)


def relu(self):
    """Return a tensor whose negative elements are zero."""
    _check("relu")
    return _C.relu(self)


def from_numpy(array):
    """Copy a numpy array, flattened, into a tensor."""
    return _C.Tensor(np.ravel(array).tolist())


def _check(name):
    if name not in OPERATORS:
        raise NotImplementedError(name)
