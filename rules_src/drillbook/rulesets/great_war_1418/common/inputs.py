"""Inputs that several questions share, declared once."""

from typing import Annotated, Any

from drillbook.asking import Choice, Choices, Count, Flag
from drillbook.rulesets.great_war_1418.common.arms import LINE, PARENTED, SQUADS
from drillbook.rulesets.great_war_1418.common.ground import DIGGING, MOVERS
from drillbook.rulesets.great_war_1418.common.melee import BEHIND, FRESH, FRONT, HURT, REAR
from drillbook.rulesets.great_war_1418.common.moving import TRANSPORTS
from drillbook.rulesets.great_war_1418.common.steps import EARLIER, LAST_BOUND, NEVER_MOVED
from drillbook.rulesets.great_war_1418.common.under_way import SLOWED

GOINGS = {"open": "Open", "rough": "Rough", "impractical": "Impractical"}
WORKS = {"none": "None", "defensible": "Defensible", "fortification": "Fortification"}
POSTURES = {
    "standing": "Stays, not dug in",
    "dug-in": "Stays, dug in",
    "digging": "Digs in this bound",
    "moving": "Moves",
    "leaving": "Moves, dug in before",
}
ORDERS = {"advance": "ADVANCE", "hold": "HOLD", "assault": "ASSAULT", "retreat": "RETREAT"}
ON_THE_MOVE: dict[str, Any] = {"when": {"posture": MOVERS}, "why_not": "It does not move."}
AT_THE_SPADE: dict[str, Any] = {"when": {"posture": (DIGGING,)}, "why_not": "It does not dig."}
BY_PARENT: dict[str, Any] = {"when": {"unit": PARENTED}, "why_not": "Its Resilience is its own."}


def units(label: str, default: str = LINE, **more: Any) -> Choice:
    """Return the input for a unit of the chart."""
    return Choice(table="units", default=default, label=label, **more)


def grades(label: str, default: str = LINE, **more: Any) -> Choice:
    """Return the input for a grade of infantry."""
    return Choice(table="units", where="grade", default=default, label=label, **more)


Unit = Annotated[str, units("Unit")]
Squads = Annotated[
    int, Count(1, 2, label="Squads on the base", when={"unit": SQUADS}, why_not="Only such bases show squads.")
]
Parent = Annotated[str, grades("Its battalion is", **BY_PARENT)]
Going = Annotated[str, Choice(GOINGS, label="Ground")]
Works = Annotated[str, Choice(WORKS, label="Works there")]
Posture = Annotated[str, Choice(POSTURES, label="It")]
ToGoing = Annotated[str, Choice(GOINGS, label="Moves into", **ON_THE_MOVE)]
ToWorks = Annotated[str, Choice(WORKS, label="Works there too", **ON_THE_MOVE)]
Across = Annotated[
    tuple[str, ...],
    Choices(
        options={**GOINGS, **{one: name for one, name in WORKS.items() if one != "none"}},
        label="And crosses",
        **ON_THE_MOVE,
    ),
]
UnderFire = Annotated[bool, Flag(label="Under fire", help="As the players take being under fire.", **AT_THE_SPADE)]
Order = Annotated[str, Choice(ORDERS, default="hold", label="Its battalion's order", **AT_THE_SPADE)]
ParentGoing = Annotated[str, Choice(GOINGS, label="Its infantry is in", **BY_PARENT)]
ParentWorks = Annotated[str, Choice(WORKS, label="Works of its infantry", **BY_PARENT)]
ParentDug = Annotated[bool, Flag(label="Its infantry is dug in", **BY_PARENT)]
TARGETS = Count(
    -1, 10, default=4, label="Its Resilience", help="As it stands, cover counted: the chapter on cover reckons it."
)
Resilience = Annotated[int, TARGETS]
Carried = Annotated[int, Count(0, 1, label="Hits it carries")]
Slowed = Annotated[
    str, Choice(SLOWED, label="Slowed by an injury", when={"carried": ("1",)}, why_not="It carries no hit.")
]
Speed = Annotated[str, Choice(table="speeds", default="medium-inf", label="Speed")]
Transport = Annotated[str, Choice(TRANSPORTS, label="Transport")]
Assault = Annotated[bool, Flag(label="It assaults")]
Road = Annotated[bool, Flag(label="All the way on an intact road")]
BY_ENEMYS_PARENT: dict[str, Any] = {"when": {"enemy": PARENTED}, "why_not": "Its Resilience is its own."}
Fights = Annotated[str, units("One side")]
Ground = Annotated[
    str,
    Choice(
        table="cover", default="open", label="Its ground", help="Whoever has moved into contact has the weaker ground."
    ),
]
#: What holes and works may be dug or built in; and the lines of the cover chart that are of holes and works.
GROUND_OF_WORKS = {one: GOINGS[one] for one in ("open", "rough")}
WORKS_LINES = ("dug-open", "defensible-dug", "defensible-other", "fort-dug", "fort-other")
Beneath = Annotated[
    str,
    Choice(
        GROUND_OF_WORKS,
        label="Ground of its works",
        help="Counts where a house rule adds it to the works.",
        when={"ground": WORKS_LINES},
        why_not="No works or holes are there.",
    ),
]
Behind = Annotated[str, Choice(BEHIND, label="Behind it")]
Enemy = Annotated[str, units("The other side")]
EnemyParent = Annotated[str, grades("The other's battalion is", **BY_ENEMYS_PARENT)]
EnemyGround = Annotated[str, Choice(table="cover", default="open", label="The other's ground")]
EnemyBeneath = Annotated[
    str,
    Choice(
        GROUND_OF_WORKS,
        label="Ground of the other's works",
        help="Counts where a house rule adds it to the works.",
        when={"enemy-ground": WORKS_LINES},
        why_not="No works or holes are there.",
    ),
]
EnemyCarried = Annotated[int, Count(0, 1, label="Hits the other carries")]
EnemyBehind = Annotated[str, Choice(BEHIND, label="Behind the other")]
GivesUp = Annotated[
    str,
    Choice(
        {REAR: "The platoon behind", FRONT: "The front"},
        label="Its owner gives up first",
        when={"behind": (FRESH, HURT)},
        why_not="Nobody stands behind it.",
    ),
]
Dug = Annotated[bool, Flag(label="Dug in")]
Lately = Annotated[
    str,
    Choice(
        {
            "quiet": "Nobody could shoot at it",
            "watched": "An enemy could, and held its fire",
            "missed": "It was shot at and missed",
            "hit": "It was hit",
        },
        label="In the bound before",
    ),
]
BattalionsOrder = Annotated[str, Choice(ORDERS, default="hold", label="Its battalion's order")]
#: When guns and Heavy Weapons moved last; for all others it makes no difference.
HAS_MOVED = {NEVER_MOVED: "Has not moved", EARLIER: "Moved in an earlier bound", LAST_BOUND: "Moved in the last bound"}
AT_REST = (
    "command", "early-hmg", "early-mortar", "late-hmg", "lmg-squad", "seven-cm-field-guns", "light-howitzers",
    "twelve-cm-howitzers",
)  # fmt: skip
EnemyMoved = Annotated[
    str,
    Choice(
        HAS_MOVED,
        label="The other",
        when={"enemy": AT_REST},
        why_not="Only guns and Heavy Weapons have to stand still.",
    ),
]
