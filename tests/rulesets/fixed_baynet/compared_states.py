"""Questions of Fixed Bay'net that answer the same about one state, drawn at random."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from states import Compared, Take, field

from drillbook.asking.answers.ask import Answer

GRADES = ("green", "regular", "elite", "native-green", "native-regular", "native-elite")
EUROPEANS = GRADES[:3]
PLACES = ("clear", "rubble", "light-forest", "dense-forest", "deep-river", "wooden-building", "trenches")
OUTDOORS = ("clear", "rubble", "light-forest", "dense-forest", "trenches")
WALLS = ("clear", "wooden-wall", "brick-wall")
FORMS = ("open", "closed", "mass", "square")
YES = ("no", "yes")
RANGES = {"short": 5, "medium": 10, "long": 20}
Draw = Callable[[Random], tuple[str, str]]


def drawn(left: str, right: str, **choices: Sequence[Any]) -> Draw:
    """Return a function that draws a value for each name and fills it into both addresses.

    A range `r` gives its distance `d` too.
    """

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        if "r" in values:
            values["d"] = RANGES[values["r"]]
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

SHOT = "to-hit?firer={f}&weapon=rifle&distance={d}&target={t}&ground={g}&formation={o}&charging={c}&mounted={m}"
BY = {"f": GRADES, "t": GRADES, "r": tuple(RANGES), "g": PLACES, "o": FORMS, "c": YES, "m": YES}
FOOT, STILL, OPEN, MEDIUM = {"m": ("no",)}, {"c": ("no",)}, {"o": ("open",)}, {"r": ("medium",)}
PLAIN = {**FOOT, **STILL, **OPEN}


def wounds(found: Answer) -> Any:
    """How likely a shot wounds without killing outright, which is when a man answers."""
    hit, critical = field("hit")(found), field("critical")(found)
    return hit if "refused" in (hit, critical) else hit - critical


SHOTS: list[tuple[str, str, Any, dict[str, Any], str]] = [
    ("volley", "firers=1&weapon=rifle&firer={f}&distance={d}&men=20&target={t}&ground={g}&formation={o}&charging={c}&mounted={m}",
     "needed", {}, "ground formation charging mounted"),
    ("night-shot", "firer={f}&weapon=rifle&distance={d}&light=flare&target={t}&ground={g}&formation={o}&charging={c}&mounted={m}",
     "needed", {"r": ("short", "medium")}, "ground formation charging mounted"),
    ("grade-matrix", "firer={f}&target={t}&range={r}&ground={g}", "needed", PLAIN, "ground"),
    ("hero-shot", "grade={t}&ground={g}&firer={f}&range={r}&formation={o}", "needed", {**FOOT, **STILL}, "ground formation"),
    ("prone-man", "attack=shot&who=soldier&did=fired&grade={t}&ground={g}&firer={f}&range={r}", "needed", PLAIN, "ground"),
    ("ground", "terrain={g}&behind=0&grade={t}&firer={f}&range={r}", "needed", PLAIN, "terrain=ground"),
    ("formation", "troops=foot&grade={t}&formation={o}&charging={c}&firer={f}&range={r}", "needed",
     {**FOOT, "g": ("clear",), "o": ("open", "closed", "mass")}, "formation charging"),
    ("blast", "grade={t}&ground={g}&formation={o}&charging={c}", "needed", {**FOOT, **MEDIUM}, "ground formation charging"),
    ("direct-fire", "piece=howitzer&ammunition=shell&distance=20&target=man&grade={t}&ground={g}&formation={o}&charging={c}", "needed",
     {**FOOT, **MEDIUM}, "ground formation charging"),
    ("machine-gun", "distance=18&target=squad&grade={t}&ground={g}&formation={o}&charging={c}", "needed", {**FOOT, **MEDIUM},
     "ground formation charging"),
    ("window", "walls=wooden-building&grade={f}&enemy={t}&ground={g}&range={r}", "needed_out", {**PLAIN, "g": OUTDOORS}, "ground"),
    ("watchtower", "height=1&distance={d}&weapon=rifle&grade={f}&enemy={t}&enemy-cover={g}", "needed_down",
     {**PLAIN, "g": OUTDOORS, "r": ("medium", "long")}, "enemy-cover=ground"),
    ("mounted-fire", "rider={f}&gait=walk&moves=1&weapon=rifle&distance={d}&target={t}&ground={g}", "needed",
     {**STILL, **OPEN, "m": ("yes",)}, "ground gait=mounted"),
    ("berserk", "grade={f}&weapon=rifle&friend=24&enemy={d}&enemy-grade={t}&cover={g}&mounted={m}", "needed",
     {**STILL, **OPEN, "g": OUTDOORS}, "cover=ground mounted"),
]  # fmt: skip


def _pairs(inputs: str) -> list[tuple[str, str]]:
    """Return the inputs of a question, each with the input of to-hit that holds the same."""
    return [(one.split("=")[0], one.rpartition("=")[2]) for one in inputs.split()]


MELEE = (
    "grade={f}&weapon={x}&so={p}&own-formation={a}&own-charging={k}&place={h}&enemy={t}&enemy-weapon={y}&enemy-so={q}"
    "&formation={o}&charging={c}&enemy-place={g}&trench={z}&riding={m}"
)
BOTH = {
    "f": EUROPEANS, "t": EUROPEANS, "x": YES, "y": YES, "p": ("none", "none", "uphill", "away"), "q": ("none", "none", "away"),
    "a": ("open", *FORMS), "o": ("open", *FORMS),
    "k": ("no", *YES), "c": ("no", *YES), "h": PLACES[:5], "g": PLACES[:5], "z": ("none", "none", "none", "storms", "holds"),
    "m": ("nobody", "nobody", "nobody", "striker", "enemy", "both"),
}  # fmt: skip
#: The states of two men hand to hand, by the names that the questions share.
STATES = "own-formation formation charging place enemy-place so enemy-so trench riding".split()
STRIKE = MELEE.replace("&own-charging={k}", "")
CALM = {**BOTH, "k": ("no",), "a": ("open", "open", "square")}
CHESTS = "&chest={b}&enemy-chest={e}"
WOUNDED = {"b": YES, "e": YES}
#: One side rolls, and a blow is answered.
ANSWERED = "&ruling.cc-difference=A&ruling.cc-who-rolls=A&ruling.counter-scope=A"
COUNTER = (
    "counter-attack?attack=blow&grade={f}&blade={x}&so={p}&own-formation={a}&own-charging={k}&place={h}&enemy={t}&enemy-blade={y}"
    "&enemy-so={q}&formation={o}&enemy-place={g}&trench={z}&riding={m}"
)
BLOWS = {**BOTH, "c": ("no",)}

# A move ---------------------------------------------------------------------------------------------------------------

KINDS = {"flat": "clear", "bumpy": "light-forest", "jagged": "dense-forest"}
PACES = ("move", "charge", "prone")
SPEED = "ground-speed?grade={t}&ground={k}&pace={p}"


def over(left: str, right: str, **choices: Sequence[Any]) -> Draw:
    """Return what draws a kind of ground `k` with a terrain `w` of that kind."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        values["k"], values["w"] = random.choice(list(KINDS.items()))
        return left.format(**values), right.format(**values)

    return draw


WALK = "gait?before=stand&gait=walk&moves=1&degrees=0&ground={k}"


def ridden(inches: int) -> Compared:
    """Whether a gallop of so many inches can be ridden, by the gait and by the ride."""
    draw = drawn(
        "gait?before=canter&gait=gallop&moves=1&degrees=0&ground={k}",
        f"ride?ground={{k}}&turns=walk,0,1;canter,0,7;gallop,0,{inches}",
        k=("flat", "bumpy"),
    )

    def legal(found: Answer) -> Any:
        flat = found.outcome.flat()  # type: ignore[union-attr]
        return flat["least"] <= inches <= flat["left"]

    return Compared(("gait.gait", "ride.turns"), draw, legal, field("legal"))


def shot_down(random: Random) -> tuple[str, str]:
    """Twenty men who come on over clear or broken ground and meet a single volley at ten inches."""
    values = {"t": random.choice(EUROPEANS[:2]), "o": random.choice(FORMS[:3]), "n": random.randint(1, 9)}
    ground, start = random.choice((("clear", 25), ("rubble", 22)))
    return (
        f"advance?start={start}&grade={values['t']}&how=move&moves=3&ground={ground}&men=20&formation={values['o']}&firers={values['n']}",
        f"volley?firers={values['n']}&distance=10&men=20&target={values['t']}&ground={ground}&formation={values['o']}",
    )


# A unit's glory and a hero's wound ------------------------------------------------------------------------------------

SHAKEN = {"t": GRADES, "s": range(-3, 2)}
FLANK = "no,no,no,no,no,yes,none"
LEGS = {"leg-light": 2, "groin": 3, "leg-heavy": 8}


def limping(random: Random) -> tuple[str, str]:
    """Draw the addresses of a hero whose wound slows him, as a move and as a wound."""
    (place, score), grade = random.choice(list(LEGS.items())), random.choice(GRADES)
    return f"move?grade={grade}&how=move&wound={place}", f"hit-location?score={score}&grade={grade}"


CHEST = "hit-location?score=4&grade={t}&weapon=rifle&distance={d}&enemy={f}"
DUEL = {"f": GRADES, "t": GRADES, "r": tuple(RANGES)}
DOWN = {**DUEL, "r": ("medium", "long")}
TOWER = "watchtower?height=1&distance={d}&weapon=rifle&grade={f}&enemy={t}"


def answered_shot(random: Random) -> tuple[str, str]:
    """Draw the addresses of a shot at a man, as a shot and as what he may answer.

    He may be a wounded hero, and the shooter may ride.
    """
    names = {**BY, "e": YES}
    values: dict[str, Any] = {name: random.choice(list(some)) for name, some in names.items()}
    values["d"], rides = RANGES[values["r"]], values["m"] == "yes"
    wound = "chest-light" if values["e"] == "yes" else "none"
    return (
        (SHOT + "&target-wound={wound}").format(**{**values, "c": "no"}, wound=wound),
        "counter-attack?attack=shot&grade={f}&weapon=rifle&distance={d}&enemy={t}&enemy-place={g}&formation={o}&enemy-chest={e}"
        "&riding={riding}".format(**values, riding="striker" if rides else "nobody"),
    )


def struck(found: Answer) -> Any:
    """Return the chance that the shot wounds, from an answer to it.

    A hero may answer from 8 of 12 places, from 7 beyond half his rifle's reach.
    """
    chance, asked = field("answers")(found), str(found.address)
    if "enemy-chest=yes" not in asked or chance == "refused":
        return chance
    return chance / Fraction(7 if "distance=20" in asked else 8, 12)


COMPARED = [
    *(
        compared(f"to-hit.{theirs}", f"{name}.{mine}", drawn(SHOT, f"{name}?{asked}", **{**BY, **fixed}), "needed", take)
        for name, asked, take, fixed, inputs in SHOTS
        for mine, theirs in _pairs(inputs)
    ),
    *(
        compared(f"to-hit.{theirs}", f"counter-attack.{mine}", answered_shot, wounds, struck)
        for mine, theirs in _pairs("enemy-place=ground formation riding=mounted enemy-chest=target-wound")
    ),
    *(
        compared(
            f"machine-gun.{name}", f"jam-clock.{name}",
            drawn(
                "machine-gun?distance=18&target=squad&grade={t}&ground={g}&formation={o}&charging={c}",
                "jam-clock?turns=1&distance=18&target={t}&ground={g}&formation={o}&charging={c}", **BY,
            ), "hits", "unjammed",
        )
        for name in ("ground", "formation", "charging")
    ),
    compared(
        "to-hit.ground", "spear.ground",
        drawn(
            "to-hit?firer={f}&weapon=spear&distance=6&target={t}&ground={g}",
            "spear?grade={f}&enemy={t}&thrown=yes&distance=6&ground={g}", f=GRADES[3:], t=EUROPEANS, g=PLACES,
        ), "needed", "needed",
    ),
    *(
        compared(
            f"volley.{name}", f"weapon-comparator.{name}",
            drawn(
                f"volley?firers=1&weapon={weapon}&firer={{f}}&actions=3&distance=10&men=20&target={{t}}&ground={{g}}&mounted={rides}",
                f"weapon-comparator?firer={{f}}&distance=10&target={{t}}&ground={{g}}&mounted={rides}",
                f=("green", "regular", "native-green", "native-regular"), t=GRADES, g=PLACES,
            ), "hits", "hits",
        )
        for name in ("ground", "mounted")
        for weapon, rides in (("rifle", "no"), ("winchester", "yes"))
    ),
    *(
        compared(f"advance.{name}", f"volley.{name}", shot_down, of("mean_left", lambda left: 20 - left), "fallen")
        for name in ("formation", "ground")
    ),
    compared(
        "volley.formation", "charge-gauntlet.formation",
        drawn(
            "volley?firers={n}&distance=15&men=20&target={t}&formation={o}",
            "charge-gauntlet?start=34&rider={t}&formation={o}&rifles={n}", t=GRADES, o=FORMS[:3], n=range(1, 10),
        ), "hits", "mean_hits",
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
    *(
        compared(f"exchange.{name}", f"mass-melee.{name}", drawn(f"exchange?{MELEE}", f"mass-melee?pairs=1&{MELEE}", **BOTH), one, other)
        for name in (*STATES, "own-charging")
        for one, other in (("defender_falls", "they_fall"), ("attacker_taken", "we_are_taken"))
    ),
    *(
        compared(
            f"exchange.{name}", f"strike.{name}", drawn(f"exchange?{MELEE}{CHESTS}", f"strike?{STRIKE}{CHESTS}", **CALM, **WOUNDED),
            "defender_taken", "capture",
        )
        for name in (*STATES, "chest", "enemy-chest")
    ),
    *(
        compared(
            f"exchange.{name}", f"counter-attack.{name}",
            drawn(
                f"exchange?{MELEE}{CHESTS}&spent={{s}}{ANSWERED}", f"{COUNTER}{CHESTS}&spent={{s}}{ANSWERED}",
                **BLOWS, **WOUNDED, s=range(4),
            ), "attacker_falls", "attacker_falls",
        )
        for name in (*(one for one in STATES if one != "charging"), "own-charging", "chest", "enemy-chest", "spent")
    ),
    *(
        compared(
            "exchange.acted", f"{name}.acted",
            drawn(f"exchange?{MELEE}&acted={{i}}{ANSWERED}", f"{asked}&acted={{i}}{ANSWERED}", **BLOWS, i=YES), "attacker_falls", take,
        )
        for name, asked, take in (("counter-attack", COUNTER, "attacker_falls"), ("mass-melee", f"mass-melee?pairs=1&{MELEE}", "we_fall"))
    ),
    # A move
    *(
        compared("ground-speed.ground", name, over(SPEED, asked, t=GRADES, p=PACES), "ground_speed", take)
        for name, asked, take in (
            ("move.ground", "move?grade={t}&ground={w}&how={p}", "per_move"),
            ("passage.terrain", "passage?terrain={w}&grade={t}&pace={p}&across=7", "inches"),
        )
    ),
    compared(
        "passage.terrain", "room-move.ground",
        over(
            "passage?terrain={w}&grade={t}&pace=move&across={n}", "room-move?building=openable&grade={t}&ground={k}&floor={n}&climb=0",
            t=GRADES, n=range(1, 25),
        ), "actions", "moves",
    ),
    compared(
        "ground-speed.ground", "path.way",
        over("ground-speed?grade={t}&ground={k}&pace=move", "path?grade={t}&how=move&way=24,{k}", t=GRADES), "ground_speed", "first",
    ),
    compared("move.wound", "hit-location.score", limping, "per_move", "inches"),
    # A hero's wound and a shot
    *(
        compared(
            f"to-hit.{name}", "hit-location.score",
            drawn(f"to-hit?firer={by}&weapon=rifle&distance={{d}}&target={at}&{name}=chest-light", CHEST, **DUEL), "needed", needed,
        )
        for name, by, at, needed in (("target-wound", "{f}", "{t}", "needed_at_him"), ("firer-wound", "{t}", "{f}", "needed"))
    ),
    *(
        compared(
            f"prone-man.{name}", "hit-location.score",
            drawn(
                "prone-man?attack=shot&who=wounded&did=fired&grade={t}&firer={f}&range={r}",
                "hit-location?score={n}&grade={t}&weapon=rifle&distance={d}&enemy={f}", **DUEL, n=(3, 8),
            ), "needed", "needed_once_fired",
        )
        for name in ("who", "did")
    ),
    # Glory
    *(
        compared(
            "glory-test.shaken", f"{name}.shaken",
            drawn("glory-test?grade={t}&shaken={s}&events=none", f"{name}?grade={{t}}&shaken={{s}}{asked}", **SHAKEN), "gl", take,
        )
        for name, asked, take in (
            ("glory-triggers", "&left=10&leaders=0", "gl"), ("night-obstacle", "", "gl"), ("glory-relief", "", "before"),
        )
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
            "turns-to-panic?grade={t}&shaken={s}&fresh=1&turns=2", **SHAKEN,
        ), of("panicked", lambda chance: 1 - chance), "standing",
    ),
    *(
        compared(
            f"glory-triggers.{name}", f"prone-rise.{name}",
            drawn(
                "glory-triggers?left=10&leaders=0&fire={w}&running={n}&earlier={e}", "prone-rise?fire={w}&running={n}&earlier={e}",
                w=("rifles", "machine-gun"), n=range(2), e=range(4),
            ), of("points", bool), "pinned",
        )
        for name in ("fire", "running", "earlier")
    ),
    # Mounts, and what a turn leaves of them
    *(ridden(inches) for inches in (9, 12, 15, 17)),
    *(
        compared(
            f"gait.{name}", f"charge-gauntlet.{other}",
            drawn(WALK, "charge-gauntlet?start=40&approach=walk&ground={k}", k=tuple(KINDS)),
            of("left", lambda inches: 40 - inches), "short_by",
        )
        for name, other in (("gait", "approach"), ("ground", "ground"))
    ),
    compared(
        "gait.ground", "ride.ground",
        drawn(WALK, "ride?ground={k}&turns=walk,0,3", k=tuple(KINDS)),
        of("left", lambda inches: inches >= 3), "legal",
    ),
    compared(
        "gait.before", "ride.turns",
        drawn("gait?before={b}&gait=gallop&degrees=0", "ride?ground=flat&turns=walk,0,1;{b},0,7;gallop,0,12", b=("walk", "canter")),
        "legal", "legal",
    ),
    compared(
        "mounted-fire.moves", "budget.acts",
        lambda random: (
            f"mounted-fire?rider=regular&gait=walk&moves={(n := random.randint(1, 3))}",
            f"budget?grade=regular&weapon=rifle&start=up&acts={';'.join(['move'] * n)}",
        ), "left", "left",
    ),
    compared(
        "mounted-fire.moves", "weapon-comparator.moved",
        drawn(
            "mounted-fire?rider={f}&gait=walk&moves=1&weapon=winchester&distance=10&target={t}",
            "weapon-comparator?firer={f}&distance=10&target={t}&mounted=yes&moved=yes", f=("green", "regular", "native-green"), t=GRADES,
        ), "hits", "hits",
    ),
]  # fmt: skip
