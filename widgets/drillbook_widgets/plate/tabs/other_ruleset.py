"""Another ruleset's answer to the same situation.

The answer is shown beside the plate's own answer and follows the form.
"""

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
    """Another ruleset's answer, if there is one, and the words that describe it.

    title: the title of that ruleset, above the words.
    """

    title: str
    words: str
    answer: Answer | None = None


def ask_beside(now: Answer, other: Ruleset, rules: Mapping[str, str] = EMPTY) -> Beside:
    """Ask another ruleset about the situation of an answer, and return its answer.

    The other ruleset answers under its own readings.

    rules: the reader's house rules for the other ruleset. They replace its own readings, and the words mention them if
    they affect the answer.

    Inputs that the other form does not ask for are left out, and the words say so. If the other ruleset has no such
    question, the words are the error sentence.
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
