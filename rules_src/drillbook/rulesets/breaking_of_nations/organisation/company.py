"""Organisation: a company as a tree with its totals, and what is wrong with the print."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Reader, Working, question
from drillbook.asking.answers.results import Refused
from drillbook.asking.exhibits import Branch, Grid, Tree
from drillbook.rulesets.breaking_of_nations.common.organisation import army_of, general_squad, listed_squad


@dataclass(frozen=True, slots=True)
class Company:
    """The men in a rifle squad, in a part of a platoon, in a platoon and in the company.

    sound states whether the printed figures are sound. For a platoon whose squads are all listed, part is these squads.
    """

    squad: int
    part: int
    platoon: int
    men: int
    sound: bool


@question(
    "bon/company?army=britain-1914",
    "bon/company?army=france-1916",
    "bon/company?army=germany-1914",
    "bon/company?army=us-1918",
)
def company(r: Reader, *, army: Annotated[str, army_of("Army")]) -> Breakdown[Company]:
    """How many men are in a company of this army?"""
    w = Working(r)
    checks = Checks(w)
    found, tree = _company(r, w, army)
    own = r.cell("organisation", army, "platoons").rule
    checks.ask("Is this line sound in print?", found.sound, r.rule(own).printed or "every level is given", own)
    general = general_squad(r, Working(r))
    words = f"{found.squad} men, and the general squad has {general}"
    checks.ask("Is its squad the general one?", found.squad == general, words, "infantry.squad-size")
    checks.tell()
    headline = f"{found.men} men in the company, {found.platoon} in a platoon, {found.squad} in a rifle squad"
    if not found.sound:
        headline += " (the print is unsound)"
    return w.answer(
        found, headline=headline, exhibits=[tree, _armies(r, army), checks.decision("What the print says.", "print")]
    )


def _company(r: Reader, w: Working, army: str) -> tuple[Company, Tree]:
    """Return the strength of a company and its tree; the steps go into `w`.

    The function refuses an army for which no reading gives a number.
    """
    squad, part, inside = _part(r, w, army)
    many = r.cell("organisation", army, "bodies")
    platoons = r.cell("organisation", army, "platoons")
    whole = army == "france-1916" and r.holds("france-1916", "whole-platoon")
    w.then(
        "men of the squads that are listed, in two halves" if whole else "men of a part of the platoon", part, many.rule
    )
    if not whole:
        w.times("parts of a platoon", many)
    platoon = int(w.add("its leader", 1, many.rule))
    w.times("platoons of the company", platoons)
    men = int(w.add("and who leads the company", 1, platoons.rule))
    sound = not r.rule(platoons.rule).printed
    leader, under = (str(r.cell("organisation", army, one).amount) for one in ("leader", "platoon_leader"))
    name = str(r.cell("organisation", army, "body").amount).removesuffix("s")
    below = inside if whole else [Branch(name, part, many.whole, inside)]
    top = Branch(
        f"Company, {r.name('organisation', army)}", men, 1,
        [Branch(leader, 1), Branch("platoon", platoon, platoons.whole, [Branch(under, 1), *below])],
    )  # fmt: skip
    tree = Tree("The company and its parts; the bars show each part's share of it.", "men", top)
    return Company(squad, part, platoon, men, sound), tree


def _part(r: Reader, w: Working, army: str) -> tuple[int, int, list[Branch]]:
    """Men in a rifle squad, men in a part of the platoon, and what that part is made of."""
    own = r.cell("organisation", army, "platoons").rule
    general = r.has("ruling.squad-size-oob", "general-always") and r.holds("squad-size-oob", "general-always")
    squad = general_squad(r, w) if general else listed_squad(r, w, army)
    if squad is None:
        w.refuse("The strength of the squad is not printed.", own)
    groups = r.cell("organisation", army, "groups")
    if army == "france-1916":
        if r.holds("france-1916", "as-printed"):
            w.refuse("Two and a half of something is no whole number of bodies.", own)
        bombers, team = r.cited(own, "bombers"), r.cited(own, "team")
        w.times("rifle squads", groups)
        w.add("bombing squad", bombers)
        part = int(w.add("MG team", team))
        parts = [
            Branch("bombing squad", bombers.whole),
            Branch("MG team", team.whole),
            Branch("rifle squad", squad, groups.whole),
        ]
        return squad, part, parts
    if groups.number == 1 or r.holds("germany-1914", "one-group"):
        return squad, squad, []
    part = int(w.times("groups of a section", groups))
    if r.holds("germany-1914", "two-groups"):
        return squad, part, [Branch("group", squad, groups.whole)]
    leaders = r.cell("organisation", army, "leaders")
    part = int(w.subtract("but only one lance corporal", leaders))
    bare = squad - leaders.whole
    return squad, part, [Branch("lance corporal", leaders.whole), Branch("group", bare, groups.whole)]


def _armies(r: Reader, here: str) -> Grid:
    """All armies side by side."""
    rows = r.rows("organisation")
    cells: list[list[int | None]] = []
    for row in rows:
        try:
            found, _ = _company(r, Working(r), row.key)
        except Refused:
            cells.append([None, None, None])
        else:
            cells.append([found.squad, found.platoon, found.men])
    keys = [row.key for row in rows]
    return Grid(
        "Men in a rifle squad, a platoon and a company of every army.",
        "Army", "Men in", [row.name for row in rows], ["squad", "platoon", "company"], cells,
        chance=False, here=(keys.index(here), len(cells[0]) - 1), name="armies", by_row={"army": keys},
    )  # fmt: skip
