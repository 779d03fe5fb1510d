"""How often a man shoots: by what his weapon and the choice of a target cost him in AC."""

from drillbook.asking import Reader, Working, replacing
from drillbook.rulesets.breaking_of_nations.common import volley

#: The weapon that may be gone once it has been thrown.
SPEAR = "spear"


def price(r: Reader, weapon: str) -> int:
    """Return the cost of one use of a weapon, in AC."""
    r.cite("turn-sequence.action-cost")
    return r.cell("weapons", weapon, "ac").whole


def aiming(r: Reader) -> tuple[int, int]:
    """Return the AC to choose a target: once in a turn, and before every shot."""
    one, reading = r.int("turn-sequence.action-cost"), r.read_as("target-order")
    return one if reading == "an-order" else 0, one if reading == "every-shot" else 0


@replacing(volley.shots_each)
def shots_each(r: Reader, w: Working, weapon: str, actions: int) -> int:
    """A man fires as often as he can pay for it with the actions spent; its steps go into `w`."""
    order, aim = aiming(r)
    each = price(r, weapon) + aim
    left = w.then("actions spent on firing", actions, "turn-sequence.action-cost")
    if order:
        left = w.subtract("the order to choose a target", order, "turn-sequence.action-cost")
    name = r.name("weapons", weapon).lower()
    reason = f"A shot with a {name} takes {each} AC, and {left} AC {'is' if left == 1 else 'are'} left for shooting."
    w.forbid(reason, r.cell("weapons", weapon, "ac").rule, when=left < each)
    shots = 1 if once(r, weapon) else left // each
    return w.then(f"shots, at {each} AC each", shots, "turn-sequence.action-cost")  # type: ignore[no-any-return]


def once(r: Reader, weapon: str) -> bool:
    """Return whether a man uses a weapon only once in a turn, whatever his AC pay for.

    This holds on other readings, and if he has thrown the weapon away.
    """
    return r.holds("repeat-actions", "once-each") or thrown_away(r, weapon)


def thrown_away(r: Reader, weapon: str) -> bool:
    """Return whether a weapon is gone once it has been used.

    On the other reading a thrown spear is.
    """
    if weapon != SPEAR:
        return False
    r.cite("weapons.spear-note")
    return r.holds("spear-spent", "gone")


@replacing(volley.shots_by_turn)
def shots_by_turn(r: Reader, w: Working, weapon: str, actions: int, turns: int) -> list[int]:
    """The same in every turn, but what a use leaves over may be kept for the next, and a spear may be gone."""
    if price(r, weapon) > r.int("turn-sequence.action-cost") and r.holds("two-ac-weapons", "carried-over"):
        return _saving(r, w, weapon, actions, turns)
    each = volley.shots_each(r, w, weapon, actions)
    return [each, *[0 if thrown_away(r, weapon) else each] * (turns - 1)]


def _saving(r: Reader, w: Working, weapon: str, actions: int, turns: int) -> list[int]:
    """Return the shots of each turn of a man who keeps the AC left over.

    The question is refused if he never has enough AC for one shot.
    """
    (order, aim), rule = aiming(r), r.cell("weapons", weapon, "ac").rule
    each, kept, found = price(r, weapon) + aim, 0, list[int]()
    for turn in range(1, turns + 1):
        have = kept + actions - order
        shots = max(0, have) // each
        shots = min(1, shots) if once(r, weapon) else shots
        found.append(shots)
        kept = max(0, have - shots * each) if shots else kept + actions
        w.then(f"turn {turn} of fire: shots, with {kept} AC kept for the next", shots, rule)
    reason = f"A shot with a {r.name('weapons', weapon).lower()} takes {each} AC, and no turn has so many."
    w.forbid(reason, rule, when=not any(found))
    w.then("shots in the first turn of fire", found[0], rule)
    return found


@replacing(volley.attacked)
def attacked(r: Reader, dice: int, men: int) -> list[int]:
    """Every die attacks a man."""
    return [1] * min(dice, men)
