"""What a site needs besides its pages: scripts and styles, the folder tree, and files that hosts ask for."""

from __future__ import annotations

import os
from typing import Any

from repobook.render.markdown import one_line, relative, url
from repobook.render.web.frame import breadcrumb
from repobook.render.web.html import escape
from repobook.render.web.languages import highlighter_of
from repobook.render.web.paths import SITE, STATIC
from repobook.render.web.site import Site
from repobook.scripts import as_packed_script, as_script

_FOLDER = os.path.join(os.path.dirname(__file__), "static")
_MAX_DEPTH = 12  # of an address without a page that still finds its style
_SITEMAP = 50_000  # addresses of one file, by the protocol


def write_around(site: Site) -> None:
    """Write all that is no page."""
    _write_static(site)
    _write_tree(site)
    _write_missing(site)
    _write_search(site)
    write = site.book.write_file
    write(SITE + ".nojekyll", "")
    address = site.book.options.site_url
    write(
        SITE + "robots.txt",
        f"User-agent: *\nAllow: /\n{f'Sitemap: {address}/sitemap.xml{chr(10)}' if address else ''}",
    )
    if address:
        _write_sitemap(site, address)
        name = escape(one_line(site.book.options.name)[:16])
        write(
            SITE + "opensearch.xml",
            '<?xml version="1.0" encoding="UTF-8"?>\n<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
            f"<ShortName>{name}</ShortName><Description>Search {name}</Description><InputEncoding>UTF-8</InputEncoding>"
            f'<Url type="text/html" template="{address}/search.html?q={{searchTerms}}"/></OpenSearchDescription>\n',
        )


def _write_static(site: Site) -> None:
    languages = {highlighter_of(file.language) for file in site.book.files.values()}
    for folder, _, names in sorted(os.walk(_FOLDER)):
        part = os.path.relpath(folder, _FOLDER).replace(os.sep, "/")
        for name in sorted(names):
            if part == "vendor/languages" and name.removesuffix(".js") not in languages:
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as stream:
                where = f"{STATIC}/{name}" if part == "." else f"{STATIC}/{part}/{name}"
                site.book.write_file(SITE + where, stream.read())


def _write_tree(site: Site) -> None:
    """Write a list for each folder, which the tree loads when it is opened, and one of all files."""
    book, paths = site.book, site.paths
    listed: dict[int, list[list[Any]]] = {folder: [] for folder in book.folders}
    every: list[list[str]] = []
    for folder in book.folders.values():
        if folder.parent_id is not None:
            here = site.folder_of(book.folders[folder.parent_id])
            listed[folder.parent_id].append(
                [one_line(folder.name), paths.link(folder.at("index.md"), here), 1]
            )
    for file in book.files.values():
        if file.outcome == "documented":
            place = paths.of(file.docs)
            here = site.folder_of(book.folders[file.folder_id])
            listed[file.folder_id].append([one_line(file.name), url(relative(place, here))])
            every.append([one_line(file.path), url(place)])
    for folder in book.folders.values():
        here = site.folder_of(folder)
        place = f"{here}/~tree.js" if here else "~tree.js"
        entries = sorted(listed[folder.id], key=lambda entry: (len(entry) < 3, entry[0].casefold(), entry[0]))
        book.write_file(SITE + place, as_script("tree", url(here), entries))
    book.write_file(f"{SITE}{STATIC}/files.js", as_packed_script("fileList", "", every))


def _write_missing(site: Site) -> None:
    """Write the page that hosts show for an address without one, below any folder."""
    deepest = max(site.folder_of(folder).count("/") for folder in site.book.folders.values())
    site.book.write_file(SITE + "404.html", site.frame.missing(min(deepest + 2, _MAX_DEPTH)))


def _write_search(site: Site) -> None:
    """Write the page of answers; a script fills it."""
    body = "<h1>Search</h1><p>Search needs a browser that runs scripts. <a href=keywords.html>Every name from A to Z</a>."
    home = [("index.html", escape(one_line(site.book.options.name)))]
    site.write("search.html", "Search", breadcrumb(home, "Search"), body, kind="search")


def _write_sitemap(site: Site, address: str) -> None:
    book, paths = site.book, site.paths
    places = [
        "index.html",
        "keywords.html",
        "comprehensive_book.html",
        "rules.html",
        "findings.html",
        "verification_report.html",
    ]
    places += [paths.of(folder.at("doc.md")) for folder in book.folders.values()]
    places += [paths.of(file.docs) for file in book.files.values() if file.outcome == "documented"]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    maps = [places[at : at + _SITEMAP] for at in range(0, len(places), _SITEMAP)]
    for number, part in enumerate(maps, 1):
        rows = "".join(f"<url><loc>{address}/{url(place)}</loc></url>\n" for place in part)
        name = "sitemap.xml" if len(maps) == 1 else f"sitemap-{number}.xml"
        book.write_file(SITE + name, f"{head}<urlset {space}>\n{rows}</urlset>\n")
    if len(maps) > 1:
        rows = "".join(
            f"<sitemap><loc>{address}/sitemap-{n}.xml</loc></sitemap>\n" for n in range(1, len(maps) + 1)
        )
        book.write_file(SITE + "sitemap.xml", f"{head}<sitemapindex {space}>\n{rows}</sitemapindex>\n")
