"""Questions of 1418 that answer the same about one state of a platoon, drawn at random."""

from collections.abc import Callable
from random import Random
from typing import Any

from states import Compared, Take, field

YES = ("no", "yes")
HITS, NEEDS = (0, 1), range(8)
GOINGS, WORKS = ("open", "rough", "impractical"), ("none", "defensible", "fortification")
SPEEDS = ("slow-inf", "medium-inf", "fast-inf", "medium-cav", "fast-cav")
FEET = ("slow-inf", "medium-inf", "fast-inf")
FIGHTS = ("reserve-inf", "line-inf", "elite-inf", "skirmishers", "melee-cav", "mixed-cav", "mtd-rifles")
SHOOTS = ("line-inf", "smg-squad", "early-hmg", "mixed-cav", "seven-cm-field-guns", "medium-whip")
TANKS = ("mother-tanks", "medium-whip")
MOVED = ("never", "earlier", "last")
SLOWED = ("no", "same", "other")
LINES = ("open", "rough", "defensible-other", "fort-other")
HOLES = ("open", "rough", "dug-open", "defensible-dug", "fort-dug")
ORDERS = ("advance", "hold", "assault", "retreat")
Draw = Callable[[Random], tuple[str, str]]


def drawn(left: str, right: str, **choices: Any) -> Draw:
    """Return what draws a value for each name and fills it into both addresses."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        return left.format(**values), right.format(**values)

    return draw


def compared(inputs: tuple[str, str], draw: Draw, left: str | Take, right: str | Take) -> Compared:
    """Return a comparison of two fields, or of what is taken of each answer."""
    return Compared(inputs, draw, *(field(one) if isinstance(one, str) else one for one in (left, right)))


def flat(take: Callable[[dict[str, Any]], Any]) -> Take:
    """Return what takes something of an answer's fields; `refused` where a rule says no."""
    return lambda found: "refused" if found.refused else take(found.outcome.flat())


# Shots --------------------------------------------------------------------------------------------------------------------------

VOLLEY = "volley?shooters={s},1&resilience={r}&carried={c}"
ARMOUR = "volley?shooters={s},1&resilience=4&carried={c}&vehicle=yes"
DIE = "volley?shooters=line-inf,1&resilience={r}&carried={c}"
SHOT: dict[str, Any] = {"s": SHOOTS, "r": NEEDS, "c": HITS}
SHOTS = [
    ("target-gone.carried", "volley?shooters={s},2&resilience={r}&carried={c}",
     "target-gone?earlier={s},1&unit={s}&platoons=1&resilience={r}&carried={c}&other=no", "removed"),
    ("first-shot.enemy-carried", VOLLEY,
     "first-shot?mine={s}&enemy=line-inf&enemy-resilience={r}&enemy-carried={c}&first=mine", "enemy_lost"),
    ("first-shot.my-carried", VOLLEY,
     "first-shot?mine=line-inf&enemy={s}&my-resilience={r}&my-carried={c}&first=theirs", "own_lost"),
    ("armour-check.carried", ARMOUR, "armour-check?shooter={s}&vehicle=mother-tanks&going=open&carried={c}", "removed"),
    ("approach.carried", DIE, "approach?gap=40&dice=1&bonus=0&resilience={r}&carried={c}&bounds=1", "removed"),
    ("best-bombardment.targets", DIE, "best-bombardment?shots=2&batteries=1&bonus=0&targets={r},{c},no", "removed"),
    ("shelling.targets", DIE, "shelling?shots=2&batteries=1&bonus=0&targets=0,0,no,{r},{c},1", "removed"),
]  # fmt: skip

# Melee --------------------------------------------------------------------------------------------------------------------------

PAIR = "unit={u}&ground={g}&carried={c}&enemy={e}&enemy-ground={h}&enemy-carried={d}"
MELEE: dict[str, Any] = {"u": FIGHTS, "e": FIGHTS, "g": LINES, "h": HOLES, "c": HITS, "d": HITS}
MINE = (("carried", "ground"), "own_lost", "left", "left_without")
THEIRS = (("enemy-carried", "enemy-ground"), "enemy_lost", "enemy_left", "enemy_left_without")
WORKS_PAIR = f"{PAIR}&beneath={{x}}&enemy-beneath={{y}}"
IN_WORKS = {
    **MELEE,
    "g": ("defensible-other", "fort-other"),
    "h": ("dug-open", "defensible-dug"),
    "x": GOINGS[:2],
    "y": GOINGS[:2],
}
RANKS = f"{PAIR}&behind={{b}}&enemy-behind={{f}}"


# Ways ---------------------------------------------------------------------------------------------------------------------------

MOVE = "move?speed={v}&start={g}&slowed={s}"
CROSS = "bounds-to-cross?gap=60&speed={v}&start={g}&slowed={s}"
CHARGE = "move?speed={v}&start={g}&slowed={s}&assault=yes"
CHASE = "catch?chaser={v}&ground={g}&slowed={s}&gap=40&runner=slow-inf"
FLEE = "catch?chaser=slow-inf&gap=40&runner={v}&runner-ground={g}&runner-slowed={s}"
WAY: dict[str, Any] = {"v": SPEEDS, "g": GOINGS, "s": YES}
CARRIED: dict[str, Any] = {"v": FEET, "g": GOINGS, "t": ("foot", "horse", "motor", "mech"), "a": YES, "l": YES}

# Assaults -----------------------------------------------------------------------------------------------------------------------

COMES = "approach?gap={d}&speed=medium-inf&start=open&always=yes&carried=1&slowed={s}&resilience=2&built-in=4&dice=1&bonus=0&bounds=1"
STORMS = "full-assault?unit=line-inf&gap={d}&ground=open&works=none&dug=no&enemy=line-inf&enemy-carried=0&others=&carried=1&slowed={s}"
ROLLS = "carried={c}&gap={d}&enemy={e}&enemy-carried={n}"
TANK = f"tank-assault?tank={{t}}&ground={{g}}&enemy-ground={{h}}&{ROLLS}"
AS_TANK = f"full-assault?unit={{t}}&ground={{g}}&works=none&others=&{ROLLS}"
DRIVE: dict[str, Any] = {
    "t": TANKS,
    "c": HITS,
    "d": (2, 4, 8, 16),
    "n": HITS,
    "e": ("line-inf", "elite-inf", "skirmishers", "lmg-squad"),
}
GUNS = {**DRIVE, "e": ("seven-cm-field-guns", "early-hmg", "late-hmg")}


def _tank(random: Random) -> tuple[str, str]:
    """Return a tank against an enemy who lies in a hole or does not, as both questions have it."""
    dug, going = random.random() < 1 / 2, random.choice(("open", "rough"))
    line = "dug-open" if dug else going
    left, right = drawn(TANK, AS_TANK, **{**DRIVE, "g": (going,), "h": (line,)})(random)
    return left, f"{right}&dug={'yes' if dug else 'no'}"


def _works_tank(random: Random) -> tuple[str, str]:
    """Return a tank against an enemy in works on open or rough ground, dug in or not."""
    works, line = random.choice((("defensible", "defensible"), ("fortification", "fort")))
    dug, going = random.random() < 1 / 2, random.choice(("open", "rough"))
    there = f"{line}-{'dug' if dug else 'other'}"
    left, right = drawn(TANK, AS_TANK, **{**DRIVE, "g": (going,), "h": (there,)})(random)
    works_there = right.replace("works=none", f"works={works}")
    return f"{left}&enemy-beneath={going}", f"{works_there}&dug={'yes' if dug else 'no'}"


def _hurt_tank(random: Random) -> tuple[str, str]:
    """Return the same with an injured tank that may be slow."""
    values = {"t": TANKS, "c": (1,), "d": (4, 6, 8), "n": HITS, "e": ("line-inf",), "g": ("open",), "h": ("open",)}
    left, right = drawn(TANK, AS_TANK, **values)(random)
    slowed = random.choice(SLOWED)
    return f"{left}&slowed={slowed}", f"{right}&dug=no&slowed={slowed}"


def _guns(random: Random) -> tuple[str, str]:
    """Return a tank against guns that have moved or have not."""
    left, right = drawn(TANK, AS_TANK, **{**GUNS, "g": ("open",), "h": ("open",)})(random)
    moved = random.choice(MOVED)
    return f"{left}&enemy-moved={moved}", f"{right}&dug=no&enemy-moved={moved}"


# Commands -----------------------------------------------------------------------------------------------------------------------


def _commands(other: str) -> Draw:
    """Return a function that draws whether a company may do something.

    It fills in the addresses of `company-order` and of another question.
    """

    def draw(random: Random) -> tuple[str, str]:
        order, dug, fire = random.choice(ORDERS), random.choice(YES), random.choice(YES)
        wants = random.choice(("stay", "move", "find-cover", "assault", "retreat"))
        lately = "missed" if fire == "yes" else "quiet"
        left = f"company-order?order={order}&dug={dug}&lately={lately}&wants={wants}"
        return left, other.format(o=order, d=dug, f=fire, w=wants, l=lately)

    return draw


ALLOWED = flat(lambda told: told["allowed"])
EXCEPT = "company-except?order={o}&wants={w}&platoons={d},{f}"
SHEET = "command-sheet?sheet=infantry,{o},{o},{o},{o}&companies=1,1,1,{d},{f},{w}"
IN_ORDER = flat(lambda told: told["forbidden"] == 0)


def _which(random: Random) -> tuple[str, str]:
    """Draw the addresses of how many orders let a company do something, and of ADVANCE alone.

    ADVANCE is the order of a single platoon.
    """
    dug, fire = random.choice(YES), random.choice(YES)
    lately = "missed" if fire == "yes" else "quiet"
    wants = random.choice(("stay", "move", "find-cover", "assault", "retreat"))
    return (
        f"which-order?wants={wants}&dug={dug}&lately={lately}",
        f"company-order?order=advance&dug={dug}&lately={lately}&wants={wants}",
    )


ADVANCES = flat(lambda told: "ADVANCE" in told["orders"])

# Ground -------------------------------------------------------------------------------------------------------------------------

STANDS = "resilience?unit=line-inf&going={g}&works={w}&posture={p}"
SPACE = "space?going={g}&works={w}"
KINDS = {
    "open": ("open", "none"), "rough": ("rough", "none"), "impractical": ("impractical", "none"),
    "defensible": ("open", "defensible"), "fortification": ("open", "fortification"),
}  # fmt: skip


def _weaker(random: Random) -> tuple[str, str]:
    """Draw the addresses of a move from one kind of ground into another.

    The platoon was dug in or was not.
    """
    start, end, dug = random.choice(list(KINDS)), random.choice(list(KINDS)), random.choice(YES)
    (going, works), (to_going, to_works) = KINDS[start], KINDS[end]
    posture = "leaving" if dug == "yes" else "moving"
    return (
        f"weaker-ground?start={start}&end={end}&dug={dug}",
        f"resilience?unit=line-inf&going={going}&works={works}&posture={posture}&to-going={to_going}&to-works={to_works}",
    )


def _vehicle(random: Random) -> tuple[str, str]:
    """Return a tank in some ground, at rest or on the move within it."""
    going, works, moving = random.choice(GOINGS), random.choice(WORKS), random.choice(YES)
    ends = f"moving&to-going={going}&to-works={works}" if moving == "yes" else "standing"
    return (
        f"armour-check?shooter=line-inf&vehicle=mother-tanks&going={going}&works={works}&moving={moving}",
        f"resilience?unit=mother-tanks&going={going}&works={works}&posture={ends}",
    )


# Steps --------------------------------------------------------------------------------------------------------------------------


def _step(random: Random) -> tuple[str, str]:
    """Return one unit and what it does, as both questions have it."""
    kind = random.choice(("infantry", "skirmisher", "lmg", "heavy", "gun", "cavalry"))
    dug, does = random.choice(YES), random.choice(("stays", "moves", "assaults"))
    moved = random.choice(MOVED) if kind in ("lmg", "heavy", "gun") else "never"
    last = f"&moved={moved}" if kind in ("lmg", "heavy", "gun") else ""
    return f"shooting-step?kind={kind}&dug={dug}&does={does}{last}", f"bound-plan?units={kind},{dug},{does},{moved}"


COMPARED = [
    *(compared(("volley.carried", name), drawn(left, right, **SHOT), "removed", what) for name, left, right, what in SHOTS),
    *(
        compared((f"clash.{name}", f"first-blow.{name}"), drawn(f"clash?{PAIR}", f"first-blow?{PAIR}", **MELEE), lost, lost)
        for names, lost, *_ in (MINE, THEIRS)
        for name in names
    ),
    *(
        compared((f"deathmatch.{name}", f"second-rank.{name}"), drawn(f"deathmatch?{PAIR}", f"second-rank?{PAIR}", **MELEE), left, thin)
        for names, _, left, thin in (MINE, THEIRS)
        for name in names
    ),
    *(
        compared((f"{one}.{name}", f"{other}.{name}"), drawn(f"{one}?{WORKS_PAIR}", f"{other}?{WORKS_PAIR}", **IN_WORKS), left, right)
        for name, one, other, left, right in (
            ("beneath", "clash", "first-blow", "own_lost", "own_lost"),
            ("enemy-beneath", "clash", "first-blow", "enemy_lost", "enemy_lost"),
            ("beneath", "deathmatch", "second-rank", "left", "left_without"),
            ("enemy-beneath", "deathmatch", "second-rank", "enemy_left", "enemy_left_without"),
        )
    ),
    *(
        compared(
            (f"deathmatch.{name}", f"second-rank.{name}"),
            drawn(f"deathmatch?{RANKS}", f"second-rank?{RANKS}", **{**MELEE, "b": ("fresh", "hurt"), "f": ("none", "fresh", "hurt")}),
            left, left,
        )
        for name, left in (("behind", "left"), ("enemy-behind", "enemy_left"))
    ),
    *(
        compared((f"move.{one}", f"bounds-to-cross.{other}"), drawn(MOVE, CROSS, **WAY), "cm", "each")
        for one, other in (("slowed", "slowed"), ("start", "start"))
    ),
    *(
        compared((f"move.{one}", f"catch.{other}"), drawn(left, right, **WAY), "cm", what)
        for one, other, left, right, what in (
            ("slowed", "slowed", CHARGE, CHASE, "assault"), ("start", "ground", CHARGE, CHASE, "assault"),
            ("slowed", "runner-slowed", MOVE, FLEE, "flight"), ("start", "runner-ground", MOVE, FLEE, "flight"),
        )
    ),
    compared(
        ("move.slowed", "midway.slowed"),
        drawn("move?speed=medium-inf&start=open&slowed={s}", "midway?distance=60&move=6&way=away&slowed={s}&range=30", s=YES),
        "cm", "walked",
    ),
    compared(
        ("move.start", "approach.start"),
        drawn("move?speed={v}&start={g}", "approach?gap=40&speed={v}&start={g}&dice=1&resilience=4", v=SPEEDS, g=GOINGS), "cm", "walk",
    ),
    *(
        compared(pair, drawn(left, right, **CARRIED), "cm", what)
        for pair, left, right, what in (
            (("move.transport", "bounds-to-cross.transport"), "move?speed={v}&start={g}&transport={t}",
             "bounds-to-cross?gap=60&speed={v}&start={g}&transport={t}", "each"),
            (("move.transport", "transport.transport"), "move?speed={v}&start={g}&transport={t}&assault={a}",
             "transport?speed={v}&start={g}&transport={t}&assault={a}", "cm"),
            (("move.start", "transport.start"), "move?speed={v}&start={g}&transport={t}",
             "transport?speed={v}&start={g}&transport={t}", "cm"),
            (("move.assault", "transport.assault"), "move?speed={v}&start={g}&transport={t}&assault={a}",
             "transport?speed={v}&start={g}&transport={t}&assault={a}", "cm"),
        )
    ),
    compared(
        ("move.command-lost", "transport.lost"),
        drawn(
            "move?speed={v}&start={g}&transport={t}&command-lost={l[0]}", "transport?speed={v}&start={g}&transport={t}&lost={l[1]}",
            **{**CARRIED, "t": ("motor", "mech"), "l": (("yes", "command"), ("no", "nothing"))},
        ), "cm", "cm",
    ),
    compared(("approach.slowed", "full-assault.slowed"), drawn(COMES, STORMS, d=(4, 6, 8, 12), s=SLOWED), "there", "contact"),
    *(
        compared((f"tank-assault.{one}", f"full-assault.{other}"), draw, left, right)
        for one, other, draw in (
            ("carried", "carried", _tank), ("enemy-carried", "enemy-carried", _tank), ("enemy-ground", "dug", _tank),
            ("ground", "ground", _tank), ("slowed", "slowed", _hurt_tank), ("enemy-moved", "enemy-moved", _guns),
        )
        for left, right in (("shot", "shot_down"), ("contact", "contact"))
    ),
    *(
        compared(("tank-assault.enemy-ground", "full-assault.works"), _works_tank, left, right)
        for left, right in (("shot", "shot_down"), ("contact", "contact"))
    ),
    compared(
        ("move.into", "bounds-to-cross.start"),
        drawn(MOVE.replace("{g}", "open") + "&into={i}&edge=0", CROSS.replace("{g}", "{i}"), **WAY, i=GOINGS), "cm", "each",
    ),
    *(
        compared(("company-order." + name, other), _commands(address), ALLOWED, take)
        for name, other, address, take in (
            ("dug", "company-except.platoons", EXCEPT, ALLOWED), ("dug", "command-sheet.companies", SHEET, IN_ORDER),
            ("lately", "company-except.platoons", EXCEPT, ALLOWED), ("lately", "command-sheet.companies", SHEET, IN_ORDER),
            ("order", "company-except.order", EXCEPT, ALLOWED), ("order", "command-sheet.sheet", SHEET, IN_ORDER),
        )
    ),
    *(compared((f"which-order.{name}", f"company-order.{name}"), _which, ADVANCES, ALLOWED) for name in ("dug", "lately")),
    *(
        compared((f"resilience.{name}", f"space.{name}"), drawn(f"{STANDS}{ends}", SPACE, g=GOINGS, w=WORKS, p=(what,)), "change", what)
        for name in ("going", "works")
        for what, ends in (("standing", ""), ("moving", "&to-going={g}&to-works={w}"))
    ),
    *(
        compared(pair, _weaker, "change", "change")
        for pair in (
            ("weaker-ground.dug", "resilience.posture"), ("weaker-ground.start", "resilience.going"),
            ("weaker-ground.end", "resilience.to-going"), ("weaker-ground.end", "resilience.to-works"),
        )
    ),
    *(
        compared((f"armour-check.{one}", f"resilience.{other}"), _vehicle, "resilience", "resilience")
        for one, other in (("going", "going"), ("works", "works"), ("moving", "posture"))
    ),
    *(compared((f"shooting-step.{name}", "bound-plan.units"), _step, "shots", "shots") for name in ("dug", "moved", "does")),
]  # fmt: skip
