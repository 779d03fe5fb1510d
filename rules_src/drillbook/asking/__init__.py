"""What a question is written with."""

from drillbook.asking.answers.checklist import Checks
from drillbook.asking.answers.reader import Cited, Reader
from drillbook.asking.answers.results import Breakdown, Refusal, attempt
from drillbook.asking.answers.subquestions import Handed, hand
from drillbook.asking.answers.working import Working
from drillbook.asking.inputs.groups import formed
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.procedures import procedure, replacing
from drillbook.asking.questions.registry import question, simulation
from drillbook.errors import Contradiction

__all__ = [
    "Breakdown", "Checks", "Choice", "Choices", "Cited", "Contradiction", "Count", "Flag", "Handed", "Kind", "Length", "Reader",
    "Refusal", "Rows", "Working", "attempt", "formed", "hand", "procedure", "question", "replacing", "simulation",
]  # fmt: skip
