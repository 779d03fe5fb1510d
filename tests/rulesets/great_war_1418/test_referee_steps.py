"""Tests of the seven steps under every reading, from the source's list alone.

Orders, holes, moves, guns and armour meet in them. Nothing of the ruleset is imported.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from referee_1418 import CM, GOING, sampled, told, value
from referee_steps_1418 import DOES, HEAVIES, HOLELESS, KINDS, MOVED, Slot, fires, possible, walks

from drillbook import AskError, ask

F = Fraction
#: As the book has it, then one switch after the other, then a few together.
SWITCHES: list[dict[str, str]] = [
    {}, {"bombard_timing": "B"}, {"moved_heavies": "B"}, {"lmg_heavy": "B"}, {"mounted_steps": "B"}, {"mounted_steps": "C"},
    {"mounted_steps": "D"}, {"skirmisher_assault": "B"}, {"skirmisher_assault": "C"}, {"step_four": "B"}, {"step_six_gap": "B"},
    {"moving_when": "B"}, {"move_and_shoot": "B"}, {"lmg_heavy": "B", "moved_heavies": "B", "step_six_gap": "B"},
    {"skirmisher_assault": "C", "step_six_gap": "B"}, {"step_four": "B", "step_six_gap": "B", "move_and_shoot": "B"},
    {"moving_when": "B", "move_and_shoot": "B"},
]  # fmt: skip


# 21 and 22: who shoots when -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", SWITCHES, ids=str)
def test_every_unit_in_every_plight(how: dict[str, str]) -> None:
    for kind, dug, does, moved, contact in product(KINDS, (False, True), DOES, MOVED, (False, True)):
        matters = kind in (*HEAVIES, "lmg")
        if not possible(kind, dug, does) or kind == "great" or (contact and does != "assaults"):
            continue
        if not matters and moved != "never":
            continue
        address = f"gw/shooting-step?kind={kind}&does={does}" + (f"&moved={moved}" if matters else "")
        address += "" if kind in HOLELESS else f"&dug={'yes' if dug else 'no'}"
        address += "&contact=yes" if contact else ""
        found = value(address + told(**how))
        slots = fires(kind, dug, does, moved, contact, how)
        steps = [step for step, _ in slots]
        assert (found["step"], found["again"], found["shots"]) == (*(*steps, None, None)[:2], len(slots)), address
        assert found["early"] == bool(slots and slots[0][0] in (1, 2) and not slots[0][1]), address
        assert (found["moves"] is None) == (walks(kind, dug, does, how) is None), address


@pytest.mark.parametrize("how", SWITCHES, ids=str)
def test_a_plan_of_many(how: dict[str, str]) -> None:
    """Moments, who is in the first and in the last, how many shots, and who has none."""
    luck = Random(f"plan {how}")
    for _ in range(12):
        units = []
        while len(units) < 8:
            one = luck.choice(KINDS), luck.random() < 0.4, luck.choice(DOES), luck.choice(MOVED)
            if possible(*one[:3]):
                units.append(one)
        acts: list[tuple[Slot, int]] = []
        silent = []
        for number, (kind, dug, does, moved) in enumerate(units, start=1):
            slots = fires(kind, dug, does, moved, False, how)
            goes = walks(kind, dug, does, how)
            acts += [(slot, number) for slot in [*slots, *([goes] if goes else [])]]
            silent += [] if slots else [number]
        rows = ";".join(f"{kind},{'yes' if dug else 'no'},{does},{moved}" for kind, dug, does, moved in units)
        found = value(f"gw/bound-plan?units={rows}" + told(**how))
        moments = sorted({slot for slot, _ in acts})

        def named(numbers: list[int]) -> str:
            words = [str(number) for number in dict.fromkeys(sorted(numbers))]
            return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words) or "none"

        assert found["moments"] == len(moments), rows
        assert found["shots"] == sum(len(fires(*one, False, how)) for one in units), rows
        assert found["first"] == named([number for slot, number in acts if slot == moments[0]]), rows
        assert found["last"] == named([number for slot, number in acts if slot == moments[-1]]), rows
        assert found["silent"] == named(silent), rows


# 23 to 25: what moving costs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packing", "AB")
@pytest.mark.parametrize("heavies", "AB")
def test_guns_that_shift_bound_by_bound(packing: str, heavies: str) -> None:
    """Guns that shift shoot first in the bound that the list of steps gives.

    The test goes from bound to bound, from the one in which the gun begins to move. Guns that are not self-propelled pack
    and unpack by reading B of `packing`.
    """
    for begins, moves, motor in product((1, 2, 5), (1, 2, 4), (False, True)):
        packs = packing == "B" and not motor
        does = ["pack"] * packs + ["moves"] * moves + ["unpack"] * packs
        how = {"moved_heavies": heavies}
        kind, moved, bound = "self-propelled" if motor else "gun", "never", begins
        while True:
            now = does[bound - begins] if bound - begins < len(does) else "stays"
            since = "earlier" if packs and now == "stays" else moved  # the bound of unpacking is that of standing still
            if now in ("moves", "stays") and fires(kind, False, now, since, False, how):
                break
            moved = "last" if now == "moves" else "earlier" if moved != "never" else "never"
            bound += 1
        found = value(
            f"gw/gun-shift?begins={begins}&moves={moves}&self-propelled={'yes' if motor else 'no'}"
            + told(packing=packing, moved_heavies=heavies)
        )
        assert found["first_shot"] == bound, (begins, moves, motor)


@pytest.mark.parametrize("measured", "ABC")
def test_range_on_the_way_of_an_injured_mover(measured: str) -> None:
    """Ranges to an injured mover are measured midway on its move, or from its start.

    By reading B of `half_way_measuring` the range is that of the start. An injured mover covers half of its move, or
    three quarters by reading C, in which only what is left is halved.
    """
    for start, move, way, slowed, reach in sampled(
        (F(3), F(28), F(61, 2)), (F(1), F(3)), ("away", "towards"), (False, True), (5, 29, 30, 31), many=40
    ):
        sign = 1 if way == "away" else -1
        far = start if measured == "B" else start + sign * move / 2
        gone = move * (F(3, 4) if measured == "C" else F(1, 2)) if slowed else move
        address = (
            f"gw/midway?distance={float(start):g}&move={float(move):g}&way={way}&slowed={'yes' if slowed else 'no'}"
        )
        found = value(f"{address}&range={reach}" + told(half_way_measuring=measured))
        assert (found["measured"], found["in_range"], found["ends"]) == (far, far <= reach, start + sign * gone), (
            address
        )


@pytest.mark.parametrize("mounted", "ABD")
@pytest.mark.parametrize("caught", "AB")
def test_who_is_caught_by_what(mounted: str, caught: str) -> None:
    """Chasers catch those that move later: the unit with the earlier place moves first.

    A tank, horse or foot chases horse or foot, dug in or not, over any ground.
    """
    how = {"mounted_steps": mounted}
    for chaser, tank, ground, runner, his, dug, gap in sampled(
        CM, (False, True), GOING, CM, GOING, (False, True), (F(1), F(9), F(12), F(35, 2), F(31)), many=60
    ):
        horse = "cav" in chaser
        if horse and tank:
            continue
        mine = CM[chaser] * GOING[ground] * 2
        flight = CM[runner] * GOING[his]
        first = walks("cavalry" if horse else "tank" if tank else "infantry", False, "assaults", how)
        second = walks("cavalry" if "cav" in runner else "infantry", dug, "moves", how)
        assert first is not None
        assert second is not None
        if first < second:
            left = max(F(0), gap - mine)
            left += 0 if not left and caught == "A" else flight
        else:
            left = max(F(0), gap + flight - mine)
        address = f"gw/catch?chaser={chaser}&ground={ground}&gap={float(gap):g}&runner={runner}&runner-ground={his}"
        address += f"&was-dug={'yes' if dug else 'no'}" + ("" if horse else f"&mounted={'yes' if tank else 'no'}")
        found = value(address + told(mounted_steps=mounted, caught_in_step_5=caught))
        assert (found["gap"], found["caught"]) == (left, not left), address


# 26 and 27: commands --------------------------------------------------------------------------------------------------------------

MAY = {
    "advance": ("stay move", "stay", "move", "stay move"), "hold": ("stay", "stay", "stay find-cover", "stay find-cover"),
    "assault": ("assault", "assault stay", "assault", "assault find-cover"),
    "retreat": ("retreat", "retreat stay", "retreat", "retreat find-cover stay"),
}  # fmt: skip
WANTS = ("stay", "move", "find-cover", "assault", "retreat")


@pytest.mark.parametrize("mixed", "AB")
def test_companies_of_many_minds(mixed: str) -> None:
    """Companies give one command to platoons in different plights.

    The test counts the platoons that obey, those that are exceptions, and the exceptions that may not stay. By reading B
    of `mixed_company` more than half of the platoons must be in the same plight, and this plight decides.
    """
    for seed in range(60):
        luck = Random(f"company {seed}")
        order, wants = luck.choice(sorted(MAY)), luck.choice(WANTS)
        platoons = [(luck.random() < 0.5, luck.random() < 0.5) for _ in range(luck.randint(1, 8))]
        rows = ";".join(f"{'yes' if dug else 'no'},{'yes' if fire else 'no'}" for dug, fire in platoons)
        answer = ask(f"gw/company-except?order={order}&wants={wants}&platoons={rows}" + told(mixed_company=mixed))
        ((case, many),) = Counter(platoons).most_common(1)
        if mixed == "B" and 2 * many <= len(platoons):
            assert answer.refused
            continue
        cases = [case] * len(platoons) if mixed == "B" else platoons
        offers = [MAY[order][(0 if dug else 2) + fire].split() for dug, fire in cases]
        # A move may go into cover.
        obey = [wants in one or (wants == "find-cover" and "move" in one) for one in offers]
        found = answer.outcome.flat()
        assert found["allowed"] == any(obey), rows
        assert found["exceptions"] == (obey.count(False) if any(obey) else 0), rows
        uneasy = sum("stay" not in one for one, fits in zip(offers, obey, strict=True) if not fits)
        assert found["uneasy"] == (uneasy if any(obey) else 0), rows


@pytest.mark.parametrize("ordered", "AB")
def test_a_sheet_with_guns_on_it(ordered: str) -> None:
    """Batteries that bombard may only stay, or by one reading do what HOLD allows.

    By reading B of `bombard_order` the battery is on HOLD while it bombards.
    """
    for dug, fire, wants in product((False, True), (False, True), WANTS):
        row = f"1,1,1,{'yes' if dug else 'no'},{'yes' if fire else 'no'},{wants}"
        address = f"gw/command-sheet?sheet=artillery,bombard,hold,hold,hold&companies={row}"
        offers = ["stay"] if ordered == "A" else MAY["hold"][(0 if dug else 2) + fire].split()
        assert value(address + told(bombard_order=ordered))["forbidden"] == (wants not in offers), address


# 28: prepared ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", "AB")
def test_prepared_for_every_step(timing: str) -> None:
    """Prepared shots are fired in the unit's own step if the target has come by then.

    By reading B of `prepared_timing` they are fired at any moment, if the target comes at all. A step that is not the
    unit's own is refused.
    """
    of = {"line-inf": "infantry", "skirmishers": "skirmisher", "lmg-squad": "lmg", "early-hmg": "heavy", "mixed-cav": "cavalry",
          "mother-tanks": "tank", "light-howitzers": "gun"}  # fmt: skip
    for (unit, kind), step, appears in product(of.items(), range(1, 8), ("marked", "arrives", "later", "never")):
        own = {
            slot[0]
            for dug, does, moved in product((False, True), DOES[:3], MOVED)
            if possible(kind, dug, does)
            for slot in fires(kind, dug, does, moved, False, {})
        }
        address = f"gw/prepared-shot?unit={unit}&step={step}&appears={appears}&resilience=2" + told(
            prepared_timing=timing
        )
        try:
            answer = ask(address)
        except AskError:
            assert step not in own, address
            continue
        if step not in own:
            assert answer.refused, address
            continue
        shows = {"marked": 0, "arrives": 5, "later": 6, "never": 99}[appears]
        in_time = appears != "never" and (timing == "B" or step > shows)
        assert answer.outcome.flat()["shoots"] == in_time, address
