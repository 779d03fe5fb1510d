"""Panic: what a squad's men do, what one man must do, and whom a berserk man shoots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Card, Figure, Grid, Mark, Tabletop
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._morale import GRADES
from drillbook.rulesets.breaking_of_nations._shooting import (
    hit_chance,
    hits,
    is_critical,
    odds_of,
    shot_number,
    weapon_band,
)

#: Every reaction, by the word the table prints, with the rule that explains it.
REACTIONS: Mapping[str, str] = {
    "freeze": "Freeze",
    "flee": "Flee",
    "take-cover": "Take cover",
    "prone": "Prone",
    "berserk": "Berserk",
    "onwards": "Onwards",
}
#: What a man in panic does, in short, and whether he shoots.
DOES: Mapping[str, str] = {
    "freeze": "stands there, stunned",
    "flee": "runs for his deployment area",
    "take-cover": "makes for cover, and may shoot",
    "prone": "drops and stays, and may shoot",
    "berserk": "shoots at whoever is nearest",
    "onwards": "charges an enemy close by",
    "nothing": "does nothing",
}
SHOOTS: Mapping[str, bool] = {
    "freeze": False,
    "flee": False,
    "take-cover": True,
    "prone": True,
    "berserk": True,
    "onwards": False,
    "nothing": False,
}
Grade = Annotated[str, Choice(table="soldiers", only=GRADES, default="green", label="Grade")]


def reaction_of(r: Reader, grade: str, face: int) -> str | None:
    """What a panicked man of this grade does on this score; None where the die is rolled again."""
    nerve = str(r.cell("soldiers", grade, "nerve").amount)
    word = str(r.cell("reactions", f"r{face}", nerve).amount).lower().replace(" ", "-")
    if word != "panic":
        return word
    return {"A": "freeze", "B": None, "C": "nothing"}[r.reading("panic-word")]


def reactions(r: Reader, grade: str) -> Distribution[str]:
    """How likely each reaction is for one man of this grade."""
    faces = [(reaction_of(r, grade, face), chance) for face, chance in r.dice("glory.panic-each").items()]
    return Distribution.weighted((word, chance) for word, chance in faces if word is not None)


def called(reaction: str) -> str:
    """A reaction's name as it is printed."""
    return REACTIONS.get(reaction, "Nothing")


@dataclass(frozen=True, slots=True)
class PanicRoll:
    """How many men react in the way asked about, and how each reaction is shared out."""

    each: Fraction
    expected: Fraction
    at_least_one: Fraction
    all_of_them: Fraction
    fighting: Fraction


@question(
    "breaking_of_nations",
    "panic-roll",
    examples=["bon/panic-roll?grade=green&men=10&reaction=onwards", "bon/panic-roll?grade=veteran&men=6&reaction=flee"],
)
def panic_roll(
    r: Reader,
    /,
    *,
    grade: Grade,
    men: Annotated[int, Count(1, 20, default=10, label="Men in panic")],
    reaction: Annotated[str, Choice(options=REACTIONS, default="onwards", label="Count those who")],
) -> Breakdown[PanicRoll]:
    """My squad has panicked: what will the men do?"""
    w = Working(r)
    shares = reactions(r, grade)
    name = r.ruleset.table("soldiers").row(grade).name
    for one, chance in shares.items():
        rule = f"glory.{one}" if one in REACTIONS else "glory.reaction-table"
        w.then(f"{called(one)}: chance for each man", Cited(chance, r.cite(rule)))
    each = shares[reaction]
    w.then(f"{called(reaction)}: each man rolls for himself", Cited(each, r.cite("glory.panic-each")))
    w.times("men in panic, for the number to expect", Cited(men, r.cite("glory.panic-each")))
    counts = binomial(men, each)
    fighting = shares.chance(lambda one: SHOOTS[one] or one == "onwards")
    value = PanicRoll(
        each=each,
        expected=men * each,
        at_least_one=counts.at_least(1),
        all_of_them=counts[men],
        fighting=men * fighting,
    )
    columns = {r.ruleset.table("soldiers").row(one).name: reactions(r, one) for one in GRADES}
    seen = [one for one in (*REACTIONS, "nothing") if any(dist[one] for dist in columns.values())]
    return w.answer(
        value,
        headline=_roll_headline(value, reaction, men),
        chance=value.at_least_one,
        distribution=counts,
        exhibits=[
            Bars(
                caption=f"How many of {men} {name.lower()} soldiers react with: {called(reaction).lower()}",
                axis="Men",
                series={"": counts},
                mark=Mark(1, "at least one"),
            ),
            Bars(
                caption="How the reactions are shared out in each column of the table",
                axis="Reaction",
                series=_by_column(r),
                stacked=True,
                name="reactions",
            ),
            Grid(
                caption=f"Chance that at least one of {men} men reacts so",
                row_axis="Reaction",
                column_axis="Grade",
                rows=[called(one) for one in seen],
                columns=list(columns),
                cells=[[1 - (1 - dist[one]) ** men for dist in columns.values()] for one in seen],
                here=(seen.index(reaction), GRADES.index(grade)) if reaction in seen else None,
                name="at-least-one",
            ),
        ],
    )


def _roll_headline(value: PanicRoll, reaction: str, men: int) -> str:
    if not value.each:
        return f"{called(reaction)}: nobody of this grade does"
    if men == 1:
        return f"{called(reaction)}: the man does so with {value.each}"
    return f"{called(reaction)}: each man {value.each}; at least one of {men} men {percent(value.at_least_one)}"


def _by_column(r: Reader) -> dict[str, Distribution[str]]:
    """The reactions of each column of the printed table, under the column's heading."""
    headings = {column.field: column.label for column in r.rule("glory.reaction-table").columns}
    grades = {str(r.cell("soldiers", grade, "nerve").amount): grade for grade in GRADES}
    return {headings[nerve]: reactions(r, grade).map(called) for nerve, grade in grades.items()}


@dataclass(frozen=True, slots=True)
class PanicReaction:
    """What one panicked man must do."""

    reaction: str
    does: str
    shoots: bool


@question(
    "breaking_of_nations",
    "panic-reaction",
    examples=["bon/panic-reaction?grade=regular&score=5&cover=8", "bon/panic-reaction?grade=green&score=2"],
)
def panic_reaction(
    r: Reader,
    /,
    *,
    grade: Grade,
    score: Annotated[int, Count(1, 6, default=2, label="Score of the die")],
    cover: Annotated[
        int | Fraction,
        Length(
            0,
            24,
            default=6,
            step=Fraction(1, 2),
            label="Nearest free cover",
            help="The nearest cover that the enemy does not hold.",
        ),
    ],
) -> Breakdown[PanicReaction] | Refusal:
    """The die is cast for this man: what must he do?"""
    w = Working(r)
    nerve = str(r.cell("soldiers", grade, "nerve").amount)
    w.start(
        f"score {score}, {r.ruleset.table('soldiers').row(grade).name.lower()}", r.cell("reactions", f"r{score}", nerve)
    )
    reaction = reaction_of(r, grade, score)
    if reaction is None:
        return w.refuse("The score stands for a word without a meaning: roll again.", "glory.reaction-table")
    does = DOES[reaction]
    if reaction == "take-cover":
        w.then("how far he looks for cover, in inches", "glory.take-cover")
        if cover > r.num("glory.take-cover"):
            does = "finds no cover near enough, and may shoot"
    text = (
        r.rule(f"glory.{reaction}").text if reaction in REACTIONS else "Nothing: the source does not explain the word."
    )
    if reaction in REACTIONS:
        w.note(text, f"glory.{reaction}")
    w.note("and so every turn until he recovers", "glory.persist")
    return w.answer(
        PanicReaction(reaction, does, SHOOTS[reaction]),
        headline=f"{called(reaction)}: he {does}",
        exhibits=[
            Card(
                caption=f"What a score of {score} makes of him",
                entries=[
                    ("Reaction", called(reaction)),
                    ("In words", text),
                    ("This turn", does),
                    ("Shoots", "yes" if SHOOTS[reaction] else "no"),
                    ("How long", "until he recovers"),
                ],
            )
        ],
    )


@dataclass(frozen=True, slots=True)
class Berserk:
    """Whom a berserk man shoots at, what he needs and his chance to hit."""

    target: str
    needed: int | str
    hit: Fraction


@question(
    "breaking_of_nations",
    "berserk",
    examples=[
        "bon/berserk?grade=veteran&weapon=pistol&friend=7&enemy=5&mounted=yes",
        "bon/berserk?grade=regular&weapon=melee&friend=3&enemy=8",
        "bon/berserk?grade=regular&friend=3&enemy=8",
        "bon/berserk?grade=green&weapon=pistol&friend=10&enemy=4&cover=rubble",
    ],
)
def berserk(
    r: Reader,
    /,
    *,
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Berserk man")],
    weapon: Annotated[str, Choice(options={"rifle": "Rifle", "pistol": "Pistol", "melee": "Melee"}, label="Weapon")],
    friend: Annotated[int | Fraction, Length(0, 24, default=3, step=Fraction(1, 2), label="Nearest friend at")],
    enemy: Annotated[int | Fraction, Length(0, 24, default=8, step=Fraction(1, 2), label="Nearest enemy at")],
    friend_grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="The friend is")],
    enemy_grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="The enemy is")],
    armour: Annotated[str, Choice(table="armour", default="minimal", label="Target's armour")],
    cover: Annotated[
        str,
        Choice(
            table="terrain",
            only=("clear", "rubble", "light-forest", "dense-forest", "wooden-wall", "brick-wall", "trenches"),
            default="clear",
            label="Target's cover",
        ),
    ],
    mounted: Annotated[bool, Flag(label="The berserk man rides")],
) -> Breakdown[Berserk] | Refusal:
    """A man has gone berserk: whom does he shoot at, and does he hit?"""
    w = Working(r)
    r.cite("glory.berserk")
    anybody = r.reading("berserk-target") == "A"
    at_friend = anybody and friend < enemy
    distance, victim = (friend, friend_grade) if at_friend else (enemy, enemy_grade)
    target = "friend" if at_friend else "enemy"
    w.note(f"the nearest {'person' if anybody else 'enemy'} is a{'' if at_friend else 'n'} {target}", "glory.berserk")
    picture = _field(friend, enemy, target)
    name = r.ruleset.table("weapons").row(weapon).name.lower()
    if not r.has_cell("weapons", weapon, "long"):
        w.then(f"how far a {name} reaches, in inches", r.cell("weapons", weapon, "short"))
        headline = f"No shot at the {target}: all he has in his hands is a {name}"
        return w.answer(Berserk(target, "no shot", Fraction(0)), headline=headline, exhibits=[picture])
    band = weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, "long").amount
        reason = f'Out of range: the nearest is {write_number(distance)}" away, and a {name} reaches {reach}".'
        return w.refuse(reason, "ranged-combat.in-range", exhibits=[picture])
    number = shot_number(
        r,
        w,
        ds=r.cell("soldiers", victim, "ds"),
        firer=grade,
        band=band,
        armour=armour,
        cover=r.cell("terrain", cover, "cv"),
        mounted=mounted,
    )
    chance = hit_chance(r, number)
    w.then("chance to hit", Cited(chance, r.cite("ranged-combat.die")))
    faces = r.dice("ranged-combat.die")
    result = faces.map(lambda face: shot_result(r, number, face))
    return w.answer(
        Berserk(target, number, chance),
        headline=f"He shoots at the {target} and hits on {odds_of(r, number, chance)}",
        chance=chance,
        distribution=result,
        exhibits=[
            Bars(caption=f"What his shot at the {target} does", axis="Shot", series={"": result}),
            picture,
        ],
    )


def shot_result(r: Reader, number: int, face: int) -> str:
    """What one shot does: miss, hit or critical."""
    if not hits(r, number, face):
        return "miss"
    return "critical" if is_critical(r, face) else "hit"


def _field(friend: int | Fraction, enemy: int | Fraction, target: str) -> Tabletop:
    return Tabletop(
        caption=f"The berserk man and those about him; he shoots at the {target}",
        unit="inches",
        figures=[
            Figure(0, 0, "berserk man", "own"),
            Figure(0, friend, "friend", "friend"),
            Figure(0, enemy, "enemy", "enemy"),
        ],
    )
