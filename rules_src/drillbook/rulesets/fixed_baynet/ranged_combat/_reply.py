"""Who strikes back at an attack, and what the die of his answer does."""

from drillbook.asking import Reader
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die, wounds
from drillbook.rulesets.breaking_of_nations.common.hero import DEATH, hurt
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, MISS, WOUND
from drillbook.rulesets.fixed_baynet.common.volley import thrown_away
from drillbook.rulesets.fixed_baynet.ranged_combat._attack import BLOW, Attack

#: What a shot does, as a blow would.
AS_BLOW = {"critical": BLOODY, "hit": WOUND, "miss": MISS}


def why_not(r: Reader, attack: Attack, *, acted: bool, paid: int, again: bool) -> tuple[str, str]:
    """Return what keeps the man from striking back whatever the dice say, and its rule.

    Both are empty if nothing does. again: whether he has answered before in this turn, and so thrown what he throws.
    """
    if attack.attack == BLOW:
        return combat.why_no_answer(r, acted=acted, paid=paid)
    why, rule = combat.spent_out(acted=acted, paid=paid)
    if why:
        return why, rule
    if r.holds("counter-scope", "contact-only"):
        return "he is shot, and only blades that touch are answered", "ranged-combat.counter-roll"
    if shooting.weapon_band(r, attack.arm, attack.distance) is None:
        return f"his {shooting.weapon_word(r, attack.arm)} does not reach so far", "ranged-combat.in-range"
    if again and thrown_away(r, attack.arm):
        return "he has thrown his spear in an answer already", "weapons.spear-note"
    return "", ""


def may_answer(r: Reader, done: str, suffered: str) -> bool:
    """Return whether a man with this end strikes back at an attacker with that end.

    done: what the attack did to the man. suffered: what the attacker suffered from his own blow.
    """
    return suffered == MISS and combat.may_reply(r, done)


def has_places(r: Reader) -> bool:
    """Return whether a wounded hero throws for the place of the wound.

    Otherwise a wound takes him off the table like any man.
    """
    return not r.holds("hero-hit-location", "dies-first")


def throws_place(r: Reader, attack: Attack, done: str) -> bool:
    """Whether what is done to him is a wound for whose place he throws, as a hero."""
    if not attack.heroic or done not in (WOUND, BLOODY) or not has_places(r):
        return False
    return done == WOUND or r.holds("hero-hit-location", "every-hit")


def goes_on(r: Reader, attack: Attack, place: str) -> bool:
    """Return whether a hero who is hit in that place strikes back.

    He does once before the wound removes him, or on the other reading only if it leaves him.
    """
    wound = hurt(r, place)
    if place == DEATH or (wound.removed and r.holds("counter-who", "survivors-only")):
        return False
    if wound.removed:
        return True
    return wound.fires and shooting.band_at(r, attack.distance, wounds.limits_of(r, place, attack.arm)) is not None


def answer_of(r: Reader, number: int, face: int) -> str:
    """Return what an answer to a shot does if its die shows that face."""
    if r.holds("counter-die", "close-combat-die"):
        return combat.end_of(r, face - number)
    return AS_BLOW[shot_die.shot_result(r, number, face)]
