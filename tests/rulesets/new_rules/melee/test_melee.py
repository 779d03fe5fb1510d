"""Tests of melee by counting.

All pairs of dice go by bands written down a second time, rounds are added up, and fights are followed event by event.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from asking import comes_near, value
from drillbook import ask, library

FACES = range(1, 7)
#: How likely each critical event is, out of all pairs of two dice.
EVENTS = Counter(
    {
        2: "officer",
        3: "officer",
        4: "broken",
        5: "petrified",
        6: "volley",
        7: "volley",
        8: "volley",
        9: "panic",
        10: "wavering",
    }.get(one + other, "rout")
    for one, other in product(FACES, repeat=2)
)


def judged(a: int, d: int, x: int, y: int) -> tuple[int, int, bool, bool]:
    """Return the result of a round for floored totals.

    The result is (points of the attacker, of the defender, whether the attacker recoils, whether an event is rolled).
    """
    if d > 2 * a:
        return 1, 0, True, False
    if d >= a:
        return int(y % 2 == 0), 0, False, False
    if a > 3 * d:
        return 0, 2, False, True
    if a > 2 * d:
        return 0, 1, False, True
    return 0, int(x % 2 == 0), False, False


@cache
def rounds(own: int, other: int) -> tuple[tuple[tuple[int, int, bool, bool], Fraction], ...]:
    """Return everything that a round may do, with chances.

    The attacker adds `own` and the defender `other`; totals below 0 count as 0.
    """
    found = Counter(judged(max(0, x + own), max(0, y + other), x, y) for x, y in product(FACES, repeat=2))
    return tuple((result, Fraction(count, 36)) for result, count in found.items())


def chance(own: int, other: int, place: int, least: int = 1) -> Fraction:
    return sum((share for result, share in rounds(own, other) if result[place] >= least), Fraction(0))


def address(own: int, other: int, more: str = "") -> str:
    """Return the address of a later round of infantry columns with these figures.

    It is the charger's turn.
    """
    return (
        f"nr/melee-round?charger=line-infantry&charger-melee={own}&charger-formation=column&charger-coloured=0&charger-broken=no"
        f"&target=line-infantry&target-melee={other}&target-formation=column&target-coloured=0&target-broken=no"
        f"&round=own&aspect=front&higher=level&seized=no{more}"
    )


@pytest.mark.parametrize("own", range(7))
def test_every_round_is_counted(own: int) -> None:
    for other in range(7):
        found = value(address(own, other))
        assert found["attacker_hurt"] == chance(own, other, 0)
        assert found["defender_hurt"] == chance(own, other, 1)
        assert found["two_points"] == chance(own, other, 1, 2)
        assert found["attacker_thrown"] == chance(own, other, 2)
        assert found["critical"] == chance(own, other, 3)
        bands = [found[name] for name in ("beaten_off", "held", "pressed", "double", "triple")]
        assert sum(bands) == 1


@pytest.mark.parametrize(("attacker", "defender"), list(product(range(8), repeat=2)))
def test_every_pair_of_totals_has_its_band(attacker: int, defender: int) -> None:
    points_if_even = judged(attacker, defender, 2, 2)
    band = value(f"nr/ratio-band?attacker={attacker}&defender={defender}")["band"]
    wanted = {
        "beaten off": (1, 0, True, False),
        "held": (1, 0, False, False),
        "pressed": (0, 1, False, False),
        "double": (0, 1, False, True),
        "triple": (0, 2, False, True),
    }
    assert wanted[band] == points_if_even


#: What each situation adds to the charger and to the other, written down from the source.
SITUATIONS = [
    ("charger=heavy-cavalry&target=line-infantry&target-formation=line&round=charge", 3 + 2, 2 - 2),
    ("charger=heavy-cavalry&target=line-infantry&target-formation=square&round=charge", 3 + 2, 2 + 3),
    ("charger=heavy-cavalry&target=line-infantry&target-formation=square&round=own", 3, 2 + 3),
    ("charger=line-infantry&charger-formation=column&target=recruits&target-formation=line&round=charge", 2 + 1, 1 - 2),
    ("charger=line-infantry&charger-formation=line&target=recruits&target-formation=column&round=again", 2 - 2 + 1, 1),
    ("charger=line-infantry&charger-formation=column&target=foot-battery&round=charge&aspect=flank", 2 + 1, 0 - 1),
    ("charger=line-infantry&charger-formation=column&target=foot-battery&round=charge&aspect=rear", 2 + 1, 0 - 2),
    ("charger=grenadiers&charger-formation=column&target=foot-battery&round=charge&higher=charger", 3 + 1 + 1, 0),
    ("charger=grenadiers&charger-formation=column&target=foot-battery&round=charge&higher=target", 3 + 1, 0 + 1),
    ("charger=grenadiers&charger-formation=column&target=foot-battery&round=charge&seized=yes", 3 + 1, 0 - 1),
    ("charger=grenadiers&charger-formation=column&charger-coloured=3&target=foot-battery&round=charge", 3 + 1 - 1, 0),
    ("charger=light-cavalry&target=light-cavalry&target-coloured=3&round=charge", 2 + 2, 2 - 1),
    ("charger=light-cavalry&target=grenadiers&target-formation=line&target-broken=yes&round=charge", 2 + 2, 3),
    ("charger=light-cavalry&target=grenadiers&target-formation=square&target-broken=yes&round=charge", 2 + 2, 3),
    ("charger=line-infantry&charger-formation=column&target=grenadiers&target-formation=square&round=charge", 2 + 1, 3),
]


@pytest.mark.parametrize(("query", "own", "other"), SITUATIONS)
def test_what_both_add(query: str, own: int, other: int) -> None:
    found = value(f"nr/melee-round?{query}")
    assert (found["attacker_adds"], found["defender_adds"]) == (own, other)


@pytest.mark.parametrize("round_", ["charge", "again", "own", "other"])
def test_artillery_never_charges(round_: str) -> None:
    assert ask(f"nr/melee-round?charger=foot-battery&round={round_}").refused


def after(own: list[int], other: list[int], left: int, attacks: int, path: Fraction) -> Iterator[tuple[str, Fraction]]:
    """Yield every end of a fight between two columns that add 1, with its chance.

    own, other: their coloured dice; left: the rounds left; attacks: which of the two attacks; path: how likely the fight
    came so far.
    """
    if not left:
        yield "locked", path
        return
    both = [own, other]
    att, dfd = both[attacks], both[1 - attacks]
    for (hurt, hit, recoil, event), share in rounds(1 - (att[0] == 3), 1 - (dfd[0] == 3)):
        a, d, here = [att[0] + hurt], [dfd[0] + hit], path * share
        ends = [(attacks, a, recoil), (1 - attacks, d, False)]
        gone = next((f"{'XY'[side]} removed" for side, dice, _ in ends if dice[0] > 3), None)
        if gone:
            yield gone, here
        elif recoil:
            yield f"{'XY'[attacks]} recoils", here
        elif not event:
            yield from after(*((a, d) if attacks == 0 else (d, a)), left - 1, 1 - attacks, here)
        else:
            for name, count in EVENTS.items():
                part, hurt_dice = here * Fraction(count, 36), [d[0] + (name == "panic")]
                who = "XY"[1 - attacks]
                if name == "volley":
                    yield f"{who} recoils", part
                elif name == "rout":
                    yield f"{who} routs", part
                elif hurt_dice[0] > 3:
                    yield f"{who} removed", part
                else:
                    yield from after(*((a, hurt_dice) if attacks == 0 else (hurt_dice, a)), left - 1, 1 - attacks, part)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_fight_is_walked_to_its_end(turns: int) -> None:
    ends: Counter[str] = Counter()
    for end, share in after([0], [0], turns, 0, Fraction(1)):
        ends[end] += share  # type: ignore[assignment]
    found = value(
        "nr/melee-end?charger=line-infantry&charger-melee=1&charger-formation=column&charger-coloured=0&target=line-infantry"
        f"&target-melee=1&target-formation=column&target-coloured=0&begins=own&aspect=front&higher=level&turns={turns}"
    )
    told = {
        "X recoils": "charger_recoils", "X routs": "charger_routs", "X removed": "charger_removed",
        "Y recoils": "other_recoils", "Y routs": "other_routs", "Y removed": "other_removed", "locked": "locked",
    }  # fmt: skip
    assert {end: found[name] for end, name in told.items()} == {end: ends[end] for end in told}


def test_several_attackers_are_rounds_of_their_own() -> None:
    for many, own, other in product((1, 2, 3), (0, 2), (1, 2)):
        found = value(f"nr/melee-many?attackers={many}&attacker-adds={own}&defender-adds={other}")
        assert found["any"] == 1 - (1 - chance(own, other, 1)) ** many
        together = value(
            f"nr/melee-many?attackers={many}&attacker-adds={own}&defender-adds={other}&ruling.multi-melee=B"
        )
        assert together["any"] == chance(many * own, other, 1)


def test_flank_and_rear_lie_behind_the_lines_from_the_corners() -> None:
    """Aspects follow the lines of 45 degrees from the corners of a unit.

    The unit is 4 wide and 2 deep, its middle is at 0,0, and it faces up. Its front corners are at 2,1 and −2,1. The front
    is ahead of the lines from the front corners, the rear is behind those from the rear corners, and the flank is between
    them.
    """
    for x, y in product(range(-6, 7), repeat=2):
        if abs(x) < 2 and abs(y) < 1:
            continue
        in_front = y >= 1 and abs(x) <= 2 + (y - 1)
        behind = y <= -1 and abs(x) <= 2 + (-y - 1)
        wanted = "front" if in_front else "rear" if behind else "flank"
        assert value(f"nr/aspect?width=4&depth=2&across={x}&ahead={y}")["side"] == wanted


def test_the_tables_say_what_the_rules_say() -> None:
    ruleset = library().find("nr")
    rows = ruleset.table("melee-modifiers").rows
    assert {key: row.cells["amount"] for key, row in rows.items()} == {
        "uphill": 1, "infantry-charge": 1, "cavalry-charge": 2, "flank": -1, "rear": -2,
    }  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        address(3, 1).partition("?")[2],
        "charger=heavy-cavalry&target=line-infantry&target-formation=square&round=charge&ruling.combat-die=C",
    ],
)
def test_real_dice_agree_on_a_round(query: str) -> None:
    comes_near(f"nr/melee-round?{query}", seed=1815)


@pytest.mark.parametrize(
    "address_",
    [
        "nr/melee-end?charger=heavy-cavalry&target=line-infantry&target-formation=line&begins=charge&turns=3",
        "nr/melee-end?charger=grenadiers&charger-formation=column&target=foot-battery&target-coloured=2&begins=charge&aspect=rear&turns=3&ruling.artillery-recoil=C",
    ],
)
def test_real_dice_agree_on_a_fight(address_: str) -> None:
    comes_near(address_, seed=1812, throws=1500)


def test_real_dice_agree_on_several() -> None:
    comes_near("nr/melee-many?attackers=3&attacker-adds=2&defender-adds=2", seed=1813)
