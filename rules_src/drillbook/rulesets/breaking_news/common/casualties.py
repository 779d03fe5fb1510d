"""The Saving Throw of section 9.0: what a hit does to a man. Several chapters use it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Distribution, Thrower, counted, np

UNHURT, SUPPRESSED, REMOVED = "unhurt", "suppressed", "removed"
FATES = (UNHURT, SUPPRESSED, REMOVED)

#: Beside the classes of the table: people who carry no arms.
CIVILIAN = "civilian"

#: Reasons for a bonus on the save: the rule that gives it, and its words.
Reasons = tuple[tuple[str, str], ...]


class Terms(NamedTuple):
    """The terms of a save: the figure, the bonus if there is one, its reasons, and the words.

    words is the label of the figure's step.
    """

    figure: Cited
    bonus: Cited | None
    reasons: Reasons
    words: str


@dataclass(frozen=True, slots=True)
class Save:
    """How a man saves: the terms, the faces that save him, the lowest face, and the chance.

    needed is the lowest face that saves. chance is the chance to save one hit. fatal are the faces that kill in any
    case.
    """

    on: Terms
    faces: frozenset[int]
    needed: int
    chance: Fraction
    fatal: frozenset[int] = frozenset()

    @property
    def bonus(self) -> bool:
        """Whether something is added to the die."""
        return bool(self.on.bonus and self.on.bonus.amount)

    def survives(self, hits: int) -> Fraction:
        """Return the chance that a man saves all of the hits."""
        return self.chance**hits


def shot_terms(
    r: Reader,
    troops: str,
    *,
    leader: bool = False,
    protected: bool = False,
    friendly: bool = False,
    speculative: bool = False,
) -> Terms:
    """Return the terms on which a man of that class, or a civilian, saves a shot.

    The flags are the reasons for the bonus.
    """
    reasons = reasons_for(leader, protected, friendly, speculative)
    return Terms(figure_of(r, troops), bonus_of(r, reasons), reasons, f"{name_of(r, troops)} saves on this or more")


def save_on(r: Reader, on: Terms) -> Save:
    """Return the save on those terms: which faces save, and which kill whatever the figure."""
    r.cite("casualties.save-value")
    r.cite("casualties.save-fail")
    bonus = on.bonus.whole if on.bonus else 0
    thrown = r.int("casualties.one-kills")
    one = thrown if not bonus or r.holds("natural-one", "as-thrown") else thrown - bonus
    die = r.dice("casualties.save-per-hit")
    fatal = frozenset(face for face in die if face == one)
    faces = frozenset(face for face in die if face + bonus >= on.figure.whole) - fatal
    return Save(on, faces, min(faces, default=max(die) + 1), die.chance(faces.__contains__), fatal)


def save(r: Reader, troops: str, **reasons: bool) -> Save:
    """Return the Saving Throw of a man of that class, or of a civilian, against a shot.

    reasons: the flags of shot_terms.
    """
    return save_on(r, shot_terms(r, troops, **reasons))


def tell_save(w: Working, how: Save) -> None:
    """Add the steps of a save: its figure, the bonus and its reason, and the chance of one save."""
    figure, bonus, reasons, words = how.on
    w.then(words, figure)
    given = [why for name, why in reasons if bonus and w.reader.cite(name) == bonus.rule]
    if bonus:
        w.subtract(f"bonus on the die: {given[0]}" if given else "bonus on the die", bonus)
    w.note("two reasons give no second bonus", "casualties.bonus-not-cumulative", when=len(reasons) > 1)
    w.then("chance to save one hit", how.chance, "casualties.save-value")


def explain_save(r: Reader, w: Working, troops: str, *, leader: bool, protected: bool) -> Save:
    """Return the save of a man of that class against a shot, and add its steps."""
    found = save(r, troops, leader=leader, protected=protected)
    tell_save(w, found)
    w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
    return found


def name_of(r: Reader, troops: str) -> str:
    """Return the name of a class of troops; civilians are a class of their own here."""
    if troops == CIVILIAN:
        return "Civilian"
    return str(r.ruleset.table("classes").row(troops).name)


def men_of(r: Reader, number: int, troops: str) -> str:
    """So many men of a class."""
    return counted(number, f"{name_of(r, troops)} man")


def throw_saves(r: Reader, dice: Thrower, count: int, hits: Any, how: Save) -> Any:
    """Throw the saves of `hits` (an array) and return whether each man survives all of them."""
    rolled = dice.roll_each(r.text("casualties.save-per-hit"), count, max(int(hits.max(initial=0)), 1))
    return (np.isin(rolled, sorted(how.faces)) | ~among(rolled, hits)).all(axis=1)


def among(rolled: Any, hits: Any) -> Any:
    """Which of the dice in each row of `rolled` are thrown at all, where so many of them are."""
    return np.arange(rolled.shape[1])[None, :] < hits[:, None]


def throw_fates(r: Reader, dice: Thrower, count: int, hits: Any, how: Save) -> Any:
    """Throw the same saves as throw_saves and return unhurt, suppressed or removed for each man."""
    return np.where(throw_saves(r, dice, count, hits, how), np.where(hits > 0, SUPPRESSED, UNHURT), REMOVED)


def fate(hits: Distribution[int], how: Save) -> Distribution[str]:
    """Whether a man comes off unhurt, suppressed or removed, given how many hits he takes."""
    missed = hits[0]
    alive = sum((chance * how.survives(count) for count, chance in hits.items()), Fraction(0))
    return Distribution({UNHURT: missed, SUPPRESSED: alive - missed, REMOVED: 1 - alive})


def reasons_for(leader: bool, protected: bool, friendly: bool = False, speculative: bool = False) -> Reasons:
    """Return each reason for the bonus that applies, as a rule and its words in the step.

    The words come after the colon of the step.
    """
    known = (
        ("casualties.bonus-leader", "as leader", leader),
        ("casualties.bonus-protection", "behind protection", protected),
        ("casualties.bonus-friendly", "friendly fire", friendly),
        ("casualties.bonus-speculative", "speculative fire", speculative),
    )
    return tuple((name, words) for name, words, applies in known if applies)


def bonus_of(r: Reader, reasons: Reasons) -> Cited | None:
    """Return the bonus on the die; None without a reason.

    Several reasons give only one bonus, unless the ruling takes section 8.6 literally.
    """
    if not reasons:
        return None
    worth = [r.cited(name) for name, _ in reasons]
    if any(name == "casualties.bonus-speculative" for name, _ in reasons) and r.holds("speculative-save", "plus-two"):
        return r.cited("support.spec-save")
    whole = sum(one.whole for one in worth)
    return worth[0]._replace(amount=min(r.int("casualties.bonus-not-cumulative"), whole))


def figure_of(r: Reader, troops: str) -> Cited:
    """Return what a man saves on: his class's figure, or a civilian's by the ruling."""
    if troops != CIVILIAN:
        return r.cell("classes", troops, "save")
    if r.holds("civilian-save", "fixed-save"):
        return r.cited("close-combat.hostage-save")
    return r.cell("classes", "irr3", "save")
