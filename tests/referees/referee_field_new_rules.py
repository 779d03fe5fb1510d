"""A referee of New Rules for orders, marches, places and blunders.

They are worked out a second time from the source alone; nothing of the ruleset is imported. Dice, bands and events
are in referee_new_rules.py. Lengths are in S unless something else is stated.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import hypot
from typing import Any

from referee_new_rules import Chances, Man, attack, read, sides_of

F = Fraction
Readings = Mapping[str, str]
FORMS = ("column", "line", "square")

# Hand to hand and fire, as they come at a regiment ------------------------------------------------------------------------------


def crippled(unit: Man, attacks: bool, readings: Readings) -> int:
    """Return what a crippled unit loses: 1 or 0."""
    return int(unit.coloured == 3 and (attacks or read(readings, "crippled_scope") == "A"))


def come_to_blows(
    charger: Man, regiment: Man, opening: bool, aspect: str, readings: Mapping[str, str]
) -> dict[str, Any]:
    """Return what a round of melee in the charger's turn does.

    opening: the charger has just met the regiment; otherwise they have been locked since an earlier turn.
    """
    own = charger.figure - 2 * (charger.formed == "line") - crippled(charger, True, readings)
    if opening or read(readings, "melee_attacker") == "C":
        own += {"infantry": 1, "cavalry": 2}[charger.arm]
    other = regiment.figure - 2 * (regiment.formed == "line") - crippled(regiment, False, readings)
    if regiment.formed == "square" and charger.arm == "cavalry":
        other += {"A": 3, "B": 3 * opening, "C": 3 + 3 * opening}[read(readings, "square_three")]
    exempt = regiment.formation == "square" and read(readings, "square_flanks") == "B"
    if not exempt and (opening or read(readings, "flank_later") != "B"):
        other -= {"front": 0, "flank": 1, "rear": 3 if read(readings, "flank_rear") == "C" else 2}[aspect]
    return attack(own, other, charger, regiment, readings)


def under_fire(shooter: Man, regiment: Man, far: Fraction, readings: Mapping[str, str]) -> dict[str, Any]:
    """Return what a plain shot in the open does, of muskets or of a cannon."""
    weak = {"column": -2, "square": -2}
    if shooter.arm == "artillery":
        middle = far < 4 or (far == 4 and read(readings, "range_boundary") == "B")
        near = far <= 2
    else:
        near, middle = far <= (2 if read(readings, "musket_bands") == "B" else 1), far <= 2
    own = shooter.figure + weak.get(shooter.formed, 0) + (1 if near else 0 if middle else -1)
    other = regiment.figure + (weak.get(regiment.formed, 0) if read(readings, "shooting_defence") == "A" else 0)
    totals = own - crippled(shooter, True, readings), other - crippled(regiment, False, readings)
    return attack(*totals, shooter, regiment, readings, melee=False)


def fate(found: Mapping[str, Any]) -> list[Fraction]:
    """Return the chances of what happens to the unit attacked, and that the attacker is hurt.

    The unit attacked: hurt, an event, thrown out of the fight, removed.
    """
    ends = found["ends"].items()
    gone = [sum((c for (_, d), c in ends if d.out in ways), F(0)) for ways in (("recoils", "routs"), ("removed",))]
    return [found["hurt"], found["critical"], *gone, found["own"]]


# Marches ------------------------------------------------------------------------------------------------------------------------


def strides(speed: int, arm: str, formed: str, limbered: bool, inch: Fraction, readings: Readings) -> tuple[Any, Any]:
    """How far a Move and Double time take it; inch: one of the table's measure."""
    if formed == "square" or (arm == "artillery" and not limbered):
        return F(0), F(0)
    less = {"A": F(1), "B": inch, "C": F(0)}[read(readings, "line_movement")] if formed == "line" else F(0)
    single = max(F(0), speed - less)
    return single, single * (2 if read(readings, "double_time") == "B" else 1) + 1


def carried(move: Fraction, double: Fraction, formed: str, actions: int, readings: Readings) -> Fraction:
    """Return the farthest that so many actions take a unit straight ahead.

    The maximum is over all ways to spend the actions.
    """
    if formed == "line" and read(readings, "line_movement") == "C":
        actions -= 1
    far = F(0)
    for moves, doubles in product(range(4), repeat=2):
        if moves + 2 * doubles > actions or (read(readings, "repeat_actions") == "B" and max(moves, doubles) > 1):
            continue
        way = moves * move + doubles * double
        if read(readings, "move_total") == "B":
            way = min(way, double if doubles else move)
        far = max(far, way)
    return far


def free_of(turns: list[int], stretches: int, readings: Readings) -> int:
    """Return how many steps of its pivots a column has for nothing."""
    steps = [-(-abs(turn) // 45) for turn in turns]
    match read(readings, "free_turn"):
        case "B":
            return min(sum(steps), stretches)
        case "C":
            return sum(min(1, one) for one in steps)
        case _:
            return min(1, sum(steps))


def path(
    legs: list[tuple[str, Fraction, int]],
    steps: tuple[Any, Any],
    unit: tuple[str, bool],
    actions: int,
    readings: Readings,
) -> tuple[bool, int, int]:
    """Return whether a way is allowed, what it costs and where it ends facing.

    unit: the formation that counts, and whether nothing of the unit may move.
    """
    (move, double), (formed, stands) = steps, unit
    turns = [turn for what, _, turn in legs if what == "pivot"]
    ways = [(what, far, turn) for what, far, turn in legs if what != "pivot"]
    plain = [far for what, far, _ in ways if what == "move"]
    doubles, total = len(ways) - len(plain), sum((far for _, far, _ in ways), F(0))
    reading = read(readings, "move_total")
    legal = not (stands and ways) and all(abs(turn) <= 45 for _, _, turn in ways)
    for what, far, _ in ways:
        legal &= (what == "move" and reading == "C") or far <= (double if what == "double-time" else move)
    if reading == "B":
        legal &= total <= (double if doubles else move)
    if turns:
        legal &= not (stands and read(readings, "pivot_static") == "B")
        legal &= read(readings, "pivot_part") == "A" or not any(turn % 45 for turn in turns)
    cost = len(plain) if reading != "C" or not move else -(-sum(plain, F(0)) // move)
    cost += 2 * doubles + bool(ways and formed == "line" and read(readings, "line_movement") == "C")
    cost += sum(-(-abs(turn) // 45) for turn in turns)
    cost -= free_of(turns, len(ways), readings) if formed == "column" else 0
    return legal and cost <= actions, int(cost), sum(turns) % 360


# Orders -------------------------------------------------------------------------------------------------------------------------

PRICE = {
    "move": 1, "double-time": 2, "formation": 1, "seize": 2, "recoil": 2, "fire": 1, "aimed": 2, "limber": 2, "canister": 2, "pivot": 1,
}  # fmt: skip


def price(order: str, readings: Readings) -> int:
    """Return what an order costs, in actions."""
    if order == "aimed" and read(readings, "aimed_shot") == "B":
        return PRICE["aimed"] + PRICE["fire"]
    return 1 if order == "limber" and read(readings, "limber_cost") == "B" else PRICE[order]


def open_to(arm: str, formation: str, limbered: bool, engaged: bool, readings: Readings) -> set[str]:
    """Return the orders that may be given to a unit."""
    fixed = formation == "square" or (arm == "artillery" and not limbered)
    may = {"pivot"} if not (fixed and read(readings, "pivot_static") == "B") else set()
    marches = {"move", "double-time"} if not fixed else set()
    shoots = {"infantry": {"fire", "aimed"}, "cavalry": set()}.get(
        arm, {"canister"} if limbered else {"fire", "aimed", "canister"}
    )
    holds_shot = read(readings, "canister_load") == "B"  # then to load is to fire
    if holds_shot and limbered:
        shoots = shoots - {"canister"}
    may |= {"infantry": {"formation"}, "artillery": {"limber"}}.get(arm, set())
    if not engaged:
        return may | marches | shoots | ({"seize"} if arm != "artillery" and not fixed else set())
    if read(readings, "engaged_actions") == "B":
        may = set()
    elif read(readings, "multi_melee") == "C":
        may |= shoots
    elif not holds_shot:
        may |= shoots & {"canister"}
    stays = arm == "artillery" or (formation == "square" and read(readings, "square_recoil") == "B")
    return may | {"seize"} | (set() if stays else {"recoil"})


def soonest(
    orders: tuple[str, ...], chained: tuple[str, ...], roll: Chances, readings: Readings
) -> tuple[Any, Fraction]:
    """Return the turns until all orders are done at best, and the chance of the first turn.

    chained: the orders that keep their sequence.
    """
    share: dict[int, Fraction] = defaultdict(F)
    for (actions, _, _), chance in roll.items():
        share[actions] += chance
    known: dict[tuple[str, ...], Fraction | None] = {(): F(0)}

    def allowed(way: tuple[str, ...]) -> bool:
        return way[-1] == orders[-1] and tuple(one for one in way if one in chained) == chained

    every = {way for way in permutations(orders) if allowed(way)}

    def ends(left: tuple[str, ...], actions: int) -> set[tuple[str, ...]]:
        """Return what may be left of a plan after so many actions, in whatever sequence it is done."""
        done = tuple(sorted(left))
        found = set()
        for way in every:
            rest = tuple(way[len(orders) - len(left) :])
            if tuple(sorted(rest)) != done:
                continue
            for many in range(len(rest) + 1):
                if sum(price(one, readings) for one in rest[:many]) <= actions:
                    found.add(tuple(sorted(rest[many:])))
        return found

    def turns(left: tuple[str, ...]) -> Fraction | None:
        if left not in known:
            stay, worth = F(0), F(1)
            for actions, chance in share.items():
                further = [turns(end) for end in ends(left, actions) if end != left]
                if not further:
                    stay += chance
                else:
                    best = min((one for one in further if one is not None), default=None)
                    if best is None:
                        return known.setdefault(left, None)
                    worth += chance * best
            known[left] = None if stay == 1 else worth / (1 - stay)
        return known[left]

    whole = sum(price(one, readings) for one in orders)
    return turns(tuple(sorted(orders))), sum((chance for actions, chance in share.items() if actions >= whole), F(0))


# Blunders -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stance:
    """A unit that blunders, as its forced move sees it.

    It has arm, formation, whether its guns are limbered, whether it is locked in melee, its Move, its Speed, successes,
    and its front.
    """

    arm: str
    formation: str
    limbered: bool
    engaged: bool
    move: Fraction
    speed: int
    successes: int
    front: Fraction


def forced(line: int, unit: Stance, near: list[tuple[str, Fraction, Fraction]], readings: Readings) -> dict[str, Any]:
    """Return what a blunder of a line from 3 on forces a unit to do.

    The result says which unit it falls on, how far it moves, whether it fights or fires, who stops it, and the actions
    left.
    """
    fixed = unit.formation == "square" or (unit.arm == "artillery" and not unit.limbered)
    over = read(readings, "blunder_impossible") == "B"
    nothing = {
        "whom": None, "moved": F(0), "fights": False, "points": 0, "actions": unit.successes, "ignored": False, "stopped": None,
    }  # fmt: skip
    banned = nothing | {
        "ignored": True,
        "actions": unit.successes if read(readings, "blunder_impossible") == "A" else 0,
    }
    reach = F(unit.speed) if fixed else unit.move
    needs = read(readings, "blunder_first_action") == "A"
    names = lambda places: " or ".join(chr(65 + one) for one in places)  # noqa: E731
    if line in (3, 4):
        if (fixed or unit.engaged) and not over:
            return banned
        left = {"A": unit.successes, "B": unit.successes - 1, "C": 0}[read(readings, "blunder_moves")]
        if left < 0:
            return nothing | {"actions": 0}
        sign = 1 if line == 3 else -1
        met = blocked(near, F(0), sign * reach, unit.front, ())
        if met is None:
            return nothing | {"moved": reach, "actions": left}
        far, place = abs(near[met][2]), met
        enemy = line == 3 and near[place][0] == "enemy"
        charge = enemy and (unit.arm != "artillery" or over)  # guns never charge
        harm = line == 4 and read(readings, "recoil_blocked") == "B"
        who = {"whom": names([place])} if charge else {"stopped": names([place])}
        return nothing | who | {"moved": far, "fights": charge, "actions": left, "points": int(harm)}
    if line == 5:
        if (fixed or unit.engaged or unit.arm == "artillery") and not over:
            return banned
        inside = [
            (x * x + y * y, place) for place, (who, x, y) in enumerate(near) if who == "enemy" and x * x + y * y <= 4
        ]
        cost, most = (1 if read(readings, "charge_cost") == "A" else 2), reach
    else:
        if (unit.engaged or (unit.arm == "artillery" and unit.limbered) or unit.arm == "cavalry") and not over:
            return banned
        if unit.arm == "cavalry":  # it has nothing to shoot with, whatever goes before what
            return nothing | {"ignored": True}
        most, cost = F(6 if unit.arm == "artillery" else 3), 1
        seen = [y >= 0 and abs(x) <= unit.front / 2 + y for _, x, y in near]
        inside = [
            (x * x + y * y, place) for place, (_, x, y) in enumerate(near) if seen[place] and x * x + y * y <= most**2
        ]
    if not inside:
        return nothing
    whom = [place for square, place in inside if square == min(inside)[0]]
    if line == 5:
        ahead = [place for place in whom if near[place][2] >= abs(near[place][1])]
        if not ahead and not over:
            return banned
        whom = ahead or whom
    found = nothing | {"whom": names(whom)}
    if unit.successes < cost and needs:
        return found
    found["actions"] = max(0, unit.successes - cost) if unit.successes >= cost else 0
    if line == 6:
        return found | {"fights": True}
    _, x, y = near[whom[0]]
    arrives = x * x + y * y <= reach * reach or read(readings, "charge_reach") == "B"
    far = F(hypot(x, y)).limit_denominator() if arrives else reach
    share = far / F(hypot(x, y)).limit_denominator() if x or y else F(1)
    met = blocked(near, x * share, y * share, unit.front, whom)
    if met is None:
        return found | {"fights": arrives, "moved": F(hypot(x, y)) if arrives else reach}
    found["moved"] = far * near[met][2] / (y * share)
    if near[met][0] == "enemy" and (unit.arm != "artillery" or over):
        return found | {"fights": True, "whom": names([met])}
    return found | {"stopped": names([met])}


def blocked(
    near: list[tuple[str, Fraction, Fraction]], across: Fraction, ahead: Fraction, front: Fraction, besides: Any
) -> int | None:
    """Return the first of the units near that the front of a moving unit touches, or None.

    The unit goes so far across and ahead and keeps its facing; its edge may brush past others.
    """
    found = []
    for place, (_, x, y) in enumerate(near):
        if place in besides or not ahead:
            continue
        part = y / ahead  # of the way when its front has come level with them
        aside = abs(x - part * across)
        if 0 <= part <= 1 and (2 * aside < front or aside == 0):
            found.append((part, place))
    return min(found)[1] if found else None


def afterwards(unit: Man, room: Fraction, readings: Readings, melee: bool) -> Iterator[tuple[int, Man, bool]]:
    """Yield the result of every pair of dice on the table of critical events.

    A result is the sum of the dice, the unit afterwards, and whether it has left its place or its melee.
    """
    for one, two in product(range(1, 7), repeat=2):
        then, left = unit, False
        match one + two:
            case 6 | 7 | 8:
                guns = unit.arm == "artillery" and melee
                stays = (guns and read(readings, "artillery_recoil") == "A") or (
                    unit.formation == "square" and read(readings, "square_recoil") == "B"
                )
                loose = unit.arm == "artillery" and not melee and not unit.limbered
                stays |= loose and read(readings, "unlimbered_recoil") == "A"
                far = F(2) if unit.arm == "cavalry" and read(readings, "recoil_distance") == "B" else F(1)
                if guns and read(readings, "artillery_recoil") == "C":
                    then = Man(unit.arm, unit.formation, 4)
                elif not stays:
                    left = room > 0
                    if room < far and read(readings, "recoil_blocked") == "B":
                        then = Man(unit.arm, unit.formation, unit.coloured + 1)
            case 9:
                then = Man(unit.arm, unit.formation, unit.coloured + 1)
            case 11 | 12:
                fixed = unit.formation == "square" or (unit.arm == "artillery" and not unit.limbered)
                left = not (fixed and read(readings, "rout_formation") == "B")
        yield one + two, then, left or then.coloured == 4


# Places -------------------------------------------------------------------------------------------------------------------------

Box = tuple[Fraction, Fraction, Fraction, Fraction]


def points(box: Box) -> list[tuple[Fraction, Fraction]]:
    """Points of a block, a quarter of S apart: left, right, near, far."""
    left, right, near, far = box
    return [
        (left + F(i, 4), near + F(j, 4))
        for i in range(int((right - left) * 4) + 1)
        for j in range(int((far - near) * 4) + 1)
    ]


def middle_of(box: Box) -> Box:
    """Its middle alone."""
    x, y = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
    return (x, x, y, y)


def lies_in_arc(own: Box, other: Box, readings: Readings) -> bool:
    """Whether some point lies within the arc of the front, which is the block's far edge."""
    width, centre, front = own[1] - own[0], (own[0] + own[1]) / 2, own[3]
    for x, y in points(other):
        aside, ahead = abs(x - centre), y - front
        most = {"A": width / 2 + ahead, "B": width / 2 - ahead, "C": ahead}[read(readings, "fire_arc")]
        if ahead >= 0 and aside <= most:
            return True
    return False


def squares_apart(right: int, up: int, readings: Readings) -> int:
    """How many squares one is off, by walking from square to square."""
    steps = [
        (x, y)
        for x, y in product((-1, 0, 1), repeat=2)
        if (x or y) and (read(readings, "grid") == "A" or not (x and y))
    ]
    seen, ring, many = {(0, 0)}, {(0, 0)}, 0
    while (right, up) not in seen:
        ring = {(x + a, y + b) for x, y in ring for a, b in steps} - seen
        seen |= ring
        many += 1
    return many


def blunders(coloured: int, quality: int, readings: Readings) -> tuple[Fraction, Fraction, Fraction, bool]:
    """Return the chance of no blunder, of each named line, and the blunder rolls to expect.

    The last value says whether a 1 has failed.
    """
    top = sides_of(readings)
    if read(readings, "dice_pool") != "A":
        return F(1), F(0), F(0), quality > 1 or read(readings, "quality_range") == "B"
    ones = [sum(face == 1 for face in faces) for faces in product(range(1, top + 1), repeat=coloured)]
    some = F(sum(one > 0 for one in ones), len(ones))
    lines = top if read(readings, "blunder_die") == "B" else 6
    many = F(sum(ones), len(ones)) if read(readings, "blunder_count") == "B" else some
    return 1 - some, some / lines, many, quality > 1 or read(readings, "quality_range") == "B"
