"""Rules of miniature wargames as data, with exact answers that explain themselves."""

from drillbook.asking.answers.address import Address, decode, encode
from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.answers.results import Breakdown, Refusal, Step
from drillbook.asking.questions.registry import questions
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
