"""Which forces are allowed: every combination that the section on points forbids, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drillbook.exhibits import Verdict
from drillbook.rulesets.breaking_news._prices import IRREGULARS, REGULARS, UNPRICED

if TYPE_CHECKING:
    from drillbook.reader import Reader

ELITE_FORCE = "r1"
IRREGULAR_CLASSES = "irr"
Check = Callable[[str, bool | None, str, str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a force the rules may object to."""

    side: str
    mixed: bool
    classes: frozenset[str]
    arms: frozenset[str]
    agreed: int
    extras: tuple[str, ...]
    intelligence: int
    charges: int
    media: str
    negotiation: int
    secret: bool

    @property
    def special(self) -> bool:
        """Whether Special Forces are among the men."""
        return ELITE_FORCE in self.classes


def verdicts(r: Reader, force: Wanted) -> list[Verdict]:
    """One line for each condition that this force touches."""
    found: list[Verdict] = []

    def check(question: str, ok: bool | None, finding: str, rule: str) -> None:
        found.append(Verdict(question, ok, finding, r.cite(rule)))

    if any(
        (IRREGULARS if troops.startswith(IRREGULAR_CLASSES) else REGULARS) != force.side for troops in force.classes
    ):
        words = "there are men of the other type, of which the source says nothing; agree on them"
        check(f"Only {force.side.capitalize()}?", None, words, "basics.two-types")
    if "infiltrators" in force.extras:
        words = "there are" if force.special else "infiltrators need Special Forces, and there are none"
        check("Special Forces to infiltrate?", force.special, words, "army.infiltrators-who")
    if "roe" in force.extras:
        clash = "improved-support" in force.extras
        words = "Rules of Engagement rule out Improved Support Fire" if clash else "none bought"
        check("Rules of Engagement without Improved Support Fire?", not clash, words, "army.roe-no-improved")
    if "mortars" in force.extras:
        ok = force.side == IRREGULARS
        words = "they are" if ok else "Mortars are the Irregulars' way to support fire"
        check("Mortars for Irregulars?", ok, words, "army.mortars-who")
    if force.intelligence:
        _intelligence(r, force, check)
    if force.charges:
        irregular = force.side == IRREGULARS
        words = "agree which Irregulars may have them" if irregular else "explosives are for Irregulars only"
        check("Explosives for Irregulars?", None if irregular else False, words, "army.ied-who")
    if force.media != "none":
        words = "they do" if force.mixed else "journalists come only where Regulars meet Irregulars"
        check("Do Regulars meet Irregulars?", force.mixed, words, "army.media-when")
    base = r.int("army.negotiation-base")
    if force.negotiation > base:
        _negotiation(r, force, check, base)
    missing = sorted(force.arms & set(UNPRICED))
    if missing:
        names = " and ".join(name.replace("-", " ") for name in missing)
        ok = force.agreed > 0
        words = f"agreed at {force.agreed}" if ok else f"no price for {names}: agree one"
        check("A price for every weapon?", ok, words, "army.weapon-table")
    return found


def _intelligence(r: Reader, force: Wanted, check: Check) -> None:
    low, high, top = r.int("army.intel-levels", "low"), r.int("army.intel-levels", "high"), r.int("army.intel-level4")
    if force.intelligence <= high:
        check(f"Intelligence from {low} to {high}?", True, f"level {force.intelligence}", "army.intel-levels")
        return
    ok = force.intelligence == top and force.special
    words = "there are" if ok else f"Intelligence {top} needs Special Forces, and there are none"
    check(f"Special Forces for Intelligence {top}?", ok, words, "army.intel-level4")


def _negotiation(r: Reader, force: Wanted, check: Check, base: int) -> None:
    regular = force.side == REGULARS
    words = f"they begin at {base} and may buy more" if regular else "negotiation is for Regulars"
    check("Negotiation for Regulars?", regular, words, "army.negotiation-base")
    top = r.int("army.negotiation-level4")
    if force.negotiation < top:
        return
    by_class = r.reading("negotiation-4") == "B" and force.special
    ok = force.secret or by_class
    words = "they are" if ok else f"level {top} is for MSU and Secret Services only"
    check("MSU or Secret Services?", ok, words, "army.negotiation-level4")
