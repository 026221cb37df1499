"""What the commands say: to people at a terminal, to programs, and when they are told to end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import Any, NoReturn

import click

from repobook.progress import is_gone

_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed_stops() -> None:
    """Take every polite request to end like Ctrl-C. Whoever had us ignore one (`nohup`) is obeyed."""
    for one in _STOPS:
        if signal.getsignal(one) != signal.SIG_IGN:
            signal.signal(one, stop)


def stop(number: int, frame: object) -> NoReturn:
    """Stop workers and leave nothing behind. Who asks twice does not want to wait for that: a second request ends us at once,
    whatever we are in the middle of. Workers end with us, the lock is the kernel's, and the next build tidies up."""
    for one in _STOPS:
        if signal.getsignal(one) == stop:
            signal.signal(one, signal.SIG_DFL)
    raise KeyboardInterrupt


def hear_children() -> None:
    """Whoever started us may have children end unseen; then nobody could wait for one of ours."""
    with contextlib.suppress(
        ValueError
    ):  # in another thread than the first, whoever started that has to know
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def plain(text: str) -> str:
    """Return text that cannot steer a terminal. Bytes of names that are no text are shown as what they are."""
    return "".join(c if c.isprintable() else f"\\x{_number(c):02x}" for c in text)


def _number(character: str) -> int:
    number = ord(character)
    return number - 0xDC00 if 0xDC80 <= number <= 0xDCFF else number  # as `os.fsdecode` has it


def say(text: str) -> None:
    """Print to standard output. A reader who has seen enough is no error."""
    if sys.stdout is None:
        return
    try:
        click.echo(text)
        sys.stdout.flush()
    except OSError as error:
        if not is_gone(error):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def fail(message: str, is_json: bool = False, code: int = 2) -> NoReturn:
    if is_json:
        say(json.dumps({"error": message}))
    with contextlib.suppress(OSError):  # nobody can be told; the code still says it
        click.echo(f"repobook: {plain(message)}", err=True)
    raise SystemExit(code)


class Commands(click.Group):
    """Ends at Ctrl-C with its own code, however early it comes, and says in one line what is wrong with what was asked."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            _refuse(error)

    def invoke(self, ctx: click.Context) -> Any:
        hear_children()
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            _refuse(error)
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        except OSError as error:  # what is said cannot be written: the disk that it goes to is full
            fail(f"what was to be said cannot be written: {error.strerror or error}.")


def _refuse(error: click.UsageError) -> NoReturn:
    command = error.ctx.command_path if error.ctx is not None else "repobook"
    what = " ".join(error.format_message().split())
    what += "" if what.endswith((".", "?")) else "."
    fail(f"{what} `{command} --help` says what can be given.", "--json" in sys.argv)
