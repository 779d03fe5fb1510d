"""Infantry: whether a man with a heavy load may still fire it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.posture import GUNNER, stays_prone
from drillbook.rulesets.breaking_of_nations.common.soldier import actions


@dataclass(frozen=True, slots=True)
class Load:
    """Whether he may fire, how many AC he may spend on movement before, and whether he lies prone afterwards."""

    may_fire: bool
    limit: Number
    prone: bool


@question(
    "bon/heavy-load?load=lmg&grade=regular&armour=minimal&moved=1",
    "bon/heavy-load?load=lft&grade=regular&armour=minimal&moved=2",
    "bon/heavy-load?load=lmg&grade=regular&armour=minimal&moved=3&prone=yes",
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
) -> Breakdown[Load]:
    """May he fire so heavy a weapon after this move?"""
    w = Working(r)
    checks = Checks(w)
    most = actions(r, w, grade, armour)
    if moved > most:
        raise Contradiction(f"He has {most} AC, and cannot have spent {moved}.", moved=most)
    if charges and not moved:
        raise Contradiction("A charge takes a move at least.", moved=1)
    limit = exact(w.times("he may move for no more than", "infantry.heavy-load"))
    if prone:
        checks.ask("Is he prone?", True, "prone he fires and moves as he likes", "infantry.heavy-load-prone")
    else:
        found = "he charges" if charges else "he does not charge"
        checks.ask("Is he no charger?", not charges, found, "infantry.heavy-load-charge")
        found = f"{moved} AC on movement, {write_number(limit)} allowed"
        checks.ask("Has he moved little enough?", moved <= limit, found, "infantry.heavy-load")
    checks.note()
    stays = prone and stays_prone(r, GUNNER, fired=True)
    value = Load(checks.passed, limit, stays)
    headline = "He may fire" + (", and stays prone" if stays else ", and is prone no longer" if prone else "")
    if checks.failed:
        headline = f"He may not fire: {checks.failed[0].finding}"
    return w.answer(
        value,
        headline=headline,
        exhibits=[_after(r, armour, grade, moved), checks.decision("What keeps him from firing.", "load")],
    )


def _after(r: Reader, armour: str, here: str, moved: int) -> Grid:
    """Which grades may fire after how many AC of movement, on their feet."""
    rows = r.ruleset.table("soldiers").where("person")
    share, cap = r.num("infantry.heavy-load"), r.int("turn-sequence.movement-cap")
    has = [actions(r, Working(r), row.key, armour) for row in rows]
    spent = range(cap + 1)
    cells = [[None if ac > most else int(ac <= share * most) for ac in spent] for most in has]
    keys = [row.key for row in rows]
    return Grid(
        "Whether a man on his feet may fire, by grade and AC on movement.",
        "Grade", "AC on movement", [row.name for row in rows], [str(ac) for ac in spent], cells,
        chance=False, what="met", here=(keys.index(here), moved), name="after",
        by_row={"grade": keys}, by_column={"moved": list(spent)},
    )  # fmt: skip
