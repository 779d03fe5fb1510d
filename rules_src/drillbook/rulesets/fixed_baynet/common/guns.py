"""The differences of guns from the parent ruleset.

These are classes, crews, ammunition, the cost of firing and turning, and how a round strays.
"""

from fractions import Fraction
from math import ceil
from typing import Any

from drillbook.asking import Cited, Contradiction, Reader, Working, replacing
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _flight as flight
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common import shooting, template
from drillbook.rulesets.breaking_of_nations.common.soldier import actions, called
from drillbook.rulesets.breaking_of_nations.setup import die_in_hand
from drillbook.rulesets.fixed_baynet.common.volley import aiming

OWNERS = {"european": "Europeans", "native": "Natives"}
#: The rule, and the part of it, that names the die of each roll.
DICE = {
    "shell": ("artillery.deviation", "shell"), "direction": ("artillery.direction", "dice"), "shot": ("ranged-combat.die", None),
    "blow": ("close-combat.die", None), "glory": ("glory.test", None),
}  # fmt: skip
#: The reading of each ruling under which a piece reaches as far as its other figure says.
FARTHER = {guns.MORTAR: ("mortar-45", "second-limit"), "light-gun": ("light-gun-range", "entry-figure")}


@replacing(guns.weapon_class)
def weapon_class(r: Reader, piece: str) -> Cited:
    """The class of a piece is the one that its entry names."""
    r.cite("artillery.class-table")
    return r.cell("artillery", piece, "class")


@replacing(guns.ammunition)
def ammunition(r: Reader, kind: str) -> guns.Ammunition:
    """Shell and shot are lines of a table; on the other reading shell alone is, at the parent's figure."""
    if r.holds("ammo-factor", "own-lines"):
        return guns.Ammunition(r.cell("ammunition", kind, "damage"), None, kind)
    known = r.has_cell("ammunition", kind, "before")
    return guns.Ammunition(r.cell("ammunition", kind, "before") if known else None, None, kind)


@replacing(guns.flies_as)
def flies_as(r: Reader, kind: str) -> str | None:
    """Shell and shot fly as they are called, whatever their damage."""
    return kind


@replacing(guns.movers)
def movers(r: Reader, weapon: str) -> tuple[str, str]:
    """Infantry or cavalry shift a piece, by its class."""
    rule = f"artillery.move-{weapon}"
    if weapon != "light":
        return counted(r.int(rule, "cavalry"), "cavalry model"), rule
    men = counted(r.int(rule), "infantryman", "infantrymen")
    horses = counted(r.int("artillery.move-medium", "cavalry"), "cavalry model")
    return f"{men} or {horses}" if drawn_when_light(r) else men, rule


@replacing(guns.crew_actions)
def crew_actions(r: Reader, w: Working, piece: str) -> int:
    """A crew has the AC of a green man, or on the other reading of one in the parent's flak; its steps go into `w`."""
    grade = r.text("artillery.crew-grade", "grade")
    if not r.holds("crew", "parents-flak"):
        return actions(r, w, grade, "minimal", f"{called(r, grade)} crewman")
    w.then(f"SP of a {grade} crewman", r.cell("soldiers", grade, "sp"))
    w.add("in the parent's flak", r.cited("artillery.crew-grade", "sp"))
    w.divide("divided for his AC", "profiles.ac-formula")
    return w.then("rounded up: AC", ceil(w.total), "profiles.ac-formula")  # type: ignore[no-any-return]


def crewman(r: Reader, owner: str, ground: str) -> shooting.Man:
    """One of the men who serve a piece of that side."""
    grade = r.text("artillery.crew-grade", "grade")
    if owner == "native":
        grade = str(r.cell("soldiers", grade, "counterpart").amount)
    return shooting.Man(grade, "", ground)


def crew_number(r: Reader, w: Working, owner: str, ground: str, firer: str, band: str | None) -> int:
    """Return what a shot at a crewman needs; the steps are added to `w`."""
    man = crewman(r, owner, ground)
    if r.holds("crew", "guns-defence"):
        cover = r.cell("terrain", ground, "cv")
        return shooting.shot_number(
            r, w, ds=r.cited("artillery.ds"), firer=firer, band=band, cover=cover, what="the gun's DS"
        )
    needed = shooting.man_number(r, w, man, firer, band)
    if r.holds("crew", "parents-flak"):
        needed = w.add("the parent's flak", r.cited("artillery.crew-grade", "ds"))
    return needed


@replacing(guns.fire_price)
def fire_price(r: Reader, piece: str) -> Cited:
    """Every piece pays the same to fire, but a machine gun by the salvo on one reading, which leaves AC to choose a target with."""
    if piece == guns.MACHINE_GUN and r.holds("mg-ac", "one-each"):
        one = r.cited("turn-sequence.action-cost")
        return one._replace(amount=one.whole + sum(aiming(r)))
    return r.cited("artillery.fire-cost")


@replacing(guns.farther_figure)
def farther_figure(r: Reader, piece: str) -> bool:
    """Of two printed ranges the first counts, or on other readings the farther."""
    return piece in FARTHER and r.holds(*FARTHER[piece])


@replacing(guns.turn_cost)
def turn_cost(r: Reader) -> int:
    """Turning a piece has a price of its own, which is doubled on the other reading."""
    cost = r.int("artillery.rotate", "cost")
    return cost * r.int("artillery.move-cost") if r.holds("gun-rotate", "doubled") else cost


@replacing(shooting.single_band)
def single_band(r: Reader, distance: Number, far: Number, rule: str) -> tuple[bool, str | None]:
    """With a single range figure there are no bands, or on the other reading its farther half is long."""
    last = shooting.BANDS[-1]
    if shooting.band_at(r, distance, {last: Cited(far, rule)}) is None:
        return False, None
    return True, last if distance + distance > far and r.holds("single-range", "far-half-long") else None


def band_in_reach(r: Reader, w: Working, piece: str, distance: Number) -> str | None:
    """Return the range band of a piece's target, or None if there is no band.

    Raises Contradiction at distance 0, and refuses out of range.
    """
    if not distance:
        raise Contradiction("A target does not stand where the gun stands.", distance=1)
    far = guns.reach(r, w, piece)
    reaches, band = shooting.single_band(r, distance, far, r.cite("artillery.table"))
    name = r.name("artillery", piece).lower()
    out = f'Out of range: the {name} reaches {write_number(far)}", not {write_number(distance)}".'
    w.forbid(out, "ranged-combat.in-range", when=not reaches)
    return band


@replacing(template.blast_radius)
def blast_radius(r: Reader, flies: str) -> Cited:
    """How widely a round strikes is the parent's, or on other readings nothing, or the largest marker."""
    match r.read_as("blast-size"):
        case "parents-sizes":
            return r.cited(f"artillery.blast-{flies}")
        case "a-point":
            return Cited(0, r.cite("artillery.deviation"))
        case _:
            half = Fraction(1, 1 + 1)
            return Cited(exact(half * r.num("setup.markers", "large")), r.cite("setup.markers"))


@replacing(flight.direct_scope)
def direct_scope(r: Reader) -> str:
    """Direct fire strays where it misses, or on the other reading every time."""
    return r.read_as("deviation-when")


@replacing(flight.critical_rule)
def critical_rule(r: Reader) -> str:
    """A critical miss has a rule of its own, which names no score."""
    return "artillery.deviation-critical"


@replacing(flight.place_die)
def place_die(r: Reader) -> str:
    """The die for the place is that of a shot."""
    return r.text("ranged-combat.die")


@replacing(flight.shot_tells)
def shot_tells(r: Reader) -> bool:
    """A direct shot that misses has shown by the same die whether it does so critically."""
    return True


@replacing(flight.misses_badly)
def misses_badly(r: Reader, face: Any) -> Any:
    """A score is a critical miss where it is a natural 1, or on other readings where it is low, or never."""
    match r.read_as("critical-miss"):
        case "only-a-one":
            return face <= 1
        case "one-to-three":
            return face <= r.int("artillery.deviation-critical", "bad")
        case _:
            return face < 1


@replacing(flight.deviation_dice)
def deviation_dice(r: Reader, flies: str) -> tuple[Cited, Cited, int]:
    """How far a round strays, how far on a critical miss, and what is added to that, stands in one rule for shot and shell."""
    rule = "artillery.deviation-critical"
    plus = r.int(rule, "plus") if flies == "shot" else 0
    return r.cited("artillery.deviation", flies), r.cited(rule, flies), plus


@replacing(die_in_hand.die_wanted)
def die_wanted(r: Reader, roll: str) -> Cited:
    """Every roll takes the die that its rule names, and one rule names it for shot and shell."""
    return r.cited(*DICE[roll])


@replacing(guns.drawn_when_light)
def drawn_when_light(r: Reader) -> bool:
    """What draws a medium piece draws a light one as well, but not on the other reading."""
    return r.holds("light-drawn", "as-medium")
