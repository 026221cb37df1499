import pytest
from flask_shop.catalogue import Catalogue
from flask_shop.models import Item


@pytest.fixture
def catalogue():
    """Two items: one cheap, one dear."""
    return Catalogue(pen=Item("pen", "Blue pen", 150), desk=Item("desk", "Oak desk", 24_900))
