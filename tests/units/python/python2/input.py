# Written for Python 2 and never changed.
import urllib2


class Old:
    def show(self, (a, b), mode=0777):
        print "hello", a
        print >>sys.stderr, `b`
        exec "x = 1" in {}
        try:
            raise ValueError, "no"
        except ValueError, error:
            return 10L + ur"text"

    def after(self):
        if a <> b:
            print


def last(): return u'x'
