"""The inputs of Fixed Bay'net with a wider range than the parent's.

GL has no lower limit here, so a unit may be below its grade.
"""

from dataclasses import replace
from typing import Annotated

from drillbook.asking import Count

ABOVE = Count(
    -6, 5, default=0, label="Points above its grade", help="What earlier turns have left on the unit; below zero after rallies."
)  # fmt: skip
AboveGrade = Annotated[int, ABOVE]
LeftByTriggers = Annotated[int, replace(ABOVE, default=2)]
