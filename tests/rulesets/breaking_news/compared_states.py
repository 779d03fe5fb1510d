"""Questions of Breaking News that answer the same about one shot.

They cover cover, a dodge, a move before it, a mount, and a crew.
"""

from typing import Any

from states import Compared
from states_breaking_news import (
    AIM,
    ARMS,
    AT,
    AT_CAR,
    BURSTS,
    CHAIN,
    CLASSES,
    CREWS,
    DODGED,
    DRIVER,
    GROUP,
    HIT,
    NEAR,
    ON_WHEELS,
    PACES,
    REACTIONS,
    REACTS,
    ROW,
    SINGLE,
    UNDER,
    WALKED,
    YES,
    allowed,
    equals,
    figure,
    fires,
    knocks_out,
    missed,
    same,
)

STRAY = "friendly-fire?" + ROW + "&friends=0,5,r4,open"
LAUNCHERS, HEAVY = ("grenade-launcher", "rpg"), ("heavy-at", "tank")
SHELL, SHELLED = "shot?weapon={w}&distance={d}&troops={t}", "scatter?weapon={w}&laid=shot&distance={d}&troops={t}"
FAR = {"d": range(10, 100), "t": CLASSES}
THROW = "shot?weapon=grenade&distance={d}&troops={t}&moved={m}"
THROWN = {"d": range(1, 12), "t": CLASSES, "m": range(16)}
FREE = {
    "ar": "assault rifle", "smg": "submachine gun", "lmg": "light machine gun", "mmg": "medium machine gun",
    "hmg": "heavy machine gun", "pistol": "pistol", "rpg": "rpg", "sniper": "precision rifle",
}  # fmt: skip
ENDS = {"close": 25, "medium": 50, "long": 100, "extreme": 150}


def _rifle(name: str, **choices: Any) -> list[Compared]:
    """Return comparisons of a single shot and a burst of one rifle.

    choices: the input of `shot` and that of `single-or-burst` under c.
    """
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
    same("shot.cover", "fire-at-hidden.cover", AIM + "&cover={c}", "fire-at-hidden?state=plain&" + ROW + "&cover={c}", "at_least_one",
         "hit", **AT, c=YES),
    same("shot.cover", "opportunity-fire.cover", AIM + "&cover={c}", REACTS + "&cover={c}", "at_least_one", "hit", **AT, c=YES),
    same("shot.cover", "group-shot.cover", AIM + "&cover={c}", GROUP + "&cover={c}", "at_least_one", "hit", **AT, c=YES, v=CLASSES),
    same("shot.cover", "dodge.in-cover", AIM + "&cover={c}", "dodge?reaction=none&in-cover={c}&" + UNDER, "at_least_one", "hit", **AT,
         c=YES),
    same("shot.cover", "burst-split.targets", AIM + "&cover={c}&dodge={g}", "burst-split?" + ROW + "&gap=1&targets={c},{g},no;{c},{g},no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:4], c=("no",), g=YES),
    same("shot.cover", "burst-split.targets", AIM + "&cover={c}", "burst-split?" + ROW + "&gap=1&targets={c},no,no;{c},no,no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:7], c=YES),
    *_rifle("cover", c=TWICE),
    *_rifle("dodge", c=TWICE),
    *_rifle("moved", c=[(pace, flag) for pace, _, flag in PACES]),
    same("shot.cover", "scatter.cover", SHELL + "&cover={c}&target=structure", SHELLED + "&cover={c}", "at_least_one", "hit", **FAR,
         w=HEAVY, c=YES),
    same("shot.cover", "scatter.cover", SHELL + "&cover={c}", SHELLED + "&cover={c}", "at_least_one", "hit", **FAR, w=LAUNCHERS[:1],
         c=YES),
    same("shot.dodge", "scatter.dodges", SHELL + "&dodge={c}&sniper-target={s}", SHELLED + "&dodges={c}&sniper={s}", "at_least_one",
         "hit",
         **FAR, w=(*LAUNCHERS, *HEAVY), c=YES, s=YES),
    same("shot.cover", "light-mortar.cover", SHELL + "&cover={c}", "light-mortar?laid=on-table&distance={d}&troops={t}&cover={c}",
         "at_least_one", "hit", **FAR, w=("mortar",), c=YES),
    *(same(f"shot.{name}", f"friendly-fire.{name}", AIM + f"&{name}={{c}}", STRAY + f"&{name}={{c}}", "at_least_one", "untouched",
           w=SINGLE, d=range(10, 50), t=CLASSES, c=YES) for name in ("cover", "dodge")),
    same("shot.cover", "vehicle-hit.cover", AIM + "&cover={c}&target=vehicle", HIT + "&cover={c}", knocks_out, "knocked_out", **AT_CAR,
         c=YES),
    *(same("group-shot.cover", "weapon-comparator.cover", GROUP.replace("{d}", str(end)) + "&cover={c}",
           "weapon-comparator?weapons={w[0]}&troops={t}&target={v}&cover={c}", figure("removed"), figure(f"{column}_chance"),
           w=[one for one in ARMS if one[0] != "smg"], t=CLASSES, v=CLASSES, c=YES) for column, end in ENDS.items()),
    same("fire-at-hidden.cover", "speculative-fire.target", "fire-at-hidden?state=hidden&cover={c[0]}&weapon={w[0]}",
         "speculative-fire?target={c[1]}&agreed=yes&weapon={w[0]}", equals("way", "none"), lambda found: found.refused,
         w=ARMS, c=(("yes", "building"), ("no", "ground"))),
    same("shot.dodge", "group-shot.dodge", AIM + "&dodge={c}", GROUP + "&dodge={c}", "at_least_one", "hit", **AT, c=YES, v=CLASSES),
    same("shot.dodge", "burst-split.targets", AIM + "&dodge={c}", "burst-split?" + ROW + "&gap=1&targets=no,{c},no;no,{c},no",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:4], c=YES),
    same("shot.dodge", "hit-chain.dodge", AIM + "&dodge={c}", CHAIN + "&dodge={c}&place=open&cover-distance=3", missed, "unhurt",
         **{**AT, "w": DODGED}, c=YES),
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
    same("shot.moved", "group-shot.firers", AIM + "&moved={m[0]}", "group-shot?firers=1,{w[0]},{t},{d},{m[1]},no", "at_least_one", "hit",
         **AT, m=PACES),
    same("shot.moved", "scatter.moved", THROW, "scatter?weapon=grenade&laid=shot&throw={d}&troops={t}&moved={m}", "at_least_one", "hit",
         **THROWN),
    same("shot.moved", "smoke.moved", THROW, "smoke?thrower=hand&first=thrown&throw={d}&troops={t}&moved={m}", "at_least_one", "hit",
         **THROWN),
    same("shot.moved", "vehicle-hit.moved", AIM + "&moved={m}&target=vehicle", HIT + "&moved={m}", knocks_out, "knocked_out", **AT_CAR,
         m=range(20)),
    same("shot.moved", "occupants.moved", AIM + "&moved={m}&cover=yes", DRIVER + "&moved={m}", missed, "unhurt", **{**AT, "w": DODGED},
         m=range(20)),
    *(compared for name, other in (("mount", "mount"), ("driven", "moved")) for compared in (
        same(f"shot.{name}", f"vehicle-hit.{other}", AIM + "&mount={k}&driven={m}&target=vehicle", HIT + "&mount={k}&moved={m}",
             knocks_out,
             "knocked_out", **{**ON_WHEELS, "w": ON_WHEELS["w"][:2]}),
        same(f"shot.{name}", f"occupants.{other}", AIM + "&mount={k}&driven={m}&cover=yes", DRIVER + "&mount={k}&moved={m}", missed,
             "unhurt", **ON_WHEELS),
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
    same("covering-fire.moved", "squad-plan.figures", "covering-fire?ar=2&distance=20&moved={m}",
         "squad-plan?side=active&figures=ar,{m},none,fit",
         allowed, equals("coverers", 1), m=range(9)),
]  # fmt: skip

# Who serves the gun, who is aimed at, and who sees him -------------------------------------------------------------------------

SERVED = {**CREWS, "k": ((1, "yes"), (2, "no"))}
GROUP_OF = "covering-fire?ar={n}&lmg=0&distance={d}"
SEEN = [("hidden", "no", 3), *((f"sighted&from-observer={far}", "yes", far) for far in range(16))]
SNIPER = "&sniper-target={c}"
SERVING = [
    same("shot.crew", "group-shot.firers", AIM + "&crew={k[0]}", "group-shot?firers=1,{w[0]},{t},{d},still,{k[1]}", "at_least_one", "hit",
         **SERVED),
    same("shot.crew", "gauntlet.watchers", AIM + "&crew={k[0]}", "gauntlet?men=1&value=0&watchers={w[0]},{d},{t},clear,{k[1]}", missed,
         "unhurt", **SERVED),
    same("covering-fire.moved", "covering-fire.others", GROUP_OF + "&troops={t}&moved={m}",
         "covering-fire?ar=0&lmg=0&distance={d}&others={n},ar,{d},{t},{m}", "hit", "hit", n=range(1, 6), d=NEAR, t=CLASSES, m=range(7)),
    same("fire-at-hidden.state", "who-sees.sighted", "fire-at-hidden?cover=yes&state={s[0]}", "who-sees?sighted={s[1]}&friends={s[2]},0",
         equals("way", "direct"), equals("see", 1), s=SEEN),
    *_rifle("sniper-target", c=TWICE),
    same("shot.sniper-target", "group-shot.sniper-target", AIM + SNIPER, GROUP + SNIPER, "at_least_one", "hit", **AT, c=YES, v=CLASSES),
    same("shot.sniper-target", "opportunity-fire.sniper-target", AIM + SNIPER, REACTS + SNIPER, "at_least_one", "hit", **AT, c=YES),
    same("shot.sniper-target", "burst-split.targets", AIM + SNIPER, "burst-split?" + ROW + "&gap=1&targets=no,no,{c};no,no,{c}",
         "at_least_one", "any", w=BURSTS, d=range(26), t=CLASSES[:4], c=YES),
    same("shot.sniper-target", "scatter.sniper", SHELL + SNIPER, SHELLED + "&sniper={c}", "at_least_one", "hit", **FAR,
         w=(*LAUNCHERS, *HEAVY), c=YES),
]  # fmt: skip

COMPARED = [*SHOTS, *SERVING]
