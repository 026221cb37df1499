"""A universal-ctags compatible `tags` file: extended format, sorted, for Vim, Emacs (citre) and readtags."""

from __future__ import annotations

import os

from repobook import __version__
from repobook.export.output import write_lines
from repobook.store import open_reader, real_path

_HEAD = [
    ("FILE_FORMAT", "2", 'extended format; --format=1 will not append ;" to lines'),
    ("FILE_SORTED", "1", "0=unsorted, 1=sorted, 2=foldcase"),
    ("FILE_ENCODING", "utf-8", ""),
    ("OUTPUT_EXCMD", "number", "number, pattern, mixed, or combine"),
    ("OUTPUT_MODE", "u-ctags", "u-ctags or e-ctags"),
    ("PROGRAM_NAME", "repobook", ""),
    ("PROGRAM_VERSION", __version__, ""),
]
_QUERY = """
SELECT s.file_id, s.name, f.path, f.path_bytes, s.name_line, s.last_line, s.kind, s.scope, s.signature, f.language,
       s.visibility, CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified
FROM symbol s JOIN file f ON f.id = s.file_id ORDER BY s.id
"""


def write_tags(book: str, output: str) -> None:
    """Write the tags of `book`; paths are relative to the top of the repository, where the file belongs."""
    reader = open_reader(os.path.join(book, "book.db"))
    lines = []
    kinds: dict[tuple[int, str], str] = {}
    everywhere: dict[str, str] = {}
    for row in reader.execute(_QUERY):
        kinds.setdefault((row["file_id"], row["qualified"]), row["kind"])
        everywhere.setdefault(row["qualified"], row["kind"])
    for row in reader.execute(_QUERY):
        path = os.fsencode(real_path(row["path"], row["path_bytes"]))
        fields = [
            f"kind:{_escape(row['kind'])}",
            f"line:{row['name_line']}",
            f"language:{_escape(row['language'])}",
        ]
        if row["scope"]:
            fields.append(
                f"scope:{_escape(kinds.get((row['file_id'], row['scope'])) or everywhere.get(row['scope'], 'class'))}:{_escape(row['scope'])}"
            )
        if row["visibility"]:
            fields.append(f"access:{row['visibility']}")
        signature = _parameters(row["signature"], row["name"])
        if signature:
            fields.append(f"signature:{_escape(signature)}")
        fields.append(f"end:{max(row['last_line'], row['name_line'])}")
        head = _escape(row["name"], is_name=True).encode("utf-8", "replace")
        where = path.replace(b"\\", b"\\\\").replace(b"\t", b"\\t").replace(b"\n", b"\\n")
        tail = "\t".join(fields).encode("utf-8", "replace")
        lines.append(b'%s\t%s\t%d;"\t%s\n' % (head, where, row["name_line"], tail))
    reader.close()
    lines.sort()
    head_lines = [f"!_TAG_{key}\t{value}\t/{comment}/\n".encode() for key, value, comment in sorted(_HEAD)]
    write_lines(output, [*head_lines, *lines])


def _escape(text: str, is_name: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
    return "\\x21" + text[1:] if is_name and text.startswith("!") else text


def _parameters(signature: str, name: str) -> str:
    at = signature.find("(", max(0, signature.find(name)))
    if at < 0:
        return ""
    depth = 0
    for end in range(at, len(signature)):
        depth += (signature[end] == "(") - (signature[end] == ")")
        if depth == 0:
            return signature[at : end + 1]
    return ""
