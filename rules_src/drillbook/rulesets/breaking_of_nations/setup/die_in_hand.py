"""Setup: which die a roll takes, and how it is read from one that is on the list."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Cited, Reader, Working, procedure, question
from drillbook.asking.exhibits import Grid
from drillbook.maths.dice import read_dice

ROLLS = {
    "shell": "A shell's deviation",
    "direction": "Its direction",
    "shot": "A shot",
    "blow": "A blow",
    "glory": "A glory test",
}
RULES = {
    "shell": ("artillery.deviation-shell", None),
    "direction": ("artillery.direction", "dice"),
    "shot": ("ranged-combat.die", None),
    "blow": ("close-combat.die", None),
    "glory": ("glory.test", None),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die: the die wanted, whether it is on the list, and how many faces make up one score.

    faces_each is the number of faces of the die in hand (0 if it cannot serve).
    """

    wanted: str
    listed: bool
    faces_each: int


@question(
    "bon/die-in-hand?roll=shell&hand=small",
    "bon/die-in-hand?roll=shell&hand=large",
    "bon/die-in-hand?roll=blow&hand=large",
)
def die_in_hand(
    r: Reader,
    *,
    roll: Annotated[str, Choice(ROLLS, label="Roll")],
    hand: Annotated[str, Choice({"small": "D6", "large": "D12"}, default="small", label="Die in hand")],
) -> Breakdown[Die]:
    """Which die does this roll take, and can it be read from the one in hand?"""
    w = Working(r)
    found = die_wanted(r, roll)
    wanted = str(found.amount)
    _, scores = read_dice(wanted)
    on_list = [r.int("setup.dice", size) for size in r.rule("setup.dice").values]
    faces = w.start("faces of the die in hand", r.cited("setup.dice", hand))
    each = faces // scores if faces % scores == 0 else 0
    w.then("scores of the die that is wanted", scores, found.rule)
    listed = scores in on_list
    w.note("it is on the list" if listed else "it is not on the list", "setup.dice")
    told = f"{wanted.upper()}{'' if listed else ', which is not on the list'}"
    headline = f"{told}: this is the die" if each == 1 else f"{told}: the die in hand cannot show it evenly"
    if each > 1:
        w.then("faces for each score", each, "setup.dice")
        headline = f"{told}: read {each} faces of the D{faces} as one score"
    rows = [str(face) for face in range(1, faces + 1)]
    read = [[-(-face // each) if each else None] for face in range(1, faces + 1)]
    grid = Grid(
        "What each face of the die in hand counts as.",
        "Face",
        "Score",
        rows,
        ["counts as"],
        read,
        chance=False,
        name="faces",
    )
    return w.answer(Die(wanted, listed, each), headline=headline, exhibits=[grid] if each else [])


@procedure
def die_wanted(r: Reader, roll: str) -> Cited:
    """Every roll takes the die that its rule names."""
    return r.cited(*RULES[roll])
