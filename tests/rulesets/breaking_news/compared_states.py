"""Questions of Breaking News that answer the same about one state of a man, a gun, a team or the score, drawn at random."""

from collections.abc import Callable
from random import Random
from typing import Any

from drillbook import ask
from drillbook.asking.ask import Answer
from states import REFUSED, Compared, Take, field

Draw = Callable[[Random], tuple[str, str]]
YES = ("no", "yes")
CLASSES = ("r1", "r2", "r3", "r4", "r5", "irr1", "irr2", "irr3")
FATES = ("unhurt", "suppressed", "removed")
#: A row of the firing table, and the same as `shot` asks for it.
ARMS = (
    ("ar-single", "ar&mode=single"),
    ("ar-burst", "ar&mode=burst"),
    *((name, name) for name in ("smg", "lmg", "mmg", "hmg", "sniper")),
)
BURSTS, DODGED = ARMS[1:6], ARMS[:6]
SINGLE = (ARMS[0], ARMS[6])
CREWED, MOUNTED = ("mmg", "hmg"), ("lmg", "mmg", "hmg")
NEAR = range(50)


def drawn(left: str, right: str, **choices: Any) -> Draw:
    """Return what draws a value for each name and fills it into both addresses."""

    def draw(random: Random) -> tuple[str, str]:
        values = {name: random.choice(list(some)) for name, some in choices.items()}
        return left.format(**values), right.format(**values)

    return draw


def same(one: str, other: str, left: str, right: str, mine: str | Take, theirs: str | Take, **choices: Any) -> Compared:
    """Return a comparison of two inputs: their addresses, what is taken of each answer, and the values drawn."""
    draw = drawn(left, right, **choices)
    return Compared((one, other), draw, *(field(take) if isinstance(take, str) else take for take in (mine, theirs)))


# What is taken of an answer ---------------------------------------------------------------------------------------------------


def figure(name: str) -> Take:
    """A field of an answer, nothing where a rule says no."""
    return lambda found: None if found.refused else _of(found)[name]


def _of(found: Answer) -> Any:
    """The fields of an answer."""
    return found.outcome.flat()  # type: ignore[union-attr]


def _rate(address: str, name: str) -> Any:
    """A field of another question that stays the same in all states that are drawn."""
    return _of(ask(f"bn/{address}"))[name]


def allowed(found: Answer) -> bool:
    """Whether no rule forbids it."""
    return not found.refused


def missed(found: Answer) -> Any:
    """How likely a shot misses altogether."""
    return REFUSED if found.refused else 1 - _of(found)["at_least_one"]


def caught(found: Answer) -> Any:
    """How likely a test against covering fire catches a man."""
    return 1 - _of(found)["unhurt"]


def part(name: str, whole: str) -> Take:
    """One field as a part of another."""
    return lambda found: _of(found)[name] / _of(found)[whole]


def equals(name: str, value: Any) -> Take:
    """Whether a field has this value."""
    return lambda found: _of(found)[name] == value


def fires(weapon: str) -> Take:
    """Whether a weapon is among those that may still fire."""
    return lambda found: weapon in _of(found)["firing"]


def knocks_out(found: Answer) -> Any:
    """How likely a shot knocks out a vehicle, each hit as one hit does."""
    if found.refused:
        return REFUSED
    one = _rate("vehicle-hit?vehicle=unprotected&weapon=ar-burst&count=hits&hits=1", "knocked_out")
    return 1 - (1 - _of(found)["each"] * one) ** _of(found)["dice"]


def lost(dice: str, troops: str) -> Take:
    """How many men so many dice cost on average, each hit as a single one."""
    return lambda found: _of(found)[dice] * _rate(f"saving-throw?troops={troops}&hits=1", "removed")


def silenced(found: Answer) -> Any:
    """How likely one request silences a mortar that has fired."""
    return _of(found)["silenced"] / _rate("mortar-duel?turns=2", "fires")


def flat_cover(found: Answer) -> bool:
    """Whether a man in the open is told to count as in cover."""
    return any("counts as in cover" in step.label for step in found.outcome.steps)  # type: ignore[union-attr]


# Shots ------------------------------------------------------------------------------------------------------------------------

AIM, ROW = "shot?weapon={w[1]}&distance={d}&troops={t}", "weapon={w[0]}&distance={d}&troops={t}"
UNDER = "weapon={w[0]}&distance={d}&shooter={t}"
GROUP = "group-shot?firers=1,{w[0]},{t},{d},still,no&target={v}"
REACTS = "opportunity-fire?who=soldier&target=man&angle=0&trigger=move&" + ROW
HIT = "vehicle-hit?vehicle=unprotected&count=shot&crew=0&" + UNDER
DRIVER = "occupants?vehicle=unprotected&count=shot&who=driver&aboard=1&" + UNDER
CHAIN = "hit-chain?by=shot&turns=1&" + UNDER
AT: dict[str, Any] = {"w": ARMS, "d": NEAR, "t": CLASSES}
AT_CAR = {**AT, "w": ARMS[:5]}
ON_WHEELS: dict[str, Any] = {
    "w": [(name, name) for name in MOUNTED], "d": NEAR, "t": CLASSES, "m": range(46), "k": ("armoured", "soft")
}  # fmt: skip
CREWS: dict[str, Any] = {"w": [(name, name) for name in CREWED], "d": NEAR, "t": CLASSES, "k": (1, 2)}
PLACES = (("no", "open"), ("yes", "cover"))
LEADS = (("no", 0), ("yes", 1))
STATES = (("up", "fit", "no"), ("suppressed", "suppressed", "yes"))
REACTIONS = (("no", "none", ""), ("yes", "dodge", "&cover-distance=3"), ("no", "fire", ""))
PACES = ((0, "still", "no"), (3, "cautious", "no"), (10, "move-and-shoot", "yes"))
STRAY = "friendly-fire?" + ROW + "&friends=0,5,r4,open"
LAUNCHERS, HEAVY = ("grenade-launcher", "rpg"), ("heavy-at", "tank")
SHELL, SHELLED = "shot?weapon={w}&distance={d}&troops={t}", "scatter?weapon={w}&laid=shot&distance={d}&troops={t}"
FAR = {"d": range(10, 100), "t": CLASSES}
THROW = "shot?weapon=grenade&distance={d}&troops={t}&moved={m}"
THROWN = {"d": range(1, 12), "t": CLASSES, "m": range(16)}
WALKED = {"m": range(26)}
FREE = {
    "ar": "assault rifle", "smg": "submachine gun", "lmg": "light machine gun", "mmg": "medium machine gun",
    "hmg": "heavy machine gun", "pistol": "pistol", "rpg": "rpg", "sniper": "precision rifle",
}  # fmt: skip
ENDS = {"close": 25, "medium": 50, "long": 100, "extreme": 150}


def _rifle(name: str, **choices: Any) -> list[Compared]:
    """A single shot and a burst of one rifle; choices: the input of `shot` and that of `single-or-burst` under c."""
    return [
        same(
            f"shot.{name}", f"single-or-burst.{name}",
            f"shot?weapon=ar&mode={mode}&distance={{d}}&troops={{t}}&{name}={{c[0]}}",
            f"single-or-burst?distance={{d}}&troops={{t}}&{name}={{c[1]}}", "mean", f"{mode}_mean", d=NEAR, t=CLASSES, **choices,
        )
        for mode in ("single", "burst")
    ]  # fmt: skip


TWICE = [(one, one) for one in YES]
SHOTS = [
    same("shot.cover", "fire-at-hidden.cover", AIM + "&cover={c}", "fire-at-hidden?state=plain&" + ROW + "&cover={c}", "at_least_one", "hit", **AT, c=YES),
    same("shot.cover", "opportunity-fire.cover", AIM + "&cover={c}", REACTS + "&cover={c}", "at_least_one", "hit", **AT, c=YES),
    same("shot.cover", "group-shot.cover", AIM + "&cover={c}", GROUP + "&cover={c}", "at_least_one", "hit", **AT, c=YES, v=CLASSES),
    same("shot.cover", "dodge.in-cover", AIM + "&cover={c}", "dodge?reaction=none&in-cover={c}&" + UNDER, "at_least_one", "hit", **AT, c=YES),
    same("shot.cover", "burst-split.targets", AIM + "&cover={c}&dodge={g}", "burst-split?" + ROW + "&gap=1&targets={c},{g},no;{c},{g},no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:4], c=("no",), g=YES),
    same("shot.cover", "burst-split.targets", AIM + "&cover={c}", "burst-split?" + ROW + "&gap=1&targets={c},no,no;{c},no,no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:7], c=YES),
    *_rifle("cover", c=TWICE),
    *_rifle("dodge", c=TWICE),
    *_rifle("moved", c=[(pace, flag) for pace, _, flag in PACES]),
    same("shot.cover", "scatter.cover", SHELL + "&cover={c}&target=structure", SHELLED + "&cover={c}", "at_least_one", "hit", **FAR, w=HEAVY, c=YES),
    same("shot.cover", "scatter.cover", SHELL + "&cover={c}", SHELLED + "&cover={c}", "at_least_one", "hit", **FAR, w=LAUNCHERS[:1], c=YES),
    same("shot.dodge", "scatter.dodges", SHELL + "&dodge={c}&sniper-target={s}", SHELLED + "&dodges={c}&sniper={s}", "at_least_one", "hit",
         **FAR, w=(*LAUNCHERS, *HEAVY), c=YES, s=YES),
    same("shot.cover", "light-mortar.cover", SHELL + "&cover={c}", "light-mortar?laid=on-table&distance={d}&troops={t}&cover={c}",
         "at_least_one", "hit", **FAR, w=("mortar",), c=YES),
    *(same(f"shot.{name}", f"friendly-fire.{name}", AIM + f"&{name}={{c}}", STRAY + f"&{name}={{c}}", "at_least_one", "untouched",
           w=SINGLE, d=range(10, 50), t=CLASSES, c=YES) for name in ("cover", "dodge")),
    same("shot.cover", "vehicle-hit.cover", AIM + "&cover={c}&target=vehicle", HIT + "&cover={c}", knocks_out, "knocked_out", **AT_CAR, c=YES),
    *(same("group-shot.cover", "weapon-comparator.cover", GROUP.replace("{d}", str(end)) + "&cover={c}",
           "weapon-comparator?weapons={w[0]}&troops={t}&target={v}&cover={c}", figure("removed"), figure(f"{column}_chance"),
           w=[one for one in ARMS if one[0] != "smg"], t=CLASSES, v=CLASSES, c=YES) for column, end in ENDS.items()),
    same("fire-at-hidden.cover", "speculative-fire.target", "fire-at-hidden?state=hidden&cover={c[0]}&weapon={w[0]}",
         "speculative-fire?target={c[1]}&agreed=yes&weapon={w[0]}", equals("way", "none"), lambda found: found.refused,
         w=ARMS, c=(("yes", "building"), ("no", "ground"))),
    same("shot.dodge", "group-shot.dodge", AIM + "&dodge={c}", GROUP + "&dodge={c}", "at_least_one", "hit", **AT, c=YES, v=CLASSES),
    same("shot.dodge", "burst-split.targets", AIM + "&dodge={c}", "burst-split?" + ROW + "&gap=1&targets=no,{c},no;no,{c},no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:4], c=YES),
    same("shot.dodge", "hit-chain.dodge", AIM + "&dodge={c}", CHAIN + "&dodge={c}&place=open&cover-distance=3", missed, "unhurt", **{**AT, "w": DODGED}, c=YES),
    same("shot.dodge", "dodge.reaction", AIM + "&dodge={c[0]}", "dodge?reaction={c[1]}&in-cover=no{c[2]}&" + UNDER, "at_least_one", "hit",
         **{**AT, "w": DODGED}, c=REACTIONS),
    same("shot.moved", "action.moved", "shot?weapon={w[1]}&distance=20&troops={t}&moved={m}",
         "action?weapon={w[1]}&distance=20&troops={t}&moved={m}&obstacle=none", figure("needed"), figure("needed"), **AT, **WALKED),
    *(same("shot.moved", "fire-after-move.moved", f"shot?weapon={weapon}&distance=10&moved={{m}}", "fire-after-move?moved={m}&wall=no",
           allowed, fires(name), **WALKED) for weapon, name in FREE.items()),
    same("shot.moved", "line-of-fire.moved", "shot?weapon={w[1]}&distance=10&moved={m}",
         "line-of-fire?weapon={w[1]}&distance=10&angle=0&moved={m}", allowed, "allowed", w=ARMS, **WALKED),
    same("shot.moved", "squad-plan.figures", "shot?weapon={w}&distance=10&moved={m}", "squad-plan?side=active&figures={w},{m},none,fit",
         allowed, equals("shooters", 1), w=FREE, **WALKED),
    same("shot.moved", "hit-chain.moved", AIM + "&moved={m}", CHAIN + "&moved={m}", missed, "unhurt", **AT, m=range(16)),
    same("shot.moved", "group-shot.firers", AIM + "&moved={m[0]}", "group-shot?firers=1,{w[0]},{t},{d},{m[1]},no", "at_least_one", "hit", **AT, m=PACES),
    same("shot.moved", "scatter.moved", THROW, "scatter?weapon=grenade&laid=shot&throw={d}&troops={t}&moved={m}", "at_least_one", "hit", **THROWN),
    same("shot.moved", "smoke.moved", THROW, "smoke?thrower=hand&first=thrown&throw={d}&troops={t}&moved={m}", "at_least_one", "hit", **THROWN),
    same("shot.moved", "vehicle-hit.moved", AIM + "&moved={m}&target=vehicle", HIT + "&moved={m}", knocks_out, "knocked_out", **AT_CAR, m=range(20)),
    same("shot.moved", "occupants.moved", AIM + "&moved={m}&cover=yes", DRIVER + "&moved={m}", missed, "unhurt", **{**AT, "w": DODGED}, m=range(20)),
    *(compared for name, other in (("mount", "mount"), ("driven", "moved")) for compared in (
        same(f"shot.{name}", f"vehicle-hit.{other}", AIM + "&mount={k}&driven={m}&target=vehicle", HIT + "&mount={k}&moved={m}", knocks_out,
             "knocked_out", **{**ON_WHEELS, "w": ON_WHEELS["w"][:2]}),
        same(f"shot.{name}", f"occupants.{other}", AIM + "&mount={k}&driven={m}&cover=yes", DRIVER + "&mount={k}&moved={m}", missed, "unhurt", **ON_WHEELS),
        same(f"shot.{name}", f"line-of-fire.{other}", AIM + "&mount={k}&driven={m}",
             "line-of-fire?weapon={w[0]}&distance={d}&angle=0&mount={k}&moved={m}", allowed, "allowed", **ON_WHEELS),
    )),
    same("shot.crew", "hit-chain.crew", AIM + "&crew={k}", CHAIN + "&crew={k}", missed, "unhurt", **CREWS),
    same("shot.crew", "opportunity-fire.crew", AIM + "&crew={k}", REACTS + "&crew={k}", "at_least_one", "hit", **CREWS),
    same("shot.crew", "occupants.gunners", AIM + "&crew={k}&cover=yes", DRIVER + "&gunners={k}", missed, "unhurt", **CREWS),
    same("shot.crew", "vehicle-hit.gunners", AIM + "&crew={k}&target=vehicle", HIT + "&gunners={k}", knocks_out, "knocked_out",
         **{**CREWS, "w": CREWS["w"][:1]}),
    same("covering-fire.moved", "action.moved", "covering-fire?ar=2&distance=20&moved={m}", "action?weapon=ar&moved={m}&obstacle=none",
         allowed, "may_cover", m=range(9)),
    same("covering-fire.moved", "squad-plan.figures", "covering-fire?ar=2&distance=20&moved={m}", "squad-plan?side=active&figures=ar,{m},none,fit",
         allowed, equals("coverers", 1), m=range(9)),
]  # fmt: skip

# What a shot leaves of a man --------------------------------------------------------------------------------------------------

LEFT: dict[str, Any] = {**AT, "v": CLASSES, "l": LEADS}
MAN = GROUP + "&cover={c[0]}&leader={l[0]}"
RUNNER = (
    "gauntlet?men=1&group=no&value=0&action=run&troops={v}&leader={l[0]}&cover={c[0]}&watchers={w[0]},{d},{t},clear,no"
)
STRUCK = CHAIN + "&troops={v}&own={l[1]}"
FATED = [
    compared
    for fate in FATES
    for compared in (
        *(same(f"group-shot.{name}", f"gauntlet.{name}", MAN, RUNNER, fate, fate, **LEFT, c=PLACES) for name in ("cover", "leader")),
        *(same(f"group-shot.{one}", f"dodge.{other}", MAN, "dodge?reaction=none&in-cover={c[0]}&troops={v}&leader={l[0]}&" + UNDER, fate, fate, **LEFT, c=PLACES)
          for one, other in (("cover", "in-cover"), ("leader", "leader"))),
        *(same(f"group-shot.{one}", f"hit-chain.{other}", MAN, STRUCK + "&place={c[1]}", fate, fate, **LEFT, c=PLACES)
          for one, other in (("cover", "place"), ("leader", "own"))),
        same("group-shot.state", "hit-chain.start", GROUP + "&state={s[0]}&leader={l[0]}", STRUCK + "&place=open&start={s[1]}", fate, fate, **LEFT, s=STATES),
        same("group-shot.state", "dodge.suppressed", GROUP + "&state={s[0]}&leader={l[0]}",
             "dodge?reaction=none&suppressed={s[2]}&in-cover=no&troops={v}&leader={l[0]}&" + UNDER, fate, fate, **LEFT, s=STATES),
        same("hit-chain.dodge", "dodge.reaction", CHAIN + "&dodge={c[0]}&place=open&cover-distance=3", "dodge?reaction={c[1]}&in-cover=no{c[2]}&" + UNDER,
             fate, fate, **{**AT, "w": DODGED}, c=REACTIONS),
    )
]  # fmt: skip


def _below(random: Random) -> tuple[str, str]:
    """A man below a helicopter's gun over several turns, and under the same gun on the ground."""
    cover, leads = random.choice(PLACES), random.choice((0, *range(5)))
    (gun, reach), crew, man, near = (
        random.choice((("lmg", 100), ("hmg", 150))),
        *random.choices(CLASSES, k=2),
        random.randrange(5),
    )
    shared = f"found={random.choice(YES)}&every={random.randint(1, 3)}&turns={random.randint(1, 5)}"
    shared += f"&cover-distance={random.randint(1, 30)}" if cover[0] == "no" else ""
    leader = f"leader=yes&own={leads}" if leads else "leader=no"
    return (
        f"hit-chain?weapon={gun}&distance={reach}&shooter={crew}&troops={man}&own={leads}&leader={near}&place={cover[1]}&shots=every-turn&{shared}",
        f"helicopter-gun?gun={gun}&crew={crew}&victim={man}&cover={cover[0]}&{leader}&near={near}&{shared}",
    )  # fmt: skip


GUNNED = [
    Compared((f"hit-chain.{one}", f"helicopter-gun.{other}"), _below, field(mine), field(theirs))
    for one, other in (("place", "cover"), ("found", "found"), ("own", "leader"), ("own", "own"), ("leader", "near"))
    for mine, theirs in (("removed_at_end", "removed_by_end"), ("fit_at_end", "fit_at_end"))
]

# Saves ------------------------------------------------------------------------------------------------------------------------

SAVE = "saving-throw?troops={v}&protected={c[0]}"
SAVER: dict[str, Any] = {"v": CLASSES, "c": PLACES}
SHIELDS = (("no", "no", "open"), ("yes", "no", "cover"), ("no", "yes", "leader"))
HULLS = (("no", "no", "open"), ("yes", "no", "cover"), ("no", "yes", "heavy"))
WRECK = "vehicle-hit?vehicle=protected&weapon=rpg&count=hits&hits={h}&crew=1&leader={l}"
SAVES = [
    same("saving-throw.protected", "burst.men", SAVE, "burst?weapon=grenade&men=0,0,{v},{c[0]},enemy", "removed", "lost", **SAVER),
    same("saving-throw.protected", "burst.men", SAVE + "&own-side=yes", "burst?weapon=grenade&men=0,0,{v},{c[0]},friend", "removed", "lost_friends", **SAVER),
    same("saving-throw.protected", "scatter.men", SAVE, "scatter?weapon=grenade&laid=number&need=3&men=0,0,{v},{c[0]},enemy",
         "removed", part("lost_enemies", "enemies"), **SAVER),
    same("saving-throw.protected", "hit-chain.place", SAVE + "&hits={h}", "hit-chain?by=hits&hits={h}&troops={v}&place={c[1]}&turns=1",
         "removed", "removed", **SAVER, h=range(1, 7)),
    same("saving-throw.protected", "wounded.protected", SAVE + "&hits={h}", "wounded?state=hit&troops={v}&hits={h}&protected={c[0]}&help=none",
         "removed", "lost", **SAVER, h=range(1, 5)),
    *(compared for name in ("protected", "leader") for compared in (
        same(f"saving-throw.{name}", "friendly-fire.friends", "saving-throw?troops={v}&cause=friendly&hits=1&protected={s[0]}&leader={s[1]}",
             "friendly-fire?weapon=ar-single&known=yes&misses=1&friends=0,10,{v},{s[2]}", "removed", "removed", v=CLASSES, s=SHIELDS),
        same(f"saving-throw.{name}", "support-strike.men", "saving-throw?troops={v}&cause=bombardment&protected={s[0]}&leader={s[1]}",
             "support-strike?caller=regulars&shift=twelve&thrown=4&men=0,4,{v},{s[2]}", "removed", "removed", v=CLASSES, s=SHIELDS),
        same(f"saving-throw.{name}", "covering-test." + {"protected": "cover"}.get(name, name), SAVE + "&leader={l}",
             "covering-test?value=9&troops={v}&bunker=no&cover={c[0]}&leader={l}&shots=1", "removed",
             lambda found: _of(found)["removed"] / caught(found), **SAVER, l=YES),
    )),
    *(same(f"saving-throw.{name}", "ied.men", "saving-throw?troops=r4&cause=ied&protected={s[0]}&armoured={s[1]}&leader={l}",
           "ied?men=0,0,enemy,{s[2]},{l}&ruling.ied-inside=B", "removed", part("removed", "explodes"), s=HULLS, l=YES) for name in ("protected", "armoured", "leader")),
    same("saving-throw.leader", "hit-chain.own", "saving-throw?troops={v}&hits={h}&leader={l[0]}", "hit-chain?by=hits&hits={h}&troops={v}&own={l[1]}&turns=1",
         "removed", "removed", v=CLASSES, h=range(1, 7), l=LEADS),
    same("saving-throw.leader", "storm-hits.men", "saving-throw?troops={v}&leader={l}", "storm-hits?side=attackers&hits=1&men=1,{v},{l}",
         "removed", "mean_losses", v=CLASSES, l=YES),
    same("saving-throw.leader", "vehicle-hit.leader", "saving-throw?troops=r4&cause=wreck&leader={l}", WRECK, "removed", part("mean_lost", "explodes"),
         l=YES, h=range(1, 6)),
]  # fmt: skip

# What a man may do ------------------------------------------------------------------------------------------------------------

SNAP = "opportunity-fire?who=soldier&weapon=ar-single&distance=20&angle=0&trigger=shoot"
DOWN = (("no", "passed", "fit"), ("yes", "untried", "suppressed"), ("yes", "failed", "shaken"))
OBSTACLES = ("none", "waist", "man", "two-men")
MELEE = "many={t},{c};{v},{g}&lone={k}&lone-suppressed={l}"
STORM = "attack-troops=r2&attack-down={x}&defend-troops=irr3&defend-down={y}&hostages=0&rounds=1"
ACTS = [
    same("opportunity-fire.suppressed", "dodge.suppressed", SNAP + "&suppressed={s[0]}", "dodge?reaction=fire&suppressed={s[0]}&weapon=ar-single",
         "allowed", "allowed", s=DOWN),
    same("opportunity-fire.suppressed", "suppressed-man.test", SNAP + "&suppressed={s[0]}", "suppressed-man?cause=saved&place=open&test={s[1]}",
         "allowed", "may_react", s=DOWN),
    same("opportunity-fire.suppressed", "squad-plan.figures", SNAP + "&suppressed={s[0]}", "squad-plan?side=reacting&figures=ar,0,none,{s[2]}",
         "allowed", equals("reactors", 1), s=DOWN),
    same("suppressed-man.test", "squad-plan.figures", "suppressed-man?cause=saved&place=open&test={s[1]}", "squad-plan?side=active&figures=ar,0,none,{s[2]}",
         "may_act", equals("shooters", 1), s=DOWN[::2]),
    same("dodge.suppressed", "suppressed-man.place", "dodge?reaction=none&suppressed=yes&in-cover=no&weapon=ar-single&distance={d}",
         "suppressed-man?test=untried&cause=saved&place=open&enemy={d}", flat_cover, "in_cover", d=range(100)),
    *(same(f"melee.{name}", f"melee-end.{name}", "melee?" + MELEE, "melee-end?turns=1&" + MELEE, "he_dies", "decided",
           t=CLASSES, v=CLASSES, k=CLASSES, c=YES, g=YES, l=YES) for name in ("many", "lone-suppressed")),
    same("storm-dice.attackers", "storm.attack-down", "storm-dice?attackers=1,r2,{x}&defenders=6,irr3,{y}", "storm?attackers=1&defenders=6&" + STORM,
         lost("attack_mean", "irr3"), "mean_defenders_lost", x=(0, 1), y=range(5)),
    same("storm-dice.defenders", "storm.defend-down", "storm-dice?attackers=9,r2,{x}&defenders={n},irr3,{y}", "storm?attackers=9&defenders={n}&" + STORM,
         lost("defend_mean", "r2"), "mean_attackers_lost", x=range(5), y=range(3), n=range(3, 7)),
    same("action.obstacle", "fire-after-move.wall", "action?weapon=ar&moved={m}&obstacle={o[0]}", "fire-after-move?moved={m}&wall={o[1]}",
         "may_shoot", fires("assault rifle"), **WALKED, o=(("none", "no"), ("waist", "yes"))),
    same("action.obstacle", "squad-plan.figures", "action?weapon=ar&moved={m}&obstacle={o}", "squad-plan?side=active&figures=ar,{m},{o},fit",
         "may_shoot", equals("shooters", 1), m=range(13), o=OBSTACLES),
    *(same("action.obstacle", "crossing.obstacle", "action?weapon=ar&moved=0&obstacle={o}", f"crossing?obstacle={{o}}&action={action}",
           figure(left), figure("left"), o=OBSTACLES) for action, left in (("run", "run_left"), ("move-and-shoot", "shoot_left"))),
    same("opportunity-fire.active", "squad-plan.side", SNAP + "&active={c[0]}&suppressed={s[0]}", "squad-plan?side={c[1]}&figures=ar,0,none,{s[2]}",
         "allowed", equals("reactors", 1), c=(("yes", "active"), ("no", "reacting")), s=DOWN),
    same("opportunity-fire.shots", "squad-plan.figures", "opportunity-fire?who=soldier&weapon={w[0]}&distance=10&angle=0&target=vehicle&shots={s[0]}",
         "squad-plan?side=reacting&figures={w[1]},0,none,{s[1]}", "allowed", equals("shooters", 1), s=((0, "fit"), (1, "shot")),
         w=(("ar-burst", "ar"), ("lmg", "lmg"), ("rpg", "rpg"), ("sniper", "sniper"), ("grenade", "grenade"))),
]  # fmt: skip

# Covering fire, leaders and turns ---------------------------------------------------------------------------------------------

TEST, SWEPT = (
    "covering-test?value={k}&bunker={b[0]}&troops={t}",
    "gauntlet?men=1&action=run&value={k}&watchers=lmg,20,{t},{b[1]},no",
)
POSTS: dict[str, Any] = {"k": range(10), "t": CLASSES, "b": (("yes", "bunker"), ("no", "swept"))}
RECOVERY = "suppression-recovery?troops={v}&own={o}&leader={k}&turns=1"
LED: dict[str, Any] = {"t": CLASSES, "k": range(5), "p": range(5)}
OUT = "initiative?troops={t}&leadership={k}&out=yes&deputy={p}"
THEIRS = "initiative?troops=r3&leadership=2&enemy-troops={t}&enemy-leadership={k}&enemy-out=yes&enemy-deputy={p}"
RUNS = [(";".join([side] * run), side, run) for side in ("own", "enemy") for run in range(1, 7)]
LEADING = [
    same("covering-test.value", "dodge.value", "covering-test?value={k}&bunker=no&troops={t}", "dodge?reaction=fire&value={k}&troops={t}&weapon=ar-single",
         caught, "caught", k=range(1, 10), t=CLASSES),
    same("covering-test.value", "gauntlet.value", TEST, SWEPT, "removed", "mean_watchers_lost", **POSTS),
    same("covering-test.bunker", "gauntlet.watchers", TEST, SWEPT, "fires", "mean_shots", **POSTS),
    same("covering-test.bunker", "covering-fire.bunker", "covering-test?value=9&bunker={b}", "covering-fire?hmg=4&lmg=8&ar=8&distance=20&bunker={b}", caught, "hit", b=YES),
    same("covering-fire.bunker", "covering-areas.bunker", "covering-fire?ar={n}&lmg=0&distance={d}&troops={t}&bunker={b}",
         "covering-areas?front=10&high=10&troops={t}&bunker={b}&firers=1,{n},ar,{d}", "hit", "weakest_hit", n=range(1, 7), d=NEAR, t=CLASSES, b=YES),
    same("covering-fire.bunker", "covering-table.bunker", "covering-fire?hmg={n}&ar=0&lmg=0&distance=10&troops={t}&bunker={b}",
         "covering-table?men={n}&troops={t}&bunker={b}", "hit", "highest_hit", n=range(1, 5), t=CLASSES, b=YES),
    same("suppression-recovery.leader", "retreat.leadership", RECOVERY, "retreat?troops={v}&leadership={k}", "each", "passes", v=CLASSES, k=range(1, 5), o=(0,)),
    *(same(f"suppression-recovery.{name}", f"hit-chain.{name}", RECOVERY, "hit-chain?troops={v}&leader={k}&own={o}&weapon=ar-single", "each", "passes",
           v=CLASSES, k=range(5), o=range(5)) for name in ("leader", "own")),
    *(same(f"initiative.{name}", "platoon.squads", OUT, "platoon?squads={k},no,yes;{p},yes,no&troops={t}", "mine", "adds", **LED) for name in ("out", "deputy")),
    *(same(f"initiative.{name}", f"initiative.enemy-{name}", OUT + "&enemy-troops=r3&enemy-leadership=2", THEIRS, "win", "lose", **LED) for name in ("out", "deputy")),
    *(same("initiative.history", f"initiative-track.{name}", "initiative?troops={t}&leadership={k}&enemy-troops={u}&history={n[0]}",
           "initiative-track?troops={t}&leadership={k}&enemy-troops={u}&start={n[1]}&run={n[2]}&turns=1", "active", "keeps",
           t=CLASSES, u=CLASSES, k=range(4), n=RUNS) for name in ("run", "start")),
]  # fmt: skip

# Losses and the score ---------------------------------------------------------------------------------------------------------


def _worn(left: str, right: str) -> Draw:
    """A team of some men who are lost before and in this turn, one of them as a leader, and some who are left."""

    def draw(random: Random) -> tuple[str, str]:
        before, now = random.randint(0, 5), random.randint(1, 5)
        men = {"s": before + now + random.randint(2, 5), "b": before, "g": now, "t": random.choice(CLASSES)}
        men |= {"all": before + now, "fallen": before + 1, "hurt": now + 1}
        return left.format(**men), right.format(**men)

    return draw


def _platoon(random: Random) -> tuple[str, str]:
    """Two teams of eight men, as a test and as a turn have them."""
    gone = random.randint(0, 5), random.randint(1, 3)
    stand = ["fine" if one < 4 else "half" if one == 4 else "below" for one in gone]
    teams = "&".join(f"{name}={stand.count(name)}" for name in ("fine", "half", "below"))
    troops = random.choice(CLASSES)
    return (
        f"morale-test?scope=platoon&squad=16,{troops},yes&lost={sum(gone)}&{teams}",
        f"morale-track?troops={troops}&squads=8;8&turns={gone[0]},{gone[1]},0,0,no&motivation=no",
    )


WORN, TRACK = "morale-test?scope=squad&squad={s},{t},yes", "morale-track?troops={t}&squads={s}&motivation=no&turns="
LOSSES = [
    *(Compared((f"morale-test.{name}", "half-strength.lost"), _worn(WORN + "&lost={g}&before={b}", "half-strength?strength={s}&lost={all}"), field(one), field(other))
      for name in ("lost", "before") for one, other in (("saved_by_six", "keeps_six"), ("still_fighting", "still_fighting"))),
    *(Compared((f"morale-test.{name}", "morale-track.turns"), _worn(WORN + put, TRACK + turns), field("needed"), field("last_needed"))
      for name, put, turns in (
          ("before", "&lost={g}&before={b}", "{b},0,0,0,no;{g},0,0,0,no"),
          ("lost", "&lost={g}&before={b}", "{b},0,0,0,no;{g},0,0,0,no"),
          ("leaders", "&lost={g}&leaders=1", "{hurt},0,0,0,yes"),
          ("leaders-before", "&lost={g}&before={b}&leaders-before=1", "{fallen},0,0,0,yes;{g},0,0,0,no"),
      )),
    *(Compared((f"morale-test.{name}", "morale-track.turns"), _platoon, field("passes"), field("holds")) for name in ("fine", "half", "below")),
]  # fmt: skip

MEDIA = {"m": ("none", "embedded", "independent")}
LEDGER, MARGIN = "defeat-ledger?match=mixed&media={m}", "defeat-margin?media={m}"
SCORE: dict[str, Any] = {"a": range(0, 60, 5), "b": range(0, 60, 5)}
FAILS = "game-end?event=fails&side=blue&blue={a}&red={b}"
SIDES = (("blue", "red"), ("red", "blue"))
OPENED = (("nobody", "no"), ("blue", "yes"))


def _price(name: str, put: str, what: str, we: str, **choices: Any) -> Compared:
    """What one misfortune counts in the ledger and in the margin."""
    side = "blue" if we == "regulars" else "red"
    return same(f"defeat-ledger.{name}", "defeat-margin.what", f"{LEDGER}&{put}", f"{MARGIN}&we={we}&what={what}", side, "each", **MEDIA, **choices)  # fmt: skip


POINTS = [
    *(same(f"game-end.{one}", f"morale-failed.{other}", FAILS, "morale-failed?own={a}&enemy={b}", "over", "game_over", **SCORE)
      for one, other in (("blue", "own"), ("red", "enemy"))),
    *(same(f"game-end.{one}", f"defeat-margin.{other}", FAILS, "defeat-margin?own={a}&enemy={b}", "over", equals("fatal", 0), a=range(0, 60, 10), b=range(5, 65, 10))
      for one, other in (("blue", "own"), ("red", "enemy"))),
    _price("losses", "losses=blue,{w},1,no", "{w}", "regulars", w=("sf", "regular")),
    _price("losses", "losses=red,{w},1,no", "{w}", "irregulars", w=("irregular", "leader")),
    *(_price(f"{side}-{what}", f"{side}-{what}=1", what, we) for side, we in (("blue", "regulars"), ("red", "irregulars")) for what in ("main", "secondary")),
    _price("journalists", "journalists=1", "journalist", "regulars"),
    *(_price(name, f"{many}=1&blue-roe={{e}}", f"{one}&roe={{e}}", "regulars", e=YES)
      for many, one in (("buildings", "building"), ("civilians", "civilian")) for name in (many, "blue-roe")),
    *(same("defeat-ledger.blue-roe", "defeat-margin.roe", f"{LEDGER}&{many}=1&blue-roe={{e}}", f"{MARGIN}&we=regulars&what={one}&roe={{e}}", "blue", "each", **MEDIA, e=YES)
      for many, one in (("buildings", "building"), ("civilians", "civilian"))),
    *(same(f"defeat-ledger.{name}", f"strike-points.{other}", "defeat-ledger?match=mixed&buildings={n}&blue-roe={e}", "strike-points?event=strike&first=no&buildings={n}&roe={e}",
           "blue", "points", n=range(7), e=YES) for name, other in (("buildings", "buildings"), ("blue-roe", "roe"))),
    *(same("defeat-ledger.turns", "negotiation.turns", "defeat-ledger?match=mixed&talks={l}&turns={n}&die=0", "negotiation?force=regulars&level={l}&turns={n}", one, other,
           l=(1, 2), n=range(1, 13)) for one, other in (("blue", "gathered"), ("cancel", "cancelled"))),
    *(same("defeat-ledger.leaver", "game-end.side", f"defeat-ledger?match=regulars&losses={{s[0]}},regular,{{n}},no&leaver={{s[0]}}&leaving={leaving}",
           f"game-end?{event}&side={{s[0]}}&{{s[0]}}={{n}}0&{{s[1]}}=0", side, side, s=SIDES, n=(1, 2, 3))
      for leaving, event in (("retreat", "event=fails"), ("walk-off", "event=leaves&edge=deployment-area")) for side in ("blue", "red")),
    same("defeat-ledger.first", "strike-points.first", "defeat-ledger?match=mixed&first={f[0]}&blue-roe={e}", "strike-points?event=strike&first={f[1]}&roe={e}",
         figure("blue"), figure("opening"), f=OPENED, e=YES),
    same("defeat-ledger.first", "covering-fire.opening", "defeat-ledger?match=mixed&first={f[0]}", "covering-fire?ar=2&opening={f[1]}",
         "blue", lambda found: _of(found)["defeat_points"] or 0, f=OPENED),
    same("defeat-ledger.blue-roe", "covering-fire.roe", "defeat-ledger?match=mixed&first=blue&blue-roe={e}", "covering-fire?ar=2&opening=yes&roe={e}", allowed, allowed, e=YES),
    same("defeat-ledger.blue-roe", "defeat-ledger.red-roe", "defeat-ledger?match=regulars&first={f[0]}&blue-roe={e}&losses=blue,regular,{n},no",
         "defeat-ledger?match=regulars&first={f[1]}&red-roe={e}&losses=red,regular,{n},no", "blue", "red", f=(("nobody", "nobody"), ("blue", "red")), e=YES, n=(1, 2, 3)),
    same("support-call.roe", "support-strike.roe", "support-call?caller=regulars&improved=no&roe={e}", "support-strike?caller=regulars&improved=no&roe={e}", "granted", "granted", e=YES),
    same("support-call.improved", "support-strike.improved", "support-call?caller={c}&improved={e}", "support-strike?caller={c}&improved={e}", "granted", "granted",
         c=("regulars", "mortars"), e=YES),
    same("support-call.roe", "mortar-duel.hunter-roe", "support-call?caller=counter&roe={e}", "mortar-duel?turns=3&hunter-improved=no&hunter-roe={e}", "granted", silenced, e=YES),
    same("support-call.improved", "mortar-duel.hunter-improved", "support-call?caller=counter&improved={e}", "mortar-duel?turns=3&hunter-improved={e}", "granted", silenced, e=YES),
    same("support-call.improved", "mortar-duel.improved", "support-call?caller=mortars&improved={e}", "mortar-duel?turns=2&hunted=no&improved={e}", "granted", "fires", e=YES),
]  # fmt: skip

COMPARED = [*SHOTS, *FATED, *GUNNED, *SAVES, *ACTS, *LEADING, *LOSSES, *POINTS]
