"""The cart adds up."""

import pytest
from flask_shop.cart import MAX_AMOUNT, Cart, CartError
from flask_shop.pricing import Discount


def test_total_includes_shipping(catalogue):
    cart = Cart(catalogue)
    cart.add("pen", 2)
    assert cart.total() == 300 + 490


def test_best_discount_wins(catalogue):
    cart = Cart(catalogue)
    cart.add("desk")
    assert cart.total([Discount("TEN", percent=10), Discount("FIVE", cents=500)]) == 22_410


def test_too_many(catalogue):
    with pytest.raises(CartError):
        Cart(catalogue).add("pen", MAX_AMOUNT + 1)
