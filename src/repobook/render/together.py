"""How the parts of a folder work together, in a few sentences of facts."""

from __future__ import annotations

from repobook.render.book import Book, FolderRow
from repobook.render.folder_graph import evidence, parts_of
from repobook.render.markdown import code, number, plural
from repobook.render.summaries import subtree

MIN_FILES = 3  # that import a file before it is worth a sentence
MAX_PAIRS = 2


def together(book: Book, folder: FolderRow, here: str) -> str:
    """Say which folder holds most, which of them import which, what its files build on and what draws them together."""
    said = [_largest(book, folder, here), _pairs(book, folder, here), *_files(book, folder, here)]
    told = " ".join(sentence for sentence in said if sentence)
    return f"{told}\n" if told else ""


def _largest(book: Book, folder: FolderRow, here: str) -> str:
    below = [book.folders[child] for child in book.subfolders.get(folder.id, [])]
    if len(below) < 2 or not folder.all_lines:
        return ""
    first = max(below, key=lambda f: (f.all_lines, -f.id))
    if 4 * first.all_lines < folder.all_lines:
        return ""
    link = book.folder_link(first, here, code(first.name + "/"), "doc.md")
    share = 100 * first.all_lines // folder.all_lines
    return f"{link} holds {share} % of its {plural(folder.all_lines, 'line')}."


def _pairs(book: Book, folder: FolderRow, here: str) -> str:
    pairs = parts_of(book, folder.id)
    strongest = sorted(pairs.items(), key=lambda item: (-item[1].imports, item[0]))[:MAX_PAIRS]
    said = []
    for at, ((one, other), edge) in enumerate(strongest):
        if edge.imports < MIN_FILES:
            continue
        file, line = evidence(book, edge)
        where = book.cite(file, line, line, here, text=code(file.path) + " ")
        names = [code(book.folders[side].name + "/") for side in (one, other)]
        count = plural(edge.imports, "time") if not at else f"{number(edge.imports)} times"
        said.append(f"{names[0]} imports from {names[1]} {count} (first {where})")
    return f"Between its folders, {', and '.join(said)}." if said else ""


def _files(book: Book, folder: FolderRow, here: str) -> list[str]:
    """Say which file most others of the folder import, and which imports most of them."""
    low, high = subtree(book, folder)
    span = (low, high, low, high)
    inside = "target_file BETWEEN ? AND ? AND i.file_id BETWEEN ? AND ? AND i.file_id != target_file AND f.kind = 'source'"
    if not folder.path:  # the files at the top alone
        inside += f" AND f.folder_id = {folder.id} AND t.folder_id = {folder.id}"
    joined = "import i JOIN file f ON f.id = i.file_id JOIN file t ON t.id = i.target_file"
    said = []
    for row in book.query(
        f"SELECT target_file, count(DISTINCT i.file_id) AS n, min(i.file_id) AS first FROM {joined} WHERE {inside}"
        " GROUP BY target_file ORDER BY n DESC, target_file LIMIT 1",
        *span,
    ):
        if row["n"] >= MIN_FILES:
            file, first = book.files[row["target_file"]], book.files[row["first"]]
            line = book.query(
                "SELECT min(line) FROM import WHERE file_id = ? AND target_file = ?", first.id, file.id
            )[0][0]
            link = book.docs_link(file, here, code(file.path))
            where = book.cite(first, line, line, here, text=code(first.path) + " ")
            said.append(f"{link} is imported by {number(row['n'])} of its sources (first {where}).")
    for row in book.query(
        f"SELECT i.file_id, count(DISTINCT target_file) AS n FROM {joined} WHERE {inside}"
        " GROUP BY i.file_id ORDER BY n DESC, i.file_id LIMIT 1",
        *span,
    ):
        if row["n"] >= MIN_FILES:
            file = book.files[row["file_id"]]
            link = book.docs_link(file, here, code(file.path))
            # Lines are asked for of this one alone: every edit moves those of a file.
            lines = book.query(
                f"SELECT min(line), max(line) FROM {joined} WHERE {inside} AND i.file_id = ?", *span, file.id
            )[0]
            where = book.cite(file, lines[0], lines[1], here)
            said.append(f"The imports of {link} lead to {number(row['n'])} of its files ({where}).")
    return said
