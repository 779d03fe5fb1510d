"""Direct fire of artillery: a piece fires at a man, at a piece or at its crew.

The module also says what a round does if it misses.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, np, roll, spoken
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_of_nations.artillery import _flight as flying
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.template import blast_radius, covers, throw_under
from drillbook.rulesets.breaking_of_nations.common.wounds import fells
from drillbook.rulesets.fixed_baynet.common.guns import OWNERS, band_in_reach, crew_number

MAN, PIECE, CREW = "man", "piece", "crew"
TARGETS = {MAN: "A man", PIECE: "A piece", CREW: "A piece's crew"}
HIT, NEAR, WIDE = "hit", "astray, and still over it", "wide"
A_MAN: dict[str, Any] = {"when": {"target": (MAN,)}, "why_not": "A piece or its crew is fired at."}
A_PIECE: dict[str, Any] = {"when": {"target": (PIECE,)}, "why_not": "No piece is fired at."}
A_CREW: dict[str, Any] = {"when": {"target": (CREW,)}, "why_not": "No crew is fired at."}
FAR: dict[str, Any] = {
    "when": {"piece": ("heavy-gun",)}, "why_not": "Only a heavy gun reaches so far.", "help": "What it reaches beyond the longest table.",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DirectFire:
    """The result of a round of direct fire.

    needed, hit: the number that the die needs, and its chance. damage: the damage of a hit. covered: the chance that the
    round comes down over the target. falls: the chance that this round makes the man fall or destroys the piece. A round
    that strays makes a new attack on everyone under it.
    """

    needed: int
    hit: Fraction
    damage: int
    covered: Fraction
    falls: Fraction


@dataclass(frozen=True, slots=True)
class Shoot:
    """A round ready to be fired.

    needed: the number that its die needs. damage: its damage. radius: the radius that it strikes. ordinary, wild, plus:
    how far a miss strays, how far a critical miss strays, and what is added to that. base: the base of its target, by the
    radius.
    """

    needed: int
    damage: int
    radius: Number
    ordinary: str
    wild: str
    plus: int
    base: Number = 0


@question(
    "fb/direct-fire?piece=light-howitzer&ammunition=shell&distance=20&target=man&grade=regular&ground=clear",
    "fb/direct-fire?piece=heavy-gun&ammunition=shot&distance=100&farther=80&target=piece&emplacement=heavy-gun&ground=trenches",
    "fb/direct-fire?piece=howitzer&ammunition=shell&distance=37&target=man",
    "fb/direct-fire?piece=light-gun&ammunition=shot&distance=40&target=crew&owner=native&ground=rubble",
    replaces="direct-fire",
)
def direct_fire(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", where="direct", default="light-howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, label="Ammunition", rules=guns.NAMED)],
    distance: Annotated[Number, Length(0, 100, default=20, label="Distance")],
    farther: Annotated[Number, Length(0, 90, label="And farther by", **FAR)],
    target: Annotated[str, Choice(TARGETS, label="Fire at")],
    grade: Annotated[str, soldiers("He is a", "native-regular", **A_MAN)],
    formation: Annotated[str, Choice(FORMATIONS, label="His squad's formation", **A_MAN)],
    charging: Annotated[bool, Flag(label="It charges", **A_MAN)],
    emplacement: Annotated[str, Choice(table="artillery", default=guns.MACHINE_GUN, label="Which piece", **A_PIECE)],
    owner: Annotated[str, Choice(OWNERS, label="Whose crew", **A_CREW)],
    ground: Annotated[str, ground_of("Target stands in")],
    base: Annotated[Number, Length(0, 2, default=Fraction(1, 2), step=Fraction(1, 2), label="Its base, by the radius")],
) -> Breakdown[DirectFire]:
    """What does this round do, if it hits and if it does not?"""
    w = Working(r)
    man = shooting.Man(grade, "", ground, formation, charging)
    shoot = replace(_ready(r, w, piece, ammunition, distance + farther, target, man, owner), base=base)
    where, ends = _where(r, shoot), _ends(r, shoot, target, emplacement)
    hit = shot_die.hit_chance(r, shoot.needed)
    w.then("chance of a hit", hit, "ranged-combat.die")
    w.note(
        "a round that strays attacks whoever is under it anew",
        "artillery.direct",
        when=r.holds("blast-hit", "attacked"),
    )
    told = DirectFire(shoot.needed, hit, shoot.damage, 1 - where[WIDE], ends)
    w.then("chance that it comes down over the target", told.covered, "artillery.deviation")
    fate = "it is destroyed" if target == PIECE else "he falls"
    w.then(f"chance that {fate}", ends, "ranged-combat.removal")
    return w.answer(
        told,
        headline=(
            f"Hits on {shot_die.needs(r, shoot.needed, hit)}; comes down over the target, hit or astray: {spoken(told.covered)}; "
            f"{fate}: {spoken(ends)}"
        ),
        chance=ends,
        distribution=where,
        exhibits=[Bars("Where the round comes down", "The round is", {"": where}, name="where")],
    )  # fmt: skip


def _ready(
    r: Reader, w: Working, piece: str, kind: str, distance: Number, target: str, man: shooting.Man, owner: str
) -> Shoot:
    """Return the round made ready, with its steps; refuse if it cannot be fired.

    man: the man who is fired at, or a man on the ground where the target is.
    """
    shooting.check_target(r, w, man)
    band = band_in_reach(r, w, piece, distance)
    found = guns.ammunition(r, kind)
    damage = guns.hit_damage(r, piece, found)
    if found.damage is None or damage is None:
        w.refuse(f"No damage is printed for {kind} on this reading.", "artillery.ammo")
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    w.times(f"damage of {kind}", found.damage)
    w.note("it shoots as a firearm does", "artillery.direct")
    radius = blast_radius(r, kind)
    ordinary, wild, plus = flying.deviation_dice(r, kind)
    w.then("radius struck, in inches", radius)
    w.then("a miss strays by, in inches", ordinary)
    w.note("a critical miss farther, in place of that", "artillery.no-add")
    firer = r.text("artillery.crew-grade", "grade")
    if target == CREW:
        needed = crew_number(r, w, owner, man.ground, firer, band)
    elif target == PIECE:
        cover = r.cell("terrain", man.ground, "cv")
        ds = r.cited("artillery.ds")
        needed = shooting.shot_number(r, w, ds=ds, firer=firer, band=band, cover=cover, what="DS of a piece")
    else:
        needed = shooting.man_number(r, w, man, firer, band)
    return Shoot(needed, damage, radius.number, str(ordinary.amount), str(wild.amount), plus)


def _where(r: Reader, shoot: Shoot) -> Distribution[str]:
    """Where the round comes down: on its target, astray and still over it, or wide."""
    always = flying.direct_scope(r) == "every-round"

    def lands(face: int) -> Distribution[str]:
        hits = bool(shot_die.hits(r, shoot.needed, face))
        if hits and not always:
            return Distribution.sure(HIT)
        badly = not hits and bool(flying.misses_badly(r, face))
        dice, more = (shoot.wild, shoot.plus) if badly else (shoot.ordinary, 0)
        return roll(dice).map(lambda inches: NEAR if _over(r, shoot, inches + more) else WIDE)

    found: Distribution[Any] = r.dice("ranged-combat.die").then(lands)
    return Distribution.weighted((end, found[end]) for end in (HIT, NEAR, WIDE))


def _over(r: Reader, shoot: Shoot, astray: int) -> bool:
    """Whether a round that comes down so far off its target is still over it."""
    return covers(r, Point(0, 0), Point(0, astray), shoot.radius, shoot.base)


def _ends(r: Reader, shoot: Shoot, target: str, emplacement: str) -> Fraction:
    """Return the chance that this round takes its target off the table."""
    where = _where(r, shoot)
    anew = _kills(r, shoot, target, emplacement)
    sure = Fraction(int(_by_hit(r, shoot, target, emplacement)))
    again = sure if r.holds("blast-hit", "hit") else anew
    direct = anew if where[HIT] else Fraction(0)
    return direct + where[NEAR] * again


def _by_hit(r: Reader, shoot: Shoot, target: str, emplacement: str) -> bool:
    """Whether an ordinary hit is the end of the target."""
    wounds = r.cell("artillery", emplacement, "wounds").whole if target == PIECE else r.int("stats.infantry-wound")
    return fells(r, shoot.damage, wounds, 1)


def _kills(r: Reader, shoot: Shoot, target: str, emplacement: str) -> Fraction:
    """Return the chance that a die ends the target.

    Any hit with enough damage ends the target, and so does a critical hit if the reading says so.
    """
    enough = _by_hit(r, shoot, target, emplacement)
    mortal = target != PIECE or r.holds("artillery-critical", "destroyed")
    return r.dice("ranged-combat.die").chance(
        lambda face: bool(shot_die.hits(r, shoot.needed, face) & (enough or (mortal and shot_die.is_critical(r, face))))
    )


@simulation
def fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the round, and how far it strays where it does."""
    man = shooting.Man(inputs["grade"], "", inputs["ground"], inputs["formation"], inputs["charging"])
    distance = inputs["distance"] + inputs["farther"]
    piece, kind, target, owner = (inputs[one] for one in ("piece", "ammunition", "target", "owner"))
    shoot = replace(_ready(r, Working(r), piece, kind, distance, target, man, owner), base=inputs["base"])
    faces = dice.roll(r.text("ranged-combat.die"), count)
    hits = shot_die.hits(r, shoot.needed, faces)
    badly = ~hits & flying.misses_badly(r, faces)
    astray = np.where(badly, dice.roll(shoot.wild, count) + shoot.plus, dice.roll(shoot.ordinary, count))
    near = np.where(throw_under(r, astray, float(shoot.radius), float(shoot.base)), NEAR, WIDE)
    always = flying.direct_scope(r) == "every-round"
    return near.tolist() if always else np.where(hits, HIT, near).tolist()
