"""The strike itself, section 8.4: the card, the shift that its victim makes of the dice, and the saves of those under it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, read_dice
from drillbook.exact import write_mean, write_number
from drillbook.exhibits import Bars, Disc, Exhibit, Figure, Spot, Tabletop
from drillbook.geometry import Point
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _strike as strike
from drillbook.rulesets.breaking_news._blast import explain_touch, touch
from drillbook.rulesets.breaking_news._calling import MORTARS, REGULARS, Request, request
from drillbook.rulesets.breaking_news._casualties import CIVILIAN, name_of
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._saving import BOMBARDMENT, SHOT, Terms, explain, save_on, terms
from drillbook.rulesets.breaking_news._strike import BEST, BOMBED, CALLER, HOURS, Field, Man

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

OPEN, COVER, LEADER, THEIRS, THEIR_COVER = "open", "cover", "leader", "caller", "caller-cover"
STATES = {
    OPEN: "Open",
    COVER: "Cover",
    LEADER: "Leader",
    THEIRS: "Caller's",
    THEIR_COVER: "Caller's, cover",
}

Row = tuple[Number, Number, str, str]

SHIFTS = Annotated[
    str,
    Choice(
        {BEST: "Where it costs him least", **{hour: f"To {hour} o'clock" for hour in HOURS}},
        default=BEST,
        label="The card is moved",
        help="By the player under the strike; twelve o'clock is up the table. The best is sought among the twelve hours.",
    ),
]
MEN = Annotated[
    tuple[Row, ...],
    Rows(
        {
            "x": Length(-60, 60, default=0, step=Fraction(1, 2), label="Across"),
            "y": Length(-60, 60, default=0, step=Fraction(1, 2), label="Up"),
            "troops": Choice(
                {
                    "r1": "Special Forces", "r2": "Elite", "r3": "Veteran", "r4": "Trained", "r5": "Recruit",
                    "irr1": "Mercenary", "irr2": "Fanatic", "irr3": "Militia", CIVILIAN: "Civilian",
                },
                default="irr3", label="Troops",
            ),
            "state": Choice(STATES, default=OPEN, label="He stands"),
        },
        low=1, high=8, noun="man", label="Men",
        help="Where each stood when the strike was called, in centimetres from the spot it was called on.",
        default=(
            (0, 0, "irr3", OPEN), (6, 4, "irr3", COVER),
            (-4, 9, "irr1", LEADER), (0, -28, "r3", THEIRS),
        ),
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Strike:
    """The chance of the call; of the first man to be under the card and removed; the averages of both sides; nobody under it."""

    granted: Fraction
    covered: Fraction
    removed: Fraction
    mean_covered: Fraction
    mean_removed: Fraction
    caller_removed: Fraction
    clear: Fraction


@question(
    "breaking_news",
    "support-strike",
    examples=[
        "bn/support-strike?caller=regulars&shift=best"
        "&men=0,0,irr3,open;6,4,irr3,cover;-4,9,irr1,leader;0,-28,r3,caller",
        "bn/support-strike?caller=regulars&shift=twelve&men=0,0,r4,open&moved=25",
        "bn/support-strike?caller=regulars&shift=twelve&thrown=20&men=0,0,r4,open;0,32,r4,open",
        "bn/support-strike?caller=mortars&need=6&shift=best&men=0,0,r4,open",
    ],
)
def support_strike(
    r: Reader,
    /,
    *,
    caller: Annotated[
        str, Choice({REGULARS: "Regulars", MORTARS: "Irregulars with Mortars"}, default=REGULARS, label="Who called it")
    ],
    improved: Annotated[bool, Flag(default=False, label="Improved Support Fire")],
    roe: Annotated[
        bool,
        Flag(
            default=False, label="Rules of Engagement", when={"improved": ("no",)},
            why_not="They exclude Improved Support Fire.",
        ),
    ],
    need: Annotated[
        int,
        Count(
            2, 6, default=6, label="The mortar needs", when={"caller": (MORTARS,)},
            why_not="Only a mortar rolls to hit.", help="From off the table we read the longest range.",
        ),
    ],
    shift: SHIFTS,
    thrown: Annotated[
        int,
        Count(
            0, 24, default=0, label="The shift thrown", help="0: still to be thrown.", when={"caller": (REGULARS,)},
            why_not="A mortar's miss decides how far it strays.",
        ),
    ],
    moved: Annotated[
        Number,
        Length(
            0, 25, default=0, label="Moved since the call",
            help="Everybody, up the table. Counts only where the spot is named with the request.",
        ),
    ],
    base: Annotated[
        Number,
        Length(
            0, 5, default=Fraction(5, 2), step=Fraction(1, 2), label="Width of a base",
            help="Counts only where any part of a base is enough.",
        ),
    ],
    men: MEN,
) -> Breakdown[Strike] | Refusal:  # fmt: skip
    """Who is under the card when the strike falls, and who gets up again?"""
    w = Working(r)
    if any(troops == CIVILIAN and state == LEADER for _, _, troops, state in men):
        return w.refuse("A civilian leads no team.", "casualties.bonus-leader")
    asked = request(r, w, caller, improved=improved, roe=roe)
    if isinstance(asked, Refusal):
        return asked
    behind = _late(r, w, moved)
    reach, shifts = _card(r, w, base) if caller == REGULARS else _bomb(r, w, need, base)
    if thrown:
        if not shifts[thrown]:
            return w.refuse(f"{r.text('support.shift-roll')} cannot show {thrown}.", "support.shift-roll")
        shifts = Distribution.sure(thrown)
        w.note(f"the dice show {thrown}", "support.shift-roll")
    cause = BOMBARDMENT if caller == REGULARS else SHOT
    field = Field([_man(r, row, behind, cause) for row in men], reach)
    spots = shifts.map(lambda far: field.pick(far, shift, _whole(r, caller)))
    if caller == REGULARS:
        _direct(r, w)
        w.note("everybody under the card then makes a save", "support.save-all")
    first = spots.chance(lambda spot: field.under(spot)[0])
    w.then(
        "chance that the first man is under it",
        Cited(first, r.cite("support.shift-roll" if caller == REGULARS else "blast.light-mortar-miss")),
    )
    explain(r, w, _terms(r, men[0], cause))
    gone = first * (1 - field.men[0].save.chance)
    w.then("chance that he is removed", Cited(gone, r.cite("casualties.save-fail")))
    counted = spots.map(lambda spot: field.counted(spot, BOMBED))
    removed = spots.then(lambda spot: field.removed(spot, BOMBED))
    own = spots.then(lambda spot: field.removed(spot, CALLER))
    answer = Strike(asked.chance, first, gone, counted.mean, removed.mean, own.mean, counted[0])
    pictures: list[Exhibit] = [
        _map(r, field, spots, men, caller, asked),
        Bars(
            "How many of the bombed side are under the card, and how many are removed", "Men",
            {"under it": counted, "removed": removed}, name="men",
        ),
    ]  # fmt: skip
    if len(shifts) > 1:
        pictures.append(Bars("How far the card moves", "Centimetres", {"": shifts}, name="shift"))
    return w.answer(
        answer, headline=_headline(answer, field, caller), chance=first, distribution=counted, exhibits=pictures
    )


@simulation("breaking_news", "support-strike")
def throw_support_strike(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the shift, move the card as its victim would, and count his men under it."""
    import numpy as np

    caller, thrown, w = inputs["caller"], inputs["thrown"], Working(r)
    if caller == REGULARS:
        reach, _ = _card(r, w, inputs["base"])
        far = np.full(count, thrown) if thrown else dice.roll(r.text("support.shift-roll"), count)
    else:
        reach, _ = _bomb(r, w, inputs["need"], inputs["base"])
        short = np.maximum(0, inputs["need"] - dice.roll(r.text("shooting.roll"), count))
        far = short * r.int("blast.light-mortar-miss")
    cause, behind = (BOMBARDMENT if caller == REGULARS else SHOT), _late(r, w, inputs["moved"])
    field = Field([_man(r, row, behind, cause) for row in inputs["men"]], reach)
    picked = {one: field.pick(one, inputs["shift"], _whole(r, caller)).point for one in map(int, np.unique(far))}
    x = np.array([float(picked[int(one)].x) for one in far])
    y = np.array([float(picked[int(one)].y) for one in far])
    under = np.zeros(count, dtype=int)
    for man in field.men:
        if man.side == BOMBED:
            apart = np.hypot(x - float(man.place.x), y - float(man.place.y))
            under += (apart < float(reach)) | np.isclose(apart, float(reach))
    return under


def _headline(told: Strike, field: Field, caller: str) -> str:
    """The chances of the call and of the first man, and what both sides lose on average where there are more men."""
    what = "card" if caller == REGULARS else "template"
    words = f"Granted: {spoken(told.granted)}; first man under the {what}: {spoken(told.covered)}"
    words += f", removed: {spoken(told.removed)}" if told.covered else ""
    if len(field.men) == 1:
        return words
    sides = {BOMBED: ("the bombed side", told.mean_removed), CALLER: ("the caller's", told.caller_removed)}
    lost = [
        f"{write_mean(mean) if mean else 'none'} of {whose}"
        for side, (whose, mean) in sides.items()
        if any(man.side == side for man in field.men)
    ]
    return f"{words}; lost on average: {', '.join(lost)}"


def _card(r: Reader, w: Working, base: Number) -> tuple[Number, Distribution[int]]:
    """How far the card reaches from its middle, and how far it is moved."""
    w.then("width of the card", "support.template")
    reach = r.formula("support.template")()
    w.then("so far to each side of its middle", Cited(reach, r.cite("support.template")))
    explain_touch(r, w, base, "support.template")
    w.then("and it is moved by", "support.shift-roll")
    return touch(r, reach, base), r.dice("support.shift-roll")


def _bomb(r: Reader, w: Working, need: int, base: Number) -> tuple[Number, Distribution[int]]:
    """The same for the mortar that is bought as an extra."""
    w.then("width of the template", "army.mortars-template")
    reach = r.formula("army.mortars-template")()
    w.then("so far to each side of its middle", Cited(reach, r.cite("army.mortars-template")))
    explain_touch(r, w, base, "army.mortars-template")
    step = r.int("blast.light-mortar-miss")
    w.note(
        f"on {need} or more it lies on the target; each point short takes it {step} cm away", "blast.light-mortar-miss"
    )
    w.note("in a direction that the other side names", "blast.light-mortar-direction")
    return touch(r, reach, base), r.dice("shooting.roll").map(lambda face: step * max(0, need - face))


def _late(r: Reader, w: Working, moved: Number) -> Number:
    """How far the men have left the spot behind when the card is laid."""
    if r.reading("support-target-time") == "A":
        w.note("it is laid when it falls, wherever they are by then", "support.template")
        return 0
    w.note(f"the spot was noted at the call; they have moved {write_number(moved)} cm since", "support.arrival")
    return moved


def _whole(r: Reader, caller: str) -> bool:
    """Whether the card must move by the whole throw."""
    return caller == MORTARS or r.reading("support-full-shift") == "A"


def _direct(r: Reader, w: Working) -> None:
    if _whole(r, REGULARS):
        w.note("in one straight line that the player under it chooses", "support.shift-direction")
    else:
        w.note("or by less, in a straight line that the player under it chooses", "support.shift-direction")


def _terms(r: Reader, row: Row, cause: str) -> Terms:
    _, _, troops, state = row
    return terms(r, troops, cause, leader=state == LEADER, protected=state in (COVER, THEIR_COVER))


def _man(r: Reader, row: Row, behind: Number, cause: str) -> Man:
    x, y, _, state = row
    side = CALLER if state in (THEIRS, THEIR_COVER) else BOMBED
    return Man(Point(x, y + behind), save_on(r, _terms(r, row, cause)), side)


def _map(
    r: Reader, field: Field, spots: Distribution[strike.Spot], men: tuple[Row, ...], caller: str, asked: Request
) -> Tabletop:
    """The table seen from above: the card where it was laid, the rings of its shift, and every place it may end on."""
    kinds = {BOMBED: "enemy", CALLER: "own"}
    figures = [
        Figure(
            man.place.x, man.place.y, f"{name_of(r, troops)} {number}", kinds[man.side], 0,
            spots.chance(lambda spot, i=number - 1: field.under(spot)[i]),  # type: ignore[misc]
        )
        for number, (man, (_, _, troops, _)) in enumerate(zip(field.men, men, strict=True), start=1)
    ]  # fmt: skip
    wide = write_number(field.reach + field.reach)
    discs = [Disc(0, 0, field.reach, "laid here")]
    if caller == REGULARS:
        dice, faces = read_dice(r.text("support.shift-roll"))
        mean = r.dice("support.shift-roll").mean
        rings: dict[Number, str] = {
            dice: "least shift",
            mean: f"mean shift, {write_number(mean)} cm",
            dice * faces: "greatest shift",
        }
        discs += [Disc(0, 0, far, words, "range") for far, words in rings.items()]
    what = f"card of {wide} cm" if caller == REGULARS else f"template of {wide} cm"
    return Tabletop(
        f"Where the middle of the {what} may end, and each man's chance to be under it; granted with a chance of {asked.chance}",
        r.ruleset.unit,
        discs=discs,
        spots=[Spot(spot.point.x, spot.point.y, chance) for spot, chance in spots.items()],
        figures=figures,
    )
