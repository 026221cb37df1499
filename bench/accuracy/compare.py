"""Compare repobook's references with an oracle's answers: precision of every label, recall, and why what was missed.

    python bench/accuracy/compare.py REFERENCES.jsonl ORACLE.jsonl [--repo REPO] [--misses N] [--json]

REFERENCES is what `repobook export references` writes, ORACLE what an oracle beside this script writes. Only places
that the oracle was asked about and has an answer for count.

An *exact* or *scoped* reference is right if the oracle names each of its targets, a *candidate* if it names one of
them, *external* if every definition lies outside of the repository. Recall is the share of the places whose definition
is a symbol of the repository (no local variable, parameter or whole module) that we have, right, as exact or scoped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from positions import NOT_LOOKED_UP, Definition, Position, read

LABELS = ("exact", "scoped", "candidate", "external")
SURE = ("exact", "scoped")
Place = tuple[str, int, int]


def main() -> None:
    arguments = _parser().parse_args()
    score = compare(read_references(arguments.references), read(arguments.oracle), arguments.repo or "")
    if arguments.json:
        print(json.dumps(score.as_dict(arguments.misses), indent=2, ensure_ascii=False))
    else:
        print(score.as_markdown(arguments.misses))


@dataclass(frozen=True, slots=True)
class Target:
    path: str
    line: int
    symbol: str

    @property
    def name(self) -> str:
        """The last identifier of the symbol: `total` of `shop/cart.py#Cart.total`, "" of a file."""
        _, mark, qualified = self.symbol.partition("#")
        words = re.findall(r"~?(?:[^\W\d]|[$])[\w$]*", _without_arguments(qualified)) if mark else []
        return words[-1] if words else ""


def _without_arguments(qualified: str) -> str:
    """Return a name without what stands in brackets, also inside: `impl<Float, int>::max(a, b)` is `impl::max`."""
    shorter = re.sub(r"\([^()]*\)|<[^<>]*>", "", qualified)
    while shorter != qualified:
        qualified, shorter = shorter, re.sub(r"\([^()]*\)|<[^<>]*>", "", shorter)
    return re.sub(r"[(<].*", "", qualified)


@dataclass(frozen=True, slots=True)
class Reference:
    path: str
    line: int
    column: int
    name: str
    how: str
    label: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """A wrong or a missing answer."""

    cause: str
    place: str  # path:line:column
    name: str
    text: str  # the source line
    ours: str
    oracle: str


@dataclass(slots=True)
class Score:
    """Counts that can be added up over repositories."""

    judged: Counter[tuple[str, str]] = field(default_factory=Counter)  # by label and how
    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    wanted: Counter[tuple[str, str]] = field(default_factory=Counter)  # by the oracle's how and kind
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: int = 0
    answered: int = 0
    wrong: list[Miss] = field(default_factory=list)
    missed: list[Miss] = field(default_factory=list)

    def add(self, other: Score) -> None:
        for name in ("judged", "right", "wanted", "found"):
            getattr(self, name).update(getattr(other, name))
        self.asked += other.asked
        self.answered += other.answered
        self.wrong += other.wrong
        self.missed += other.missed

    def precision(self, label: str, how: str = "") -> tuple[int, int]:
        """Return how many were right, of how many judged."""
        return _sum(self.right, label, how), _sum(self.judged, label, how)

    def recall(self, how: str = "", kind: str = "") -> tuple[int, int]:
        """Return how many were found, of how many wanted."""
        return _sum(self.found, how, kind), _sum(self.wanted, how, kind)

    def as_dict(self, misses: int = 0) -> dict[str, Any]:
        hows = sorted({how for _, how in self.judged})
        return {
            "asked": self.asked,
            "answered": self.answered,
            "precision": {label: _figures(*self.precision(label)) for label in LABELS},
            "precision_by_how": {
                label: {how: _figures(*self.precision(label, how)) for how in hows if self.judged[label, how]}
                for label in LABELS
            },
            "recall": _figures(*self.recall()),
            "recall_by_how": {
                how: _figures(*self.recall(how)) for how in sorted({how for how, _ in self.wanted})
            },
            "recall_by_kind": {
                kind: _figures(*self.recall(kind=kind)) for kind in sorted({kind for _, kind in self.wanted})
            },
            "wrong_by_cause": dict(Counter(miss.cause for miss in self.wrong).most_common()),
            "missed_by_cause": dict(Counter(miss.cause for miss in self.missed).most_common()),
            "wrong": [_as_row(miss) for miss in self.wrong[:misses]],
            "missed": [_as_row(miss) for miss in _spread(self.missed, misses)],
        }

    def as_markdown(self, misses: int = 0) -> str:
        hows = sorted({how for _, how in self.judged})
        lines = [f"{self.asked:,} places asked, {self.answered:,} answered by the oracle.", ""]
        lines += ["| label | right | judged | precision | " + " | ".join(hows) + " |"]
        lines += ["|---|---:|---:|---:|" + "---:|" * len(hows)]
        for label in LABELS:
            right, judged = self.precision(label)
            each = " | ".join(_share(*self.precision(label, how)) for how in hows)
            lines.append(f"| {label} | {right:,} | {judged:,} | {_share(right, judged)} | {each} |")
        found, wanted = self.recall()
        lines += [
            "",
            f"Recall (exact and scoped, right): {found:,} of {wanted:,}, {_share(found, wanted)}.",
            "",
        ]
        lines += ["| use or kind | found | wanted | recall |", "|---|---:|---:|---:|"]
        for how in sorted({how for how, _ in self.wanted}):
            lines.append(
                "| {} | {:,} | {:,} | {} |".format(how, *self.recall(how), _share(*self.recall(how)))
            )
        for kind in sorted({kind for _, kind in self.wanted}):
            figures = self.recall(kind=kind)
            lines.append("| of kind {} | {:,} | {:,} | {} |".format(kind, *figures, _share(*figures)))
        for title, group in (("Wrong", self.wrong), ("Missed", self.missed)):
            causes = Counter(miss.cause for miss in group).most_common()
            lines += ["", f"{title}, by cause:", ""] if causes else []
            lines += [f"- {count:,} {cause}" for cause, count in causes]
            for miss in _spread(group, misses):
                lines.append(
                    f"  - {miss.place} `{miss.name}`: {miss.cause}. Ours: {miss.ours}. Oracle: {miss.oracle}."
                )
                lines += [f"        {miss.text}"] if miss.text else []
        return "\n".join(lines)


def read_references(file: str) -> dict[Place, list[Reference]]:
    """Read an export, by place. Overrides are left out: they stand at definitions."""
    found: dict[Place, list[Reference]] = {}
    with open(file, encoding="utf-8") as stream:
        for line in stream:
            row = json.loads(line)
            if row["how"] == "override":
                continue
            targets = tuple(
                Target(target["path"], target["line"], target.get("symbol") or "")
                for target in row.get("targets") or ()
            )
            reference = Reference(
                row["path"], row["line"], row["column"], row["name"], row["how"], row["label"], targets
            )
            found.setdefault((reference.path, reference.line, reference.column), []).append(reference)
    return found


def compare(references: dict[Place, list[Reference]], positions: list[Position], repo: str = "") -> Score:
    """Judge the references that stand at `positions`."""
    score = Score(asked=len(positions))
    texts: dict[str, list[str]] = {}
    for position in positions:
        if not position.definitions:
            continue
        score.answered += 1
        ours = references.get((position.path, position.line, position.column), [])
        for reference in ours:
            if reference.label not in LABELS:
                continue
            score.judged[reference.label, reference.how] += 1
            if is_right(reference, position.definitions):
                score.right[reference.label, reference.how] += 1
            elif reference.label != "candidate":
                cause = f"{reference.label}: {why_wrong(reference, position)}"
                score.wrong.append(_miss(cause, position, ours, _line(repo, position, texts)))
        kind = wanted_kind(position.definitions)
        if kind is None:
            continue
        score.wanted[position.how, kind] += 1
        if any(reference.label in SURE and is_right(reference, position.definitions) for reference in ours):
            score.found[position.how, kind] += 1
        else:
            text = _line(repo, position, texts)
            cause = f"{why_missed(ours, position)}, {_written(text, position)}".removesuffix(", ")
            score.missed.append(_miss(cause, position, ours, text))
    return score


def is_right(reference: Reference, definitions: list[Definition]) -> bool:
    """Whether the oracle agrees with what `reference` claims."""
    if reference.label == "external":
        return all(definition.path is None for definition in definitions)
    hits = [any(matches(target, definition) for definition in definitions) for target in reference.targets]
    return any(hits) if reference.label == "candidate" else bool(hits) and all(hits)


def matches(target: Target, definition: Definition) -> bool:
    """Whether both name one symbol: its name's line, or a line of its head from the first decorator on."""
    if target.path != definition.path:
        return False
    if definition.kind == "module":
        return target.line <= 1 or not target.name
    first = definition.first_line or definition.line
    if not min(first, definition.line) <= target.line <= definition.line:
        return False
    return not target.name or not definition.name or target.name == definition.name


def wanted_kind(definitions: list[Definition]) -> str | None:
    """Return the kind of the repository's symbol that is meant, or None if there is none that a reader looks up."""
    for definition in definitions:
        if definition.path is not None and definition.kind not in (*NOT_LOOKED_UP, "module"):
            return definition.kind or "symbol"
    return None


def why_wrong(reference: Reference, position: Position) -> str:
    inside = [definition for definition in position.definitions if definition.path is not None]
    if not inside:
        return "it leads outside of the repository"
    if reference.label == "external":
        return f"it is a {inside[0].kind or 'symbol'} of the repository"
    if any(definition.kind in NOT_LOOKED_UP for definition in inside):
        return f"it is a {inside[0].kind}"
    hits = [any(matches(target, definition) for definition in inside) for target in reference.targets]
    if any(hits):
        return "one of several targets is right"
    kinds = "/".join(sorted({definition.kind or "symbol" for definition in inside}))
    names = {target.name for target in reference.targets}
    if not names & {definition.name for definition in inside}:
        return f"a symbol of another name, where a {kinds} is meant"
    where = {target.path for target in reference.targets} & {definition.path for definition in inside}
    return f"another {kinds} of that name, in {'the same' if where else 'another'} file"


def why_missed(ours: list[Reference], position: Position) -> str:
    if not ours:
        return "no reference"
    order = [*LABELS, "unresolved"]
    best = min(ours, key=lambda each: order.index(each.label) if each.label in order else len(order))
    if best.label in SURE:
        return f"{best.label} but wrong"
    if best.label == "candidate":
        return (
            "candidate, the right one among them"
            if is_right(best, position.definitions)
            else "candidate, all wrong"
        )
    return best.label


def _written(text: str, position: Position) -> str:
    """Say how the name is written: on its own, or behind what."""
    before = text.encode()[: position.column - 1].decode(errors="replace")
    match = re.search(r"([\w\])\"'}]*)(\.|->|::|\?\.)$", before)
    if not text:
        return ""
    if not match:
        return "a bare name"
    owner, mark = match.groups()
    if owner in ("self", "cls", "this", "super", "super()"):
        return f"behind {owner}{mark}"
    return f"behind a value{mark}" if owner and owner[-1] in ")]}\"'" else f"behind a name{mark}"


def _line(repo: str, position: Position, texts: dict[str, list[str]]) -> str:
    if not repo:
        return ""
    if position.path not in texts:
        with open(os.path.join(repo, position.path), encoding="utf-8", errors="replace") as stream:
            texts[position.path] = stream.read().split("\n")
    lines = texts[position.path]
    return lines[position.line - 1] if position.line <= len(lines) else ""


def _miss(cause: str, position: Position, ours: list[Reference], text: str) -> Miss:
    said = [
        f"{reference.label} {' '.join(f'{each.path}:{each.line}' for each in reference.targets[:3])}".strip()
        for reference in ours
    ]
    known = [
        f"{definition.path}:{definition.line} ({definition.kind})" if definition.path else "outside"
        for definition in position.definitions[:3]
    ]
    place = f"{position.path}:{position.line}:{position.column}"
    return Miss(
        cause, place, position.name, text.strip()[:160], "; ".join(said) or "nothing", "; ".join(known)
    )


def _spread(misses: list[Miss], wanted: int) -> list[Miss]:
    """Choose `wanted` misses evenly over the list, those with the commonest causes first."""
    causes = Counter(miss.cause for miss in misses)
    chosen = misses[:: max(1, len(misses) // wanted)][:wanted] if wanted else []
    return sorted(chosen, key=lambda miss: (-causes[miss.cause], miss.cause))


def _as_row(miss: Miss) -> dict[str, str]:
    return {name: getattr(miss, name) for name in ("cause", "place", "name", "text", "ours", "oracle")}


def _sum(counter: Counter[tuple[str, str]], first: str, second: str) -> int:
    return sum(n for (one, two), n in counter.items() if first in ("", one) and second in ("", two))


def _figures(part: int, whole: int) -> dict[str, float | int | None]:
    return {"right": part, "of": whole, "share": round(part / whole, 4) if whole else None}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("references")
    parser.add_argument("oracle")
    parser.add_argument("--repo", help="the repository, to show source lines and how names are written")
    parser.add_argument(
        "--misses", type=int, default=0, metavar="N", help="list N wrong and N missed references"
    )
    parser.add_argument("--json", action="store_true")
    return parser


if __name__ == "__main__":
    main()
