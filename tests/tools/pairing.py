"""Every pair of a question's inputs at their extremes, all else at its default.

The pairs show what cannot be true together.

    python tests/tools/pairing.py bn [QUESTION …]

prints for each pair what came of it, so that the list can be read for nonsense.
"""

import sys
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from drillbook import library, questions
from drillbook.asking.answers.ask import answer
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset


def extremes(kind: Kind) -> list[Any]:
    """Return the values of an input that are farthest from its first.

    They are its ends, every option, everything that can be ticked, and the longest rows.
    """
    match kind:
        case Numeric():
            found = [kind.low, kind.high]
        case Choices():
            found = [(), tuple(kind.options), *((key,) for key in kind.options)]
        case Choice():
            found = list(kind.options)
        case Flag():
            found = [False, True]
        case Rows():
            first = tuple(field.first for field in kind.fields.values())
            last = tuple(extremes(field)[-1] for field in kind.fields.values())
            found = [(row,) * many for row in (first, last) for many in {kind.low, min(kind.high, max(kind.low, 3))}]
        case _:
            raise AssertionError(kind)
    return [value for value in dict.fromkeys(found) if value != kind.first]


def pairs(spec: Spec, ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Yield the values that differ from the defaults: two inputs at a time.

    Both inputs must be visible in the form.
    """
    kinds, defaults = spec.kinds(ruleset), spec.defaults(ruleset)
    for one, two in combinations(kinds, 2):
        for given in product(extremes(kinds[one]), extremes(kinds[two])):
            pair = dict(zip((one, two), given, strict=True))
            if set(pair) <= set(spec.visible(ruleset, {**defaults, **pair})):
                yield pair


def outcome(spec: Spec, ruleset: Ruleset, pair: dict[str, Any]) -> tuple[str, str]:
    """Return the outcome of a pair: answered, refused or contradictory, and its words."""
    values = spec.settle(ruleset, {**spec.defaults(ruleset), **pair})
    try:
        found = answer(spec, ruleset, values, {})
    except Contradiction as problem:
        return "contradictory", problem.sentence
    return "refused" if found.refused else "answered", found.headline


def main(short: str, *names: str) -> None:
    """Print what came of each pair."""
    ruleset = library().find(short)
    for spec in questions(ruleset).values():
        if names and spec.name not in names:
            continue
        kinds = spec.kinds(ruleset)
        for pair in pairs(spec, ruleset):
            what, words = outcome(spec, ruleset, pair)
            written = "&".join(f"{name}={kinds[name].format(value)}" for name, value in pair.items())
            print(f"{ruleset.short}/{spec.name}?{written}\t{what}\t{words}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
