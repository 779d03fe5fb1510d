"""Inputs that several questions of Breaking News share, declared once."""

from typing import Annotated

from drillbook.asking import Choice, Flag, Length
from drillbook.maths import Number

#: The rule whose numbers are the bands of a distance moved before firing.
MOVED = ("shooting.mod-moved over", "shooting.mod-moved most")

Troops = Annotated[str, Choice(table="classes", default="r4", label="Troops")]
Distance = Annotated[Number, Length(0, 150, default=20, label="Distance", bands=("shooting.table",))]
RulesOfEngagement = Annotated[bool, Flag(label="Rules of Engagement")]

JOURNALISTS = {"none": "None", "embedded": "Embedded", "independent": "Independent"}
ImprovedSupport = Annotated[bool, Flag(label="Improved Support Fire")]
#: The classes of the table, strongest first; and with people who carry no arms.
CLASSES = {
    "r1": "Special Forces",
    "r2": "Elite",
    "r3": "Veteran",
    "r4": "Trained",
    "r5": "Recruit",
    "irr1": "Mercenary",
    "irr2": "Fanatic",
    "irr3": "Militia",
}
ANYBODY = {**CLASSES, "civilian": "Civilian"}


def troops_as(default: str) -> Choice:
    """Return the choice of a class with another class as its default."""
    return Choice(table="classes", default=default, label="Troops")


Firer = Annotated[str, Choice(table="classes", default="r3", label="Firer")]
Cover = Annotated[bool, Flag(label="Target behind cover")]
Dodge = Annotated[bool, Flag(label="Target dodges")]
SniperTarget = Annotated[bool, Flag(label="Target is a sniper")]
