"""A melee rolled out with real dice, without the exact path."""

from drillbook.maths import Thrower
from drillbook.rulesets.breaking_of_nations.close_combat._melee import Fight, Melee
from drillbook.rulesets.breaking_of_nations.close_combat._told import ASTRAY, CRITICAL, STRIKES


def roll_out(melee: Melee, dice: Thrower, die: str, rolls: tuple[int, int], many: int, rounds: int) -> Fight:
    """How one fight stands after so many rounds; rolls: how many dice each side's man throws, of which the best counts."""

    def thrown(side: int) -> int:
        return int(dice.roll_each(die, 1, rolls[side]).max())

    fight = Fight(many, True)
    for _ in range(rounds):
        if fight.end is not None:
            break
        together = melee.order == "at-once"
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


def _strays(melee: Melee, dice: Thrower, end: str, many: int) -> bool:
    """Whether a blow of the many that went astray fells a comrade."""
    return end == ASTRAY and many > 1 and bool(dice.happens(1, melee.stray_many)[0])


def _back(melee: Melee, dice: Thrower, end: str, many: int) -> set[int]:
    """Whom of the many the lone man's blow fells: the first, or by mistake the second."""
    if end in (STRIKES, CRITICAL):
        return {0}
    return {1} if end == ASTRAY and many > 1 and dice.happens(1, melee.stray_lone)[0] else set()
