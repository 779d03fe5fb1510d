"""How a probability is said: as a fraction, a percentage and one in so many."""

from fractions import Fraction


def percent(chance: int | Fraction) -> str:
    """A probability as a percentage with one decimal; small and nearly sure ones are not rounded to never or always."""
    shown = f"{float(chance) * 100:.1f}"
    if shown == "0.0" and chance > 0:
        return "under 0.1 %"
    if shown == "100.0" and chance < 1:
        return "over 99.9 %"
    return f"{shown} %"


def one_in(chance: Fraction) -> str:
    """A probability as `1 in 3` or `about 3 in 8`, with small numbers."""
    near = chance if chance.numerator == 1 else chance.limit_denominator(20)
    # of what is rare a small fraction is a poor likeness: 1 in 20 for 1 in 32
    if near != chance and min(chance, 1 - chance) < Fraction(1, 12):
        if chance < Fraction(1, 2):
            return f"about 1 in {round(1 / chance):,}".replace(",", " ")
        return f"all but about 1 in {round(1 / (1 - chance)):,}".replace(",", " ")
    if near == 0:
        return "never"
    if near == 1:
        return "always"
    about = "" if near == chance else "about "
    return f"{about}{near.numerator} in {near.denominator:,}".replace(",", " ")


def odds(chance: Fraction) -> str:
    """`1/3 · 33.3 % · 1 in 3`; a long fraction is left to the table."""
    parts = [percent(chance), one_in(chance)]
    if chance.denominator <= 100_000 and chance not in (0, 1):
        parts.insert(0, str(chance))
    return " · ".join(parts)
