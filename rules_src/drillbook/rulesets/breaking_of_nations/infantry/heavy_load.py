"""Infantry: whether a man with a heavy load may still fire it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, later_charge
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.load import Load, bears, movement_left, pays, shot_price
from drillbook.rulesets.breaking_of_nations.common.posture import GUNNER, stays_prone
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of


@dataclass(frozen=True, slots=True)
class Fired:
    """A shot with a heavy weapon: whether he may fire, his limit of movement, his posture.

    limit is the AC that he may spend on movement before the shot; prone states whether he lies prone afterwards.
    """

    may_fire: bool
    limit: Number
    prone: bool


@question(
    "bon/heavy-load?load=lmg&grade=regular&armour=minimal&moved=1",
    "bon/heavy-load?load=lft&grade=regular&armour=minimal&moved=2",
    "bon/heavy-load?load=lmg&grade=regular&armour=minimal&moved=2&prone=yes",
)
def heavy_load(
    r: Reader,
    *,
    load: Annotated[str, Choice({"lmg": "LMG", "lft": "LFT"}, label="Carries")],
    grade: Annotated[str, soldiers("Specialist")],
    armour: Annotated[str, armour_of("Armour")],
    prone: Annotated[bool, Flag(label="Prone")],
    moved: Annotated[int, Count(0, 3, default=1, label="AC on movement")],
    charges: Annotated[bool, Flag(label="Charges", when={"prone": ("no",)}, why_not="A prone man does not charge.")],
) -> Breakdown[Fired]:
    """May he fire so heavy a weapon after this move?"""
    w = Working(r)
    checks = Checks(w)
    most = actions_of(r, w, grade, armour, CHARGE if charges else "move")
    if moved > most:
        raise Contradiction(f"He has {most} AC, and cannot have spent {moved}.", moved=most)
    if charges and not moved:
        raise Contradiction("A charge takes a move at least.", moved=1)
    if charges and moved > 1 and later_charge(r) == "nothing":
        raise Contradiction("A charge is one move here, and no more follow it.", moved=1)
    carried = Load(most, moved, prone, charges)
    w.times("he may move for no more than", "infantry.heavy-load", when=not prone)
    w.then("AC that the shot leaves him for movement", most - shot_price(r), "turn-sequence.action-cost", when=prone)
    limit = movement_left(r, carried)
    bears(r, checks, carried)
    pays(r, checks, moved + shot_price(r), most)
    checks.note()
    stays = prone and (bool(checks.failed) or stays_prone(r, GUNNER, fired=True))
    value = Fired(checks.passed, limit, stays)
    headline = "He may fire" + (", and stays prone" if stays else ", and is prone no longer" if prone else "")
    if checks.failed:
        headline = f"He may not fire: {checks.failed[0].finding}"
    return w.answer(
        value,
        headline=headline,
        exhibits=[_after(r, armour, grade, carried), checks.decision("What keeps him from firing.", "load")],
    )


def _after(r: Reader, armour: str, here: str, load: Load) -> Grid:
    """Which grades may fire after how many AC of movement, on their feet or prone, as he is."""
    rows = r.ruleset.table("soldiers").where("person")
    cap = r.int("turn-sequence.movement-cap")
    has = [actions_of(r, Working(r), row.key, armour, "move") for row in rows]
    spent = range(cap + 1)
    may = [movement_left(r, Load(most, 0, load.prone, charges=False)) for most in has]
    cells = [[None if ac > most else int(ac <= left) for ac in spent] for most, left in zip(has, may, strict=True)]
    keys = [row.key for row in rows]
    return Grid(
        f"Whether a man {'who is prone' if load.prone else 'on his feet'} may fire, by grade and AC on movement.",
        "Grade", "AC on movement", [row.name for row in rows], [str(ac) for ac in spent], cells,
        chance=False, what="met", here=(keys.index(here), load.moved), name="after",
        by_row={"grade": keys}, by_column={"moved": list(spent)},
    )  # fmt: skip
