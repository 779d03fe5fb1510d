"""Questions of Breaking News that answer the same about sides.

They cover covering fire, leaders, turns, losses and the score.
"""

from random import Random
from typing import Any

from states import Compared, Draw, field
from states_breaking_news import CLASSES, NEAR, YES, allowed, caught, equals, fields_of, figure, same, silenced

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
FIRST = "{}?troops={{t}}&leadership={{k}}&enemy-troops={{u}}&enemy-leadership={{p}}"
LEADING = [
    same("covering-test.value", "dodge.value", "covering-test?value={k}&bunker=no&troops={t}",
         "dodge?reaction=fire&value={k}&troops={t}&weapon=ar-single",
         caught, "caught", k=range(1, 10), t=CLASSES),
    same("covering-test.value", "gauntlet.value", TEST, SWEPT, "removed", "mean_watchers_lost", **POSTS),
    same("covering-test.bunker", "gauntlet.watchers", TEST, SWEPT, "fires", "mean_shots", **POSTS),
    same("covering-test.bunker", "covering-fire.bunker", "covering-test?value=9&bunker={b}",
         "covering-fire?hmg=4&lmg=8&ar=8&distance=20&bunker={b}", caught, "hit", b=YES),
    same("covering-fire.bunker", "covering-areas.bunker", "covering-fire?ar={n}&lmg=0&distance={d}&troops={t}&bunker={b}",
         "covering-areas?front=10&high=10&troops={t}&bunker={b}&firers=1,{n},ar,{d}", "hit", "weakest_hit", n=range(1, 7), d=NEAR,
              t=CLASSES, b=YES),
    same("covering-fire.bunker", "covering-table.bunker", "covering-fire?hmg={n}&ar=0&lmg=0&distance=10&troops={t}&bunker={b}",
         "covering-table?men={n}&troops={t}&bunker={b}", "hit", "highest_hit", n=range(1, 5), t=CLASSES, b=YES),
    same("suppression-recovery.leader", "retreat.leadership", RECOVERY, "retreat?troops={v}&leadership={k}", "each", "passes", v=CLASSES,
         k=range(1, 5), o=(0,)),
    *(same(f"suppression-recovery.{name}", f"hit-chain.{name}", RECOVERY, "hit-chain?troops={v}&leader={k}&own={o}&weapon=ar-single",
         "each", "passes",
           v=CLASSES, k=range(5), o=range(5)) for name in ("leader", "own")),
    *(same(f"initiative.{name}", "platoon.squads", OUT, "platoon?squads={k},no,yes;{p},yes,no&troops={t}", "mine", "adds", **LED)
         for name in ("out", "deputy")),
    *(same(f"initiative.{name}", f"initiative.enemy-{name}", OUT + "&enemy-troops=r3&enemy-leadership=2", THEIRS, "win", "lose", **LED)
         for name in ("out", "deputy")),
    *(same("initiative.history", f"initiative-track.{name}", "initiative?troops={t}&leadership={k}&enemy-troops={u}&history={n[0]}",
           "initiative-track?troops={t}&leadership={k}&enemy-troops={u}&start={n[1]}&run={n[2]}&turns=1", "active", "keeps",
           t=CLASSES, u=CLASSES, k=range(4), n=RUNS) for name in ("run", "start")),
    *(same(f"initiative.{name}", f"initiative-track.{name}", FIRST.format("initiative"), FIRST.format("initiative-track") + "&turns=1",
           "active", "keeps", t=CLASSES, u=CLASSES, k=range(4), p=range(4)) for name in ("leadership", "enemy-leadership")),
    same("initiative.leadership", "platoon.squads", "initiative?troops={t}&leadership={k}", "platoon?squads={k},yes,no&troops={t}", "mine",
         "adds", **LED),
    *(same("covering-test.crew", "gauntlet.watchers", "covering-test?value={k}&bunker=no&troops={t}&crew={c[0]}",
           "gauntlet?men=1&action=run&value={k}&watchers=mmg,20,{t},swept,{c[1]}", one, other, k=range(10), t=CLASSES,
           c=((1, "yes"), (2, "no"))) for one, other in (("fires", "mean_shots"),)),
]  # fmt: skip

# Losses and the score ---------------------------------------------------------------------------------------------------------


def _worn(left: str, right: str) -> Draw:
    """Return a function that draws a team with losses and fills it into both addresses.

    Some men are lost before this turn and some in it, one of them as a leader; some men are left.
    """

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
    *(Compared((f"morale-test.{name}", "half-strength.lost"), _worn(WORN + "&lost={g}&before={b}",
         "half-strength?strength={s}&lost={all}"), field(one), field(other))
      for name in ("lost", "before") for one, other in (("saved_by_six", "keeps_six"), ("still_fighting", "still_fighting"))),
    *(Compared((f"morale-test.{name}", "morale-track.turns"), _worn(WORN + put, TRACK + turns), field("needed"), field("last_needed"))
      for name, put, turns in (
          ("before", "&lost={g}&before={b}", "{b},0,0,0,no;{g},0,0,0,no"),
          ("lost", "&lost={g}&before={b}", "{b},0,0,0,no;{g},0,0,0,no"),
          ("leaders", "&lost={g}&leaders=1", "{hurt},0,0,0,yes"),
          ("leaders-before", "&lost={g}&before={b}&leaders-before=1", "{fallen},0,0,0,yes;{g},0,0,0,no"),
      )),
    *(same(f"morale-test.{name}", f"morale-test.{other}", f"morale-test?scope=squad&squad=12,{{t}},yes&{name}={{n}}&before=2",
           f"morale-test?scope=squad&squad=12,{{t}},yes&{name}={{x[0]}}&{other}={{x[1]}}&before=2", "passes", "passes", t=CLASSES, n=(3,),
           x=((4, 1), (5, 2), (6, 3))) for name, other in (("lost", "stabilised"), ("leaders", "stabilised-leaders"))),
    *(Compared((f"morale-test.{name}", "morale-track.turns"), _platoon, field("passes"), field("holds")) for name in ("fine", "half",
         "below")),
]  # fmt: skip

MEDIA = {"m": ("none", "embedded", "independent")}
LEDGER, MARGIN = "defeat-ledger?match=mixed&media={m}", "defeat-margin?media={m}"
SCORE: dict[str, Any] = {"a": range(0, 60, 5), "b": range(0, 60, 5)}
FAILS = "game-end?event=fails&side=blue&blue={a}&red={b}"
SIDES = (("blue", "red"), ("red", "blue"))
OPENED = (("nobody", "no"), ("blue", "yes"))


def _price(name: str, put: str, what: str, we: str, **choices: Any) -> Compared:
    """Return a comparison of what one misfortune counts in the ledger and in the margin."""
    side = "blue" if we == "regulars" else "red"
    return same(f"defeat-ledger.{name}", "defeat-margin.what", f"{LEDGER}&{put}", f"{MARGIN}&we={we}&what={what}", side, "each", **MEDIA,
         **choices)  # fmt: skip


POINTS = [
    *(same(f"game-end.{one}", f"morale-failed.{other}", FAILS, "morale-failed?own={a}&enemy={b}", "over", "game_over", **SCORE)
      for one, other in (("blue", "own"), ("red", "enemy"))),
    *(same(f"game-end.{one}", f"defeat-margin.{other}", FAILS, "defeat-margin?own={a}&enemy={b}", "over", equals("fatal", 0), a=range(0,
         60, 10), b=range(5, 65, 10))
      for one, other in (("blue", "own"), ("red", "enemy"))),
    _price("losses", "losses=blue,{w},1,no", "{w}", "regulars", w=("sf", "regular")),
    _price("losses", "losses=red,{w},1,no", "{w}", "irregulars", w=("irregular", "leader")),
    *(_price(f"{side}-{what}", f"{side}-{what}=1", what, we) for side, we in (("blue", "regulars"), ("red", "irregulars"))
         for what in ("main", "secondary")),
    _price("journalists", "journalists=1", "journalist", "regulars"),
    *(_price(name, f"{many}=1&blue-roe={{e}}", f"{one}&roe={{e}}", "regulars", e=YES)
      for many, one in (("buildings", "building"), ("civilians", "civilian")) for name in (many, "blue-roe")),
    *(same("defeat-ledger.blue-roe", "defeat-margin.roe", f"{LEDGER}&{many}=1&blue-roe={{e}}",
         f"{MARGIN}&we=regulars&what={one}&roe={{e}}", "blue", "each", **MEDIA, e=YES)
      for many, one in (("buildings", "building"), ("civilians", "civilian"))),
    *(same(f"defeat-ledger.{name}", f"strike-points.{other}", "defeat-ledger?match=mixed&buildings={n}&blue-roe={e}",
         "strike-points?event=strike&first=no&buildings={n}&roe={e}",
           "blue", "points", n=range(7), e=YES) for name, other in (("buildings", "buildings"), ("blue-roe", "roe"))),
    *(same(f"defeat-ledger.{name}", f"negotiation.{named}", "defeat-ledger?match=mixed&talks={l}&turns={n}&die=0&media={m}",
           "negotiation?force=regulars&level={l}&turns={n}&media={m}", one, other, l=(1, 2, 3), n=range(1, 13), **MEDIA)
      for name, named in (("turns", "turns"), ("talks", "level"), ("media", "media"))
      for one, other in (("blue", "kept"), ("cancel", "cancelled"))),
    *(same("defeat-ledger.media", "defeat-margin.media", f"{LEDGER}&{many}=1", f"{MARGIN}&we={we}&what={what}", side, "each", **MEDIA)
      for many, we, what, side in (("civilians", "regulars", "civilian", "blue"), ("red-main", "irregulars", "main", "red"))),
    *(same("defeat-ledger.leaver", "game-end.side",
         f"defeat-ledger?match=regulars&losses={{s[0]}},regular,{{n}},no&leaver={{s[0]}}&leaving={leaving}",
           f"game-end?{event}&side={{s[0]}}&{{s[0]}}={{n}}0&{{s[1]}}=0", side, side, s=SIDES, n=(1, 2, 3))
      for leaving, event in (("retreat", "event=fails"), ("walk-off", "event=leaves&edge=deployment-area")) for side in ("blue", "red")),
    same("defeat-ledger.first", "strike-points.first", "defeat-ledger?match=mixed&first={f[0]}&blue-roe={e}",
         "strike-points?event=strike&first={f[1]}&roe={e}",
         figure("blue"), figure("opening"), f=OPENED, e=YES),
    same("defeat-ledger.first", "covering-fire.opening", "defeat-ledger?match=mixed&first={f[0]}", "covering-fire?ar=2&opening={f[1]}",
         "blue", lambda found: fields_of(found)["defeat_points"] or 0, f=OPENED),
    same("defeat-ledger.blue-roe", "covering-fire.roe", "defeat-ledger?match=mixed&first=blue&blue-roe={e}",
         "covering-fire?ar=2&opening=yes&roe={e}", allowed, allowed, e=YES),
    same("defeat-ledger.blue-roe", "defeat-ledger.red-roe",
         "defeat-ledger?match=regulars&first={f[0]}&blue-roe={e}&losses=blue,regular,{n},no",
         "defeat-ledger?match=regulars&first={f[1]}&red-roe={e}&losses=red,regular,{n},no", "blue", "red", f=(("nobody", "nobody"),
              ("blue", "red")), e=YES, n=(1, 2, 3)),
    same("support-call.roe", "support-strike.roe", "support-call?caller=regulars&improved=no&roe={e}",
         "support-strike?caller=regulars&improved=no&roe={e}", "granted", "granted", e=YES),
    same("support-call.improved", "support-strike.improved", "support-call?caller={c}&improved={e}",
         "support-strike?caller={c}&improved={e}", "granted", "granted",
         c=("regulars", "mortars"), e=YES),
    same("support-call.roe", "mortar-duel.hunter-roe", "support-call?caller=counter&roe={e}",
         "mortar-duel?turns=3&hunter-improved=no&hunter-roe={e}", "granted", silenced, e=YES),
    same("support-call.improved", "mortar-duel.hunter-improved", "support-call?caller=counter&improved={e}",
         "mortar-duel?turns=3&hunter-improved={e}", "granted", silenced, e=YES),
    same("support-call.improved", "mortar-duel.improved", "support-call?caller=mortars&improved={e}",
         "mortar-duel?turns=2&hunted=no&improved={e}", "granted", "fires", e=YES),
]  # fmt: skip

COMPARED = [*LEADING, *LOSSES, *POINTS]
