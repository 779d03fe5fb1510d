"""Muskets: range, what shooter and target add, and the attack that comes of it."""

from fractions import Fraction

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number
from drillbook.rulesets.new_rules.common.bands import Attack, Result
from drillbook.rulesets.new_rules.common.fighting import leave
from drillbook.rulesets.new_rules.common.fire import STANDARD, Shot, Weapon, beyond, dice_of, in_contact, sums
from drillbook.rulesets.new_rules.common.unit import Unit

MUSKETS = "musket-bands"
MUSKETRY = Weapon("shooter", "musketry.total", "musketry.band-table", "musketry.equality-gap")


def reach_of(r: Reader, w: Working, reach: str) -> Number:
    """How far the muskets go, in S."""
    if reach != STANDARD:
        return w.then("how far these muskets reach, in S", int(reach), "musketry.non-standard")  # type: ignore[no-any-return]
    w.then("muskets reach, in L", "musketry.max-range")
    return w.times("L in S", "setup.long")  # type: ignore[no-any-return]


def limits_of(r: Reader, reach: Number) -> dict[str, Number]:
    """Return where each row of the range ends, in S.

    The last row is left out; it goes as far as the musket.
    """
    limits: dict[str, Number] = {row: r.cell("musket-ranges", row, "upto").number for row in ("short", "medium")}
    match r.read_as("musket-bands"):
        case "as-cannon":
            return {"short": limits["medium"]}
        case "thirds":
            parts = len(r.rows("musket-ranges"))
            return {row: Fraction(reach) * limit / parts for row, limit in limits.items()}
        case _:
            return limits


def band_of(r: Reader, distance: Number, reach: Number) -> str:
    """Return the row of the range that a distance falls into.

    A limit belongs to the nearer row.
    """
    return next((row for row, limit in limits_of(r, reach).items() if distance <= limit), "long")


def attack_of(r: Reader, w: Working, shot: Shot) -> Attack:
    """Return the volley as an attack, with both sums in `w`.

    The volley is refused if the target is out of range or in contact.
    """
    in_contact(r, w, shot.distance)
    reach = reach_of(r, w, shot.reach)
    beyond(w, shot, reach, "musketry.max-range")
    row = band_of(r, shot.distance, reach)
    ranged = (r.name("musket-ranges", row), r.cell("musket-ranges", row, "amount"))
    cover = (r.name("musket-covers", shot.cover), r.cell("musket-covers", shot.cover, "amount"))
    return Attack(r, MUSKETS, *sums(w, shot, MUSKETRY, ranged, cover))


def coloured_after(r: Reader, attack: Attack, shot: Shot) -> Distribution[int | str]:
    """Return the distribution of the target's coloured dice after the volley, Panic included.

    A word replaces the number if the target is removed.
    """
    return dice_left(r, attack, shot).map(lambda one: one[1])


def dice_left(r: Reader, attack: Attack, shot: Shot) -> Distribution[tuple[int, int | str]]:
    """Return the distribution of the volley's own points and of the target's coloured dice.

    The dice are those after the volley, Panic included; a word replaces the number if the target is removed.
    """
    return attack.outcomes.then(lambda result: r.once(_left, result, shot.shooter, shot.target, shot.locked))


def _left(r: Reader, result: Result, shooter: Unit, target: Unit, engaged: bool) -> Distribution[tuple[int, int | str]]:
    left = leave(r, result, shooter, target, engaged=engaged)
    return left.map(lambda one: (result.defender, dice_of(one.defender)))
