"""What a reaction can reach, and the words for its shot.

The chapter on shooting works out the shot.
"""

from drillbook.asking import Reader
from drillbook.maths import Number, counted, spoken
from drillbook.rulesets.breaking_news.common.shot import Shot

#: Rows of the weapons table that the rules of reaction single out.
SNIPER = "sniper"
GRENADE = "grenade"
ROCKETS = ("rpg", "grenade-launcher")
BARRED = ("heavy-at", "tank", "mortar")


def once_a_turn(r: Reader, weapon: str) -> bool:
    """Return whether a weapon has a single opportunity shot a turn.

    weapon is a row of the firing table, or a launcher.
    """
    if weapon == GRENADE:
        return r.holds("opp-grenade", "once-a-turn")
    return weapon in ROCKETS


def called(shot: Shot) -> str:
    """Return the shot in words: `needs 4+ with 3 dice, a hit 87.5 % (7/8)`."""
    if not shot.at_least_one:
        return "cannot hit"
    return f"needs {shot.needed}+ with {counted(shot.dice, 'die')}, a hit {spoken(shot.at_least_one)}"


def cannot_react(r: Reader, weapon: str, distance: Number) -> tuple[str, str] | None:
    """Return why a weapon cannot use opportunity fire at that distance, and the rule; else None.

    The reasons are a barred weapon and the limit of range.
    """
    if weapon in BARRED:
        return "never fires by opportunity", r.cite("reaction.opp-barred")
    limit = r.int("reaction.opp-range")
    if weapon != SNIPER and distance > limit:
        return f"{distance} cm is beyond {limit} cm", r.cite("reaction.opp-range")
    return None
