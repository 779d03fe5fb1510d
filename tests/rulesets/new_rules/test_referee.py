"""Tests where chapters of New Rules meet: dice, blunders and points.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; dice, bands and events are
in referee_new_rules.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product

import pytest
from referee_new_rules import Chances, Man, activation, counted, good, hurt, read, sampled, sides_of, told, value

from drillbook import AskError, ask

F = Fraction

# 1 to 4: dice, blunders, turnovers ---------------------------------------------------------------------------------------------

ROLLS: list[dict[str, str]] = [
    {}, {"activation_die": "B"}, {"dice_pool": "C"}, {"coloured_choice": "B"}, {"coloured_choice": "C"}, {"dice_declared": "B"},
    {"two_failures": "B"}, {"two_failures": "C"}, {"quality_range": "B"}, {"blunder_count": "B"}, {"garbled": "B"}, {"garbled": "C"},
    {"hesitation": "B"}, {"activation_die": "C", "blunder_die": "B"}, {"garbled": "C", "hesitation": "B", "blunder_count": "B"},
]  # fmt: skip


def mean(found: Chances) -> Fraction:
    """Return the mean number of actions."""
    return sum((chance * end[0] for end, chance in found.items()), F(0))


@pytest.mark.parametrize("readings", ROLLS, ids=str)
def test_a_roll_with_its_blunders(readings: dict[str, str]) -> None:
    """Activation rolls include their blunders, as every reading has them.

    Garbled Orders turns successes into failures, and Hesitation undoes turnovers. All of this happens within one roll.
    """
    for quality, damage, dice, pick in sampled((1, 3, 4, 7), range(4), (1, 2, 3), ("white", "coloured"), many=8):
        found = activation(quality, damage, dice, pick, readings)
        address = f"nr/activation-roll?quality={quality}&damage={damage}&dice={dice}&pick={pick}&wanted=2" + told(
            readings
        )
        book = value(address)
        assert book["expected"] == mean(found), address
        assert book["enough"] == counted(found, lambda actions, _, __: actions >= 2), address
        assert book["turnover"] == counted(found, lambda _, strikes, __: strikes >= 2), address
        assert book["blunder"] == counted(found, lambda _, __, blunder: blunder), address


def turn(goes: list[tuple[int, int, int]], pick: str, readings: dict[str, str]) -> tuple[Fraction, Fraction, Fraction]:
    """Actions to expect, the chance of a turnover, and the chance to reach the last."""
    now: Chances = {0: F(1)}
    actions, lost, last = F(0), F(0), F(1)
    for quality, damage, dice in goes:
        last = sum(now.values(), F(0))
        after: Chances = defaultdict(F)
        for strikes, chance in now.items():
            for (done, more, _), share in activation(quality, damage, dice, pick, readings).items():
                actions += chance * share * done
                if strikes + more >= 2:
                    lost += chance * share
                else:
                    after[strikes + more] += chance * share
        now = after
    return actions, lost, last


TURNS: list[dict[str, str]] = [
    {},
    {"two_failures": "B"},
    {"hesitation": "B"},
    {"garbled": "B"},
    {"coloured_choice": "C"},
]


@pytest.mark.parametrize("readings", TURNS, ids=str)
def test_a_turn_through_a_worn_army(readings: dict[str, str]) -> None:
    """A unit that loses the turn keeps its own actions; those behind it have none."""
    for goes in ([(3, 1, 3), (4, 3, 2), (5, 2, 0), (4, 0, 3)], [(4, 3, 1), (2, 3, 3)]):
        rows = ";".join(",".join(map(str, go)) for go in goes)
        book = value(f"nr/turn?units={rows}&pick=coloured" + told(readings))
        assert (book["actions"], book["turnover"], book["last"]) == turn(goes, "coloured", readings)


def best(units: list[tuple[int, int]], costly: int, strikes: int, readings: dict[str, str]) -> Fraction:
    """Return the best that may come of these units, chosen again after every roll.

    The choice is which unit goes first and with how many dice.
    """
    if not units:
        return F(0)
    found = F(0)
    for place, (quality, damage) in enumerate(units):
        rest = units[:place] + units[place + 1 :]
        for dice in range(0 if read(readings, "zero_dice") == "B" else 1, 4):
            worth = F(0)
            for (actions, more, _), chance in activation(quality, damage, dice, "white", readings).items():
                worth += chance * (actions if actions < 2 else costly + actions - 2)
                if strikes + more < 2:
                    worth += chance * best(rest, costly, strikes + more, readings)
            found = max(found, worth)
    return found


@pytest.mark.parametrize("readings", [{}, {"two_failures": "B"}, {"zero_dice": "A"}], ids=str)
def test_the_best_turn_of_three_units(readings: dict[str, str]) -> None:
    """Turn orders for three units name the best plan, and the plan is worth what they say.

    The test tries every order of the units and every number of dice. It then plays the plan through.
    """
    for units, costly in (([(5, 0), (3, 1), (4, 3)], 2), ([(4, 2), (4, 0), (6, 0)], 5)):
        rows = ";".join(f"{quality},{damage}" for quality, damage in units)
        book = value(f"nr/turn-order?units={rows}&pick=white&costly={costly}" + told(readings))
        assert book["worth"] == best(units, costly, 0, readings)
        plan = [
            (*units["ABC".index(letter)], int(dice))
            for letter, dice in zip(book["order"], book["dice"].split("-"), strict=True)
        ]
        assert book["last"] == turn(plan, "white", readings)[2]
    assert len(list(permutations(range(3)))) == 6


@pytest.mark.parametrize("readings", [{}, {"two_failures": "B"}, {"hesitation": "B"}], ids=str)
def test_how_many_dice_with_others_to_come(readings: dict[str, str]) -> None:
    """A worn unit before fresh ones of the same Quality, in that order."""

    def after(left: int, strikes: int) -> Fraction:
        if not left:
            return F(0)
        return max(first(4, 0, dice, left - 1, strikes) for dice in range(4))

    def first(quality: int, damage: int, dice: int, left: int, strikes: int) -> Fraction:
        worth = F(0)
        for (actions, more, _), chance in activation(quality, damage, dice, "white", readings).items():
            worth += chance * (actions if actions < 2 else 3 + actions - 2)
            worth += chance * after(left, strikes + more) if strikes + more < 2 else 0
        return worth

    book = value("nr/dice-choice?quality=4&damage=2&left=2&pick=white&costly=3" + told(readings))
    assert [book[name] for name in ("none", "one", "two", "three")] == [first(4, 2, dice, 2, 0) for dice in range(4)]


# 14 to 17: points, places, ways out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readings", [{}, {"damage_overflow": "B"}, {"rally": "B"}], ids=str)
def test_points_one_by_one(readings: dict[str, str]) -> None:
    """Three coloured dice cripple, one point more removes; a rally there is not, or is."""
    for coloured, points, rally in product(range(4), (1, 2), (0, 2)):
        left = hurt(Man("infantry", "line", coloured), points, readings)
        book = value(f"nr/disorder?coloured={coloured}&source=musketry&points={points}&rally={rally}" + told(readings))
        assert book["removed"] == (left.out == "removed")
        if not book["removed"]:
            now = max(0, left.coloured - rally) if read(readings, "rally") == "B" else left.coloured
            assert (book["coloured"], book["combat"], book["blunder"]) == (now, -(now == 3), 1 - F(5, 6) ** now)


@pytest.mark.parametrize("letter", "ABC")
def test_front_flank_and_rear(letter: str) -> None:
    """Lines at 45 degrees from the corners; or the edge that a straight approach touches."""
    for across, ahead in product(range(-5, 6), repeat=2):
        half, deep = F(2), F(1)
        x, y = abs(F(across)), abs(F(ahead))
        if x < half and y < deep:
            continue
        head_on = x * deep <= y * half if letter == "B" else x - half <= y - deep
        side = ("front" if ahead > 0 else "rear") if head_on else "flank"
        lost = {"front": 0, "flank": -1, "rear": -3 if letter == "C" else -2}[side]
        book = value(f"nr/aspect?width=4&depth=2&across={across}&ahead={ahead}&ruling.flank-rear={letter}")
        assert (book["side"], book["modifier"]) == (side, lost), (across, ahead)


@pytest.mark.parametrize(
    "readings", [{}, {"melee_timing": "B"}, {"dice_declared": "B"}, {"activation_die": "B"}], ids=str
)
def test_getting_away(readings: dict[str, str]) -> None:
    """Breaking off needs two actions, from dice that may blunder.

    A unit that fights before its own actions is away too late (reading B of `melee_timing`).
    """
    for unit, coloured, quality, dice in (
        ("line-infantry", 2, 4, 3),
        ("heavy-cavalry", 3, 3, 2),
        ("line-infantry", 0, 5, 1),
    ):
        book = value(f"nr/break-off?unit={unit}&quality={quality}&coloured={coloured}&dice={dice}" + told(readings))
        enough = counted(activation(quality, coloured, dice, "white", readings), lambda actions, _, __: actions >= 2)
        assert (book["enough"], book["before"]) == (enough, F(0) if readings.get("melee_timing") == "B" else enough)
        assert book["distance"] == (2 if unit == "heavy-cavalry" else 1)


@pytest.mark.parametrize("quality", [1, 4, 7])
def test_dice_as_they_lie(quality: int) -> None:
    """What has been rolled: Garbled Orders take a white success first, Hesitation all."""
    for rows, line, again in product(
        ([(5, False), (1, True)], [(6, True), (1, True), (2, False)], [(4, False), (4, False), (1, True)]),
        (1, 2, 4),
        (1, 6),
    ):
        dice = [colour for face, colour in rows if good(face, quality, {})]
        failed = len(rows) - len(dice)
        if line == 1 and dice:
            won = good(again, quality, {})
            failed, dice = failed + (not won), dice if won else dice[1:]
        actions = 0 if line == 2 else len(dice)
        text = ";".join(f"{face},{'yes' if colour else 'no'}" for face, colour in rows)
        book = value(f"nr/read-dice?quality={quality}&rolled={text}&line={line}&again={again}")
        assert (book["actions"], book["turnover"]) == (actions, failed >= 2 and line != 2), (text, line, again)
    assert sides_of({}) == 6


# 18 to 20: nonsense --------------------------------------------------------------------------------------------------------------

NONSENSE = [
    "nr/melee-round?charger=line-infantry&charger-formation=square&round=charge",
    "nr/melee-end?charger=line-infantry&charger-formation=square&begins=charge",
    "nr/melee-round?charger=foot-battery&round=own",
    "nr/melee-end?charger=foot-battery&begins=own",
    "nr/melee-round?charger=line-infantry&charger-broken=yes&round=own&seized=yes",
    "nr/melee-round?target=line-infantry&target-broken=yes&round=other&seized=yes",
    "nr/volley?broken=yes",
    "nr/volley?distance=0",
    "nr/volleys?distance=0",
    "nr/volley?distance=3&reach=2",
    "nr/unit-card?unit=heavy-cavalry&weapon=musket",
    "nr/unit-card?unit=foot-battery&weapon=musket",
    "nr/unit-card?unit=line-infantry&weapon=cannon",
    "nr/unit-card?quality=0",
    "nr/break-off?unit=line-infantry&quality=0",
    "nr/break-off?unit=foot-battery",
    "nr/break-off?enemy=none",
    "nr/disorder?source=panic&points=2",
    "nr/read-dice?rolled=8,no",
    "nr/aspect?width=4&depth=2&across=1&ahead=0",
]  # fmt: skip


@pytest.mark.parametrize("address", NONSENSE)
def test_nonsense_is_told_so(address: str) -> None:
    """Inputs that cannot be true together, or that no rule allows, get a sentence."""
    try:
        found = ask(address)
    except AskError:
        return
    assert found.refused


def test_muskets_that_reach_farther_are_fired_farther() -> None:
    """A form that lets muskets reach 6 S lets their target stand there."""
    assert value("nr/volley?distance=5&reach=6&figure=2&target-figure=2")["shooter_adds"] == 1
    assert ask("nr/volley?distance=5&reach=4").refused
