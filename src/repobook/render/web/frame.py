"""What stands around every page of the site: head, top bar, breadcrumb."""

from __future__ import annotations

from repobook.render.markdown import one_line, url
from repobook.render.web.html import attribute, escape
from repobook.render.web.paths import STATIC

POLICY = (
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;"
    "base-uri 'none';form-action 'none'"
)


class Frame:
    """Writes pages of one site; what all of them share is made once."""

    def __init__(self, name: str, address: str = "") -> None:
        self._address = address
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
        if markdown:
            alternate += (
                f"<link rel=alternate type=text/markdown href={attribute(url('../' + up + markdown))}>"
            )
        if self._address:
            alternate += (
                f'<link rel=canonical href="{self._address}/{url(place)}">'
                f"<link rel=search type=application/opensearchdescription+xml href={up}opensearch.xml>"
            )
        return (
            f'<!doctype html><html lang=en data-root="{up}"><meta charset=utf-8>'
            f'<meta http-equiv=Content-Security-Policy content="{POLICY}">'
            f'<meta name=viewport content="width=device-width"><title>{heading}</title>{alternate}'
            f"<link rel=icon href={up}{STATIC}/icon.svg><link rel=stylesheet href={up}{STATIC}/book.css>"
            f"<script src={up}{STATIC}/theme.js></script><script defer src={up}{STATIC}/book.js></script>"
            f"<body{f' class={kind}' if kind else ''}><a class=skip href=#~main>Skip to content</a>"
            f"<header class=top><a class=brand href={up}index.html>{self._shown}</a></header>"
            f"{crumbs}<main id=~main tabindex=-1>{body}</main>"
        )


def breadcrumb(steps: list[tuple[str, str]], last: str) -> str:
    """Return the way to a page: links with their names, and what stands at its end. All of it is HTML."""
    links = "".join(f"<li><a href={attribute(href)}>{name}</a>" for href, name in steps)
    end = f"<li aria-current=page>{last}" if last else ""
    return f"<nav class=crumbs aria-label=Breadcrumb><ol>{links}{end}</ol></nav>"
