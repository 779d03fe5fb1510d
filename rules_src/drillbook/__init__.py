"""Drillbook: rules of miniature wargames as data, with exact answers that explain themselves."""

from importlib.metadata import PackageNotFoundError, version

from drillbook.address import Address, decode, encode
from drillbook.answers import Answer, Breakdown, Refusal, Step
from drillbook.errors import AskError, RulesError
from drillbook.library import Library, library
from drillbook.questions import ask, questions

try:
    __version__ = version("drillbook")
except PackageNotFoundError:  # a source tree that is not installed
    __version__ = "0"

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
