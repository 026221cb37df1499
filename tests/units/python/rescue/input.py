def spread(rest):
    return 1, *[x for x in rest]


# The grammar stumbles above; Python's own parser does not.
class After(Base):
    """Still found."""

    LIMIT = 3

    @property
    @logged
    # between
    def size(self):
        """Its size."""
        self.seen, other = True, 1
        return 1, *[self.seen]

    async def grow(self,
                   by):
        if by:
            return (x.
        y)


Alias: TypeAlias = int
a, (b, *c) = 1, (2, 3)
