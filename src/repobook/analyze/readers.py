"""Every reader by the name that `language.toml` calls it."""

from __future__ import annotations

from collections.abc import Callable

from repobook.analyze.code import read_code
from repobook.analyze.configuration import read_ini, read_toml, read_yaml
from repobook.analyze.data import read_csv, read_json
from repobook.analyze.languages import Language
from repobook.analyze.markdown import read_markdown
from repobook.analyze.markup import read_xml
from repobook.analyze.markups import read_markup
from repobook.analyze.notebooks import read_notebook
from repobook.analyze.patterns import read_patterns
from repobook.analyze.plain import read_text
from repobook.analyze.rst import read_rst
from repobook.analyze.stylesheets import read_stylesheet
from repobook.analyze.web_pages import read_html, read_template
from repobook.facts import Facts

READERS: dict[str, Callable[[bytes, Language], Facts]] = {
    "code": read_code,
    "csv": read_csv,
    "html": read_html,
    "ini": read_ini,
    "json": read_json,
    "markdown": read_markdown,
    "markup": read_markup,
    "notebook": read_notebook,
    "patterns": read_patterns,
    "plain": read_text,
    "rst": read_rst,
    "stylesheet": read_stylesheet,
    "template": read_template,
    "toml": read_toml,
    "xml": read_xml,
    "yaml": read_yaml,
}
