"""The wording of numbers: exact numbers, means and chances, in figures and in words.

All texts of the package take the wording from this module.
"""

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
    """Return an exact number as links and sentences write it.

    The text has decimals if they are finite and short (`2.5`), else it is `p/q`.
    """
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
    """Return an exact number as it is printed for readers, with a minus instead of a hyphen."""
    return write_number(value).replace("-", "−")


def write_mean(value: Number) -> str:
    """Return a mean as a sentence writes it: a whole number, or one decimal.

    `about` comes first if the decimal is not exact. A positive mean below 1/20 is `under 0.1`.
    """
    if exact(value) == int(value):
        return str(int(value))
    if 0 < value < Fraction(1, 20):
        return "under 0.1"
    shown = f"{float(value):.1f}"
    return shown if Fraction(shown) == value else f"about {shown.removesuffix('.0')}"


def averaged(mean: Number, noun: str) -> str:
    """Return the mean of a thing as a sentence writes it: `about 1 turn`, `2.5 turns`."""
    told = write_mean(mean)
    return f"{told} {noun if told.removeprefix('about ') == '1' else plural(noun)}"


def lost_of(mean: Number, most: int, noun: str, done: str = "lost") -> str:
    """Return how many of several are lost on average, as words.

    A mean that only rounds to the whole number is `nearly all`.
    mean: from 0 to most; most: how many there are; noun: one of them; done: what happens to them, after them in the
    sentence.
    For a single one, the text gives the chance: `the only man lost: 66.7 % (2/3)`. Else it is such as
    `2.5 of 10 men lost on average` or `all 4 men lost`.
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
    """Return the plural of a noun: men, dice, turns.

    In a phrase, the last word changes (`spare turn`, `spare turns`).
    """
    start, space, last = noun.rpartition(" ")
    if last not in _PLURALS and last.endswith("y") and not last.endswith(("ay", "ey", "oy")):
        return f"{start}{space}{last[:-1]}ies"
    return start + space + _PLURALS.get(last, f"{last}es" if last.endswith(("s", "x", "ch", "sh")) else f"{last}s")


def counted(number: Number, noun: str, several: str | None = None, none: str = "0") -> str:
    """Return a number of things as words: `1 man`, `3 men`.

    several: the plural, if plural() cannot form it. none: the word for 0.
    """
    if number == 1:
        return f"1 {noun}"
    return f"{write_number(number) if number else none} {several or plural(noun)}"


def lasting(seconds: int) -> str:
    """So many seconds as people say them: `30 seconds`, `1 minute`, `6 minutes 30 seconds`."""
    minutes, rest = divmod(seconds, SECONDS_A_MINUTE)
    told = [counted(minutes, "minute")] if minutes else []
    return " ".join([*told, counted(rest, "second")] if rest or not minutes else told)


def in_words(value: Any) -> str:
    """Return a small whole number (0 to 20) as a word, and any other value as figures."""
    return SMALL[value] if isinstance(value, int) and 0 <= value < len(SMALL) else shown(value)


def shown(value: Any) -> str:
    """Return a value as it is printed: numbers as figures, words unchanged, None as a dash.

    Dice are words here. A fraction between -1 and 1 is printed as a fraction.
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction) and 0 < abs(value) < 1:  # a chance or a part: 3/8 says more than 0.375
        return str(value).replace("-", "−")
    if isinstance(value, int | Fraction):
        return printed(value)
    return str(value)


def signed(value: Number) -> str:
    """Return a number with its sign, as a modifier is printed."""
    return f"+{write_number(value)}" if value > 0 else shown(value)


def percent(chance: int | Fraction) -> str:
    """Return a probability as a percentage with one decimal.

    A small or nearly certain probability is not rounded to 0 or 100; it is `under 0.1 %` or `over 99.9 %`.
    """
    shown = f"{float(chance) * 100:.1f}"
    if shown == "0.0" and chance > 0:
        return "under 0.1 %"
    if shown == "100.0" and chance < 1:
        return "over 99.9 %"
    return f"{shown} %"


def short_percent(part: float | Fraction) -> str:
    """Return a share as a short percentage for small spaces, such as the top of a bar.

    A possible share is never 0, and an uncertain share is never 100.
    """
    part = float(part)
    if 0 < part < 0.0005:
        return "<0.1 %"
    if 0.9995 <= part < 1:
        return ">99.9 %"
    fine = 0 < part < 0.0995 or 0.995 <= part < 1
    return f"{part * 100:.1f} %" if fine else f"{part * 100:.0f} %"


def other_tape(length: Number, unit: str) -> str:
    """Return a length in inches as centimetres, as exact as a tape is read (`7.6 cm`, `61 cm`).

    The result is empty for any other unit.
    """
    if unit != "inches":
        return ""
    told = float(length * CENTIMETRES_AN_INCH)
    digits = 0 if abs(told) >= FINE_BELOW or told == round(told) else 1
    return f"{told:.{digits}f} cm".replace("-", "−")


def one_in(chance: Fraction) -> str:
    """Return a probability as `1 in 3` or `about 3 in 8`, with small numbers.

    Certain and impossible events are `always` and `never`. Rare events, and nearly certain ones, are `about 1 in …` or
    `all but about 1 in …`.
    """
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
    """Return a chance as words after a colon: `37.5 % (3/8)`, `never` or `for certain`.

    A long fraction is left out.
    """
    if chance in (0, 1):
        return "for certain" if chance else "never"
    words = str(chance)
    return f"{percent(chance)} ({words})" if len(words) <= LONGEST_FRACTION else percent(chance)


def likely(chance: Fraction) -> str:
    """Return a chance as words after a verb: `with a chance of 50.0 % (1/2)` or `for certain`."""
    return spoken(chance) if chance in (0, 1) else f"with a chance of {spoken(chance)}"


def chance_text(chance: Fraction) -> str:
    """Return a probability for a table's cell: the fraction if it is short, and the percentage."""
    exact_text = str(Fraction(chance))
    return f"{exact_text} · {percent(chance)}" if len(exact_text) <= 9 else percent(chance)


def number_text(value: Number) -> str:
    """Return a number for a table's cell or beside a point.

    The number is exact if it is short, else a mean with one decimal.
    """
    exact_text = printed(value)
    return exact_text if len(exact_text) <= 6 else write_mean(value).replace("-", "−")


def cell_text(value: object) -> str:
    """Return the text of a table's cell: yes and no for truth values, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction):
        return printed(value)
    return str(value)


def root_text(squared: Number) -> str:
    """Return the square root of a number as a tape shows it: to hundredths, without final zeros."""
    return f"{sqrt(squared):.2f}".rstrip("0").rstrip(".")
