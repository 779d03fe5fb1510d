"""Ask every question with every pair of its inputs at their ends, and print what kinds of answer come of it, to be read.

    python tests/pairing.py RULESET [QUESTION …]

Nonsense that a form accepts shows itself where inputs meet that cannot be true together: each kind of outcome (figures left
out) is printed once, with the first pair that brought it. Fields of a row are paired like inputs.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from drillbook import library, questions
from drillbook.asking.ask import answer
from drillbook.asking.kinds import Choice, Choices, Flag, Kind, Rows
from drillbook.asking.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

OPTIONS = 8
"""Of more options the first are tried; more say the same of other units."""
ROWS = 3


@dataclass(slots=True)
class Seen:
    """A kind of outcome: the first pair that brought it, what was said, and how many pairs did."""

    pair: Mapping[str, Any]
    said: str
    times: int = 0


def ends(kind: Kind) -> list[Any]:
    """The values of an input that are worth pairing: the ends of a range, the options of a choice, rows of either end."""
    match kind:
        case Rows():
            low, high = (tuple(ends(field)[place] for field in kind.fields.values()) for place in (0, -1))
            return [(row,) * many for many in sorted({kind.low, min(kind.high, ROWS)}) for row in (low, high)]
        case Choices():
            return [(), tuple(kind.options)]
        case Choice():
            return list(kind.options)[:OPTIONS]
        case Flag():
            return [False, True]
    return [kind.low, kind.high]


def pairs(spec: Spec, ruleset: Ruleset) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Every pair that applies together, with the whole form around it; all else at its default."""
    kinds, start = spec.kinds(ruleset), spec.defaults(ruleset)
    for one, other in combinations(kinds, 2):
        for values in product(ends(kinds[one]), ends(kinds[other])):
            pair = dict(zip((one, other), values, strict=True))
            whole = spec.settle(ruleset, {**start, **pair})
            if all(whole[name] == value for name, value in pair.items()):
                yield pair, whole
    for name, kind in kinds.items():
        if isinstance(kind, Rows) and start[name]:
            yield from _in_a_row(spec, ruleset, name, kind)


def _in_a_row(
    spec: Spec, ruleset: Ruleset, name: str, kind: Rows
) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    start = spec.defaults(ruleset)
    first, *others = start[name]
    for (one, field), (other, second) in combinations(enumerate(kind.fields.values()), 2):
        for values in product(ends(field), ends(second)):
            row = list(first)
            row[one], row[other] = values
            names = list(kind.fields)
            pair = {f"{name}.{names[one]}": values[0], f"{name}.{names[other]}": values[1]}
            yield pair, spec.settle(ruleset, {**start, name: (tuple(row), *others)})


def said(spec: Spec, ruleset: Ruleset, values: Mapping[str, Any]) -> str:
    """What comes of a form, in a line; a contradiction has to be mended by what it offers, within a few steps."""
    try:
        found = answer(spec, ruleset, values, {})
    except Contradiction as problem:
        _mend(spec, ruleset, values, problem)
        return f"contradictory: {problem}"
    return f"refused: {found.headline}" if found.refused else found.headline


def _mend(spec: Spec, ruleset: Ruleset, values: Mapping[str, Any], problem: Contradiction) -> None:
    for _ in spec.kinds(ruleset):
        values = spec.settle(ruleset, {**values, **problem.instead})
        try:
            answer(spec, ruleset, values, {})
        except Contradiction as another:
            problem = another
        else:
            return
    raise AssertionError(f"{ruleset.short}/{spec.name}: {problem} is not mended by what it offers")


def outcomes(spec: Spec, ruleset: Ruleset) -> list[Seen]:
    """The kinds of outcome of all pairs, in the order in which they came."""
    found: dict[str, Seen] = {}
    for pair, whole in pairs(spec, ruleset):
        told = said(spec, ruleset, whole)
        found.setdefault(re.sub(r"[\d/.,−-]+", "#", told), Seen(pair, told)).times += 1
    return list(found.values())


if __name__ == "__main__":
    chosen = library().find(sys.argv[1])
    for asked in questions(chosen).values():
        if not sys.argv[2:] or asked.name in sys.argv[2:]:
            print(f"\n{chosen.short}/{asked.name}")
            for seen in outcomes(asked, chosen):
                with_ = ", ".join(f"{name} {value}" for name, value in seen.pair.items())
                print(f"  {seen.times:4}  {with_}: {seen.said}", flush=True)
