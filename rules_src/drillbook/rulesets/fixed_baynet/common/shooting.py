"""The differences of shooting from the parent ruleset.

These are the firer's CS, fire from the saddle, what charges as a cluster, and the spear.
"""

from drillbook.asking import Cited, Reader, Working, replacing
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.fixed_baynet.common.close_combat import SQUARE

#: The formations in which a charging target counts as a cluster, by the names of the readings that name some.
CLUSTERS = {"closed-or-mass": ("closed", "mass"), "closed-only": ("closed",)}


@replacing(shooting.may_stand)
def may_stand(r: Reader, w: Working, man: shooting.Man) -> None:
    """A square is for Europeans."""
    if man.formation == SQUARE:
        native = man.grade in (row.key for row in r.ruleset.table("soldiers").where("native"))
        closed = native and not r.holds("square-scope", "any-dismounted")
        w.forbid("Natives form no square.", "formations.square-who", when=closed)


@replacing(shooting.firer_skill)
def firer_skill(r: Reader, w: Working, firer: str) -> None:
    """The firer's CS does not count, or goes to his die or to the number needed."""
    reading = r.read_as("ranged-cs")
    if reading == "not-counted":
        r.cite("profiles.cs")
        return
    skill = r.cell("soldiers", firer, "cs")
    label = f"firer's CS ({r.name('soldiers', firer)})"
    if reading == "to-die":
        w.subtract(f"{label}, added to the die", skill)
    else:
        w.add(label, skill)


@replacing(shooting.skill_changed)
def skill_changed(r: Reader, w: Working, change: int, rule: str) -> None:
    """What a wound does to the firer's CS goes where his CS does: nowhere, to the die, or to the number needed."""
    match r.read_as("ranged-cs"):
        case "to-die":
            w.subtract("his CS has changed", change, rule)
        case "to-number":
            w.add("his CS has changed", change, rule)


@replacing(shooting.saddle)
def saddle(r: Reader, weapon: str | None) -> Cited:
    """Fire from the saddle is harder, but not with a weapon that is steady there."""
    note = f"weapons.{weapon}-note"
    return r.cited(note, "saddle") if r.has(note, "saddle") else r.cell("firing", "horseback", "modifier")


@replacing(shooting.charges_as_cluster)
def charges_as_cluster(r: Reader, man: shooting.Man) -> bool:
    """Who charges in a cluster: closed or mass, closed alone, or anybody."""
    if not man.charging:
        return False
    return man.formation in CLUSTERS.get(r.read_as("cluster"), (man.formation,))


@replacing(shooting.counted_as)
def counted_as(r: Reader, weapon: str, band: str) -> str:
    """A throw of a weapon without a medium band counts as long, or as medium."""
    lacking = not r.has_cell("weapons", weapon, "medium")
    far = band == shooting.BANDS[-1]
    return "medium" if lacking and far and r.holds("spear-bands", "as-medium") else band
