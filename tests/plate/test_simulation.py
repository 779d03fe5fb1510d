"""Tests of what a roll says once its last die has fallen.

They cover any part of the possible outcomes that the dice have shown.
"""

import pytest

from drillbook import ask, library, questions
from drillbook_widgets.plate.tabs.luck import spread_of
from drillbook_widgets.plate.tabs.simulation import simulation_topic

THROWS = 100
ROLLED = [
    spec.examples[0]
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    if spec.simulate is not None and spec.examples
]


@pytest.mark.parametrize("address", ROLLED)
def test_a_roll_ends_whichever_outcomes_were_seen(address: str) -> None:
    answer = ask(address)
    outcomes = list(spread_of(answer) or ())
    words = [one for one in outcomes if isinstance(one, str)]
    numbers = [one for one in outcomes if not isinstance(one, str)]
    for seen in filter(None, (outcomes, numbers, words)):
        state = simulation_topic(answer, THROWS, THROWS, 7, dict.fromkeys(seen, 1))
        assert state["words"].startswith(f"{THROWS} throws"), address
        assert state["rows"], address
