"""Drawing inputs from a question's whole domain, for the property tests."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import Spec
from drillbook.maths.exact import exact
from drillbook.rules.model import Ruleset


def of_kind(kind: Kind) -> st.SearchStrategy[Any]:
    """Every value of one input's domain."""
    match kind:
        case Numeric():
            most = int((Fraction(kind.high) - kind.low) / kind.step)
            return st.integers(0, most).map(lambda n: exact(Fraction(kind.low) + n * Fraction(kind.step)))
        case Choices():
            keys = tuple(kind.options)
            return st.sets(st.sampled_from(keys)).map(lambda chosen: tuple(k for k in keys if k in chosen))
        case Choice():
            return st.sampled_from(tuple(kind.options))
        case Flag():
            return st.booleans()
        case Rows():
            row = st.tuples(*(of_kind(field) for field in kind.fields.values()))
            return st.lists(row, min_size=kind.low, max_size=min(kind.high, kind.low + 4)).map(tuple)
    raise AssertionError(kind)


def of_question(spec: Spec, ruleset: Ruleset) -> st.SearchStrategy[Mapping[str, Any]]:
    """Every set of inputs, those that do not apply back at their defaults."""
    whole = st.fixed_dictionaries({one.name: of_kind(one.kind) for one in spec.bound(ruleset)})
    return whole.map(lambda values: spec.settle(ruleset, values))


def of_readings(ruleset: Ruleset) -> st.SearchStrategy[dict[str, str]]:
    """Any readings of the rulings that can be switched."""
    free = {name: tuple(r.readings) for name, r in ruleset.rulings().items() if r.free}
    one = st.sampled_from(sorted(free)).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(free[name])))
    return st.lists(one, max_size=3).map(dict) if free else st.just({})


def one_of_kind(kind: Kind, random: Random) -> Any:
    """One value of an input's domain, each as likely as any other."""
    match kind:
        case Numeric():
            return exact(
                kind.low + random.randint(0, int((Fraction(kind.high) - kind.low) / kind.step)) * Fraction(kind.step)
            )
        case Choices():
            return tuple(key for key in kind.options if random.random() < 0.5)
        case Choice():
            return random.choice(tuple(kind.options))
        case Flag():
            return random.random() < 0.5
        case Rows():
            number = random.randint(kind.low, min(kind.high, kind.low + 4))
            return tuple(tuple(one_of_kind(field, random) for field in kind.fields.values()) for _ in range(number))
    raise AssertionError(kind)


def by_chance(spec: Spec, ruleset: Ruleset, random: Random) -> Mapping[str, Any]:
    """Draw one set of inputs, each value as likely as any other.

    Hypothesis would rather try the ends.
    """
    return spec.settle(ruleset, {one.name: one_of_kind(one.kind, random) for one in spec.bound(ruleset)})
