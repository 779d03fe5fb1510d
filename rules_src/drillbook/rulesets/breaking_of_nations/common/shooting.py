"""Fire on the D12: the number a shot needs.

No chapter of its own: machine guns, guns, buildings and berserk soldiers all shoot by the rules of ranged combat and
honour the same rulings, so the sum is made here and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Cited, Contradiction, Reader, Working, procedure
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.ground import check_charge
from drillbook.rulesets.breaking_of_nations.common.soldier import armour_change, called

#: The range bands, nearest first; each is the column of the weapons table that holds its limit.
BANDS = ("short", "medium", "long")


@dataclass(frozen=True, slots=True)
class Man:
    """A man who is shot at: his grade, armour and ground, and his squad's formation.

    ground is a line of the terrain chart. formation is a key of FORMATIONS in the shared inputs. charging states whether
    he comes at a charge.
    """

    grade: str
    armour: str
    ground: str = "clear"
    formation: str = "open"
    charging: bool = False


def band_at(r: Reader, distance: Number, limits: Mapping[str, Cited]) -> str | None:
    """Return the band of a distance, or None beyond the last band.

    limits holds the limit of each band that exists.
    """
    r.cite("ranged-combat.range-bands")
    farther = r.holds("range-boundary", "farther-band")
    for band in limits:
        limit = limits[band].number
        if distance < limit or (distance == limit and not farther):
            return band
    return None


def band_limits(r: Reader, weapon: str) -> dict[str, Cited]:
    """Where each band of a firearm ends, nearest first; a weapon may lack a band."""
    return {band: r.cell("weapons", weapon, band) for band in BANDS if r.has_cell("weapons", weapon, band)}


def weapon_band(r: Reader, weapon: str, distance: Number) -> str | None:
    """Which band of a firearm a distance falls into; None when the target is out of range."""
    found = band_at(r, distance, band_limits(r, weapon))
    return found and counted_as(r, weapon, found)


@procedure
def counted_as(r: Reader, weapon: str, band: str) -> str:
    """Every band counts as what it is called."""
    return band


@procedure
def single_band(r: Reader, distance: Number, far: Number, rule: str) -> tuple[bool, str | None]:
    """With a single range figure there are no bands, or on other readings one for each third, or the short alone.

    Whether it reaches, and in which band the target is (None: bands do not count).
    """
    part = Fraction(far) / r.int("ranged-combat.range-bands")
    limits = {name: Cited(exact(part * place), rule) for place, name in enumerate(BANDS, start=1)}
    found = band_at(r, distance, limits)
    if found is None:
        return False, None
    return True, {"no-band": None, "thirds": found, "all-short": BANDS[0]}[r.read_as("single-range")]


def weapon_word(r: Reader, weapon: str) -> str:
    """Return the name of a weapon as it appears inside a sentence."""
    words = r.name("weapons", weapon).split()
    return " ".join(word if word.strip("()").isupper() else word.lower() for word in words)


def band_change(r: Reader, band: str) -> Cited:
    """Return the printed modifier of a range band."""
    short_or_long = r.ruleset.table("firing").rows.get(band)
    return r.cell("firing", band, "modifier") if short_or_long else r.cited("ranged-combat.medium")


def band_in_reach(r: Reader, w: Working, weapon: str, distance: Number) -> str:
    """Return the band of a firearm that a distance falls into, or refuse an out-of-range target."""
    band = weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, BANDS[-1]).number
        w.refuse(
            f'Out of range: {write_number(distance)}" is beyond the {write_number(reach)}" of the {weapon_word(r, weapon)}.',
            "ranged-combat.in-range",
        )
    return band


def shot_number(
    r: Reader,
    w: Working,
    *,
    ds: Cited,
    firer: str | None,
    band: str | None = None,
    cover: Cited | None = None,
    mounted: bool = False,
    weapon: str | None = None,
    what: str = "target's DS",
) -> int:
    """Return the number a shot needs; its steps go into `w`, whose value it becomes.

    ds is the DS of a target that wears no armour. firer is a row of the soldiers table (None if no grade counts). band is
    a range band (None if range does not matter). cover is the target's CV (None in the open). mounted and weapon state
    whether the firer rides, and with what weapon. what is how the steps call `ds`, for a target that saves with something
    else.
    """
    _shielded(r, w, what, ds, cover)
    return _shot_at(r, w, firer, band, mounted=mounted, weapon=weapon)


def _shot_at(
    r: Reader,
    w: Working,
    firer: str | None,
    band: str | None,
    *,
    armour: str = "",
    mounted: bool,
    weapon: str | None,
) -> int:
    """Return the number a shot needs, with the terms that follow DS and cover; add their steps.

    The terms are armour as a modifier, range, the firer's grade and the saddle. DS and cover are the value in `w`.
    """
    r.cite("ranged-combat.target-number")
    if armour:
        _armour_again(r, w, armour)
    if band is not None:
        modify(r, w, f"{band} range", band_change(r, band))
    if firer is not None:
        firer_skill(r, w, firer)
    if mounted:
        modify(r, w, "firer on horseback", saddle(r, weapon))
    return w.whole


def check_target(r: Reader, w: Working, man: Man) -> None:
    """Check that a man may be shot at in this state, and note what is odd but possible.

    Raise Contradiction if he cannot charge in this way or on this ground. The function refuses a place where he may not
    be.
    """
    check_square(man.formation, man.charging)
    if man.charging:
        check_charge(r, man.ground)
    indoors = "building" in r.ruleset.table("terrain").row(man.ground).marks
    w.note(
        "in the rooms of an openable building figures move by the ordinary rules, and so may charge or form up",
        "buildings.open-move",
        when=indoors and (man.charging or man.formation != "open"),
    )
    may_stand(r, w, man)


def check_square(formation: str, charging: bool) -> None:
    """Raise Contradiction if a square charges.

    Its figures face every way, but a charge goes one way without a turn.
    """
    if charging and formation == "square":
        raise Contradiction(
            "The figures of a square face every way, and a charge goes straight ahead: a square does not charge.",
            charging=False,
        )


def check_firer(weapon: str, mounted: bool) -> None:
    """Contradiction where the man with an LMG, a specialist of the infantry, is said to ride."""
    if mounted and weapon == "lmg":
        raise Contradiction("The man with an LMG is a specialist of the infantry, and does not ride.", mounted=False)


@procedure
def may_stand(r: Reader, w: Working, man: Man) -> None:
    """Every formation is open to every soldier."""


@procedure
def firer_skill(r: Reader, w: Working, firer: str) -> None:
    """The firer's CS is taken off the number needed."""
    r.cite("ranged-combat.firer-quality")
    name = r.name("soldiers", firer)
    skill = r.cell("soldiers", firer, "cs")
    w.add(f"firer's CS taken off ({name})", -skill.number, skill.rule)
    if r.holds("quality-once", "both-apply"):
        modify(r, w, f"firer is {called(r, firer)}", r.cell("firing", firer, "modifier"))


@procedure
def skill_changed(r: Reader, w: Working, change: int, rule: str) -> None:
    """What a wound does to the firer's CS is taken off the number needed."""
    w.subtract("his CS has changed", change, rule)


@procedure
def saddle(r: Reader, weapon: str | None) -> Cited:
    """Fire from the saddle is as hard with every weapon."""
    return r.cell("firing", "horseback", "modifier")


def man_number(
    r: Reader,
    w: Working,
    man: Man,
    firer: str | None,
    band: str | None = None,
    *,
    cover: Cited | None = None,
    mounted: bool = False,
    weapon: str | None = None,
    what: str | None = None,
) -> int:
    """Return the number a shot at a man needs; the steps go into `w`.

    cover is what protects him if it is not the ground he is in.
    """
    cover = cover or r.cell("terrain", man.ground, "cv")
    defence_skill(r, w, man, what or f"DS of {called(r, man.grade)} men", cover=cover)
    _shot_at(r, w, firer, band, armour=man.armour, mounted=mounted, weapon=weapon)
    _clustered(r, w, man)
    return w.whole


def defence_skill(
    r: Reader, w: Working, man: Man, what: str, *, cover: Cited | None = None, printed: Cited | None = None
) -> int:
    """Return a man's DS: that of his grade or formation, with his armour; the steps go into `w`.

    what is how the steps call it. cover is the CV that protects him in addition (None if none counts). printed is the
    figure used in place of the one of his grade.
    """
    entry = formation_entry(man)
    reading = r.read_as("formation-ds-1") if entry else None
    fixed = entry if reading == "fixed-value" else None
    named = f"{what}, by the formation" if fixed else what
    _shielded(r, w, named, r.cited(fixed) if fixed else printed or r.cell("soldiers", man.grade, "ds"), cover)
    change = armour_change(r, man.armour, "ds")
    if change.number:
        w.add(f"armour ({r.name('armour', man.armour).lower()})", change)
    if entry is not None and not fixed:
        (w.add if reading == "raised" else w.subtract)(f"{man.formation} formation", entry)
    return w.whole


def answer_number(r: Reader, w: Working, firer: Man, grade: str, who: str = "") -> int:
    """Return the number that a man needs when he answers a hit: plain CS against DS.

    grade is the grade of the man who answers. who is what the steps call the answer, before a colon.
    """
    lead = f"{who}: " if who else ""
    defence_skill(r, w, firer, f"{lead}the firer's DS")
    return int(w.subtract(f"{lead}CS of the man who answers", r.cell("soldiers", grade, "cs")))


def formation_entry(man: Man) -> str | None:
    """Return the rule whose entry for DS the man's formation brings, or None.

    A closed formation brings one while it charges, a mass at all times.
    """
    if man.formation == "closed" and man.charging:
        return "movement.closed-ds"
    return "movement.mass-ds" if man.formation == "mass" else None


@procedure
def charges_as_cluster(r: Reader, man: Man) -> bool:
    """Who charges in a cluster: closed or mass, mass alone, or anybody."""
    if not man.charging:
        return False
    match r.read_as("cluster-term"):
        case "closed-or-mass":
            return man.formation in ("closed", "mass")
        case "mass-only":
            return man.formation == "mass"
        case _:
            return True


def _shielded(r: Reader, w: Working, what: str, ds: Cited, cover: Cited | None) -> None:
    """DS and cover: added, the higher of them, or cover in place of DS."""
    if cover is None or not cover.number:
        w.then(what, ds)
        return
    r.cite("stats.cv")
    match r.read_as("ds-plus-cv"):
        case "added":
            w.then(what, ds)
            w.add("its cover", cover)
        case "higher-counts":
            w.then(what, ds)
            w.at_least("its cover, where that is higher", cover)
        case _:
            w.then("cover in place of DS", cover)


def _armour_again(r: Reader, w: Working, armour: str) -> None:
    """On the other reading armour is a modifier besides."""
    change = armour_change(r, armour, "ds")
    if change.number and r.has("ranged-combat.modifier-scope") and r.has("ruling.armour-once"):
        again = r.holds("armour-once", "counts-twice")
        w.add("armour again, as a modifier", change, "ranged-combat.modifier-scope", when=again)


def _clustered(r: Reader, w: Working, man: Man) -> None:
    """Add the modifier of a charging cluster to the number in `w`.

    On one reading it is the formation's entry for DS once more.
    """
    if not charges_as_cluster(r, man):
        return
    if formation_entry(man) is not None and r.holds("formation-ds-1", "lowered-once"):
        w.note("a charging cluster is the same entry once more", "ranged-combat.cluster")
        return
    modify(r, w, "it charges as a cluster", r.cell("firing", "cluster", "modifier"))


def modify(r: Reader, w: Working, label: str, change: Cited) -> None:
    """Add a printed modifier to the number needed."""
    w.add(label, change)
