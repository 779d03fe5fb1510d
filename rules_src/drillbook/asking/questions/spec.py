"""What a question is: its words, its inputs, its examples, and which inputs apply when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from drillbook.asking.answers.address import Address
from drillbook.asking.answers.reader import Reader
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.options import Choice
from drillbook.rules.model import Ruleset


class Simulate(Protocol):
    """A simulation rolls the rules' own dice `count` times and gives one outcome each."""

    def __call__(self, reader: Reader, dice: Any, count: int, /, **inputs: Any) -> Any:
        """Return one outcome for each of `count` throws with the rules' own dice."""


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
    """A question: everything that a form, a link, the command line and the text need.

    slug: the ruleset that declares the question. chapter, examples: those of the ruleset that was asked for the question,
    which can be a layer.
    """

    slug: str
    name: str
    title: str
    help: str
    chapter: str
    inputs: tuple[Input, ...]
    examples: tuple[str, ...]
    function: Callable[..., Breakdown[Any]]
    replaces: str | None = None
    _bound: dict[str, tuple[Ruleset, tuple[Input, ...]]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def simulate(self) -> Simulate | None:
        """The simulation of the same question, if there is one."""
        return declarations(package_of(self.function)).simulations.get((self.slug, self.name))

    def bound(self, ruleset: Ruleset) -> tuple[Input, ...]:
        """Return the inputs with what they take from the ruleset (a table's rows, the unit)."""
        known = self._bound.get(ruleset.slug)
        if known is None or known[0] is not ruleset:
            known = ruleset, tuple(replace(one, kind=one.kind.bound_to(ruleset)) for one in self.inputs)
            self._bound[ruleset.slug] = known
        return known[1]

    def kinds(self, ruleset: Ruleset) -> dict[str, Kind]:
        """Return the kind of every input, by name, bound to the ruleset."""
        return {one.name: one.kind for one in self.bound(ruleset)}

    def listed(self, ruleset: Ruleset) -> tuple[Input, ...]:
        """Return the inputs that the question can ask for in this ruleset, bound to it.

        Left out are inputs with a single option, inputs whose rule a layer has dropped, and inputs that are asked only if one
        of these is set.
        """
        kinds = self.kinds(ruleset)
        sole = _sole(kinds)
        found: dict[str, Input] = {}

        def may_be(other: str, accepted: tuple[str, ...]) -> bool:
            kind = kinds[other]
            known = other in found or other in sole
            return known and (not isinstance(kind, Choice) or not set(accepted).isdisjoint(kind.options))

        for one in self.bound(ruleset):
            kind = one.kind
            if one.name in sole or (kind.needs and not ruleset.has(*kind.needs)):
                continue
            barred = any(other in sole and may_be(other, accepted) for other, accepted in kind.unless.items())
            if not barred and all(may_be(other, accepted) for other, accepted in kind.when.items()):
                found[one.name] = one
        return tuple(found.values())

    def defaults(self, ruleset: Ruleset) -> dict[str, Any]:
        """Every input's default, by name."""
        return {name: kind.first for name, kind in self.kinds(ruleset).items()}

    def visible(self, ruleset: Ruleset, values: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the inputs that apply with these values.

        An input that depends on a hidden input is hidden too. A choice with a single row of a table, as in a layer that has
        dropped the other rows, is not asked.
        """
        kinds = self.kinds(ruleset)
        shown: list[str] = []
        reader = Reader(ruleset)
        sole = _sole(kinds)

        def has(other: str, accepted: tuple[str, ...]) -> bool:
            known = other in shown or other in sole
            return known and bool(_written(kinds[other], values[other]) & set(accepted))

        for name, kind in kinds.items():
            if name in sole or (kind.needs and not reader.has(*kind.needs)):
                continue
            wanted = all(has(other, accepted) for other, accepted in kind.when.items())
            barred = any(has(other, accepted) for other, accepted in kind.unless.items())
            if (wanted and not barred) or (kind.kept_where_set and values[name] != kind.first):
                shown.append(name)
        return tuple(shown)

    def settle(self, ruleset: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the checked values, with every input that does not apply at its default.

        Raises AskError if a value is outside its domain.
        """
        kinds = self.kinds(ruleset)
        checked = {name: kind.check(values[name]) for name, kind in kinds.items()}
        shown = self.visible(ruleset, checked)
        return {name: checked[name] if name in shown else kind.first for name, kind in kinds.items()}

    def address(self, ruleset: Ruleset, values: Mapping[str, Any], readings: Mapping[str, str]) -> Address:
        """Return the address that states every input that applies, and the readings."""
        kinds = self.kinds(ruleset)
        inputs = {name: kinds[name].format(values[name]) for name in self.visible(ruleset, values)}
        return Address(ruleset.short, self.name, inputs, dict(readings))


@dataclass(slots=True)
class Declarations:
    """What the modules of one package of rulesets declare, by ruleset and question name."""

    questions: dict[tuple[str, str], Spec] = field(default_factory=dict)
    simulations: dict[tuple[str, str], Simulate] = field(default_factory=dict)


_by_package: dict[str, Declarations] = {}


def declarations(package: str) -> Declarations:
    """Return the declarations of a package.

    Python imports a package's modules once, however many libraries read them.
    """
    return _by_package.setdefault(package, Declarations())


def package_of(function: Callable[..., Any]) -> str:
    """Return the package of rulesets that a function belongs to.

    It lies above ruleset, chapter and file.
    """
    return function.__module__.rsplit(".", 3)[0]


def _sole(kinds: Mapping[str, Kind]) -> frozenset[str]:
    """Return the names of the choices whose table has a single row, so that nothing is asked."""
    return frozenset(
        name for name, kind in kinds.items() if type(kind) is Choice and kind.table and len(kind.options) == 1
    )


def _written(kind: Kind, value: Any) -> set[str]:
    return {kind.format(value), *(value if isinstance(value, tuple) and all(isinstance(v, str) for v in value) else ())}
