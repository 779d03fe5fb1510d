"""A column in a walk of turns has its free steps as the reading says: once an activation, with every move, or at every turn."""

import re

import pytest

from drillbook import ask

OWN = (
    "light-infantry,column,0,3,shoot,-5",
    "grenadiers,column,0,3,close,5",
    "line-infantry,column,0,3,shoot,4;recruits,column,0,3,close,-4",
)
FOES = ("heavy-cavalry,column,0,3,close,4", "line-infantry,square,0,1,hold,0")


def activations(address: str) -> list[list[str]]:
    """What our units do, activation by activation."""
    story = [text for one in ask(address).outcome.exhibits if one.name == "story" for _, text in one.entries]
    found: list[list[str]] = []
    for line in story:
        if re.match(r"Turn|[A-Z] \([a-z ]+\) needs", line):
            found.append([])
        found[-1].append(line)
    return [lines for lines in found[:-1] if re.match(r"[A-D] ", lines[0])]


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_what_a_column_turns_for_nothing(letter: str) -> None:
    met = 0
    for own, foe, seed in ((own, foe, seed) for own in OWN for foe in FOES for seed in range(12)):
        address = f"nr/play?own={own}&enemy={foe}&distance=3&cover=none&seed={seed}&step=25&ruling.free-turn={letter}"
        for lines in activations(address):
            name = lines[0][0]
            turns = [
                re.search(r"pivots (\d+) degrees, for (?:(\d) action|nothing)", line)
                for line in lines
                if line[0] == name
            ]
            steps = [(int(one[1]) // 45, int(one[2] or 0)) for one in turns if one]
            goes = sum(bool(re.search(r"moves [^b]*for|charges", line)) for line in lines if line[0] == name)
            turned, paid = sum(step for step, _ in steps), sum(cost for _, cost in steps)
            free = {"A": 1, "B": goes, "C": len(steps)}[letter]
            assert paid == turned - min(turned, free), (address, lines)
            met += bool(steps)
    assert met > 5
