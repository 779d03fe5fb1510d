"""Tests of how far a unit goes, injured or not, where chapters of 1418 meet.

Each answer is worked out from the source alone. Nothing of the ruleset is imported; the charts are in referee_1418.py.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest
from referee_1418 import CM, D6, GOING, Chances, die, pool, sampled, told, value

F = Fraction

# 10 to 12: how far, over what, by what ------------------------------------------------------------------------------------------


def whole(rate: Fraction, going: str, *, assault: bool, road: bool, how: str) -> Fraction:
    """Return the length of a move over one kind of ground."""
    far = rate if road and how == "C" else rate * GOING[going]
    if assault and road and how == "B":
        return far * F(9, 4)
    return far * (2 if assault else 1) * (F(5, 4) if road else 1)


def crossing(
    rate: Fraction, start: str, into: str, edge: Fraction, limit: Fraction | None, slow: Fraction, *, mix: str, how: str, **haste: bool,
) -> Fraction:  # fmt: skip
    """Return the length of a move that goes from one ground into another after so many cm.

    slow: what an injury leaves of every cm.
    """

    def over(going: str) -> Fraction:
        far = whole(rate, going, how=how, **haste)
        return (far if limit is None else min(far, limit)) * slow

    alone = over(start)
    if into == "same" or mix == "C" or alone <= edge:
        return alone
    if mix == "B":
        free = whole(rate, start, how=how, **haste) * slow
        ratio = F(1) if haste["road"] and how == "C" else GOING[into] / GOING[start]
        far = edge + (free - edge) * ratio
        return far if limit is None else min(far, limit * slow)
    worst = start if GOING[start] <= GOING[into] else into
    return max(over(worst), edge) if worst != start else over(start)


CAPS: dict[str, tuple[Fraction, int | None]] = {
    "foot": (F(1), None),
    "horse": (F(1), None),
    "motor": (F(5, 4), 8),
    "mech": (F(3, 2), 12),
}


@pytest.mark.parametrize("mix", "ABC")
@pytest.mark.parametrize("cap", "ABC")
@pytest.mark.parametrize("how", "ABC")
def test_a_move_through_everything(mix: str, cap: str, how: str) -> None:
    """Moves through all conditions combine them in the order of the readings.

    The conditions are speed, lorries and their limit, two grounds, an assault, a road and an injury.
    """
    moves = sampled(
        (("medium-inf", "foot"), ("slow-inf", "motor"), ("fast-inf", "mech"), ("fast-cav", "foot")),
        (("open", "rough"), ("open", "impractical"), ("rough", "open"), ("impractical", "same")),
        (F(2), F(4), F(11)), (False, True), (False, True), (False, True),
    )  # fmt: skip
    for (speed, transport), (start, into), edge, assault, road, slowed in moves:
        more, most = CAPS[transport]
        rate, limit = CM[speed] * more, None
        if most is not None and cap == "A":
            rate = min(rate, F(most))
        elif most is not None:
            limit = F(most)
        slow = F(1, 2) if slowed else F(1)
        far = crossing(rate, start, into, edge, limit, slow, mix=mix, how=how, assault=assault, road=road)
        if cap == "C" and most is not None:
            far = max(
                far, crossing(F(CM[speed]), start, into, edge, None, slow, mix=mix, how=how, assault=assault, road=road)
            )
        address = f"gw/move?speed={speed}&transport={transport}&start={start}&into={into}" + (
            f"&edge={edge}" if into != "same" else ""
        )
        address += "".join(
            f"&{name}={'yes' if one else 'no'}"
            for name, one in (("assault", assault), ("road", road), ("slowed", slowed))
        )
        assert value(address + told(terrain_mix=mix, transport_cap=cap, road=how))["cm"] == far, (
            address,
            mix,
            cap,
            how,
        )


@pytest.mark.parametrize("rounding", "AB")
def test_bounds_under_a_limit(rounding: str) -> None:
    """Walks, then an assault at the end, each rounded as the reading has it."""
    for (speed, transport), going, gap, road in product(
        (("medium-inf", "foot"), ("fast-inf", "motor"), ("slow-inf", "mech")),
        GOING,
        (F(1), F(7), F(37, 2), F(60)),
        (False, True),
    ):
        more, most = CAPS[transport]
        rate = min(CM[speed] * more, F(most)) if most else CM[speed] * more
        each, last = (whole(rate, going, assault=run, road=road, how="A") for run in (False, True))
        if rounding == "B":
            each, last = F(floor(each)), F(floor(last))
        address = f"gw/bounds-to-cross?gap={float(gap)}&speed={speed}&transport={transport}&start={going}"
        address += f"&road={'yes' if road else 'no'}&last=yes"
        assert value(address + told(move_rounding=rounding))["bounds"] == ceil(max(F(0), gap - last) / each) + 1, (
            address
        )


def approach(
    gap: Fraction, walk: Fraction, hits: Chances, bounds: int, *, always: bool, at_once: bool, ages: bool
) -> tuple[Fraction, Fraction]:
    """Return the chances of how an approach ends after so many bounds.

    Each bound is the order, the fire, then the move; the injured go half as far, from the same bound on or from the next.
    """
    now: Chances = {(gap, 0, 0): F(1)}
    for _ in range(bounds):
        after: Chances = defaultdict(F)
        for (left, carried, age), chance in now.items():
            for many, share in hits.items() if left and carried < 2 else [(0, F(1))]:
                hurt = min(2, carried + many)
                if not left or hurt == 2:
                    after[left, hurt, age] += chance * share
                    continue
                slow = hurt == 1 and (at_once or age > 0) and not (ages and age > 1)
                lame = (
                    carried == 1 and age > 0 and not (ages and age > 1)
                )  # as far as anybody knows when orders are written
                charges = always or (walk if lame else 2 * walk) >= left
                step = (2 if charges else 1) * (walk / 2 if slow else walk)
                after[max(F(0), left - step), hurt, age + hurt] += chance * share
        now = after
    there = sum((chance for (left, _, _), chance in now.items() if not left), F(0))
    return there, sum((chance for (_, hurt, _), chance in now.items() if hurt == 2), F(0))


@pytest.mark.parametrize("halving", "AB")
@pytest.mark.parametrize("black", "AB")
@pytest.mark.parametrize("always", [False, True])
def test_an_approach_under_fire(halving: str, black: str, always: bool) -> None:
    """The fire of a bound, an injury that halves the move, an assault that reaches or does not."""
    for gap, going, needs, (dice, bonus) in product(
        (F(9), F(25, 2), F(24)), ("open", "rough"), (3, 5, 7), ((2, 0), (3, 1))
    ):
        hits = pool([die(needs)] * (dice - 1) + [die(needs, bonus)])
        there, removed = approach(
            gap, 6 * GOING[going], hits, 4, always=always, at_once=halving == "A", ages=black == "B"
        )
        address = f"gw/approach?gap={float(gap)}&speed=medium-inf&start={going}&resilience={needs}&dice={dice}&bonus={bonus}&bounds=4"
        found = value(
            address + f"&always={'yes' if always else 'no'}" + told(injury_halving=halving, black_marker=black)
        )
        assert (found["there"], found["removed"]) == (there, removed), address


# 13 and 14: the injured --------------------------------------------------------------------------------------------------------


def recovery(needs: int, built: int, of: str, low: str) -> Fraction:
    """Return the chance that a recovery die passes; a six never does."""
    wanted = built if of == "B" else needs
    wanted = max(1, wanted) if low == "C" else wanted
    return F(sum(1 for face in D6 if face <= wanted and face != 6), 6)


def clock(fire: list[str], chance: Fraction, *, melee: bool, when: str, source: str, black: str) -> Fraction:
    """Return the chance that a unit moves freely in the last bound.

    fire: who shoots in each bound after the injury.
    """
    if melee and source == "B":
        return F(1)
    slow, moves, known = F(1), F(1), set()
    for bound, who in enumerate(fire, start=1):
        shooters = {"nobody": set(), "same": {"it"}, "other": {"other"}, "third": {"third"}, "both": {"it", "other"}}[
            who
        ]
        same = ("it" in shooters and not melee) or bool(when == "B" and shooters & known)
        moves = slow
        if (black == "B" and bound > 1) or not shooters:
            slow = moves = F(0)
        elif not same:
            slow *= 1 - chance
            moves = moves if when == "C" else slow
        known |= shooters
    return 1 - moves


@pytest.mark.parametrize("when", "ABC")
@pytest.mark.parametrize("source", "AB")
@pytest.mark.parametrize("black", "AB")
def test_the_clock_of_an_injury(when: str, source: str, black: str) -> None:
    """Who shoots decides: the same keeps it slow, another lets it roll, nobody frees it."""
    for melee, fire, (needs, built, of) in sampled(
        (False, True),
        list(product(("nobody", "same", "other", "third", "both"), repeat=3)),
        ((2, 4, "A"), (6, 4, "B")),
        many=60,
    ):
        address = f"gw/injury-clock?source={'melee' if melee else 'shot'}&fire={';'.join(fire)}&resilience={needs}&built-in={built}&move=6"
        found = value(address + told(recovery_when=when, injury_source=source, black_marker=black, recovery_r=of))
        free = clock(list(fire), recovery(needs, built, of, "A"), melee=melee, when=when, source=source, black=black)
        assert found["free"] == free, address


@pytest.mark.parametrize("when", "AB")
@pytest.mark.parametrize("changing", [False, True])
@pytest.mark.parametrize("low", "ABC")
@pytest.mark.parametrize("black", "AB")
def test_the_race_of_an_injured_platoon(when: str, changing: bool, low: str, black: str) -> None:
    """Injured platoons race between removal by shots and recovery by the die.

    In each bound the shots come first. By reading B of `recovery_when`, a shooter that is the same one as before gives no
    recovery die after the first bound. By reading B of `black_marker` the platoon is free after the first bound in any
    case.
    """
    for needs, built, dice, bonus in ((3, 4, 1, 0), (0, 3, 1, 0), (6, 4, 3, 1), (7, 5, 2, 0)):
        struck = 1 - (1 - die(needs, low=low)) ** (dice - 1) * (1 - die(needs, bonus, low=low))
        chance = recovery(needs, built, "A", low)
        left, removed, free = F(1), F(0), F(0)
        for bound in range(1, 4):
            if black == "B" and bound > 1:
                free, left = free + left, F(0)
            removed += left * struck
            left *= 1 - struck
            rolls = chance if changing or when == "A" or bound == 1 else F(0)
            free, left = free + left * rolls, left * (1 - rolls)
        address = f"gw/recovery-race?resilience={needs}&built-in={built}&dice={dice}&bonus={bonus}"
        address += f"&bounds=3&changing={'yes' if changing else 'no'}"
        found = value(address + told(recovery_when=when, low_r=low, black_marker=black))
        assert (found["removed_by"], found["free_by"]) == (removed, free), address
