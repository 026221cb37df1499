class Good:
    def first(self):
        return 1

    def second(self:
        return 2

    def third(self):
        return 3

def fine(): pass

x = = 3

def last():
    return x
