from flask_shop.models import Tax
from flask_shop.pricing import included_tax, shipping


class TestShipping:
    def test_large_orders_ship_for_nothing(self):
        assert shipping(5_000) == 0

    def test_small_orders_pay(self):
        assert shipping(4_999) == 490


def test_included_tax():
    assert included_tax(11_900, Tax.FULL) == 1_900
