"""`repobook serve` as a user runs it, for the tests that ask it."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from runs import command, environment


@contextlib.contextmanager
def serving(*words: object) -> Iterator[http.client.HTTPConnection]:
    with (
        started(*words) as (_, port),
        contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection,
    ):
        yield connection


@contextlib.contextmanager
def started(*words: object, first: str = "", errors: str = "") -> Iterator[tuple[int, int]]:
    """Serve, and give the number of the process and of its port.

    `first` is Python that it runs before: a limit that is lowered. What it says of errors goes to the file `errors`.
    """
    arguments = command("serve", *words, "--port", 0, "--no-browser", "--quiet")
    if first:
        arguments = [
            sys.executable,
            "-c",
            f"{first}\nfrom repobook.__main__ import start\nstart()",
            *arguments[3:],
        ]
    with open(errors, "w+") if errors else tempfile.TemporaryFile("w+") as stream:
        process = subprocess.Popen(
            arguments, env=environment(), stdout=subprocess.PIPE, stderr=stream, text=True
        )
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.match(r"http://127\.0\.0\.1:(\d+)/ ", said)
            stream.seek(0)
            assert found, said + stream.read()
            yield process.pid, int(found[1])
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
