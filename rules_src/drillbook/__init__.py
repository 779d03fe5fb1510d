"""Drillbook: rules of miniature wargames as data, with exact answers that explain themselves."""

from drillbook.asking.address import Address, decode, encode
from drillbook.asking.ask import Answer, ask
from drillbook.asking.outcomes import Breakdown, Refusal, Step
from drillbook.asking.questions import questions
from drillbook.errors import AskError, RulesError
from drillbook.rules.library import Library, library

__version__ = "0.1.0"

__all__ = [
    "Address",
    "Answer",
    "AskError",
    "Breakdown",
    "Library",
    "Refusal",
    "RulesError",
    "Step",
    "__version__",
    "ask",
    "decode",
    "encode",
    "library",
    "questions",
]
