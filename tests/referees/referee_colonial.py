"""How a referee of Fixed Bay'net asks the book, and the die that he throws beside it; nothing of the ruleset is imported."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from drillbook import ask

F = Fraction
D12 = range(1, 13)


def told(question: str, readings: Mapping[str, str] | None = None, **inputs: Any) -> Any:
    """The answer to a situation under readings."""
    pairs = [f"{name.replace('_', '-')}={value}" for name, value in inputs.items()]
    pairs += [f"ruling.{name}={letter}" for name, letter in (readings or {}).items()]
    return ask(f"fb/{question}?{'&'.join(pairs)}")


def value(question: str, readings: Mapping[str, str] | None = None, **inputs: Any) -> Mapping[str, Any]:
    """Its figures."""
    return told(question, readings, **inputs).outcome.flat()  # type: ignore[no-any-return]


def hit(number: int) -> F:
    """A D12 that wants this or more; a 12 always does."""
    return F(sum(face >= number or face == 12 for face in D12), 12)
