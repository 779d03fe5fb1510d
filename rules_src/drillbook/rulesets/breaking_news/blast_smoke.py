"""Blast: where smoke lies this turn, and where it has drifted to in the next; section 8.9."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Disc, Event, Exhibit, Figure, Line, Spot, Tabletop, Timeline
from drillbook.geometry import Point, clock, within
from drillbook.kinds import Choice, Count, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._moving import moved_too_far
from drillbook.rulesets.breaking_news._shot import shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
Offsets = Distribution[Any]

HAND, LAUNCHED = "hand", "launcher"
THROWERS = {HAND: "Thrown by hand", LAUNCHED: "Fired from a launcher"}
WEAPONS = {HAND: blast.GRENADE, LAUNCHED: blast.LAUNCHER}
STEPS = {HAND: "blast.smoke-miss-hand", LAUNCHED: "blast.smoke-miss-launcher"}
THROWN, LANDED = "thrown", "landed"
FIRST = {THROWN: "To be thrown", LANDED: "Has landed"}
HAS_LANDED = "The smoke has landed."


@dataclass(frozen=True, slots=True)
class Smoke:
    """The number needed, the chance to hit, the chance that the target is in smoke in each turn, and how far off it lies next turn."""

    needed: int | None
    hit: Fraction
    now: Fraction
    later: Fraction
    turns: int
    off: Fraction
    off_later: Fraction


@question(
    "breaking_news",
    "smoke",
    examples=[
        "bn/smoke?thrower=hand&first=thrown&throw=8&troops=r4&moved=0&hour=12&points=0,0;0,5;3,0",
        "bn/smoke?thrower=launcher&first=thrown&distance=40&troops=r2&hour=3&points=0,0;6,0",
        "bn/smoke?thrower=hand&first=landed&off=0&hour=6&points=0,0",
        "bn/smoke?thrower=launcher&first=landed&off=2&hour=10&points=0,0;-5,3",
        "bn/smoke?thrower=hand&first=thrown&throw=11&troops=r4&moved=0&hour=12&points=0,0",
    ],
)
def smoke(
    r: Reader,
    /,
    *,
    thrower: Annotated[str, Choice(THROWERS, default=HAND, label="The smoke is")],
    first: Annotated[str, Choice(FIRST, default=THROWN, label="First throw")],
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
            why_not="Only smoke that is yet to be fired from a launcher has one.",
        ),
    ],
    troops: Annotated[
        str, Choice(table="classes", default="r4", label="Thrower", when={"first": (THROWN,)}, why_not=HAS_LANDED)
    ],
    moved: Annotated[
        Number,
        Length(
            0, 15, default=0, label="Moved before the throw", when={"first": (THROWN,), "thrower": (HAND,)},
            why_not="Only a throw by hand is made on the move.",
        ),
    ],
    off: Annotated[
        int,
        Count(
            0, 6, default=0, label="Points it fell short by", help="0: it landed on its target.", when={"first": (LANDED,)},
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
                "x": Length(-30, 30, default=0, step=Fraction(1, 2), label="Right"),
                "y": Length(-30, 30, default=0, step=Fraction(1, 2), label="Beyond"),
            },
            low=1, high=6, noun="place", label="Places to be screened",
            help="Measured in centimetres from the target, as the thrower sees them: minus is left, or short.",
            default=((0, 0), (0, 5), (5, 0)),
        ),
    ],
) -> Breakdown[Smoke] | Refusal:  # fmt: skip
    """Where is the smoke this turn, and where will it be in the next?"""
    w = Working(r)
    begun = _first(r, w, thrower, first, throw if thrower == HAND else distance, troops, moved, off)
    if isinstance(begun, Refusal):
        return begun
    needed, offs = begun
    width = r.cell("areas", "smoke", "width")
    w.then("width of the cloud in cm", width)
    reach = blast.half(r, width.amount)  # type: ignore[arg-type]
    w.then("it reaches so far from its centre", Cited(reach, r.cite("blast.area-table")))
    if offs[0] < 1:
        w.note("the opponent picks the direction of a miss", "blast.smoke-direction")
    stays = r.reading("smoke-life") == "A"
    later = _later(r, offs) if stays else None
    targets = [Point(x, y) for x, y in points]
    line = clock(hour)
    hidden = _share(offs, line, blast.AIM, reach)
    w.then("chance that the target is in it this turn", Cited(hidden, r.cite("blast.smoke-hit")))
    still_hidden = Fraction(0) if later is None else _share(later, line, blast.AIM, reach)
    _explain(r, w, offs, stays, still_hidden)
    frames = [offs] if later is None else [offs, later]
    shares = [[_share(frame, line, place, reach) for place in targets] for frame in frames]
    told = Smoke(
        needed=needed,
        hit=offs[0],
        now=hidden,
        later=still_hidden,
        turns=len(frames),
        off=offs.mean,
        off_later=Fraction(0) if later is None else later.map(abs).mean,
    )
    return w.answer(
        told,
        headline=_headline(told),
        chance=told.now,
        distribution=frames[-1],
        exhibits=_pictures(r, frames, shares, targets, line, reach),
    )


@simulation("breaking_news", "smoke")
def throw_smoke(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the smoke and its drift: how far along the opponent's line it lies in its last turn."""
    import numpy as np

    thrower = inputs["thrower"]
    names = ("first", "throw" if thrower == HAND else "distance", "troops", "moved", "off")
    begun = _first(r, Working(r), thrower, *(inputs[name] for name in names))
    assert not isinstance(begun, Refusal)
    needed = begun[0]
    short = inputs["off"]
    if needed is not None:
        short = np.maximum(needed - dice.roll(r.text("shooting.roll"), count), 0)
    offs = np.zeros(count, dtype=int) + short * r.int(STEPS[thrower])
    if r.reading("smoke-life") == "B":
        return offs
    far = dice.roll(r.text("blast.smoke-drift-even"), count)
    parity = far if r.reading("smoke-parity") == "A" else dice.roll(r.text("shooting.roll"), count)
    drift = np.where(parity & 1, -far, far)
    return np.where((offs == 0) & (r.reading("smoke-direction") == "B"), offs, offs + drift)


def _first(
    r: Reader, w: Working, thrower: str, first: str, distance: Number, troops: str, moved: Number, off: int
) -> tuple[int | None, Offsets] | Refusal:
    """The number needed (None once it has landed) and how far off the cloud lies in its first turn."""
    step = STEPS[thrower]
    if first == LANDED:
        if off:
            w.start("points it fell short by", Cited(off, r.cite("blast.difference")))
            w.times("cm off for each point", step)
        else:
            r.cite(step)
            w.note("it landed on its target", "blast.smoke-hit")
        return None, Distribution.sure(off * r.int(step))
    w.note(f"smoke goes as far as a {blast.name_of(WEAPONS[thrower])}, on the same number", "blast.smoke-range")
    barred = moved_too_far(r, w, WEAPONS[thrower], moved)
    if barred:
        return barred
    shot = shot_line(r, w, weapon=WEAPONS[thrower], distance=distance, troops=troops, moved=moved)
    if isinstance(shot, Refusal):
        return shot
    needed = shot.needed
    blast.explain_falls(r, w, step, needed, [face for face in r.dice("shooting.roll") if face < needed])
    return needed, r.dice("shooting.roll").map(
        lambda face: 0 if face >= needed else blast.strays(r, step, needed, face)
    )


def _drift(r: Reader) -> Offsets:
    """How far the cloud drifts along the line: forward on an even result, backward on an odd one."""
    r.cite("blast.smoke-drift-odd")
    far = r.dice("blast.smoke-drift-even")
    if r.reading("smoke-parity") == "A":
        return far.map(lambda total: -total if total & 1 else total)
    return far.combine(r.dice("shooting.roll"), lambda total, parity: -total if parity & 1 else total)


def _later(r: Reader, offs: Offsets) -> Offsets:
    """Where along the opponent's line the cloud lies in the next turn."""
    drift = _drift(r)
    still = r.reading("smoke-direction") == "B"
    return offs.then(lambda off: Distribution.sure(off) if still and not off else drift.map(lambda far: off + far))


def _explain(r: Reader, w: Working, offs: Offsets, stays: bool, hidden: Fraction) -> None:
    """The steps of the next turn."""
    if not stays:
        w.note("it is gone when the next turn begins", "blast.smoke-end")
        return
    w.then("in the next turn it drifts so many cm", r.cited("blast.smoke-drift-even"))
    own = r.reading("smoke-parity") == "A"
    parity = "the total" if own else f"a {r.text('shooting.roll')} of its own"
    w.note(f"onward if {parity} is even, back if it is odd", "blast.smoke-drift-odd")
    if offs[0]:
        picks = r.reading("smoke-direction") == "A"
        words = "the opponent picks the line" if picks else "it does not drift"
        w.note(f"where it has landed on its target, {words}", "blast.smoke-direction")
    w.then("chance that the target is then in it", Cited(hidden, r.cite("blast.smoke-hit")))
    w.note("it is gone when the turn after that begins", "blast.smoke-end")


def _share(offs: Offsets, line: Point, place: Point, reach: Number) -> Fraction:
    """The chance that a place lies in the cloud."""
    return offs.chance(lambda off: within(blast.AIM.moved(line, off), place, reach))


def _headline(told: Smoke) -> str:
    words = f"Target in smoke this turn: {spoken(told.now)}"
    gone = "gone in the next" if told.turns == 1 else f"in the next: {spoken(told.later)}"
    return f"{words}; {gone}"


def _pictures(
    r: Reader, frames: list[Offsets], shares: list[list[Fraction]], targets: list[Point], line: Point, reach: Number
) -> list[Exhibit]:
    """A table-top for each turn, the offsets as bars, and the life of the cloud."""
    captions = ("This turn: where the cloud may lie", "The next turn: where it may have drifted to")
    names = ("now", "later")
    tops: list[Exhibit] = [
        _map(r, caption, name, frame, share, targets, line, reach)
        for caption, name, frame, share in zip(captions, names, frames, shares, strict=False)
    ]
    labels = ("this turn", "the next turn")
    series = dict(zip(labels, frames, strict=False))
    bars = Bars(
        "How far from its target the cloud's centre lies along the line the opponent picks",
        "cm",
        series,
        name="offsets",
    )
    events = [Event("smoke", 0, 1, "laid")]
    if len(frames) > 1:
        events.append(Event("smoke", 1, 1 + 1, "drifts", "danger"))
    events.append(Event("smoke", len(frames), len(frames) + 1, "gone", "stop"))
    return [*tops, bars, Timeline("How long the smoke lasts", "turns", events, name="life")]


def _map(
    r: Reader, caption: str, name: str, offs: Offsets, share: list[Fraction], targets: list[Point], line: Point,
    reach: Number,
) -> Tabletop:  # fmt: skip
    """One turn from above, the thrower below."""
    figures = [
        Figure(place.x, place.y, f"place {number}", "enemy", 0, chance)
        for number, (place, chance) in enumerate(zip(targets, share, strict=True), start=1)
    ]
    if blast.AIM not in targets:
        figures.append(Figure(0, 0, "target", "aim"))
    ends = [blast.AIM.moved(line, off) for off in (min(offs), max(offs))]
    likely = max(offs, key=lambda off: offs[off])
    middle = blast.AIM.moved(line, likely)
    return Tabletop(
        caption=f"{caption}; the disc is the likeliest cloud, which reaches {write_number(reach)} cm from its centre",
        unit=r.ruleset.unit,
        discs=[Disc(middle.x, middle.y, reach, kind="zone")],
        spots=[Spot(at.x, at.y, chance) for at, chance in ((blast.AIM.moved(line, off), offs[off]) for off in offs)],
        figures=figures,
        lines=[Line([(end.x, end.y) for end in ends], kind="path")] if len(offs) > 1 else [],
        name=name,
    )
