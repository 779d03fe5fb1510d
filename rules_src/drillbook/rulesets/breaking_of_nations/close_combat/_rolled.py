"""A melee rolled out with real dice, without the exact path."""

from collections.abc import Callable

from drillbook.maths import Thrower
from drillbook.rulesets.breaking_of_nations.close_combat._melee import Fight, Melee
from drillbook.rulesets.breaking_of_nations.close_combat._told import ASTRAY, CRITICAL, STRIKES


def roll_out(
    melee: Melee, dice: Thrower, die: str, rolls: tuple[int, int], many: int, rounds: int, *, he_first: bool = False
) -> Fight:
    """Throw the dice of a fight for a number of rounds and return its state.

    rolls holds how many dice the man of each side throws, of which the best counts. he_first states that the lone man has
    attacked and rolls first if both sides do not roll at once.
    """

    def thrown(side: int) -> int:
        return int(dice.roll_each(die, 1, rolls[side]).max())

    fight = Fight(many, True)
    for _ in range(rounds):
        if fight.end is not None:
            break
        together = melee.order == "at-once"
        if he_first and not together:
            fight = _his_turn_first(melee, dice, thrown, fight.many)
            continue
        his = thrown(1)
        own = [thrown(0) for _ in range(fight.many)]
        told = [melee.against[one, his if together else thrown(1)] for one in own]
        down = {(place + 1) % fight.many for place, end in enumerate(told) if _strays(melee, dice, end, fight.many)}
        struck = STRIKES in told or CRITICAL in told
        replies = melee.order == "active-side" and struck and CRITICAL not in told
        if together:
            down |= _back(melee, dice, melee.replies[his, own[0]], fight.many)
        elif not struck or replies:
            left = fight.many - len(down)
            fallen = _back(melee, dice, melee.replies[thrown(1), thrown(0)], left) if left else set()
            fight = Fight(left - len(fallen), not struck)
            continue
        fight = Fight(fight.many - len(down), not struck)
    return fight


def _his_turn_first(melee: Melee, dice: Thrower, thrown: Callable[[int], int], many: int) -> Fight:
    """Throw a round in which the lone man rolls first, and return the fight after it."""
    end = melee.replies[thrown(1), thrown(0)]
    left = many - len(_back(melee, dice, end, many))
    if end == STRIKES and melee.order == "active-side":
        last = melee.against[thrown(0), thrown(1)]
        if last in (STRIKES, CRITICAL):
            return Fight(left, False)
        left -= _strays(melee, dice, last, many)
    told = [melee.against[thrown(0), thrown(1)] for _ in range(left)]
    lost = {(place + 1) % left for place, one in enumerate(told) if _strays(melee, dice, one, left)}
    return Fight(left - len(lost), STRIKES not in told and CRITICAL not in told)


def _strays(melee: Melee, dice: Thrower, end: str, many: int) -> bool:
    """Whether a blow of the many that went astray fells a comrade."""
    return end == ASTRAY and many > 1 and bool(dice.happens(1, melee.stray_many)[0])


def _back(melee: Melee, dice: Thrower, end: str, many: int) -> set[int]:
    """Return the men of the many that the lone man's blow fells.

    It is the first (0), or by mistake the second (1), or nobody. The stray blow is thrown with dice.
    """
    if end in (STRIKES, CRITICAL):
        return {0}
    return {1} if end == ASTRAY and many > 1 and dice.happens(1, melee.stray_lone)[0] else set()
