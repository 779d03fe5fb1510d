"""Explosives (IED): whether the charge goes off, who is under the card, and what is left of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import Number, write_number
from drillbook.exhibits import Bars, Disc, Exhibit, Figure, Tabletop
from drillbook.geometry import Point, within
from drillbook.kinds import Choice, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._blast import Base, covers, explain_touch, half, several, touch
from drillbook.rulesets.breaking_news._casualties import CIVILIAN, Save
from drillbook.rulesets.breaking_news._chances import likely
from drillbook.rulesets.breaking_news._saving import IED, Terms, explain, save_on, terms

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

ENEMY, FRIEND = "enemy", "friend"
OPEN, COVER, HEAVY = "open", "cover", "heavy"
SIDES = {ENEMY: "Enemy", FRIEND: "Own"}
SHIELDS = {OPEN: "Open", COVER: "Cover", HEAVY: "Armour"}
STANDS = {OPEN: "in the open", COVER: "behind protection", HEAVY: "in heavy armour"}
MARKER = Point(0, 0)


class Victim(NamedTuple):
    """A man near the marker: where he is (cm from it), whose man he is, and what shields him."""

    x: Number
    y: Number
    side: str
    shield: str
    leader: bool

    @property
    def place(self) -> Point:
        """Where he stands."""
        return Point(self.x, self.y)


@dataclass(frozen=True, slots=True)
class Explosion:
    """Whether the charge is set off, the chance that it explodes, men under the card, men removed on average, chance that any is."""

    set_off: bool
    explodes: Fraction
    under: int
    removed: Fraction
    any_removed: Fraction


@question(
    "breaking_news",
    "ied",
    examples=[
        "bn/ied?remote=no&base=2.5&men=0,8,enemy,open,no;4,12,enemy,open,yes;-6,14,enemy,cover,no;0,20,enemy,open,no",
        "bn/ied?remote=yes&base=2.5&men=0,14,enemy,heavy,no;10,12,enemy,open,no;-9,3,friend,open,no",
        "bn/ied?remote=no&base=2.5&men=0,11,enemy,open,no",
    ],
)
def ied(
    r: Reader,
    /,
    *,
    remote: Annotated[bool, Flag(default=False, label="Remote control", help="Its owner sets it off now.")],
    base: Base,
    men: Annotated[
        tuple[tuple[Number, Number, str, str, bool], ...],
        Rows(
            {
                "x": Length(-40, 40, default=0, step=Fraction(1, 2), label="Across"),
                "y": Length(-40, 40, default=8, step=Fraction(1, 2), label="Ahead"),
                "side": Choice(SIDES, label="Side"),
                "shield": Choice(SHIELDS, label="He is"),
                "leader": Flag(label="Leader"),
            },
            low=1,
            high=10,
            default=(
                (0, 8, ENEMY, OPEN, False),
                (4, 12, ENEMY, OPEN, True),
                (-6, 14, ENEMY, COVER, False),
                (0, 20, ENEMY, OPEN, False),
            ),
            noun="man",
            label="Men near the marker",
            help="Measured from the marker, across and ahead. Enemies of its owner set the charge off; his own are his men and civilians.",
        ),
    ],
) -> Breakdown[Explosion] | Refusal:
    """Does the charge go off, and who survives it?"""
    w = Working(r)
    people = [Victim(*man) for man in men]
    r.cite("army.ied-where")
    set_off = _set_off(r, w, remote, people, base)
    explodes = _works(r) if set_off else Fraction(0)
    reach = r.formula("army.ied-template")()
    under = [covers(r, MARKER, man.place, reach, base) for man in people]
    if set_off:
        least = r.int("army.ied-dud", "value") + 1
        w.then(f"chance that it explodes, on {least} or more", Cited(explodes, r.cite("army.ied-dud")))
        w.note("a dud is spent; nobody tries it again", "army.ied-no-retry")
        w.then("the card reaches so far", Cited(reach, r.cite("army.ied-template")))
        explain_touch(r, w, base, "army.ied-template")
        w.note(f"men under the card: {sum(under)} of {len(people)}", "army.ied-saves")
        _explain_saves(r, w, people, under)
    lost = [_lost(r, man) if caught else Fraction(0) for man, caught in zip(people, under, strict=True)]
    spread = several(lost)
    whole = Distribution(
        {many: explodes * spread[many] + (1 - explodes) * (not many) for many in range(len(people) + 1)}
    )
    if set_off and any(under):
        w.then("chance that somebody is removed", Cited(1 - whole[0], r.cite("army.ied-saves")))
    told = Explosion(set_off, explodes, sum(under), explodes * sum(lost, Fraction(0)), 1 - whole[0])
    return w.answer(
        told,
        headline=_headline(r, told),
        chance=told.any_removed,
        distribution=whole,
        exhibits=_pictures(r, remote, people, [explodes * one for one in lost], whole, reach, base),
    )


@simulation("breaking_news", "ied")
def throw_ied(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The die for a dud, then a save for each man under the card."""
    import numpy as np

    people = [Victim(*man) for man in inputs["men"]]
    bang = dice.roll(r.text("army.ied-dud", "die"), count) > r.int("army.ied-dud", "value")
    if not _set_off(r, Working(r), inputs["remote"], people, inputs["base"]):
        return np.zeros(count, dtype=int)
    reach = r.formula("army.ied-template")()
    removed = np.zeros(count, dtype=int)
    for man in people:
        saves = dice.roll(r.text("casualties.save-per-hit"), count)
        if covers(r, MARKER, man.place, reach, inputs["base"]):
            removed += ~np.isin(saves, sorted(_save(r, man).faces))
    return np.where(bang, removed, 0)


def trigger(r: Reader) -> Number:
    """How near an enemy must come to set off a charge without remote control, in cm."""
    reading = r.reading("ied-unit")
    units = r.num("army.ied-trigger", "value")
    if reading == "A":
        return units
    return units * r.num("army.ied-trigger", "inch" if reading == "B" else "double")


def _set_off(r: Reader, w: Working, remote: bool, people: Sequence[Victim], base: Number) -> bool:
    if remote:
        w.note("its owner sets it off when he likes", "army.ied-remote")
        return True
    reach = trigger(r)
    w.start("cm within which an enemy sets it off", Cited(reach, r.cite("army.ied-trigger")))
    if r.reading("model-point") == "B":
        explain_touch(r, w, base, "army.ied-trigger")
    near = [man for man in people if man.side == ENEMY and within(MARKER, man.place, touch(r, reach, base))]
    words = f"enemies as near as that: {len(near)}" if near else "no enemy is as near as that"
    w.note(words, "army.ied-trigger")
    return bool(near)


def _explain_saves(r: Reader, w: Working, people: Sequence[Victim], under: Sequence[bool]) -> None:
    """On what the men under the card save: once for all who are shielded alike."""
    alike: dict[tuple[str, bool], list[int]] = {}
    for place, (man, caught) in enumerate(zip(people, under, strict=True), start=1):
        if caught:
            alike.setdefault((man.shield, man.leader), []).append(place)
    for (shield, leader), places in alike.items():
        who = f"{'man' if len(places) == 1 else 'men'} {', '.join(map(str, places))}"
        w.note(f"{who}: {STANDS[shield]}{', leader' if leader else ''}", "army.ied-saves")
        explain(r, w, _terms(r, shield, leader))


def _works(r: Reader) -> Fraction:
    dud = r.int("army.ied-dud", "value")
    return r.dice("army.ied-dud", "die").chance(lambda face: face > dud)


def _terms(r: Reader, shield: str, leader: bool) -> Terms:
    # an explosive asks for no class, so a civilian's is as good as any
    return terms(r, CIVILIAN, IED, leader=leader, protected=shield == COVER, armoured=shield == HEAVY)


def _save(r: Reader, man: Victim) -> Save:
    return save_on(r, _terms(r, man.shield, man.leader))


def _lost(r: Reader, man: Victim) -> Fraction:
    return 1 - _save(r, man).chance


def _headline(r: Reader, told: Explosion) -> str:
    if not told.set_off:
        return f"Nothing happens: no enemy is within {write_number(trigger(r))} cm"
    if not told.under:
        return f"Explodes with a chance of {told.explodes}, with nobody under the card"
    men = "man" if told.under == 1 else "men"
    lost = "he" if told.under == 1 else "one or more of them"
    return (
        f"Explodes with a chance of {told.explodes} over {told.under} {men};"
        f" {lost} will be removed {likely(told.any_removed)}"
    )


def _pictures(
    r: Reader,
    remote: bool,
    people: Sequence[Victim],
    lost: Sequence[Fraction],
    whole: Distribution[int],
    reach: Number,
    base: Number,
) -> list[Exhibit]:
    discs = [Disc(0, 0, reach, "the card")]
    if not remote:
        discs.append(Disc(0, 0, trigger(r), "sets it off", "range"))
    figures = [Figure(0, 0, "marker", "marker")]
    figures += [
        Figure(man.x, man.y, f"man {place}", man.side, half(r, base), chance)
        for place, (man, chance) in enumerate(zip(people, lost, strict=True), start=1)
    ]
    return [
        Tabletop(
            "The charge, the men around it, and the chance that each is removed",
            r.ruleset.unit,
            discs=discs,
            figures=figures,
        ),
        Bars("How many men are removed", "Men removed", {"": whole}, name="removed"),
    ]
