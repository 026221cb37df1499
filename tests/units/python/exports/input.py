__all__ = [
    "_offered",  # in spite of its name
    'Cart',
]
__all__ += ("late",)
__version__ = "1"
LIMIT = 3


def _offered(): ...


class Cart:
    def total(self): ...


def helper(): ...


def late(): ...


def _hidden(): ...
