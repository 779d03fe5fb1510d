"""Organisation: the heavy weapons behind a company, and the figures they have."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.organisation import army_of

#: What an army's rule may list: what it is called, the line of the artillery table, and whether that line is named after it.
KINDS = {
    "mg": ("MG", "mg", True),
    "hmg": ("HMG", "mg", False),
    "mmg": ("MMG", "mg", False),
    "mortars": ("mortars", "mortar", True),
    "guns": ("guns", "light-gun", False),
}


@dataclass(frozen=True, slots=True)
class Support:
    """The support weapons: the pieces, the machine guns, their body, and the gun's reach.

    level is the body to which they belong. gun_range is None if there is no gun.
    """

    pieces: int
    machine_guns: int
    level: str
    gun_range: Number | None


@question(
    "bon/support-weapons?army=germany-1918",
    "bon/support-weapons?army=britain-1914",
    "bon/support-weapons?army=france-1916",
)
def support_weapons(r: Reader, *, army: Annotated[str, army_of("Army")]) -> Breakdown[Support]:
    """Which heavy weapons stand behind this army's infantry, and how far do they reach?"""
    w = Working(r)
    own = f"organisation.{army}"
    rule, level = r.rule(own), r.text(own, "level")
    entries, counts, gun = [], {}, None
    sections = "most" in rule.values
    if sections:
        least, most = r.int(own, "least"), r.int(own, "most")
        w.then("MG sections, at most", r.cited(own, "most"))
        entries.append(("MG sections", f"{least} or {most}"))
        counts["mg"] = most
    for key, (name, line, printed) in KINDS.items():
        if key not in rule.values:
            continue
        counts[key] = (
            w.then(f"{name} of the {level}", r.cited(own, key))
            if len(counts) == 0
            else w.add(f"{name}", r.cited(own, key))
        )
        counts[key] = r.int(own, key)
        known = printed or r.holds("seventy-mm", "nearest-line")
        far = guns.reach(r, Working(r), line) if known else None
        if key == "guns":
            gun = far
            name = f"{name} of {r.int(own, 'calibre')} mm"
        reaches = "no figures" if far is None else f'reach {write_number(far)}"'
        entries.append((name, f"{counts[key]}, {reaches}"))
    pieces = sum(counts.values())
    machine_guns = sum(many for key, many in counts.items() if KINDS[key][1] == guns.MACHINE_GUN)
    listed = ", ".join(f"{label}: {words}" for label, words in entries)
    return w.answer(
        Support(pieces, machine_guns, level, gun),
        headline=f"For each {level}: {listed}",
        exhibits=[Card("The heavy weapons in the list.", entries)],
    )
