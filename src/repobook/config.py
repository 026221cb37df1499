"""What a build is asked to do: one frozen Config, and the checks that refuse a wrong request early."""

from __future__ import annotations

import json
import os
import re
import stat
from dataclasses import dataclass, field

from repobook.errors import InputError, OutputError
from repobook.marks import MARK, is_ours, read_plain

_EVERYBODYS = "/var/tmp"  # where the cache goes without a home
_CONTROL = frozenset({".git", ".hg", ".svn"})
_SITE_URL = re.compile(r"https://[A-Za-z0-9.-]+(?::\d+)?(?:/[A-Za-z0-9._~%/-]*)?")


@dataclass(frozen=True, slots=True)
class Config:
    """A request, checked. Paths are absolute; `root` has its links resolved once."""

    root: str
    output: str
    cache: str
    jobs: int = 2
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    has_source: bool = True
    has_history: bool = True
    source_url: str = ""
    has_site: bool = False
    site_url: str = ""  # where the site will be seen, for what needs a whole address
    markdown_url: str = ""  # where the book will be seen, which pages of the site name beside themselves
    options: dict[str, object] = field(default_factory=dict)

    @property
    def staging(self) -> str:
        """Where the new book grows: beside the old one, so that the switch is a rename."""
        folder, name = os.path.split(self.output)
        return os.path.join(folder, f".{name}.repobook-staging")

    @property
    def lock(self) -> str:
        """What says that a build is under way; it vanishes with it."""
        return self.staging + ".lock"

    @property
    def source_root(self) -> str:
        """What leads from the book to the sources: a web address, a relative path, or nothing (see docs/book.md)."""
        if self.source_url:
            return self.source_url.rstrip("/")
        if is_inside(self.output, self.root):
            return os.path.relpath(self.root, self.output).replace(os.sep, "/")
        return ""


def make_config(
    repo: str,
    output: str,
    *,
    cache: str | None = None,
    jobs: int | None = None,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    has_source: bool = True,
    has_history: bool = True,
    source_url: str = "",
    has_site: bool = False,
    site_url: str = "",
    markdown_url: str = "",
    is_forced: bool = False,
) -> Config:
    """Return a checked request, or say in one line what is wrong with it and what to do."""
    root = os.path.realpath(repo)
    if not output:
        raise InputError("-o: the book needs a folder. Name one, such as -o book.")
    if not os.path.lexists(repo):
        raise InputError(f"{repo}: no such folder. Give the path of a repository.")
    if not os.path.isdir(root):
        raise InputError(f"{repo}: not a folder. Give the folder of a repository, not a file.")
    if not os.access(root, os.R_OK | os.X_OK):
        raise InputError(f"{repo}: may not be read. Check its permissions.")
    is_wide = root in ("/", os.path.realpath(os.path.expanduser("~")))
    if is_wide and not is_forced:
        raise InputError(
            f"{repo}: this is {'the whole file system' if root == '/' else 'your home folder'}. Name a repository in it, or add --force."
        )
    if _is_bare(root):
        raise InputError(f"{repo}: a bare git repository has no work tree. Clone it and give the clone.")
    if source_url and not re.match(r"https://[^\s/?#]", source_url):
        raise InputError(f"--source-url {source_url}: must start with https:// and name a host.")
    for option, address in (("--site-url", site_url), ("--markdown-url", markdown_url)):
        if address and not _SITE_URL.fullmatch(address):
            raise InputError(f"{option} {address}: must be a plain address that starts with https://.")
    target = os.path.join(
        os.path.realpath(os.path.dirname(os.path.abspath(output))), os.path.basename(os.path.abspath(output))
    )
    _check_output(target, root, output)
    kept = os.path.abspath(cache) if cache else default_cache()
    config = Config(
        root=root,
        output=target,
        cache=os.path.realpath(kept) if is_wide else kept,
        jobs=max(1, jobs or usable_cores()),
        include=include,
        exclude=exclude,
        has_source=has_source,
        has_history=has_history,
        source_url=source_url,
        has_site=has_site,
        site_url=site_url.rstrip("/"),
        markdown_url=markdown_url.rstrip("/"),
    )
    # All of a user's folders lie in those two: there the cache is left out of the book, as the output is.
    if is_inside(os.path.realpath(config.cache), config.root) and not is_wide:
        raise InputError(
            f"{config.cache}: the cache lies in the repository. Give another folder with --cache."
        )
    if is_inside(os.path.realpath(config.cache), config.output):
        raise InputError(f"{config.cache}: the cache lies in the book. Give another folder with --cache.")
    return config


def default_cache() -> str:
    """Return the state folder. Never inside the repository, never shared between users."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if os.path.isabs(base):
        return os.path.join(base, "repobook")
    # Where everybody may write, somebody else may have been there first: what they left would be taken for our own.
    path = os.path.join(_EVERYBODYS, f"repobook-{os.geteuid()}")
    if os.path.lexists(path):
        found = os.lstat(path)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise InputError(
                f"{path}: belongs to somebody else. Give another folder with --cache, or set HOME."
            )
    return path


def usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def is_inside(path: str, folder: str) -> bool:
    """Tell by components, not by prefix: `/srv/book-evil` is not in `/srv/book`."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _check_output(target: str, root: str, given: str) -> None:
    if target == root:
        raise InputError(f"{given}: output and repository are the same folder. Choose another with -o.")
    for path, what in ((root, "the repository"), (target, "the book")):
        try:
            path.encode()
        except UnicodeEncodeError:  # a database has no name for it, and no page could state it
            raise InputError(
                f"{path}: the path of {what} is not UTF-8. Rename it, or choose another."
            ) from None
    if _CONTROL.intersection(target.split("/")):
        raise InputError(
            f"{given}: a book in a folder of version control would be lost there. Choose another with -o."
        )
    if is_inside(root, target):
        raise InputError(f"{given}: the repository lies inside the output folder. Choose another with -o.")
    if os.path.islink(target):
        raise InputError(f"{given}: the output is a link. Give the folder it leads to, or another.")
    if os.path.lexists(target):
        if not os.path.isdir(target):
            raise InputError(f"{given}: a file with this name exists. Choose another output with -o.")
        if os.listdir(target) and not is_ours(target):
            raise InputError(
                f"{given}: the folder is not empty and holds no book of ours. Choose another with -o, or empty it."
            )
    parent = os.path.dirname(target)
    if not os.path.isdir(parent):
        nearest = parent
        while not os.path.lexists(nearest):
            nearest = os.path.dirname(nearest)
        parent = nearest
    if not os.path.isdir(parent):
        raise InputError(f"{given}: {parent} is not a folder.")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise OutputError(f"{given}: may not write in {parent}. Choose another output with -o.")
    if os.path.isdir(target) and not os.access(target, os.W_OK | os.X_OK):
        raise OutputError(
            f"{given}: may not be written. Change its permissions or choose another output with -o."
        )


def _is_bare(root: str) -> bool:
    return (
        os.path.isfile(os.path.join(root, "HEAD"))
        and os.path.isdir(os.path.join(root, "objects"))
        and os.path.isdir(os.path.join(root, "refs"))
        and not os.path.lexists(os.path.join(root, ".git"))
        and os.path.isfile(os.path.join(root, "config"))
    )


def read_manifest(book: str) -> dict[str, object]:
    """Return the manifest of a finished book."""
    found = read_plain(book, MARK)
    if found is None:
        raise InputError(f"{book}: no book here. Build one with `repobook build REPO -o {book}`.")
    try:
        data = json.loads(found)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{book}: its manifest cannot be read ({error}). Build the book again.") from error
    if not isinstance(data, dict):
        raise InputError(f"{book}: its manifest is not one of ours. Build the book again.")
    return data
