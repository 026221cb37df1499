"""Where the repository declares the packages that it imports."""

from __future__ import annotations

from pathlib import Path

from repobook.config import make_config
from repobook.pipeline import build
from repobook.store import open_reader

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = [\n  "Flask-Login>=1",\n  "pyyaml",\n]\n',
    "shop.py": "import flask_login\nimport yaml\nimport unknown_thing\nimport os\n",
    "web/package.json": '{\n  "name": "web",\n  "dependencies": {\n    "@scope/tool": "1"\n  }\n}\n',
    "web/main.ts": 'import { tool } from "@scope/tool/inner"\n',
    "go.mod": "module example.com/shop\n\nrequire github.com/pkg/errors v0.9.1\n",
    "main.go": 'package main\n\nimport "github.com/pkg/errors"\n\nfunc main() { errors.New("a") }\n',
    "crate/Cargo.toml": '[package]\nname = "crate-a"\n\n[dependencies]\nserde = "1"\n',
    "crate/src/lib.rs": "use serde::Serialize;\n",
}
WANTED = {
    ("shop.py", "flask_login", "pyproject.toml", 4),
    ("shop.py", "yaml", "pyproject.toml", 5),
    ("web/main.ts", "@scope/tool", "web/package.json", 4),
    ("main.go", "github.com/pkg/errors", "go.mod", 3),
    ("crate/src/lib.rs", "serde", "crate/Cargo.toml", 5),
}


def test_packages_are_declared(tmp_path: Path) -> None:
    for path, text in FILES.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(
        str(tmp_path / "repo"), str(tmp_path / "book"), jobs=1, cache=str(tmp_path / "cache")
    )
    assert not build(config).problems
    reader = open_reader(str(tmp_path / "book" / "book.db"))
    found = reader.execute(
        "SELECT f.path, i.package, d.path, i.declared_line FROM import i JOIN file f ON f.id = i.file_id"
        " JOIN file d ON d.id = i.declared_file"
    )
    assert {tuple(row) for row in found} == WANTED
    page = (tmp_path / "book" / "shop.py_docs.md").read_text()
    assert "package `yaml`, declared in" in page
