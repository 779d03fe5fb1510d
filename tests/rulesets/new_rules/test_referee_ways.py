"""Tests of ways into contact, from the printed rules alone.

They cover turns until a unit arrives, broken ranks before other orders, and when a melee is fought. Nothing of the
ruleset is imported; dice are in referee_new_rules.py, marches and prices in referee_field_new_rules.py.
"""

import re
from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from referee_field_new_rules import FORMS, carried, open_to, price, strides
from referee_new_rules import ARMS, Chances, activation, counted, read, sampled, told, value

from drillbook import ask

F = Fraction
Readings = dict[str, str]
YES = {True: "yes", False: "no"}

# Seizing the Initiative ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"seize_reach": "B"},
        {"seize_reach": "B", "double_time": "B"},
        {"line_movement": "B"},
        {"engaged_actions": "B"},
    ],
    ids=str,
)
def test_whether_an_initiative_closes(readings: Readings) -> None:
    """Initiatives close if the distance is within the unit's reach.

    Seizing costs two actions. The reach is that of a Move, or of Double time by reading B of `seize_reach`. Neither a
    square nor guns may seize the initiative, except in a melee that they are in. Rules: L65, L80.
    """
    states = sampled(ARMS, FORMS, (True, False), (False, True), (1, 2, 3), (F(1), F(2), F(7, 2)), (2, 4), many=60)
    for unit, form, limbered, engaged, speed, far, short in states:
        arm = ARMS[unit]
        formed = form if arm == "infantry" else ""
        move, double = strides(speed, arm, formed, limbered, F(1, short), readings)
        stays = arm == "artillery" or formed == "square"
        may = engaged or not stays
        reach = double if read(readings, "seize_reach") == "B" else move
        more = f"&formation={form}" if formed else f"&guns={'limbered' if limbered else 'unlimbered'}"
        book = value(
            f"nr/seize-reach?unit={unit}&speed={speed}&engaged={YES[engaged]}&short={short}"
            + (more if arm != "cavalry" else "")
            + ("" if engaged else f"&distance={far}")
            + told(readings)
        )
        assert (book["may"], book["cost"], book["modifier"]) == (may, 2 if may else None, -1)
        assert book["reach"] == (reach if may and not engaged else 0), (unit, form, engaged)
        assert book["closes"] == (may and (engaged or far <= reach)), (unit, form, far)


# Turns on the way ---------------------------------------------------------------------------------------------------------------

WAYS: list[Readings] = [
    {}, {"charge_cost": "B"}, {"charge_cost": "B", "seize_reach": "B"}, {"charge_cost": "B", "move_total": "A"}, {"move_total": "A"},
    {"line_movement": "B"}, {"line_movement": "C"}, {"double_time": "B"}, {"repeat_actions": "B", "move_total": "A"},
    {"limber_cost": "B"}, {"activation_die": "B"}, {"coloured_choice": "C"}, {"dice_declared": "B"},
]  # fmt: skip
#: What a unit comes near for, in S: contact, a musket's L, a cannon's 3 M, the 1 M of canister.
AIMS = {"contact": 0, "musket": 3, "cannon": 6, "canister": 2}


class Way:
    """A unit on its way: its paces, and what a turn's actions leave of the distance."""

    def __init__(self, speed: int, arm: str, formed: str, inch: Fraction, contact: bool, readings: Readings) -> None:
        self.move, self.double = strides(speed, arm, formed, True, inch, readings)
        self.formed, self.contact, self.readings = formed, contact, readings

    def goes(self, actions: int) -> Fraction:
        """How far so many actions take it."""
        return carried(self.move, self.double, self.formed, actions, self.readings)

    def turn(self, far: Fraction | None, limbered: bool, actions: int) -> tuple[Fraction | None, bool]:
        """Return what is left of the way, and whether the unit's guns are limbered.

        None means that the unit has arrived.
        """
        if far is None:
            return None, limbered
        if not limbered:
            cost = price("limber", self.readings)
            return self.turn(far, True, actions - cost) if actions >= cost else (far, False)
        if not self.contact or read(self.readings, "charge_cost") == "A":
            left = far - self.goes(actions)
            return (left if left > 0 else None), True
        reach = self.double if read(self.readings, "seize_reach") == "B" else self.move
        before = F(0) if read(self.readings, "move_total") == "B" else self.goes(actions - 2)
        if actions >= 2 and far <= reach + before:
            return None, True
        return max(far - self.goes(actions), min(far, reach)), True


def followed(way: Way, start: tuple[Fraction | None, bool], roll: Chances, turns: int) -> list[Fraction]:
    """Return the chance that a unit has arrived, at the start and after each turn."""
    now: Chances = {start: F(1)}
    there = [F(start[0] is None)]
    for _ in range(turns):
        after: Chances = defaultdict(F)
        for (far, limbered), chance in now.items():
            for actions, share in roll.items():
                after[way.turn(far, limbered, actions)] += chance * share
        now = after
        there.append(sum((chance for (far, _), chance in now.items() if far is None), F(0)))
    return there


def awaited(way: Way, state: tuple[Fraction | None, bool], roll: Chances) -> Fraction | None:
    """Return the turns to expect until a unit arrives, or None if it never does."""
    if state[0] is None:
        return F(0)
    ends = [(way.turn(*state, actions), share) for actions, share in roll.items()]
    stays = sum((share for end, share in ends if end == state), F(0))
    if stays == 1:
        return None
    rest = [(awaited(way, end, roll), share) for end, share in ends if end != state and share]
    if any(turns is None for turns, _ in rest):
        return None
    return (1 + sum((turns * share for turns, share in rest if turns is not None), F(0))) / (1 - stays)


@pytest.mark.parametrize("readings", WAYS, ids=str)
def test_turns_until_it_is_there(readings: Readings) -> None:
    """Each roll goes into the way; guns limber first; a charge may need the Initiative."""
    states = sampled(
        ARMS, ("column", "line"), (True, False), ("contact", "range", "canister"), (2, 3), (F(2), F(5), F(13, 2), F(9)),
        (0, 2), (2, 3), many=48,
    )  # fmt: skip
    for unit, form, limbered, wants, speed, far, coloured, dice in states:
        arm = ARMS[unit]
        if (wants == "contact") == (arm == "artillery") and wants != "range":
            continue
        if (wants == "canister" and arm != "artillery") or (wants == "range" and arm == "cavalry"):
            continue
        formed = form if arm == "infantry" else ""
        aim = {"range": "cannon" if arm == "artillery" else "musket"}.get(wants, wants)
        way = Way(speed, arm, formed, F(1, 4), wants == "contact", readings)
        left = far - AIMS[aim]
        begins = (left if left > 0 else None, limbered or arm != "artillery" or left <= 0)
        roll: Chances = defaultdict(F)
        for (actions, _, _), chance in activation(4, coloured, dice, "white", readings).items():
            roll[actions] += chance
        more = f"&formation={form}" if formed else f"&guns={'limbered' if limbered else 'unlimbered'}"
        book = value(
            f"nr/turns-to-reach?unit={unit}&quality=4&speed={speed}&coloured={coloured}&dice={dice}&wants={wants}"
            f"&distance={far}&turns=5&short=4" + (more if arm != "cavalry" else "") + told(readings)
        )
        there = followed(way, begins, roll, 5)
        assert book["may"], (unit, wants)
        assert (book["at_once"], book["by_then"]) == (there[1], there[-1]), (unit, form, wants, far)
        assert book["turns"] == awaited(way, begins, roll), (unit, form, wants, far)


@pytest.mark.parametrize(
    "unit",
    ["foot-battery&wants=contact", "heavy-cavalry&wants=range", "recruits&wants=canister", "recruits&formation=square"],
)
def test_who_never_gets_there(unit: str) -> None:
    """Guns do not charge, cavalry does not shoot, foot has no canister, a square does not move."""
    book = value(f"nr/turns-to-reach?unit={unit}&distance=5")
    assert (book["may"], book["turns"], book["by_then"]) == (False, None, 0)


# Broken ranks -------------------------------------------------------------------------------------------------------------------

ORDERS = {
    "move": "Move", "double-time": "Double time", "formation": "Change formation", "seize": "Seize the Initiative", "recoil": "Recoil",
    "fire": "Fire", "aimed": "Aimed Shot", "limber": "Limber or unlimber", "canister": "Load canister", "pivot": "Pivot a step",
}  # fmt: skip


@pytest.mark.parametrize(
    "readings", [{}, {"broken_line": "B"}, {"broken_line": "C"}, {"broken_unformed": "B"}, {"broken_line": "C", "broken_unformed": "B"}],
    ids=str,
)  # fmt: skip
def test_broken_ranks_come_first(readings: Readings) -> None:
    """Broken ranks take the whole activation, or one success of it, before other orders.

    By reading B of `broken_unformed` cavalry and guns have no ranks to mend. Rule: L213.
    """
    for unit, engaged, successes in product(ARMS, (False, True), range(4)):
        arm = ARMS[unit]
        bound = arm == "infantry" or read(readings, "broken_unformed") == "A"
        reading = read(readings, "broken_line")
        left = successes if not bound else max(0, successes - 1) if reading == "C" else 0
        free = not bound or (reading == "C" and successes)
        more = "&formation=line" if arm == "infantry" else "&guns=limbered" if arm == "artillery" else ""
        may = open_to(arm, "line" if arm == "infantry" else "", True, engaged, readings) if free else set()
        paid = {ORDERS[one] for one in may if price(one, readings) <= left}
        address = f"nr/action-shop?unit={unit}&broken=yes&engaged={YES[engaged]}&successes={successes}{more}"
        book = value(address + told(readings))
        assert set(filter(None, book["names"].split(", "))) == paid, address
        assert book["reforms"] == (bound and (reading == "B" or successes > 0)), address


@pytest.mark.parametrize(
    "readings",
    [{}, {"broken_line": "B"}, {"broken_line": "C"}, {"broken_unformed": "B"}, {"melee_timing": "B"}],
    ids=str,
)
def test_broken_ranks_in_a_melee(readings: Readings) -> None:
    """A unit that has its ranks to mend does not get away, or only with a success more."""
    for unit, coloured, dice in product(("line-infantry", "heavy-cavalry"), (0, 2), (2, 3)):
        bound = unit == "line-infantry" or read(readings, "broken_unformed") == "A"
        needs = 2 if not bound else 3 if read(readings, "broken_line") == "C" else 4
        enough = counted(activation(4, coloured, dice, "white", readings), lambda one, _, __, n=needs: one >= n)
        book = value(f"nr/break-off?unit={unit}&quality=4&broken=yes&coloured={coloured}&dice={dice}" + told(readings))
        early = read(readings, "melee_timing") == "B"
        assert (book["enough"], book["before"]) == (enough, F(0) if early else enough), (unit, coloured, dice)


# When a melee is fought ---------------------------------------------------------------------------------------------------------

FIELD = (
    "own=grenadiers,column,0,3,close,0;line-infantry,line,0,3,close,2;recruits,line,0,3,hold,-2"
    "&enemy=line-infantry,line,0,3,hold,0;recruits,line,0,3,hold,2&distance=1&cover=none&step=50"
)


def story(seed: int, letter: str) -> list[list[str]]:
    """Return what happens in a played game, turn by turn."""
    found = ask(f"nr/play?{FIELD}&seed={seed}&ruling.melee-timing={letter}")
    lines = [text for one in found.outcome.exhibits if one.name == "story" for _, text in one.entries]
    turns: list[list[str]] = []
    for line in lines:
        if re.match(r"Turn \d+: ", line):
            turns.append([])
        turns[-1].append(line)
    return turns[:-1]  # the last one may be cut short


@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize("seed", [5, 8, 21, 34])
def test_a_melee_is_fought_in_its_time(letter: str, seed: int) -> None:
    """Melees are fought once in each side's turn, at the time that the reading names.

    By reading A they come after the unit's own actions. By reading B they come at the beginning, by reading C at the end
    of the turn. A unit that is not activated fights as the turn ends, except by reading B. A turnover does not stop a
    melee. Rule: L107.
    """
    fought = 0
    for turn in story(seed, letter):
        rolls = [place for place, line in enumerate(turn) if " needs " in line]
        rounds = [(place, line[0]) for place, line in enumerate(turn) if "fights on against" in line]
        names = [name for _, name in rounds]
        assert len(names) == len(set(names)), turn
        fought += len(rounds)
        for place, name in rounds:
            mine = [at for at in rolls if turn[at][0] == name]
            after_all = not rolls or place > max(rolls)
            if letter == "B":
                assert not rolls or place < min(rolls), turn
            elif letter == "C" or not mine:
                assert after_all, turn  # not activated: it fights as the turn ends
            else:
                later = [at for at in rolls if at > mine[0]]
                assert mine[0] < place, turn
                assert all(place < at for at in later), turn
    assert fought
