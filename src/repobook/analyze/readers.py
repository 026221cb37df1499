"""Every reader by the name that `language.toml` calls it. One is loaded when it is first asked for: an edit needs one of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache

from repobook.analyze.languages import Language
from repobook.facts import Facts

Reader = Callable[[bytes, Language], Facts]
_PLACES = {
    "code": "code.read_code",
    "csv": "data.read_csv",
    "html": "web_pages.read_html",
    "ini": "configuration.read_ini",
    "json": "data.read_json",
    "markdown": "markdown.read_markdown",
    "markup": "markups.read_markup",
    "notebook": "notebooks.read_notebook",
    "patterns": "patterns.read_patterns",
    "plain": "plain.read_text",
    "rst": "rst.read_rst",
    "stylesheet": "stylesheets.read_stylesheet",
    "template": "web_pages.read_template",
    "toml": "configuration.read_toml",
    "xml": "markup.read_xml",
    "yaml": "configuration.read_yaml",
}


@cache
def get_reader(name: str) -> Reader:
    module, _, function = _PLACES[name].partition(".")
    found: Reader = getattr(importlib.import_module(f"repobook.analyze.{module}"), function)
    return found
