"""What a header comment says of its file, without what every header repeats: its name, its author, marks of a tool."""

from __future__ import annotations

import re
from itertools import takewhile

from repobook.analyze import comments

# @file, \file and their like: a name behind them says nothing, words do.
_FILE_TAG = re.compile(
    r"\s*[@\\](?:file|fileoverview|overview|headerfile|packageDocumentation|module)\b[ \t]*(?:\{[^}]*\}[ \t]*)?(?P<rest>.*)$"
)
_NAME_FIRST = re.compile(r"\s*[\w./-]+\.[A-Za-z]\w{0,5}\s+(?=[A-Z@\\])")  # config.h Reads the configuration.
_WORDS_TAG = re.compile(r"\s*[@\\](?:brief|short|summary|abstract|description|desc|details?)\b:?[ \t]*")
_OTHER_TAG = re.compile(
    r"\s*(?:[@\\](?:ingroup|addtogroup|defgroup|weakgroup|package|subpackage|category|namespace|private|public|internal|access|author|authors|date|version|since"
    r"|copyright|licen[cs]e|lastmodified|modified|maintainer|contact|email|link|project|jest-environment|hidden|type|typedef|template|import)\b|[@\\][{}]\s*$|@\(#\)|version:?\s+v?\d|(?:this file is )?part of (?:the )?[\w.+-]+(?: \w+){0,3}(?: - .*)?\.?$|\$\w+(?::[^$]*)?\$\s*$)",
    re.I,
)
# File: config.h      Name: config.sh      Description: reads the configuration
_NAMED = re.compile(
    r"\s*(?:file ?name|file|name|module|program|script|header|source|title|unit)\s*:\s*\S+\s*$", re.I
)
_LABEL = re.compile(r"\s*(?:description|purpose|summary|abstract|synopsis|overview)\s*[:=-]\s+(?=\S)", re.I)
_CAPTION = re.compile(r"\s*(?:NAME|DESCRIPTION|PURPOSE|SYNOPSIS|SUMMARY|ABSTRACT|FILE|OVERVIEW)\s*:?\s*$")
_PERSON = re.compile(
    r"\s*(?:(?:by|\(c\)|©)\s+)?(?:[A-Z][\w.'-]*\s+){1,4}[<(][^<>()\s]*(?:@| at )[^<>()]*[>)][.,]?\s*$"
)
_EDITOR = re.compile(r"\s*-*-\*-.{0,60}?-\*-[-=*/\s]*$")  # -*- C++ -*-
_EDGES = re.compile(r"^\s*[=*#~+/-]{3,}\s*(?=\w)|(?<=[\w.)])\s+[=*#~+/-]{2,}\s*$")
# config.h - what it is      config.c -- what it is      lib/config.py: what it is
_OWN_NAME = re.compile(
    r"\s*[`\"']?(?P<path>(?:[\w-]+/)*[\w-]{2,}(?:\.[\w-]+)?\.[A-Za-z][A-Za-z0-9+]{0,6})[`\"']?(?:\s+[-–—]{1,3}|\s*[:;])\s+(?P<words>\S.*)$"
)
_PRODUCT = re.compile(r"[A-Z][a-z0-9]*\.(?:js|io|py|jl|NET|rs)$")  # Node.js: no name of this file
# Captions of what follows, in place of words about the file.
_CAPTIONS = re.compile(
    r"\s*(?:(?:module|local|system|third[- ]party|internal|private|public|global|standard|external|library|own|project|other|node|forward|type)\s+)?"
    r"(?:dependenc(?:y|ies)|imports?|includes?|requires?|exports?|constants?|globals?|variables|types|typedefs|macros|defines|prototypes|declarations|definitions"
    r"|functions?|helpers?|utilities|headers|modules|libraries|interfaces?)\s*[.:]?\s*$",
    re.I,
)
_HEADING = re.compile(r"#{1,6} \S")  # # Examples
_SECTION = re.compile(r"#{1,6} \S|```|~~~")
_FILE_MARK = re.compile(r"(?:^|\n)\s*[@\\](?:file|fileoverview|overview|packageDocumentation|module)\b")


def is_of_file(doc: str) -> bool:
    """Tell whether a comment says that it speaks of the whole file, whatever stands below it."""
    if ("@" in doc or "\\" in doc) and _FILE_MARK.search(doc):
        return True
    own = _OWN_NAME.match(doc.lstrip("\n").partition("\n")[0])
    return (own is not None and not _PRODUCT.match(own["path"])) or comments.is_licence(doc)


def of_file(text: str) -> str:
    """Return the paragraphs of a cleaned header comment that speak of its file to a reader."""
    lines: list[str] = []
    is_titled = False  # it begins with the name of the file and what that is
    for line in text.split("\n"):
        line = _EDGES.sub("", _EDITOR.sub("", line))
        if (tag := _FILE_TAG.match(line)) is not None:
            line = _NAME_FIRST.sub("", tag["rest"]) if " " in tag["rest"].strip() else ""
            if not line:
                continue
        if _OTHER_TAG.match(line) or _NAMED.match(line) or _CAPTION.match(line) or _PERSON.match(line):
            continue
        if tag := _WORDS_TAG.match(line):
            line = line[tag.end() :]
            if lines and lines[-1].strip() and line.strip():
                lines.append("")  # what is told in short stands alone
        line = _LABEL.sub("", line)
        if (
            not any(map(str.strip, lines))
            and (own := _OWN_NAME.match(line))
            and not _PRODUCT.match(own["path"])
        ):
            if not comments.is_licence(own["words"]):
                line, is_titled = own["words"], True
        elif is_titled and line.strip():
            is_titled = comments.is_licence(line) or line.lstrip()[:1].isupper()
            if is_titled:
                lines.append("")  # a sentence of its own, or about rights: the title stands above it
        if line.lstrip().lower().startswith("usage:"):
            lines.append("")
        lines.append(line)
    words = comments.without_path(comments.head_prose("\n".join(lines).strip("\n")))
    return "" if _CAPTIONS.fullmatch(words.partition("\n")[0]) else _above_sections(words)


def _above_sections(words: str) -> str:
    """Return what a comment in Markdown says above its first section or example. A title on top says nothing yet."""
    first, _, rest = words.partition("\n")
    if _HEADING.match(first) and rest.strip():
        words = rest.strip("\n")
    kept = list(takewhile(lambda paragraph: not _SECTION.match(paragraph), words.split("\n\n")))
    return "\n\n".join(kept) or words
