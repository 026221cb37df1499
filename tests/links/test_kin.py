"""Files that belong together without importing each other."""

from __future__ import annotations

from pathlib import Path

from repobook.config import make_config
from repobook.link.kin import beginnings
from repobook.pipeline import build

FILES = {
    "native/NestedTensorMath.h": "int nested_add(int a);\n",
    "native/NestedTensorMath.cpp": '#include "NestedTensorMath.h"\nint nested_add(int a) { return a; }\n',
    "native/NestedTensorBackward.cpp": '#include "NestedTensorMath.h"\n// See the note in NestedTensorMath.cpp\nint nested_add_backward(int a) { return a; }\n',
    "native/Other.cpp": "int other(int a) { return a; }\n",
    "test/test_nestedtensor.py": "def test_add():\n    pass\n",
}


def test_beginnings_of_a_subject() -> None:
    assert beginnings("a/NestedTensorMath.cpp") == ["nested", "nestedtensor", "nestedtensormath"]
    assert beginnings("a/nested_int.h") == ["nested", "nestedint"]
    assert beginnings("HTTPServer.py") == ["http", "httpserver"]


def test_kin_without_neighbours(tmp_path: Path) -> None:
    """A header on the subject, a sibling named in a comment and the subject's test are kin; a mere neighbour is not."""
    for path, text in FILES.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert not build(
        make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    ).problems
    page = (tmp_path / "book" / "native" / "NestedTensorBackward.cpp_docs.md").read_text()
    related = page.partition("## Related Files")[2].partition("## Cross")[0]
    assert "NestedTensorMath.h`](NestedTensorMath.h_docs.md) | header on the same subject" in related
    assert "NestedTensorMath.cpp`](NestedTensorMath.cpp_docs.md) | named in the comment at L2" in related
    assert "test_nestedtensor.py" in page.partition("## Testing & Usage")[2]
    assert "Other.cpp" not in page
