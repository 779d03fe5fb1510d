"""Musketry: volley after volley, until the target is gone."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Chain, Distribution, Thrower, averaged, counted, spoken
from drillbook.rulesets.new_rules.common.activation import Activation
from drillbook.rulesets.new_rules.common.bands import combat_die
from drillbook.rulesets.new_rules.common.fire import REMOVED, Shot
from drillbook.rulesets.new_rules.common.shooting import attack_of, coloured_after
from drillbook.rulesets.new_rules.common.targets import Aim
from drillbook.rulesets.new_rules.musketry._form import Cover, Distance, Fresh
from drillbook.rulesets.new_rules.musketry.volley import fired


@dataclass(frozen=True, slots=True)
class Volleys:
    """The volleys to expect until the target is removed, and its state after those fired.

    expected: None if the target is never removed; removed, crippled: the chance of each after the volleys fired.
    blunder: the chance that it blunders in its next activation with all its dice, if it is still there.
    """

    expected: Fraction | None
    removed: Fraction
    crippled: Fraction
    blunder: Fraction


@question(
    "nr/volleys?shooter=line-infantry&figure=listed&formation=line&target=line-infantry&target-figure=1&target-formation=line&target-coloured=0&cover=none&distance=2&volleys=4",
    "nr/volleys?shooter=grenadiers&figure=listed&formation=line&target=recruits&target-figure=listed&target-formation=column&target-coloured=1&cover=light&distance=1&volleys=3",
)
def volleys(
    r: Reader,
    *,
    own: Fresh,
    aim: Aim,
    cover: Cover,
    distance: Distance,
    volleys: Annotated[int, Count(1, 12, default=4, label="Volleys")],
) -> Breakdown[Volleys]:
    """How long will it stand this fire?"""
    w = Working(r)
    shot = own.at(r, aim, distance, cover)
    attack_of(r, w, shot)
    w.note("Panic counts; what else an event does is left out here", "events.panic")
    chain = Chain[Any](aim.target_coloured, lambda state: step(r, shot, state), absorbing=[REMOVED])
    flow = chain.flow(volleys)
    expected = chain.expected_turns()
    if expected is not None:
        w.then("volleys to expect until it is removed", expected, "damage.capacity")
    last = flow[-1]
    crippled = r.int("damage.crippled")
    value = Volleys(expected, last[REMOVED], last[crippled], _blunder(r, last))
    w.then("chance that it is removed by then", value.removed, "damage.removal")
    w.then("chance that it is crippled by then", value.crippled, "damage.crippled-modifier")
    w.then("chance of a blunder in its next activation, if it is there", value.blunder, "events.blunder-chance")
    states = [*range(r.int("damage.total-three") + 1), REMOVED]
    return w.answer(
        value,
        headline=_headline(value, volleys),
        chance=value.removed,
        distribution=last,
        exhibits=[
            Track(
                "The target's coloured dice, volley by volley", states, flow, absorbing=(REMOVED,), turn_word="Volley",
                labels={REMOVED: "Removed"},
            ),
            Bars(f"Its coloured dice after {counted(volleys, 'volley')}", "Coloured dice", {"": last}, name="after"),
        ],
    )  # fmt: skip


def step(r: Reader, shot: Shot, state: int | str) -> Distribution[Any]:
    """Return the distribution of the target's coloured dice after one more volley.

    The function takes the target's ranks to be whole again before the next volley.
    """
    if isinstance(state, str):
        return Distribution.sure(state)
    now = replace(shot, target=replace(shot.target, coloured=state))
    return coloured_after(r, attack_of(r, Working(r), now), now)


def _blunder(r: Reader, last: Distribution[Any]) -> Fraction:
    """Return the chance of a blunder when the target rolls all its dice, if it is still there."""
    found = Activation(r, r.int("events.blunder-trigger"))
    there = 1 - last[REMOVED]
    if not there or not any(found.blunders(face) for face in found.faces):
        return Fraction(0)
    formula = r.formula("events.blunder-chance")
    on = ((dice, chance) for dice, chance in last.items() if dice != REMOVED)
    return Fraction(sum((chance * formula(N=len(found.faces), c=dice) for dice, chance in on), Fraction(0))) / there


def _headline(value: Volleys, many: int) -> str:
    """Return the headline: how long the target lasts."""
    gone = f"removed by {counted(many, 'volley')}: {spoken(value.removed)}"
    if value.expected is None:
        return f"It is never shot away; {gone}"
    return f"It stands {averaged(value.expected, 'volley')} on average; {gone}"


@simulation
def throw_volleys(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int | str]:
    """Throw the volleys at `count` targets and return the coloured dice of each."""
    i = inputs
    shot = formed(Fresh, i).at(r, formed(Aim, i), i["distance"], i["cover"])
    return [_under_fire(r, dice, shot, i["volleys"]) for _ in range(count)]


def _under_fire(r: Reader, dice: Thrower, shot: Shot, many: int) -> int | str:
    """One target under so many volleys with real dice."""
    state: int | str = shot.target.coloured
    for _ in range(many):
        if isinstance(state, str):
            break
        now = replace(shot, target=replace(shot.target, coloured=state))
        state = fired(r, dice, attack_of(r, Working(r), now), now, combat_die(r))
    return state
