"""Files that belong together without importing each other."""

from __future__ import annotations

from pathlib import Path

from repobook.build import build
from repobook.config import make_config
from repobook.link.kin import beginnings
from repobook.link.related import subject

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


def test_declared_here_and_defined_there(tmp_path: Path) -> None:
    """A source that bears another name than the header defines what it declares; a mere namesake does not."""
    files = {
        "include/cart.h": "int cart_add(int a);\nint cart_sum(int a);\nclass Cart { int total(); };\n",
        "src/engine.cpp": '#include "cart.h"\nint cart_add(int a) { return a; }\nint cart_sum(int a) { return a; }\n',
        "src/klass.cpp": '#include "cart.h"\nint Cart::total() { return 1; }\n',
        "lib/order.h": "struct order { int a; };\n",
        "lib/order.c": "int other(int a) { return a; }\n",
        "shop/bag.py": "def fill(a):\n    return a\n\n\ndef drop(a):\n    return a\n",
        "shop/bag.pyi": "def fill(a: int) -> int: ...\n",
    }
    for path, text in files.items():
        file = tmp_path / "repo" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    config = make_config(str(tmp_path / "repo"), str(tmp_path / "book"), cache=str(tmp_path / "c"), jobs=1)
    assert not build(config).problems

    def related(page: str) -> str:
        text = (tmp_path / "book" / f"{page}_docs.md").read_text()
        return text.partition("## Related Files")[2].partition("## Cross")[0]

    assert (
        "include/cart.h`](../include/cart.h_docs.md) | declares `cart_add`, `cart_sum` that this"
        in related("src/engine.cpp")
    )
    assert "| defines `total` that this file declares" in related("include/cart.h")
    assert "| the header of the same name" in related("lib/order.c")
    assert "| declares `fill` that this file defines" in related("shop/bag.py")


def test_subjects_of_names() -> None:
    """Only the marks of tests are cut off a name: `commit` and `conftest` are whole words."""
    assert [subject(name) for name in ("test_cart.py", "CartTest.java", "cart.spec.ts", "TestCart.php")] == [
        "cart"
    ] * 4
    assert [subject(name) for name in ("commit.py", "conftest.py", "latest.c")] == [
        "commit",
        "conftest",
        "latest",
    ]
