"""Every question over its whole domain: an answer or a refusal, never an exception; links and steps that hold."""

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import of_question, of_readings
from drillbook import ask, decode, encode, library, questions
from drillbook.answers import Answer, Breakdown, Step
from drillbook.questions import Spec, answer, ask_otherwise, other_readings
from drillbook.reader import replay
from drillbook.render import json as as_data
from drillbook.render.bbcode import bbcode
from drillbook.render.html import html
from drillbook.render.markdown import markdown
from drillbook.render.text import text
from drillbook.rules import Ruleset

ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    for spec in questions(ruleset).values()
]
EXAMPLES = [pytest.param(example, id=example) for one in ALL for example in one.values[1].examples]
SWITCHABLE = [
    pytest.param(ruleset, ruling, id=ruling.id)
    for ruleset in library().all()
    for ruling in ruleset.rulings().values()
    if ruling.switchable and not ruling.settled
]


def running_values(steps: tuple[Step, ...]) -> Iterator[bool]:
    """Whether each step's value follows from the one before."""
    value = None
    for step in steps:
        value = replay(step.op, value, step.amount)
        yield value == step.value


def holds_together(found: Answer) -> None:
    """What is true of every answer."""
    assert found.headline.strip()
    assert all(running_values(found.outcome.steps))
    assert {step.rule for step in found.outcome.steps} <= set(found.consulted)
    told = as_data.answer(found)
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


@pytest.mark.parametrize(("ruleset", "spec"), ALL)
@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_domain(ruleset: Ruleset, spec: Spec, data: st.DataObject) -> None:
    values = data.draw(of_question(spec, ruleset))
    readings = data.draw(of_readings(ruleset))
    found = answer(spec, ruleset, values, readings)
    holds_together(found)
    again = ask(str(found.address))
    assert again.inputs == found.inputs
    assert again.headline == found.headline


@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_half_of_the_domain_is_answered(ruleset: Ruleset, spec: Spec) -> None:
    seen: list[bool] = []

    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(values=of_question(spec, ruleset))
    def draw(values: dict[str, object]) -> None:
        seen.append(not answer(spec, ruleset, values, {}).refused)

    draw()
    assert sum(seen) * 2 >= len(seen), f"only {sum(seen)} of {len(seen)} were answered"


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str) -> None:
    found = ask(example, otherwise=True)
    holds_together(found)
    assert found.otherwise is not None
    assert len(found.otherwise) == len(other_readings(found))


@pytest.mark.parametrize(("ruleset", "ruling"), SWITCHABLE)
def test_each_reading_of_a_ruling_shows(ruleset: Ruleset, ruling) -> None:  # type: ignore[no-untyped-def]
    told = [ask(example) for example in ruling.examples]
    assert all(ruling.name in found.readings for found in told), "an example never meets its ruling"
    same = [
        letter
        for letter in ruling.readings
        if letter != ruling.default and not any(ask_otherwise(found, ruling.name, letter).differs for found in told)
    ]
    assert not same, f"reading {same} gives what {ruling.default} gives in {ruling.examples}"


@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_no_question_has_a_chapters_name(ruleset: Ruleset) -> None:
    """Both stand behind the ruleset in an address, so one would hide the other."""
    assert not set(questions(ruleset)) & {chapter.slug for chapter in ruleset.chapters}
