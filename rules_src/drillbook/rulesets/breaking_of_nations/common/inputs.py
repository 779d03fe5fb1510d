"""Inputs that several questions of The Breaking of Nations share, declared once."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Choice, Count, Flag, Length
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE

RANGES = {"short": "Short", "medium": "Medium", "long": "Long"}
FORMATIONS = {"open": "Open", "closed": "Closed", "mass": "Mass", "square": "Square"}
FIRE = {"none": "Nobody", "rifles": "Rifles", "lmg": "An LMG", "machine-gun": "A machine gun"}
UNDER_FIRE: dict[str, Any] = {
    "when": {"fire": tuple(one for one in FIRE if one != "none")},
    "why_not": "Nobody shoots at it.",
}


#: What is asked only where a cover lies in the line of fire.
BEHIND_COVER: dict[str, Any] = {"unless": {"wall": ("clear",)}, "why_not": "No cover lies between them."}

HALF_INCHES = Length(0, 0, step=Fraction(1, 2))


def half_inches(label: str, most: int, first: int, **more: Any) -> Length:
    """Return the field for a distance in half inches, up to a maximum and with a default."""
    return replace(HALF_INCHES, label=label, high=most, default=first, **more)


def soldiers(label: str, default: str = "regular", **more: Any) -> Choice:
    """Return the field for a grade of soldiers."""
    return Choice(table="soldiers", where="person", default=default, label=label, **more)


#: A leader who is what those are whom he leads.
AS_LED = "squad"


def leader_grade(label: str, **more: Any) -> Choice:
    """Return the field for a leader's grade; the default is the grade of the squad."""
    return soldiers(label, AS_LED, options={AS_LED: "As the squad"}, **more)


def armour_of(label: str, **more: Any) -> Choice:
    """Return the field for the armour that the men wear."""
    return Choice(table="armour", default=BARE, label=label, **more)


def ground_of(label: str, where: str = "target", default: str = "clear", **more: Any) -> Choice:
    """Return the field for the ground or the cover that the men are in.

    The lines are those of the terrain chart that are marked so.
    """
    return Choice(table="terrain", where=where, default=default, label=label, **more)


Grade = Annotated[str, soldiers("Grade")]
Soldiers = Annotated[str, soldiers("Soldiers")]
They = Annotated[str, soldiers("They are")]
Armour = Annotated[str, armour_of("Their armour")]
EnemyArmour = Annotated[str, armour_of("Enemy armour")]
AboveGrade = Annotated[
    int, Count(0, 5, label="Points above its grade", help="What earlier turns have left on the unit.")
]
#: A unit that stands so far above its grade has not panicked yet, whatever its grade is.
ShakenAtFirst = Annotated[
    int, Count(0, 3, label="Points above its grade at first", help="What earlier turns have left on the unit.")
]
Walls = Annotated[str, ground_of("Building", "building", "wooden-building", help="Its kind sets the CV.")]
Weapon = Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="Weapon")]
Mounted = Annotated[bool, Flag(label="Firer rides")]
Formation = Annotated[str, Choice(FORMATIONS, default="open", label="Its formation")]
Charging = Annotated[bool, Flag(label="It charges")]
Wall = Annotated[str, ground_of("Cover between", "cover", help="Clear: none. The line of fire crosses it.")]
BehindWall = Annotated[Number, half_inches("Target behind it by", 12, 0, **BEHIND_COVER)]
Higher = Annotated[bool, Flag(label="Firer stands higher", **BEHIND_COVER)]
#: Where the bands of the firearms end, for the marks on a slider.
FIREARM_BANDS = ("weapons/short firearm", "weapons/medium firearm", "weapons/long firearm")
Range = Annotated[str, Choice(RANGES, default="medium", label="Range")]

Fire = Annotated[
    str,
    Choice(options=FIRE, default="rifles", label="Under fire this turn from", rules={"lmg": "weapons.lmg-pin"}),
]
Running = Annotated[
    int,
    Count(
        0, 6, label="Turns running before this", help="In how many turns just before this one it was shot at.", **UNDER_FIRE
    ),
]  # fmt: skip
Earlier = Annotated[
    int,
    Count(0, 6, label="Turns before a lull", help="In how many turns it was shot at before a turn without fire.", **UNDER_FIRE),
]  # fmt: skip
