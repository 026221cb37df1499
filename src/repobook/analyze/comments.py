"""Comments as their authors meant them: marks removed, licence headers and pragmas told from prose."""

from __future__ import annotations

import inspect
import re

from repobook.analyze.tool_words import is_aside, is_code, is_directive, is_pointer, is_to_editors

MAX_DOC = 6_000  # characters kept of one documentation comment
_CUT = " …"

_OPENERS = re.compile(
    r"^\s*(?:/\*[*!]?<?|///?<?!?|//!<?|#+[!']?|--\[=*\[|--+(?: ?[|^](?= ))?|;+|%+|\{-\|?|\(\*+|\"\"\"|'''|'|REM\b|<!--|=(?:begin|pod)\b|!+[<>]?(?!\w))",
    re.I,
)
_FIXED = re.compile(r"^(?:[*!]+|[cC](?![\w(]))[<>]*")  # in the first column of Fortran's fixed form
_CLOSERS = re.compile(r"(?:\*+/|\]=*\]|-\}|\*+\)|\"\"\"|'''|-->|^=(?:end|cut))\s*$")
_XML_MARKS = re.compile(r"\s*</?(?:summary|remarks)>\s*")
_STAR = re.compile(r"^\s*\*+(?!\w*\*) ?")
_RULER = re.compile(r"^[\s\-=*#/~_+.<>|!]*$")
_SIGIL = re.compile(r"~[sS][(\[{<|/]")  # Elixir
_STRING = re.compile(
    r"^(?P<prefix>(?:~[sS])?[A-Za-z]{0,3})(?P<quote>\"\"\"|'''|\"|')(?P<body>.*?)(?P=quote)?$", re.S
)

LICENCE = re.compile(
    r"copyright|licen[sc]e|available under|public domain dedication|all rights reserved|redistribution and use|spdx-|warrant(?:y|ies)|permission is hereby|permission to use, copy|hereby granted"
    r"|\(c\) ?\d{4}|without limitation|as is\"|provided that the following|in no event shall|liability"
    r"|confidential|apache\.org/|neither the name of|is free software|redistribute it|in the hope that it will be useful"
    r"|\(c\) [^|\n]{1,80}\|",
    re.I,
)
_PRAGMA = re.compile(
    r"^\s*(?:!|[@#]__[A-Z_]+__|-\*-|vim?:|ex:|coding[:=]|encoding[:=]|nolint|noqa|noinspection"
    r"|mypy:|ruff:|isort:|usort:|biome-|deno-|@vitest|v8 ignore|c8 ignore|type:\s*ignore|pyre-|pyright:|@ts-|@flow|@format"
    r"|frozen_string_literal|lint:|bazel[-:]|owner\(?s?\)?\s*[:(]|@?author|@date|@version|@copyright|@license"
    r"|@file\s*$|@generated|\$id|\$revision|region\b|endregion\b|pragma\b|go:|\+build|line\s+\d+|expect|python ?[23]?$"
    r"|usr/bin|/usr/bin|module\s*:\s*[A-Z][\w.']*\s*$|(?:stability|portability)\s*:|@lint-ignore|@nolint|do not edit|syntax=|check=|ty:|fmt:|nosec|skylint)",
    re.I,
)
# Written so that there is no documentation: `(non-Javadoc)`, `Don't add Javadoc, it is inherited`.
_NO_DOC = re.compile(
    r"\s*(?:\(?non-javadoc\)?|(?:do not|don'?t|no need to) (?:add|write) (?:a )?(?:java|k|php)?-?doc|no (?:java|k|php)?-?docs?\b)",
    re.I,
)
_DESCRIPTION = re.compile(r"\s*Description\s*:\s*")  # below `Module : Shop.Cart`, in Haskell
_TODO = re.compile(r"\s*(?:todo|fixme|xxx|hack)\b", re.I)
_CONTACT = re.compile(
    r"\s*(?:(?:you (?:can|may) |please |feel free to )*(?:contact|e-?mail|reach|write to) (?:the |its )?(?:authors?|maintainers?|me\b|us\b)"
    r"|(?:please )?(?:send|report|mail) (?:any |all )?(?:bugs?|comments|patches|bug reports|feedback|suggestions)\b.* (?:to|at)\b)",
    re.I,
)
_RIGHTS = re.compile(r"\s*(?:copyright\b|copr\.|\(c\)|©|spdx-|licen[sc]ed? |all rights reserved)", re.I)
_AUTHOR = re.compile(
    r"^\s*(?:created|written|authored|author|maintainer|contributors?|date|email|version|since)\b.{0,3}(?:by\b|on\b|:)",
    re.I,
)


def cut(text: str) -> str:
    """Return what is kept of a documentation text, with a mark where it goes on."""
    return text if len(text) <= MAX_DOC else text[:MAX_DOC].rstrip() + _CUT


def is_cut(text: str) -> bool:
    """Tell whether a documentation text went on."""
    return len(text) > MAX_DOC - 100 and text.endswith(_CUT)


def clean(text: str) -> str:
    """Return what a comment says, without its marks and with its own indentation kept."""
    if text.startswith("{") and not text.startswith("{-") and text.endswith("}"):  # Pascal's
        text = text[1:-1]
    if text.startswith('"') and not text.startswith('"""'):
        return clean_string(text)  # a string before a definition that documents it
    lines = text.split("\n")
    if not lines:
        return ""
    if _FIXED.match(text) and text[0] in "*cC":
        return cut(inspect.cleandoc("\n".join(_FIXED.sub("", line).rstrip() for line in lines)).strip())
    head = text.lstrip()[:3]
    is_block = (
        head[:2] in ("/*", "=b", "=p", "(*", "{-", "<!", '""', "''") or head == "--["
    ) and "\n" in text
    out = []
    for number, line in enumerate(lines):
        line = line.rstrip("\r")
        if number == 0 or not is_block:
            line = _OPENERS.sub("", line, count=1)
        elif _STAR.match(line) and not _CLOSERS.fullmatch(line.strip()):
            line = _STAR.sub("", line, count=1)
        if number == len(lines) - 1 or not is_block:
            line = _CLOSERS.sub("", line) if is_block or number == len(lines) - 1 else line
        out.append(line)
    cleaned = inspect.cleandoc("\n".join(out)).strip()
    if cleaned.startswith(("<summary>", "<remarks>")):  # C#'s marks around the text that comes first
        cleaned = _XML_MARKS.sub("\n\n", cleaned).strip()
    return cut(cleaned)


def clean_string(text: str) -> str:
    """Return what a documentation string says."""
    text = text.replace("\r\n", "\n")
    found = _STRING.match(text.strip())
    if not found:
        text = text.strip()
        return cut((text[3:-1] if _SIGIL.match(text) else text).strip())
    if set(found["prefix"].lower()) & {"b", "f", "t"}:
        return ""  # bytes and templates document nothing
    return cut(inspect.cleandoc(found["body"]).strip())


_LICENCE_WORDS = (
    "(c) ",
    "free software",
    "redistribute it",
    "in the hope",
    "available under",
    "public domain ded",
    "copyright",
    "licen",
    "rights reserved",
    "redistribution",
    "spdx-",
    "warrant",
    "permission is",
    "permission to",
    "hereby",
    "(c)",
    "limitation",
    'as is"',
    "provided that",
    "in no event",
    "liability",
    "confidential",
    "apache.org/",
    "neither the name",
)


def is_licence(text: str) -> bool:
    """Tell whether a header comment speaks of rights, not of the file."""
    lower = text.lower()  # a word at a time is much faster than the pattern, which few texts need
    return any(word in lower for word in _LICENCE_WORDS) and bool(LICENCE.search(text))


def is_pragma(line: str) -> bool:
    """Tell whether a line speaks to a tool, a separator or an archive, not to a reader."""
    return bool(_RULER.match(line) or _PRAGMA.match(line) or _AUTHOR.match(line) or is_directive(line))


_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"\s*[A-Z][A-Za-z'-]*(?: [A-Za-z'-]+)*[.!?]\s*")  # Deprecated.      T is.
_UNSPACED = re.compile(  # Chinese, Japanese, Thai: a sentence is one word to the pattern above
    r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{2}"
)


def is_unspaced(text: str) -> bool:
    """Tell whether a text is in a script that puts no blanks between words."""
    return bool(_UNSPACED.search(text))


_PATH_TITLE = re.compile(
    r"\s*[`\"']*[\w-]+(?:[./\\][\w-]+)+[`\"']*\s*(?:\n|$)"
)  # requests.models   lib/tree.c


def without_path(text: str) -> str:
    """Return the purpose of a file without a first line that is only its own path or the name of its module."""
    found = _PATH_TITLE.match(text)
    return text[found.end() :].lstrip("\n") if found else text


def prose(text: str, is_marked: bool = False) -> str:
    """Return the paragraphs of a cleaned comment that speak to a reader: no licence, no pragmas, no rulers.

    A comment that `is_marked` as documentation may say it in one word; any other needs two, or a full stop.
    """
    kept: list[str] = []
    if _NO_DOC.match(text):
        return ""
    for paragraph in re.split(r"\n\s*\n", text):
        if is_licence(paragraph):
            paragraph = "" if kept else _above_rights(paragraph)
        if not paragraph or _TODO.match(paragraph) or _CONTACT.match(paragraph) or is_to_editors(paragraph):
            continue
        lines = [line for line in paragraph.split("\n") if not is_pragma(line)]
        body = "\n".join(lines).strip("\n")
        if not kept and (found := _DESCRIPTION.match(body)):
            body = body[found.end() :]
        if not is_marked and not kept and is_code(body):
            continue  # put aside; below words it is an example
        words = len(_WORD.findall(body))
        if words >= 2 or (words and (is_marked or _SENTENCE.fullmatch(body) or is_unspaced(body))):
            kept.append(body)
    return "\n\n".join(kept)


def head_prose(text: str) -> str:
    """Return the paragraphs of a cleaned comment at the head of a file that speak of that file."""
    kept: list[str] = []
    for paragraph in prose(text).split("\n\n"):
        if not is_aside(paragraph) and (kept or not is_pointer(paragraph)):
            kept.append(paragraph)
    return "\n\n".join(kept)


def _above_rights(paragraph: str) -> str:
    """Return the title that stands right above a note of rights: `LZ4 - a fast algorithm`, then `Copyright (C) …`."""
    lines = paragraph.split("\n")
    for at, line in enumerate(lines):
        if is_licence(line):
            return "\n".join(lines[:at]) if _RIGHTS.match(line) else ""
    return ""
