"""Fire at what nobody sees, sections 7.0 and 8.6: at which places, and with which weapons."""

from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.rulesets.breaking_news.common.firing import a_weapon

#: Machine guns, launchers and guns.
HEAVY = frozenset(("lmg", "mmg", "hmg", "rpg", "grenade-launcher", "heavy-at", "tank", "mortar"))


class Verdict(NamedTuple):
    """Whether it is allowed, why in words, and the rule that says so."""

    allowed: bool
    words: str
    rule: str

    @property
    def told(self) -> str:
        """The same as a refusal needs it, a whole sentence, where it is not allowed."""
        return self.words if self.allowed else f"{self.words[:1].upper()}{self.words[1:]}."


def place_allowed(r: Reader, in_the_open: bool, place: str) -> Verdict:
    """Return whether a place may be fired at unseen; open ground by the ruling speculative-open.

    place is what it is called in a sentence, such as `a bunker`.
    """
    if not in_the_open:
        return Verdict(True, f"{place} may hide somebody", r.cite("support.spec-targets"))
    if r.holds("speculative-open", "where-suspected"):
        return Verdict(
            True, "open ground may be fired at, for a man may crawl there unseen", r.cite("sighting.others-speculative")
        )
    return Verdict(False, "open ground is not fired at unseen", r.cite("support.spec-targets"))


def weapon_allowed(r: Reader, weapon: str) -> Verdict:
    """Return whether a weapon may fire at what nobody sees, by the ruling speculative-weapon."""
    if r.holds("speculative-weapon", "any-weapon"):
        return Verdict(True, "any weapon will do", r.cite("sighting.others-speculative"))
    name, rule = a_weapon(r, weapon), r.cite("sighting.speculative-heavy")
    if weapon in HEAVY:
        return Verdict(True, f"{name} is a heavy weapon", rule)
    return Verdict(False, f"{name} is no heavy weapon, and only those fire at the unseen", rule)
