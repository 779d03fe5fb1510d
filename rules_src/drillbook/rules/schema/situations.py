"""The situations that can be asked of several rulesets, and the questions that answer them.

`situations.toml` beside the rulesets' folders names the situations. The file of that name in a ruleset's own folder
answers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field, model_validator

from drillbook.errors import RulesError, did_you_mean, listed
from drillbook.rules.entities import EMPTY
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.rules import ClosedModel
from drillbook.rules.schema.toml_csv import checked_model, read_toml

FILE = "situations.toml"


class SituationFile(ClosedModel):
    """A situation as every ruleset may meet it."""

    #: Name of the situation.
    name: str = Field(min_length=1)
    #: What is asked of each ruleset; ends with a question mark.
    question: str = Field(pattern=r"\?$")


class SituationAnswerFile(ClosedModel):
    """What a ruleset answers it with, or why it cannot."""

    #: Question and inputs that answer the situation.
    address: str = ""
    #: What the percentage is the chance of, as the end of a sentence.
    chance_of: str = ""
    #: Name of the exhibit whose bars are compared; by default the answer's own distribution.
    exhibit: str = ""
    #: The chance is that of this number or more.
    at_least: int | None = None
    #: The chance is that of one of these outcomes.
    outcomes: list[str] = []
    #: Why the ruleset answers nothing.
    unanswered_reason: str = ""

    @model_validator(mode="after")
    def _whole(self) -> SituationAnswerFile:
        if bool(self.address) == bool(self.unanswered_reason):
            raise ValueError(
                "needs either address, which answers it, or unanswered_reason, why nothing of the ruleset does"
            )
        if self.address and not self.chance_of:
            raise ValueError('needs chance_of, what its chance is the chance of, such as "a hit"')
        if self.at_least is not None and self.outcomes:
            raise ValueError("has both at_least and outcomes; keep one of them")
        return self


@dataclass(frozen=True, slots=True)
class Situation:
    """A situation: its name in addresses, what it is called, and what is asked of each ruleset."""

    id: str
    name: str
    asks: str


@dataclass(frozen=True, slots=True)
class SituationAnswer:
    """The answer of a ruleset to a situation, or the reason why it has none.

    The fields hold the values of SituationAnswerFile: ask is its address, chance its chance_of, bars its exhibit, least its
    at_least, lacks its unanswered_reason; outcomes has the same name. of: the short name of the ruleset whose file gives
    the answer.
    """

    of: str
    ask: str
    chance: str = ""
    bars: str = ""
    least: int | None = None
    outcomes: tuple[str, ...] = ()
    lacks: str = ""


def read_situations(lib: Library) -> Mapping[str, Situation]:
    """Return every situation, in order; those of the library beneath come first.

    Raises RulesError if the file is wrong.
    """
    found = dict(read_situations(lib.beneath)) if lib.beneath else {}
    path = lib.root / FILE
    if path.is_file():
        for name, told in read_toml(path).items():
            one = checked_model(SituationFile, told, path, name)
            found[name] = Situation(name, one.name, one.question)
    return found


def places(ruleset: Ruleset, lib: Library) -> Mapping[str, SituationAnswer]:
    """Return what a ruleset answers each situation with.

    A layer's own answer replaces its parent's. Raises RulesError if a situation is not known.
    """
    found = dict(places(ruleset.parent, lib)) if ruleset.parent else {}
    path = lib.home_of(ruleset.slug).root / ruleset.slug / FILE
    if not path.is_file():
        return found or EMPTY
    known = read_situations(lib)
    for name, told in read_toml(path).items():
        if name not in known:
            complain(
                path, name, f"there is no such situation; {did_you_mean(name, known) or f'there are {listed(known)}.'}"
            )
        one = checked_model(SituationAnswerFile, told, path, name)
        found[name] = SituationAnswer(
            ruleset.short,
            one.address,
            one.chance_of,
            one.exhibit,
            one.at_least,
            tuple(one.outcomes),
            one.unanswered_reason,
        )
    return found


def situation_of(name: str, lib: Library) -> Situation:
    """Return the situation of that name.

    Raises RulesError, which suggests a name, if there is no such situation.
    """
    known = read_situations(lib)
    if name not in known:
        raise RulesError(
            f"There is no situation '{name}'; {did_you_mean(name, known) or f'there are {listed(known)}.'}"
        )
    return known[name]
