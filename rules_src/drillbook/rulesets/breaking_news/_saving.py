"""Every save a man can be asked for, whatever struck him: shots by class, explosives and bombardment by the numbers of 9.1."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import (
    Reasons,
    Save,
    bonus_of,
    explain_bonus,
    figure_of,
    made,
    name_of,
    reasons_for,
)

if TYPE_CHECKING:
    from drillbook.reader import Reader, Working

SHOT, FRIENDLY, SPECULATIVE = "shot", "friendly", "speculative"
IED, WRECK, BOMBARDMENT = "ied", "wreck", "bombardment"
CAUSES = {
    SHOT: "An aimed shot",
    FRIENDLY: "Friendly fire",
    SPECULATIVE: "Speculative fire",
    IED: "Explosive (IED)",
    WRECK: "Exploding vehicle",
    BOMBARDMENT: "Bombardment",
}
ONE_SAVE = (IED, WRECK, BOMBARDMENT)


class Terms(NamedTuple):
    """What a save is made on: the figure, the bonus if there is one, the reasons for it, and the figure in words."""

    figure: Cited
    bonus: Cited | None
    reasons: Reasons
    words: str


def terms(
    r: Reader, troops: str, cause: str, *, leader: bool = False, protected: bool = False, armoured: bool = False
) -> Terms:
    """On what a man of that class saves; armoured: he sits in a heavily armoured vehicle."""
    own = figure_of(r, troops) if cause not in (IED, WRECK) else None
    words = f"{name_of(r, troops)} saves on this or more"
    if cause in (SHOT, FRIENDLY, SPECULATIVE):
        assert own is not None
        reasons = reasons_for(leader, protected, cause == FRIENDLY, cause == SPECULATIVE)
        return Terms(own, bonus_of(r, reasons), reasons, words)
    reasons = reasons_for(leader, protected)
    if reasons and r.reading("bombard-bonus") == "B":
        reasons = ()
    if cause == BOMBARDMENT:
        reading = r.reading("support-save")
        figure = own if reading == "B" else r.cited("casualties.bombard-save")
        assert figure is not None
        bonus = bonus_of(r, reasons) if reading == "A" else r.cited("support.save-bonus")
        return Terms(
            figure, bonus, reasons, words if reading == "B" else "under bombardment everybody saves on this or more"
        )
    rule = "casualties.ied-save-heavy" if armoured else "casualties.ied-save"
    where = "inside heavy armour he" if armoured else "whatever his class, he"
    return Terms(r.cited(rule), bonus_of(r, reasons), reasons, f"{where} saves on this or more")


def save_on(r: Reader, on: Terms) -> Save:
    """The save on those terms."""
    r.cite("casualties.save-value")
    return made(r, on.figure.amount, on.bonus.amount if on.bonus else 0)


def explain(r: Reader, w: Working, on: Terms) -> Save:
    """The save on those terms with its steps."""
    w.then(on.words, on.figure)
    if on.bonus and not any(r.cite(name) == on.bonus.rule for name, _ in on.reasons):
        w.subtract("bonus on the die", on.bonus)
    else:
        explain_bonus(r, w, on.reasons, on.bonus)
    found = save_on(r, on)
    w.note(f"a {r.int('casualties.one-kills')} on the die kills whatever the figure", "casualties.one-kills")
    w.then("chance to save one hit", Cited(found.chance, r.cite("casualties.save-value")))
    return found
