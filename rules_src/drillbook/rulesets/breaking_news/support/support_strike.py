"""The strike itself, section 8.4: the card, its shift, and the saves of those under it.

The player under the strike chooses the direction of the shift.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Exhibit, Figure, Spot, Tabletop
from drillbook.asking.exhibits.gestures import beneath, in_row
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, np, spoken, write_mean, write_number
from drillbook.maths.dice import read_dice
from drillbook.rulesets.breaking_news.common.blast import Base, under
from drillbook.rulesets.breaking_news.common.casualties import tell_save
from drillbook.rulesets.breaking_news.common.inputs import ANYBODY, ImprovedSupport
from drillbook.rulesets.breaking_news.common.saving import BOMBARDMENT, explain
from drillbook.rulesets.breaking_news.common.vehicle_save import EXPLODES, SAFE, VEHICLES
from drillbook.rulesets.breaking_news.support import _strike as strike
from drillbook.rulesets.breaking_news.support._calling import MORTARS, REGULARS, request
from drillbook.rulesets.breaking_news.support._people import (
    COVER,
    LEADER,
    OPEN,
    STATES,
    THEIR_COVER,
    THEIRS,
    Person,
    people,
)
from drillbook.rulesets.breaking_news.support._strike import BEST, BOMBED, CALLER, HOURS, Fall, Field, Man

SIDES = {BOMBED: "the bombed side", CALLER: "the caller's"}


@dataclass(frozen=True, slots=True)
class Strike:
    """The answer on a strike: the chance of the call, the first man's chances, and the averages.

    covered and removed are the first man's chances if the strike comes. The means are of both sides' men, and clear is
    the chance that nobody of the bombed side is under it. removed_overall is the first man's chance to be removed by
    this request, granted or not.
    """

    granted: Fraction
    covered: Fraction
    removed: Fraction
    mean_covered: Fraction
    mean_removed: Fraction
    caller_removed: Fraction
    clear: Fraction
    removed_overall: Fraction


@question(
    "bn/support-strike?caller=regulars&shift=best&men=0,0,irr3,open;6,4,irr3,cover;-4,9,irr1,leader;0,-28,r3,caller",
    "bn/support-strike?caller=regulars&shift=twelve&men=0,0,r4,open&moved=25",
    "bn/support-strike?caller=regulars&shift=twelve&thrown=20&men=0,0,r4,open;0,32,r4,open",
    "bn/support-strike?caller=mortars&need=6&shift=best&men=0,0,r4,open",
    "bn/support-strike?caller=regulars&shift=best&men=0,0,protected,open;5,5,irr2,open;0,-20,tank,caller",
)
def support_strike(
    r: Reader,
    *,
    caller: Annotated[
        str, Choice({REGULARS: "Regulars", MORTARS: "Irregulars with Mortars"}, label="Who called it")
    ],
    improved: ImprovedSupport,
    roe: Annotated[
        bool,
        Flag(
            label="Rules of Engagement", when={"improved": ("no",)},
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
    shift: Annotated[
        str,
        Choice(
            {BEST: "Where it costs him least", **{hour: f"To {hour} o'clock" for hour in HOURS}},
            label="The card is moved",
            help="By the player under the strike; twelve o'clock is up the table. The best is sought among the twelve hours.",
        ),
    ],
    thrown: Annotated[
        int,
        Count(
            0, 24, label="The shift thrown", help="0: still to be thrown.", when={"caller": (REGULARS,)},
            why_not="A mortar's miss decides how far it strays.",
        ),
    ],
    moved: Annotated[
        Number,
        Length(
            0, 25, label="Moved since the call",
            help="Everybody, up the table. Counts only where the spot is named with the request.",
        ),
    ],
    base: Base,
    men: Annotated[
        tuple[tuple[Number, Number, str, str], ...],
        Rows(
            {
                "x": Length(-60, 60, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-60, 60, default=0, step=Fraction(1, 2), label="Ahead"),
                "troops": Choice({**ANYBODY, **VEHICLES}, default="irr3", label="Troops"),
                "state": Choice({**STATES, THEIRS: "Caller's", THEIR_COVER: "Caller's, cover"}, label="He stands"),
            },
            low=1, high=8, noun="man", label="Men and vehicles",
            help="Where each stood when the strike was called, in centimetres from the spot it was called on.",
            default=((0, 0, "irr3", OPEN), (6, 4, "irr3", COVER), (-4, 9, "irr1", LEADER), (0, -28, "r3", THEIRS)),
        ),
    ],
) -> Breakdown[Strike]:  # fmt: skip
    """Who is under the card when the strike falls, and who gets up again?"""
    w = Working(r)
    targets = people(men, "men")
    asked = request(r, w, caller, improved=improved, roe=roe)
    behind = _late(r, w, moved)
    fall = strike.fall(r, w, caller, need, base)
    shifts = _seen(r, w, fall, thrown) if thrown else fall.shifts
    field = Field([Man(one._replace(y=one.y + behind), one.save(r, fall.cause)) for one in targets], fall)
    spots = shifts.map(lambda far: field.pick(far, shift))
    first = spots.chance(lambda spot: field.men[0] in field.under(spot))
    w.then(f"chance that the first {'vehicle' if targets[0].vehicle else 'man'} is under it", first, fall.rule)
    gone = first * (1 - _first_save(r, w, targets[0], fall))
    ends = (
        ("it is knocked out", "vehicles.knocked-out")
        if targets[0].vehicle
        else ("he is removed", "casualties.save-fail")
    )
    w.then(f"chance that {ends[0]}", gone, ends[-1])
    w.times("and that the request is granted at all", asked.chance, "support.call")
    counted = spots.map(lambda spot: len(field.covered(spot, BOMBED)))
    removed = spots.then(lambda spot: field.removed(spot, BOMBED))
    own = spots.then(lambda spot: field.removed(spot, CALLER))
    told = Strike(asked.chance, first, gone, counted.mean, removed.mean, own.mean, counted[0], asked.chance * gone)
    headline = _headline(told, field)

    def pictures() -> Iterator[Exhibit]:
        yield _map(r, field, spots, told)
        yield Bars(
            "How many of the bombed side are under the card, and how many are removed", "Men",
            {"under it": counted, "removed": removed}, name="men",
        )  # fmt: skip
        yield Bars("How far the card moves", "Centimetres", {"": shifts}, name="shift")

    return w.answer(told, headline=headline, chance=asked.chance, distribution=counted, exhibits=pictures())


@simulation
def throw_support_strike(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the shift, move the card as its victim would, and count his men under it."""
    w = Working(r)
    fall = strike.fall(r, w, inputs["caller"], inputs["need"], inputs["base"])
    if inputs["caller"] == MORTARS:
        far = np.maximum(0, inputs["need"] - dice.roll(r.text("shooting.roll"), count)) * r.int(fall.rule)
    else:
        far = np.full(count, inputs["thrown"]) if inputs["thrown"] else dice.roll(r.text(fall.rule), count)
    behind = _late(r, w, inputs["moved"])
    targets = [one._replace(y=one.y + behind) for one in people(inputs["men"], "men")]
    field = Field([Man(one, one.save(r, fall.cause)) for one in targets], fall)
    picked = {one: field.pick(one, inputs["shift"]).point for one in map(int, np.unique(far))}
    x = np.array([float(picked[int(one)].x) for one in far])
    y = np.array([float(picked[int(one)].y) for one in far])
    bombed = [man.person.place for man in field.men if man.side == BOMBED]
    return sum((under(x, y, place, fall.reach).astype(int) for place in bombed), np.zeros(count, dtype=int))


def _first_save(r: Reader, w: Working, one: Person, fall: Fall) -> Fraction:
    """Return the chance that the first model saves, and add its steps."""
    if not one.vehicle:
        saved = explain(r, w, one.terms(r, fall.cause)).chance
        w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
        return saved
    found = one.armour(r, fall.cause)
    if fall.cause != BOMBARDMENT:
        w.note("against a vehicle a light mortar's bomb counts as a grenade", "vehicles.save-table")
    tell_save(w, found.as_save)
    w.then("chance that a failure blows it up", found.each[EXPLODES], "vehicles.explodes")
    w.note("only then the men inside save", "vehicles.explodes-crew")
    return found.each[SAFE]


def _late(r: Reader, w: Working, moved: Number) -> Number:
    """How far the men have left the spot behind when the card is laid."""
    if r.holds("support-target-time", "when-it-falls"):
        w.note("it is laid when it falls, wherever they are by then", "support.template")
        return 0
    w.note(f"the spot was noted at the call; they have moved {write_number(moved)} cm since", "support.arrival")
    return moved


def _seen(r: Reader, w: Working, fall: Fall, thrown: int) -> Distribution[int]:
    """Return the shift that the dice have shown; Contradiction if they cannot show it."""
    if not fall.shifts[thrown]:
        raise Contradiction(f"{r.text(fall.rule)} cannot show {thrown}.", thrown=min(fall.shifts))
    w.note(f"the dice show {thrown}", fall.rule)
    return Distribution.sure(thrown)


def _headline(told: Strike, field: Field) -> str:
    """Return the headline: the chance of the call, and what happens if it comes.

    This is the first man's fate and, with more men, what both sides lose.
    """
    vehicle = field.men[0].person.vehicle
    who, end = ("first vehicle", "knocked out") if vehicle else ("first man", "removed")
    words = f"Granted: {spoken(told.granted)}; if it comes, {who} under the {field.fall.what}: {spoken(told.covered)}"
    words += f", {end}: {spoken(told.removed)}" if told.covered else ""
    means = {BOMBED: told.mean_removed, CALLER: told.caller_removed}
    lost = [
        f"{write_mean(mean) if mean else 'none'} of {SIDES[side]}"
        for side, mean in means.items()
        if any(man.side == side for man in field.men)
    ]
    return f"{words}; if it comes, lost on average: {', '.join(lost)}" if len(field.men) > 1 else words


def _map(r: Reader, field: Field, spots: Distribution[strike.Spot], told: Strike) -> Tabletop:
    """Return the table-top with the card as it was laid, the rings of its shift, and its ends.

    The ends are all the places where the card may end.
    """
    kinds = {BOMBED: "enemy", CALLER: "own"}
    figures = [
        Figure(
            man.person.x, man.person.y, f"{man.person.name(r)} {number}", kinds[man.side], 0,
            sum((chance for spot, chance in spots.items() if man in field.under(spot)), Fraction(0)),
            in_row("men", number),
        )
        for number, man in enumerate(field.men, start=1)
    ]  # fmt: skip
    reach = field.fall.reach
    rings: dict[str, Number] = {}
    if field.fall.what == "card":
        dice, faces = read_dice(r.text("support.shift-roll"))
        mean = r.dice("support.shift-roll").mean
        rings = {"least shift": dice, f"mean shift, {write_number(mean)} cm": mean, "greatest shift": dice * faces}
    what = f"{field.fall.what} of {write_number(reach + reach)} cm"
    return Tabletop(
        f"Where the middle of the {what} may end, and each man's chance to be under it, if it is granted ({spoken(told.granted)})",
        r.ruleset.unit,
        discs=[
            Disc(0, 0, reach, "laid here", grip=beneath("men", len(field.men))),
            *(Disc(0, 0, far, words, "range") for words, far in rings.items()),
        ],
        spots=[Spot(spot.point.x, spot.point.y, chance) for spot, chance in spots.items()],
        figures=figures,
    )
