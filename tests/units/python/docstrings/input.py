# Words before the module's own words.
u'The first sentence of it.'
def raw(): r"""A \d raw one."""
def single():
    'One line.'
def commented():
    # first a comment
    """After a comment."""
def wrapped():
    """
    Indented text.

        code stays indented
    """
    return 1
def joined():
    "Two " "parts."
def template(): f"""Not {one}."""
def binary(): b"""Nor this."""
def number(): 3
def later():
    x = 1
    """Not a docstring."""
class Empty: """Only words."""
