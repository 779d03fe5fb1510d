"""The question of a calculator, and its state.

Both are frozen records. The question stays the same while the calculator lives; only the controller replaces the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drillbook.asking.answers.address import decode
from drillbook.asking.answers.ask import Answer
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.questions.registry import find_question
from drillbook.asking.questions.spec import Spec
from drillbook.rules.library import library
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate import permalink
from drillbook_widgets.plate.house_rules import ChosenReadings
from drillbook_widgets.plate.tabs import simulation
from drillbook_widgets.views import HOWS


@dataclass(frozen=True, slots=True)
class PlateQuestion:
    """What one calculator asks; it stays the same while the calculator lives."""

    ruleset: Ruleset
    spec: Spec
    kinds: Mapping[str, Kind]
    home: permalink.Filled
    """What the form holds at first, and again after a reset."""
    first_picture: str | None
    """The name of the picture that is shown first; None for the answer's own first one."""
    other: Ruleset | None
    """The ruleset that answers the same situation beside this one."""
    base: str
    """The site's origin; empty where there is no site."""

    @property
    def facts(self) -> dict[str, Any]:
        """What the page must know of the question, once."""
        return {"question": f"{self.ruleset.short}/{self.spec.name}", "title": self.spec.title, "help": self.spec.help}


def plate_question(address: str, picture: str | None = None, other: str | None = None) -> PlateQuestion:
    """Look up the question of an address; AskError where there is none.

    picture: the name of the picture that is shown first. other: the ruleset that answers beside this one, by its short name.
    """
    beside = library().find(other) if other else None
    wanted = decode(address)
    ruleset = library().find(wanted.ruleset)
    spec = find_question(ruleset, wanted.question)
    home = permalink.fill_from_link(spec, ruleset, str(wanted))
    return PlateQuestion(ruleset, spec, spec.kinds(ruleset), home, picture, beside, permalink.base())


@dataclass(frozen=True, slots=True)
class PlateState:
    """All that changes in one calculator."""

    # the form
    choice: ChosenReadings
    """Who has chosen which readings."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The value of every input."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """The readings in force, by ruling."""
    linked: bool = False
    """Whether a link opened the calculator."""
    touched: str = ""
    """The input that was changed last."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """The sentence about each input whose field holds no value of its kind."""
    refusals: int = 0
    """How many such sentences there were: the page forgets one once its field is touched, and the same one again is news."""

    # the answer
    answer: Answer | None = None
    """The last answer; a form that contradicts itself leaves it as it is."""
    near: Answer | None = None
    """The nearest case that the rules allow, where they refuse this one."""
    complaints: tuple[str, ...] = ()
    """Sentences under the headline."""
    instead: str = ""
    """The address that fits where the form contradicts itself."""

    # what the reader looks at
    picture: str | None = None
    """The name of the chosen picture."""
    how: str = HOWS[0]
    """How bars are read: exactly, at least or at most."""
    pinned: Answer | None = None
    open_tab: str = "why"
    rolled_text: str = ""
    """What the reader says he has rolled."""
    seen: bool = False
    """Whether a page shows the calculator; before that nobody waits for other readings."""

    # the simulation
    throws: int = simulation.USUAL
    seed: int = 1
    rolled_counts: Mapping[Any, int] = field(default_factory=dict)
    """How often each outcome was rolled."""


def first_state(question: PlateQuestion) -> PlateState:
    """Return the state of a calculator before its form is filled in."""
    return PlateState(ChosenReadings(question.ruleset), picture=question.first_picture)
