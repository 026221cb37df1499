"""A text shaped like a secret is told of, and nowhere shown: not on a page, not in the site, the database or the index."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import Make, section

RANDOM = "".join("kQ7zR2mW9xB4"[at * 5 % 12] for at in range(36))  # no line of ours is shaped like a secret
TOKEN = "gh" + "p_" + RANDOM
BODY = "MIIB" + RANDOM
KEY = "-----BEGIN RSA " + f"PRIVATE KEY-----\n{BODY}\n-----END RSA " + "PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("path", "text", "hidden"),
    [
        ("shop.py", f'TOKEN = "{TOKEN}"\n\n\ndef pay(token="{TOKEN}"):\n    """Pays with {TOKEN}."""\n', TOKEN),
        ("shop.py", f'"""Pays with {TOKEN}."""\n', TOKEN),
        ("settings.json", f'{{"shop": {{"api_key": "{RANDOM}", "other": 1}}}}\n', RANDOM),
        ("settings.yaml", f"shop:\n  hook: 'https://ann:{RANDOM[:12]}@till.shop.internal/pay'\n", RANDOM[:12]),
        ("README.md", f"# Shop\n\nThe shop is a place that sells. Ask with `{TOKEN}` for it.\n", TOKEN),
        ("shop.js", f"// Pays.\nconst password = '{RANDOM}', n = 1;\nexport function pay() {{ return password }}\n", RANDOM),
        ("test_shop.py", f'KEY = """\n{KEY}\n"""\n', BODY),
        ("till.yaml", "till:\n  password: hunter2\n", "hunter2"),
        ("till.properties", "till.password=hunter2\n", "hunter2"),
        ("till.sh", "# Opens.\nexport PGPASSWORD=hunter2\nopen_till --password hunter2\n", "hunter2"),
        ("Dockerfile", "FROM debian:12\nENV DB_PASSWORD hunter2\n", "hunter2"),
        ("till.sql", "CREATE USER ann IDENTIFIED BY 'hunter2';\n", "hunter2"),
        ("till.toml", "[till]\naddress = 'redis://:hunter2@till/0'\n", "hunter2"),
        ("till.py", 'WORD: str = "x"\nPASSWORD: str = "hunter2"\n\n\ndef pay(password="hunter2"):\n    """Pays."""\n', "hunter2"),
        ("till.ts", f"export const header = 'Bearer {RANDOM}';\n", RANDOM),
        ("twice.py", f'api_key = "{RANDOM}"; secret = "{RANDOM[:20]}"\nprint("{RANDOM}")\n', RANDOM[:20]),
        ("shop.c", f'/* ü */ const char *ü = "ü {TOKEN}";\r\nint a;\r\n', TOKEN),
    ],
)  # fmt: skip
def test_secrets_are_nowhere_in_the_book(
    book: Make, tmp_path: Path, path: str, text: str, hidden: str
) -> None:
    page = book({path: text}, has_site=True)
    for file in sorted((tmp_path / "book").rglob("*")):
        assert not file.is_file() or hidden.encode() not in file.read_bytes(), file
    shown = page(f"{path}_docs.md")
    assert "*" * len(hidden) in section(shown, "Original Source")
    assert "Asterisks stand in place of what is shaped like a secret: [L" in section(shown, "Original Source")
    assert "| masked texts |" in page("verification_report.md")


def test_lines_around_a_secret_stay(book: Make) -> None:
    shown = section(
        book({"a.py": f'A = "{TOKEN}"  # of the till\nB = 1\n'})("a.py_docs.md"), "Original Source"
    )
    assert f'A = "{"*" * 40}"  # of the till\nB = 1\n' in shown
