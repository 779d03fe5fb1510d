"""An audit of a walk of turns.

The audit throws the dice again, keeps the units' state by the document alone, and checks each step.
"""

import re
from collections.abc import Mapping
from math import hypot
from random import Random
from typing import Any

import pytest

from drillbook import ask

#: quality, speed, melee, shooting and arm of the muster.
MUSTER = {
    "recruits": (5, 2, 1, 1, "foot"), "line infantry": (4, 2, 2, 2, "foot"), "light infantry": (3, 2, 1, 3, "foot"),
    "grenadiers": (3, 2, 3, 2, "foot"), "light cavalry": (4, 4, 2, 0, "horse"), "heavy cavalry": (4, 3, 3, 0, "horse"),
    "foot battery": (4, 1, 0, 3, "guns"), "horse battery": (3, 2, 0, 2, "guns"),
}  # fmt: skip
BLUNDERS = ("Garbled Orders", "Hesitation", "Forward", "Fall Back", "Charge", "Fire")
EVENTS = {
    2: "Officer Killed", 3: "Officer Killed", 4: "Broken Line", 5: "Petrified", 6: "Devastating Volley", 7: "Devastating Volley",
    8: "Devastating Volley", 9: "Panic", 10: "Wavering", 11: "Rout", 12: "Rout",
}  # fmt: skip
COVER = {"none": (0, 0), "light": (1, 0), "heavy": (2, 1)}
WALKS = [
    "own=heavy-cavalry,column,0,2,close,3;line-infantry,line,1,3,shoot,0"
    "&enemy=foot-battery,column,0,3,canister,-1.5;recruits,line,0,2,shoot,0&distance=4&cover=none",
    "own=grenadiers,column,2,3,close,-2;horse-battery,line,1,3,canister,0"
    "&enemy=light-cavalry,column,2,3,close,2;recruits,square,3,3,shoot,-1&distance=4&cover=light",
    "own=light-infantry,line,3,3,aim,0;light-cavalry,column,0,3,close,5"
    "&enemy=line-infantry,column,1,3,close,0;foot-battery,line,2,3,shoot,2&distance=3&cover=heavy",
    "own=heavy-cavalry,column,0,3,close,-4;light-cavalry,column,1,3,close,4"
    "&enemy=line-infantry,square,0,3,shoot,0;grenadiers,line,1,3,aim,1&distance=2&cover=none",
    "own=line-infantry,line,0,3,leave,0,square;light-infantry,column,0,3,shoot,2,line"
    "&enemy=light-cavalry,column,0,3,close,0;grenadiers,line,0,3,close,2,column&distance=3"
    "&edge=0.5&wood=yes&wood-up=1.5&wood-left=-0.5&wood-right=2.5&cover=none",
    "own=light-cavalry,column,0,3,leave,0;line-infantry,line,0,3,leave,2;foot-battery,line,0,3,leave,-2"
    "&enemy=heavy-cavalry,column,0,3,close,0;grenadiers,column,0,3,close,2&distance=2&edge=1.5&cover=none",
]
#: The wood of the walk that has one: how far up, and from where to where.
WOOD = (1.5, -0.5, 2.5)
#: Steps in which nothing is thrown and nobody moves.
QUIET = (
    r"Turn \d|\d failures: a turnover|\w \(.+\) (is removed|limbers|unlimbers|loads|has|stands|puts|is let|is petrified|may not|gets"
    r"|does not|stops|routs, and|cannot|sees nobody|takes no other)|\w \(.+\) stands beside"
)


class Seen:
    """A unit as its line of the card tells it."""

    def __init__(self, kind: str, line: str) -> None:
        self.quality, self.speed, self.melee, self.shooting, self.arm = MUSTER[kind]
        self.formation = next((one for one in ("column", "line", "square") if f"in {one}," in line), "")
        self.broken = "its ranks broken" in line
        self.formed = "" if self.broken else self.formation
        self.coloured = int(re.search(r"(\d|no) coloured d", line)[1].replace("no", "0"))  # type: ignore[index]
        up = re.search(r"([\d.]+) S up the table", line)
        aside = re.search(r"([\d.]+) S to the (left|right)", line)
        self.y = float(up[1]) if up else 0.0
        self.x = (float(aside[1]) * (1 if aside[2] == "right" else -1)) if aside else 0.0
        self.locked = re.findall(r"locked with (.+?)(?:,|$)", line)
        self.crippled = self.coloured == 3


def steps(address: str, many: int) -> list[tuple[str, Mapping[str, Seen]]]:
    """Every step with the units as they stand after it."""
    found = []
    whole = [step.label for step in ask(f"{address}&step={many}").outcome.steps]
    for number, text in enumerate(whole, start=1):
        card = next(one for one in ask(f"{address}&step={number}").outcome.exhibits if one.name == "units")
        found.append((text, {name.split(", ")[0]: Seen(name.split(", ")[1], line) for name, line in card.entries}))
    return found


def shot(one: Seen, foe: Seen, far: float, verb: str, cover: int) -> tuple[int, int]:
    """Return what both units add to their rolls in a shot."""
    penalty = {"column": -2, "square": -2}
    near = far <= (2 if one.arm == "guns" else 1)
    middle = far < 4 if one.arm == "guns" else far <= 2
    band = 1 if near else 0 if middle else -1
    own = one.shooting + penalty.get(one.formed, 0) + band - one.crippled
    return own, foe.shooting + penalty.get(foe.formed, 0) + cover - foe.crippled - ("takes aim" in verb)


def hidden(one: Seen, foe: Seen) -> bool:
    """Whether the wood lies between them."""
    up, left, right = WOOD
    if min(one.y, foe.y) < up < max(one.y, foe.y):
        share = (up - one.y) / (foe.y - one.y)
        return left < one.x + share * (foe.x - one.x) < right
    return False


def clash(one: Seen, foe: Seen, verb: str, side: str) -> tuple[int, int]:
    """Return what both units add in a round of melee, the attacker first."""
    own, other = one.melee - one.crippled, foe.melee - foe.crippled
    for unit, against, sign in ((one, foe, 0), (foe, one, 1)):
        extra = -2 * (unit.formed == "line") + 3 * (unit.formed == "square" and against.arm == "horse")
        own, other = own + extra * (not sign), other + extra * sign
    if "charges" in verb:
        own += {"foot": 1, "horse": 2}[one.arm]
    return own, other - {"flank": 1, "rear": 2}.get(side, 0) - ("seizes" in verb)


def points(x: int, y: int, own: int, other: int, melee: bool) -> tuple[int, int]:
    """Return the points of attacker and defender."""
    if other >= own:
        return (int(melee and (other > 2 * own or y % 2 == 0)), 0)
    return 0, 2 if own > 3 * other else 1 if own > 2 * other or x % 2 == 0 else 0


def stands_on_the_table(address: str, one: Seen) -> bool:
    """Return whether a unit is within the table's edges.

    The edges are so far beyond the lines and the places in which the units begin.
    """
    told = dict(part.split("=") for part in address.partition("?")[2].split("&"))
    beyond, far = float(told.get("edge", 12)), float(told["distance"])
    across = [float(([*row.split(","), "0"])[5]) for side in ("own", "enemy") for row in told[side].split(";")]
    within = min(across) - beyond <= one.x <= max(across) + beyond
    return within and -beyond <= one.y <= far + beyond


@pytest.mark.parametrize("number", range(len(WALKS)))
@pytest.mark.parametrize("seed", [3, 132])
def test_every_step_is_what_dice_and_document_say(number: int, seed: int) -> None:
    address, cover = f"nr/play?{WALKS[number]}&seed={seed}", WALKS[number].rsplit("=", 1)[1]
    dice = Random(seed)
    before: Mapping[str, Any] = {}
    sides: dict[frozenset[str], tuple[str, str]] = {}
    seized = ""
    for text, after in steps(address, 40):
        before = before or after
        name = text[0]
        if found := re.match(r"(\w) \(.+\) needs (\d) and rolls (.+): (\d) of", text):
            shown = [(int(one[0]), "coloured" in one) for one in found[3].split(", ")]
            white = 3 - before[name].coloured
            assert [face for face, _ in shown] == [dice.randint(1, 6) for _ in shown]
            assert [tinted for _, tinted in shown] == [place >= white for place in range(len(shown))]
            assert int(found[2]) == before[name].quality
            assert int(found[4]) == sum(face >= before[name].quality for face, _ in shown)
            seized = ""
        elif found := re.match(r"A coloured one is a blunder: (.+)", text):
            assert found[1] == BLUNDERS[dice.randint(1, 6) - 1]
        elif found := re.match(r"A success is rolled again and shows (\d)", text):
            assert int(found[1]) == dice.randint(1, 6)
        elif found := re.match(r"A critical event for (\w) .+: (.+)", text):
            assert found[2] == EVENTS[dice.randint(1, 6) + dice.randint(1, 6)]
        elif found := re.match(
            r"(\w) \(.+?\) (.+?) (\w) \([\w ]+\)( taken)?(?: in the (flank|rear))?: (\d) against (\d) .+, (\d+) against (\d+) in",
            text,
        ):
            x, y = int(found[6]), int(found[7])
            assert (x, y) == (dice.randint(1, 6), dice.randint(1, 6))
            one, foe, verb = before[name], before[found[3]], found[2]
            melee = "fire" not in verb
            if melee:
                pair = frozenset((name, found[3]))
                if "charges" in verb:
                    sides[pair] = (found[5] or "front", found[3])
                side, target = sides[pair]
                verb += " seizes" * (seized == name)
                adds = clash(one, foe, verb, side if target == found[3] else "front")
            else:
                assert "wood=yes" not in address or not hidden(one, foe)
                cover_adds = COVER[cover][one.arm == "guns"] * (found[3] >= "K")
                adds = shot(one, foe, round(hypot(one.x - foe.x, one.y - foe.y), 2), verb, cover_adds)
            totals = max(0, x + adds[0]), max(0, y + adds[1])
            assert totals == (int(found[8]), int(found[9]))
            for hurt, unit, key in zip(points(x, y, *totals, melee), (one, foe), (name, found[3]), strict=True):
                if unit.coloured + hurt <= 3:
                    assert after[key].coloured == unit.coloured + hurt
                else:
                    assert key not in after or after[key].coloured == unit.coloured
        elif found := re.match(r"(\w) \(.+\) (moves|recoils|breaks off and recoils|routs) ([\d.]+) S", text):
            unit, now = before[name], after[name]
            assert hypot(unit.x - now.x, unit.y - now.y) == pytest.approx(float(found[3]), abs=0.03)
            most = max(0, unit.speed - (unit.formed == "line")) + ("2 actions" in text)
            if "breaks off" in text:
                assert before[name].locked
                assert not after[name].locked
                assert float(found[3]) == (2 if unit.arm == "horse" else 1) or "edge of the table" in text
            assert "recoils" in found[2] or float(found[3]) <= (unit.speed if found[2] == "routs" else most) + 0.01
        elif found := re.match(r"\w \(.+\) changes from (\w+) to (\w+), for 1 action$", text):
            assert (before[name].formation, after[name].formation) == (found[1], found[2])
        elif "pivots" in text:
            for pair in sides:
                if name in pair and before[name].locked:
                    sides[pair] = ("front", sides[pair][1])
        elif "seizes the initiative" in text:
            seized = name
        else:
            assert re.match(QUIET, text)
        assert all(stands_on_the_table(address, one) for one in after.values())
        before = after


@pytest.mark.parametrize("number", range(len(WALKS)))
def test_nobody_does_more_than_his_successes_pay_for(number: int) -> None:
    """Units do no more in a turn than their successes pay for.

    Aiming, canister loading, seizing, breaking off, firing and limbering have fixed prices. Other orders cost the number
    of actions that the text states. What a blunder makes a unit do is not counted.
    """
    price = {
        "takes aim": 2,
        "loads canister": 2,
        "seizes the initiative": 2,
        "breaks off": 2,
        "fires at": 1,
        "limbers": 2,
    }
    for seed in (3, 5, 8):
        left, name = 0, ""
        for text, _ in steps(f"nr/play?{WALKS[number]}&seed={seed}", 30):
            if found := re.match(r"(\w) \(.+\) needs \d and rolls .+: (\d) of", text):
                name, left = found[1], int(found[2])
            elif "blunder" in text or "is rolled again" in text:
                name = ""  # what he does now is not of his own will
            elif name and text.startswith(f"{name} ("):
                paid = re.search(r"for (\d) action", text)
                left -= int(paid[1]) if paid else next((cost for word, cost in price.items() if word in text), 0)
                assert left >= 0, text


def test_who_breaks_off_goes_as_far_as_his_arm_does_and_is_out_of_it() -> None:
    seen = set()
    for seed in range(12):
        whole = ask(f"nr/play?{WALKS[-1]}&seed={seed}&step=60").outcome.steps
        seen |= {
            (found[1], found[2], bool(found[3]))
            for step in whole
            if (found := re.match(r"\w \((.+?)\) breaks off and recoils ([\d.]+) S(, to the edge)?", step.label))
        }
    assert {kind for kind, _, _ in seen} == {"light cavalry", "line infantry"}  # guns never do
    assert all(cut or far == {"light cavalry": "2", "line infantry": "1"}[kind] for kind, far, cut in seen)
    assert {cut for _, _, cut in seen} == {True, False}
