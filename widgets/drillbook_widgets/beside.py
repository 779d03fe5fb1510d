"""What does another ruleset say to the same situation? Its answer stands beside the plate's own, and follows the form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drillbook.asking.ask import Answer, ask
from drillbook.asking.questions import find_question
from drillbook.errors import AskError, listed
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Beside:
    """Another ruleset's answer, if it has one, and what is told of it in words, under the ruleset's title."""

    title: str
    words: str
    answer: Answer | None = None


def beside(now: Answer, other: Ruleset) -> Beside:
    """The situation of an answer asked of another ruleset, under that ruleset's own readings.

    What the other form does not ask is left out, and said; what it knows nothing of gets its sentence.
    """
    try:
        known = find_question(other, now.spec.name).kinds(other)
        kinds = now.spec.kinds(now.ruleset)
        inputs = {name: told for name, told in now.address.inputs.items() if name in known}
        lost = [kinds[name].label.lower() for name in now.address.inputs if name not in known]
        found = ask(replace(now.address, ruleset=other.short, inputs=inputs, readings={}))
    except AskError as problem:
        return Beside(other.title, str(problem))
    left_out = f" It does not ask for: {listed(lost, 'and')}." if lost else ""
    return Beside(other.title, f"{found.headline}.{left_out}", found)
