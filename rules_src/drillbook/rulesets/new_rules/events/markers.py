"""Critical events: what a unit that has been through them may do in its turn."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Choices, Count, Reader, Working, question
from drillbook.asking.exhibits import Bars, Decision, Verdict
from drillbook.maths import Distribution, averaged, spoken
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.inputs import Pick, Quality, coloured_of, unit_of
from drillbook.rulesets.new_rules.common.orders import FORMATION, Standing, cost_of
from drillbook.rulesets.new_rules.common.rallying import leave_to_rally
from drillbook.rulesets.new_rules.common.unit import COLUMN, must_reform, mustered

BROKEN, PETRIFIED, WAVERING, ROUT, OFFICER = "broken", "petrified", "wavering", "rout", "officer"
MARKS = {
    PETRIFIED: "Petrified",
    BROKEN: "Broken Line",
    ROUT: "Rout",
    WAVERING: "Wavering",
    OFFICER: "Officer Killed",
}
ENEMYS, OWN = "enemys", "own"
WHEN = {ENEMYS: "In the enemy's turn", OWN: "In its own turn"}


@dataclass(frozen=True, slots=True)
class Markers:
    """What a unit with markers of past events may do in its turn.

    activated: whether it may be activated; mended: the chance that it is in order again afterwards;
    actions: the actions to expect for orders of its own.
    rallies: whether it may rally, if the rules have a rally; runs: whether its rout goes on if it does not stop.
    """

    activated: bool
    mended: Fraction
    actions: Fraction
    rallies: bool
    runs: bool


@question(
    "nr/markers?unit=line-infantry&marks=broken&when=enemys&quality=4&coloured=1&dice=3&pick=white",
    "nr/markers?unit=heavy-cavalry&marks=petrified,broken&when=own&quality=3&coloured=2&dice=2&pick=white",
    "nr/markers?unit=recruits&marks=rout,wavering&when=enemys&quality=4&coloured=3&dice=3&pick=white",
    "nr/markers?unit=grenadiers&marks=officer&when=enemys&quality=4&coloured=0&dice=2&pick=white",
)
def markers(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    marks: Annotated[tuple[str, ...], Choices(MARKS, default=(BROKEN,), label="Its events")],
    when: Annotated[str, Choice(WHEN, label="It was petrified", when={"marks": (PETRIFIED,)}, why_not="It is not petrified.")],
    quality: Quality,
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
) -> Breakdown[Markers]:  # fmt: skip
    """What may it do this turn?"""
    w, found = Working(r), mustered(r, unit, COLUMN, coloured, broken=BROKEN in marks)
    check_dice(r, w, dice)
    reforms = must_reform(r, found)
    barred = PETRIFIED in marks and (when == ENEMYS or r.holds("petrified", "owners-turn"))
    bound = Standing(found, routs=ROUT in marks) if reforms or ROUT in marks else None
    outcomes = Activation(r, quality, bound).activate(coloured, dice, pick)
    roll = Distribution.sure(0) if barred else outcomes.map(lambda one: one.actions)
    w.note("petrified: it is not activated", "events.petrified", when=barred)
    rolls = not barred and dice > 0
    w.note("it has no formation, so its ranks need no order", "events.broken-line", when=found.broken and not reforms)
    mended, free = _after(r, w, marks, roll, rolls=rolls, barred=barred, reforms=reforms)
    runs = ROUT in marks and (rolls or not r.holds("rout-move", "when-activated"))
    on = "runs on towards its zone" if runs else "stays where it is, since it runs only when it is activated"
    w.note(f"unless it stops it {on}", "events.rout", when=ROUT in marks)
    w.note("wavering is noted and does nothing", "events.wavering", when=WAVERING in marks)
    rallies = not barred and leave_to_rally(r, Standing(found, routs=ROUT in marks, wavers=WAVERING in marks)).given
    w.note("it cannot rally", "events.wavering-rally", when=WAVERING in marks and not rallies)
    w.note("it is activated by itself, as any unit", "events.officer-killed-single", when=OFFICER in marks)
    actions = w.then("actions to expect for orders of its own", free.mean, "activation.action-per-success")
    value = Markers(not barred, Fraction(mended), Fraction(actions), rallies, runs)
    return w.answer(
        value,
        headline=_headline(value, marks, reforms=reforms),
        chance=value.mended,
        distribution=free,
        exhibits=[
            Decision("What it may do", _table(r, value, marks, reforms=reforms)),
            Bars("Actions for orders of its own", "Actions", {"": free}, name="free"),
        ],
    )


def _after(
    r: Reader, w: Working, marks: tuple[str, ...], roll: Distribution[int], *, rolls: bool, barred: bool, reforms: bool
) -> tuple[Fraction, Distribution[int]]:
    """Return the chance that the unit is in order after its activation, and its spare actions.

    rolls: whether dice are rolled for it; barred: whether it may not be activated;
    reforms: whether it puts its ranks in order.
    The spare actions are those for orders of its own.
    """
    nothing = Distribution.sure(0)
    if barred:
        return Fraction(0), nothing
    if ROUT in marks:
        needs = r.int("events.rout-stop")
        many = 1 if r.holds("rout-stop", "three-turns") else needs
        stops = roll.chance(lambda one: one >= many)
        w.then(
            "chance to roll so many successes that it stops",
            stops,
            "events.rout-stop",
            when=r.holds("rout-stop", "one-roll"),
        )
        w.note("its rout ends over several turns", "events.rout-stop", when=not r.holds("rout-stop", "one-roll"))
        return (stops if r.holds("rout-stop", "one-roll") else Fraction(0)), nothing
    if reforms:
        w.note("until then no modifier of its formation counts", "events.broken-line-modifiers")
        if r.holds("broken-line", "forfeited"):
            w.note("its activation is forfeited, and it is in order again", "events.broken-line")
            return Fraction(rolls), nothing
        mended = w.then(
            "chance of a success to put its ranks in order", roll.chance(lambda one: one > 0), "events.broken-line"
        )
        spare = r.holds("broken-line", "rest-is-free")
        cost = cost_of(r, FORMATION).whole
        return Fraction(mended), roll.map(lambda one: max(0, one - cost)) if spare else nothing
    return Fraction(1), roll


def _table(r: Reader, value: Markers, marks: tuple[str, ...], *, reforms: bool) -> list[Verdict]:
    """Return the verdicts on what each marker allows the unit."""
    running, broken = ROUT in marks, reforms
    return [
        Verdict("Be activated", value.activated, "petrified" if not value.activated else "in its turn", r.cite("events.petrified")),
        Verdict("Take orders of its own", value.actions > 0, f"{averaged(value.actions, 'action')} on average", r.cite("actions.budget")),
        Verdict("Stop its rout", value.mended > 0 if running else None, spoken(value.mended) if running else "it does not rout",
                r.cite("events.rout")),
        Verdict("Put its ranks in order", value.mended > 0 if broken and not running else None,
                "the rout comes first" if running and broken else spoken(value.mended) if broken else "they are in order",
                r.cite("events.broken-line")),
        Verdict("Rally", value.rallies, "nobody knows how" if not value.rallies else "for an action", r.cite("events.wavering-rally")),
        Verdict("Take orders from a general", None, "its officer is killed" if OFFICER in marks else "there is no general",
                r.cite("events.officer-killed")),
    ]  # fmt: skip


def _headline(value: Markers, marks: tuple[str, ...], *, reforms: bool) -> str:
    """Return the headline: what the unit may use this turn for."""
    if not value.activated:
        if value.runs:
            return "It is petrified and not activated, so it cannot stop: it routs on"
        return "It stands petrified: no activation this turn"
    actions = f"{averaged(value.actions, 'action')} of its own on average"
    if ROUT in marks:
        return f"It routs, and stops: {spoken(value.mended)}{'' if value.runs else '; it stays where it is'}"
    if reforms:
        more = f"; {actions}" if value.actions else "; nothing else this turn"
        return f"Its ranks are in order again: {spoken(value.mended)}{more}"
    return f"It is activated as usual: {actions}"
