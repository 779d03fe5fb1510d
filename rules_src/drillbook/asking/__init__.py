"""What a question is written with."""

from drillbook.asking.checks import Checks
from drillbook.asking.outcomes import Breakdown, Refusal
from drillbook.asking.questions import question, simulation
from drillbook.asking.reader import Cited, Reader, Working, attempt
from drillbook.errors import Contradiction

__all__ = [
    "Breakdown", "Checks", "Cited", "Contradiction", "Reader", "Refusal", "Working", "attempt", "question", "simulation",
]  # fmt: skip
