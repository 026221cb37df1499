import typing

type Id = int | str
type Grid[T] = list[list[T]]
Pairs: typing.TypeAlias = dict[str, "Cart"]
Short: TypeAlias = "Cart"
T = TypeVar("T", bound=Cart)
UserId = NewType("UserId", int)
Point = collections.namedtuple("Point", "x y")
Row = typing.TypedDict("Row", {"id": int})
Color = Enum("Color", "RED GREEN")


def read():
    Inner = namedtuple("Inner", "a")
    type Local = int
    return Inner
