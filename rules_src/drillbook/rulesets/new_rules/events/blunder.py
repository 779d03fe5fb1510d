"""Blunders: what the unit has to do."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card, Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number, counted, write_mean
from drillbook.rulesets.new_rules.common.forced import CHARGE, FALL_BACK
from drillbook.rulesets.new_rules.common.inputs import LIMBERED, figure_of, formation_of, guns_of, unit_of
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.orders import FIRE, Standing
from drillbook.rulesets.new_rules.common.plan import middle
from drillbook.rulesets.new_rules.common.unit import figure, mustered
from drillbook.rulesets.new_rules.events._blunder import ENEMY, FRIEND, Blundering, Forced, Other

KINDS = {ENEMY: "Enemy", FRIEND: "Friend"}
PLACE = Length(-7, 7, step=Fraction(1, 2), default=0, label="Across")


@dataclass(frozen=True, slots=True)
class Blunder:
    """The blunder, the unit that it falls on, and its effect.

    The units that it falls on are letters, None if there are none.
    moved: how far the unit moves, in S; fights: whether it fights or fires;
    points: its points of disorder; actions: those left; ignored: the unit may not do what is demanded.
    short: how far it stays away from the unit that it charges, in S; stopped: the letter of the unit that blocks its way,
    None if there is none.
    """

    blunder: str
    whom: str | None
    moved: Number
    fights: bool
    short: Number
    points: int
    actions: int
    ignored: bool
    stopped: str | None


@question(
    "nr/blunder?line=5&unit=heavy-cavalry&speed=2&engaged=no&successes=2&others=enemy,0,2;friend,-1,1.5;enemy,2,1.5&short=3&measure=inches",
    "nr/blunder?line=6&unit=line-infantry&speed=listed&formation=line&engaged=no&successes=1&others=enemy,1,2.5;friend,-1,1.5&short=4&measure=inches",
    "nr/blunder?line=3&unit=recruits&speed=listed&formation=column&engaged=no&successes=2&others=enemy,0,1.5&short=4&measure=inches",
    "nr/blunder?line=4&unit=foot-battery&speed=listed&guns=unlimbered&engaged=no&successes=1&others=friend,0,-1&short=4&measure=inches",
)
def blunder(
    r: Reader,
    *,
    line: Annotated[int, Count(1, 6, default=5, label="Roll on the blunder table")],
    unit: Annotated[str, unit_of("The unit", "heavy-cavalry")],
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    successes: Annotated[int, Count(0, 3, default=2, label="Successes")],
    front: Annotated[
        Number,
        Length(
            0, 8, step=Fraction(1, 2), default=1, unit="S", label="Its front", when={"line": ("3", "4", "5", "6")},
            why_not="It neither moves nor fires.", help="Its arc opens from it, and whoever stands before it is in its way.",
        ),
    ],
    others: Annotated[
        tuple[tuple[str, Number, Number], ...],
        Rows(
            {
                "kind": Choice(KINDS, label="Who"),
                "across": PLACE,
                "ahead": Length(-7, 7, step=Fraction(1, 2), default=2, label="Ahead"),
            },
            low=0, high=6, default=((ENEMY, 0, 2), (FRIEND, -1, Fraction(3, 2))), noun="unit", label="Units near by",
        ),
    ],
    short: Short,
    measure: Measure,
) -> Breakdown[Blunder]:  # fmt: skip
    """What does this blunder make it do?"""
    w, table = Working(r), scale(r, short, measure)
    standing = Standing(mustered(r, unit, formation, 0, limbered=guns == LIMBERED), engaged)
    near = tuple(Other(*row) for row in others)
    if not engaged and any(one.kind == ENEMY and not one.squared for one in near):
        raise Contradiction("An enemy touches it, so the two are locked in melee.", engaged=True)
    row = next(one.key for one in r.rows("blunders") if r.cell("blunders", one.key, "line").whole == line)
    w.note(f"the roll is {r.name('blunders', row)}", "events.blunder-table")
    blundering = Blundering(
        r,
        w,
        standing,
        figure(r, unit, "speed", speed).whole,
        successes,
        near,
        Fraction(1) / short,
        front,
        middle(front),
    )
    forced = blundering.resolve(row)
    whom = " or ".join(letter(place) for place in forced.whom) or None
    value = Blunder(
        r.name("blunders", row),
        whom,
        forced.moved,
        forced.fights,
        forced.short,
        forced.points,
        forced.left,
        forced.ignored,
        None if forced.stopped is None else letter(forced.stopped),
    )
    return w.answer(
        value,
        headline=_headline(value, forced, near, successes),
        exhibits=[_plan(near, forced), Card("Afterwards", _entries(value, forced)), table.card()],
    )


def letter(place: int) -> str:
    """Return the letter of the unit at that place of the list."""
    return chr(ord("A") + place)


def _plan(near: tuple[Other, ...], forced: Forced) -> Tabletop:
    """Return a plan of the unit and all near it, with rings around those that it turns on."""
    nearest = [near[place] for place in forced.whom]
    back = -1 if forced.act == FALL_BACK else 1
    goes = [nearest[0]] if forced.act == CHARGE and nearest else []
    share = float(forced.moved) / float(goes[0].away or 1) if goes else 1
    end = (goes[0].across * share, goes[0].ahead * share) if goes else (0, back * forced.moved)
    lines = [Line([(0, 0), end], "its way", "path")] if forced.moved else []
    if forced.act == FIRE and forced.fights:
        lines = [Line([(0, 0), (nearest[0].across, nearest[0].ahead)], "its shot")]
    return Tabletop(
        "The unit, which looks up the page, and whoever is near",
        "S",
        discs=[Disc(one.across, one.ahead, Fraction(PLACE.step), "nearest", "range") for one in nearest],
        figures=[
            Figure(0, 0, "the unit", "own"),
            *(
                Figure(
                    one.across,
                    one.ahead,
                    letter(place),
                    one.kind,
                    grip=in_row("others", place + 1, ("across", "ahead")),
                )
                for place, one in enumerate(near)
            ),
        ],
        lines=lines,
    )


def _entries(value: Blunder, forced: Forced) -> list[tuple[str, str]]:
    """Return what is left of the unit's turn, as the entries of a card."""
    entries = [("Blunder", value.blunder), ("Actions left", str(value.actions))]
    if value.moved:
        entries.append(("It moves", f"{write_mean(value.moved)} S"))
    if value.whom:
        entries.append(("It falls on" if forced.fights else "Nearest", value.whom))
    if value.stopped:
        entries.append(("In its way", value.stopped))
    if value.points:
        entries.append(("Points of disorder", str(value.points)))
    return entries


def _headline(value: Blunder, forced: Forced, near: tuple[Other, ...], successes: int) -> str:
    """Return the headline: what the unit does, in a sentence."""
    left = f"; {counted(value.actions, 'action')} left"
    name = value.blunder
    if value.ignored:
        return f"{name}: it may not, so it does nothing of the kind{left}"
    match forced.act:
        case "garbled":
            if not successes:
                return f"{name}: there is no success to roll again"
            return (
                f"{name}: a success is rolled again; {counted(value.actions, 'success', 'successes')} kept for certain"
            )
        case "hesitation":
            return f"{name}: all successes are lost, and no turnover comes of it"
        case "charge" | "fire":
            return f"{name}: {_told(value, forced, near)}{left}"
    meets = (
        f", into the enemy {value.whom}"
        if value.fights
        else f", where {value.stopped} stops it"
        if value.stopped
        else ""
    )
    return f"{name}: it moves {write_mean(value.moved)} S{meets}{left}"


def _told(value: Blunder, forced: Forced, near: tuple[Other, ...]) -> str:
    """Return in words which unit is charged or shot at, and how that ends."""
    if not forced.whom and forced.act == FIRE:
        return "nobody is in its range and its arc, so nothing is asked of it"
    if not forced.whom:
        return "nobody is near enough, so nothing is asked of it"
    kind = KINDS[near[forced.whom[0]].kind].lower()
    if forced.act == FIRE:
        return f"it shoots at the {kind} {value.whom}" if value.fights else f"it has no action to shoot at {value.whom}"
    if value.fights:
        return f"it charges {value.whom}"
    if value.stopped:
        return f"it moves {write_mean(value.moved)} S towards {value.whom}, where {value.stopped} stops it"
    if value.short:
        return f"it moves {write_mean(value.moved)} S towards {value.whom} and stays {write_mean(value.short)} S short"
    return f"it has no action to charge {value.whom}"
