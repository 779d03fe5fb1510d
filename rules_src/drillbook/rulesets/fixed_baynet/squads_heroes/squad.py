"""Squads: whether one is legal, and with how many left it is down to half."""

from dataclasses import dataclass, replace
from math import floor
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid, PaperLine
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers as grades
from drillbook.rulesets.breaking_of_nations.common.roster import squad_paper

#: Who may be in a squad, by the columns of the table: one of them, and several.
WORDS = {
    "soldiers": ("soldier", "soldiers"), "officers": ("officer", "officers"), "ncos": ("NCO", "NCOs"),
    "heroes": ("hero", "heroes"),
}  # fmt: skip
EUROPEAN, NATIVE = "european", "native"
#: A leader who is what his squad is.
OWN = "same"


@dataclass(frozen=True, slots=True)
class Squad:
    """The result for a squad.

    legal: whether it is legal. kind: its row of the table, if it has one. figures: its figures. half: how many men left
    are half of it or fewer.
    """

    legal: bool
    kind: str | None
    figures: int
    half: int


@question(
    "fb/squad?grade=regular&soldiers=9&officers=0&ncos=1&heroes=0",
    "fb/squad?grade=elite&soldiers=18&officers=1&ncos=1&heroes=0",
    "fb/squad?grade=native-green&soldiers=19&officers=0&ncos=0&heroes=1",
    replaces="squad",
)
def squad(
    r: Reader,
    *,
    grade: Annotated[str, grades("They are")],
    soldiers: Annotated[int, Count(1, 24, default=9, label="Soldiers")],
    officers: Annotated[int, Count(0, 2, label="Officers")],
    ncos: Annotated[int, Count(0, 2, default=1, label="NCOs")],
    heroes: Annotated[int, Count(0, 2, label="Heroes", help="Leaders who are neither officer nor NCO.")],
    hero_grade: Annotated[str, replace(grades("Its leader is", OWN), options={OWN: "Of its grade"})],
    trenches: Annotated[bool, Flag(label="Trenches on the table")],
    blades: Annotated[bool, Flag(label="Soldiers have close combat weapons")],
) -> Breakdown[Squad]:
    """Is this squad legal?"""
    w = Working(r)
    checks = Checks(w)
    has = dict(zip(WORDS, (soldiers, officers, ncos, heroes), strict=True))
    w.pile((counted(many, *WORDS[part]), many, "squads-heroes.composition") for part, many in has.items() if many)
    figures, force = w.whole, _force(r, grade)
    kind = _kind(r, force, has)
    _strength(r, checks, force, has, kind)
    same, led = hero_grade in (OWN, grade), bool(officers or ncos or heroes)
    named = r.name("soldiers", grade if same else hero_grade)
    found = f"its leader is a {named} as his men are" if same else f"its leader is a {named}, not of his squad's grade"
    found = found if led else "nobody leads it"
    checks.ask("Is the leader's grade allowed?", same if led else None, found, "squads-heroes.hero-stats")
    bare = not (trenches and blades)
    found = "trenches, and only heroes may have them" if trenches else "no trenches on the table"
    checks.ask("May they have close combat weapons?", bare if blades else None, found, "weapons.cc-heroes-only")
    checks.note()
    cut = floor(figures * r.num("glory.trigger-half"))
    half = r.cell("squads", kind, "half").whole if kind else cut
    w.then("at half strength with so many left", half, "squads-heroes.half-strength")
    headline = f"Legal: {counted(figures, 'figure')}, at half strength with {half} left"
    if checks.failed:
        headline = f"Not legal: {'; '.join(one.finding for one in checks.failed)}"
    return w.answer(
        Squad(checks.passed, kind, figures, half),
        headline=headline,
        exhibits=[checks.decision("What makes a squad legal", "legal"), _table(r, has, kind)],
        paper=squad_paper([PaperLine(_called(part), boxes=many) for part, many in has.items()], figures, half, figures),
    )


def _called(part: str) -> str:
    """Return what several figures of a part of the squad are called, as a heading."""
    _, several = WORDS[part]
    return several[:1].upper() + several[1:]


def _force(r: Reader, grade: str) -> str:
    """Return the force that a grade belongs to."""
    return NATIVE if grade in (row.key for row in r.ruleset.table("soldiers").where(NATIVE)) else EUROPEAN


def _open_to(r: Reader, force: str) -> list[str]:
    """Return the rows of the table that a force may use."""
    own = [row.key for row in r.rows("squads") if r.cell("squads", row.key, "force").amount == force]
    if force == NATIVE and r.holds("native-squad", "any-size"):
        return [row.key for row in r.rows("squads")]
    return own


def _same(r: Reader, key: str, has: dict[str, int]) -> bool:
    return all(r.cell("squads", key, part).number == many for part, many in has.items())


def _kind(r: Reader, force: str, has: dict[str, int]) -> str | None:
    """Return the row of the table that this squad matches, or None if the force may not use it."""
    return next((key for key in _open_to(r, force) if _same(r, key, has)), None)


def _strength(r: Reader, checks: Checks, force: str, has: dict[str, int], kind: str | None) -> None:
    """Whether its numbers are those of a squad that is open to the force."""
    if kind:
        found = f"a squad of the table: {r.name('squads', kind)}"
        checks.ask("Is its strength right?", True, found, "squads-heroes.half-strength")
        return
    others = any(_same(r, row.key, has) for row in r.rows("squads"))
    rule = "squads-heroes.native-squad" if force == NATIVE else "squads-heroes.standard"
    found = "that is a squad of the other side" if others else "no squad of the table has these numbers"
    checks.ask("Is its strength right?", False, found, rule)


def _table(r: Reader, has: dict[str, int], kind: str | None) -> Grid:
    """Return the grid of the squads in the table."""
    keys = [row.key for row in r.rows("squads")]
    return Grid(
        "The squads of the sheet, and who is in them",
        "Squad",
        "In it",
        [r.name("squads", key) for key in keys],
        [several[0].upper() + several[1:] for _, several in WORDS.values()],
        [[r.cell("squads", key, part).number for part in has] for key in keys],
        chance=False,
        here=(keys.index(kind), 0) if kind else None,
        name="squads",
    )
