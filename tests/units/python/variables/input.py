LIMIT = 3
name: str = "x"
declared: int
TABLE = {
    "a": 1,
    "b": 2,
}
first, *rest = 1, 2
(x, [y, z]) = 1, (2, 3)
a = b = c = None
try:
    import yaml
    HAS_YAML = True
except ImportError:
    HAS_YAML = False
if LIMIT > 2:
    with lock:
        for step in range(3):
            inside = step
elif LIMIT: other = 1
counts["k"] = 1
cart.total = 2
LIMIT += 1


def work():
    local = 1
    if local:
        deeper: int = 2
    for k in y:
        u, v = k
    return (w := local)


class Bag:
    SIZE = 4
    label: str = "bag"
    low, high = 0, 1
    if SIZE:
        big = True
