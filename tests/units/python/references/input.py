def run(cart: Cart, items: list[models.Item], f: Callable[[Row], a.Col] | None = None, s: "Quoted" = 0) -> np.ndarray[Any, X]:
    cart.total().round(2)
    Cart(items[0])
    get(items)(3)
    super().run()
    try:
        raise Empty
    except errors.Full as error:
        raise Wrapped(error) from error
    except (A, b.B):
        raise
    match cart:
        case Cart(items=[]) | models.Bag(): pass
    x: Optional[Row] = None
    return [y() for y in map(g, cart.lines)]


class Sub(Base[int], models.Base, metaclass=abc.ABCMeta):
    @functools.lru_cache(maxsize=None)
    @cached
    def go(self) -> Self: ...
