"""Comments that speak to no reader of the file: words to a tool, code put aside, where something was taken from."""

from __future__ import annotations

import re

# Tools that are spoken to in comments: what follows their name tells whether it is a word to them or about them.
_TOOLS = (
    r"re-?sharper|checkstyle|scalastyle|scalafmt|scalafix|spotless|spotbugs|findbugs|sonar|detekt|ktlint|google-java-format"
    r"|clang-format|clang-tidy|cppcheck|cpplint|uncrustify|iwyu|include-what-you-use|swiftlint|swiftformat|swift-format|sourcery|periphery"
    r"|eslint|jshint|jslint|jscs|tslint|oxlint|biome|dprint|prettier|stylelint|csslint|htmlhint|markdownlint|remark-lint|textlint|alex|vale"
    r"|ts-prune|knip|istanbul|nyc|v8|c8|node:coverage|coverage|gcovr?|lcov|jacoco|c[- ]?spell|spell-?checker|codespell|typos|deno-lint|deno-fmt|deno"
    r"|pylint|flake8|pycodestyle|pydocstyle|pyflakes|yapf|autopep8|black|isort|usort|ruff|mypy|pyre|pyright|pytype|bandit|vulture|docformatter|interrogate|cython"
    r"|rubocop|standardrb|standard|reek|steep|sorbet|simplecov|erblint|erb-lint|haml-lint|phpcs|phpstan|psalm|phan|phpmd|php-cs-fixer|pint"
    r"|golangci|golangci-lint|golint|gosec|revive|staticcheck|exhaustive|gocyclo|rustfmt|clippy|tarpaulin|credo|dialyzer|sobelow|elvis|hlint|stylish-haskell|ormolu|fourmolu"
    r"|luacheck|stylua|selene|perlcritic|perltidy|shellcheck|shfmt|hadolint|yamllint|ansible-lint|actionlint|zizmor|tflint|tfsec|checkov|trivy|kics|buildifier|semgrep|gitleaks"
    r"|sqlfluff|verilator|verible|editorconfig-checker|editorconfig|ast-grep|codeql|lgtm|snyk|elm-format|ocamlformat|cmake-format|cmake-lint|gersemi|fourmat"
)
_ORDERS = r"disable|enable|ignore|suppress|skip|off|allow"
_MARKED_ORDERS = (
    rf"{_ORDERS}|on|deny|forbid|expect|exclude|include|push|pop|restore|begin|start|stop|end|keep|pragma|noqa|env|language_level"
    r"|config|configure|globals?|std|words?|line|file|next"
)
_TO_TOOL = re.compile(
    rf"\s*[@$#]*(?:{_TOOLS})(?:\s*[-:.]{{1,2}}\s*(?:{_MARKED_ORDERS})(?![a-z])|\s+(?:{_ORDERS})(?![\w'])|\s+on\s*$|[:=]\S|\s*:?\s*[{{=]|[\s:]*$)"
    r"|\s*(?:eslint|jshint|jslint|cython|globals?)\s+[\w@/-]+\s*[:=]\s*\S"
    # Any other tool: shop-ignore-next-line, shop:disable, @shop-ignore, $SHOP-OFF$
    r"|\s*[@$]?[a-z][\w.]*(?:-[a-z]+)*-(?:disable|enable|ignore|suppress)(?:-(?:next|line|file|block|start|end|begin|all|rest|this|previous))+(?![\w-])"
    r"|\s*[@$#]?[A-Za-z][\w.-]*::?(?:disable|enable|ignore|suppress|skip|off|on|allow)(?![a-z])"
    r"|\s*[@$][a-z][\w.]*-(?:disable|enable|ignore|suppress|expect)(?![a-z])"
    r"|\s*\$[A-Z]+-O(?:N|FF)\$"
    r"|\s*(?:[GL]COV|LCOV|GCOVR)_EXCL_\w+|\s*NO(?:SONAR|PMD|COVER|SPELL|BOM)\b|\s*CS(?:ON|OFF)\s*:"
    r"|\s*(?:suppress checkstyle|ignore_for_file:|swift-tools-version\s*:|sourcemappingurl=|sourceurl=|language=\w+\s*$|typed:\s*\w+\s*$|local variables:\s*$)"
    r"|\s*#?\s*(?:pragma:? (?:no|allowlist)\b)"
    r"|\s*@(?:jsx|jsxRuntime|jsxImportSource|jsxFrag|vite-ignore|preserve|preval|noflow|codeCoverageIgnore\w*|SuppressWarnings|noinspection|formatter:\w+)\b"
    r"|\s*</?(?:reference|amd-module|amd-dependency)\b[^<>]*>\s*$",
    re.I,
)
# A place to look at, and nothing of what is to be seen there.
_POINTER = re.compile(
    r"\s*(?:@?see(?:\s+also)?|@link|\{@link|cf\.?|source|reference|ref|docs?|documentation|url|website|home ?page|via|from|learn more(?: at)?|more (?:info|information|details)(?: at| here)?"
    r"|(?:heavily |originally |partly |partially |largely |mostly )?(?:based on|copied from|taken from|adapted from|derived from|ported from|borrowed from|inspired by|from))?"
    r"\s*:?\s*[<(]?https?://[^\s>)]+[>)}]?[.,;]?(?:\s+(?:for|to)\b[^.]*\.?)?\s*",
    re.I,
)
_DERIVED = re.compile(
    r"\s*(?:(?:shamelessly |heavily |originally |largely |mostly )?(?:stolen|copied|borrowed|lifted|taken|adapted|derived|modified) from\b|(?:this|the) (?:file|code|source(?: code)?|software|work|program|module|implementation|header)(?: (?:is|was|has been))?(?: (?:in part|partly|partially|heavily|originally|mostly|largely))?"
    r" (?:derived|adapted|copied|taken|borrowed)(?: (?:in part|partly|partially|with modifications|and modified))? from\b"
    r"|(?:this|the) (?:code|file|software) (?:is|was) (?:contributed|donated) (?:to|by)\b"
    r"|(?:the )?(?:original )?authors? of this (?:software|file|code|program|work|package) (?:is|are)\b"
    r"|(?:this product|\S+) includes software developed\b|(?:portions|parts) (?:of this (?:file|code|software)|are (?:derived|taken|copied|adapted))\b"
    r"|modified by .{1,60} for redistribution)",
    re.I,
)
# What is said to who changes the file, not of the file.
_TO_EDITORS = re.compile(
    r"\s*(?:(?:please|warning|note|important|attention|caution)[:!,]*\s+){0,2}(?:(?:do not|don'?t|never) (?:edit|modify|change|delete|remove|rename|move|touch) (?:this|it\b|the (?:file|contents?)|anything|by hand|manually)"
    r"|if (?:this|the) (?:file|workflow|script|folder)(?:'s name|'s path)? (?:is|was|gets|ever|changes|moves)\b|if you (?:edit|modify|change|delete|remove|rename|move|touch) (?:this|the (?:file|name))\b)",
    re.I,
)
_CODE = re.compile(
    r"import\s+['\"<].*|import\s.*\bfrom\s+['\"].*|(?:import|using|package|open|use)\s+[\w.:*\\{}, ]+;|#\s*include\s*[<\"].*|from\s+[\w.]+\s+import\b.*"
    r"|(?:export\s+)?(?:const|let|var|val|auto)\s+[\w{\[(].*=.*|export\s+(?:default|const|type|\*|\{).*|require\s*\(?['\"].*"
    r"|[\w.$:>-]+\(.*\)\s*[;{]|[A-Za-z_$][\w.$\[\]'\"-]*\s*[-+*/|&:?]?=(?![=>])\s*(?:[\"'\[{].*|.*;)|[})\]]+[;,)]*|.*[\w)\]'\"]\s*\{|.*[=('\"].*;|return\b.*;"
)


def is_directive(line: str) -> bool:
    """Tell whether a line of a comment is a word to a tool."""
    return _TO_TOOL.match(line) is not None


def is_pointer(paragraph: str) -> bool:
    """Tell whether a paragraph names only the address of what it means."""
    return "://" in paragraph and _POINTER.fullmatch(" ".join(paragraph.split())) is not None


def is_aside(paragraph: str) -> bool:
    """Tell whether a paragraph is about where the text comes from, or what people may do with it."""
    text = " ".join(paragraph.split())
    return _DERIVED.match(text) is not None or _TO_EDITORS.match(text) is not None


def is_to_editors(paragraph: str) -> bool:
    """Tell whether a paragraph tells people what not to do with the file, whatever stands below it."""
    return "file" in paragraph and _TO_EDITORS.match(" ".join(paragraph.split())) is not None


def is_code(paragraph: str) -> bool:
    """Tell whether a paragraph is code that somebody put aside: all of its lines read like code."""
    lines = [line.strip() for line in paragraph.split("\n") if line.strip()]
    return bool(lines) and all(_CODE.fullmatch(line) for line in lines)
