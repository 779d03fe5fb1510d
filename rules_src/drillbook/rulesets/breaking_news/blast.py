"""Blast: who is under a template that has come down, and which of them come through it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Disc, Exhibit, Figure, Tabletop
from drillbook.kinds import Choice, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast
from drillbook.rulesets.breaking_news._casualties import Save, name_of, throw_saves
from drillbook.rulesets.breaking_news._chances import likely
from drillbook.rulesets.breaking_news._saving import BOMBARDMENT, SHOT, save_on, terms

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
Row = tuple[Number, Number, str, bool]


@dataclass(frozen=True, slots=True)
class Burst:
    """Who is under the template, how many they are, the chance that all of them come through, and the mean loss."""

    under: str
    count: int
    reach: Number
    all_survive: Fraction
    lost: Fraction


@question(
    "breaking_news",
    "burst",
    examples=[
        "bn/burst?weapon=rpg&base=2.5&men=0,0,r4,no;2,1,r4,no;2.5,0,r4,yes;3,0,r4,no;-2,-2,r4,no",
        "bn/burst?weapon=tank&base=2.5&men=0,0,r4,no;2,1,r4,no;2.5,0,r4,yes;3,0,r4,no;-2,-2,r4,no",
        "bn/burst?weapon=light-mortar&base=2.5&men=0,0,irr3,no;4,3,irr3,no;5,1,irr3,yes",
        "bn/burst?weapon=heavy-mortar&base=2.5&men=0,0,r2,no;10,0,r2,no;16,0,r2,no",
        "bn/burst?weapon=grenade&base=2.5&men=2,0,irr1,yes;3,0,irr1,yes",
    ],
)
def burst(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(blast.BURSTING, default=blast.ROCKET, label="What goes off")],
    base: blast.Base,
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "x": Length(-20, 20, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-20, 20, default=0, step=Fraction(1, 2), label="Ahead"),
                "troops": Choice(table="classes", default="r4", label="Class"),
                "cover": Flag(default=False, label="behind protection"),
            },
            low=1, high=10, noun="man", label="Men",
            help="Measured in centimetres from the centre of the template.",
            default=((0, 0, "r4", False), (2, 1, "r4", False), (3, 0, "r4", False), (-2, -2, "r4", False)),
        ),
    ],
) -> Breakdown[Burst] | Refusal:  # fmt: skip
    """A template has come down here: who is under it, and who lives?"""
    w = Working(r)
    lies = blast.explain_template(r, w, weapon)
    blast.explain_touch(r, w, base, "blast.all-hit")
    people = [blast.Man(*row) for row in men]
    under = [blast.covers(r, blast.AIM, man.place, lies.reach, base) for man in people]
    if any(under):
        w.note("every model inside is hit", "blast.all-hit")
        w.note("and makes a Saving Throw", "blast.all-save")
    saves = [_save(r, weapon, man) for man in people]
    for number, (man, is_under, how) in enumerate(zip(people, under, saves, strict=True), start=1):
        if is_under:
            words = f"man {number}, {name_of(r, man.troops)}: saves on {how.needed}+"
            w.then(words, Cited(how.chance, r.cite("casualties.save-value")))
    lost = blast.several(1 - how.chance for is_under, how in zip(under, saves, strict=True) if is_under)
    if sum(under) > 1:
        w.then("all of them save", Cited(lost[0], r.cite("blast.all-save")))
    thrown = lost if any(under) else None  # where nobody saves, no die is thrown
    told = Burst(_numbers(under), sum(under), lies.reach, lost[0], lost.mean)
    pictures: list[Exhibit] = [
        _map(r, lies, people, under, saves, base),
        Bars("How many men the burst removes", "Men removed", {"": lost}, name="lost"),
        _sizes(r, people, weapon),
    ]
    return w.answer(told, headline=_headline(told, len(men)), chance=lost[0], distribution=thrown, exhibits=pictures)


@simulation("breaking_news", "burst")
def throw_burst(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every man under the template throws his save: how many are removed."""
    import numpy as np

    weapon, base = inputs["weapon"], inputs["base"]
    limit = float(blast.touch(r, blast.template(r, weapon).reach, base))
    removed = np.zeros(count, dtype=int)
    for row in inputs["men"]:
        man = blast.Man(*row)
        apart = np.hypot(float(man.x), float(man.y))
        if apart < limit or np.isclose(apart, limit):
            removed += ~throw_saves(r, dice, count, np.ones(count, dtype=int), _save(r, weapon, man))
    return removed


def _save(r: Reader, weapon: str, man: blast.Man) -> Save:
    """The save of a man under that template: under artillery the one for bombardment, else his own."""
    cause = BOMBARDMENT if weapon == blast.HEAVY and blast.as_artillery(r) else SHOT
    return save_on(r, terms(r, man.troops, cause, protected=man.cover))


def _numbers(under: list[bool]) -> str:
    return ", ".join(str(number) for number, is_under in enumerate(under, start=1) if is_under) or "nobody"


def _headline(told: Burst, men: int) -> str:
    if not told.count:
        return "Nobody is under it" if men > 1 else "He is clear of it"
    if men == 1:
        return f"He is under it, and lives {likely(told.all_survive)}"
    if told.count == 1:
        return f"Only man {told.under} of {men} is under it, and lives {likely(told.all_survive)}"
    return f"Men {told.under} are under it; all of them live {likely(told.all_survive)}"


def _map(
    r: Reader, lies: blast.Template, people: list[blast.Man], under: list[bool], saves: list[Save], base: Number
) -> Tabletop:
    """The template and the men, from above."""
    figures = [
        Figure(
            man.x, man.y,
            f"{number}: saves on {how.needed}+" if is_under else f"{number}: clear",
            "enemy" if is_under else "marker",
        )
        for number, (man, is_under, how) in enumerate(zip(people, under, saves, strict=True), start=1)
    ]  # fmt: skip
    wide = write_number(lies.reach)
    caption = f"The template from above: it reaches {wide} cm from its centre"
    return Tabletop(
        caption,
        r.ruleset.unit,
        discs=[Disc(0, 0, lies.reach), *blast.bases(r, (man.place for man in people), base)],
        figures=figures,
        name="template",
    )


def _sizes(r: Reader, people: list[blast.Man], weapon: str) -> Tabletop:
    """All the templates of the document round the same centre, and the men."""
    widths: dict[Number, list[str]] = {}
    for row in r.rows("areas"):
        width = r.cell("areas", row.key, "width").amount
        assert not isinstance(width, str)
        widths.setdefault(width, []).append(row.name)
    discs = [
        Disc(0, 0, blast.half(r, width), f"{write_number(width)} cm", "template" if names else "range")
        for width, names in widths.items()
    ]
    figures = [Figure(man.x, man.y, "", "enemy") for man in people]
    names = "; ".join(f"{write_number(width)} cm: {', '.join(own)}" for width, own in widths.items())
    caption = f"Every template of the document at the same scale ({names})"
    return Tabletop(caption, r.ruleset.unit, discs=discs, figures=figures, name="sizes")
