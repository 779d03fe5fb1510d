"""The Saving Throw of section 9.0: what a hit does to a man. Several chapters end in it, so it is made here."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.reader import Cited

if TYPE_CHECKING:
    from drillbook.dice import Distribution
    from drillbook.exact import Number
    from drillbook.reader import Reader, Working
    from drillbook.simulate import Thrower

UNHURT, SUPPRESSED, REMOVED = "unhurt", "suppressed", "removed"
FATES = (UNHURT, SUPPRESSED, REMOVED)

#: Beside the classes of the table: people who carry no arms.
CIVILIAN = "civilian"

#: Reasons for a bonus on the save: the rule that gives it, and its words.
Reasons = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Save:
    """How a man saves: the faces of the die that save him, the lowest of them, and the chance to save one hit."""

    faces: frozenset[int]
    needed: int
    chance: Fraction
    bonus: bool
    fatal: frozenset[int] = frozenset()

    def survives(self, hits: int) -> Fraction:
        """The chance that every one of so many hits is saved."""
        return self.chance**hits


def save(
    r: Reader,
    troops: str,
    *,
    leader: bool = False,
    protected: bool = False,
    friendly: bool = False,
    speculative: bool = False,
) -> Save:
    """The Saving Throw of a man of that class, or of a civilian; the flags are the reasons for the bonus."""
    r.cite("casualties.save-value")
    r.cite("casualties.save-fail")
    figure = figure_of(r, troops)
    bonus = bonus_of(r, reasons_for(leader, protected, friendly, speculative))
    return made(r, figure.amount, bonus.amount if bonus else 0)


def made(r: Reader, figure: Number | str, bonus: Number | str) -> Save:
    """The save on that figure with that bonus: which faces save, and which kill whatever the figure."""
    assert isinstance(figure, int)
    assert isinstance(bonus, int)
    fatal = r.int("casualties.one-kills")
    unmodified = r.reading("natural-one") == "A"
    die = r.dice("casualties.save-per-hit")

    def kills(face: int) -> bool:
        return (face if unmodified else face + bonus) == fatal

    def saved(face: int) -> bool:
        return not kills(face) and face + bonus >= figure

    faces = frozenset(face for face in die if saved(face))
    killing = frozenset(face for face in die if kills(face))
    return Save(faces, min(faces, default=max(die) + 1), die.chance(saved), bool(bonus), killing)


def explain_save(
    r: Reader,
    working: Working,
    troops: str,
    *,
    leader: bool,
    protected: bool,
    friendly: bool = False,
    speculative: bool = False,
) -> Save:
    """The same, with its steps: the figure of the class, the bonus, and the chance that one hit is saved."""
    working.then(f"{name_of(r, troops)} saves on this or more", figure_of(r, troops))
    reasons = reasons_for(leader, protected, friendly, speculative)
    explain_bonus(r, working, reasons, bonus_of(r, reasons))
    found = save(r, troops, leader=leader, protected=protected, friendly=friendly, speculative=speculative)
    working.then("chance to save a hit", Cited(found.chance, r.cite("casualties.save-value")))
    working.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
    return found


def explain_bonus(r: Reader, working: Working, reasons: Reasons, bonus: Cited | None) -> None:
    """The step that takes the bonus off the figure, and the remark that a second reason is worth nothing."""
    if bonus:
        reason = next((words for name, words in reasons if r.cite(name) == bonus.rule), reasons[0][1])
        working.subtract(f"bonus on the die: {reason}", bonus)
    if len(reasons) > 1:
        working.note("two reasons give no second bonus", "casualties.bonus-not-cumulative")


def name_of(r: Reader, troops: str) -> str:
    """What a class of troops is called; civilians are a class of their own here."""
    if troops == CIVILIAN:
        return "Civilian"
    return str(r.ruleset.table("classes").row(troops).name)


def men_of(r: Reader, number: int, troops: str) -> str:
    """So many men of a class."""
    return f"{number} {name_of(r, troops)} {'man' if number == 1 else 'men'}"


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


def reasons_for(leader: bool, protected: bool, friendly: bool = False, speculative: bool = False) -> Reasons:
    """Each reason for the bonus that applies, as a rule and as the words after the colon of its step."""
    known = (
        ("casualties.bonus-leader", "as leader", leader),
        ("casualties.bonus-protection", "behind protection", protected),
        ("casualties.bonus-friendly", "friendly fire", friendly),
        ("casualties.bonus-speculative", "speculative fire", speculative),
    )
    return tuple((name, words) for name, words, applies in known if applies)


def bonus_of(r: Reader, reasons: Reasons) -> Cited | None:
    """The bonus on the die: one reason's, however many there are, unless section 8.6's is taken at its word."""
    if not reasons:
        return None
    worth = [r.cited(name) for name, _ in reasons]
    if any(name == "casualties.bonus-speculative" for name, _ in reasons) and r.reading("speculative-save") == "B":
        return r.cited("support.spec-save")
    whole = sum(one.amount for one in worth if isinstance(one.amount, int))
    return worth[0]._replace(amount=min(r.int("casualties.bonus-not-cumulative"), whole))


def figure_of(r: Reader, troops: str) -> Cited:
    """What he saves on: the figure of his class, or what a civilian is given by the ruling."""
    if troops != CIVILIAN:
        return r.cell("classes", troops, "save")
    if r.reading("civilian-save") == "A":
        return r.cited("close-combat.hostage-save")
    return r.cell("classes", "irr3", "save")
