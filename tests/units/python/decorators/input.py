@dataclass(frozen=True)
class Point:
    @property
    def norm(self):
        """Its length."""
        return self._norm

    @norm.setter
    # set by tests
    def norm(self, value):
        self._norm = value

    @functools.cached_property
    def angle(self): return 0

    @classmethod
    def origin(cls): return cls()

    @staticmethod
    @deprecated("use origin")
    def zero(): return Point()


@pytest.mark.parametrize("first, second", [("a rather long string", "another rather long string"), ("a third", "a fourth"), ("x" * 30, "y" * 40), ("more and more of these values", "so that the line is too long"), ("and yet another pair of them", "until nobody would read it")])
@app.route("/points")
def list_points(first, second):
    pass
