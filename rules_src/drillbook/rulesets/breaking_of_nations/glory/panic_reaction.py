"""Panic: what one man must do whose die is cast."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import called
from drillbook.rulesets.breaking_of_nations.glory import _reactions as panic


@dataclass(frozen=True, slots=True)
class PanicReaction:
    """What one panicked man must do."""

    reaction: str
    does: str
    shoots: bool


@question("bon/panic-reaction?grade=regular&score=5&cover=8", "bon/panic-reaction?grade=green&score=2")
def panic_reaction(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Grade", "green")],
    score: Annotated[int, Count(1, 6, default=2, label="Score of the die")],
    cover: Annotated[
        Number,
        half_inches(
            "Nearest free cover",
            24,
            6,
            help="The nearest cover that the enemy does not hold.",
            bands=("glory.take-cover",),
        ),
    ],
) -> Breakdown[PanicReaction]:
    """The die is cast for this man: what must he do?"""
    w = Working(r)
    w.start(
        f"score {score}, {called(r, grade)}",
        r.cell("reactions", f"r{score}", panic.nerve_of(r, grade)),
    )
    reaction = panic.reaction_of(r, grade, score)
    if reaction is None:
        w.refuse("The score stands for a word without a meaning: roll again.", "glory.reaction-table")
    does = panic.DOES[reaction]
    if reaction == "take-cover":
        near = w.then("how far he looks for cover, in inches", "glory.take-cover")
        if cover > near:
            does = "finds no cover near enough, and may shoot"
    elif reaction in ("berserk", "onwards"):
        does = _aim(r, reaction)
    text = "Nothing: the source does not explain the word."
    if reaction in panic.REACTIONS:
        text = r.rule(f"glory.{reaction}").text
        w.note(text, f"glory.{reaction}")
    w.note("and so every turn until he recovers", "glory.persist")
    shoots = reaction in panic.SHOOTS
    entries = [
        ("Reaction", panic.called(reaction)),
        ("In words", text),
        ("This turn", does),
        ("Shoots", "yes" if shoots else "no"),
        ("How long", "until he recovers"),
    ]
    return w.answer(
        PanicReaction(reaction, does, shoots),
        headline=f"{panic.called(reaction)}: he {does}",
        exhibits=[Card(caption=f"What a score of {score} makes of him", entries=entries)],
    )


def _aim(r: Reader, reaction: str) -> str:
    """Return in words the target of a berserk man or of a charge, by the readings in force.

    For a charge the words state how near the enemy is, if a reading names the distance.
    """
    if reaction == "berserk":
        return "shoots at the nearest enemy" if r.holds("berserk-target", "nearest-enemy") else panic.DOES[reaction]
    if r.has("ruling.nearby-undefined", "named-distance") and r.holds("nearby-undefined", "named-distance"):
        return f"charges an enemy within {write_number(r.num('glory.take-cover'))} inches"
    return panic.DOES[reaction]
