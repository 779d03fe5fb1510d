"""Close combat: one blow, face by face."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Choices, Contradiction, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Number, Thrower, spoken, write_number
from drillbook.rulesets.breaking_of_nations.close_combat._told import (
    ASTRAY,
    CRITICAL,
    STRIKES,
    blow_ends,
    end_of,
)
from drillbook.rulesets.breaking_of_nations.common import close_combat as combat
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, armour_of, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.riding import doubles
from drillbook.rulesets.breaking_of_nations.common.wounds import check_alive

NOBODY, STRIKER, ENEMY, BOTH = "nobody", "striker", "enemy", "both"
RIDING = {NOBODY: "Nobody", STRIKER: "The striker", ENEMY: "The enemy", BOTH: "Both"}
TRENCH = {"none": "There is none", "storms": "The enemy storms it", "holds": "The enemy holds it"}
FACES = {ASTRAY: "Goes astray", STRIKES: "Strikes", CRITICAL: "Critical"}


@dataclass(frozen=True, slots=True)
class BlowTold:
    """One blow: the score wanted, and the chances to strike, to kill outright and to go astray.

    wanted is the lead over the enemy's die if both dice count.
    """

    wanted: int
    strikes: Fraction
    critical: Fraction
    astray: Fraction


@question(
    "bon/blow?grade=veteran&enemy=green&enemy-armour=minimal&enemy-so=uphill",
    "bon/blow?grade=elite&enemy=veteran&enemy-armour=flak&enemy-so=away",
    "bon/blow?grade=regular&weapon=yes&enemy=green&riding=striker",
    "bon/blow?grade=veteran&enemy=regular&chest=yes&enemy-chest=yes",
    "bon/blow?grade=regular&so=cover&enemy=elite&enemy-armour=heavy&formation=square&trench=none",
)
def blow(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Striker")],
    weapon: Annotated[bool, Flag(label="With a close combat weapon")],
    so: Annotated[
        tuple[str, ...],
        Choices(combat.SITUATIONS, label="He himself", help="Counts where the table describes the man who strikes."),
    ],
    enemy: Annotated[str, soldiers("Enemy", "green")],
    enemy_armour: Annotated[str, armour_of("Enemy's armour")],
    enemy_so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The enemy")],
    formation: Annotated[str, Choice(FORMATIONS, label="Enemy's formation")],
    charging: Annotated[bool, Flag(label="The enemy charged")],
    trench: Annotated[str, Choice(TRENCH, label="A trench")],
    riding: Annotated[str, Choice(RIDING, label="On horseback")],
    apart: Annotated[Number, half_inches("Between the bases", 2, 0)],
    chest: Annotated[bool, Flag(label="The striker is a hero, lightly hit in the chest")],
    enemy_chest: Annotated[bool, Flag(label="The enemy is a hero, lightly hit in the chest")],
) -> Breakdown[BlowTold]:
    """What does this blow need, and what do the faces of the die do?"""
    w = Working(r)
    target = combat.Fighter.standing(
        enemy,
        enemy_armour,
        enemy_so,
        formation=formation,
        charging=charging and _charges(r, formation, riding),
        mounted=riding in (ENEMY, BOTH),
        trench=trench,
        chest=enemy_chest,
    )
    check_alive(r, chest=chest, enemy_chest=enemy_chest)
    near = _contact(r, w, apart)
    need = _need(r, w, (grade, chest), so, riding, target)
    if not near:
        nothing = Fraction(0)
        headline = f'No blow: they are {write_number(apart)}" apart, and bases must touch'
        told = BlowTold(need.wanted, nothing, nothing, nothing)
        return w.answer(told, headline=headline, chance=nothing, exhibits=[_faces(r, need)])
    combat.tell_criticals(r, w)
    w.note("he rolls again, and the higher score counts", "weapons.cc-highest", when=weapon)
    combat.check_weapon(w, 1, weapon=weapon, trench=trench != combat.NO_TRENCH)
    ends = blow_ends(r, need, weapon=weapon)
    hit = w.then("chance that it strikes", ends[STRIKES] + ends[CRITICAL], "close-combat.die")
    w.then("of it, a critical", ends[CRITICAL], "close-combat.critical-hit")
    w.then("chance that it goes astray", ends[ASTRAY], "close-combat.critical-miss")
    w.note("whoever is struck loses wounds, and with the last one his place on the table", "close-combat.damage")
    bars = Bars("What the blow does", "Blow", {"": ends}, name="ends")
    astray = f", goes astray: {spoken(ends[ASTRAY])}" if ends[ASTRAY] else ""
    return w.answer(
        BlowTold(need.wanted, hit, ends[CRITICAL], ends[ASTRAY]),
        headline=f"{combat.strikes_on(r, need, hit)}{astray}",
        chance=hit,
        distribution=ends,
        exhibits=[_faces(r, need), bars],
    )


def _need(
    r: Reader, w: Working, who: tuple[str, bool], so: tuple[str, ...], riding: str, target: combat.Fighter
) -> combat.Blow:
    """Return what the blow needs, and add its steps.

    who is the striker's grade, and whether he is a hero with a light wound in the chest. Raise Contradiction if both men
    are uphill of each other.
    """
    grade, chest = who
    if combat.UPHILL in so and target.uphill:
        others = tuple(one for one in so if one != combat.UPHILL)
        raise Contradiction("Both cannot stand uphill of each other.", so=others)
    target.check("enemy_so")
    across = {combat.STORMS: combat.HOLDS, combat.HOLDS: combat.STORMS}.get(target.trench, combat.NO_TRENCH)
    striker = combat.Fighter.standing(grade, "", so, mounted=riding in (STRIKER, BOTH), trench=across, chest=chest)
    striker.check("so")
    return combat.blow(r, w, striker, target, None, side="striker")


def _charges(r: Reader, formation: str, riding: str) -> bool:
    """Return whether coming into contact is a charge, for those cases in which it matters.

    Riders charge on one reading alone.
    """
    return formation != "closed" or riding not in (ENEMY, BOTH) or doubles(r)


def _contact(r: Reader, w: Working, apart: Number) -> bool:
    """Whether they are near enough to fight."""
    if not apart:
        w.note("their bases touch", "close-combat.contact")
        return True
    reach = r.cell("weapons", "melee", "short") if r.holds("melee-range", "printed-range") else None
    w.note(f'{write_number(apart)}" apart', reach.rule if reach else "close-combat.contact")
    return reach is not None and apart <= reach.number


def _faces(r: Reader, need: combat.Blow) -> Exhibit:
    """Return the grid of what each face of the die does, or each pair if both dice count."""
    faces = r.dice("close-combat.die").outcomes
    if need.opposed:
        cells = [[int(end_of(r, need, own, other) in (STRIKES, CRITICAL)) for other in faces] for own in faces]
        names = [str(face) for face in faces]
        return Grid(
            "Which pairs of dice strike",
            "Striker's die",
            "Enemy's die",
            names,
            names,
            cells,
            chance=False,
            name="faces",
            what="met",
        )
    told = [end_of(r, need, face, face) for face in faces]
    return Grid(
        "What each face of the die does",
        "The blow",
        "Face of the die",
        list(FACES.values()),
        [str(face) for face in faces],
        [[int(one == end or (end == STRIKES and one == CRITICAL)) for one in told] for end in FACES],
        chance=False,
        name="faces",
        what="met",
    )


@simulation
def throw_blow(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw each blow, again if he has a weapon for it, and return what each does."""
    target = combat.Fighter.standing(
        *(inputs[one] for one in ("enemy", "enemy_armour", "enemy_so")),
        **{one: inputs[one] for one in ("formation", "trench")},
        charging=inputs["charging"] and _charges(r, inputs["formation"], inputs["riding"]),
        mounted=inputs["riding"] in (ENEMY, BOTH),
        chest=inputs["enemy_chest"],
    )
    if not _contact(r, Working(r), inputs["apart"]):
        return []
    need = _need(r, Working(r), (inputs["grade"], inputs["chest"]), inputs["so"], inputs["riding"], target)
    die = r.text("close-combat.die")
    rolls = 1 + (r.int("weapons.cc-reroll") if inputs["weapon"] else 0)
    own = dice.roll_each(die, count, rolls).max(axis=1)
    known: dict[tuple[int, int], str] = {}
    result = []
    for pair in zip(own.tolist(), dice.roll(die, count).tolist(), strict=True):
        if pair not in known:
            known[pair] = end_of(r, need, *pair)
        result.append(known[pair])
    return result
