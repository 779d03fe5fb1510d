"""Infantry: whether a squad is legal."""

from dataclasses import dataclass
from math import floor
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import PaperLine
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.inputs import AS_LED, leader_grade
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers as grades
from drillbook.rulesets.breaking_of_nations.common.organisation import (
    army_of,
    body_of,
    general_squad,
    listed_squad,
)
from drillbook.rulesets.breaking_of_nations.common.roster import squad_paper

KINDS = {"lmg": "LMG", "lft": "LFT", "grenadier": "Grenadier", "gas": "Gas", "sniper": "Sniper", "medic": "Medic"}
WEAPONS = {
    "rifle": "Rifle or pistol",
    "blade": "Close combat weapon",
    "lmg": "LMG",
    "lft": "LFT",
    "grenades": "Grenades",
}
SPECIAL = ("lmg", "lft", "grenades")


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad: whether it is legal, its figures and those wanted, and its specialists.

    cap is the limit of specialists. half is the number of figures left at which the squad is at half strength.
    """

    legal: bool
    figures: int
    wanted: int
    specialists: int
    cap: int
    half: int


@question(
    "bon/squad?historical=no&officers=1&soldiers=9&specialists=lmg;grenadier&hero=rifle",
    "bon/squad?historical=no&officers=1&soldiers=9&specialists=lmg;medic&hero=lft",
    "bon/squad?historical=yes&army=britain-1914&officers=1&soldiers=12&specialists=none",
    "bon/squad?historical=yes&army=france-1916&body=bombers&officers=0&soldiers=8&specialists=none",
)
def squad(
    r: Reader,
    *,
    historical: Annotated[bool, Flag(label="After a real army")],
    army: Annotated[str, army_of("Which army", when={"historical": ("yes",)}, why_not="It follows the general rule.")],
    body: Annotated[
        str, body_of("Which of its bodies", when={"army": ("france-1916",)}, why_not="Its list has rifle squads alone.")
    ],
    officers: Annotated[int, Count(0, 2, default=1, label="Officers or heroes")],
    soldiers: Annotated[
        int, Count(0, 14, default=9, label="Soldiers", help="Specialists and the man with the radio among them.")
    ],
    specialists: Annotated[
        tuple[tuple[str], ...],
        Rows(
            {"kind": Choice(KINDS, label="Kind")},
            high=4, default=(("lmg",), ("grenadier",)), noun="specialist", label="Specialists",
        ),
    ],
    hero: Annotated[str, Choice(WEAPONS, label="Hero carries", when={"officers": ("1", "2")}, why_not="There is no hero.")],
    grade: Annotated[str, grades("Squad is")],
    hero_grade: Annotated[str, leader_grade("Hero is", when={"officers": ("1", "2")}, why_not="There is no hero.")],
    radio: Annotated[bool, Flag(label="Radio", help="A soldier carries it.")],
    trenches: Annotated[bool, Flag(label="Trenches on the table")],
    blades: Annotated[int, Count(0, 9, label="Soldiers with close combat weapons")],
) -> Breakdown[Squad]:  # fmt: skip
    """Is this squad legal?"""
    w = Working(r)
    checks = Checks(w)
    r.cite("infantry.oob")
    least = max(len(specialists) + radio, blades)
    if soldiers < least:
        raise Contradiction(
            f"All that needs {counted(least, 'soldier')} to carry it, and the squad has {soldiers or 'none'}.",
            soldiers=least,
        )
    wanted, leaders = _wanted(r, w, army if historical else None, body)
    figures = officers + soldiers
    checks.ask(
        "Is its strength right?",
        figures == wanted,
        f"{counted(figures, 'figure')}, {wanted} wanted",
        "infantry.squad-size",
    )
    found = f"{counted(officers, 'officer')}, {leaders} wanted"
    checks.ask("Has it its officer?", officers == leaders, found, "infantry.squad-size")
    cap, special = _cap(r, officers, hero), len(specialists)
    rule = "infantry.hero-specialist" if cap < r.int("infantry.specialist-cap") else "infantry.specialist-cap"
    checks.ask("Not too many specialists?", special <= cap, f"{counted(special, 'specialist')}, {cap} allowed", rule)
    checks.ask(
        "Does the radio count?",
        True if radio else None,
        "its carrier is no specialist" if radio else "no radio",
        "infantry.radio-not-specialist",
    )
    if officers:
        _hero(r, checks, grade, grade if hero_grade == AS_LED else hero_grade)
    bare = not (trenches and blades)
    found = f"{counted(blades, 'soldier')} with such weapons" if blades else "only heroes have them, if anybody"
    checks.ask("May they have close combat weapons?", bare, found, "weapons.cc-heroes-only")
    checks.note()
    half = floor(figures * r.num("glory.trigger-half"))
    value = Squad(checks.passed, figures, wanted, special, cap, half)
    headline = f"Legal: {counted(figures, 'figure')}, {counted(special, 'specialist')} of {cap}; at half strength with {half} left"
    if checks.failed:
        headline = f"Not legal: {'; '.join(one.finding for one in checks.failed)}"
    men = [PaperLine("Officer or hero", WEAPONS[hero], boxes=officers)]
    men += [PaperLine(KINDS[kind], boxes=1) for (kind,) in specialists]
    men.append(PaperLine("Soldiers", "one carries the radio" if radio else "", boxes=soldiers - special))
    return w.answer(
        value,
        headline=headline,
        exhibits=[checks.decision("What makes a squad legal.", "legal")],
        paper=squad_paper(men, figures, half, figures),
    )


def _wanted(r: Reader, w: Working, army: str | None, body: str) -> tuple[int, int]:
    """Return the figures that the squad must have and the number of them that lead.

    The readings in force decide. body is one of the bodies that its army lists. The function refuses a squad without a
    printed strength.
    """
    reading = r.read_as("squad-size-oob")
    officers = r.int("infantry.squad-size", "officers")
    w.forbid(
        "Only the lists have a strength: say which army it is.",
        "infantry.oob",
        when=reading == "listed-always" and army is None,
    )
    if army is None or reading == "general-always":
        return general_squad(r, w), officers
    listed = listed_squad(r, w, army, body)
    if listed is None:
        w.refuse("The strength of this army's squad is not printed.", f"organisation.{army}")
    general = not r.has_cell("organisation", army, "men") and r.holds("france-1914", "general-squad")
    return listed, officers if general else r.cell("organisation", army, "leaders").whole


def _cap(r: Reader, officers: int, hero: str) -> int:
    """How many specialists are allowed, by the reading in force."""
    armed = hero in SPECIAL or r.holds("hero-specialist-cap", "every-hero")
    return r.int("infantry.hero-specialist") if officers and armed else r.int("infantry.specialist-cap")


def _hero(r: Reader, checks: Checks, grade: str, own: str) -> None:
    """Whether the hero's grade suits the squad's."""
    order = [row.key for row in r.ruleset.table("soldiers").where("person")]
    better, worse = order.index(own) > order.index(grade), order.index(own) < order.index(grade)
    found = (
        "the hero is better than his squad"
        if better
        else "the hero is worse than his squad, as he may be"
        if worse
        else "the hero is what his squad is"
    )
    checks.ask(
        "Is the hero's grade allowed?", not better, found, "infantry.hero-lower" if worse else "infantry.hero-stats"
    )
