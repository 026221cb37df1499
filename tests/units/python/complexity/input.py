def flat():
    return 1


def busy(items, flag):
    total = 0
    for item in items:
        if item and flag or total:
            total += 1
        elif item:
            total -= 1
        else:
            total = 0
    while total:
        total -= 1 if flag else 2
    try:
        assert total
    except ValueError:
        pass
    except (KeyError, TypeError):
        pass
    match total:
        case 1: pass
        case _: pass
    return [x for x in items if x]


class Holder:
    def outer(self):
        def inner(x):
            if x: return 1
        with self: return inner
