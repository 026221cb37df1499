from shop import parts

__all__ = ["_offered"]
__all__ += parts.__all__


def _offered(): ...


def perhaps(): ...
