"""Tests of the words of the answers: no headline and no step trips a reader up.

Every form opens on a case that is answered.
"""

import pytest
from wording import PATTERNS, found_in, wrong

from drillbook import AskError, ask, library, questions
from drillbook.asking.answers.address import decode
from drillbook.asking.questions.registry import Spec
from drillbook.rules.model import Ruleset

TO_MEND = frozenset({("bn/storm", "one of several")})
"""What is wrong still: the question and the kind; whoever mends one takes it out."""
RULESETS = pytest.mark.parametrize("ruleset", library().all(), ids=lambda one: one.short)
ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    for spec in questions(ruleset).values()
]


@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_headlines_and_steps_read_well(ruleset: Ruleset, spec: Spec) -> None:
    name = f"{ruleset.short}/{spec.name}"
    found = found_in(spec, ruleset)
    left = {kind: told for kind, told in found.items() if (name, kind) not in TO_MEND}
    assert not left, f"{name}: {left}"
    mended = [kind for question, kind in TO_MEND if question == name and kind not in found]
    assert not mended, f"{name}: {mended} are mended; take them out of TO_MEND"


@RULESETS
def test_every_form_opens_on_a_case_that_is_answered(ruleset: Ruleset) -> None:
    wrong_openings = []
    for spec in questions(ruleset).values():
        try:
            found = ask(f"{ruleset.short}/{spec.name}")
        except AskError as problem:
            wrong_openings.append(f"{spec.name}: {problem}")
        else:
            wrong_openings += [f"{spec.name}: {found.headline}"] if found.refused else []
    assert not wrong_openings, f"give these defaults that the rules allow: {wrong_openings}"


@RULESETS
def test_every_example_is_understood_and_one_is_answered(ruleset: Ruleset) -> None:
    """An example may show a rule's no, but not each of them; none contradicts itself."""
    for spec in questions(ruleset).values():
        found = [ask(f"{ruleset.short}/{decode(one).question}?{one.partition('?')[2]}") for one in spec.examples]
        assert not all(one.refused for one in found), f"{ruleset.short}/{spec.name}: {found[0].headline}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1 friends fall", "one of several"),
        ("one dice", "one of several"),
        ("0 man is left", "several of one"),
        ("12 rider fall", "several of one"),
        ("1 are left", "one with a verb of several"),
        ("it takes about 1 rounds", "one of one on average"),
        ("about 1 of 1 riders", "one of one on average"),
        ("hits on 1+", "a score that any die shows"),
        ("hits on 0+", "a score that any die shows"),
        ("hits on -1+", "a score that any die shows"),
        ("He strikes back never", "never after its verb"),
        ("down to half never", "never after its verb"),
        ('Still 28" short; somebody comes through: for certain', "short of it and yet there"),
        ("4/3 cm to spare", "a part of a length"),
    ],
)
def test_each_kind_is_found(text: str, kind: str) -> None:
    assert kind in wrong(text)
    assert kind in PATTERNS


@pytest.mark.parametrize(
    "text",
    [
        "1 friend falls",
        "21 men fall",
        "1.5 turns on average",
        "11+ on two dice",
        "Hit on 3+: 66.7 % (2/3)",
        "1 of 2 men",
        "2 to 1 man",
        "2–1 turns",
        "He never strikes back",
        "one of three",
        "2 men-at-arms",
        "needs 10+",
        "a 6 is a hit",
    ],
)
def test_what_reads_well_is_left_alone(text: str) -> None:
    assert wrong(text) == []
