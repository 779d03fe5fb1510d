"""Inputs of Fixed Bay'net that reach farther than the parent's: GL has no floor here, so a unit may stand below its grade."""

from dataclasses import replace
from typing import Annotated

from drillbook.asking import Count

ABOVE = Count(
    -6, 5, default=0, label="Points above its grade", help="What earlier turns have left on the unit; below zero after rallies."
)  # fmt: skip
AboveGrade = Annotated[int, ABOVE]
LeftByTriggers = Annotated[int, replace(ABOVE, default=2)]
