def a():
    """Doc
    more."""
    return 1
    # trailing words

class B:
    def c(self):
        pass
        # ends here
# not here
d = 1
