# comment words stay out
alpha = f"literal {beta!r:>10} {gamma:{width}d} tail {delta=}"
raw = rb"\x00 text" + Rb'more' + U"three"
mask = 0xFF + 1e5 + 10_000 + 3j + 0b11
alpha.method(alpha, key=alpha)
"a string alone"
x = "a" "b" if alpha else None
epsilon = """
several lines zeta
""" + eta
été = alpha
π = 3
