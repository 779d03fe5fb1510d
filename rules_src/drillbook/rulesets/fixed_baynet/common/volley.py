"""How often a man shoots: by what his weapon and the choice of a target cost him in AC."""

from drillbook.asking import Reader, Working, replacing
from drillbook.rulesets.breaking_of_nations.common import volley


def price(r: Reader, weapon: str) -> int:
    """What one use of a weapon costs in AC."""
    r.cite("turn-sequence.action-cost")
    return r.cell("weapons", weapon, "ac").whole


@replacing(volley.shots_each)
def shots_each(r: Reader, w: Working, weapon: str, actions: int) -> int:
    """A man fires as often as he can pay for it with the actions spent; its steps go into `w`."""
    each, target = price(r, weapon), r.int("turn-sequence.action-cost")
    left = w.then("actions spent on firing", actions, "turn-sequence.action-cost")
    aiming = r.read_as("target-order")
    if aiming == "an-order":
        left = w.subtract("the order to choose a target", "turn-sequence.action-cost")
    elif aiming == "every-shot":
        each += target
    name = r.name("weapons", weapon).lower()
    reason = f"A shot with a {name} takes {each} AC, and {left} AC {'is' if left == 1 else 'are'} left for shooting."
    w.forbid(reason, r.cell("weapons", weapon, "ac").rule, when=left < each)
    shots = 1 if r.holds("repeat-actions", "once-each") else left // each
    return w.then(f"shots, at {each} AC each", shots, "turn-sequence.action-cost")  # type: ignore[no-any-return]


@replacing(volley.attacked)
def attacked(r: Reader, dice: int, men: int) -> list[int]:
    """Every die attacks a man."""
    return [1] * min(dice, men)
