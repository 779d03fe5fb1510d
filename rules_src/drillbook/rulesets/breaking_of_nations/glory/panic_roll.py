"""Panic: what a squad's men do."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid, Mark
from drillbook.maths import Distribution, Thrower, binomial, counted, np, spoken, write_mean
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import all_grades
from drillbook.rulesets.breaking_of_nations.common.soldier import called
from drillbook.rulesets.breaking_of_nations.glory import _reactions as panic


@dataclass(frozen=True, slots=True)
class PanicRoll:
    """How many men react in the way asked about, and how many of them still fight."""

    each: Fraction
    expected: Fraction
    at_least_one: Fraction
    all_of_them: Fraction
    fighting: Fraction


@question("bon/panic-roll?grade=green&men=10&reaction=onwards", "bon/panic-roll?grade=veteran&men=6&reaction=flee")
def panic_roll(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Grade", "green")],
    men: Annotated[int, Count(1, 20, default=10, label="Men in panic")],
    reaction: Annotated[str, Choice(options=panic.REACTIONS, default="onwards", label="Count those who")],
) -> Breakdown[PanicRoll]:
    """My squad has panicked: what will the men do?"""
    w = Working(r)
    shares = panic.reactions(r, grade)
    for one, chance in shares.items():
        rule = f"glory.{one}" if one in panic.REACTIONS else "glory.reaction-table"
        w.then(f"{panic.called(one)}: chance for each man", chance, rule)
    name = panic.called(reaction)
    each = w.then(f"{name}: each man rolls for himself", shares[reaction], "glory.panic-each")
    w.times("men in panic, for the number to expect", men, "glory.panic-each")
    counts = binomial(men, each)
    fighting = shares.chance(lambda one: one in panic.SHOOTS or one == "onwards")
    value = PanicRoll(each, men * each, counts.at_least(1), counts[men], men * fighting)
    caption = f"How many of {counted(men, f'{called(r, grade)} soldier')} react with: {name.lower()}"
    return w.answer(
        value,
        headline=f"{name}: {_headline(value, men)}",
        chance=value.at_least_one,
        distribution=counts,
        exhibits=[
            Bars(caption=caption, axis="Men", series={"": counts}, mark=Mark(1, "at least one")),
            Bars(
                caption="How the reactions are shared out in each column of the table",
                axis="Reaction",
                series=_by_column(r),
                stacked=True,
                name="reactions",
            ),
            _grid(r, men, reaction, grade),
        ],
    )


def _headline(value: PanicRoll, men: int) -> str:
    """How many do so, and how likely anybody does."""
    if not value.each:
        return "nobody of this grade does"
    if men == 1:
        return f"the man does so: {spoken(value.each)}"
    return f"{write_mean(value.expected)} of {men} men on average; at least one of them: {spoken(value.at_least_one)}"


def _by_column(r: Reader) -> dict[str, Distribution[str]]:
    """Return the reactions of each column of the printed table, by the column's heading."""
    headings = {column.field: column.label for column in r.rule("glory.reaction-table").columns}
    grades = {panic.nerve_of(r, grade): grade for grade in all_grades(r)}
    return {headings[nerve]: panic.reactions(r, grade).map(panic.called) for nerve, grade in grades.items()}


def _grid(r: Reader, men: int, reaction: str, grade: str) -> Grid:
    """Return the grid of the chance that any man reacts in a way, for every reaction and grade."""
    columns = {r.name("soldiers", one): panic.reactions(r, one) for one in all_grades(r)}
    seen = [one for one in (*panic.REACTIONS, "nothing") if any(dist[one] for dist in columns.values())]
    return Grid(
        caption=f"Chance that at least one of {counted(men, 'man')} reacts so",
        row_axis="Reaction",
        column_axis="Grade",
        rows=[panic.called(one) for one in seen],
        columns=list(columns),
        cells=[[1 - (1 - dist[one]) ** men for dist in columns.values()] for one in seen],
        here=(seen.index(reaction), all_grades(r).index(grade)) if reaction in seen else None,
        name="at-least-one",
        by_row={"reaction": seen},
        by_column={"grade": all_grades(r)},
    )


@simulation
def throw_panic_roll(r: Reader, dice: Thrower, count: int, /, *, grade: str, men: int, reaction: str) -> Any:
    """Throw the dice of the men and return how many of them react in the way of the question.

    A word without a meaning is rolled again.
    """
    found = [panic.reaction_of(r, grade, face) for face in r.dice("glory.panic-each")]
    so = np.array([one == reaction for one in found])
    again = np.array([one is None for one in found])
    rolled = dice.roll_each(r.text("glory.panic-each"), count, men) - 1
    while again[rolled].any():
        rolled = np.where(again[rolled], dice.roll_each(r.text("glory.panic-each"), count, men) - 1, rolled)
    return so[rolled].sum(axis=1)
