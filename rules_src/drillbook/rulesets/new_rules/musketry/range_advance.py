"""Musketry: whether to fire at once, or to go nearer first and fire with what is left."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Card, Curves
from drillbook.maths import Number, counted, exact, percent, spoken, write_number
from drillbook.rulesets.new_rules.common.fire import STANDARD, Shot, edges, hurt_by, in_contact
from drillbook.rulesets.new_rules.common.inputs import figure_of
from drillbook.rulesets.new_rules.common.lengths import Measure, Scale, Short, scale
from drillbook.rulesets.new_rules.common.marching import Marcher, covered, march_of
from drillbook.rulesets.new_rules.common.orders import FIRE, cost_of
from drillbook.rulesets.new_rules.common.shooting import attack_of, limits_of, reach_of
from drillbook.rulesets.new_rules.common.targets import Aim, Coloured, Figure
from drillbook.rulesets.new_rules.common.unit import INFANTRY
from drillbook.rulesets.new_rules.common.unit import figure as figure_in
from drillbook.rulesets.new_rules.musketry._form import DISTANCE, Cover, Formation, Fresh, Shooter


@dataclass(frozen=True, slots=True)
class RangeAdvance:
    """Where it fires from, in S, the actions that the way costs, the volleys that are left.

    hurt: the chance that the target takes disorder by any of them; each: by one of them; standing: by all volleys from where it is.
    """

    distance: Number
    spent: int
    volleys: int
    hurt: Fraction
    each: Fraction
    standing: Fraction


@dataclass(frozen=True, slots=True)
class Way:
    """A way to spend the actions: some to go nearer, the rest for volleys.

    spent: the actions to go nearer; distance: the distance of fire, in S; volleys: how many volleys are left;
    each: the chance that one of them hurts.
    """

    spent: int
    distance: Number
    volleys: int
    each: Fraction

    @property
    def hurt(self) -> Fraction:
        """The chance that any of the volleys hurts the target.

        As long as no volley has hurt the target, its state is unchanged, so each volley has the same chance.
        """
        return 1 - (1 - self.each) ** self.volleys


@question(
    "nr/range-advance?shooter=line-infantry&figure=listed&speed=listed&formation=line&coloured=0&target=line-infantry&target-figure=listed&target-formation=line&target-coloured=0&cover=none&distance=3&actions=3&short=4&measure=inches",
    "nr/range-advance?shooter=recruits&figure=listed&speed=listed&formation=column&coloured=0&target=grenadiers&target-figure=listed&target-formation=line&target-coloured=1&cover=light&distance=4.5&actions=2&short=10&measure=cm",
    "nr/range-advance?shooter=light-infantry&figure=listed&speed=listed&formation=line&coloured=1&target=heavy-cavalry&target-figure=listed&target-coloured=0&cover=none&distance=1.5&actions=2&short=1&measure=squares",
)
def range_advance(
    r: Reader,
    *,
    shooter: Shooter,
    figure: Figure,
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Formation,
    coloured: Coloured,
    aim: Aim,
    cover: Cover,
    distance: Annotated[Number, replace(DISTANCE, default=3)],
    actions: Annotated[int, Count(1, 3, default=3, label="Actions it has")],
    short: Short,
    measure: Measure,
) -> Breakdown[RangeAdvance]:
    """At what distance should it fire?"""
    w, table = Working(r), scale(r, short, measure)
    in_contact(r, w, distance)
    shot = Fresh(shooter, figure, formation).at(r, aim, distance, cover, coloured)
    marcher = Marcher(shot.shooter, figure_in(r, shooter, "speed", speed).whole, Fraction(1) / short)
    march = march_of(r, w, marcher)
    w.then("actions that a volley costs", cost_of(r, FIRE))
    ways = [
        way
        for spent in range(actions)
        if (way := _way(r, shot, exact(covered(r, march, shot.shooter, spent)), spent, actions))
    ]
    w.forbid("It does not come within range with an action left to fire.", "musketry.max-range", when=not ways)
    best = max(ways, key=lambda way: (way.hurt, way.distance))
    _steps(w, best)
    standing = next((way.hurt for way in ways if not way.spent), Fraction(0))
    value = RangeAdvance(best.distance, best.spent, best.volleys, best.hurt, best.each, standing)
    return w.answer(
        value,
        headline=_headline(value, table),
        chance=best.hurt,
        exhibits=[
            _curve(r, shot, _back(r, shot, (aim.target, aim.target_figure), (shooter, figure)), best),
            Card("What each way brings", [_entry(way) for way in ways], name="ways"),
            table.card(),
        ],
    )  # fmt: skip


def _way(r: Reader, shot: Shot, far: Number, spent: int, actions: int) -> Way | None:
    """Return the best way that spends that many actions on going nearer, or None.

    Of the places with the same chance, the farthest is taken. far: how far the actions take the unit, in S.
    The result is None if no volley is left or no place is within range.
    """
    left = actions - spent
    volleys = left // cost_of(r, FIRE).whole
    if r.holds("repeat-actions", "each-once"):
        volleys = min(1, volleys)
    reach = reach_of(r, Working(r), STANDARD)
    nearest = Fraction(shot.distance) - Fraction(far)
    places = {Fraction(place) for place in (nearest, shot.distance, reach, *limits_of(r, reach).values())}
    inside = [
        place for place in places if place > 0 and nearest <= place <= min(Fraction(reach), Fraction(shot.distance))
    ]
    if not volleys or not inside:
        return None
    found = [(_each(r, replace(shot, distance=place)), place) for place in inside]
    each, place = max(found)
    return Way(spent, exact(place), volleys, each)


def _each(r: Reader, shot: Shot) -> Fraction:
    """Return the chance that one volley hurts its target."""
    return hurt_by(attack_of(r, Working(r), shot))


def _steps(w: Working, best: Way) -> None:
    """Add the steps of the way that is taken."""
    w.then("actions spent to go nearer", best.spent, "actions.move-cost")
    w.then("it fires from, in S", best.distance, "musketry.falls-off")
    w.then("volleys that are left", best.volleys, "actions.budget")
    w.then("chance that one of them hurts", best.each, "musketry.band-table")
    w.then("chance that any of them hurts", best.hurt, "damage.exchange")


def _back(r: Reader, shot: Shot, target: tuple[str, str], shooter: tuple[str, str]) -> Shot | None:
    """Return the shot in the other direction; None if the target has no muskets.

    target, shooter: the unit and the figure given for it.
    """
    if shot.target.arm != INFANTRY:
        return None
    fires = figure_in(r, target[0], "shooting", target[1]).whole
    return Shot(shot.target, fires, shot.shooter, shot.figure, shot.distance)


def _curve(r: Reader, shot: Shot, back: Shot | None, best: Way) -> Curves:
    """Return curves of the chance that a volley hurts, by distance, for both directions."""
    reach = reach_of(r, Working(r), STANDARD)
    limits = [limit for limit in limits_of(r, reach).values() if limit < reach]
    stops = edges(DISTANCE.step, reach, [*limits, best.distance])
    both = {"We hurt them": shot, "They hurt us": back}
    marks = {limit: f"{write_number(limit)} S" for limit in limits} | {best.distance: "fire here"}
    return Curves(
        "Chance that a volley hurts, over the distance it is fired at", "Distance, in S", "Chance",
        {name: [(at, _each(r, replace(one, distance=at))) for at in stops] for name, one in both.items() if one},
        marks=sorted(marks.items()), step=True, edges=limits, here=shot.distance if shot.distance <= reach else None,
        sets="distance", own="We hurt them",
    )  # fmt: skip


def _entry(way: Way) -> tuple[str, str]:
    """Return a way as one entry of a card."""
    go = f"{counted(way.spent, 'action')} to go nearer" if way.spent else "It stands"
    return go, f"{counted(way.volleys, 'volley')} at {write_number(way.distance)} S: hurt {percent(way.hurt)}"


def _headline(value: RangeAdvance, table: Scale) -> str:
    """Where to fire from, and what that brings."""
    volleys = counted(value.volleys, "volley")
    go = (
        f"Go nearer for {counted(value.spent, 'action')}, then fire {volleys}"
        if value.spent
        else f"Stand and fire {volleys}"
    )
    told = f"{go} at {table.words(value.distance)}: the target is hurt at least once, {spoken(value.hurt)}"
    if not value.hurt:
        return "No volley hurts this target, from wherever it can fire"
    if not value.spent:
        return told
    return f"{told}; standing, {spoken(value.standing) if value.standing else 'nothing'}"
