"""Questions: functions that answer, declared once with their inputs; ask() brings address, ruleset and question together."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar, get_type_hints

from drillbook.address import Address, decode
from drillbook.answers import Answer, Breakdown, Otherwise, Refusal
from drillbook.errors import AskError, RulesError, listed
from drillbook.kinds import LONGEST, Kind, quoted
from drillbook.library import Library, library
from drillbook.reader import Reader
from drillbook.rules import Chapter, Ruleset

F = TypeVar("F", bound=Callable[..., Any])


class Simulate(Protocol):
    """A simulation rolls the rules' own dice `count` times and gives one outcome each."""

    def __call__(self, reader: Reader, dice: Any, count: int, /, **inputs: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a question: its name in addresses and its kind."""

    name: str
    kind: Kind

    @property
    def argument(self) -> str:
        """Its name as the function's argument."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Spec:
    """A question: everything a form, a link, the command line and the text need to know of it."""

    slug: str
    name: str
    title: str
    help: str
    chapter: str
    inputs: tuple[Input, ...]
    examples: tuple[str, ...]
    function: Callable[..., Breakdown[Any] | Refusal]
    _bound: dict[str, tuple[Input, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def simulate(self) -> Simulate | None:
        """The simulation of the same question, if there is one."""
        return _simulations.get((self.slug, self.name))

    def bound(self, ruleset: Ruleset) -> tuple[Input, ...]:
        """The inputs with what they take from the ruleset (a table's rows, the unit) filled in."""
        if ruleset.slug not in self._bound:
            self._bound[ruleset.slug] = tuple(replace(one, kind=one.kind.bound_to(ruleset)) for one in self.inputs)
        return self._bound[ruleset.slug]

    def defaults(self, ruleset: Ruleset) -> dict[str, Any]:
        """Every input's default, by name."""
        return {one.name: one.kind.first for one in self.bound(ruleset)}

    def visible(self, ruleset: Ruleset, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of the inputs that apply with these values; one that hangs on a hidden one is hidden too."""
        kinds = {one.name: one.kind for one in self.bound(ruleset)}
        shown: list[str] = []

        def has(other: str, accepted: tuple[str, ...]) -> bool:
            return other in shown and bool(_written(kinds[other], values[other]) & set(accepted))

        for name, kind in kinds.items():
            wanted = all(has(other, accepted) for other, accepted in kind.when.items())
            barred = any(has(other, accepted) for other, accepted in kind.unless.items())
            if wanted and not barred:
                shown.append(name)
        return tuple(shown)

    def settle(self, ruleset: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values with every input that does not apply back at its default; AskError for one out of its domain."""
        checked = {one.name: one.kind.check(values[one.name]) for one in self.bound(ruleset)}
        shown = self.visible(ruleset, checked)
        return {one.name: checked[one.name] if one.name in shown else one.kind.first for one in self.bound(ruleset)}

    def address(self, ruleset: Ruleset, values: Mapping[str, Any], readings: Mapping[str, str]) -> Address:
        """The address that spells out every input that applies, and the readings."""
        shown = self.visible(ruleset, values)
        inputs = {one.name: one.kind.format(values[one.name]) for one in self.bound(ruleset) if one.name in shown}
        return Address(ruleset.short, self.name, inputs, dict(readings))


_questions: dict[tuple[str, str], Spec] = {}
_simulations: dict[tuple[str, str], Simulate] = {}


def _written(kind: Kind, value: Any) -> set[str]:
    return {kind.format(value), *(value if isinstance(value, tuple) and all(isinstance(v, str) for v in value) else ())}


def question(slug: str, name: str, *, examples: Sequence[str]) -> Callable[[F], F]:
    """Declare a function as the question `name` of a ruleset; its docstring's first line is the question in words."""

    def declare(function: F) -> F:
        hints = get_type_hints(function, include_extras=True)
        inputs = []
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
                continue
            kind = next(
                (extra for extra in getattr(hints[parameter.name], "__metadata__", ()) if isinstance(extra, Kind)), None
            )
            if kind is None:
                raise RulesError(f"Question {slug}/{name}: the input {parameter.name} declares no kind.")
            plain = parameter.name.replace("_", "-")
            inputs.append(Input(plain, replace(kind, label=kind.label or plain.replace("-", " ").capitalize())))
        title, _, rest = (inspect.getdoc(function) or "").partition("\n")
        if not title or not examples:
            raise RulesError(f"Question {slug}/{name} needs a docstring that asks it and at least one example address.")
        chapter = function.__module__.rsplit(".", 1)[-1]
        if (slug, name) in _questions and _questions[slug, name].function.__module__ != function.__module__:
            raise RulesError(f"Question {slug}/{name} is declared twice.")
        _questions[slug, name] = Spec(
            slug, name, title, rest.strip(), chapter, tuple(inputs), tuple(examples), function
        )
        return function

    return declare


def simulation(slug: str, name: str) -> Callable[[F], F]:
    """Declare a function as the simulation of a question: (reader, dice, count, **inputs) -> one outcome a throw."""

    def declare(function: F) -> F:
        _simulations[slug, name] = function
        return function

    return declare


def questions(ruleset: Ruleset, lib: Library | None = None) -> dict[str, Spec]:
    """Every question of a ruleset, its parent's included, by name, in the order of its chapters."""
    (lib or library()).import_questions(ruleset)
    inherited = questions(ruleset.parent, lib) if ruleset.parent else {}
    own = {spec.name: spec for (slug, _), spec in _questions.items() if slug == ruleset.slug}
    found = {name: spec for name, spec in {**inherited, **own}.items() if name not in ruleset.dropped_questions}
    stems = [chapter.stem for chapter in ruleset.chapters]
    return dict(
        sorted(
            found.items(), key=lambda item: stems.index(home(item[1], stems)) if home(item[1], stems) in stems else 0
        )
    )


def home(spec: Spec, stems: Sequence[str]) -> str:
    """The stem of the chapter a question belongs to (`artillery_deviation.py` belongs to `artillery`)."""
    exact = [stem for stem in stems if spec.chapter == stem]
    return next(iter([*exact, *(stem for stem in stems if spec.chapter.startswith(f"{stem}_"))]), spec.chapter)


def chapter_of(ruleset: Ruleset, spec: Spec) -> Chapter | None:
    """The chapter that explains a question."""
    stem = home(spec, [chapter.stem for chapter in ruleset.chapters])
    return next((chapter for chapter in ruleset.chapters if chapter.stem == stem), None)


def find_question(ruleset: Ruleset, name: str, lib: Library | None = None) -> Spec:
    """The question of that name; AskError with the nearest names where there is none."""
    known = questions(ruleset, lib)
    if name not in known:
        raise AskError(f"{ruleset.title} has no question {quoted(name)}; {_suggest(name, known)}")
    return known[name]


def _suggest(name: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return (
        f"did you mean '{near[0]}'?" if near else f"there are {listed(known, 'and')}." if known else "it has none yet."
    )


def check_readings(ruleset: Ruleset, readings: Mapping[str, str]) -> None:
    """AskError with the sentence to show where a ruling is unknown, cannot be switched, or has no such reading."""
    known = ruleset.rulings()
    for name, letter in readings.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            cure = f"did you mean '{near[0]}'?" if near else f"drillbook rulings {ruleset.short} lists them."
            raise AskError(f"{ruleset.title} has no ruling {quoted(name)}; {cure}")
        found = known[name]
        if letter not in found.readings:
            raise AskError(f"ruling.{name} must be {listed(found.readings)}, not {quoted(letter)}.")
        if letter != found.default and found.settled:
            raise AskError(f"{ruleset.title} settles ruling.{name} as {found.default}; leave it out.")
        if letter != found.default and not found.switchable:
            raise AskError(f"ruling.{name} cannot be switched: {found.reason}")


def read_inputs(spec: Spec, ruleset: Ruleset, written: Mapping[str, str]) -> dict[str, Any]:
    """The checked values of written inputs, defaults for those left out; AskError with the sentence to show."""
    kinds = {one.name: one.kind for one in spec.bound(ruleset)}
    for name, text in written.items():
        if name not in kinds:
            near = difflib.get_close_matches(name, kinds, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise AskError(f"{spec.name} takes {listed(kinds, 'and') or 'no inputs'}; it has no {quoted(name)}.{hint}")
        if len(text) > LONGEST and not hasattr(kinds[name], "fields"):
            raise AskError(f"{kinds[name].label} has at most {LONGEST} characters, not {len(text)}.")
    values = {name: kind.parse(written[name]) if name in written else kind.first for name, kind in kinds.items()}
    shown = spec.visible(ruleset, values)
    for name in written:
        if name not in shown and values[name] != kinds[name].first:
            reason = kinds[name].why_not or "other inputs rule it out."
            raise AskError(f"{kinds[name].label} does not apply here: {reason}")
    return {name: value if name in shown else kinds[name].first for name, value in values.items()}


def answer(spec: Spec, ruleset: Ruleset, values: Mapping[str, Any], readings: Mapping[str, str]) -> Answer:
    """The answer for checked values (as settle() or read_inputs() gives them) and readings."""
    check_readings(ruleset, readings)
    reader = Reader(ruleset, readings)
    outcome = spec.function(reader, **{one.argument: values[one.name] for one in spec.inputs})
    address = spec.address(ruleset, values, readings)
    return Answer(address, spec, ruleset, dict(values), outcome, reader.consulted, reader.readings)


def other_readings(found: Answer) -> list[tuple[str, str]]:
    """Every (ruling, letter) that could be switched in an answer."""
    result = []
    for name, used in found.readings.items():
        ruling = found.ruleset.ruling(name)
        if ruling.switchable and not ruling.settled:
            result += [(name, letter) for letter in ruling.readings if letter != used]
    return result


def ask_otherwise(found: Answer, ruling: str, letter: str) -> Otherwise:
    """What one other reading of one ruling would give."""
    again = answer(found.spec, found.ruleset, found.inputs, {**found.address.readings, ruling: letter})
    same = (again.headline, _essence(again)) == (found.headline, _essence(found))
    value = None if isinstance(again.outcome, Refusal) else again.outcome.flat()
    return Otherwise(ruling, letter, found.ruleset.ruling(ruling).readings[letter], again.headline, value, not same)


def _essence(found: Answer) -> Any:
    if isinstance(found.outcome, Refusal):
        return found.outcome.reason
    return found.outcome.flat(), found.outcome.distribution


def ask(address: str | Address, *, otherwise: bool = False, lib: Library | None = None) -> Answer:
    """The answer to an address.

    address: `bn/covering-fire?ar=1&distance=32`, inputs left out take their defaults. otherwise: also what every other reading of each
    ruling met would give. Raises AskError with the sentence to show where the address cannot be understood.
    """
    wanted = decode(address) if isinstance(address, str) else address
    ruleset = (lib or library()).find(wanted.ruleset)
    spec = find_question(ruleset, wanted.question, lib)
    found = answer(spec, ruleset, read_inputs(spec, ruleset, wanted.inputs), wanted.readings)
    if not otherwise:
        return found
    others = tuple(ask_otherwise(found, ruling, letter) for ruling, letter in other_readings(found))
    return replace(found, otherwise=others)
