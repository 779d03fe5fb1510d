"""Tests of a whole assault, worked out by every way the fire may fall.

The melee comes from the question on melees; real dice are compared with the chances.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from referee_1418 import Chances, both, die, pool

from asking import comes_near, value
from drillbook import ask
from drillbook.errors import Contradiction

F = Fraction


def volley(dice: int, needs: int, bonus: int = 0) -> Chances:
    """Return the distribution of a platoon's hits, with the bonus on one die."""
    return pool([die(needs, bonus)] + [die(needs)] * (dice - 1))


def add(one: Chances, other: Chances) -> Chances:
    return both(one, other, lambda mine, theirs: mine + theirs)


def left(ground: str, carried: int, enemy: str, enemy_ground: str, enemy_carried: int, unit: str = "line-inf") -> Any:
    """How the melee between the two goes on from there."""
    parent = "&parent=elite-inf" if unit == "gren-squad" else ""
    return value(
        f"gw/deathmatch?unit={unit}{parent}&ground={ground}&carried={carried}&enemy={enemy}&enemy-ground={enemy_ground}"
        f"&enemy-carried={enemy_carried}"
    )


@pytest.mark.parametrize(
    ("unit", "resilience", "dice", "ground", "gap", "slow_gap"),
    [
        ("line-inf", 2, 1, "open", 6, True),
        ("line-inf", 2, 1, "open", 12, False),
        ("gren-squad", 4, 2, "rough", 9, False),
    ],
)
@pytest.mark.parametrize("wounded", [0, 1])
def test_one_bound(unit: str, resilience: int, dice: int, ground: str, gap: int, slow_gap: bool, wounded: int) -> None:
    """One bound of an assault on a trench gives every end its exact chance.

    The trench holds a line platoon, and beside it are another line platoon and an early HMG. The HMG fires 3 dice with +1
    in step 1; the two platoons fire a die each in step 3.
    """
    ends: dict[str, Fraction] = dict.fromkeys(
        ("taken", "contact", "shot_down", "short", "lost_in_melee", "cleared"), F(0)
    )
    fire = add(volley(3, resilience, 1), add(volley(1, resilience), volley(1, resilience)))
    for hits, chance in fire.items():
        if hits > 1:
            ends["shot_down"] += chance
            continue
        arrives = not hits or slow_gap  # an injured platoon goes half as far
        for out, part in volley(dice, 6).items():
            weight = chance * part
            if wounded + out > 1:
                ends["taken" if arrives else "cleared"] += weight
            elif not arrives:
                ends["short"] += weight
            else:
                ends["contact"] += weight
                melee = left(ground, hits, "line-inf", "defensible-dug", wounded + out, unit)
                ends["taken"] += weight * melee["wins"]
                ends["lost_in_melee"] += weight * (melee["loses"] + melee["neither"])
    parent = "&parent=elite-inf" if unit == "gren-squad" else ""
    found = value(
        f"gw/full-assault?unit={unit}{parent}&gap={gap}&ground={ground}&works=defensible&dug=yes&enemy=line-inf"
        f"&enemy-carried={wounded}&others=line-inf,yes;early-hmg,yes&bounds=1"
    )
    assert {name: found[name] for name in ends} == ends
    assert found["never"] == 0


def test_two_bounds_under_one_rifle() -> None:
    """Two bounds under one rifle: a unit goes 12 cm in a bound, of a gap of 18 cm.

    A unit that is hit goes 6 cm, in the second bound too. Dug-in cavalry has 3 + 1 and never shoots.
    """
    hit, out = F(5, 6), F(1, 2)
    ends = dict.fromkeys(("shot_down", "contact", "short"), F(0))
    for first, second, mine, again in product((0, 1), repeat=4):
        chance = (hit if first else 1 - hit) * (hit if second else 1 - hit) * out**2
        gone = (6 if first else 12) + (6 if first + second else 12)
        if first + second > 1:
            ends["shot_down"] += chance
        elif mine + again < 2:
            ends["contact" if gone >= 18 else "short"] += chance
    found = value(
        "gw/full-assault?unit=line-inf&gap=18&ground=open&works=none&dug=yes&enemy=melee-cav&enemy-carried=0&others=line-inf,no&bounds=2"
    )
    assert {name: found[name] for name in ends} == ends


def test_out_of_range_nobody_shoots() -> None:
    """Targets out of range are not shot at: an SMG carries 15 cm.

    Only a unit that gets into other ground is set midway, and is nearer while it is shot at.
    """

    def shot_down(gap: str, works: str) -> Any:
        return value(
            f"gw/full-assault?unit=mixed-cav&gap={gap}&ground=open&works={works}&dug=no&enemy=melee-cav&enemy-carried=0"
            "&others=smg-squad,no&bounds=1"
        )["shot_down"]

    assert shot_down("15", "none") == 1
    assert shot_down("15.5", "none") == 0
    assert shot_down("30", "defensible") == 1  # a move of 32 cm takes it in, so it stands 15 cm off
    assert shot_down("30.5", "defensible") == 0
    assert shot_down("34", "defensible") == 0  # it stays in the open, and stands where it is


def test_real_dice_fall_as_they_should() -> None:
    comes_near(
        "gw/full-assault?unit=gren-squad&parent=elite-inf&gap=9&ground=rough&works=defensible&dug=yes&enemy=line-inf"
        "&enemy-carried=1&others=line-inf,yes&bounds=2",
        seed=1916,
    )


def test_vehicles_are_not_dug_in() -> None:
    with pytest.raises(Contradiction, match="never dig in"):
        ask("gw/full-assault?unit=line-inf&others=mother-tanks,yes")


@pytest.mark.parametrize(("gap", "after_a_hit"), [(4, "hurt"), (20, "none")])
def test_fire_at_the_platoon_behind(gap: int, after_a_hit: str) -> None:
    """Fire at the platoon behind makes it arrive injured, or leaves it behind.

    One rifle shoots at the platoon behind, which has R2. A platoon that is hit goes 12 cm instead of 24. With a gap of 4
    cm it still comes up behind the front, injured; with a gap of 20 cm it falls behind.
    """

    def fought(behind: str) -> Any:
        more = "" if behind == "none" else f"&behind={behind}"
        return value(f"gw/deathmatch?unit=melee-cav&ground=rough&enemy=melee-cav&enemy-ground=rough{more}")

    hit, hurt, fresh = F(5, 6), fought(after_a_hit), fought("fresh")
    found = value(
        f"gw/full-assault?unit=melee-cav&behind=fresh&gap={gap}&ground=rough&works=none&dug=no&enemy=melee-cav&enemy-carried=0"
        "&others=line-inf,no,never,behind"
    )
    assert found["contact"] == 1
    assert found["taken"] == hit * hurt["wins"] + (1 - hit) * fresh["wins"]
    assert found["apart"] == hit * hurt["both"] + (1 - hit) * fresh["both"]


def test_a_platoon_behind_that_is_lost_leaves_the_front_to_be_shot_at() -> None:
    """Shooters at a platoon behind shoot at the front once that platoon is lost.

    Two rifles shoot for two bounds at an injured platoon behind, R2. If it is lost in the first bound, both shoot in the
    second bound at the front, which has gone 12 cm of 20.
    """
    one, end = F(5, 6), F(0)
    for kill in (True, False):  # in the first bound
        chance = 1 - (1 - one) ** 2 if kill else (1 - one) ** 2
        end += chance * (one**2 if kill else 0)
    found = value(
        "gw/full-assault?unit=line-inf&behind=hurt&gap=20&ground=open&works=none&dug=no&enemy=melee-cav&enemy-carried=0"
        "&others=line-inf,no,never,behind;line-inf,no,never,behind&bounds=2"
    )
    assert found["shot_down"] == end


def test_real_dice_at_the_platoon_behind_fall_as_they_should() -> None:
    comes_near(
        "gw/full-assault?unit=line-inf&behind=fresh&gap=18&ground=open&works=none&dug=no&enemy=line-inf&enemy-carried=0"
        "&others=line-inf,no,never,behind;early-hmg,yes&bounds=2",
        seed=1917,
    )


def test_nobody_behind_is_not_shot_at() -> None:
    with pytest.raises(Contradiction, match="Nobody stands behind it"):
        ask("gw/full-assault?unit=line-inf&others=line-inf,no,never,behind")


@pytest.mark.parametrize(
    ("behind", "words"),
    [("none", "; shot down: "), ("fresh", "; front platoon shot down, whatever becomes of the one behind: ")],
)
def test_the_headline_says_which_rank_is_shot_down(behind: str, words: str) -> None:
    address = f"gw/full-assault?unit=line-inf&behind={behind}&gap=20&ground=open&works=none&dug=no&enemy=melee-cav&enemy-carried=0"
    found = ask(f"{address}&others=line-inf,no,never,front;line-inf,no,never,front&bounds=2")
    assert words in found.headline
    assert "left" not in found.headline


def test_the_headline_of_two_who_are_drawn_apart_does_not_say_that_anybody_left() -> None:
    found = ask(
        "gw/full-assault?unit=mother-tanks&gap=4&ground=open&works=none&dug=no&enemy=seven-cm-field-guns&enemy-carried=0&others="
        "&ruling.step-six-gap=B&ruling.no-dice-contact=B"
    )
    assert "both stay alive, apart: 58.3 %" in found.headline
    assert "left" not in found.headline
