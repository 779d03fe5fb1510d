"""The die of a shot: which scores hit, how likely they are, and how a needed score reads."""

from fractions import Fraction
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import roll, spoken


def hits(r: Reader, number: int, face: Any) -> Any:
    """Return whether a natural score hits if `number` is needed.

    The function works on one score and on arrays of scores alike.
    """
    hit = face >= number
    if number > r.int("ranged-combat.critical") and r.holds("twelve-over-target", "always-hits"):
        return hit | is_critical(r, face)
    if number <= 1 and r.holds("sure-hit", "one-misses"):
        return hit & (face > 1)
    return hit


def is_critical(r: Reader, face: Any) -> Any:
    """Whether a natural score is a critical hit (that it hits at all is for `hits` to say)."""
    return face == r.int("ranged-combat.critical")


def hit_chance(r: Reader, number: int, die: str | None = None) -> Fraction:
    """Return the chance that one shot hits if `number` is needed.

    die is a gun's own die, if it has one.
    """
    return roll(die or r.text("ranged-combat.die")).chance(lambda face: bool(hits(r, number, face)))


def critical_chance(r: Reader, number: int) -> Fraction:
    """Return the chance that one shot is a critical hit if `number` is needed."""
    return r.dice("ranged-combat.die").chance(lambda face: bool(hits(r, number, face) & is_critical(r, face)))


def needs(r: Reader, number: int, chance: Fraction) -> str:
    """Return in words what a shot needs and how likely that is: `5+: 66.7 % (2/3)`.

    The words can also be that only the critical hits, or that the shot cannot miss or hit.
    """
    score = score_words(r, number, chance)
    return score if chance in (0, 1) else f"{score}: {spoken(chance)}"


def hits_on(r: Reader, number: int, chance: Fraction) -> str:
    """Return what a shot needs as the beginning of a sentence: `Hits on 5+: 66.7 % (2/3)`.

    Other forms are `Any score hits` and `No score hits (17 needed)`.
    """
    if chance in (0, 1):
        return "Any score hits" if chance else f"No score hits ({number} needed)"
    return f"Hits on {needs(r, number, chance)}"


def score_words(r: Reader, number: int, chance: Fraction) -> str:
    """Return the score that a shot needs in words, such as `5+` or `a critical only`.

    Other forms are `any score`, `any score but a 1` and `no score (17 needed)`. number is the number needed; chance is
    the chance that the die shows it.
    """
    if chance in (0, 1):
        return "any score" if chance else f"no score ({number} needed)"
    die = r.dice("ranged-combat.die")
    if number <= min(die):
        return f"any score but a {min(die)}"
    return "a critical only" if number > max(die) else f"{number}+"


def shot_result(r: Reader, number: int, face: int) -> str:
    """Return what one shot does: miss, hit or critical."""
    if not hits(r, number, face):
        return "miss"
    return "critical" if is_critical(r, face) else "hit"
