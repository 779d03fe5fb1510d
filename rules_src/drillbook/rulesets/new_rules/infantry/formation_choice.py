"""Infantry: which formation to be in, when a charge, a volley or a gun is about to come."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Number, percent
from drillbook.rulesets.new_rules.common.fighting import ASPECTS, CHARGE, OWN
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS, coloured_of, figure_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.unit import COLUMN, LINE, SQUARE
from drillbook.rulesets.new_rules.infantry._threat import FIRE, Danger, Enemy, Fate, fate

THREATS = {CHARGE: "A charge", OWN: "A later round", FIRE: "Fire"}


@dataclass(frozen=True, slots=True)
class FormationChoice:
    """The formation with the fewest points to expect, and the chance to be hurt in each.

    enemy_hurt: the chance that the enemy is hurt, in the best formation.
    """

    best: str
    column: Fraction
    line: Fraction
    square: Fraction
    enemy_hurt: Fraction


@question(
    "nr/formation-choice?unit=line-infantry&melee=listed&shooting=listed&coloured=0&enemy=heavy-cavalry&threat=charge&enemy-melee=listed&enemy-coloured=0&aspect=front",
    "nr/formation-choice?unit=recruits&melee=listed&shooting=listed&coloured=1&enemy=grenadiers&threat=own&enemy-melee=listed&enemy-formation=line&enemy-coloured=0&aspect=flank",
    "nr/formation-choice?unit=line-infantry&melee=listed&shooting=listed&coloured=0&enemy=foot-battery&threat=fire&enemy-shooting=listed&enemy-coloured=0&distance=3",
)
def formation_choice(
    r: Reader,
    *,
    unit: Annotated[str, Choice(table="muster", where="foot", default="line-infantry", label="The regiment")],
    melee: Annotated[str, figure_of("Its Melee Combat")],
    shooting: Annotated[str, figure_of("Its Ranged Combat")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    enemy: Annotated[str, unit_of("The enemy", "heavy-cavalry")],
    threat: Annotated[str, Choice(THREATS, default=CHARGE, label="What comes")],
    enemy_melee: Annotated[
        str, figure_of("The enemy's Melee Combat", unless={"threat": (FIRE,)}, why_not="It shoots.")
    ],
    enemy_formation: Annotated[str, formation_of("The enemy's formation", "enemy", "column")],
    enemy_shooting: Annotated[
        str,
        figure_of("The enemy's Ranged Combat", when={"threat": (FIRE,)}, why_not="It fights."),
    ],
    enemy_coloured: Annotated[int, coloured_of("The enemy's coloured dice")],
    aspect: Annotated[str, Choice(ASPECTS, label="Taken", unless={"threat": (FIRE,)}, why_not="Fire has no flank.")],
    distance: Annotated[
        Number,
        Length(
            0,
            6,
            step=Fraction(1, 4),
            default=Fraction(3, 2),
            label="Distance",
            when={"threat": (FIRE,)},
            why_not="It comes into contact.",
        ),
    ],
) -> Breakdown[FormationChoice]:
    """Column, line or square?"""
    w = Working(r)
    foe = Enemy(enemy, enemy_formation, enemy_melee, enemy_shooting, enemy_coloured)
    danger = Danger(unit, melee, shooting, coloured, foe, threat, aspect, distance)
    r.cite("infantry.formations")
    found = {form: fate(r, Working(r), danger, form) for form in FORMATIONS}
    for form, one in found.items():
        w.then(f"chance to be hurt in {form}", one.hurt, "damage.exchange")
    best = min(found, key=lambda form: (found[form].expected, found[form].hurt))
    w.note(f"the fewest points are to be expected in {best}", "infantry.formation-table")
    value = FormationChoice(best, found[COLUMN].hurt, found[LINE].hurt, found[SQUARE].hurt, found[best].enemy_hurt)
    return w.answer(
        value,
        headline=_headline(value, found),
        chance=found[best].hurt,
        exhibits=[_bars(found), _table(found, best)],
    )


def _headline(value: FormationChoice, found: Mapping[str, Fate]) -> str:
    others = ", ".join(f"{form} {percent(one.hurt)}" for form, one in found.items() if form != value.best)
    return f"{value.best.capitalize()}: hurt {percent(found[value.best].hurt)}; in {others}"


def _bars(found: Mapping[str, Fate]) -> Bars:
    """Return bars of the regiment's coloured dice afterwards, one series for each formation."""
    series: dict[str, Distribution[Any]] = {FORMATIONS[form]: one.after for form, one in found.items()}
    return Bars("The regiment's coloured dice afterwards, by its formation", "Coloured dice", series, name="after")


def _table(found: Mapping[str, Fate], best: str) -> Grid:
    """Return a grid of the chances in each formation."""
    cells = [[one.hurt, one.critical, one.thrown, one.removed, one.enemy_hurt] for one in found.values()]
    return Grid(
        "What may happen in each formation", "Formation", "What", list(FORMATIONS.values()),
        ["It is hurt", "Critical event", "Thrown back", "Removed", "Enemy hurt"], cells,
        here=(list(found).index(best), 0), name="chances",
    )  # fmt: skip
