"""Blast: where smoke lies this turn, and where it has drifted to in the next; section 8.9."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Event, Exhibit, Figure, Line, Spot, Tabletop, Timeline
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_number
from drillbook.maths.geometry import Point, clock, within
from drillbook.rulesets.breaking_news.blast._laid import needed
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.inputs import MOVED
from drillbook.rulesets.breaking_news.common.moving import check_moved

Offsets = Distribution[Any]

HAND, LAUNCHED = "hand", "launcher"
THROWERS = {HAND: "Thrown by hand", LAUNCHED: "Fired from a launcher"}
WEAPONS = {HAND: blast.GRENADE, LAUNCHED: blast.LAUNCHER}
STEPS = {HAND: "blast.smoke-miss-hand", LAUNCHED: "blast.smoke-miss-launcher"}
THROWN, LANDED = "thrown", "landed"
FIRST = {THROWN: "To be thrown", LANDED: "Has landed"}
#: For each turn the name of its picture, what the turn is called, and its caption.
CAPTIONS = (
    ("now", "this turn", "This turn: where the cloud may lie"),
    ("later", "the next turn", "The next turn: where it may have drifted to"),
)
HAS_LANDED = "The smoke has landed."


@dataclass(frozen=True, slots=True)
class Smoke:
    """The answer on smoke: the number needed, the chance to hit, the cloud's place each turn.

    now and later are the chances that the target is in smoke this turn and the next. off and off_later are the mean
    distances of the cloud from its target in cm; off_later is None if the cloud is gone by the next turn.
    """

    needed: int | None
    hit: Fraction
    now: Fraction
    later: Fraction
    turns: int
    off: Fraction
    off_later: Fraction | None


@dataclass(frozen=True, slots=True)
class Cloud:
    """The smoke of one turn: where its centre lies along the opponent's line, and its reach.

    offs is the distribution of the centre's distance along the line, line the direction the opponent picks, and reach
    how far the smoke extends from its centre.
    """

    offs: Offsets
    line: Point
    reach: Number

    def centre(self, off: Number) -> Point:
        """Return the centre of the cloud, `off` cm along the line."""
        return blast.AIM.moved(self.line, off)

    def hides(self, place: Point) -> Fraction:
        """Return the chance that a place lies in the smoke."""
        return self.offs.chance(lambda off: within(self.centre(off), place, self.reach))


@question(
    "bn/smoke?thrower=hand&first=thrown&throw=8&troops=r4&moved=0&hour=12&points=0,0;0,5;3,0",
    "bn/smoke?thrower=launcher&first=thrown&distance=40&troops=r2&hour=3&points=0,0;6,0",
    "bn/smoke?thrower=hand&first=landed&off=0&hour=6&points=0,0",
    "bn/smoke?thrower=launcher&first=landed&off=2&hour=10&points=0,0;-5,3",
    "bn/smoke?thrower=hand&first=thrown&throw=11&troops=r4&moved=0&hour=12&points=0,0",
)
def smoke(
    r: Reader,
    *,
    thrower: Annotated[str, Choice(THROWERS, label="The smoke is")],
    first: Annotated[str, Choice(FIRST, label="First throw")],
    throw: Annotated[
        Number,
        Length(
            0, 12, default=8, label="Distance of the throw", when={"first": (THROWN,), "thrower": (HAND,)},
            why_not="Only smoke that is yet to be thrown by hand has one.",
        ),
    ],
    distance: Annotated[
        Number,
        Length(
            0, 120, default=40, label="Distance of the shot", when={"first": (THROWN,), "thrower": (LAUNCHED,)},
            why_not="Only smoke that is yet to be fired from a launcher has one.", bands=("shooting.table",)),
    ],
    troops: Annotated[
        str, Choice(table="classes", default="r4", label="Thrower", when={"first": (THROWN,)}, why_not=HAS_LANDED)
    ],
    moved: Annotated[
        Number,
        Length(
            0, 15,label="Moved before the throw", when={"first": (THROWN,), "thrower": (HAND,)},
            why_not="Only a throw by hand is made on the move.", bands=MOVED),
    ],
    off: Annotated[
        int,
        Count(
            0, 6, label="Points it fell short by", help="0: it landed on its target.", when={"first": (LANDED,)},
            why_not="The smoke has yet to be thrown.",
        ),
    ],
    hour: Annotated[
        int, Count(1, 12, default=12, label="The opponent picks, by the clock", help="12 is straight on, 6 straight back to the thrower.")
    ],
    points: Annotated[
        tuple[tuple[Number, Number], ...],
        Rows(
            {
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Ahead"),
            },
            low=1, high=6, noun="place", label="Places to be screened",
            help="Measured in centimetres from the target, as the thrower sees them: minus is left, or short.",
            default=((0, 0), (0, 5), (5, 0)),
        ),
    ],
) -> Breakdown[Smoke]:  # fmt: skip
    """Where is the smoke this turn, and where will it be in the next?"""
    w = Working(r)
    far = throw if thrower == HAND else distance
    aim = Aim(WEAPONS[thrower], far, troops, moved) if first == THROWN else None
    number, offs = _first(r, w, aim, STEPS[thrower], off)
    width = r.cell("areas", "smoke", "width")
    w.then("width of the cloud in cm", width)
    reach = blast.half(r, width.number)
    w.then("it reaches so far from its centre", reach, "blast.area-table")
    w.note("the opponent picks the direction of a miss", "blast.smoke-direction", when=offs[0] < 1)
    line = clock(hour)
    frames = [Cloud(offs, line, reach)]
    hidden = frames[0].hides(blast.AIM)
    w.then("chance that the target is in it this turn", hidden, "blast.smoke-hit")
    if r.holds("smoke-life", "drifts-once"):
        frames.append(Cloud(_later(r, offs), line, reach))
        _tell_drift(r, w, offs, frames[-1])
    w.note(f"it is gone when the {'turn after that' if len(frames) > 1 else 'next turn'} begins", "blast.smoke-end")
    later = frames[-1] if len(frames) > 1 else None
    told = Smoke(
        needed=number,
        hit=offs[0],
        now=hidden,
        later=later.hides(blast.AIM) if later else Fraction(0),
        turns=len(frames),
        off=offs.mean,
        off_later=later.offs.map(abs).mean if later else None,
    )
    return w.answer(
        told,
        headline=_headline(told),
        chance=told.now,
        distribution=frames[-1].offs,
        exhibits=_pictures(r, frames, [Point(x, y) for x, y in points]),
    )


@simulation
def throw_smoke(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the smoke and its drift: how far along the opponent's line it lies in its last turn."""
    thrower, short = inputs["thrower"], inputs["off"]
    if inputs["first"] == THROWN:
        far = inputs["throw" if thrower == HAND else "distance"]
        number = needed(r, Working(r), Aim(WEAPONS[thrower], far, inputs["troops"], inputs["moved"]), 0)
        short = np.maximum(number - dice.roll(r.text("shooting.roll"), count), 0)
    offs = np.zeros(count, dtype=int) + short * r.int(STEPS[thrower])
    if r.holds("smoke-life", "gone-next-turn"):
        return offs
    far = dice.roll(r.text("blast.smoke-drift-even"), count)
    parity = far if r.holds("smoke-parity", "drift-total") else dice.roll(r.text("shooting.roll"), count)
    drift = np.where(parity & 1, -far, far)
    return np.where((offs == 0) & (r.holds("smoke-direction", "no-drift")), offs, offs + drift)


def _first(r: Reader, w: Working, aim: Aim | None, step: str, off: int) -> tuple[int | None, Offsets]:
    """Return the number needed and how far off the cloud first lies, and add the steps.

    The number needed is None if the smoke has already landed. off is then the number of points by which it fell short.
    """
    if aim is not None:
        w.note(f"smoke goes as far as a {blast.name_of(aim.weapon)}, on the same number", "blast.smoke-range")
        check_moved(r, w, aim.weapon, aim.moved)
        number, die = needed(r, w, aim, 0), r.dice("shooting.roll")
        blast.tell_falls(w, step, number, (face for face in die if face < number))
        return number, die.map(lambda face: blast.strays(r, step, number, face))
    w.start("points it fell short by", off, "blast.difference", when=off)
    w.times("cm off for each point", step, when=off)
    w.note("it landed on its target", "blast.smoke-hit", when=not off)
    return None, Distribution.sure(off * r.int(step))


def _later(r: Reader, offs: Offsets) -> Offsets:
    """Return the distribution of where along the opponent's line the cloud lies next turn.

    The cloud drifts forward if the parity is even and backward if it is odd.
    """
    far, die = r.dice("blast.smoke-drift-even"), r.dice("shooting.roll")
    r.cite("blast.smoke-drift-odd")
    own = r.holds("smoke-parity", "drift-total")
    drift = far.combine(die, lambda total, parity: -total if (total if own else parity) & 1 else total)
    still = r.holds("smoke-direction", "no-drift")
    return offs.then(lambda off: Distribution.sure(off) if still and not off else drift.map(lambda far: off + far))


def _tell_drift(r: Reader, w: Working, offs: Offsets, later: Cloud) -> None:
    """Add the steps of the next turn: the drift and the chance that the target is then in smoke."""
    w.then("in the next turn it drifts so many cm", "blast.smoke-drift-even")
    own = r.holds("smoke-parity", "drift-total")
    parity = "the total" if own else f"a {r.text('shooting.roll')} of its own"
    w.note(f"onward if {parity} is even, back if it is odd", "blast.smoke-drift-odd")
    if offs[0]:
        words = "the opponent picks the line" if r.holds("smoke-direction", "opponent-picks") else "it does not drift"
        w.note(f"where it has landed on its target, {words}", "blast.smoke-direction")
    w.then("chance that the target is then in it", later.hides(blast.AIM), "blast.smoke-hit")


def _headline(told: Smoke) -> str:
    gone = "gone in the next" if told.off_later is None else f"in the next: {spoken(told.later)}"
    return f"Target in smoke this turn: {spoken(told.now)}; {gone}"


def _pictures(r: Reader, frames: list[Cloud], targets: list[Point]) -> list[Exhibit]:
    """Return a table-top for each turn, the offsets as bars, and the life of the cloud."""
    turns = list(zip(frames, CAPTIONS, strict=False))
    drifts = [Event("smoke", 1, 1 + 1, "drifts", "danger")] if len(frames) > 1 else []
    gone = Event("smoke", len(frames), len(frames) + 1, "gone", "stop")
    offsets = {turn: frame.offs for frame, (_, turn, _) in turns}
    caption = "How far from its target the cloud's centre lies along the line the opponent picks"
    return [
        *(_map(r, frame, words, name, targets) for frame, (name, _, words) in turns),
        Bars(caption, "cm", offsets, name="offsets"),
        Timeline("How long the smoke lasts", "turns", [Event("smoke", 0, 1, "laid"), *drifts, gone], name="life"),
    ]


def _map(r: Reader, cloud: Cloud, words: str, name: str, targets: list[Point]) -> Tabletop:
    """One turn from above, the thrower below."""
    figures = [
        Figure(place.x, place.y, f"place {number}", "enemy", 0, cloud.hides(place), in_row("points", number))
        for number, place in enumerate(targets, start=1)
    ]
    offs = cloud.offs
    middle = cloud.centre(max(offs, key=lambda off: offs[off]))
    ends = [cloud.centre(off) for off in (min(offs), max(offs))]
    places = {off: cloud.centre(off) for off in offs}
    return Tabletop(
        f"{words}; the disc is the likeliest cloud, which reaches {write_number(cloud.reach)} cm from its centre",
        r.ruleset.unit,
        discs=[Disc(middle.x, middle.y, cloud.reach, kind="zone")],
        spots=[Spot(at.x, at.y, offs[off]) for off, at in places.items()],
        figures=[*figures, *blast.target(targets)],
        lines=[Line([(end.x, end.y) for end in ends], kind="path")] if len(offs) > 1 else [],
        name=name,
    )
