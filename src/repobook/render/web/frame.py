"""What stands around every page of the site: head, top bar, breadcrumb."""

from __future__ import annotations

from repobook.render.markdown import one_line, url
from repobook.render.web.html import attribute, escape
from repobook.render.web.paths import STATIC

POLICY = (
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;"
    "base-uri 'none';form-action 'none'"
)


_HEAD = (
    f'<meta charset=utf-8><meta http-equiv=Content-Security-Policy content="{POLICY}">'
    '<meta name=viewport content="width=device-width">'
)


class Frame:
    """Writes pages of one site; what all of them share is made once."""

    def __init__(self, name: str, address: str = "", markdown: str = "") -> None:
        self._address, self._markdown = address, markdown
        self._shown = escape(one_line(name))

    def page(
        self,
        place: str,
        title: str,
        crumbs: str,
        body: str,
        markdown: str = "",
        kind: str = "",
        head: str = "",
    ) -> str:
        """Return a page at `place`. `title` is plain text; `crumbs`, `body` and what is added to its head are HTML."""
        up = "../" * place.count("/")
        heading = f"{escape(title)} · {self._shown}" if title else self._shown
        alternate = head
        if markdown and self._markdown:
            alternate += f'<link rel=alternate type=text/markdown href="{self._markdown}/{url(markdown)}">'
        if self._address:
            alternate += (
                f'<link rel=canonical href="{self._address}/{url(place)}">'
                f"<link rel=search type=application/opensearchdescription+xml href={up}opensearch.xml>"
            )
        return (
            f'<!doctype html><html lang=en data-root="{up}">{_HEAD}<title>{heading}</title>{alternate}'
            f"<link rel=icon href={up}{STATIC}/icon.svg><link rel=stylesheet href={up}{STATIC}/book.css>"
            f"<script src={up}{STATIC}/theme.js></script><script defer src={up}{STATIC}/book.js></script>"
            f"<body{f' class={kind}' if kind else ''}><a class=skip href=#~main>Skip to content</a>"
            f"<header class=top><a class=brand href={up}index.html>{self._shown}</a></header>"
            f"{crumbs}<main id=~main tabindex=-1>{body}</main>"
        )

    def missing(self, depth: int) -> str:
        """Return the page that a host shows for an address without one, which may be that many folders deep.

        What it needs is asked for at each depth, because where the top is nobody can know: the nearest answer counts.
        """
        ups = ["../" * steps for steps in range(depth + 1)]
        styles = "".join(f"<link rel=stylesheet href={up}{STATIC}/book.css>" for up in ups)
        scripts = "".join(f"<script src={up}{STATIC}/lost.js></script>" for up in ups)
        home = f'"{self._address}/index.html"' if self._address else "index.html"
        return (
            f"<!doctype html><html lang=en>{_HEAD}<meta name=robots content=noindex>"
            f"<title>No such page · {self._shown}</title>{styles}{scripts}<body>"
            f"<header class=top><a class=brand href={home} data-top=index.html>{self._shown}</a></header>"
            "<main id=~main tabindex=-1><h1>No such page</h1><p>This book has no page at this address."
            f" <a href={home} data-top=index.html>Begin at the front page</a>,"
            f" or <a href={home.replace('index', 'search')} data-top=search.html>search</a>.</main>"
        )


def breadcrumb(steps: list[tuple[str, str]], last: str) -> str:
    """Return the way to a page: links with their names, and what stands at its end. All of it is HTML."""
    links = "".join(f"<li><a href={attribute(href)}>{name}</a>" for href, name in steps)
    end = f"<li aria-current=page>{last}" if last else ""
    return f"<nav class=crumbs aria-label=Breadcrumb><ol>{links}{end}</ol></nav>"
