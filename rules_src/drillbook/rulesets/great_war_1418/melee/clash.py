"""The first round of a melee between two platoons."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, spoken
from drillbook.rulesets.great_war_1418.common.contact import Contact
from drillbook.rulesets.great_war_1418.common.melee import Fight, Melee, Side, refuses, words_of


@dataclass(frozen=True, slots=True)
class Clash:
    """The chances after the first round of a melee.

    own_lost, enemy_lost, both_lost: this front, the other's, or both removed; unharmed: nobody hurt.
    in_contact: both sides still have a platoon in contact, the platoon behind in the place of a front that is lost.
    """

    own_lost: Fraction
    enemy_lost: Fraction
    both_lost: Fraction
    unharmed: Fraction
    in_contact: Fraction


@question(
    "gw/clash?unit=line-inf&ground=open&enemy=line-inf&enemy-ground=open",
    "gw/clash?unit=melee-cav&ground=open&enemy=line-inf&enemy-ground=open",
    "gw/clash?unit=gren-squad&parent=elite-inf&ground=open&enemy=line-inf&enemy-ground=fort-dug",
    "gw/clash?unit=line-inf&ground=rough&behind=fresh&enemy=mixed-cav&enemy-ground=open",
)
def clash(r: Reader, *, contact: Contact) -> Breakdown[Clash]:
    """What does the first clash do?"""
    w = Working(r)
    start, melee = contact.start, contact.melee(r, w)
    ends = Distribution.sure(start) if refuses(r, w, melee, start) else melee.round(start, True)
    for number, name in enumerate(("one side", "the other")):
        w.then(f"hits of {name} to expect, if it strikes", melee.strikes(number, start).mean, "shooting.match-or-beat")
    w.note("all pairs are fought, then the losses go", "melee.casualties-after")
    told = _told(melee, ends, start)
    w.then("one side loses its front", told.own_lost, "injuries.two-hits")
    w.then("the other loses its front", told.enemy_lost, "injuries.two-hits")
    w.then("and both go on, in deathmatch", told.in_contact, "melee.to-deathmatch")
    joint = ends.map(lambda fight: f"{words_of(r, fight[0])} / {words_of(r, fight[1])}")
    one, other = contact.names(r)
    return w.answer(
        told,
        headline=f"{_whom(other, start[1])} removed: {spoken(told.enemy_lost)};"
        f" {_whom(one if contact.unit != contact.enemy else one.lower(), start[0])} removed: {spoken(told.own_lost)};"
        f" deathmatch: {spoken(told.in_contact)}",
        chance=told.enemy_lost,
        distribution=joint,
        exhibits=[
            _grid(r, ends, one, other),
            Bars("How the first round leaves both sides", f"{one} / {other}", {"": joint}, name="both"),
        ],
    )


def _told(melee: Melee, ends: Distribution[Fight], start: Fight) -> Clash:
    """Return the chances that the form asks for."""
    dead = melee.dead
    return Clash(
        ends.chance(lambda fight: fight[0].front >= dead),
        ends.chance(lambda fight: fight[1].front >= dead),
        ends.chance(lambda fight: fight[0].front >= dead and fight[1].front >= dead),
        ends[start],
        ends.chance(lambda fight: not melee.over(melee.steps_up(fight, first=True))),
    )


def _whom(name: str, side: Side) -> str:
    """Return the name in the headline for the platoon that is removed.

    For a side with a platoon behind it, that is the front.
    """
    return name if side.behind is None else f"{name}'{'' if name.endswith('s') else 's'} front"


def _grid(r: Reader, ends: Distribution[Fight], one: str, other: str) -> Grid:
    """Return a grid of the states of both sides."""
    states = [sorted({fight[side] for fight in ends}, key=lambda at: (at.front, at.behind or 0)) for side in (0, 1)]
    cells = [
        [
            sum((chance for fight, chance in ends.items() if fight == (mine, theirs)), Fraction(0)) or None
            for theirs in states[1]
        ]
        for mine in states[0]
    ]
    return Grid(
        f"Beside: {one}; above: {other}", one, other,
        [words_of(r, at) for at in states[0]], [words_of(r, at) for at in states[1]], cells, name="joint",
    )  # fmt: skip
