"""Blast: who is under a template that has come down, and which of them come through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import beneath, in_row
from drillbook.maths import Number, Thrower, likely, lists_by_key, np, write_mean, write_number
from drillbook.rulesets.breaking_news.common import blast
from drillbook.rulesets.breaking_news.common.casualties import Save, throw_saves
from drillbook.rulesets.breaking_news.common.inputs import CLASSES
from drillbook.rulesets.breaking_news.common.vehicle_save import VEHICLES

Row = tuple[Number, Number, str, bool, str]


@dataclass(frozen=True, slots=True)
class Burst:
    """The answer on a burst: who is under the template, the chance that all survive, the loss.

    lost_friends is the part of the mean loss that falls on the firer's own side.
    """

    under: str
    count: int
    reach: Number
    all_survive: Fraction
    lost: Fraction
    lost_friends: Fraction


@question(
    "bn/burst?weapon=rpg&base=2.5&men=0,0,r4,no;2,1,r4,no;2.5,0,r4,yes;3,0,r4,no;-2,-2,r4,no",
    "bn/burst?weapon=tank&base=2.5&men=0,0,r4,no;2,1,r4,no;2.5,0,r4,yes;3,0,r4,no;-2,-2,r4,no",
    "bn/burst?weapon=light-mortar&base=2.5&men=0,0,irr3,no;4,3,irr3,no;5,1,irr3,yes",
    "bn/burst?weapon=heavy-mortar&base=2.5&men=0,0,r2,no;10,0,r2,no;16,0,r2,no",
    "bn/burst?weapon=grenade&base=2.5&men=2,0,irr1,yes;3,0,irr1,yes",
    "bn/burst?weapon=grenade&base=2.5&men=0,0,irr3,no,enemy;2,0,r4,no,friend",
    "bn/burst?weapon=rpg&base=2.5&men=0,0,protected,no;2,0,irr3,no;2,1,tank,no,friend",
)
def burst(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(blast.BURSTING, default=blast.ROCKET, label="What goes off")],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-20, 20, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-20, 20, default=0, step=Fraction(1, 2), label="Ahead"),
                "troops": Choice({**CLASSES, **VEHICLES}, default="r4", label="Class"),
                "cover": Flag(label="behind protection"),
                "side": Choice(blast.SIDES, default=blast.ENEMY, label="Side"),
            },
            late=1, low=1, high=10, noun="man", label="Men and vehicles",
            help="Measured in centimetres from the centre of the template. A friend is of the firer's side.",
            default=(
                (0, 0, "r4", False, blast.ENEMY), (2, 1, "r4", False, blast.ENEMY), (3, 0, "r4", False, blast.ENEMY),
                (-2, -2, "r4", False, blast.ENEMY),
            ),
        ),
    ],
) -> Breakdown[Burst]:  # fmt: skip
    """A template has come down here: who is under it, and who lives?"""
    w = Working(r)
    alone = weapon == blast.FLAMES and r.holds("flamethrower-burst", "no-area")
    w.forbid("A flamethrower has no burst area: it strikes the man it is aimed at.", "blast.area-small", when=alone)
    lies = blast.template(r, weapon, base)
    blast.tell_template(w, lies, base, "blast.all-hit")
    people = dict(enumerate(blast.people(men), start=1))
    saves = {
        number: blast.save_under(r, weapon, man) for number, man in people.items() if lies.covers(blast.AIM, man.place)
    }
    if saves:
        on_foot = any(not people[number].vehicle for number in saves)
        w.note("every model inside is hit", "blast.all-hit")
        w.note("and makes a Saving Throw", "blast.all-save")
        w.note("a man who saves is suppressed all the same", "casualties.saved-suppressed", when=on_foot)
        if len(saves) > sum(not people[number].vehicle for number in saves):
            w.note("a vehicle is struck from above, and knocked out if it fails", "vehicles.knocked-out")
    for number, how in saves.items():
        blast.tell_man(w, number, people[number], how)
    lost = blast.several(1 - how.chance for how in saves.values())
    if len(saves) > 1:
        w.then("all of them save", lost[0], "blast.all-save")
    friends = sum((1 - how.chance for number, how in saves.items() if people[number].friend), Fraction(0))
    noun = "models" if any(man.vehicle for man in people.values()) else "men"
    told = Burst(", ".join(map(str, saves)) or "nobody", len(saves), lies.reach, lost[0], lost.mean, friends)
    return w.answer(
        told,
        headline=_headline(told, people),
        chance=lost[0],
        distribution=lost if saves else None,  # where nobody saves, no die is thrown
        exhibits=[
            _map(r, lies, people, saves, base),
            Bars(f"How many {noun} the burst removes", f"{noun.capitalize()} removed", {"": lost}, name="lost"),
            _sizes(r, list(people.values())),
        ],
    )


@simulation
def throw_burst(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every man under the template throws his save: how many are removed."""
    limit = blast.template(r, inputs["weapon"], inputs["base"]).limit
    removed = np.zeros(count, dtype=int)
    for man in blast.people(inputs["men"]):
        hits = np.full(count, blast.under(0, 0, man.place, limit), dtype=int)
        removed += ~throw_saves(r, dice, count, hits, blast.save_under(r, inputs["weapon"], man))
    return removed


def _headline(told: Burst, people: Mapping[int, blast.Man]) -> str:
    vehicles = any(man.vehicle for man in people.values())
    if not told.count:
        return "Nobody is under it" if len(people) > 1 else f"{'It' if vehicles else 'He'} is clear of it"
    friends = f"; friends lost on average: {write_mean(told.lost_friends)}" if told.lost_friends else ""
    if told.count > 1:
        noun, lives = ("Models", "come through") if vehicles else ("Men", "live")
        return f"{noun} {told.under} are under it; all of them {lives} {likely(told.all_survive)}{friends}"
    one = people[int(told.under)].vehicle
    who = f"Only {'vehicle' if one else 'man'} {told.under} of {len(people)}"
    who = who if len(people) > 1 else "It" if one else "He"
    return f"{who} is under it, and {'comes through' if one else 'lives'} {likely(told.all_survive)}{friends}"


def _map(
    r: Reader, lies: blast.Template, people: dict[int, blast.Man], saves: dict[int, Save], base: Number
) -> Tabletop:
    """Return the table-top with the template and the men, from above."""
    words = {number: f"saves on {how.needed}+" for number, how in saves.items()}
    figures = [
        Figure(
            man.x,
            man.y,
            f"{number}: {words.get(number, 'clear')}",
            man.side if number in saves else "marker",
            grip=in_row("men", number),
        )
        for number, man in people.items()
    ]
    return Tabletop(
        f"The template from above: it reaches {write_number(lies.reach)} cm from its centre",
        r.ruleset.unit,
        discs=[
            Disc(0, 0, lies.reach, grip=beneath("men", len(people))),
            *blast.bases(r, (man.place for man in people.values()), base),
        ],
        figures=figures,
        name="template",
    )


def _sizes(r: Reader, people: list[blast.Man]) -> Tabletop:
    """All the templates of the document round the same centre, and the men."""
    widths = lists_by_key((r.cell("areas", row.key, "width").number, row.name) for row in r.rows("areas"))
    names = "; ".join(f"{write_number(width)} cm: {', '.join(own)}" for width, own in widths.items())
    return Tabletop(
        f"Every template of the document at the same scale ({names})",
        r.ruleset.unit,
        discs=[Disc(0, 0, blast.half(r, width), f"{write_number(width)} cm") for width in widths],
        figures=[Figure(man.x, man.y, "", "enemy") for man in people],
        name="sizes",
    )
