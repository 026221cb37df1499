"""Tell the text of a licence from a document: its words set no repository apart, so none of them is a keyword."""

from __future__ import annotations

import re

# What only the text itself says, and the name that people give it. The more particular stand first.
_TEXTS = (
    (r"GNU AFFERO GENERAL PUBLIC LICENSE\s+Version (?P<version>\d)", "GNU Affero General Public License"),
    (r"GNU (?:LESSER|LIBRARY) GENERAL PUBLIC LICENSE\s+Version (?P<version>[\d.]+)", "GNU Lesser General Public License"),
    (r"GNU GENERAL PUBLIC LICENSE\s+Version (?P<version>\d)", "GNU General Public License"),
    (r"Apache License\s+Version (?P<version>2\.0)[\s\S]{0,300}TERMS AND CONDITIONS", "Apache License"),
    (r"Mozilla Public License,?\s+Version (?P<version>[\d.]+)[\s\S]{0,200}Definitions", "Mozilla Public License"),
    (r"Eclipse Public License\s+-\s+v ?(?P<version>[\d.]+)", "Eclipse Public License"),
    (r"Boost Software License - Version (?P<version>[\d.]+)", "Boost Software License"),
    (r"CC0 1\.0 Universal", "Creative Commons CC0 1.0"),
    (r"Creative Commons (?P<version>Attribution[\w -]{0,40} \d\.\d) International", "Creative Commons"),
    (r"This is free and unencumbered software", "The Unlicense"),
    (r"Permission is hereby granted, free of charge", "MIT License"),
    (r"Permission to use, copy, modify, and(?:/or)? distribute", "ISC License"),
    (r"Redistribution and use in source and binary forms", "BSD License"),
    (r"This software is provided ['\"]as-is['\"],? without any express", "zlib License"),
)  # fmt: skip
_PATTERNS = [(re.compile(pattern.replace(" ", r"\s+")), name) for pattern, name in _TEXTS]
_MAX_TEXT = 120_000
_MAX_HEAD = 20_000
_MIN_SHARE = 0.4  # of the paragraphs' characters that speak of rights
_RIGHTS = re.compile(
    r"copyright|licen[cs]|warrant|liabilit|redistribut|permission|all rights reserved|covered work|contributor"
    r"|patent|merchantab|provided that|the work|th(?:e|is) software|the program",
    re.I,
)


def find_licence_text(text: str) -> tuple[str, int, int]:
    """Return the name of the licence whose text this is, and where the words stand that tell it; "" for any other."""
    nothing = ("", 0, 0)
    if len(text) > _MAX_TEXT:
        return nothing
    for pattern, name in _PATTERNS:
        found = pattern.search(text, 0, _MAX_HEAD)
        if found:
            if not _speaks_of_rights(text):
                return nothing
            version = (found.groupdict().get("version") or "").strip(".")
            if name == "BSD License":
                name = f"BSD {_count_clauses(text)}-Clause License"
            return f"{name} {' '.join(version.split())}".strip(), *found.span()
    return nothing


def _count_clauses(text: str) -> int:
    """Tell the BSD licences apart by the clauses that only some have."""
    words = " ".join(text.split()).lower()
    if "all advertising materials" in words:
        return 4
    return 3 if "neither the name" in words or "may not be used to endorse or promote" in words else 2


def _speaks_of_rights(text: str) -> bool:
    """Tell whether most of the text speaks of rights: a manual may quote a licence at its end."""
    paragraphs = [part for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
    total = sum(map(len, paragraphs))
    about = sum(len(part) for part in paragraphs if _RIGHTS.search(part))
    return about >= _MIN_SHARE * total
