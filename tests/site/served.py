"""`repobook serve` as a user runs it, for the tests that ask it."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import subprocess
from collections.abc import Iterator

from runs import command, environment


@contextlib.contextmanager
def serving(*words: object) -> Iterator[http.client.HTTPConnection]:
    process = subprocess.Popen(
        command("serve", *words, "--port", 0, "--no-browser", "--quiet"),
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None and process.stderr is not None
        said = process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/ ", said)
        assert found, said + process.stderr.read()
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
        ) as connection:
            yield connection
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
