"""Time every operator and print a table."""

import argparse
import json
import time
from pathlib import Path

from .ops import add, from_numpy, relu

SIZES = (10, 1_000, 100_000)


class Timer:
    """Measures the time between two calls."""

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *exception):
        self.seconds = time.perf_counter() - self.start


def classify(seconds, size, previous=None):
    """Return a word for a result."""
    if seconds < 0:
        raise ValueError("time runs backwards")
    if size == 0:
        return "empty"
    if previous is not None and seconds > previous * 2:
        return "worse"
    elif previous is not None and seconds * 2 < previous:
        return "better"
    if seconds < 1e-6 and size > 10:
        return "suspicious"
    elif seconds < 1e-3 or (size > 1_000 and seconds < 1e-2):
        return "fast"
    for limit in (0.1, 1.0):
        if seconds < limit:
            return "slow"
    return "too slow"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, default=Path("data/bench.json"))
    config = json.loads(parser.parse_args().config.read_text())
    for size in config.get("sizes", SIZES):
        tensor = from_numpy([1.0] * size)
        for operator in (add, relu):
            with Timer() as timer:
                operator(tensor, tensor) if operator is add else operator(tensor)
            print(f"{operator.__name__:8} {size:8} {timer.seconds:.6f} {classify(timer.seconds, size)}")
