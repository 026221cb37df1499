"""Where an export goes: a file, or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from repobook.errors import OutputError


def write_lines(output: str, lines: Iterable[bytes]) -> None:
    """Write lines to a file, or to standard output for `-`. A reader who has seen enough is no error."""
    try:
        if output == "-":
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
        else:
            with open(output, "wb") as stream:
                stream.writelines(lines)
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as error:
        raise OutputError(f"{output}: {error.strerror}. Choose another file with -o.") from error
