#: How long to wait,
#: in seconds.
TIMEOUT = 3

LIMIT = 4  #: how many there may be

# No documentation.
PLAIN = 5


class Cart:
    #: What it holds.
    items: list = []

    size = 0  # not marked

    def __init__(self):
        #: Who pushes it.
        self.owner = None
        self.price = 0  #: in cents
