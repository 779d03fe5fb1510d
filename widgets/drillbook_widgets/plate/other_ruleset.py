"""What does another ruleset say to the same situation? Its answer stands beside the plate's own, and follows the form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.questions.registry import find_question
from drillbook.asking.uses import house_rules
from drillbook.asking.uses.nondefault_readings import departures
from drillbook.errors import AskError, listed
from drillbook.rules.entities import EMPTY
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Beside:
    """Another ruleset's answer, if it has one, and what is told of it in words, under the ruleset's title."""

    title: str
    words: str
    answer: Answer | None = None


def ask_beside(now: Answer, other: Ruleset, rules: Mapping[str, str] = EMPTY) -> Beside:
    """The situation of an answer asked of another ruleset, under that ruleset's own readings.

    rules: the reader's house rules for the other ruleset, which stand in place of its own readings, and are told where they matter.
    What the other form does not ask is left out, and said; what it knows nothing of gets its sentence.
    """
    try:
        known = find_question(other, now.spec.name).kinds(other)
        kinds = now.spec.kinds(now.ruleset)
        inputs = {name: told for name, told in now.address.inputs.items() if name in known}
        lost = [kinds[name].label.lower() for name in now.address.inputs if name not in known]
        found = ask(
            house_rules.with_house_rules(replace(now.address, ruleset=other.short, inputs=inputs, readings={}), rules)
        )
    except AskError as problem:
        return Beside(other.title, str(problem))
    left_out = f" It does not ask for: {listed(lost, 'and')}." if lost else ""
    yours = [f"{one.named} {one.title}" for one in departures(found) if one.ruling.name in found.readings]
    by_yours = f" By your house rules: {listed(yours, 'and')}." if yours else ""
    return Beside(other.title, f"{found.headline}.{by_yours}{left_out}", found)
