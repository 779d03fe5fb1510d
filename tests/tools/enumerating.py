"""A search through every situation of every question whose form holds a bounded number.

    python tests/tools/enumerating.py [RULESET …]

writes `enumerated.toml` into the folder of each ruleset: for each question how many situations its form holds, and how
many of them are answered, refused by a rule, or contradict themselves, which the form says. Anything else is a fault.
"""

import sys
from collections import Counter
from pathlib import Path

from drillbook import library, questions
from drillbook.asking.answers.ask import answer
from drillbook.asking.inputs.enumerated import FILE, Tally
from drillbook.asking.inputs.situations import extent, situations
from drillbook.asking.questions.spec import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

MOST = 25_000
"""Forms that hold more are counted, not asked through."""


def bounded(ruleset: Ruleset) -> list[Spec]:
    """Return the questions of a ruleset whose situations can all be asked."""
    found = [(spec, extent(spec, ruleset)) for spec in questions(ruleset).values()]
    return [spec for spec, held in found if held.finite and held.situations and held.situations <= MOST]


def tally(spec: Spec, ruleset: Ruleset) -> Tally:
    """Return the count of answers, refusals and contradictions of a question's situations.

    Any other result is raised.
    """
    told = Counter(_outcome(spec, ruleset, values) for values in situations(spec, ruleset))
    return Tally(told.total(), told["answered"], told["refused"], told["contradictory"])


def _outcome(spec: Spec, ruleset: Ruleset, values: dict[str, object]) -> str:
    try:
        found = answer(spec, ruleset, values, {})
    except Contradiction:
        return "contradictory"
    return "refused" if found.refused else "answered"


def write(ruleset: Ruleset) -> Path:
    """Ask all, and write it down."""
    lines = ["# Written by tests/tools/enumerating.py: situations, answered, refused by a rule, contradictory.", ""]
    for spec in bounded(ruleset):
        kept = tally(spec, ruleset)
        lines.append(f"{spec.name} = [{kept.situations}, {kept.answered}, {kept.refused}, {kept.contradictory}]")
        print(ruleset.short, lines[-1], flush=True)
    path = library().home_of(ruleset.slug).root / ruleset.slug / FILE
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    for name in sys.argv[1:] or [one.short for one in library().all()]:
        print(write(library().find(name)))
