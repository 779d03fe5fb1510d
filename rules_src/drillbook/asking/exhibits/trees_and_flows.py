"""Answers that divide one thing into many, as a tree or as a flow from stage to stage."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from drillbook.maths.dice import Distribution
from drillbook.maths.exact import Number
from drillbook.maths.number_words import cell_text, chance_text

TableText = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of a tree: its label, the amount in one of it, and its own parts.

    times: how many of it there are in the branch above it. amount: None if it is not known. note: a remark on the branch.
    """

    label: str
    amount: Number | None
    times: int = 1
    parts: Sequence["Branch"] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole and its parts down to the last, with the amount in each and in all, in a unit.

    unit: such as men.
    """

    caption: str
    unit: str
    root: Branch
    name: str = "tree"

    def lines(self) -> list[tuple[int, Branch, int]]:
        """Every branch from the top: its depth, itself, and how many there are of it in the whole."""
        found: list[tuple[int, Branch, int]] = []

        def walk(branch: Branch, depth: int, above: int) -> None:
            many = above * branch.times
            found.append((depth, branch, many))
            for part in branch.parts:
                walk(part, depth + 1, many)

        walk(self.root, 0, 1)
        return found

    def table(self) -> TableText:
        """Headings and rows."""
        rows = tuple(
            (
                f"{'– ' * depth}{branch.label}{f' ({branch.note})' if branch.note else ''}",
                str(many),
                cell_text(branch.amount),
                cell_text(None if branch.amount is None else branch.amount * many),
            )
            for depth, branch, many in self.lines()
        )
        return ("What", "How many", f"{self.unit} in one", f"{self.unit} in all"), rows


@dataclass(frozen=True, slots=True)
class Flow:
    """A whole that divides from stage to stage and joins again.

    ways: each way through the stages with its chance. good: the states to show as a success, at any stage.
    """

    caption: str
    stages: Sequence[str]
    ways: Distribution[tuple[str, ...]]
    good: Sequence[str] = ()
    name: str = "flow"

    def at(self, stage: int) -> dict[str, Fraction]:
        """Return the states at a stage, each with its chance, in the order of the ways.

        stage: the first is 0.
        """
        found: dict[str, Fraction] = {}
        for way, chance in self.ways.items():
            found[way[stage]] = found.get(way[stage], Fraction(0)) + chance
        return found

    def between(self, stage: int) -> dict[tuple[str, str], Fraction]:
        """Return the chance of each passage from a state of this stage to a state of the next."""
        found: dict[tuple[str, str], Fraction] = {}
        for way, chance in self.ways.items():
            pair = way[stage], way[stage + 1]
            found[pair] = found.get(pair, Fraction(0)) + chance
        return found

    def table(self) -> TableText:
        """Headings and rows."""
        return (*self.stages, "Probability"), tuple((*way, chance_text(chance)) for way, chance in self.ways.items())
