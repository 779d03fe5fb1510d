"""A referee's die and questions to the book for Fixed Bay'net.

Nothing of the ruleset is imported.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from drillbook import ask

F = Fraction
D12 = range(1, 13)


def told(question: str, readings: Mapping[str, str] | None = None, **inputs: Any) -> Any:
    """Return the book's answer to a situation under readings."""
    pairs = [f"{name.replace('_', '-')}={value}" for name, value in inputs.items()]
    pairs += [f"ruling.{name}={letter}" for name, letter in (readings or {}).items()]
    return ask(f"fb/{question}?{'&'.join(pairs)}")


def value(question: str, readings: Mapping[str, str] | None = None, **inputs: Any) -> Mapping[str, Any]:
    """Its figures."""
    return told(question, readings, **inputs).outcome.flat()  # type: ignore[no-any-return]


def hit(number: int) -> F:
    """Return the chance that a D12 shows this number or more; a 12 always hits."""
    return F(sum(face >= number or face == 12 for face in D12), 12)
