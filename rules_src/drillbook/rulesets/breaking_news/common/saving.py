"""All saves of a man: shots by class, explosives and bombardment by the numbers of 9.1."""

from drillbook.asking import Reader, Working
from drillbook.rulesets.breaking_news.common.casualties import (
    Save,
    Terms,
    bonus_of,
    figure_of,
    name_of,
    reasons_for,
    save_on,
    shot_terms,
    tell_save,
)

__all__ = [
    "BOMBARDMENT", "CAUSES", "FIRED", "FRIENDLY", "IED", "ONE_SAVE", "SHOT", "SPECULATIVE", "WRECK", "Save", "Terms",
    "explain", "save_on", "terms",
]  # fmt: skip

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
#: What somebody fires, so that his own men under it are under friendly fire.
FIRED = (SHOT, SPECULATIVE, BOMBARDMENT)


def terms(
    r: Reader,
    troops: str,
    cause: str,
    *,
    leader: bool = False,
    protected: bool = False,
    armoured: bool = False,
    own_side: bool = False,
) -> Terms:
    """Return the terms of a man's save against a cause.

    cause is a key of CAUSES. armoured: he sits in a heavily armoured vehicle. own_side: his own side fired what hits
    him, which is a reason for the bonus of 9.0 for any fire. An explosive or a wreck is not fire.
    """
    own_fire = own_side and cause in FIRED
    if cause not in ONE_SAVE:
        fire = {"friendly": own_fire or cause == FRIENDLY, "speculative": cause == SPECULATIVE}
        return shot_terms(r, troops, leader=leader, protected=protected, **fire)
    reasons = reasons_for(leader, protected, own_fire)
    if reasons and r.holds("bombard-bonus", "no-bonus"):
        reasons = ()
    if cause == BOMBARDMENT:
        reading = r.read_as("support-save")
        bonus = bonus_of(r, reasons) if reading == "fixed-save" else r.cited("support.save-bonus")
        if reading == "own-save-plus":
            return Terms(figure_of(r, troops), bonus, reasons, f"{name_of(r, troops)} saves on this or more")
        words = "under bombardment everybody saves on this or more"
        return Terms(r.cited("casualties.bombard-save"), bonus, reasons, words)
    rule = "casualties.ied-save-heavy" if armoured else "casualties.ied-save"
    where = "inside heavy armour he" if armoured else "whatever his class, he"
    return Terms(r.cited(rule), bonus_of(r, reasons), reasons, f"{where} saves on this or more")


def explain(r: Reader, w: Working, on: Terms) -> Save:
    """Return the save on those terms, and add its steps."""
    found = save_on(r, on)
    tell_save(w, found)
    w.note(f"a {r.int('casualties.one-kills')} on the die kills whatever the figure", "casualties.one-kills")
    return found
