"""Questions of Breaking News that answer the same about what is left of a man.

They also cover what he may still do.
"""

from random import Random
from typing import Any

from states import REFUSED, Compared, Take, field
from states_breaking_news import (
    AT,
    CHAIN,
    CLASSES,
    DODGED,
    FATES,
    GROUP,
    LEADS,
    PLACES,
    REACTIONS,
    STATES,
    UNDER,
    WALKED,
    YES,
    allowed,
    caught,
    equals,
    fields_of,
    figure,
    fires,
    flat_cover,
    lost,
    part,
    rate,
    same,
)

from drillbook.asking.answers.ask import Answer

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
        *(same(f"group-shot.{one}", f"dodge.{other}", MAN, "dodge?reaction=none&in-cover={c[0]}&troops={v}&leader={l[0]}&" + UNDER, fate,
             fate, **LEFT, c=PLACES)
          for one, other in (("cover", "in-cover"), ("leader", "leader"))),
        *(same(f"group-shot.{one}", f"hit-chain.{other}", MAN, STRUCK + "&place={c[1]}", fate, fate, **LEFT, c=PLACES)
          for one, other in (("cover", "place"), ("leader", "own"))),
        same("group-shot.state", "hit-chain.start", GROUP + "&state={s[0]}&leader={l[0]}", STRUCK + "&place=open&start={s[1]}", fate,
             fate, **LEFT, s=STATES),
        same("group-shot.state", "dodge.suppressed", GROUP + "&state={s[0]}&leader={l[0]}",
             "dodge?reaction=none&suppressed={s[2]}&in-cover=no&troops={v}&leader={l[0]}&" + UNDER, fate, fate, **LEFT, s=STATES),
        same("hit-chain.dodge", "dodge.reaction", CHAIN + "&dodge={c[0]}&place=open&cover-distance=3",
             "dodge?reaction={c[1]}&in-cover=no{c[2]}&" + UNDER,
             fate, fate, **{**AT, "w": DODGED}, c=REACTIONS),
    )
]  # fmt: skip


def _below(random: Random) -> tuple[str, str]:
    """Draw the addresses of a man below a helicopter's gun and under the same gun on the ground.

    The fire lasts several turns.
    """
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
    for one, other in (
        ("place", "cover"),
        ("cover-distance", "cover-distance"),
        ("found", "found"),
        ("own", "leader"),
        ("own", "own"),
        ("leader", "near"),
        ("every", "every"),
    )
    for mine, theirs in (("removed_at_end", "removed_by_end"), ("fit_at_end", "fit_at_end"))
]

# Saves ------------------------------------------------------------------------------------------------------------------------

SAVE = "saving-throw?troops={v}&protected={c[0]}"
SAVER: dict[str, Any] = {"v": CLASSES, "c": PLACES}
OWN_SAVE, STRUCK_MAN = SAVE + "&own-side={s[0]}", "&men=0,0,{v},{c[0]},{s[1]}"
OWN: dict[str, Any] = {**SAVER, "s": (("no", "enemy"), ("yes", "friend"))}
SHIELDS = (("no", "no", "open"), ("yes", "no", "cover"), ("no", "yes", "leader"))
HULLS = (("no", "no", "open"), ("yes", "no", "cover"), ("no", "yes", "heavy"))
WRECK = "vehicle-hit?vehicle=protected&weapon=rpg&count=hits&hits={h}&crew=1&leader={l}"
CARS = ("tank", "heavy", "light", "protected", "unprotected")


def lost_when_hit(found: Answer) -> Any:
    """How many men a shot costs on average where it comes down on its target."""
    return (fields_of(found)["lost_enemies"] + fields_of(found)["lost_friends"]) / fields_of(found)["hit"]


SAVES = [
    same("saving-throw.protected", "burst.men", SAVE, "burst?weapon=grenade&men=0,0,{v},{c[0]},enemy", "removed", "lost", **SAVER),
    same("burst.men", "scatter.men", "burst?weapon={w}&men=0,0,{v},no,{s}",
         "scatter?weapon={w}&laid=number&need=3&missed-shots=no&men=0,0,{v},no,{s}", "lost", lost_when_hit,
         w=("grenade", "rpg", "heavy-at", "tank"), v=(*CLASSES, *CARS), s=("enemy", "friend")),
    same("saving-throw.own-side", "burst.men", OWN_SAVE, "burst?weapon=grenade" + STRUCK_MAN, "removed", "lost", **OWN),
    same("saving-throw.own-side", "scatter.men", OWN_SAVE, "scatter?weapon=grenade&laid=number&need=3&missed-shots=no" + STRUCK_MAN,
         "removed", lost_when_hit, **OWN),
    same("saving-throw.protected", "burst.men", SAVE + "&own-side=yes", "burst?weapon=grenade&men=0,0,{v},{c[0]},friend", "removed",
         "lost_friends", **SAVER),
    same("saving-throw.protected", "scatter.men", SAVE, "scatter?weapon=grenade&laid=number&need=3&men=0,0,{v},{c[0]},enemy",
         "removed", part("lost_enemies", "enemies"), **SAVER),
    same("saving-throw.protected", "hit-chain.place", SAVE + "&hits={h}", "hit-chain?by=hits&hits={h}&troops={v}&place={c[1]}&turns=1",
         "removed", "removed", **SAVER, h=range(1, 7)),
    same("saving-throw.protected", "wounded.protected", SAVE + "&hits={h}",
         "wounded?state=hit&troops={v}&hits={h}&protected={c[0]}&help=none",
         "removed", "lost", **SAVER, h=range(1, 5)),
    *(compared for name in ("protected", "leader") for compared in (
        same(f"saving-throw.{name}", "friendly-fire.friends",
             "saving-throw?troops={v}&cause=friendly&hits=1&protected={s[0]}&leader={s[1]}",
             "friendly-fire?weapon=ar-single&known=yes&misses=1&friends=0,10,{v},{s[2]}", "removed", "removed", v=CLASSES, s=SHIELDS),
        same(f"saving-throw.{name}", "support-strike.men", "saving-throw?troops={v}&cause=bombardment&protected={s[0]}&leader={s[1]}",
             "support-strike?caller=regulars&shift=twelve&thrown=4&men=0,4,{v},{s[2]}", "removed", "removed", v=CLASSES, s=SHIELDS),
        same(f"saving-throw.{name}", "covering-test." + {"protected": "cover"}.get(name, name), SAVE + "&leader={l}",
             "covering-test?value=9&troops={v}&bunker=no&cover={c[0]}&leader={l}&shots=1", "removed",
             lambda found: fields_of(found)["removed"] / caught(found), **SAVER, l=YES),
    )),
    *(same(f"saving-throw.{name}", "ied.men", "saving-throw?troops=r4&cause=ied&protected={s[0]}&armoured={s[1]}&leader={l}",
           "ied?men=0,0,enemy,{s[2]},{l}&ruling.ied-inside=B", "removed", part("removed", "explodes"), s=HULLS, l=YES)
                for name in ("protected", "armoured", "leader")),
    same("saving-throw.leader", "hit-chain.own", "saving-throw?troops={v}&hits={h}&leader={l[0]}",
         "hit-chain?by=hits&hits={h}&troops={v}&own={l[1]}&turns=1",
         "removed", "removed", v=CLASSES, h=range(1, 7), l=LEADS),
    same("saving-throw.leader", "storm-hits.men", "saving-throw?troops={v}&leader={l}", "storm-hits?side=attackers&hits=1&men=1,{v},{l}",
         "removed", "mean_losses", v=CLASSES, l=YES),
    same("saving-throw.leader", "vehicle-hit.leader", "saving-throw?troops=r4&cause=wreck&leader={l}", WRECK, "removed",
         part("mean_lost", "explodes"),
         l=YES, h=range(1, 6)),
]  # fmt: skip

# What a man may do ------------------------------------------------------------------------------------------------------------

SNAP = "opportunity-fire?who=soldier&weapon=ar-single&distance=20&angle=0&trigger=shoot"
DOWN = (("no", "passed", "fit"), ("yes", "untried", "suppressed"), ("yes", "failed", "shaken"))
OBSTACLES = ("none", "waist", "man", "two-men")
MELEE = "many={t},{c};{v},{g}&lone={k}&lone-suppressed={l}"
STORM = "attack-troops=r2&attack-down={x}&defend-troops=irr3&defend-down={y}&hostages=0&rounds=1"
BACK = "ruling.retreat-react={l}"
FLEES = SNAP + "&suppressed=yes&retreating=yes&" + BACK
ACTS = [
    same("opportunity-fire.suppressed", "dodge.suppressed", SNAP + "&suppressed={s[0]}",
         "dodge?reaction=fire&suppressed={s[0]}&weapon=ar-single",
         "allowed", "allowed", s=DOWN),
    same("opportunity-fire.suppressed", "suppressed-man.test", SNAP + "&suppressed={s[0]}",
         "suppressed-man?cause=saved&place=open&test={s[1]}",
         "allowed", "may_react", s=DOWN),
    same("opportunity-fire.suppressed", "squad-plan.figures", SNAP + "&suppressed={s[0]}",
         "squad-plan?side=reacting&figures=ar,0,none,{s[2]}",
         "allowed", equals("reactors", 1), s=DOWN),
    same("opportunity-fire.retreating", "dodge.retreating", FLEES, "dodge?reaction=fire&suppressed=yes&retreating=yes&" + BACK,
         "allowed", "allowed", l="AB"),
    same("opportunity-fire.retreating", "squad-plan.figures", FLEES, "squad-plan?side=reacting&figures=ar,0,none,retreats&" + BACK,
         "allowed", equals("reactors", 1), l="AB"),
    same("suppressed-man.test", "squad-plan.figures", "suppressed-man?cause=saved&place=open&test={s[1]}",
         "squad-plan?side=active&figures=ar,0,none,{s[2]}",
         "may_act", equals("shooters", 1), s=DOWN[::2]),
    same("dodge.suppressed", "suppressed-man.place", "dodge?reaction=none&suppressed=yes&in-cover=no&weapon=ar-single&distance={d}",
         "suppressed-man?test=untried&cause=saved&place=open&enemy={d}", flat_cover, "in_cover", d=range(100)),
    *(same(f"melee.{name}", f"melee-end.{name}", "melee?" + MELEE, "melee-end?turns=1&" + MELEE, "he_dies", "decided",
           t=CLASSES, v=CLASSES, k=CLASSES, c=YES, g=YES, l=YES) for name in ("many", "lone-suppressed")),
    same("storm-dice.attackers", "storm.attack-down", "storm-dice?attackers=1,r2,{x}&defenders=6,irr3,{y}",
         "storm?attackers=1&defenders=6&" + STORM,
         lost("attack_mean", "irr3"), "mean_defenders_lost", x=(0, 1), y=range(5)),
    same("storm-dice.defenders", "storm.defend-down", "storm-dice?attackers=9,r2,{x}&defenders={n},irr3,{y}",
         "storm?attackers=9&defenders={n}&" + STORM,
         lost("defend_mean", "r2"), "mean_attackers_lost", x=range(5), y=range(3), n=range(3, 7)),
    same("action.obstacle", "fire-after-move.wall", "action?weapon=ar&moved={m}&obstacle={o[0]}", "fire-after-move?moved={m}&wall={o[1]}",
         "may_shoot", fires("assault rifle"), **WALKED, o=(("none", "no"), ("waist", "yes"))),
    same("action.obstacle", "squad-plan.figures", "action?weapon=ar&moved={m}&obstacle={o}",
         "squad-plan?side=active&figures=ar,{m},{o},fit",
         "may_shoot", equals("shooters", 1), m=range(13), o=OBSTACLES),
    same("action.beyond", "squad-plan.figures", "action?weapon=ar&moved=0&obstacle={o}&beyond={m}&ruling.obstacle-split={s}",
         "squad-plan?side=active&figures=ar,{m},{o},fit&ruling.obstacle-split={s}", "may_shoot", equals("shooters", 1), m=range(13),
         o=OBSTACLES[1:], s="AB"),
    *(same("action.obstacle", "crossing.obstacle", "action?weapon=ar&moved=0&obstacle={o}", f"crossing?obstacle={{o}}&action={action}",
           figure(left), figure("left"), o=OBSTACLES) for action, left in (("run", "run_left"), ("move-and-shoot", "shoot_left"))),
    same("opportunity-fire.active", "squad-plan.side", SNAP + "&active={c[0]}&suppressed={s[0]}",
         "squad-plan?side={c[1]}&figures=ar,0,none,{s[2]}",
         "allowed", equals("reactors", 1), c=(("yes", "active"), ("no", "reacting")), s=DOWN),
    same("opportunity-fire.shots", "squad-plan.figures",
         "opportunity-fire?who=soldier&weapon={w[0]}&distance=10&angle=0&target=vehicle&shots={s[0]}",
         "squad-plan?side=reacting&figures={w[1]},0,none,{s[1]}", "allowed", equals("shooters", 1), s=((0, "fit"), (1, "shot")),
         w=(("ar-burst", "ar"), ("lmg", "lmg"), ("rpg", "rpg"), ("sniper", "sniper"), ("grenade", "grenade"))),
]  # fmt: skip

# Turns after the hit, storms, walls and vehicles --------------------------------------------------------------------------------

WAITS = "troops={v}&own={o}&leader={k}&every={e}&turns={n}"
CRAWLS = "hit-chain?weapon=lmg&distance=20&shooter=r4&troops=irr3&start=suppressed&place=open&shots=every-turn&found=no&turns=3"
FIGHT = "attack-troops={t}&defend-troops={v}&attackers={n}&defenders={m}&hostages=0&rounds=1"
MORE = "&{side}-more=1&{side}-more-troops={{{one}}}&{side}-more-down=yes"
BOTH = (("attack", "attackers", "t"), ("defend", "defenders", "v"))


def crawls_in(found: Answer) -> bool:
    """Return whether a man who fails his test reaches cover.

    Shots that he does not draw there cost him less than if the cover were beyond his reach.
    """
    return bool(fields_of(found)["removed_at_end"] < rate(f"{CRAWLS}&cover-distance=30", "removed_at_end"))


def in_reach(found: Answer) -> bool:
    """Whether the crawl takes him all the way."""
    return fields_of(found)["may_move"] == found.inputs["cover-distance"]


def where_allowed(name: str) -> Take:
    """Return a function that takes a field of what a reaction leaves.

    The function gives `refused` if the man may not react so.
    """
    return lambda found: fields_of(found)[name] if fields_of(found)["allowed"] else REFUSED


def _storm(side: str, men: str, one: str, result: str) -> Compared:
    """Return a comparison of one more suppressed man of the same class, listed in two ways.

    He is listed as one of the others, or apart.
    """
    fewer, more = {"n": range(1, 5), "m": range(1, 4)}, {"t": CLASSES, "v": CLASSES}
    together = f"storm?{FIGHT}&{side}-down=1".replace(f"{men}={{{'n' if side == 'attack' else 'm'}}}", f"{men}={{k}}")
    apart = f"storm?{FIGHT}" + MORE.format(side=side, one=one)
    name = "n" if side == "attack" else "m"

    def draw(random: Random) -> tuple[str, str]:
        values = {key: random.choice(list(some)) for key, some in {**fewer, **more}.items()}
        values["k"] = values[name] + 1
        return together.format(**values), apart.format(**values)

    return Compared((f"storm.{side}-down", f"storm.{side}-more-down"), draw, field(result), field(result))


LATER = [
    same("hit-chain.every", "suppression-recovery.every", "hit-chain?by=hits&hits=1&" + WAITS, "suppression-recovery?" + WAITS,
         part("fit_at_end", "suppressed"), "recovered", v=CLASSES, o=range(5), k=range(5), e=range(1, 5), n=range(1, 9)),
    *(same("dodge.cover-distance", "hit-chain.cover-distance", "dodge?reaction=dodge&in-cover=no&cover-distance={n}&" + UNDER,
           CHAIN + "&dodge=yes&place=open&cover-distance={n}", where_allowed(fate), fate, **{**AT, "w": DODGED}, n=range(1, 9))
      for fate in FATES),
    same("suppressed-man.cover-distance", "hit-chain.cover-distance",
         "suppressed-man?cause=saved&place=open&test=failed&cover-distance={n}", CRAWLS + "&cover-distance={n}",
         in_reach, crawls_in, n=range(1, 31)),
    *(_storm(*one, result) for one in BOTH for result in ("mean_attackers_lost", "mean_defenders_lost", "taken")),
    same("crossing.obstacle", "wall-run.walls", "crossing?obstacle={o}&action=run&helped=yes",
         "wall-run?goal=100&walls=0,{o}&pace=run&helped=yes", "left", "first", o=OBSTACLES[1:]),
    same("crossing.helped", "wall-run.helped", "crossing?obstacle=two-men&action=run&helped={c}",
         "wall-run?goal=100&walls=0,two-men&pace=run&helped={c}", allowed, allowed, c=YES),
    same("crossing.helped", "action.helped", "crossing?obstacle=two-men&action=run&helped={c}",
         "action?weapon=ar&moved=0&obstacle=two-men&helped={c}", allowed, lambda found: fields_of(found)["open"] > 0, c=YES),
    same("boarding.way", "squad-plan.figures", "boarding?way={c[0]}&gap=0", "squad-plan?side=active&figures=ar,0,none,{c[1]}",
         "may_shoot", equals("shooters", 1), c=(("in", "got-in"), ("out", "got-out"))),
    same("boarding.way", "squad-plan.figures", "boarding?way={c[0]}&gap=0", "squad-plan?side=reacting&figures=ar,0,none,{c[1]}",
         "may_react", equals("reactors", 1), c=(("in", "got-in"), ("out", "got-out"))),
]  # fmt: skip

COMPARED = [*FATED, *GUNNED, *SAVES, *ACTS, *LATER]
