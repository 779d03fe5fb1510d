"""When fire pins a unit down. No chapter of its own: the triggers, prone men and machine guns all ask it."""

from collections.abc import Mapping
from dataclasses import dataclass

from drillbook.asking import Reader

SOURCES: Mapping[str, str] = {"none": "nobody", "rifles": "rifles", "lmg": "an LMG", "machine-gun": "a machine gun"}
PINNING = {"lmg": "weapons.lmg-pin", "machine-gun": "artillery.mg-pin"}


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
    """Whether fire pins a unit that was shot at in so many turns just before this one, and in so many before a lull."""
    turns = 0 if fire == "none" else 1 + running
    lull = ""
    if turns and r.holds("pinned-two-turns", "any-two"):
        turns += earlier
    elif earlier:
        lull = f" ({earlier} before the lull left out)"
    if fire in PINNING:
        rule = r.cite(PINNING[fire])
        if r.holds("pinned-by-mg", "at-once"):
            return Pinned(True, f"{SOURCES[fire]} pins at once", rule)
    enough = r.int("glory.trigger-pinned")
    return Pinned(
        turns >= enough, f"turns under fire: {turns}{lull}, pinned from {enough}", r.cite("glory.trigger-pinned")
    )
