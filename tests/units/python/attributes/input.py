class Till:
    drawer = None

    def __init__(self, owner):
        self.owner = owner
        self.drawer = {}
        self.low, self.high = 0, 10
        self._open: bool = False
        self.lines = [
            1,
            2,
        ]

    def reset(self, other):
        self.owner = None
        self.count = 0
        other.count = 1

        def again():
            self.again = True


def loose(self):
    self.nothing = 1
