"""What a question is written with."""

from drillbook.asking.checks import Checks
from drillbook.asking.forms import formed
from drillbook.asking.handing import Handed, hand
from drillbook.asking.kinds import Choice, Choices, Count, Flag, Kind, Length, Rows
from drillbook.asking.outcomes import Breakdown, Refusal
from drillbook.asking.procedures import procedure, replacing
from drillbook.asking.questions import question, simulation
from drillbook.asking.reader import Cited, Reader, Working, attempt
from drillbook.errors import Contradiction

__all__ = [
    "Breakdown", "Checks", "Choice", "Choices", "Cited", "Contradiction", "Count", "Flag", "Handed", "Kind", "Length", "Reader",
    "Refusal", "Rows", "Working", "attempt", "formed", "hand", "procedure", "question", "replacing", "simulation",
]  # fmt: skip
