"""Tests of what two rulings make of a walk of turns.

They are the free steps of a column, and the figures of several attackers.
"""

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
    """Return what our units do, activation by activation."""
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


def test_attackers_of_one_unit_add_up_their_figures() -> None:
    """Attackers of one unit add up their figures.

    Grenadiers add 3 and line infantry adds 2. Both are in column and fresh. Their enemy, in line, has no figure against
    them. A charge adds 1.
    """
    met = 0
    for seed in range(40):
        address = (
            "nr/play?own=grenadiers,column,0,3,close,0;line-infantry,column,0,3,close,1"
            f"&enemy=line-infantry,line,0,3,hold,0&distance=1&cover=none&seed={seed}&step=30&ruling.multi-melee=B"
        )
        story = [text for one in ask(address).outcome.exhibits if one.name == "story" for _, text in one.entries]
        for place, line in enumerate(story[:-1]):
            if "fights beside" in line:
                found = re.search(r": (\d+) against .*, (-?\d+) against", story[place + 1])
                assert found
                charges = "charges" in story[place + 1]
                assert int(found[2]) - int(found[1]) == 3 + 2 + charges, (seed, story[place + 1])
                met += 1
    assert met


def test_a_coloured_one_in_combat_is_a_blunder_where_the_reading_is_so() -> None:
    """Coloured ones in combat are blunders if the reading says so, and never otherwise.

    All dice of every unit are coloured. By reading B of `blunder-scope`, a 1 in combat brings a blunder in the next step.
    By reading A, or by reading C of `dice-pool`, no blunder follows.
    """
    met = 0
    for seed in range(30):
        address = (
            "nr/play?own=grenadiers,column,3,3,close,0;line-infantry,line,3,3,shoot,2"
            f"&enemy=recruits,column,3,3,shoot,0;foot-battery,line,3,3,shoot,2&distance=2&seed={seed}&step=40"
        )
        for letter, markers in (("A", ""), ("B", ""), ("B", "&ruling.dice-pool=C")):
            found = ask(f"{address}&ruling.blunder-scope={letter}{markers}").outcome
            story = [text for one in found.exhibits if one.name == "story" for _, text in one.entries]
            for place, line in enumerate(story[:-1]):
                rolled = re.search(r"(\d) against (\d) on the dice", line)
                blunders = "in combat is a blunder" in story[place + 1]
                if rolled and letter == "B" and not markers and not re.search("removed|stops|event", story[place + 1]):
                    assert blunders == ("1" in rolled.groups()) or "recoils" in story[place + 1], (seed, line)
                    met += blunders
                elif letter == "A" or markers:
                    assert not blunders
    assert met > 5
