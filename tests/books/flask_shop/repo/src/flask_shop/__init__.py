"""A small shop for the web.

Start with `create_app`; everything else hangs on the application it returns.
"""

from flask_shop.app import create_app
from flask_shop.cart import Cart
from flask_shop.models import Item

__all__ = ["Cart", "Item", "create_app"]
__version__ = "1.2.0"
