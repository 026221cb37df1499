"""What can go wrong."""


class DepotError(Exception):
    """Everything that this package raises."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code

    def explain(self) -> str:
        return f"{self.code}: {self.args[0]}"


class Missing(DepotError):
    """A part that is not there."""

    def explain(self) -> str:
        return "missing, " + super().explain()


def fail(message: str) -> None:
    raise DepotError(message)
