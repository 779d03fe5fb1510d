"""Questions of New Rules that answer the same about one state of a unit, drawn at random."""

from collections.abc import Callable
from random import Random
from typing import Any

from states import Compared, field

FORMS = ("column", "line", "square")
YES = ("no", "yes")
Draw = Callable[[Random], tuple[str, str]]


def drawn(left: str, right: str, **choices: Any) -> Draw:
    """Return what draws a value for each name and fills it into both addresses."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        return left.format(**values), right.format(**values)

    return draw


def battery(random: Random) -> tuple[str, str]:
    """Return guns that are limbered or not, as a path and an order to move have them."""
    limbered = random.random() < 1 / 2
    return (
        f"move-plan?unit=foot-battery&limbered={'yes' if limbered else 'no'}&legs=move,1,0&actions=1",
        f"battery-may?battery=foot-battery&guns={'limbered' if limbered else 'unlimbered'}&order=move",
    )


# An activation ------------------------------------------------------------------------------------------------------------------

ROLL = "activation-roll?quality={q}&damage={c}&dice={n}&pick=white&wanted="
DICE = {"q": range(1, 8), "c": range(4), "n": (1, 2, 3)}
ACTIVATIONS = [
    ("order-odds.damage", "2", "enough", "order-odds?quality={q}&damage={c}&dice={n}&pick=white&orders=aimed", "enough"),
    ("turn.units", "2", "expected", "turn?units={q},{c},{n}&pick=white", "actions"),
    ("markers.coloured", "2", "expected", "markers?marks=none&quality={q}&coloured={c}&dice={n}&pick=white", "actions"),
    ("break-off.coloured", "2", "enough", "break-off?unit=recruits&quality={q}&coloured={c}&dice={n}&pick=white", "enough"),
    ("battery-ready.damage", "2", "enough",
     "battery-ready?quality={q}&damage={c}&dice={n}&pick=white&guns=unlimbered&pivots=0&canister=no&aimed=yes", "at_once"),
    ("rout.coloured", "3", "enough", "rout?quality={q}&coloured={c}&dice={n}&pick=white", "stops"),
    ("turns-to-reach.coloured", "1", "enough",
     "turns-to-reach?unit=heavy-cavalry&quality={q}&coloured={c}&dice={n}&pick=white&wants=contact&distance=3", "at_once"),
]  # fmt: skip

# Melee --------------------------------------------------------------------------------------------------------------------------

PAIR = (
    "charger={u}&charger-melee={m}&charger-formation={f}&charger-coloured={a}"
    "&target=line-infantry&target-formation={g}&target-coloured={b}"
)
HORSE = "charger=heavy-cavalry&charger-coloured={a}&target=line-infantry&target-formation={g}&target-coloured={b}"
MELEE = {
    "u": ("line-infantry", "grenadiers"),
    "m": range(5),
    "f": ("column", "line"),
    "g": FORMS,
    "a": range(4),
    "b": range(4),
}
ROUND, END = f"melee-round?{PAIR}&round=charge", f"melee-end?{PAIR}&begins=charge&turns=1"
GUNS_ROUND = (
    "melee-round?charger=heavy-cavalry&charger-coloured={a}&target=foot-battery&target-guns={s}&target-coloured={b}"
    "&ruling.rout-formation={l}"
)
GUNS_HIT = {"a": range(4), "b": range(4), "s": ("limbered", "unlimbered"), "l": "AB"}
CHOICE = "formation-choice?unit=line-infantry&coloured={b}&enemy=heavy-cavalry&threat=charge&enemy-coloured={a}"
FOOT = "formation-choice?unit=line-infantry&coloured={b}&enemy={u}&threat=charge&enemy-melee={m}&enemy-formation={f}&enemy-coloured={a}"


def compared(inputs: tuple[str, str], draw: Draw, left: str, right: str) -> Compared:
    """Return a comparison of two fields."""
    return Compared(inputs, draw, field(left), field(right))


def _both(name: str, more: str = "", **choices: Any) -> list[Compared]:
    """Return comparisons of a round and a fight of a single round: which side is removed."""
    draw = drawn(ROUND + more, END + more, **{**MELEE, **choices})
    sides = (("charger", "attacker_removed", "charger_removed"), ("target", "defender_removed", "other_removed"))
    return [
        compared((f"melee-round.{who}-{name}", f"melee-end.{who}-{name}"), draw, one, other)
        for who, one, other in sides
    ]


def _charged(inputs: tuple[str, str], formation: str) -> Compared:
    """Return a comparison of a charge of cavalry at a regiment in one formation."""
    given = {"a": range(4), "b": range(4), "g": (formation,)}
    return compared(inputs, drawn(f"melee-round?{HORSE}&round=charge", CHOICE, **given), "defender_hurt", formation)


# Fire ---------------------------------------------------------------------------------------------------------------------------

VOLLEY = (
    "volley?shooter=line-infantry&formation={f}&target=recruits&target-formation={g}&target-coloured={b}&distance={d}"
)
VOLLEYS = "volleys?shooter=line-infantry&formation={f}&target=recruits&target-formation={g}&target-coloured={b}&distance={d}&volleys=1"
STAND = "range-advance?shooter=line-infantry&formation={f}&target=recruits&target-formation={g}&target-coloured={b}&distance={d}&actions=1"
SHOT = {"f": FORMS, "g": FORMS, "b": range(4), "d": (1, 2, 3)}
WORN = {**SHOT, "a": range(4)}
FIRED = drawn(VOLLEY, VOLLEYS, **SHOT)
STOOD = drawn(f"{VOLLEY}&coloured={{a}}", f"{STAND}&coloured={{a}}", **WORN)

# Orders -------------------------------------------------------------------------------------------------------------------------


def _open(order: str) -> Callable[[Any], Any]:
    """Whether an order is among those that the successes buy."""
    return lambda found: order in found.outcome.flat()["names"].split(", ")


def _ordered(inputs: tuple[str, str], order: str, name: str, left: str, right: str, **choices: Any) -> Compared:
    """Whether one order may be given, by what is open and by a plan of that order alone."""
    draw = drawn(f"action-shop?{left}&successes=3", right.replace("ORDER", order), **choices)
    other = "may" if right.startswith("order-odds") else "allowed"
    return Compared(inputs, draw, _open(name), field(other))


def _some(name: str) -> Callable[[Any], Any]:
    """Whether a field is more than nothing."""
    return lambda found: bool(field(name)(found))


FOOT_SHOP, FOOT_PLAN = (
    "unit=line-infantry&formation={f}&engaged={e}",
    "order-odds?arm=infantry&formation={f}&engaged={e}&orders=ORDER",
)
GUNS_SHOP, GUNS_PLAN = (
    "unit=foot-battery&guns={s}&engaged={e}",
    "order-odds?arm=artillery&guns={s}&engaged={e}&orders=ORDER",
)
GUNS_MAY = "battery-may?battery=foot-battery&guns={s}&engaged={e}&order=ORDER"
STAND_SO = {"f": FORMS, "e": YES}
GUNS_SO = {"s": ("limbered", "unlimbered"), "e": YES}
# Marks --------------------------------------------------------------------------------------------------------------------------


def _rallies(random: Random) -> tuple[str, str]:
    """Draw the addresses of a unit with its disorder, wavering or not, in a game with rallies."""
    coloured, wavers = random.randint(1, 3), random.random() < 1 / 2
    shaken = f"&wavering={'yes' if wavers else 'no'}" if coloured == max(range(4)) else ""
    return (
        f"action-shop?unit=line-infantry&coloured={coloured}{shaken}&ruling.rally=B",
        f"markers?unit=line-infantry&coloured={coloured}&marks={'wavering' if wavers else 'none'}&ruling.rally=B",
    )


def _plans_a_rally(random: Random) -> tuple[str, str]:
    """Draw the addresses of a unit with its disorder in the list of orders and in a rally plan.

    The unit is wavering or not.
    """
    shop = _rallies(random)[0]
    return shop, shop.replace("action-shop?unit=line-infantry&coloured", "order-odds?arm=infantry&orders=rally&damage")


def _barred(random: Random) -> tuple[str, str]:
    """Draw the addresses of a unit of sure successes that may be petrified.

    They ask whether it has actions at all.
    """
    petrified, dice = random.random() < 1 / 2, random.choice((2, 3))
    return (
        f"markers?unit=line-infantry&marks={'petrified' if petrified else 'none'}&quality=4&coloured=0&dice={dice}",
        f"break-off?unit=line-infantry&quality=4&activated={'no' if petrified else f'yes&dice={dice}'}&enemy=front",
    )


def _reformed(random: Random) -> tuple[str, str]:
    """Draw the addresses of a unit with broken ranks, as a list of orders and with its marks.

    It rolls dice which all succeed or all fail.
    """
    dice, all_succeed, letter = random.randint(1, 3), random.random() < 1 / 2, random.choice("ABC")
    quality, successes = (1, dice) if all_succeed else (7, 0)
    return (
        f"action-shop?unit=recruits&broken=yes&successes={successes}&ruling.broken-line={letter}",
        f"markers?unit=recruits&marks=broken&quality={quality}&coloured=0&dice={dice}&ruling.broken-line={letter}",
    )


NAMES = {
    "move": "Move",
    "fire": "Fire",
    "seize": "Seize the Initiative",
    "canister": "Load canister",
    "pivot": "Pivot a step",
}

COMPARED = [
    *(
        compared(("activation-roll.damage", name), drawn(ROLL + wanted, asked, **DICE), one, other)
        for name, wanted, one, asked, other in ACTIVATIONS
    ),
    *_both("coloured"),
    *_both("formation"),
    *_both("broken", "&target-broken={t}", t=YES),
    compared(
        ("melee-round.seized", "melee-end.seized"),
        drawn(f"{ROUND}&seized={{z}}", f"{END}&seized={{z}}", **MELEE, z=("no", "yes")), "defender_removed", "other_removed",
    ),
    *(
        compared(
            (f"melee-round.{mine}", f"cavalry-charge.{theirs}"),
            drawn(
                f"melee-round?{HORSE}&round=charge",
                "cavalry-charge?unit=heavy-cavalry&coloured={a}&target=line-infantry&formation={g}&target-coloured={b}",
                a=range(4), b=range(4), g=FORMS,
            ), "defender_hurt", "hurts",
        )
        for mine, theirs in (("charger-coloured", "coloured"), ("target-coloured", "target-coloured"), ("target-formation", "formation"))
    ),
    *(
        _charged(inputs, formation)
        for inputs in (
            ("melee-round.charger-coloured", "formation-choice.enemy-coloured"),
            ("melee-round.target-coloured", "formation-choice.coloured"),
        )
        for formation in FORMS
    ),
    *(
        compared(
            ("melee-round.charger-formation", "formation-choice.enemy-formation"),
            drawn(ROUND, FOOT, **{**MELEE, "g": (formation,)}), "defender_hurt", formation,
        )
        for formation in FORMS
    ),
    *(
        compared((f"volley.{name}", f"volleys.{name}"), FIRED, "removed", "removed")
        for name in ("formation", "target-formation", "target-coloured")
    ),
    *(
        compared((f"volley.{name}", f"range-advance.{name}"), STOOD, "hurt", "standing")
        for name in ("coloured", "formation", "target-formation", "target-coloured")
    ),
    compared(
        ("disorder.coloured", "critical.coloured"),
        drawn("disorder?coloured={a}&source=panic&points=1", "critical?coloured={a}&rolled=9", a=range(4)), "coloured", "coloured",
    ),
    compared(
        ("formation-card.formation", "seize-reach.formation"),
        drawn(
            "formation-card?unit=line-infantry&speed={v}&formation={f}", "seize-reach?unit=line-infantry&speed={v}&formation={f}",
            v=range(7), f=FORMS,
        ), "move", "reach",
    ),
    compared(
        ("formation-card.formation", "turns-to-reach.formation"),
        drawn(
            "formation-card?unit=line-infantry&speed={v}&formation={f}",
            "turns-to-reach?unit=line-infantry&speed={v}&formation={f}&wants=contact", v=range(7), f=FORMS,
        ), "move", "move",
    ),
    compared(
        ("melee-round.target-guns", "melee-end.target-guns"),
        drawn(f"{GUNS_ROUND}&round=charge", f"{GUNS_ROUND.replace('round', 'end')}&begins=charge&turns=1", **GUNS_HIT),
        "defender_routs", "other_routs",
    ),
    compared(("action-shop.coloured", "markers.coloured"), _rallies, "rallies", "rallies"),
    compared(("action-shop.wavering", "markers.marks"), _rallies, "rallies", "rallies"),
    compared(("action-shop.wavering", "order-odds.wavering"), _plans_a_rally, "rallies", "may"),
    Compared(("markers.marks", "break-off.activated"), _barred, _some("actions"), _some("enough")),
    Compared(("action-shop.broken", "markers.marks"), _reformed, field("reforms"), _some("mended")),
    Compared(
        ("action-shop.broken", "break-off.broken"),
        drawn(
            "action-shop?unit=line-infantry&broken={z}&engaged=yes&successes=3&ruling.broken-line={l}",
            "break-off?unit=line-infantry&broken={z}&enemy=front&dice=3&ruling.broken-line={l}", z=YES, l="ABC",
        ), _open("Recoil"), _some("enough"),
    ),
    Compared(
        ("action-shop.broken", "move-plan.broken"),
        drawn(
            "action-shop?unit=line-infantry&formation=column&broken={z}&successes={n}&ruling.broken-line={l}",
            "move-plan?unit=line-infantry&formation=column&broken={z}&legs=move,1,0&actions={n}&ruling.broken-line={l}",
            z=YES, n=(1, 2, 3), l="ABC",
        ), _open("Move"), field("legal"),
    ),
    compared(
        ("move-plan.limbered", "battery-may.guns"),
        battery, "legal", "allowed",
    ),
    *(
        _ordered(inputs, order, name, shop, plan, **so)
        for order, name in NAMES.items()
        for inputs, shop, plan, so in (
            (("action-shop.formation", "order-odds.formation"), FOOT_SHOP, FOOT_PLAN, STAND_SO),
            (("action-shop.engaged", "order-odds.engaged"), FOOT_SHOP, FOOT_PLAN, STAND_SO),
            (("action-shop.guns", "battery-may.guns"), GUNS_SHOP, GUNS_MAY, GUNS_SO),
            (("action-shop.engaged", "battery-may.engaged"), GUNS_SHOP, GUNS_MAY, GUNS_SO),
            (("action-shop.guns", "order-odds.guns"), GUNS_SHOP, GUNS_PLAN, GUNS_SO),
        )
    ),
]  # fmt: skip
