"""What the rules found stands in the sections of a page, over a part and over the repository."""

from __future__ import annotations

from pages import Make, section

from repobook.render.findings import tell

EVIL = "def run(text):\n    return eval(text)\n\n\n# TODO(ann): ask first\n"


def test_finding_names_what_is_there_and_its_line(book: Make) -> None:
    page = book({"a.py": EVIL})("a.py_docs.md")
    told = section(page, "Security & Safety")
    assert "**warning** Text run as code (CWE-95) | `eval` runs `text` as code [L2](" in told
    assert "TODO ann: ask first [L5](" in section(page, "Code Patterns & Idioms")


def test_page_without_findings_says_what_looked_at_it(book: Make) -> None:
    page = book({"a.py": "x = 1\n"})("a.py_docs.md")
    assert "over 1 line: no match" in section(page, "File Metadata")
    assert "## Security & Safety" not in page


def test_rules_page_counts_findings(book: Make) -> None:
    page = book({"a.py": EVIL, "b.py": EVIL})("rules.md")
    row = next(line for line in section(page, "Python").split("\n") if "`python/eval`" in line)
    assert row.endswith("| 2 | 2 |")


def test_book_tells_risks_over_the_repository(book: Make) -> None:
    told = section(book({"a.py": EVIL})("comprehensive_book.md"), "Part II: Security and safety")
    assert "Text run as code (CWE-95) | 1 | 1 |" in told


def test_text_of_the_repository_cannot_break_a_table(book: Make) -> None:
    page = book({"a.py": "eval(a | b['`|`'])\n# TODO: | [x](javascript:y) <b>\n"})("a.py_docs.md")
    told = section(page, "Code Patterns & Idioms")
    assert "<b>" not in told.replace("\\<b", "")
    assert "](javascript" not in told.replace("\\]", "")


def test_open_ends_of_settings_are_told(book: Make) -> None:
    """Files without a grammar have comments, too."""
    page = book({"a.yml": "a: 1  # TODO: count\nb: 'TODO'\n", "Dockerfile": "FROM debian\n# FIXME: pin it\n"})
    assert "TODO: count [L1](" in section(page("a.yml_docs.md"), "Code Patterns & Idioms")
    assert "FIXME: pin it [L2](" in section(page("Dockerfile_docs.md"), "Code Patterns & Idioms")


def test_languages_that_share_an_anchor_do_not_meet(book: Make) -> None:
    """C, C++ and C# are all `c` to a link."""
    page = book(
        {
            "a.c": "void f(char *a, char *b) { strcpy(a, b); }\n",
            "b.cpp": "void g(char *a, char *b) { strcpy(a, b); }\n",
        }
    )
    assert "rules.md#c)" in page("a.c_docs.md")
    assert "rules.md#c-1)" in page("b.cpp_docs.md")
    assert page("rules.md").index("\n## C\n") < page("rules.md").index("\n## C++\n")


def test_what_was_found_is_code_inside_of_code() -> None:
    assert tell("`rm {flags}` of `{name}`: {what}", "-rf *\ta_b\tx*y") == "`rm -rf *` of `a_b`: x\\*y"
