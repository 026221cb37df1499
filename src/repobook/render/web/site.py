"""The site as it is written: pages come in as Markdown, beside those of the book, and go out as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable

from repobook.render.book import Book, FolderRow
from repobook.render.file_page import MAX_SHOWN_SOURCE
from repobook.render.markdown import number, one_line, url
from repobook.render.page import FileFacts, Page
from repobook.render.web.frame import Frame, breadcrumb
from repobook.render.web.home import describe, draw_layers, findings_cards, unknown_cards
from repobook.render.web.html import Lead, attribute, escape, facts_list, inline, isolated, to_html
from repobook.render.web.languages import highlighter_of
from repobook.render.web.leads import Leads
from repobook.render.web.paths import SITE, SitePaths
from repobook.render.web.refs import References
from repobook.render.web.source import source_lines
from repobook.render.web.treemap import Treemaps
from repobook.scripts import as_packed_script

_SOURCE_HEAD = '<h2 id="original-source">Original Source</h2>'
_MARKS = re.compile(r"\\(.)|[`*]")
_MARKED_LINE = re.compile(r"(?<= )(\*\*?)([0-9]+)\1(?= |$)", re.M)  # defined there, imported there
_MARKS_SAID = re.compile(r"\nLines: \*[^\n]*\n")
_IDENTIFIER = re.compile(r"^- (?:`([^`\n]+)`|(`+) (.+) \2)((?: ×[\d,]+)?: .*)$", re.M)
_OWN_LINE = re.compile(r" href=#L([1-9][0-9]*)>")
_LISTED = re.compile(r"<code>([^<]*)</code>((?: L[0-9]+(?:-L[0-9]+)?)?</a>)")
_TABS = (("doc.md", "About"), ("index.md", "Contents"), ("sub.md", "Keywords"))


class Site:
    """Writes the pages of the site. One a process."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.paths = SitePaths(book)
        self.frame = Frame(book.options.name, book.options.site_url, book.options.markdown_url)
        self._leads = Leads(book, self.paths)
        self._references: References | None = None
        self._treemaps: Treemaps | None = None
        self._folders = {folder.page: folder for folder in book.folders.values()}

    def add_page(self, path: str, text: str) -> None:
        """Write a page of the book that is no page of a file."""
        place = self.paths.of(path)
        lead = self._leads.of(path, place)
        folder, _, name = path.rpartition("/")
        first = text.partition("\n")[0]
        heading = inline(first.removeprefix("# "), lead)
        title = _MARKS.sub(r"\1", first.removeprefix("# "))
        tabs = ""
        if folder in self._folders and name in ("doc.md", "index.md", "sub.md"):
            tabs = self._tabs(folder, name, place)
            crumbs = self._crumbs(folder, place, "")
        else:
            crumbs = self._crumbs("", place, heading)
        body = to_html(text, lead, find=self._finder(folder if tabs else "", place.rpartition("/")[0]))
        if path.startswith("keywords/") or (tabs and name == "sub.md"):
            body = _LISTED.sub(r"\1\2", body)
        if path == "index.md":
            body = self._home(body)
        if tabs and name == ("doc.md" if folder else "index.md"):
            if self._treemaps is None:
                self._treemaps = Treemaps(self.book, self.paths)
            drawn = self._treemaps.draw(self._folders[folder], place.rpartition("/")[0])
            said, begin, rest = body.partition("<h2 ")
            body = said + drawn + begin + rest
        head = describe(self.book) if path == "index.md" else ""
        self.write(place, title, crumbs, f"<h1>{heading}</h1>{tabs}{body}", path, head=head)

    def _home(self, body: str) -> str:
        """Add what the front page of a site shows beyond the book's."""
        layers = draw_layers(self.book, self.paths)
        start = body.find("<div class=diagram ", max(0, body.find('<h2 id="components">')))
        if start >= 0:
            end = body.index("</div>", start) + 6
            # One layer says nothing: there the diagram of the book shows more.
            plain = body[start:end].replace("<div class=diagram ", '<div class="diagram layers" ', 1)
            body = body[:start] + (layers or plain) + body[end:]
        more = findings_cards(self.book) + unknown_cards(self.book)
        at = body.rfind('<h2 id="contents">')
        return body[:at] + more + body[at:] if at >= 0 else body + more

    def _finder(self, folder: str, here: str) -> Callable[[str], str]:
        """Return what tells where a box of a diagram leads: a folder below this one, or a part of the repository."""
        named: dict[str, set[int]] = {}

        def find(name: str) -> str:
            if not named:
                parts = self.book.query("SELECT folder_id FROM component ORDER BY position")
                below = (
                    self.book.subfolders.get(self._folders[folder].id, []) if folder in self._folders else []
                )
                for number in [*below, *(row[0] for row in parts)]:
                    row = self.book.folders[number]
                    for word in {row.name or self.book.options.name, row.path}:
                        named.setdefault(word, set()).add(number)
                for number in below if folder else []:
                    named[self.book.folders[number].name] = {number}
            found = named.get(name, set())
            return (
                self.paths.link(self.book.folders[next(iter(found))].at("doc.md"), here)
                if len(found) == 1
                else ""
            )

        return find

    def add_file(
        self,
        page: Page,
        facts: FileFacts,
        text: str | None,
        keywords: str,
        packed: tuple[bytes, bytes] | None = None,
    ) -> None:
        """Write the page of a file: its documentation, its source and its keywords."""
        file = page.file
        place = self.paths.of(file.docs)
        lead = self._leads.of(file.docs, place)
        parts, known = [], ""
        for part in page.parts:
            if part.startswith("## Original Source\n"):
                part = "## Original Source\n"
            elif part.startswith("## Cross-References\n"):
                continue  # the breadcrumb and the tree lead there
            elif part.startswith("## File Metadata\n"):
                known = facts_list(part.partition("|---|---|\n")[2], lead)
                continue
            parts.append(part)
        said = to_html("\n".join(parts), lead).replace(_SOURCE_HEAD, "", 1)
        name = _name(file.name)
        terms = _keywords(keywords, lead, self.book.options.has_source)
        # A link to the keywords of a file that has none leads to the file.
        anchor = "" if terms else ' id="~keywords"'
        body = (
            f"<h1{anchor}>{name}</h1><dl class=facts id=file-metadata>{known}</dl>{said}"
            f"{self._source(page, facts, text, packed, said + terms)}{terms}"
        )
        crumbs = self._crumbs(self.book.folders[file.folder_id].page, place, name)
        self.write(place, one_line(file.path), crumbs, body, file.docs, "file")

    def folder_of(self, folder: FolderRow) -> str:
        """Return where the pages of a folder stand."""
        return self.paths.of(folder.at("index.md")).rpartition("/")[0]

    def write(
        self,
        place: str,
        title: str,
        crumbs: str,
        body: str,
        markdown: str = "",
        kind: str = "",
        head: str = "",
    ) -> None:
        """Write a page of the site into the staging folder."""
        self.book.write_file(SITE + place, self.frame.page(place, title, crumbs, body, markdown, kind, head))

    def _source(
        self, page: Page, facts: FileFacts, text: str | None, packed: tuple[bytes, bytes] | None, around: str
    ) -> str:
        if not self.book.options.has_source:
            return ""
        if text is None:
            return f"{_SOURCE_HEAD}<p>The file changed while the book was built; build again to see it."
        cut = ""
        if len(text) > MAX_SHOWN_SOURCE:
            text = text[: text.rfind("\n", 0, MAX_SHOWN_SOURCE) + 1]
            cut = f"<p>Cut: {number(text.count(chr(10)))} of {number(facts.row['lines'])} lines are shown."
        language = highlighter_of(page.file.language)
        kind = f" data-language={language}" if language else ""
        if self._references is None:
            self._references = References(self.book, self.paths)
        data = self._references.of(page, facts, text, packed)
        if any(data[1:]):
            place = self.paths.of(page.file.docs)
            kind += " data-names"
            self.book.write_file(SITE + place[:-5] + "~names.js", as_packed_script("names", url(place), data))
        # What the page itself leads to, and where others look for a definition, is found without scripts.
        marked = {int(line) for line in _OWN_LINE.findall(around)} | {
            row["name_line"] for row in facts.symbols
        }
        return f"{_SOURCE_HEAD}<div class=source{kind} tabindex=0>{source_lines(text, marked)}</div>{cut}"

    def _tabs(self, folder: str, name: str, place: str) -> str:
        here = place.rpartition("/")[0]
        tabs = []
        # The front page comes first; of a folder, what it is for.
        for page, label in _TABS if folder else sorted(_TABS, key=lambda tab: tab[0] != "index.md"):
            current = " aria-current=page" if page == name else ""
            href = self.paths.link(self._folders[folder].at(page), here)
            label = "Home" if page == "index.md" and not folder else label
            tabs.append(f"<a href={attribute(href)}{current}>{label}</a>")
        return f"<nav class=tabs aria-label=Folder>{''.join(tabs)}</nav>"

    def _crumbs(self, folder: str, place: str, last: str) -> str:
        """Return the way to a page below a folder, or with no `last` to the folder itself."""
        here = place.rpartition("/")[0]
        steps = []
        at = self._folders[folder]
        while at.parent_id is not None:
            steps.append((self.paths.link(at.at("index.md"), here), _name(at.name)))
            at = self.book.folders[at.parent_id]
        steps.append((self.paths.link("index.md", here), _name(self.book.options.name)))
        steps.reverse()
        return breadcrumb(steps, last) if last else breadcrumb(steps[:-1], steps[-1][1])


def _keywords(text: str, lead: Lead, has_source: bool) -> str:
    """Return the keyword page of a file as a section of its page.

    Where the source stands on the same page, the lines of each identifier and the map of sections say nothing that the
    browser's own search does not find; they are a quarter of the book.
    """
    start = text.find("\n## Keywords Extracted\n")
    body = text[start + 23 :] if start >= 0 else ""
    if has_source:
        body = body.partition("\n## Keyword → Section Map\n")[0]
    terms = ""
    for name in ("Identifiers", "Terms"):
        at = body.find(f"### {name}\n")
        if at >= 0:
            end = body.find("\n## ", at)
            end = len(body) if end < 0 else end
            listed = body[at:end].partition("\n")[2].strip("\n")
            body = body[:at] + body[end:]
            if has_source:
                body = _MARKS_SAID.sub("", body, count=1)
            else:
                listed = _MARKED_LINE.sub(_marked_line, escape(_IDENTIFIER.sub(_plain_term, listed)))
                terms = f'<h3 id="~k-identifiers">{name}</h3><pre class=terms tabindex=0>{listed}</pre>'
    html = _LISTED.sub(r"\1\2", to_html(body, lead, "~k-"))
    return f'<h2 id="~keywords">Keywords</h2>{html}{terms}' if html or terms else ""


def _plain_term(found: re.Match[str]) -> str:
    return (found[1] or found[3]) + found[4]


def _marked_line(found: re.Match[str]) -> str:
    tag = "b" if found[1] == "**" else "em"
    return f"<{tag}>{found[2]}</{tag}>"


def _name(name: str) -> str:
    return isolated(escape(one_line(name)))
