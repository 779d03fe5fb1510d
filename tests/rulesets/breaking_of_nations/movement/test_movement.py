"""Tests of movement against a second working.

SP, armour, charge, prone and ground are tried in every order; plans are walked through by hand.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from asking import value
from drillbook import AskError, ask

SP = {"civilian": 4, "green": 5, "regular": 5, "veteran": 6, "elite": 6}
ARMOUR = {"minimal": 0, "flak": -1, "heavy": -2}
GROUND = {"clear": Fraction(1), "light-forest": Fraction(2, 3), "deep-river": Fraction(1, 3)}
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
Order = list[Callable[[Fraction], Fraction]]


def inches(
    grade: str, armour: str, ground: str, how: str, armour_last: bool = False, ground_first: bool = False
) -> int:
    """One move, each change written down in its order and rounded up where the source rounds."""

    def wear(sp: Fraction) -> Fraction:
        return sp + ARMOUR[armour]

    def cross(sp: Fraction) -> Fraction:
        return Fraction(ceil(sp * GROUND[ground]))

    def pace(sp: Fraction) -> Fraction:
        return {"move": sp, "charge": 2 * sp, "prone": Fraction(ceil(sp / 2))}[how]

    order: Order = [wear, cross, pace] if ground_first else [wear, pace, cross]
    if armour_last and how == "charge":
        order = [*(one for one in order if one is not wear)]
        order.insert(order.index(pace) + 1, wear)
    sp = Fraction(SP[grade])
    for change in order:
        sp = change(sp)
    return int(sp)


@pytest.mark.parametrize("grade", SP)
@pytest.mark.parametrize("how", ["move", "charge", "prone"])
def test_a_move_in_every_order(grade: str, how: str) -> None:
    for armour, ground, last, first in product(ARMOUR, GROUND, (False, True), (False, True)):
        address = f"bon/move?grade={grade}&armour={armour}&ground={ground}&how={how}&kept=1"
        address += "&ruling.armour-charge-order=B" * last
        address += ("&ruling.charge-terrain-order=B&ruling.prone-terrain-order=B") * first
        found = value(address)
        assert found["per_move"] == inches(grade, armour, ground, how, last, first), address
        ac = ceil(Fraction(SP[grade], 2))
        assert found["ac"] == ac
        assert found["total"] == found["per_move"] * (ac - 1)


@pytest.mark.parametrize("formation", ["open", "closed", "mass", "square"])
@pytest.mark.parametrize("reading", "ABCD")
@pytest.mark.parametrize("term", "ABC")
def test_formations_under_fire(formation: str, reading: str, term: str) -> None:
    for charging, grade, firer in product((False, True), ("green", "elite"), ("civilian", "regular", "elite")):
        entry = formation == "mass" or (formation == "closed" and charging)
        cluster = charging and {"A": formation in ("closed", "mass"), "B": True, "C": formation == "mass"}[term]
        ds = DS[grade]
        if entry:
            ds = {"A": 1, "B": ds + 1, "C": ds - 1, "D": ds - 1}[reading]
        lowered = cluster and not (entry and reading == "C")
        wanted = ds - lowered - CS[firer]
        found = value(
            f"bon/formation?formation={formation}&charging={'yes' if charging else 'no'}&grade={grade}&firer={firer}"
            f"&ruling.formation-ds-1={reading}&ruling.cluster-term={term}"
        )
        assert (found["needed"], found["cluster"]) == (wanted, cluster)
        assert found["hit"] == Fraction(max(1, min(12, 13 - wanted)), 12)


def legal(acts: tuple[str, ...], *, heavy: bool) -> bool:
    """Return whether an unarmoured regular, who begins on his feet, may do all these acts.

    AC, movement, posture and load are written down a second time.
    """
    prone = dropped = fired_up = False
    moved = 0
    for act in acts:
        if act == "drop":
            if prone:
                return False
            prone = dropped = True
        elif act == "rise":
            if not prone or dropped:
                return False
        elif act == "fire":
            fired_up = fired_up or not prone
            prone = prone and heavy
        elif act == "flat":
            moved += 1
    return acts.count("fire") <= 1 and len(acts) <= 3 and moved <= 3 and not (heavy and fired_up and moved > 3 / 2)


@pytest.mark.parametrize("load", ["rifle", "lmg"])
def test_every_plan_of_three_acts(load: str) -> None:
    for acts in product(("flat", "fire", "formation", "drop", "rise"), repeat=3):
        try:
            found = value(f"bon/move-plan?load={load}&charge=no&plan={';'.join(acts)}")["legal"]
        except AskError:
            found = False  # down already, or up already
        assert found == legal(acts, heavy=load == "lmg"), acts


def test_prone_under_every_reading() -> None:
    reached = {"A": {"overflow", "grenade", "stream", "melee"}, "B": set(), "C": {"melee"}}
    for reading, expected in reached.items():
        found = {
            attack
            for attack in ("shot", "overflow", "grenade", "stream", "melee")
            if value(f"bon/prone-man?attack={attack}&who=soldier&did=nothing&ruling.prone-scope={reading}")["reached"]
        }
        assert found == expected
    stays = {"A": {"gunner", "panicked"}, "B": set(), "C": {"gunner"}}
    for reading, expected in stays.items():
        who = ("soldier", "gunner", "panicked")
        address = "bon/prone-man?attack=shot&who={}&did=fired&ruling.prone-firing={}"
        assert {one for one in who if value(address.format(one, reading))["prone"]} == expected


def test_what_a_move_forbids_names_its_rule() -> None:
    assert ask("bon/move?ground=barbed-wire&how=charge").outcome.rule == "bon.terrain.wire-no-charge"  # type: ignore[union-attr]
