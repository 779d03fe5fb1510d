"""The modifiers of the number a shot needs, section 8.0, with their exceptions and rulings."""

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import write_number
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.firing import Aim

RIFLES = frozenset(("pistol", "rifle", "ar-single", "ar-burst", "smg", "sniper"))
MACHINE_GUNS = frozenset(("lmg", "mmg", "hmg"))
CREWED = ("mmg", "hmg")
UNHINDERED = frozenset(("grenade", "rpg", "flamethrower"))


def modify(r: Reader, w: Working, aim: Aim, burst: bool) -> None:
    """Add every modifier that applies to the running number, with its reason.

    If an exception applies, there is a note instead.
    """
    r.cite("shooting.mods-table")
    _add_move(r, w, aim)
    _add_cover(r, w, aim)
    if is_novice(r, aim.troops):
        if not _small_arm(r, aim.weapon):
            w.note("a novice is as good as anyone with this", "shooting.mod-novice-small-arms")
        else:
            w.add(f"{name_of(r, aim.troops)} firing", change_of(r, "novice"))
    _add_dodge(r, w, aim)
    if aim.sniper_target:
        w.add("target is a sniper", change_of(r, "target-sniper"))
    if aim.weapon in CREWED and aim.alone:
        if aim.fixed:
            w.note("on its mount the gun needs no crew", "shooting.mod-one-crew-exempt")
        else:
            w.add("served by one man", change_of(r, "one-crew"))
    if is_special(r, aim.troops):
        if burst:
            w.note(f"{name_of(r, aim.troops)} gain nothing in a burst", "shooting.mod-sf")
        elif _small_arm(r, aim.weapon) or r.holds("sf-launcher", "every-single-shot"):
            w.add(f"{name_of(r, aim.troops)} taking aim", change_of(r, "sf"))


def change_of(r: Reader, modifier: str) -> Cited:
    """Return what a modifier adds to the number needed."""
    return r.cell("modifiers", modifier, "change")


def _add_move(r: Reader, w: Working, aim: Aim) -> None:
    far = aim.moved > r.cell("modifiers", "moved", "over").number
    if far if aim.penalised is None else aim.penalised:
        w.add(f"moved {write_number(aim.moved)} cm" if far else "the penalty for moving", change_of(r, "moved"))


def _add_dodge(r: Reader, w: Working, aim: Aim) -> None:
    if aim.dodge and aim.weapon == "sniper":
        w.note("nobody dodges a sniper", "reaction.dodge-sniper")
    elif aim.dodge:
        w.add("target dodges", change_of(r, "dodge"))


def _add_cover(r: Reader, w: Working, aim: Aim) -> None:
    if not aim.cover and not (aim.dodge and aim.weapon != "sniper" and r.holds("dodge-cover", "at-once")):
        return
    exempt = aim.weapon in UNHINDERED
    if aim.weapon == "sniper":
        exempt = r.holds("cover-exempt-sniper", "sniper-firing")
    elif aim.weapon == "grenade-launcher":
        exempt = r.holds("cover-exempt-launcher", "exempt")
    if aim.sniper_target and aim.weapon != "sniper" and not exempt:
        exempt = r.holds("cover-exempt-sniper", "sniper-target")
    if exempt:
        w.note("cover makes no difference", "shooting.mod-cover-exempt")
    else:
        w.add("target behind cover", change_of(r, "cover"))


def is_novice(r: Reader, troops: str) -> bool:
    """Whether the class shoots with the novice's penalty: its fire figure is a plus."""
    return _fire_figure(r, troops) > 0


def is_special(r: Reader, troops: str) -> bool:
    """Whether the class shoots better than others: its fire figure is a minus."""
    return _fire_figure(r, troops) < 0


def _fire_figure(r: Reader, troops: str) -> int:
    return r.cell("classes", troops, "fire").whole if r.has_cell("classes", troops, "fire") else 0


def _small_arm(r: Reader, weapon: str) -> bool:
    return weapon in RIFLES or (weapon in MACHINE_GUNS and r.holds("small-arms", "machine-guns-too"))
