"""The conditions under which fire pins a unit.

The module has no chapter of its own: the triggers, prone men and machine guns use it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from drillbook.asking import Contradiction, Reader

LMG = "lmg"
SOURCES: Mapping[str, str] = {"none": "nobody", "rifles": "rifles", LMG: "an LMG", "machine-gun": "a machine gun"}
PINNING = {LMG: "weapons.lmg-pin", "machine-gun": "artillery.mg-pin"}


@dataclass(frozen=True, slots=True)
class Pinned:
    """Whether a unit is pinned, in which words, and by which rule."""

    held: bool
    why: str
    rule: str

    @property
    def fate(self) -> str:
        """Whether it is pinned, in words."""
        return "pinned" if self.held else "not pinned"


def pinned(r: Reader, fire: str, running: int, earlier: int) -> Pinned:
    """Return whether fire pins a unit, with the words and the rule.

    running is the number of turns just before this one in which the unit was shot at, earlier the number of those before
    a lull.
    """
    turns = 0 if fire == "none" else 1 + running
    lull = ""
    if turns and earlier and r.holds("pinned-two-turns", "any-two"):
        turns += earlier
    elif earlier:
        lull = f" ({earlier} before the lull left out)"
    if fire in PINNING and (fire != LMG or r.has("weapons.lmg-pin")):
        rule = r.cite(PINNING[fire])
        if r.holds("pinned-by-mg", "at-once"):
            return Pinned(True, f"{SOURCES[fire]} pins at once", rule)
    enough = r.int("glory.trigger-pinned")
    return Pinned(
        turns >= enough, f"turns under fire: {turns}{lull}, pinned from {enough}", r.cite("glory.trigger-pinned")
    )


def check_last_turn(r: Reader, fire: str, running: int, earlier: int, already: tuple[str, ...]) -> None:
    """Contradiction where last turn's fire and last turn's state do not fit."""
    if fire == "none":
        return
    enough = r.int("glory.trigger-pinned")
    turns = running + (earlier if running and r.holds("pinned-two-turns", "any-two") else 0)
    if "pinned" not in already:
        if turns >= enough:
            reason = f"A unit that was shot at in {turns} turns by last turn was pinned last turn already."
            raise Contradiction(reason, already=(*already, "pinned"))
    elif not running:
        raise Contradiction("A unit that was not shot at last turn was not pinned last turn.", running=1)
    elif turns < enough and r.holds("pinned-by-mg", "counts-as-fire"):
        reason = f"A unit shot at in fewer than {enough} turns by last turn was not pinned then, whoever fired."
        raise Contradiction(reason, running=enough)
