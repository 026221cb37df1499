"""python -m repobook"""

import atexit
import contextlib
import os
import sys
import threading


def start() -> None:
    """Run the command line. Paths are bytes that are UTF-8 or not; a locale that knows only ASCII cannot spell them."""
    if sys.getfilesystemencoding().lower() != "utf-8" and not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", "repobook", *sys.argv[1:]])
    from repobook.cli import main

    try:
        main()
    except SystemExit as ended:
        if ended.code is not None and not isinstance(ended.code, int):
            raise
        _leave(ended.code or 0)


def _leave(code: int) -> None:
    """End at once: to take apart all that a large build holds takes a tenth of a second, and is of no use to anybody."""
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # who read it is gone, or has no room
                if stream is not None:  # a closed one
                    stream.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    start()
