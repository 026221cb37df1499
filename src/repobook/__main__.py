"""python -m repobook"""

import errno
import os
import sys


def start() -> None:
    """Run the command line. Paths are bytes that are UTF-8 or not; a locale that knows only ASCII cannot spell them."""
    _fill_streams()
    try:
        if sys.getfilesystemencoding().lower() != "utf-8" and not sys.flags.utf8_mode:
            os.execv(sys.executable, [sys.executable, "-P", "-X", "utf8", "-m", "repobook", *sys.argv[1:]])
        from repobook.cli import main

        main()
    except SystemExit as ended:
        if ended.code is not None and not isinstance(ended.code, int):
            raise
        _leave(ended.code or 0)
    except KeyboardInterrupt:  # while we were being loaded
        _leave(130)
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        _leave(2)  # there is no room for our words: nobody can be told


def _fill_streams() -> None:
    """Have something at the places of streams that are closed. A database that got such a place would be written into by whoever
    speaks or complains there, and a worker would be given nothing as its link."""
    for place in range(3):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _leave(code: int) -> None:
    """End at once: to take apart all that a large build holds takes a tenth of a second, and is of no use to anybody."""
    import atexit
    import contextlib
    import threading

    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # who read it is gone, or has no room
                if stream is not None:  # a closed one
                    stream.flush()
        os._exit(code)
    sys.exit(code)


def _forget_here() -> None:
    """Load no code from the folder that one stands in: it may be a repository that nobody trusts."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        return
    if sys.path[:1] == [here] and here != os.path.dirname(os.path.dirname(os.path.abspath(__file__))):
        del sys.path[0]


if __name__ == "__main__":
    _forget_here()
    start()
