"""What was found and how much was looked at, in a form that travels cheaply between processes."""

from __future__ import annotations

from dataclasses import dataclass, field

from repobook.facts import Problem
from repobook.verify.shown import reveal

# A page of a badly damaged book can be wrong in a hundred thousand places. The first ones tell the story.
MAX_ALIKE = 50


@dataclass(slots=True)
class Findings:
    """Problems and counts of one part of the work; parts are put together with `absorb`."""

    problems: list[tuple[str, int, str, str]] = field(default_factory=list)  # path, line, code, detail
    checks: dict[str, int] = field(default_factory=dict)
    alike: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, path: str, code: str, detail: str, line: int = 0) -> None:
        seen = self.alike.get((path, code), 0) + 1
        self.alike[path, code] = seen
        if seen <= MAX_ALIKE:
            self.problems.append((path, line, code, detail))

    def count(self, check: str, number: int = 1) -> None:
        self.checks[check] = self.checks.get(check, 0) + number

    def absorb(self, other: Findings) -> None:
        for path, line, code, detail in other.problems:
            self.add(path, code, detail, line)
        for (path, code), number in other.alike.items():
            # `add` above has counted what was kept; what was only counted there is still owed.
            if number > MAX_ALIKE:
                self.alike[path, code] += number - MAX_ALIKE
        for check, number in other.checks.items():
            self.count(check, number)

    def as_problems(self) -> list[Problem]:
        """Every problem in a fixed order: by path, then by line."""
        rest = [
            (path, 1 << 60, code, f"{number - MAX_ALIKE:,} more problems of this kind")
            for (path, code), number in self.alike.items()
            if number > MAX_ALIKE
        ]
        told = []
        for path, line, code, detail in sorted({*self.problems, *rest}):
            place = f"{path}:{line}" if 0 < line < 1 << 60 else path
            told.append(Problem(path, code, reveal(f"{place}: {detail}" if place else detail)))
        return told
