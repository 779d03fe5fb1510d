"""The function ask(), which turns an address into an answer.

On request, ask() also finds what every other reading gives. Every complaint is a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drillbook.asking.answers.address import Address, decode
from drillbook.asking.answers.cache import Memo
from drillbook.asking.answers.reader import Reader
from drillbook.asking.answers.results import Breakdown, Refusal, attempt
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.options import Choice
from drillbook.asking.questions.registry import Spec, dropped_input, find_question
from drillbook.asking.uses.settled_readings import CannotBeChosen, SettledReading
from drillbook.errors import AskError, Contradiction, did_you_mean, listed, quoted
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset
from drillbook.rules.removed import dropped_rule

LONGEST = 200  # characters of one written value; longer ones are no honest input


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What one other reading of one ruling would give."""

    ruling: str
    reading: str
    words: str
    headline: str
    value: Any
    differs: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything about one question asked once.

    overruled: the readings that were asked for and can no longer be chosen.
    """

    address: Address
    spec: Spec
    ruleset: Ruleset
    inputs: Mapping[str, Any]
    outcome: Breakdown[Any] | Refusal
    consulted: tuple[str, ...]
    readings: Mapping[str, str]
    otherwise: tuple[Otherwise, ...] | None = None
    overruled: tuple[SettledReading, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether a rule forbids what was asked."""
        return isinstance(self.outcome, Refusal)

    @property
    def headline(self) -> str:
        """The answer in one line."""
        return self.outcome.headline

    @property
    def title(self) -> str:
        """The question in words."""
        return self.spec.title


def check_readings(ruleset: Ruleset, readings: Mapping[str, str]) -> None:
    """Check that each ruling is known, can be switched and has the reading given.

    Raises AskError with the sentence to show if one of these fails.
    The error is CannotBeChosen if the ruling is settled otherwise, or if the reading has been ruled out.
    """
    known = ruleset.rulings()
    for name, letter in (ruleset.reading_here(*chosen) for chosen in readings.items()):
        if name not in known:
            cure = did_you_mean(name, known) or f"drillbook rulings {ruleset.short} lists them."
            raise AskError(f"{ruleset.title} has no ruling {quoted(name)}; {cure}")
        found = known[name]
        if letter in found.retired:
            raise CannotBeChosen(SettledReading(found, letter))
        if letter not in found.readings:
            if not letter:
                raise AskError(
                    f"{ruleset.title} has no such reading of ruling.{name}; it has {listed(found.readings)}."
                )
            raise AskError(f"ruling.{name} must be {listed(found.readings)}, not {quoted(letter)}.")
        if letter != found.default and found.settled:
            raise CannotBeChosen(SettledReading(found, letter))
        if letter != found.default and not found.switchable:
            raise AskError(f"ruling.{name} cannot be switched: {found.reason}")


def readings_taken(ruleset: Ruleset, readings: Mapping[str, str]) -> tuple[dict[str, str], tuple[SettledReading, ...]]:
    """Return the readings that can be chosen, and those that can no longer be chosen.

    The first are given by the ruleset's own names and letters. Raises AskError for a reading that is neither.
    """
    taken: dict[str, str] = {}
    overruled = []
    for chosen in readings.items():
        name, letter = ruleset.reading_here(*chosen)
        try:
            check_readings(ruleset, {name: letter})
        except CannotBeChosen as problem:
            overruled.append(problem.overruled)
        else:
            taken[name] = letter
    return taken, tuple(overruled)


def read_inputs(spec: Spec, ruleset: Ruleset, written: Mapping[str, str]) -> dict[str, Any]:
    """Return the checked values of written inputs, with the default for each input left out.

    Raises AskError with the sentence to show.
    """
    kinds = spec.kinds(ruleset)
    now = {ruleset.now_called(spec.name, name): text for name, text in written.items()}
    if len(now) < len(written):
        raise AskError(f"{spec.name} is given an input under its old and its new name; give it once.")
    written = {name: text for name, text in now.items() if not _retired(spec, ruleset, name, text)}
    for name, text in written.items():
        if name not in kinds:
            hint = dropped_input(spec, ruleset, name) or did_you_mean(name, kinds).replace("did", "Did", 1)
            names = [one.name for one in spec.listed(ruleset)]
            takes = f"{spec.name} takes {listed(names, 'and') or 'no inputs'}; it has no {quoted(name)}."
            raise AskError(f"{takes} {hint}".rstrip())
        if len(text) > LONGEST and not hasattr(kinds[name], "fields"):
            raise AskError(f"{kinds[name].label} has at most {LONGEST} characters, not {len(text)}.")
    values = {name: kind.parse(written[name]) if name in written else kind.first for name, kind in kinds.items()}
    shown = spec.visible(ruleset, values)
    for name in written:
        if name not in shown and values[name] != kinds[name].first and not kinds[name].once_asked:
            reason = _lost_with(kinds[name], kinds) or kinds[name].why_not or "other inputs rule it out."
            if kinds[name].needs and not ruleset.has(*kinds[name].needs):
                gone = dropped_rule(ruleset, kinds[name].needs[0])
                reason = gone or f"{ruleset.title} has no rule that asks for it."
            raise AskError(f"{kinds[name].label} does not apply here: {reason}")
    return {name: value if name in shown else kinds[name].first for name, value in values.items()}


def _retired(spec: Spec, ruleset: Ruleset, name: str, text: str) -> bool:
    """Return whether the question once had this input and no longer has it.

    Raises AskError if the text differs from the one value that the question still accepts for the input.
    """
    gone = None if name in spec.kinds(ruleset) else ruleset.retired(spec.name, name)
    if gone is not None and text.strip() != gone.accepted_value:
        raise AskError(f"{spec.name} no longer asks for {name}: {gone.refusal}")
    return gone is not None


def _lost_with(kind: Kind, kinds: Mapping[str, Kind]) -> str:
    """Return the sentence about the dropped option that an input depends on.

    Returns the empty text if no layer has dropped such an option.
    """
    for other, accepted in kind.when.items():
        asked = kinds[other]
        if isinstance(asked, Choice) and set(accepted).isdisjoint(asked.options):
            return next((asked.gone[one] for one in accepted if asked.gone.get(one)), "")
    return ""


def answer(
    spec: Spec,
    ruleset: Ruleset,
    values: Mapping[str, Any],
    readings: Mapping[str, str],
    memo: Memo | None = None,
    *,
    draws: bool = True,
) -> Answer:
    """Return the answer for checked values and readings.

    values: as settle() or read_inputs() gives them. memo: what other answers of the ruleset have worked out already.
    draws: whether the answer's pictures are wanted.
    Raises Contradiction if the values cannot be true together.
    A reading that can no longer be chosen goes to the answer's overruled; AskError for any other reading that cannot be
    taken.
    """
    readings, overruled = readings_taken(ruleset, readings) if readings else ({}, ())
    reader = Reader(ruleset, readings, memo, draws=draws)
    try:
        outcome = attempt(lambda: spec.function(reader, **{one.argument: values[one.name] for one in spec.inputs}))
    except Contradiction as problem:
        fitting = spec.settle(ruleset, {**values, **problem.instead})
        try:  # what mends one contradiction may show the next
            if fitting != values:
                answer(spec, ruleset, fitting, readings, memo, draws=False)
        except Contradiction as further:
            problem.instead |= further.instead
        raise _with_nearest(problem, spec, ruleset) from None
    address = spec.address(ruleset, values, readings)
    return Answer(address, spec, ruleset, dict(values), outcome, reader.consulted, reader.readings, overruled=overruled)


def _with_nearest(problem: Contradiction, spec: Spec, ruleset: Ruleset) -> Contradiction:
    """Return the contradiction with the inputs to change named as the form names them."""
    kinds = spec.kinds(ruleset)
    wanted = [f"{kinds[name].label}: {kinds[name].words(value)}" for name, value in problem.instead.items()]
    told = Contradiction(f"{problem} The nearest that fits is {listed(wanted, 'and')}." if wanted else str(problem))
    told.sentence, told.instead = problem.sentence, problem.instead
    return told


def other_readings(found: Answer) -> list[tuple[str, str]]:
    """Every (ruling, letter) that could be switched in an answer."""
    met = [(found.ruleset.ruling(name), name, used) for name, used in found.readings.items()]
    return [(name, letter) for one, name, used in met if one.free for letter in one.readings if letter != used]


def ask_otherwise(found: Answer, ruling: str, letter: str, memo: Memo | None = None) -> Otherwise:
    """Return what one other reading of one ruling gives.

    If the inputs contradict each other under that reading, the result's headline is the sentence that says so.
    memo: what the answer and its other readings have worked out already.
    """
    reading = found.ruleset.ruling(ruling).readings[letter]
    try:
        readings = {**found.address.readings, ruling: letter}
        again = answer(found.spec, found.ruleset, found.inputs, readings, memo, draws=False)
    except Contradiction as problem:
        return Otherwise(ruling, letter, reading, problem.sentence, None, True)
    same = (again.headline, _essence(again)) == (found.headline, _essence(found))
    value = None if isinstance(again.outcome, Refusal) else again.outcome.flat()
    return Otherwise(ruling, letter, reading, again.headline, value, not same)


def _essence(found: Answer) -> Any:
    if isinstance(found.outcome, Refusal):
        return found.outcome.reason
    return found.outcome.flat(), found.outcome.distribution


def ask(address: str | Address, *, otherwise: bool = False, lib: Library | None = None) -> Answer:
    """Return the answer to an address.

    address: such as `bn/covering-fire?ar=1&distance=32`; inputs left out take their defaults.
    otherwise: also find what every other reading of each ruling met gives.
    Raises AskError with the sentence to show if the address cannot be understood.
    """
    wanted = decode(address) if isinstance(address, str) else address
    ruleset = (lib or library()).find(wanted.ruleset)
    spec = find_question(ruleset, wanted.question, lib)
    memo = Memo()
    found = answer(spec, ruleset, read_inputs(spec, ruleset, wanted.inputs), wanted.readings, memo)
    if not otherwise:
        return found
    others = tuple(ask_otherwise(found, ruling, letter, memo) for ruling, letter in other_readings(found))
    return replace(found, otherwise=others)
