"""Tests where chapters of New Rules meet: hand-to-hand fights.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; dice, bands and events are
in referee_new_rules.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from referee_new_rules import ARMS, Chances, Man, attack, band, read, sampled, told, value

from drillbook import ask

F = Fraction

# 5 to 8: hand to hand -----------------------------------------------------------------------------------------------------------

MELEES: list[dict[str, str]] = [
    {}, {"melee_attacker": "B"}, {"melee_attacker": "C"}, {"second_contact": "B"}, {"square_three": "B"}, {"square_three": "C"},
    {"square_flanks": "B"}, {"flank_rear": "C"}, {"flank_later": "B"}, {"flank_later": "C"}, {"crippled_scope": "B"},
    {"exact_double": "B", "exact_triple": "B", "exact_double_defender": "B"}, {"exact_double": "C", "exact_triple": "C"},
    {"nonpositive": "A"}, {"nonpositive": "C"}, {"even_roll": "B"}, {"combat_die": "B"}, {"attacker_recoils": "B"},
    {"rout_formation": "B"}, {"damage_overflow": "B"}, {"artillery_recoil": "B"}, {"artillery_recoil": "C"}, {"square_recoil": "B"},
]  # fmt: skip


def added(
    first: Man, second: Man, stand: tuple[str, str, str, bool], readings: dict[str, str]
) -> tuple[bool, int, int]:
    """Return whether the charger attacks, and what the charger and the other unit add.

    stand: round, aspect, who is uphill, seized.
    """
    round_, aspect, higher, seized = stand
    opening = round_ in ("charge", "again")
    mine = round_ != "other" or read(readings, "melee_attacker") != "A"
    totals = []
    for charger, unit, foe in ((True, first, second), (False, second, first)):
        total = unit.figure
        attacks = charger == mine
        if unit.formed == "line":
            total -= 2
        if unit.formed == "square" and foe.arm == "cavalry":
            charged = opening and not charger
            total += {"A": 3, "B": 3 * charged, "C": 6 if charged else 3}[read(readings, "square_three")]
        total += higher == ("charger" if charger else "target")
        bonus = round_ == "charge" or read(readings, "melee_attacker") == "C"
        if round_ == "again":
            bonus = read(readings, "second_contact") == "A"
        if charger and attacks and bonus:
            total += {"infantry": 1, "cavalry": 2, "artillery": 0}[unit.arm]
        if not charger and aspect != "front":
            none = unit.arm == "infantry" and unit.formation == "square" and read(readings, "square_flanks") == "B"
            tells = {"A": not attacks, "B": opening, "C": True}[read(readings, "flank_later")]
            if tells and not none:
                total -= {"flank": 1, "rear": 3 if read(readings, "flank_rear") == "C" else 2}[aspect]
        if unit.coloured == 3 and (attacks or read(readings, "crippled_scope") == "A"):
            total -= 1
        if seized and charger == (round_ == "other"):
            total -= 1
        totals.append(total)
    return mine, totals[0], totals[1]


#: Charger and the other: unit, Melee Combat, formation, coloured dice; and whether the other's line is broken.
FIGHTS = [
    (("heavy-cavalry", 3, "", 0), ("line-infantry", 2, "square", 2), False),
    (("heavy-cavalry", 2, "", 3), ("line-infantry", 3, "line", 3), False),
    (("line-infantry", 2, "column", 2), ("foot-battery", 0, "", 1), False),
    (("line-infantry", 1, "line", 3), ("line-infantry", 0, "line", 2), True),
    (("line-infantry", 4, "column", 1), ("heavy-cavalry", 3, "", 2), False),
    (("heavy-cavalry", 5, "", 0), ("line-infantry", 1, "square", 0), True),
]
STANDS = [
    ("charge", "front", "level", False), ("charge", "rear", "target", True), ("own", "flank", "charger", False),
    ("other", "rear", "target", False), ("other", "front", "level", True), ("again", "flank", "level", False),
    ("own", "front", "level", True),
]  # fmt: skip


def pair(row: Any) -> tuple[Man, Man, str]:
    """Two units and their part of an address."""
    (charger, melee, formation, coloured), (target, other, stance, worn), loose = row
    text = f"charger={charger}&charger-melee={melee}&charger-coloured={coloured}"
    text += f"&target={target}&target-melee={other}&target-coloured={worn}"
    text += f"&charger-formation={formation}" if formation else ""
    text += f"&target-formation={stance}" if stance else ""
    first = Man(ARMS[charger], formation, coloured, figure=melee)
    return first, Man(ARMS[target], stance, worn, loose, figure=other), text


@pytest.mark.parametrize("readings", MELEES, ids=str)
def test_a_round_of_everything(readings: dict[str, str]) -> None:
    """Melee rounds have the referee's bands, points, recoils and critical events.

    The test combines formation, charge, flank, height, crippled and seized, on the turn of either side.
    """
    for row, stand in sampled(FIGHTS, STANDS, many=14):
        first, second, text = pair(row)
        mine, own, other = added(first, second, stand, readings)
        one, foe = (first, second) if mine else (second, first)
        adds = (own, other) if mine else (other, own)
        found = attack(*adds, one, foe, readings)
        round_, aspect, higher, seized = stand
        address = (
            f"nr/melee-round?{text}&round={round_}&aspect={aspect}&higher={higher}&seized={'yes' if seized else 'no'}"
        )
        address += "&target-broken=yes" if second.broken else ""
        if seized and (second if round_ == "other" else first).broken:
            assert ask(address).refused, address
            continue
        book = value(address + told(readings))
        assert (book["attacker_adds"], book["defender_adds"]) == adds, address
        names = {"beaten_off": "beaten", "held": "held", "pressed": "ahead", "double": "double", "triple": "triple"}
        assert {name: book[name] for name in names} == {
            name: found["bands"].get(band_, 0) for name, band_ in names.items()
        }, address
        for name, part in (
            ("defender_hurt", "hurt"),
            ("two_points", "two"),
            ("attacker_hurt", "own"),
            ("critical", "critical"),
        ):
            assert book[name] == found[part], (address, name)
        for side, place in (("attacker", 0), ("defender", 1)):
            for how, name in (("recoils", "thrown" if not place else "recoils"), ("removed", "removed")):
                alone = how == "recoils"  # from somebody who is still there
                left = [
                    (end, chance)
                    for end, chance in found["ends"].items()
                    if not alone or end[1 - place].out != "removed"
                ]
                share = sum((chance for end, chance in left if end[place].out == how), F(0))
                assert book[f"{side}_{name}"] == share, (address, side, how)


ENDS = ("recoils", "routs", "removed")


def fought(first: Man, second: Man, stand: tuple[str, str, str, bool], turns: int, readings: dict[str, str]) -> Chances:
    """Return the chances of how a melee over several player turns ends.

    Each side attacks in its own turn.
    """
    now: Chances = {(first, second, stand[0]): F(1)}
    ends: Chances = defaultdict(F)
    for _ in range(turns):
        after: Chances = defaultdict(F)
        for (charger, target, round_), chance in now.items():
            charger = Man(charger.arm, charger.formation, charger.coloured, charger.broken, "", first.figure)
            target = Man(target.arm, target.formation, target.coloured, target.broken, "", second.figure)
            mine, own, other = added(charger, target, (round_, *stand[1:]), readings)
            adds = (own, other) if mine else (other, own)
            for end, share in attack(*adds, *((charger, target) if mine else (target, charger)), readings)[
                "ends"
            ].items():
                a, b = end if mine else end[::-1]
                if a.out or b.out:
                    lost = (
                        end[1] if end[1].out == "removed" or not end[0].out else end[0]
                    )  # points come before an event
                    ends["charger" if lost is a else "other", lost.out] += chance * share
                else:
                    after[a, b, "own" if round_ == "other" else "other"] += chance * share
        now = after
    ends["locked", ""] = sum(now.values(), F(0))
    return ends


LONG: list[dict[str, str]] = [
    {}, {"melee_attacker": "C"}, {"square_recoil": "B"}, {"artillery_recoil": "C"}, {"rout_formation": "B"}, {"damage_overflow": "B"},
    {"flank_later": "B"}, {"attacker_recoils": "B"}, {"crippled_scope": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", LONG, ids=str)
def test_a_fight_of_several_turns(readings: dict[str, str]) -> None:
    """Fights of several turns have the charge's bonus once; disorder and broken ranks are kept.

    A unit that recoils, routs or is removed is out of the fight.
    """
    for row, aspect, begins in sampled(FIGHTS[:3] + FIGHTS[4:5], ("front", "flank"), ("charge", "own"), many=3):
        first, second, text = pair(row)
        ends = fought(first, second, (begins, aspect, "target", False), 3, readings)
        book = value(f"nr/melee-end?{text}&begins={begins}&aspect={aspect}&higher=target&turns=3" + told(readings))
        for who, how in product(("charger", "other"), ENDS):
            assert book[f"{who}_{how}"] == ends[who, how], (text, who, how)
        assert book["locked"] == ends["locked", ""], text


@pytest.mark.parametrize("letter", "ABC")
def test_several_attackers(letter: str) -> None:
    """Several attackers fight rounds of their own, or one round with all figures added up.

    Rounds of their own belong to readings A and C, of which C only lets others shoot. Reading B adds the figures up.
    """
    for many, own, other in ((2, 2, 2), (3, 1, 4), (4, 0, -1)):
        book = value(
            f"nr/melee-many?attackers={many}&attacker-adds={own}&defender-adds={other}&ruling.multi-melee={letter}"
        )
        rounds, adds = (1, many * own) if letter == "B" else (many, own)
        found = attack(adds, other, Man("cavalry"), Man("cavalry"), {})
        assert book["any"] == 1 - (1 - found["hurt"]) ** rounds
        assert book["expected"] == rounds * found["points"]


#: Ties, and totals that are just so many times the other.
EXACT = [(6, 3), (9, 3), (3, 6), (0, 0), (-1, -1), (1, 0), (0, -2)]


@pytest.mark.parametrize(
    "readings", [*({"nonpositive": one} for one in "ABC"), {"exact_double": "B"}, {"exact_triple": "C"}], ids=str
)
def test_every_pair_of_totals(readings: dict[str, str]) -> None:
    """Totals below nothing, ties, and the lines between the bands."""
    names = {
        "beaten": "beaten off",
        "held": "held",
        "ahead": "pressed",
        "double": "double",
        "triple": "triple",
        "none": "no band",
    }
    for own, other in [*sampled(range(-5, 16), range(-5, 16), many=60), *EXACT]:
        book = value(f"nr/ratio-band?attacker={own}&defender={other}" + told(readings))
        assert book["band"] == names[band(own, other, readings)], (own, other)
