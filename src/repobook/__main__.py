"""python -m repobook"""

import os
import sys


def start() -> None:
    """Run the command line. Paths are bytes that are UTF-8 or not; a locale that knows only ASCII cannot spell them."""
    if sys.getfilesystemencoding().lower() != "utf-8" and not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", "repobook", *sys.argv[1:]])
    from repobook.cli import main

    main()


if __name__ == "__main__":
    start()
