"""Documents, workflows, build files and manifests lead to what they name, and what is named leads back."""

from __future__ import annotations

import pytest
from pages import Make, section

FILES = {
    "README.md": "# Shop\n\nA shop of carts.\n",
    "docs/guide.md": '# Guide\n\nCall `Cart.total` of `src/shop/cart.py`, or `shop.cli.main`; `total` alone means nothing.\n\nSee [it](#guide), [that](#mark), [none](#nowhere).\n\n<a name="mark"></a>\n',
    "src/shop/__init__.py": "",
    "src/shop/cart.py": '"""Carts."""\n\n\nclass Cart:\n    def total(self):\n        return 1\n',
    "src/shop/cli.py": '"""The command."""\n\n\ndef main():\n    pass\n',
    "pyproject.toml": '[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop.cli:main"\n',
    "package.json": '{\n "name": "shop",\n "bin": {"shop": "bin/shop.js"},\n "scripts": {"build": "node scripts/build.js"}\n}\n',
    "bin/shop.js": "console.log(1)\n",
    "scripts/build.js": "console.log(2)\n",
    "scripts/lint.sh": "#!/bin/sh\necho 1\n",
    ".github/actions/setup/action.yml": "name: Setup\nruns:\n  using: composite\n  steps:\n    - run: echo 1\n      shell: bash\n",
    ".github/workflows/ci.yml": "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: ./.github/actions/setup\n      - run: |\n          # scripts/build.js\n          ./scripts/lint.sh src\n",
    "lib/Makefile": "shop.o: shop.c\n\tcc -c shop.c\n",
    "lib/shop.c": "int x;\n",
}


def test_what_documents_and_settings_name_is_linked_both_ways(book: Make) -> None:
    page = book(FILES)
    guide = section(page("docs/guide.md_docs.md"), "Detailed Analysis")
    assert "| file | [`src/shop/cart.py`](../src/shop/cart.py_docs.md) |" in guide
    assert (
        "| method `Cart.total` | [`src/shop/cart.py` L5-L6](../src/shop/cart.py_docs.md#original-source) |"
        in guide
    )
    assert "| function `main` | [`src/shop/cli.py` L4-L5]" in guide
    assert guide.count("\n| [L3]") == 3
    back = section(page("src/shop/cart.py_docs.md"), "Testing & Usage")
    assert (
        "### In documents\n\n- [`docs/guide.md` L3](../../docs/guide.md_docs.md#original-source): `total`\n"
        in back
    )
    assert (
        "`shop.cli:main` | [`src/shop/cli.py`](src/shop/cli.py_docs.md), function `main` [L4-L5](src/shop/cli.py_docs.md"
        in page("pyproject.toml_docs.md")
    )
    manifest = page("package.json_docs.md")
    assert "`bin/shop.js` | [`bin/shop.js`](bin/shop.js_docs.md) |" in manifest
    assert "`scripts/build.js` | [`scripts/build.js`](scripts/build.js_docs.md) |" in manifest
    workflow = page(".github/workflows/ci.yml_docs.md")
    assert "| [`.github/actions/setup/action.yml`](../actions/setup/action.yml_docs.md) |" in workflow
    assert "| [`scripts/lint.sh`](../../scripts/lint.sh_docs.md) |" in workflow
    assert "build.js_docs.md" not in workflow
    assert "`shop.c` | [`lib/shop.c`](shop.c_docs.md) |" in page("lib/Makefile_docs.md")


def test_fragments_that_no_heading_has_are_marked(book: Make) -> None:
    links = section(book(FILES)("docs/guide.md_docs.md"), "Detailed Analysis")
    assert "| `#nowhere` | none | **no such heading** |" in links
    assert links.count("no such heading") == 1
    assert "1 relative link of 3 links leads to nothing in the repository." in links


def test_headings_that_another_document_has_not_are_marked(book: Make) -> None:
    """A link such as `guide.md#nope` leads to a file and to nothing in it."""
    text = "# Start\n\n[a](docs/guide.md#guide) [b](docs/guide.md#nope) [c](docs/guide.md#mark) [d](docs/none.md#x) [e](lib/shop.c#L1)\n"
    links = section(book(FILES | {"START.md": text})("START.md_docs.md"), "Detailed Analysis")
    guide = "[`docs/guide.md`](docs/guide.md_docs.md)"
    assert f"| `docs/guide.md#guide` | a | {guide} |" in links
    assert f"| `docs/guide.md#nope` | b | {guide}, **no such heading** |" in links
    assert f"| `docs/guide.md#mark` | c | {guide} |" in links
    assert "| `docs/none.md#x` | d | **no such file** |" in links
    assert "2 relative links of 5 links lead to nothing in the repository." in links


def test_a_package_leads_to_its_parts_without_their_endings(book: Make) -> None:
    package = (
        '{\n "main": "lib/shop",\n "types": "types",\n "scripts": {\n  "build": "node scripts/build"\n }\n}\n'
    )
    files = {"package.json": package, "lib/shop.js": "", "types/index.ts": "", "scripts/build.js": "x = 1\n"}
    page = book(files)("package.json_docs.md")
    assert "| [L2](#original-source) | `lib/shop` | [`lib/shop.js`](lib/shop.js_docs.md) |" in page
    assert "| [L3](#original-source) | `types` | [`types/index.ts`](types/index.ts_docs.md) |" in page
    assert (
        "| [L5](#original-source) | `scripts/build` | [`scripts/build.js`](scripts/build.js_docs.md) |"
        in page
    )


def test_paths_that_a_document_or_a_build_file_asks_for_in_vain_are_marked(book: Make) -> None:
    files = {
        "docs/a.rst": "Till\n====\n\n.. include:: gone.rst\n.. include:: b.rst\n",
        "docs/b.rst": "Cart\n====\n\nIt holds things.\n",
        "CMakeLists.txt": "project(till)\nadd_executable(till till.c gone.c ${MORE})\nadd_subdirectory(lost)\ninclude(CTest)\n",
        "till.c": "int main(void) { return 0; }\n",
    }
    page = book(files)
    shown = section(page("docs/a.rst_docs.md"), "Dependencies")
    assert "| `gone.rst` | **no such file** |" in shown
    assert shown.count("no such file") == 1
    built = section(page("CMakeLists.txt_docs.md"), "Dependencies")
    assert "| `gone.c` | **no such file** |" in built
    assert "| `lost` | **no such file** |" in built
    assert built.count("no such file") == 2


def test_headers_that_a_build_file_looks_for_on_the_machine_are_no_files(book: Make) -> None:
    build = (
        'project(till C)\ninclude(CheckIncludeFile)\ncheck_include_file("unistd.h" HAVE_UNISTD_H)\n'
        'check_cxx_symbol_exists(O_CLOEXEC "fcntl.h;sys/stat.h" HAVE_O)\nshop_check_headers(snappy.h zlib.h)\n'
        "CHECK_TYPE_SIZE(size_t SIZE)\nadd_executable(till till.c gone.h)\n"
    )
    files = {"CMakeLists.txt": build, "till.c": "int main(void) { return 0; }\n", "zlib.h": "int z;\n"}
    built = section(book(files)("CMakeLists.txt_docs.md"), "Dependencies")
    assert "| `unistd.h`, `fcntl.h`, `sys/stat.h` | C's own library |" in built
    assert "| `snappy.h`, `zlib.h` |  |" in built or (
        "| `snappy.h` |  |" in built and "| `zlib.h` |  |" in built
    )
    assert "| `gone.h` | **no such file** |" in built
    assert built.count("no such file") == 1


@pytest.mark.parametrize(
    ("span", "is_named"),
    [("`Till`", True), ("Till", False), ("`open_it()`", True), ("`Twice`", False), ("`_Own`", False), ("`close`", False), ("`close()`", True)],
)  # fmt: skip
def test_a_name_set_as_code_means_the_only_type_of_that_name(book: Make, span: str, is_named: bool) -> None:
    files = {
        "docs/a.md": f"# Guide\n\nUse {span} in the morning.\n",
        "till.py": "class Till: pass\nclass Twice: pass\nclass _Own: pass\ndef open_it(): pass\ndef close(): pass\n",
        "other.py": "class Twice: pass\n",
    }
    page = book(files)
    assert ("### What it names" in page("docs/a.md_docs.md")) is is_named
    assert ("docs/a.md" in page("till.py_docs.md")) is is_named


HIDDEN = {
    "docs/a.md": "# Guide\n\nCall `openTill` with `useDrawer`, as `countCoins` and `till.close` do; `runShop` comes first.\n",
    "examples/one/README.md": "# One\n\nIt calls `runShop`.\n",
    "examples/one/src/shop.ts": "export function runShop() { return 1 }\n",
    "src/open.ts": "export function openTill() {\n  function useDrawer() { return 1 }\n  const till = {\n    close() { return 2 },\n  }\n"
    "  return { useDrawer, till }\n}\n\nexport class Till {\n  countCoins() { return 3 }\n}\n",
}


def test_what_a_function_holds_and_what_an_example_defines_is_not_meant_elsewhere(book: Make) -> None:
    """A document that names `useDrawer` speaks of no function that stands inside of another, and of an example only beside it."""
    page = book(HIDDEN)
    guide = section(page("docs/a.md_docs.md"), "Detailed Analysis")
    assert "| function `openTill` |" in guide
    assert "| method `Till.countCoins` |" in guide
    assert guide.count("\n| [L3]") == 2
    assert "### In documents\n\n- [`docs/a.md` L3](../docs/a.md_docs.md#original-source): `openTill`, `countCoins`\n" in page("src/open.ts_docs.md")  # fmt: skip
    assert "| function `runShop` |" in page("examples/one/README.md_docs.md")
    assert "docs/a.md" not in page("examples/one/src/shop.ts_docs.md")
