"""Morale: the test of this turn, for a squad or a whole platoon."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Grid, Mark
from drillbook.maths import Thrower, spoken
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.initiative import morale_dice
from drillbook.rulesets.breaking_news.morale._morale import Losses, Rules, Test
from drillbook.rulesets.breaking_news.morale._unit import Teams, Unit, check_teams, check_unit, counted_class

SQUAD, PLATOON = "squad", "platoon"
SCOPES = {SQUAD: "One squad", PLATOON: "A platoon"}
IN_PLATOON: dict[str, Any] = {"when": {"scope": (PLATOON,)}, "why_not": "A single squad throws its own dice only."}


@dataclass(frozen=True, slots=True)
class MoraleTest:
    """The answer on a morale test: its dice, the number wanted, and the chance to hold.

    dice and needed are None if no test is due. saved_by_six states whether a 6 passes in any case.
    """

    troops: str
    dice: int | None
    needed: int | None
    losses: int
    still_fighting: int
    strength: int
    saved_by_six: bool
    passes: Fraction


@question(
    "bn/morale-test?squad=9,r2,yes&before=0&lost=3&leaders=0",
    "bn/morale-test?scope=platoon&squad=32,r3,yes&lost=3&fine=4&half=0&below=0",
    "bn/morale-test?squad=8,irr3,no;1,irr1,yes&before=1&lost=2&leaders-before=0&leaders=1&stabilised=1",
    "bn/morale-test?squad=10,r4,yes&lost=6",
    "bn/morale-test?squad=10,r4,yes&lost=2&leaders=1&stabilised-leaders=1",
    "bn/morale-test?scope=platoon&squad=24,r4,yes&before=6&lost=2&leaders-before=1&fine=1&half=1&below=1",
)
def morale(
    r: Reader,
    *,
    scope: Annotated[str, Choice(SCOPES, label="Who tests")],
    squad: Annotated[
        Unit,
        Rows(
            {
                "men": Count(1, 60, default=10, label="Men", unit="men"),
                "troops": Choice(table="classes", default="r4", label="Troops"),
                "commander": Flag(label="Commander"),
            },
            low=1,
            high=4,
            default=((10, "r4", True),),
            noun="group",
            label="As it started",
            help="All the men the unit began with, by class; tick the group its commander belongs to.",
        ),
    ],
    before: Annotated[int, Count(0, 12, label="Men lost earlier", help="Leaders apart.")],
    lost: Annotated[int, Count(0, 8, default=3, label="Men lost this turn", help="Leaders apart.")],
    leaders_before: Annotated[int, Count(0, 6, label="Leaders lost earlier")],
    leaders: Annotated[int, Count(0, 6, label="Leaders lost this turn")],
    stabilised: Annotated[
        int, Count(0, 4, label="Stabilised by a medic", help="Of the men lost: they do not count as losses.")
    ],
    stabilised_leaders: Annotated[
        int, Count(0, 4, label="Leaders stabilised by a medic", help="Of the leaders lost: they do not count either.")
    ],
    fine: Annotated[int, Count(0, 6, default=4, label="Teams with more than half left", **IN_PLATOON)],
    half: Annotated[int, Count(0, 6, label="Teams at exactly half", **IN_PLATOON)],
    below: Annotated[int, Count(0, 6, label="Teams with less than half left", **IN_PLATOON)],
) -> Breakdown[MoraleTest]:
    """Will they hold?"""
    w = Working(r)
    losses = Losses(before, lost, leaders_before, leaders)
    teams = Teams(fine, half, below) if scope == PLATOON else None
    rules = Rules.read(r, scope == PLATOON)
    strength = check_unit(squad, losses, stabilised, stabilised_leaders)
    w.forbid(f"Nobody is left to test: all {strength} are lost.", "morale.when", when=losses.men == strength)
    troops = counted_class(r, squad)
    left = strength - losses.men
    weak = teams.below if teams else 0
    kept = rules.keeps_six(strength, losses.men, weak)
    if not losses.this_turn:
        w.note("nobody was lost this turn, so that no test is due", "morale.when")
        unhurt = MoraleTest(name_of(r, troops), None, None, losses.men, left, strength, kept, Fraction(1))
        return w.answer(
            unhurt, headline="They hold: nobody was lost this turn, and no test is due", chance=unhurt.passes
        )
    if teams:
        check_teams(rules, teams, strength, losses.men)
    test = rules.test(
        _tell_dice(r, w, rules, squad, troops, teams),
        _tell_losses(w, rules, losses, losses.without(stabilised, stabilised_leaders)),
        kept,
    )
    if test.saved_by_six:
        w.note(f"{left} of {strength} still fight: a {rules.six} passes in any case", "morale.six")
    else:
        words = f"a {rules.six} is only a {rules.six}" if rules.six_is_six else f"a {rules.six} does not pass"
        few = left < rules.half * strength
        why = f"only {left} of {strength} still fight" if few else "a team has fewer than half of its men"
        w.note(f"{why}: {words}", "morale.six-exception")
    w.then("chance that a die passes", Fraction(len(test.faces), len(rules.die)), "morale.pass")
    w.then(f"chance that at least {rules.one_die} of the {test.dice} does", test.passes, "morale.pass")
    _own_example(r, w, squad, losses, teams)
    answer = MoraleTest(
        name_of(r, troops), test.dice, test.needed, losses.men, left, strength, test.saved_by_six, test.passes
    )
    return w.answer(
        answer,
        headline=f"{test.dice} dice, {_wanted(rules, test)}: {spoken(test.passes)}",
        chance=test.passes,
        distribution=test.good,
        exhibits=[
            _curve(rules, test, answer, weak),
            _grid(r, rules, test),
            Bars("Dice that pass", "Dice that pass", {"": test.good}, Mark(rules.one_die, "holds")),
        ],
    )


@simulation
def throw_morale(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the test and return how many of them pass."""
    rules = Rules.read(r, inputs["scope"] == PLATOON)
    losses = Losses(*(inputs[name] for name in ("before", "lost", "leaders_before", "leaders")))
    strength = sum(men for men, _, _ in inputs["squad"])
    number = morale_dice(r, counted_class(r, inputs["squad"])).whole
    if inputs["scope"] == PLATOON:
        number += Teams(inputs["fine"], inputs["half"], inputs["below"]).dice(rules)
    needed = rules.needed(losses.without(inputs["stabilised"], inputs["stabilised_leaders"]))
    weak = inputs["below"] if inputs["scope"] == PLATOON else 0
    return rules.test(number, needed, rules.keeps_six(strength, losses.men, weak)).throw(r, dice, count)


def _tell_dice(r: Reader, w: Working, rules: Rules, squad: Unit, troops: str, teams: Teams | None) -> int:
    """Return the dice of the class, plus those of a platoon's teams, and add the steps."""
    if len({one for _, one, _ in squad}) > 1:
        who = {
            "most-figures": "most of them are",
            "commander": "their commander is",
            "best-class": "the best of them are",
        }
        w.note(f"{who[r.read_as('mixed-quality')]} {name_of(r, troops)}", "basics.col-initiative-morale")
    w.start(f"dice for the class, {name_of(r, troops)}", morale_dice(r, troops))
    if teams:
        bonus = "morale.platoon-bonus-die"
        w.note("one test for the whole platoon", "morale.platoon-whole")
        w.add(f"teams with more than half their men, {teams.fine}", rules.bonus * teams.fine, bonus)
        if teams.half and rules.lenient:
            w.add(f"teams at exactly half, {teams.half}", rules.bonus * teams.half, bonus)
        elif teams.half:
            w.note(f"teams at exactly half add nothing, {teams.half}", bonus)
        w.note(f"teams with less than half add nothing, {teams.below}", bonus, when=teams.below)
    return w.whole


def _tell_losses(w: Working, rules: Rules, losses: Losses, counted: Losses) -> int:
    """Return what a die has to show, and add the steps.

    counted: the losses without those that a medic has stabilised.
    """
    w.then("men lost this turn", losses.now, "morale.pass")
    if rules.this_turn_only:
        w.note("earlier losses do not count", "morale.pass")
    elif losses.before:
        w.add("men lost earlier", losses.before, "morale.pass")
    leaders = losses.leaders_now + (0 if rules.this_turn_only else losses.leaders_before)
    w.add("leaders lost, each for more than one", rules.leader * leaders, "morale.leader-two", when=leaders)
    needed = rules.needed(counted)
    w.subtract("stabilised by a medic", w.whole - needed, "casualties.stabilised-morale", when=w.whole != needed)
    return needed


def _own_example(r: Reader, w: Working, squad: Unit, losses: Losses, teams: Teams | None) -> None:
    """Add a note if the form matches the source's own example."""
    if teams is None or any(troops != "r3" for _, troops, _ in squad):
        return
    names = ("squads", "lost", "figure", "teams", "dice", "needed")
    told = {part: r.int("morale.platoon-example", part) for part in names}
    if (teams.fine, losses.men, losses.now) == (told["teams"], told["lost"], told["lost"]):
        sum_of = f"{told['figure']} + {told['teams']} = {told['dice']} dice, {told['needed']} or more"
        w.note(f"the source's own example, {told['squads']} squads and a section: {sum_of}", "morale.platoon-example")


def _wanted(rules: Rules, test: Test) -> str:
    """Return in words what one of the dice has to show."""
    if test.needed > max(rules.die):
        return f"only a {rules.six} passes" if test.faces else f"no die can show {test.needed}"
    if rules.six not in test.faces:
        return f"{test.needed} or more, but a {rules.six} does not pass"
    return f"{max(test.needed, min(test.faces))} or more on one of them"


def _curve(rules: Rules, test: Test, answer: MoraleTest, weak: int) -> Exhibit:
    """Return the curve of the same test with more men lost, and with fewer."""
    extra = test.needed - answer.losses
    chances = [
        (gone, rules.test(test.dice, max(0, gone + extra), rules.keeps_six(answer.strength, gone, weak)).passes)
        for gone in range(1, answer.strength)
    ]
    return Curves(
        "Chance to hold as the losses mount; beyond the line fewer than half still fight",
        "Men lost in all",
        "Chance",
        {f"{test.dice} dice": chances},
        [(answer.strength * rules.half, "half are lost")],
        here=answer.losses,
        sets="lost",
    )


def _grid(r: Reader, rules: Rules, test: Test) -> Exhibit:
    least, most = r.int("morale.dice", "least"), r.int("morale.dice", "most")
    rows = sorted({*range(least, most + 1), test.dice})
    columns = list(range(1, max(rules.die) + 1))
    return Grid(
        "Chance to pass, in percent, for so many dice against so many losses",
        "Dice",
        "Losses",
        [str(dice) for dice in rows],
        [str(one) for one in columns],
        [[rules.test(dice, one, True).passes for one in columns] for dice in rows],
        here=(rows.index(test.dice), columns.index(test.needed)) if test.needed in columns else None,
    )
