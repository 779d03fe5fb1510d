"""What changes the number a shot needs: the modifiers of section 8.0, each with its exceptions and the rulings on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from drillbook.exact import write_number
from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._casualties import name_of

if TYPE_CHECKING:
    from drillbook.reader import Reader
    from drillbook.rulesets.breaking_news._firing import Aim

RIFLES = frozenset(("pistol", "rifle", "ar-single", "ar-burst", "smg", "sniper"))
MACHINE_GUNS = frozenset(("lmg", "mmg", "hmg"))
CREWED = frozenset(("mmg", "hmg"))
UNHINDERED = frozenset(("grenade", "rpg", "flamethrower"))


def modifiers(r: Reader, aim: Aim, burst: bool) -> Iterator[tuple[str, Cited | str]]:
    """Every modifier that applies, with its reason; the name of a rule in place of an amount where an exception bites."""
    r.cite("shooting.mods-table")
    if _pays_for_move(r, aim):
        yield _move_in_words(r, aim), change_of(r, "moved")
    yield from _cover(r, aim)
    if is_novice(r, aim.troops):
        if not _small_arm(r, aim.weapon):
            yield "a novice is as good as anyone with this", "shooting.mod-novice-small-arms"
        elif not burst or r.reading("novice-burst") == "A":
            yield f"{name_of(r, aim.troops)} firing", change_of(r, "novice")
    if aim.dodge and aim.weapon == "sniper":
        yield "nobody dodges a sniper", "reaction.dodge-sniper"
    elif aim.dodge:
        yield "target dodges", change_of(r, "dodge")
        if r.reading("dodge-double") == "B":
            effect = r.int("reaction.dodge-effect")
            yield "and the die loses as much again", Cited(-effect, r.cite("reaction.dodge-effect"))
    if aim.sniper_target:
        yield "target is a sniper", change_of(r, "target-sniper")
    if aim.weapon in CREWED and aim.alone:
        if aim.fixed:
            yield "on its mount the gun needs no crew", "shooting.mod-one-crew-exempt"
        else:
            yield "served by one man", change_of(r, "one-crew")
    if is_special(r, aim.troops):
        if burst:
            yield f"{name_of(r, aim.troops)} gain nothing in a burst", "shooting.mod-sf"
        elif _small_arm(r, aim.weapon) or r.reading("sf-launcher") == "A":
            yield f"{name_of(r, aim.troops)} taking aim", change_of(r, "sf")


def change_of(r: Reader, modifier: str) -> Cited:
    """What a modifier adds to the number needed."""
    return r.cell("modifiers", modifier, "change")


def _pays_for_move(r: Reader, aim: Aim) -> bool:
    free = r.cell("modifiers", "moved", "over").amount
    assert isinstance(free, int)
    return aim.moved > free if aim.penalised is None else aim.penalised


def _move_in_words(r: Reader, aim: Aim) -> str:
    """What he pays for: the cm, where they alone are enough."""
    free = r.cell("modifiers", "moved", "over").amount
    assert isinstance(free, int)
    return f"moved {write_number(aim.moved)} cm" if aim.moved > free else "the penalty for moving"


def _cover(r: Reader, aim: Aim) -> Iterator[tuple[str, Cited | str]]:
    if not aim.cover and not (aim.dodge and aim.weapon != "sniper" and r.reading("dodge-cover") == "B"):
        return
    exempt = aim.weapon in UNHINDERED
    if aim.weapon == "sniper":
        exempt = r.reading("cover-exempt-sniper") == "A"
    elif aim.weapon == "grenade-launcher":
        exempt = r.reading("cover-exempt-launcher") == "A"
    elif aim.sniper_target and not exempt:
        exempt = r.reading("cover-exempt-sniper") == "B"
    if exempt:
        yield "cover makes no difference", "shooting.mod-cover-exempt"
    else:
        yield "target behind cover", change_of(r, "cover")


def is_novice(r: Reader, troops: str) -> bool:
    """Whether the class shoots with the novice's penalty: its fire figure is a plus (and hardened militia by the ruling)."""
    if troops == "irr1":
        return r.reading("hardened-militia") == "B"
    return _fire_figure(r, troops) > 0


def is_special(r: Reader, troops: str) -> bool:
    """Whether the class shoots better than others: its fire figure is a minus."""
    return _fire_figure(r, troops) < 0


def _fire_figure(r: Reader, troops: str) -> int:
    if not r.has_cell("classes", troops, "fire"):
        return 0
    figure = r.cell("classes", troops, "fire").amount
    assert isinstance(figure, int)
    return figure


def _small_arm(r: Reader, weapon: str) -> bool:
    return weapon in RIFLES or (weapon in MACHINE_GUNS and r.reading("small-arms") == "A")
