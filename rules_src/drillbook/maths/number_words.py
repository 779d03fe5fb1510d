"""How numbers are said: exact numbers, means, chances, in figures and in words. The one place for it."""

from fractions import Fraction
from math import sqrt
from typing import Any

from drillbook.maths.exact import Number, exact

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
).split()

CENTIMETRES_AN_INCH = Fraction(127, 50)
SECONDS_A_MINUTE = 60
#: From so many centimetres on nobody measures millimetres.
FINE_BELOW = 10

#: The longest fraction that still reads as one.
LONGEST_FRACTION = len("ppp/qqq")


def write_number(value: Number) -> str:
    """How an exact number is written in links and sentences: `2.5` where decimals are finite and short, else `p/q`."""
    value = exact(value)
    if isinstance(value, int):
        return str(value)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest == 1 and value.denominator <= 1000:
        return f"{float(value):.6f}".rstrip("0").rstrip(".")
    return f"{value.numerator}/{value.denominator}"


def printed(value: Number) -> str:
    """How an exact number is printed for readers: as it is written, with a minus instead of a hyphen."""
    return write_number(value).replace("-", "−")


def write_mean(value: Number) -> str:
    """How a mean is written in a sentence: whole, or with one decimal and `about` before it where that is not all of it."""
    if exact(value) == int(value):
        return str(int(value))
    if 0 < value < Fraction(1, 20):
        return "under 0.1"
    shown = f"{float(value):.1f}"
    return shown if Fraction(shown) == value else f"about {shown.removesuffix('.0')}"


def averaged(mean: Number, noun: str) -> str:
    """A mean of a thing as it is written in a sentence: `about 1 turn`, `2.5 turns`."""
    told = write_mean(mean)
    return f"{told} {noun if told.removeprefix('about ') == '1' else plural(noun)}"


def lost_of(mean: Number, most: int, noun: str, done: str = "lost") -> str:
    """Say how many of several are lost on average, without a mean that only looks like all of them.

    mean: from 0 to most; most: how many there are; noun: one of them; done: what happens to them, behind them in the sentence.
    Of a single one the chance is told: `the only man lost: 66.7 % (2/3)`; else `2.5 of 10 men lost on average`, `all 4 men lost`.
    """
    if not mean:
        return f"no {noun} {done}"
    if most == 1:
        return f"the only {noun} {done}: {spoken(Fraction(mean))}"
    told = write_mean(mean)
    if mean == most:
        return f"all {most} {plural(noun)} {done}"
    whole = f"nearly all {most}" if told == f"about {most}" else f"{told} of {most}"
    return f"{whole} {plural(noun)} {done} on average"


_PLURALS = {"man": "men", "die": "dice", "woman": "women", "is": "are", "has": "have"}


def plural(noun: str) -> str:
    """Several of a thing: men, dice, turns; of a phrase its last word (`spare turn`, `spare turns`)."""
    start, space, last = noun.rpartition(" ")
    if last not in _PLURALS and last.endswith("y") and not last.endswith(("ay", "ey", "oy")):
        return f"{start}{space}{last[:-1]}ies"
    return start + space + _PLURALS.get(last, f"{last}es" if last.endswith(("s", "x", "ch", "sh")) else f"{last}s")


def counted(number: Number, noun: str, several: str | None = None, none: str = "0") -> str:
    """So many of a thing: `1 man`, `3 men`; `several` is its plural where plural() cannot know it, `none` what 0 is called."""
    if number == 1:
        return f"1 {noun}"
    return f"{write_number(number) if number else none} {several or plural(noun)}"


def lasting(seconds: int) -> str:
    """So many seconds as people say them: `30 seconds`, `1 minute`, `6 minutes 30 seconds`."""
    minutes, rest = divmod(seconds, SECONDS_A_MINUTE)
    told = [counted(minutes, "minute")] if minutes else []
    return " ".join([*told, counted(rest, "second")] if rest or not minutes else told)


def in_words(value: Any) -> str:
    """A small whole number as a word; any other as figures."""
    return SMALL[value] if isinstance(value, int) and 0 <= value < len(SMALL) else shown(value)


def shown(value: Any) -> str:
    """How a value is printed: exact numbers as figures, dice and words as they are, nothing as a dash."""
    if value is None:
        return "–"
    if isinstance(value, Fraction) and 0 < abs(value) < 1:  # a chance or a part: 3/8 says more than 0.375
        return str(value).replace("-", "−")
    if isinstance(value, int | Fraction):
        return printed(value)
    return str(value)


def signed(value: Number) -> str:
    """A number with its sign, as a modifier is printed."""
    return f"+{write_number(value)}" if value > 0 else shown(value)


def percent(chance: int | Fraction) -> str:
    """A probability as a percentage with one decimal; small and nearly sure ones are not rounded to never or always."""
    shown = f"{float(chance) * 100:.1f}"
    if shown == "0.0" and chance > 0:
        return "under 0.1 %"
    if shown == "100.0" and chance < 1:
        return "over 99.9 %"
    return f"{shown} %"


def short_percent(part: float | Fraction) -> str:
    """A share where room is short, as on top of a bar; what is possible is never 0, what is not sure never 100."""
    part = float(part)
    if 0 < part < 0.0005:
        return "<0.1 %"
    if 0.9995 <= part < 1:
        return ">99.9 %"
    fine = 0 < part < 0.0995 or 0.995 <= part < 1
    return f"{part * 100:.1f} %" if fine else f"{part * 100:.0f} %"


def other_tape(length: Number, unit: str) -> str:
    """A length in inches once more in centimetres, as exact as a tape is read (`7.6 cm`, `61 cm`); nothing for any other unit."""
    if unit != "inches":
        return ""
    told = float(length * CENTIMETRES_AN_INCH)
    digits = 0 if abs(told) >= FINE_BELOW or told == round(told) else 1
    return f"{told:.{digits}f} cm".replace("-", "−")


def one_in(chance: Fraction) -> str:
    """A probability as `1 in 3` or `about 3 in 8`, with small numbers."""
    short = chance.numerator == 1 or chance.denominator <= 20
    near = chance if short else chance.limit_denominator(12)  # nobody has seventeenths before his eyes
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
    """`33.3 % · 1/3 · 1 in 3`; a long fraction is left to the table."""
    parts = [percent(chance), one_in(chance)]
    if chance.denominator <= 100_000 and chance not in (0, 1):
        parts.insert(1, str(chance))
    return " · ".join(parts)


def spoken(chance: Fraction) -> str:
    """A chance after a colon: `37.5 % (3/8)`, a long fraction left out, `never`, `for certain`."""
    if chance in (0, 1):
        return "for certain" if chance else "never"
    words = str(chance)
    return f"{percent(chance)} ({words})" if len(words) <= LONGEST_FRACTION else percent(chance)


def likely(chance: Fraction) -> str:
    """The same after a verb: `with a chance of 50.0 % (1/2)`, `for certain`."""
    return spoken(chance) if chance in (0, 1) else f"with a chance of {spoken(chance)}"


def chance_text(chance: Fraction) -> str:
    """A probability in a table's cell: the fraction while it is short, and the percentage."""
    exact_text = str(Fraction(chance))
    return f"{exact_text} · {percent(chance)}" if len(exact_text) <= 9 else percent(chance)


def number_text(value: Number) -> str:
    """A number in a table's cell or beside a point: exact while it is short, else to one decimal."""
    exact_text = printed(value)
    return exact_text if len(exact_text) <= 6 else write_mean(value).replace("-", "−")


def cell_text(value: object) -> str:
    """What a table's cell prints: yes and no for truth values, a dash for nothing."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return printed(value)
    return str(value)


def root_text(squared: Number) -> str:
    """The root of a number as a tape would show it: to hundredths, no idle noughts."""
    return f"{sqrt(squared):.2f}".rstrip("0").rstrip(".")
