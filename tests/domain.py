"""Drawing inputs from a question's whole domain, for the property tests."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from drillbook.exact import exact
from drillbook.kinds import Choice, Choices, Flag, Kind, Numeric, Rows
from drillbook.questions import Spec
from drillbook.rules import Ruleset


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
    free = {name: tuple(r.readings) for name, r in ruleset.rulings().items() if r.switchable and not r.settled}
    one = st.sampled_from(sorted(free)).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(free[name])))
    return st.lists(one, max_size=3).map(dict) if free else st.just({})
