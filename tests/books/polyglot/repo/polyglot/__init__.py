"""Small tensors with fast operators.

The work is done in `polyglot._C`, a C++ extension; this package gives it a Python face.
"""

from ._C import Tensor
from .ops import add, relu

__all__ = ["Tensor", "add", "relu"]
