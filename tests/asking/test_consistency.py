"""Consistency tests of every question over its whole domain.

Each question gives an answer or a refusal, never an exception; links and steps hold.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from domain import by_chance, of_question, of_readings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drillbook import ask, decode, encode, library, questions
from drillbook.asking.answers.ask import Answer, answer, ask_otherwise, other_readings
from drillbook.asking.answers.results import Breakdown, Step
from drillbook.asking.answers.working import replay
from drillbook.asking.questions.registry import Spec, examples_of
from drillbook.errors import Contradiction
from drillbook.formats import json as as_data
from drillbook.formats.bbcode import bbcode
from drillbook.formats.html import html
from drillbook.formats.markdown import markdown
from drillbook.formats.text import text
from drillbook.rules.model import Ruleset


def reads_its_own(ruleset: Ruleset, spec: Spec) -> bool:
    """Return whether a ruleset's own rules bear on a question.

    In a layer the other questions are its parent's, and are tried there.
    """
    if ruleset.parent is None:
        return True
    read = {identity for example in spec.examples for identity in ask(example).consulted}
    return any(identity.startswith(f"{ruleset.short}.") for identity in read)


ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    if reads_its_own(ruleset, spec)
]
EXAMPLES = [pytest.param(example, id=example) for one in ALL for example in one.values[1].examples]
SWITCHABLE = [
    pytest.param(ruleset, ruling, id=ruling.id)
    for ruleset in library().all()
    for ruling in ruleset.rulings().values()
    if ruling.free and not (ruling.ruleset != ruleset.slug and ruling.chapter in ruleset.planned_chapters)
]


def running_values(steps: tuple[Step, ...]) -> Iterator[bool]:
    """Whether each step's value follows from the one before."""
    value = None
    for step in steps:
        value = replay(step.op, value, step.amount)
        yield value == step.value


def holds_together(found: Answer) -> None:
    """Check what is true of every answer: headline, steps, rules and the form as data."""
    assert found.headline.strip()
    assert all(running_values(found.outcome.steps))
    assert {step.rule for step in found.outcome.steps} <= set(found.consulted)
    assert not [
        step.label for step in found.outcome.steps if step.label.startswith(("yes:", "no:"))
    ]  # an answer to what?
    told = as_data.answer_json(found)
    assert "." not in json.dumps([told["inputs"], told["outcome"]["distribution"]]).replace("...", "")
    assert json.loads(json.dumps(told)) == told
    link = str(found.address)
    assert encode(decode(link)) == link
    assert all(printer(found) for printer in (text, markdown, bbcode, html))
    if isinstance(found.outcome, Breakdown):
        assert found.outcome.chance is None or 0 <= found.outcome.chance <= 1
        distribution = found.outcome.distribution
        assert distribution is None or sum((chance for _, chance in distribution.items()), Fraction(0)) == 1
    names = [exhibit.name for exhibit in found.outcome.exhibits]
    assert len(set(names)) == len(names)
    for exhibit in found.outcome.exhibits:
        head, rows = exhibit.table()
        assert exhibit.caption
        assert all(len(row) == len(head) for row in rows)


def fits_instead(spec, ruleset, values, readings, problem) -> None:  # type: ignore[no-untyped-def]
    """Check that what a contradiction offers instead, taken once, is no contradiction."""
    assert str(problem).endswith(".")
    assert problem.instead, problem
    answer(spec, ruleset, spec.settle(ruleset, {**values, **problem.instead}), readings)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "spec"), ALL)
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_domain(ruleset: Ruleset, spec: Spec, data: st.DataObject) -> None:
    values = data.draw(of_question(spec, ruleset))
    readings = data.draw(of_readings(ruleset))
    try:
        found = answer(spec, ruleset, values, readings)
    except Contradiction as problem:
        fits_instead(spec, ruleset, values, readings, problem)
        return
    holds_together(found)
    again = ask(str(found.address))
    assert again.inputs == found.inputs
    assert again.headline == found.headline


#: Forms that reach beyond what rules allow, such as a range: a rule says no; a quarter of them is answered.
REACHING = {
    "bn/shot",
    "fb/deviation",
    "fb/direct-fire",
    "fb/night-shot",
    "fb/to-hit",
    "fb/volley",
}


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_half_of_the_domain_is_answered(ruleset: Ruleset, spec: Spec) -> None:
    random = Random(1914)
    drawn = (is_answered(spec, ruleset, by_chance(spec, ruleset, random)) for _ in range(600))
    seen = list(islice((one for one in drawn if one is not None), 60))
    assert len(seen) >= 20, f"only {len(seen)} of 600 draws could be together"
    parts = 4 if f"{ruleset.short}/{spec.name}" in REACHING else 2
    assert sum(seen) * parts >= len(seen), (
        f"only {sum(seen)} of {len(seen)} were answered; keep the inputs nearer to what the rules allow"
    )


def is_answered(spec: Spec, ruleset: Ruleset, values: Mapping[str, object]) -> bool | None:
    """Return whether the question answers at these values rather than refuses.

    None means that the inputs contradict each other, so they are no part of the domain.
    """
    try:
        return not answer(spec, ruleset, values, {}).refused
    except Contradiction:
        return None


@pytest.mark.by_turn
@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str) -> None:
    found = ask(example, otherwise=True)
    holds_together(found)
    assert found.otherwise is not None
    assert len(found.otherwise) == len(other_readings(found))


@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "ruling"), SWITCHABLE)
def test_each_reading_of_a_ruling_shows(ruleset: Ruleset, ruling) -> None:  # type: ignore[no-untyped-def]
    told = [ask(example) for example in examples_of(ruling, ruleset)]
    assert all(ruling.name in found.readings for found in told), f"{ruling.id}: an example never meets its ruling"
    same = [
        letter
        for letter in ruling.readings
        if letter != ruling.default and not any(ask_otherwise(found, ruling.name, letter).differs for found in told)
    ]
    assert not same, (
        f"{ruling.id}: reading {same} gives what {ruling.default} gives in {ruling.examples}; choose an example that tells them apart"
    )


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_no_question_has_a_chapters_name(ruleset: Ruleset) -> None:
    """Both stand behind the ruleset in an address, so one would hide the other."""
    assert not set(questions(ruleset)) & {chapter.slug for chapter in ruleset.chapters}
