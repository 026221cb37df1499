@dataclass
class Item:
    """A thing to buy."""

    name: str
    price: float = 0.0
    tags: list[str] = field(default_factory=list)
    kind: ClassVar[str] = "item"
    _cache: dict | None = None


class Color(enum.Enum):
    RED = 1
    GREEN = auto()

    @property
    def hex(self): return self.value


class Row(NamedTuple):
    id: int
    next: "Row"


class Slots:
    __slots__ = ("a", "b")
