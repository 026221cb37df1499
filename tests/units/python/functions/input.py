def price(
    cart: Cart,  # what was chosen
    rate: float = 0.2,
    *extras: str,
    strict: bool = False,
    **options: object,
) -> Decimal:
    """Return what a cart costs."""

    def tax(net): return net * rate

    return tax(cart)


async def fetch(url, /, *, retries=3): await get(url)


def odd \
        (a): return a
twice = lambda x: x * 2
def größe(maß): return maß
if True:
    def late(): pass
else:
    def late(): return 1
