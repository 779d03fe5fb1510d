"""How a wounded hero differs from the parent's: whether a bad wound takes him off the table."""

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import hero
from drillbook.rulesets.breaking_of_nations.infantry import _chain as chain


@replacing(hero.removes)
def removes(r: Reader, place: str) -> bool:
    """Bloody death takes a hero off the table, and so does a bad wound in chest or head, but not on the other reading."""
    if place == hero.DEATH:
        return True
    return place in hero.REMOVED and r.holds("wounded-as-normal", "removed")


@replacing(hero.revivable)
def revivable(r: Reader, place: str) -> bool:
    """A medic brings back nobody whom the place of a wound has killed."""
    r.cite("squads-heroes.medic-limits")
    return False


@replacing(chain.names_a_man)
def names_a_man(r: Reader) -> bool:
    """Every shot is at a man whom the shooter names, but not on the other readings."""
    return r.holds("hit-allocation", "shooter-names")
