"""Several answers beside each other.

The answers are those of two to four addresses, or those of every ruleset to one situation.
The questions give what is compared; this module only finds which inputs and steps differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.asking.answers.address import Address, encode
from drillbook.asking.answers.ask import Answer, ask
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.exhibits.charts import Bars
from drillbook.asking.questions.inherited import address_in_layer
from drillbook.asking.questions.registry import find_question
from drillbook.asking.questions.spec import Spec
from drillbook.errors import AskError, RulesError
from drillbook.maths.dice import Distribution
from drillbook.maths.number_words import percent
from drillbook.rules.library import Library, library
from drillbook.rules.model import Ruleset

if TYPE_CHECKING:
    from drillbook.rules.schema.situations import SituationAnswer

LEAST, MOST = 2, 4
"""So many addresses are laid beside each other; a situation has as many sides as there are rulesets."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Spread:
    """Every outcome with its probability, and what the outcomes are."""

    axis: str
    chances: Distribution[Any]

    @property
    def numeric(self) -> bool:
        """Whether its outcomes are numbers, which have their place on an axis."""
        return all(isinstance(one, int | Fraction) and not isinstance(one, bool) for one in self.chances)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of the compared answers: its ruleset, its address and its chance.

    complaint: the sentence that says why there is no answer. of: what the chance is about; it is empty if the answer's own
    headline says it.
    Two sides are equal only if they are the same object, because an answer can be compared with itself.
    """

    ruleset: Ruleset | None
    address: str
    found: Answer | None = None
    complaint: str = ""
    of: str = ""
    chance: Fraction | None = None
    spread: Spread | None = None

    @property
    def title(self) -> str:
        """Whose answer it is."""
        return self.ruleset.title if self.ruleset else "No ruleset"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Sides in their order. name and asks tell the situation, where it is one."""

    sides: tuple[Side, ...]
    name: str = ""
    asks: str = ""

    @property
    def answered(self) -> tuple[Side, ...]:
        """Those that have an answer, if only a rule's no."""
        return tuple(side for side in self.sides if side.found is not None)

    def like(self, side: Side) -> tuple[Side, ...]:
        """Return the other sides that ask the same question, in any ruleset.

        Only those can be compared with the side step by step.
        """
        if side.found is None:
            return ()
        asked = side.found.spec.name
        return tuple(one for one in self.sides if one is not side and one.found and one.found.spec.name == asked)

    @property
    def likely(self) -> tuple[Side, ...]:
        """Those with a chance."""
        return tuple(side for side in self.sides if side.chance is not None)

    def letter(self, side: Side) -> str:
        """Return the letter of a side, such as A or B."""
        return LETTERS[self.sides.index(side)].upper()

    @property
    def difference(self) -> str:
        """How far the chances lie apart, in a sentence; nothing where fewer than two have one."""
        if len(self.likely) < LEAST:
            return ""
        least, most = (choose(self.likely, key=_chance) for choose in (min, max))
        apart = _chance(most) - _chance(least)
        if not apart:
            return (
                "The chance is exactly the same." if len(self.likely) == LEAST else "The chances are exactly the same."
            )
        told = (
            f"{float(apart) * 100:.1f} percentage points"
            if apart >= Fraction(1, 2000)
            else "under 0.1 percentage points"
        )
        first, last = (f"{self.letter(side)} ({percent(_chance(side))})" for side in (most, least))
        if len(self.likely) == LEAST:
            return f"{first} is {told} more likely than {last}."
        return f"Likeliest is {first}, least likely {last}: {told} lie between them."

    def differing(self, side: Side) -> frozenset[str]:
        """Return the labels of a side's inputs and rulings that differ in at least one other side.

        Only other sides that ask the same question count.
        """
        others = [_told(one) for one in self.like(side)]
        told = _told(side).items()
        return frozenset(label for label, words in told if any(other.get(label) != words for other in others))

    def own_steps(self, side: Side) -> frozenset[int]:
        """Return the numbers of a side's steps that at least one other side lacks.

        Only other sides that ask the same question count. The numbers start with 0.
        """
        others = [{_step(step) for step in one.found.outcome.steps} for one in self.like(side) if one.found]
        steps = side.found.outcome.steps if side.found else ()
        return frozenset(at for at, step in enumerate(steps) if any(_step(step) not in other for other in others))


def _chance(side: Side) -> Fraction:
    assert side.chance is not None
    return side.chance


def _told(side: Side) -> Mapping[str, str]:
    """Return the inputs and the readings of a side in words, by their labels."""
    found = side.found
    if found is None:
        return {}
    kinds = found.spec.kinds(found.ruleset)
    shown = found.spec.visible(found.ruleset, found.inputs)
    told = {kinds[name].label: kinds[name].words(found.inputs[name]) for name in shown}
    read = {found.ruleset.ruling(name).ask: letter for name, letter in found.readings.items()}
    return {**told, **read}


def _step(step: Any) -> tuple[str, str, str]:
    return step.op, step.label, str(step.amount)


def side(address: str, lib: Library | None = None, place: SituationAnswer | None = None) -> Side:
    """Return one side of a comparison.

    place: a ruleset's part of a situation, which says what chance is counted.
    Raises AskError with the sentence to show if the address cannot be understood.
    """
    found = ask(address, lib=lib)
    outcome = found.outcome
    spread = compared_distribution(found, place.bars if place else "")
    chance = outcome.chance if isinstance(outcome, Breakdown) else None
    if place is not None and spread is not None and place.least is not None:
        chance = spread.chances.chance(lambda one: one >= place.least)
    elif place is not None and spread is not None and place.outcomes:
        chance = spread.chances.chance(lambda one: str(one) in place.outcomes)
    return Side(found.ruleset, str(found.address), found, "", place.chance if place else "", chance, spread)


def compared_distribution(found: Answer, bars: str = "") -> Spread | None:
    """Return the distribution of an answer with the name of its outcomes, or None.

    bars: the name of the bars to take; without it, the answer's own distribution is taken.
    """
    if not isinstance(found.outcome, Breakdown):
        return None
    drawn = [one for one in found.outcome.exhibits if isinstance(one, Bars)]
    own = found.outcome.distribution
    for one in drawn:
        first = next(iter(one.series.values()))
        if one.name == bars or (not bars and own is not None and first == own):
            return Spread(one.axis, first)
    return None if own is None or bars else Spread("Outcome", own)


def comparison_of_addresses(addresses: Sequence[str], lib: Library | None = None) -> Comparison:
    """Two to four addresses beside each other.

    A side whose address cannot be understood has the sentence that says so. Raises AskError for fewer or more of them.
    """
    if not LEAST <= len(addresses) <= MOST:
        raise AskError(f"A comparison takes two to four addresses, not {len(addresses)}; give as many.")
    return Comparison(tuple(_side_or_sentence(address, lib) for address in addresses))


def asked_for(wanted: Sequence[str], lib: Library | None = None) -> Comparison:
    """Return the comparison of a situation's name, or of two to four addresses.

    Raises AskError for fewer or more addresses.
    """
    if len(wanted) == 1 and wanted[0] in known_situations(lib):
        return situation(wanted[0], lib)
    return comparison_of_addresses(wanted, lib)


def _side_or_sentence(address: str, lib: Library | None) -> Side:
    try:
        return side(address, lib)
    except AskError as problem:
        return wrong(address, str(problem), lib)


def wrong(address: str, complaint: str, lib: Library | None = None) -> Side:
    """Return a side without an answer, with the sentence that says why."""
    try:
        ruleset = (lib or library()).find(address.strip().removeprefix("/").partition("/")[0])
    except AskError:
        ruleset = None
    return Side(ruleset, address, None, complaint)


def kin(found: Answer, lib: Library | None = None) -> tuple[Side, ...]:
    """Return the sides that ask the same case of the parent and of the layers of a ruleset.

    Inputs that the other form does not ask are left out. A ruleset is left out if it does not have the question, or if the
    case is not possible in it.
    """
    lib = lib or library()
    own, sides = found.ruleset, []
    layers = [lib.load(slug) for slug, head in lib.heads.items() if head.extends == own.slug]
    for ruleset in ([own.parent] if own.parent else []) + layers:
        try:
            spec = find_question(ruleset, found.spec.name, lib)
            sides.append(side(encode(_in_name_of(found, spec, ruleset)), lib))
        except AskError:
            continue
    return tuple(sides)


def _in_name_of(found: Answer, spec: Spec, ruleset: Ruleset) -> Address:
    """Return the case of an answer in another ruleset's name.

    The address holds the inputs that the other form asks and whose values it accepts.
    """
    kinds, given = spec.kinds(ruleset), dict[str, str]()
    for name, written in found.address.inputs.items():
        try:
            kinds[name].parse(written)
            given[name] = written
        except (AskError, KeyError):
            continue
    return Address(ruleset.short, spec.name, given)


def situation(name: str, lib: Library | None = None) -> Comparison:
    """Return the comparison of a situation in every ruleset that has an entry for it.

    Raises RulesError if there is no such situation.
    """
    lib = lib or library()
    from drillbook.rules.schema.situations import places, situation_of

    told = situation_of(name, lib)
    sides = []
    for ruleset in lib.all():
        place = places(ruleset, lib).get(name)
        if place is not None and place.lacks:
            sides.append(Side(ruleset, "", None, place.lacks))
        elif place is not None:
            sides.append(_asked_here(ruleset, place, lib))
    return Comparison(tuple(sides), told.name, told.asks)


def _asked_here(ruleset: Ruleset, place: SituationAnswer, lib: Library) -> Side:
    address = place_address(ruleset, place, lib)
    try:
        return side(address, lib, place)
    except AskError as problem:
        return replace(wrong(address, str(problem), lib), ruleset=ruleset)


def place_address(ruleset: Ruleset, place: SituationAnswer, lib: Library) -> str:
    """Return the address of a ruleset's part of a situation, in the ruleset's own name.

    A layer takes its parent's address without the inputs that the layer no longer has.
    """
    written = f"{place.of}/{place.ask}"
    if place.of == ruleset.short:
        return written
    try:
        return address_in_layer(written, find_question(ruleset, place.ask.partition("?")[0], lib), ruleset)
    except AskError:
        return f"{ruleset.short}/{place.ask}"


def situation_faults(ruleset: Ruleset, lib: Library | None = None) -> Iterator[str]:
    """Yield a sentence for each fault in a ruleset's situations.

    Faults are addresses that do not work, bars that are not drawn, and answers without a chance to count.
    """
    from drillbook.rules.schema.situations import places

    lib = lib or library()
    try:
        found = places(ruleset, lib)
    except RulesError as problem:
        yield str(problem)
        return
    for name, place in found.items():
        where = f"{ruleset.slug}/situations.toml, [{name}]"
        if place.lacks:
            continue
        try:
            one = side(place_address(ruleset, place, lib), lib, place)
        except AskError as problem:
            yield f"{where}: {problem}"
            continue
        if (place.bars or place.least is not None or place.outcomes) and one.spread is None:
            drawn = [bars.name for bars in one.found.outcome.exhibits if isinstance(bars, Bars)] if one.found else []
            yield f"{where}: its answer draws no bars '{place.bars}'; it draws {', '.join(drawn) or 'none'}."
        elif place.least is not None and one.spread is not None and not one.spread.numeric:
            yield f"{where}: least counts numbers, and its outcomes are words; name some of them under outcomes."
        elif one.chance is None:
            yield f"{where}: its answer has no chance; say with least or outcomes what is counted."


def known_situations(lib: Library | None = None) -> tuple[str, ...]:
    """Return the names of all situations, in order."""
    from drillbook.rules.schema.situations import read_situations

    return tuple(read_situations(lib or library()))
