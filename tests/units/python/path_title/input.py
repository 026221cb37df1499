"""
shop.cart.models
~~~~~~~~~~~~~~~~

Carts and what lies in them.
"""


class Cart:
    """A cart."""
