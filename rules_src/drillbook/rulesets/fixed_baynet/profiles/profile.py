"""The stats of a soldier, and beside him the man of the same grade on the other side."""

from dataclasses import dataclass
from math import ceil

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade
from drillbook.rulesets.breaking_of_nations.common.morale import all_grades


@dataclass(frozen=True, slots=True)
class Profile:
    """A man's figures, his AC in a turn, and his wounds."""

    cs: int
    ds: int
    sp: int
    ac: int
    gl: int
    wounds: int


@question("fb/profile?grade=native-regular", "fb/profile?grade=elite", replaces="soldier")
def profile(r: Reader, *, grade: Grade) -> Breakdown[Profile]:
    """What can this soldier do, and how does he compare with his like on the other side?"""
    w = Working(r)
    found = _profile(r, w, grade)
    slow, fast = (r.int("profiles.ac-results", one) for one in ("slow", "fast"))
    same = found.ac == r.int("profiles.ac-results", "value")
    w.note(f"SP {slow} and SP {fast} make as many, so that nobody on foot has more", "profiles.ac-results", when=same)
    other = str(r.cell("soldiers", grade, "counterpart").amount)
    skill, guard = (signed(r.int("profiles.native-vs-european", one)) for one in ("cs", "ds"))
    w.note(f"a native beside a European of his grade: CS {skill}, DS {guard}", "profiles.native-vs-european")
    name = r.name("soldiers", grade)
    entries = (
        ("CS", signed(found.cs)),
        ("DS", str(found.ds)),
        ("SP", f"{found.sp} inches"),
        ("AC", f"{found.ac} a turn"),
        ("GL", f"{found.gl}+"),
        ("Wounds", str(found.wounds)),
    )
    return w.answer(
        found,
        headline=f'{name}: CS {signed(found.cs)}, DS {found.ds}, SP {found.sp}", {found.ac} AC a turn, GL {found.gl}+',
        exhibits=[Card(name, entries), _all(r, grade, other)],
    )


def _profile(r: Reader, w: Working, grade: str) -> Profile:
    """Return a man's profile; the steps are added to `w`."""
    skill, guard = (w.then(stat.upper(), r.cell("soldiers", grade, stat)) for stat in ("cs", "ds"))
    glory = w.then("GL, the score that passes his test", r.cell("soldiers", grade, "gl"))
    wounds = w.then("wounds", "profiles.wounds")
    pace = w.then("SP, in inches", r.cell("soldiers", grade, "sp"))
    acts = w.then("rounded up: AC", ceil(w.divide("divided for his AC", "profiles.ac-formula")), "profiles.ac-formula")
    return Profile(skill, guard, pace, acts, glory, wounds)


def _all(r: Reader, grade: str, other: str) -> Grid:
    """Every grade of both sides."""
    r.cite("profiles.grades")
    grades = all_grades(r)
    found = [_profile(r, Working(r), one) for one in grades]
    return Grid(
        f"Both sides, grade by grade; beside him: {r.name('soldiers', other)}",
        "Soldier",
        "Figure",
        [r.name("soldiers", one) for one in grades],
        ("CS", "DS", "SP", "AC", "GL"),
        [[one.cs, one.ds, one.sp, one.ac, one.gl] for one in found],
        chance=False,
        here=(grades.index(grade), 0),
        name="both",
        by_row={"grade": grades},
    )
