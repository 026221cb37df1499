"""The command line: a thin door that reads the request, calls the pipeline, and answers."""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
import sys
import tempfile
import zlib
from collections.abc import Callable
from typing import Any

import click

from repobook import __version__
from repobook.errors import InputError, RepobookError
from repobook.speech import Commands, fail, heed_stops, plain, say

BUILD_EXAMPLES = """
\b
Examples:
  repobook build                       this folder, into ./book
  repobook build ~/src/flask -o flask  another repository
  repobook build --exclude 'third_party/' --jobs 8
  repobook build --format md,site      with a web site in ./book/site
  repobook build --json --quiet | jq .pages
"""

WATCH_EXAMPLES = """
\b
Examples:
  repobook watch                       this folder, into ./book, until Ctrl-C
  repobook watch ~/src/flask -o flask --format md,site
"""

VERIFY_EXAMPLES = """
\b
Examples:
  repobook verify                              ./book, by itself
  repobook verify flask --source ~/src/flask   cited lines against the repository, too
  repobook verify --json | jq .checks
"""


SEARCH_EXAMPLES = """
\b
Examples:
  repobook search NestedTensorBackward           a name, or its beginning, parts or initials
  repobook search nested back                    names and documentation that hold both
  repobook search 'nn.Linear'                    a name in its scope
  repobook search '"return self._total"'         exact text; /regular +expression/ likewise
  repobook search 'kind:function lang:cpp path:aten/ relu'
  repobook search ref:total in:tests             who uses a name
  repobook search --json def:main | jq '.[0]'
"""


SERVE_EXAMPLES = """
\b
Examples:
  repobook serve                    this folder
  repobook serve ~/src/flask        another repository
  repobook serve book               a finished book
"""


# What reading a database that was damaged raises: it is packed, and its texts are UTF-8.
_DAMAGE = (sqlite3.DatabaseError, zlib.error, UnicodeDecodeError)
_DAMAGED = "{}: its book.db is damaged. `repobook verify` says what else is; build the book again."


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="repobook")
def main() -> None:
    """Turn a code repository into a book in which every statement carries its evidence.

    \b
    Exit codes: 0 built and verified; 1 built, with problems listed; 2 could not build.
    """


def _build_options(command: Any) -> Any:
    """What decides a book, for every command that builds one."""
    options = [
        click.argument("repo", default="."),
        click.option("-o", "--output", default="book", show_default=True, metavar="BOOK", help="Where the book goes."),
        click.option(
            "--format", "formats", metavar="md,site",
            help="What to write: the Markdown book (always), and with it a static web site. By default what BOOK has, else md.",
        ),
        click.option("-j", "--jobs", type=click.IntRange(1, 256), help="Worker processes; as many as cores by default."),
        click.option(
            "--include", multiple=True, metavar="GLOB", help="Take only these files (gitignore syntax; may be repeated)."
        ),
        click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files out (may be repeated)."),
        click.option("--no-source", is_flag=True, help="Leave the source text out of the pages."),
        click.option("--no-history", is_flag=True, help="Do not read version control."),
        click.option(
            "--source-url", default="", metavar="URL",
            help="Link cited lines to this address, such as https://host/owner/name/blob/COMMIT.",
        ),
        click.option(
            "--site-url", metavar="URL",
            help="Where the site will be seen: adds canonical links and sitemap.xml. By default what the site of BOOK has.",
        ),
        click.option(
            "--markdown-url", metavar="URL",
            help="Where the Markdown pages will be seen: each page of the site names its own as its alternate. Kept likewise.",
        ),
        click.option("--cache", metavar="DIR", help="Where analysis is kept between builds."),
        click.option("--force", is_flag=True, help="Allow the home folder or / as repository."),
        click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def _config(
    repo: str, output: str, formats: str | None, jobs: int | None, include: tuple[str, ...], exclude: tuple[str, ...], no_source: bool,
    no_history: bool, source_url: str, site_url: str | None, markdown_url: str | None, cache: str | None, force: bool, quiet: bool,
) -> Any:  # fmt: skip
    from repobook.config import make_config
    from repobook.marks import read_options

    last = read_options(output)
    had_site = last.get("site") is True
    wanted = set(formats.split(",")) if formats is not None else {"site"} if had_site else {"md"}
    if not wanted <= {"md", "site"}:
        raise InputError(f"--format {formats}: unknown. Give md, site or both: md,site.")
    if had_site and "site" not in wanted and not quiet:
        click.echo(
            f"repobook: the new book has no site, as --format {formats} asks; {plain(os.path.join(output, 'site'))} goes"
            " with the old one.", err=True,
        )  # fmt: skip
    kept = last if "site" in wanted else {}
    site_url = str(kept.get("site_url", "")) if site_url is None else site_url
    markdown_url = str(kept.get("markdown_url", "")) if markdown_url is None else markdown_url
    return make_config(
        repo, output, cache=cache, jobs=jobs, include=include, exclude=exclude, has_source=not no_source,
        has_history=not no_history, source_url=source_url, has_site="site" in wanted, site_url=site_url,
        markdown_url=markdown_url, is_forced=force,
    )  # fmt: skip


@main.command(epilog=BUILD_EXAMPLES)
@_build_options
@click.option("--json", "is_json", is_flag=True, help="Print a summary as JSON.")
def build(output: str, quiet: bool, is_json: bool, **asked: Any) -> None:
    """Build the book of REPO (default: this folder).

    Only what has changed since the last build is analysed again; the book is the same as a clean build, byte for byte.
    """
    from repobook.build import build as build_book

    heed_stops()
    has_book = os.path.exists(os.path.join(output, "manifest.json"))
    try:
        outcome = build_book(_config(output=output, quiet=quiet, **asked), _progress(quiet, is_json))
    except RepobookError as error:
        fail(str(error), is_json)
    except KeyboardInterrupt:
        advice = "The last book is untouched; run" if has_book else "Run"
        fail(f"stopped. {advice} the same command again to go on.", is_json, code=130)
    if is_json:
        summary = dataclasses.asdict(outcome)
        summary["output"] = output
        summary["problems"] = [dataclasses.asdict(problem) for problem in outcome.problems[:1000]]
        summary["problem_count"] = len(outcome.problems)
        say(json.dumps(summary, indent=1, ensure_ascii=True))
    elif not quiet:
        say(_summary(outcome, output))
    elif outcome.problems:
        click.echo(f"repobook: {plain(_problems(outcome, output))}", err=True)
    raise SystemExit(1 if outcome.problems else 0)


@main.command(epilog=WATCH_EXAMPLES)
@_build_options
def watch(output: str, quiet: bool, **asked: Any) -> None:
    """Build the book of REPO, and again whenever a file changes, until Ctrl-C."""
    from repobook.build import build as build_book
    from repobook.nursery import SHELTER
    from repobook.progress import NO_PROGRESS
    from repobook.watching import changes

    SHELTER.is_open = True
    heed_stops()
    try:
        config = _config(output=output, quiet=quiet, **asked)
        for turn, _ in enumerate(changes(config)):
            try:
                outcome = build_book(config, NO_PROGRESS if turn else _progress(quiet, False))
            except RepobookError as error:
                if not turn:
                    raise
                click.echo(
                    f"repobook: {plain(str(error))}", err=True
                )  # half-written: the next change mends it
                continue
            if not quiet and not (turn and outcome.is_unchanged):
                say(_summary(outcome, output))
            if not quiet and not turn:
                say(f"watching {plain(config.root)} for changes; Ctrl-C ends it")
    except RepobookError as error:
        fail(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _problems(outcome: Any, output: str) -> str:
    count = len(outcome.problems)
    return (
        f"{count:,} problem{'' if count == 1 else 's'}: see {os.path.join(output, 'verification_report.md')}"
    )


def _summary(outcome: Any, output: str) -> str:
    if outcome.is_unchanged:
        return (
            f"nothing changed: {outcome.files:,} {'file' if outcome.files == 1 else 'files'} read and compared in"
            f" {outcome.seconds:.1f} s; the book is current\nread {os.path.join(output, 'index.md')}"
        )
    lines = [
        f"{outcome.files:,} {'file' if outcome.files == 1 else 'files'}: {outcome.documented:,} documented, {outcome.skipped:,} listed with a reason"
        f" ({outcome.symbols:,} symbols, {outcome.pages:,} pages, {outcome.page_bytes / 1e6:,.1f} MB) in {outcome.seconds:.1f} s",
    ]
    if outcome.mended:
        lines.append(f"the last book is not as the last build left it ({plain(outcome.mended)}): made anew")
    if outcome.rebuilt:
        lines.append(f"kept between builds, damaged, and made anew: {', '.join(outcome.rebuilt)}")
    if outcome.unkept:
        lines.append(f"nothing is kept for the next build ({plain(outcome.unkept)})")
    if not outcome.files:
        lines.append(
            "nothing to document: the folder holds no file, or only such as the ignore rules leave out"
        )
    if outcome.remade and not outcome.edited:
        lines.append(
            f"{outcome.remade:,} {'file was' if outcome.remade == 1 else 'files were'} edited while the book was made: it was made once"
            " more, of what is there now"
        )
    if outcome.edited:
        lines.append(
            f"{outcome.edited:,} {'file was' if outcome.edited == 1 else 'files were'} edited while the book was made, and again while it"
            " was made once more: build it again when they rest"
        )
    if outcome.problems:
        lines.append(_problems(outcome, output))
    else:
        lines.append("verified: every link, citation and checksum holds")
    lines.append(f"read {os.path.join(output, 'index.md')}")
    if os.path.isfile(os.path.join(output, "site", "index.html")):
        lines.append(f"open {os.path.join(output, 'site', 'index.html')}")
    return "\n".join(lines)


@main.command(epilog=VERIFY_EXAMPLES)
@click.argument("book", default="book")
@click.option("--source", metavar="REPO", help="The repository, to check cited lines against.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="Worker processes; as many as cores by default."
)
@click.option("--json", "is_json", is_flag=True, help="Print the problems as JSON.")
def verify(book: str, source: str | None, jobs: int | None, is_json: bool) -> None:
    """Check a finished BOOK: checksums, links, citations, accounting.

    \b
    Exit codes: 0 everything holds; 1 problems, one a line; 2 not a book.
    """
    from repobook.config import read_manifest, usable_cores
    from repobook.verify import verify as verify_book

    try:
        read_manifest(book)
    except RepobookError as error:
        fail(str(error), is_json)
    if source is not None and not os.path.isdir(source):
        fail(f"{source}: no such folder. Give the repository that the book was made from.", is_json)
    report = verify_book(book, source, jobs=jobs or usable_cores())
    if is_json:
        say(
            json.dumps(
                {"problems": [dataclasses.asdict(p) for p in report.problems], "checks": report.checks},
                indent=1,
            )
        )
    else:
        for problem in report.problems:
            place, what = problem.split()
            say(f"{plain(place)}: {problem.code}: {plain(what)}")
        made = ", ".join(f"{count:,} {name}" for name, count in sorted(report.checks.items()))
        count = len(report.problems)
        say(f"{count:,} problem{'' if count == 1 else 's'}; checked {made}")
    raise SystemExit(1 if report.problems else 0)


@main.command(epilog=SEARCH_EXAMPLES, context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1, required=True)
@click.option("--book", default="book", show_default=True, help="The book.")
@click.option("--text", "mode", flag_value="text", help="Find the words as exact text in the sources.")
@click.option("--regex", "mode", flag_value="regex", help="Find a regular expression in the sources.")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="At most so many answers.",
)
@click.option(
    "--near",
    default="",
    metavar="FOLDER",
    help="Prefer what lies near to this folder of the repository; by default the one you stand in.",
)
@click.option("--json", "is_json", is_flag=True, help="Print a list of objects.")
def search(query: tuple[str, ...], book: str, mode: str | None, limit: int, near: str, is_json: bool) -> None:
    """Find names, paths, words and text in a BOOK; the best answer comes first.

    \b
    Exit codes: 0 found; 1 nothing found; 2 could not ask.
    """
    from repobook.search import Search, parse_query

    if not " ".join(query).strip():
        fail("nothing was asked. Give a name, a path, or words.", is_json)
    found: list[Any] = []
    try:
        asked = parse_query(" ".join(query), mode or "any", near)
        with Search(book) as opened:
            here = "" if near else _here()
            if here:
                asked = dataclasses.replace(asked, near=opened.stand(here, book))
            for answer in opened.answers(asked, limit):
                found.append(answer)
                if not is_json:
                    say(plain(answer.line_of_text()))
    except RepobookError as error:
        fail(str(error), is_json)
    except _DAMAGE:
        fail(_DAMAGED.format(book), is_json)
    if is_json:
        say(json.dumps([dataclasses.asdict(answer) for answer in found], indent=1, ensure_ascii=True))
    elif not found:
        click.echo(f"repobook: nothing found for {plain(' '.join(query))[:200]}", err=True)
    raise SystemExit(0 if found else 1)


def _here() -> str:
    """Return the folder that the user stands in; nothing where it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return ""


@main.command(epilog=SERVE_EXAMPLES)
@click.argument("where", default=".", metavar="[REPO or BOOK]")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8640, show_default=True, help="0 takes any free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="Worker processes; as many as cores by default."
)
@click.option("--include", multiple=True, metavar="GLOB", help="Take only these files (may be repeated).")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files out (may be repeated).")
@click.option("--cache", metavar="DIR", help="Where analysis is kept between runs.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but the address and errors.")
def serve(
    where: str, port: int, no_browser: bool, jobs: int | None, include: tuple[str, ...], exclude: tuple[str, ...],
    cache: str | None, quiet: bool,
) -> None:  # fmt: skip
    """Show a repository, or a finished book, as a local web site. Nothing is written beside the cache."""
    from repobook.config import make_config
    from repobook.marks import is_book
    from repobook.serve import serve_book, serve_repository

    heed_stops()
    try:
        if is_book(where):
            serve_book(where, port, not no_browser, say)
        else:
            with tempfile.TemporaryDirectory(prefix="repobook-serve-") as folder:
                config = make_config(
                    where, os.path.join(folder, "book"), cache=cache, jobs=jobs, include=include, exclude=exclude, has_site=True
                )  # fmt: skip
                serve_repository(config, port, not no_browser, _progress(quiet, False), say)
    except RepobookError as error:
        fail(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


@main.group()
def export() -> None:
    """Write the facts of a book in a format that other tools read."""


def _export_options(command: Any) -> Any:
    """The options that every export takes."""
    command = click.option(
        "-o",
        "--output",
        default="-",
        show_default=True,
        metavar="FILE",
        help="Where to write; - is standard output.",
    )(command)
    return click.option("--book", default="book", show_default=True, help="The book.")(command)


@export.command()
@_export_options
def tags(book: str, output: str) -> None:
    """Write a universal-ctags compatible tags file.

    \b
    Example:
      repobook export tags -o tags && vim -t main
    """
    from repobook.export.tags import write_tags

    _export(write_tags, book, output)


@export.command()
@_export_options
def references(book: str, output: str) -> None:
    """Write every reference as one JSON object a line: where it stands, what it means, and how sure that is.

    \b
    Example:
      repobook export references | jq -c 'select(.label == "exact" and .how == "call")'
    """
    from repobook.export.references import write_references

    _export(write_references, book, output)


@export.command()
@_export_options
@click.option(
    "--notes", is_flag=True, help="Also what is worth knowing and no risk: patterns, launches, open ends."
)
def sarif(book: str, output: str, notes: bool) -> None:
    """Write the findings as SARIF 2.1.0, which code scanning services and editors read.

    \b
    Example:
      repobook export sarif -o findings.sarif
    """
    from repobook.export.sarif import write_sarif

    def write(book: str, output: str) -> None:
        if left := write_sarif(book, output, notes):
            click.echo(
                f"{left:,} findings of the least severity are left out: a run may hold 25,000.", err=True
            )

    _export(write, book, output)


def _export(write: Callable[[str, str], None], book: str, output: str) -> None:
    from repobook.config import is_inside, read_manifest

    try:
        read_manifest(book)
        if output != "-" and is_inside(os.path.realpath(output), os.path.realpath(book)):
            raise InputError(f"{output}: that is a place in the book. Choose another file with -o.")
        write(book, output)
    except RepobookError as error:
        fail(str(error))
    except _DAMAGE:
        fail(_DAMAGED.format(book))


def _progress(quiet: bool, is_json: bool) -> Any:
    from repobook.progress import NO_PROGRESS, BarProgress, LineProgress

    if quiet:
        return NO_PROGRESS
    if sys.stderr is not None and sys.stderr.isatty():
        return BarProgress()
    return LineProgress()
