"""Questions of The Breaking of Nations that answer the same about one state.

The state is drawn at random.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from states import Compared, Take, field

from drillbook.asking.answers.ask import Answer

GRADES = ("civilian", "green", "regular", "veteran", "elite")
WORN = ("minimal", "flak", "heavy")
PLACES = ("clear", "rubble", "light-forest", "dense-forest", "deep-river", "wooden-building", "trenches")
OUTDOORS = ("clear", "rubble", "light-forest", "dense-forest", "trenches")
WALLS = ("clear", "wooden-wall", "brick-wall")
FORMS = ("open", "closed", "mass", "square")
YES = ("no", "yes")
RANGES = {"short": 5, "medium": 10, "long": 20}
KINDS = {"flat": "clear", "bumpy": "light-forest", "jagged": "dense-forest"}
PACES = ("move", "charge", "prone")
FLANK = "no,no,no,no,no,yes,none"
Draw = Callable[[Random], tuple[str, str]]


def drawn(left: str, right: str, **choices: Sequence[Any]) -> Draw:
    """Return a function that draws a value for each name and fills it into both addresses.

    A range `r` gives its distance `d` too.
    """

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        if "r" in values:
            values["d"] = RANGES[values["r"]]
        if "k" in values:
            values["w"] = KINDS[values["k"]]
        return left.format(**values), right.format(**values)

    return draw


def compared(left: str, right: str, draw: Draw, one: str | Take, other: str | Take) -> Compared:
    """Return a comparison of two fields, or of what is taken of the answers."""
    takes = [field(take) if isinstance(take, str) else take for take in (one, other)]
    return Compared((left, right), draw, *takes)


def of(name: str, change: Callable[[Any], Any]) -> Take:
    """Return what takes a field of an answer and changes it; `refused` where a rule says no."""
    take = field(name)
    return lambda found: value if (value := take(found)) == "refused" else change(value)


# A shot at a man ------------------------------------------------------------------------------------------------------

SHOT = (
    "to-hit?firer={f}&weapon=rifle&distance={d}&target={t}&armour={a}&ground={g}&formation={o}&charging={c}&mounted={m}"
)
BY = {"f": GRADES, "t": GRADES, "a": WORN, "r": tuple(RANGES), "g": PLACES, "o": FORMS, "c": YES, "m": YES}
FOOT, STILL, OPEN, MEDIUM = {"m": ("no",)}, {"c": ("no",)}, {"o": ("open",)}, {"r": ("medium",)}
PLAIN = {**FOOT, **STILL, **OPEN}
CREW = {**FOOT, **MEDIUM, "f": ("green",)}
SHOTS: list[tuple[str, str, Any, dict[str, Any], str]] = [
    ("volley", "firers=1&weapon=rifle&firer={f}&distance={d}&men=20&target={t}&armour={a}&ground={g}&formation={o}&charging={c}"
     "&mounted={m}", "needed", {}, "armour ground formation charging mounted"),
    ("grade-matrix", "firer={f}&target={t}&armour={a}&range={r}&ground={g}", "needed", PLAIN, "armour ground"),
    ("hero-shot", "grade={t}&armour={a}&ground={g}&firer={f}&range={r}&formation={o}", "needed", {**FOOT, **STILL},
     "armour ground formation"),
    ("prone-man", "attack=shot&who=soldier&did=fired&grade={t}&armour={a}&ground={g}&firer={f}&range={r}", "needed", PLAIN,
     "armour ground"),
    ("ground", "terrain={g}&behind=0&grade={t}&armour={a}&firer={f}&range={r}", "needed", PLAIN, "armour"),
    ("formation", "troops=foot&grade={t}&armour={a}&formation={o}&charging={c}&firer={f}&range={r}", "needed",
     {**FOOT, "g": ("clear",), "o": ("open", "closed", "mass")}, "armour formation charging"),
    ("grenade", "thrower={f}&distance=6&target={t}&armour={a}&formation={o}&charging={c}", "needed",
     {**FOOT, **MEDIUM, "g": ("clear",)}, "armour formation charging"),
    ("direct-fire", "piece=howitzer&ammunition=shell&distance=20&target=squad&grade={t}&armour={a}&ground={g}&formation={o}&charging={c}",
     "needed", CREW, "armour ground formation charging"),
    ("machine-gun", "distance=12&target=squad&grade={t}&armour={a}&ground={g}&formation={o}&charging={c}", "needed", CREW,
     "armour ground formation charging"),
    ("light-machine-gun", "firer={f}&distance={d}&target={t}&armour={a}&ground={g}&formation={o}&charging={c}", "needed", FOOT,
     "armour ground formation charging"),
    ("indirect-fire", "piece=howitzer&ammunition=shell&distance=20&target={t}&armour={a}&ground={g}", "needed", {**PLAIN, **CREW},
     "armour ground"),
    ("window", "walls=wooden-building&grade={f}&enemy={t}&enemy-armour={a}&ground={g}&range={r}", "needed_out",
     {**PLAIN, "g": OUTDOORS}, "ground enemy-armour=armour"),
    ("window", "walls={g}&grade={t}&armour={a}&enemy={f}&range={r}", "needed_in", {**PLAIN, "g": ("wooden-building",)},
     "walls=ground armour"),
    ("watchtower", "height=1&distance={d}&weapon=rifle&grade={f}&enemy={t}&enemy-armour={a}&enemy-cover={g}", "needed_down",
     {**PLAIN, "g": ("clear", "wooden-wall"), "r": ("medium", "long")}, "enemy-cover=ground enemy-armour=armour"),
    ("watchtower", "height=1&distance={d}&weapon=rifle&grade={t}&armour={a}&enemy={f}&railing=clear", "needed_up",
     {**PLAIN, "g": ("clear",), "r": ("medium", "long")}, "armour"),
    ("berserk", "grade={f}&weapon=rifle&friend=24&enemy={d}&enemy-grade={t}&armour={a}&cover={g}&mounted={m}", "needed",
     {**STILL, **OPEN, "g": OUTDOORS}, "armour cover=ground mounted"),
    ("return-shot", "firer={f}&weapon=rifle&distance={d}&target={t}&armour={a}&ground={g}", "needed", PLAIN, "armour ground"),
    ("return-shot", "firer={t}&firer-armour={a}&weapon=rifle&distance={d}&target={f}", "needed_back",
     {**PLAIN, **MEDIUM, "g": ("clear",)}, "firer-armour=armour"),
    ("firefight", "distance={d}&turns=1&grade={f}&enemy={t}&enemy-armour={a}&enemy-ground={g}", "needed", PLAIN,
     "enemy-ground=ground enemy-armour=armour"),
    ("firefight", "distance={d}&turns=1&grade={t}&armour={a}&ground={g}&enemy={f}", "enemy_needed", PLAIN, "ground armour"),
    ("hit-location", "score=1&grade={t}&armour={a}&weapon=rifle&distance={d}&enemy={f}", "needed_at_him", {**PLAIN, "g": ("clear",)},
     "armour"),
]  # fmt: skip


def _pairs(inputs: str) -> list[tuple[str, str]]:
    """Return the inputs of a question, each with the input of to-hit that holds the same."""
    return [(one.split("=")[0], one.rpartition("=")[2]) for one in inputs.split()]


DUEL = {"f": GRADES, "t": GRADES, "r": tuple(RANGES)}
DOWN = {**DUEL, "r": ("medium", "long")}
TOWER = "watchtower?height=1&distance={d}&weapon=rifle&grade={f}&enemy={t}"
CHEST = "hit-location?score=4&grade={t}&weapon=rifle&distance={d}&enemy={f}"

# Hand to hand ---------------------------------------------------------------------------------------------------------

PAIR = {"f": GRADES, "t": GRADES, "a": WORN, "b": WORN}
#: A place of a melee, and the same of a single blow: at those who hold it, and by them.
SITES = {
    "level": ("", ""),
    "uphill": ("&enemy-so=uphill", ""),
    "cover": ("&enemy-so=cover", ""),
    "trench": ("&trench=holds", "&trench=storms"),
    "mounted": ("&riding=striker", "&riding=enemy"),
}
MELEES = {
    "melee-end": "melee-end?many=1&grade={f}&armour={b}&lone={t}&lone-armour={a}&place={site}&rounds=1",
    "squad-melee": "squad-melee?men=1&grade={f}&armour={b}&enemy-men=1&enemy={t}&enemy-armour={a}&place={site}&rounds=1",
}


def at(where: Sequence[str], melee: str, back: bool) -> Draw:
    """Return what draws a fight at one of these places, as a blow of either side and as a melee."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(some) for name, some in PAIR.items()}
        site = random.choice(list(where))
        blow = "blow?grade={t}&enemy={f}&enemy-armour={b}" if back else "blow?grade={f}&enemy={t}&enemy-armour={a}"
        return blow.format(**values) + SITES[site][back], MELEES[melee].format(**values, site=site)

    return draw


def _melees(inputs: str, where: Sequence[str]) -> list[Compared]:
    """Return comparisons of a single blow and both melees, for an input of the blow."""
    told = (("melee-end", "their_blow", "his_blow"), ("squad-melee", "our_blow", "their_blow"))
    return [
        compared(f"blow.{inputs}", f"{melee}.place", at(where, melee, bool(back)), "strikes", one)
        for melee, *chances in told
        for back, one in enumerate(chances)
    ]


def plan(random: Random) -> tuple[str, str]:
    """Draw the addresses of a gunner who has moved so often, on his feet or prone, and fires."""
    grade, moved = random.choice(GRADES[1:]), random.randint(0, 3)
    prone, worn = random.random() < 1 / 2, random.choice(WORN[:2])
    acts = ";".join([*(["flat"] * moved), "fire"])
    return (
        f"heavy-load?load=lmg&grade={grade}&armour={worn}&prone={'yes' if prone else 'no'}&moved={moved}",
        f"move-plan?grade={grade}&armour={worn}&load=lmg&start={'prone' if prone else 'up'}&plan={acts}",
    )


def ridden(inches: int) -> Compared:
    """Return a comparison of whether a gallop of so many inches can be ridden in one move.

    The gait and the ride both answer it.
    """
    draw = drawn(
        "gait?before=canter&gait=gallop&moves=1&degrees=0&armour={a}&ground={k}",
        f"ride?armour={{a}}&ground={{k}}&turns=walk,0,1;canter,0,6;gallop,0,{inches}", a=WORN[:2], k=("flat",),
    )  # fmt: skip

    def legal(found: Answer) -> Any:
        flat = found.outcome.flat()  # type: ignore[union-attr]
        return flat["legal"] and flat["least"] <= inches

    return Compared(("gait.gait", "ride.turns"), draw, legal, field("legal"))


LEGS = {"leg-light": 2, "groin": 3, "leg-heavy": 8}


def limping(random: Random) -> tuple[str, str]:
    """Draw the addresses of a hero whose wound slows him, as a move and as a wound."""
    (place, score), grade, worn = random.choice(list(LEGS.items())), random.choice(GRADES), random.choice(WORN)
    return (
        f"move?grade={grade}&armour={worn}&how=move&wound={place}",
        f"hit-location?score={score}&grade={grade}&armour={worn}",
    )


SHAKEN = {"t": GRADES[1:], "s": range(2)}
SPEED = "ground-speed?grade={t}&armour={a}&ground={k}&pace={p}"
MOVES = {"t": GRADES, "a": WORN, "k": tuple(KINDS), "p": PACES}
WALK = "gait?before=stand&gait=walk&moves=1&degrees=0&armour={a}&ground={k}"

COMPARED = [
    *(
        compared(f"to-hit.{theirs}", f"{name}.{mine}", drawn(SHOT, f"{name}?{asked}", **{**BY, **fixed}), "needed", take)
        for name, asked, take, fixed, inputs in SHOTS
        for mine, theirs in _pairs(inputs)
    ),
    *(
        compared(
            f"volley.{name}", f"charge-gauntlet.{name}",
            drawn(
                "volley?firers={n}&firer={f}&distance=10&men=20&target={t}&armour={a}&formation={o}",
                "charge-gauntlet?start=16&approach=walk&moves=1&rider={t}&armour={a}&formation={o}&rifles={n}&firer={f}&riders=20",
                f=GRADES, t=GRADES, a=WORN, o=FORMS[:3], n=range(1, 10),
            ), "fallen", of("mean_left", lambda left: 20 - left),
        )
        for name in ("formation", "armour")
    ),
    *(
        compared(
            f"volley.{name}", f"equalizer.{name}",
            drawn(
                "volley?firers={n}&firer={f}&distance=10&men=5&target={t}&armour={a}&ground={g}",
                "equalizer?scored=to-roll&shots={n}&firer={f}&distance=10&men=5&target={t}&armour={a}&ground={g}&units=none",
                f=GRADES, t=GRADES, a=WORN, g=PLACES, n=range(1, 10),
            ), "fallen", "target",
        )
        for name in ("ground", "armour")
    ),
    compared(
        "direct-fire.armour", "bombardment.armour",
        drawn(
            "direct-fire?piece=howitzer&distance=20&men=10&grade={t}&armour={a}&ground={g}",
            "bombardment?weapon=medium&men=10&grade={t}&armour={a}&ground={g}", t=GRADES, a=WORN, g=PLACES,
        ), "needed", "needed",
    ),
    # Cover in the line of fire
    *(
        compared(
            f"to-hit.{name}", f"ground.{other}",
            drawn(
                "to-hit?firer={f}&weapon=rifle&distance={d}&target={t}&ground={g}&wall={w}&behind={b}&higher={h}",
                "ground?terrain={w}&behind={b}&within={g}&higher={h}&grade={t}&firer={f}&range={r}",
                **DUEL, w=WALLS[1:], b=(0, 1, 3, 4), h=YES, g=("clear", "light-forest"),
            ), "needed", "needed",
        )
        for name, other in (("wall", "terrain"), ("behind", "behind"), ("higher", "higher"), ("ground", "within"))
    ),
    compared(
        "to-hit.wall", "watchtower.railing",
        drawn("to-hit?firer={t}&weapon=rifle&distance={d}&target={f}&wall={w}", TOWER + "&railing={w}", **DOWN, w=WALLS),
        "needed", "needed_up",
    ),
    compared(
        "to-hit.behind", "watchtower.behind",
        drawn(
            "to-hit?firer={f}&weapon=rifle&distance={d}&target={t}&wall={w}&behind={b}&higher=yes",
            TOWER + "&enemy-cover={w}&behind={b}", **DOWN, w=WALLS[1:], b=(0, 1, 3, 4),
        ), "needed", "needed_down",
    ),
    # Hand to hand
    *_melees("trench", ("trench",)), *_melees("enemy-so", ("uphill", "cover", "level")), *_melees("riding", ("mounted",)),
    *(
        compared("blow.trench", "trench-fight.attacker", drawn(f"blow?{one}", TRENCH, **PAIR), "strikes", take)
        for TRENCH in ("trench-fight?attacker={f}&attacker-armour={b}&defender={t}&defender-armour={a}",)
        for one, take in (
            ("grade={f}&enemy={t}&enemy-armour={a}&trench=holds", "attacker_hits"),
            ("grade={t}&enemy={f}&enemy-armour={b}&trench=storms", "defender_hits"),
        )
    ),
    *(
        compared("blow.enemy-armour", other, drawn(f"blow?{one}", asked, **PAIR), "strikes", take)
        for other, one, asked, take in (
            ("melee-end.lone-armour", "grade={f}&enemy={t}&enemy-armour={a}", "melee-end?many=2&grade={f}&lone={t}&lone-armour={a}",
             "their_blow"),
            ("melee-end.armour", "grade={t}&enemy={f}&enemy-armour={b}", "melee-end?many=2&grade={f}&armour={b}&lone={t}", "his_blow"),
            ("squad-melee.enemy-armour", "grade={f}&enemy={t}&enemy-armour={a}",
             "squad-melee?men=3&grade={f}&enemy-men=2&enemy={t}&enemy-armour={a}&rounds=1", "our_blow"),
            ("squad-melee.armour", "grade={t}&enemy={f}&enemy-armour={b}",
             "squad-melee?men=3&grade={f}&armour={b}&enemy-men=2&enemy={t}&rounds=1", "their_blow"),
            ("trench-fight.defender-armour", "grade={f}&enemy={t}&enemy-armour={a}&trench=holds",
             "trench-fight?attacker={f}&defender={t}&defender-armour={a}", "attacker_hits"),
            ("trench-fight.attacker-armour", "grade={t}&enemy={f}&enemy-armour={b}&trench=storms",
             "trench-fight?attacker={f}&attacker-armour={b}&defender={t}", "defender_hits"),
            ("door-fight.defender-armour", "grade={f}&enemy={t}&enemy-armour={a}",
             "door-fight?place=room&attackers=1&attacker-grade={f}&defenders=1&defender-grade={t}&defender-armour={a}&defender-cover=no",
             "attacker_hits"),
            ("door-fight.attacker-armour", "grade={t}&enemy={f}&enemy-armour={b}",
             "door-fight?place=room&attackers=1&attacker-grade={f}&attacker-armour={b}&defenders=1&defender-grade={t}&defender-cover=no",
             "defender_hits"),
            ("close-combat-weapon.enemy-armour", "grade={f}&enemy={t}&enemy-armour={a}&weapon=yes",
             "close-combat-weapon?grade={f}&enemy={t}&enemy-armour={a}", "armed"),
        )
    ),
    # A move
    *(
        compared(f"ground-speed.{mine}", f"{name}.{theirs}", drawn(SPEED, f"{name}?{asked}", **MOVES), "ground_speed", take)
        for name, asked, take, of_it in (
            ("move", "grade={t}&armour={a}&ground={w}&how={p}", "per_move", "ground armour"),
            ("passage", "terrain={w}&grade={t}&armour={a}&pace={p}&across=7", "inches", "ground=terrain armour"),
        )
        for mine, theirs in [(one.split("=")[0], one.rpartition("=")[2]) for one in of_it.split()]
    ),
    *(
        compared(
            f"passage.{mine}", f"room-move.{theirs}",
            drawn(
                "passage?terrain={w}&grade={t}&armour={a}&pace=move&across={n}",
                "room-move?building=openable&grade={t}&armour={a}&ground={k}&floor={n}&climb=0",
                t=GRADES, a=WORN, k=tuple(KINDS), n=range(1, 25),
            ), "actions", "moves",
        )
        for mine, theirs in (("terrain", "ground"), ("armour", "armour"))
    ),
    compared(
        "ground-speed.armour", "move-plan.armour",
        drawn("ground-speed?grade={t}&armour={a}&ground={k}&pace=move", "move-plan?grade={t}&armour={a}&plan={k}", **MOVES),
        "ground_speed", "inches",
    ),
    *(
        compared(
            "soldier.armour", f"{name}.armour", drawn("soldier?grade={t}&armour={a}", f"{name}?grade={{t}}&armour={{a}}{more}", **MOVES),
            "ac", take,
        )
        for name, more, take in (
            ("orders", "&orders=none", "left"), ("move", "&how=move", "ac"), ("heavy-load", "&moved=0", of("limit", lambda most: 2 * most)),
        )
    ),
    compared("move.wound", "hit-location.score", limping, "per_move", "inches"),
    *(
        compared(f"heavy-load.{one}", f"move-plan.{other}", plan, "may_fire", "legal")
        for one, other in (("prone", "start"), ("moved", "plan"))
    ),
    compared(
        "prone-man.held", "move-plan.start",
        drawn(
            "prone-man?attack=shot&who=soldier&did=fired&held=yes{u}", "move-plan?start=suppressed&plan=fire{u}",
            u=("", "&ruling.suppressed-fires=B", "&ruling.suppressed-fires=B&ruling.suppressed=C"),
        ), "prone", "prone",
    ),
    # A hero's wound and a shot
    *(
        compared(
            f"to-hit.{name}", "hit-location.score",
            drawn(f"to-hit?firer={by}&weapon=rifle&distance={{d}}&target={at_him}&{name}=chest-light", CHEST, **DUEL), "needed", needed,
        )
        for name, by, at_him, needed in (("target-wound", "{f}", "{t}", "needed_at_him"), ("firer-wound", "{t}", "{f}", "needed"))
    ),
    # Glory
    *(
        compared(
            "glory-test.shaken", f"{name}.{one}",
            drawn("glory-test?grade={t}&shaken={s}&events=none", f"{name}?{asked}", **SHAKEN), "gl", take,
        )
        for name, one, asked, take in (
            ("glory-triggers", "shaken", "grade={t}&shaken={s}&facts=none&left=10&fire=none", "gl"),
            ("glory-relief", "shaken", "grade={t}&shaken={s}", "before"),
        )
    ),
    compared(
        "glory-relief.shaken", "assembled-squad.squads",
        drawn("glory-relief?grade={t}&shaken={s}&deed=rally", "assembled-squad?squads={t},{s},3;{t},{s},2", **SHAKEN), "after", "highest",
    ),
    compared(
        "glory-test.shaken", "glory-track.shaken",
        drawn("glory-test?grade={t}&shaken={s}&events=flank", f"glory-track?grade={{t}}&shaken={{s}}&turns={FLANK}", **SHAKEN),
        "panic", "panicked",
    ),
    compared(
        "glory-track.shaken", "turns-to-panic.shaken",
        drawn(
            f"glory-track?grade={{t}}&shaken={{s}}&turns={FLANK};{FLANK}",
            "turns-to-panic?grade={t}&shaken={s}&fresh=1&lasting=0&relief=none&turns=2", **SHAKEN,
        ), of("panicked", lambda chance: 1 - chance), "standing",
    ),
    *(
        compared(
            f"glory-triggers.{name}", f"prone-rise.{name}",
            drawn(
                "glory-triggers?facts=none&left=10&fire={w}&running={n}&earlier={e}", "prone-rise?fire={w}&running={n}&earlier={e}",
                w=("rifles", "lmg", "machine-gun"), n=range(2), e=range(4),
            ), "pinned", "pinned",
        )
        for name in ("fire", "running", "earlier")
    ),
    *(
        compared(
            "prone-rise.running", f"{name}.running",
            drawn(f"prone-rise?fire={fire}&running={{n}}&earlier=0", f"{name}?running={{n}}&distance=10", n=range(4)), "pinned", "pinned",
        )
        for name, fire in (("machine-gun", "machine-gun"), ("light-machine-gun", "lmg"))
    ),
    # Mounts
    *(ridden(inches) for inches in (7, 8, 9)),
    *(
        compared(
            f"gait.{name}", f"charge-gauntlet.{other}",
            drawn(WALK, "charge-gauntlet?start=40&approach=walk&moves=1&armour={a}&ground={k}", a=WORN, k=tuple(KINDS)),
            of("left", lambda inches: 40 - inches), "short_by",
        )
        for name, other in (("gait", "approach"), ("ground", "ground"), ("armour", "armour"))
    ),
    *(
        compared(
            f"gait.{name}", f"ride.{name}", drawn(WALK, "ride?armour={a}&ground={k}&turns=walk,0,20", a=WORN, k=tuple(KINDS)),
            of("left", lambda inches: -(-20 // inches)), "most_moves",
        )
        for name in ("ground", "armour")
    ),
    compared(
        "gait.before", "ride.turns",
        drawn("gait?before={b}&gait=gallop&degrees=0", "ride?turns=walk,0,1;{b},0,7;gallop,0,10", b=("walk", "canter")), "legal", "legal",
    ),
]  # fmt: skip
