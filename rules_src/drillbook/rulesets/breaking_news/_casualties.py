"""The Saving Throw of section 9.0: what a hit does to a man. Several chapters end in it, so it is made here."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.reader import Cited

if TYPE_CHECKING:
    from drillbook.dice import Distribution
    from drillbook.reader import Reader, Working
    from drillbook.simulate import Thrower

UNHURT, SUPPRESSED, REMOVED = "unhurt", "suppressed", "removed"
FATES = (UNHURT, SUPPRESSED, REMOVED)


@dataclass(frozen=True, slots=True)
class Save:
    """How a man saves: the faces of the die that save him, the lowest of them, and the chance to save one hit."""

    faces: frozenset[int]
    needed: int
    chance: Fraction
    bonus: bool

    def survives(self, hits: int) -> Fraction:
        """The chance that every one of so many hits is saved."""
        return self.chance**hits


def save(r: Reader, troops: str, *, leader: bool = False, protected: bool = False) -> Save:
    """The Saving Throw of a man of that class; leader and protection are the reasons for the bonus."""
    r.cite("casualties.save-value")
    r.cite("casualties.save-fail")
    figure = r.cell("classes", troops, "save").amount
    assert not isinstance(figure, str)
    fatal = r.int("casualties.one-kills")
    reasons = [r.int(name) for name, applies in _reasons(leader, protected) if applies]
    bonus = min(r.int("casualties.bonus-not-cumulative"), sum(reasons)) if reasons else 0
    unmodified = r.reading("natural-one") == "A"
    die = r.dice("casualties.save-per-hit")

    def saved(face: int) -> bool:
        shown = face if unmodified else face + bonus
        return shown != fatal and face + bonus >= figure

    faces = frozenset(face for face in die if saved(face))
    return Save(faces, min(faces, default=max(die) + 1), die.chance(saved), bool(reasons))


def explain_save(r: Reader, working: Working, troops: str, *, leader: bool, protected: bool) -> Save:
    """The same, with its steps: the figure of the class, the bonus, and the chance that one hit is saved."""
    working.then(f"{name_of(r, troops)} saves on this or more", r.cell("classes", troops, "save"))
    for name, applies in _reasons(leader, protected):
        if applies:
            working.subtract("bonus on the die: as leader" if leader else "bonus on the die: behind protection", name)
            break
    if leader and protected:
        working.note("two reasons give no second bonus", "casualties.bonus-not-cumulative")
    found = save(r, troops, leader=leader, protected=protected)
    working.then("chance to save a hit", Cited(found.chance, r.cite("casualties.save-value")))
    working.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
    return found


def name_of(r: Reader, troops: str) -> str:
    """What a class of troops is called."""
    return str(r.ruleset.table("classes").row(troops).name)


def throw_saves(r: Reader, dice: Thrower, count: int, hits: Any, how: Save) -> Any:
    """Rolls the saves of `hits` (an array): whether each man survives all of them."""
    import numpy as np

    most = int(hits.max()) if count else 0
    rolled = dice.roll_each(r.text("casualties.save-per-hit"), count, max(most, 1))
    saved = np.isin(rolled, sorted(how.faces))
    concerned = np.arange(rolled.shape[1])[None, :] < hits[:, None]
    return (saved | ~concerned).all(axis=1)


def fate(hits: Distribution[int], how: Save) -> dict[str, Fraction]:
    """The chances that a man comes off unhurt, suppressed or removed, given how many hits he takes."""
    missed = hits[0]
    alive = sum((chance * how.survives(count) for count, chance in hits.items()), Fraction(0))
    return {UNHURT: missed, SUPPRESSED: alive - missed, REMOVED: 1 - alive}


def _reasons(leader: bool, protected: bool) -> tuple[tuple[str, bool], ...]:
    return (("casualties.bonus-leader", leader), ("casualties.bonus-protection", protected))
