class Doc:
    def fail(self): ...

    module = klass = routine = other = data = field = name = fail


a = b = c = d = e = f = g = 1
