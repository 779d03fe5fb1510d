"""Running the gauntlet: opportunity fire, covering fire and saves together, from the runner's side and the watchers'."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Bars, Event, Exhibit, Timeline, Track
from drillbook.kinds import Choice, Count, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    explain_save,
    fate,
    name_of,
    save,
)
from drillbook.rulesets.breaking_news._gauntlet import Run, Told, Watcher, throw, walk
from drillbook.rulesets.breaking_news._reach import ROCKETS, SNIPER, cannot_react
from drillbook.rulesets.breaking_news._shot import shot_line
from drillbook.rulesets.breaking_news._watcher import nerve

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

RUN, BOTH = "run", "move-and-shoot"
ACTIONS = {RUN: "Runs", BOTH: "Moves and shoots"}
CLEAR, SWEPT, COVER, BUNKER = "clear", "swept", "cover", "bunker"
PLACES = {CLEAR: "not swept", SWEPT: "open", COVER: "cover", BUNKER: "bunker"}

#: The rows of the firing table under names short enough for a line of a list.
WEAPONS = {
    "ar-single": "AR single",
    "ar-burst": "AR burst",
    "sniper": "Sniper",
    "smg": "SMG",
    "lmg": "LMG",
    "mmg": "MMG",
    "hmg": "HMG",
    "rpg": "RPG",
    "pistol": "Pistol",
    "grenade": "Grenade",
    "heavy-at": "Milan",
    "tank": "Tank gun",
}

Watchers = Annotated[
    tuple[tuple[str, Number, str, str], ...],
    Rows(
        {
            "weapon": Choice(WEAPONS, default="ar-burst", label="Weapon"),
            "distance": Length(0, 100, default=30, label="Distance"),
            "troops": Choice(table="classes", default="irr3", label="Troops"),
            "place": Choice(PLACES, default=SWEPT, label="Swept in"),
        },
        low=1,
        high=4,
        default=(("lmg", 40, "irr3", BUNKER), ("ar-burst", 20, "irr3", COVER)),
        noun="watcher",
        label="Watchers",
        help="In the order in which they shoot; covering fire sweeps them in the open, behind cover or in a bunker, or not at all.",
    ),
]


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The chances that nobody is touched, that someone is suppressed at worst, that someone is removed; and the averages."""

    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    mean_removed: Fraction
    mean_shots: Fraction
    mean_watchers_lost: Fraction


@question(
    "breaking_news",
    "gauntlet",
    examples=[
        "bn/gauntlet?men=1&troops=r2&value=9&watchers=lmg,40,irr3,bunker;ar-burst,20,irr3,cover",
        "bn/gauntlet?men=3&group=yes&troops=r4&value=6&watchers=ar-single,30,r3,swept;rpg,45,r3,clear;sniper,80,r1,clear",
        "bn/gauntlet?men=2&group=no&waits=yes&troops=r3&leader=yes&cover=yes&value=7&watchers=smg,20,r4,swept;rpg,20,r4,swept",
    ],
)
def gauntlet(
    r: Reader,
    /,
    *,
    men: Annotated[int, Count(1, 4, default=1, label="Men who cross")],
    group: Annotated[
        bool, Flag(default=False, label="As a group", help="All fire then strikes the man their owner names.")
    ],
    action: Annotated[str, Choice(ACTIONS, default=RUN, label="What each does")],
    troops: Annotated[str, Choice(table="classes", default="r2", label="They are")],
    leader: Annotated[bool, Flag(default=False, label="Leader")],
    cover: Annotated[bool, Flag(default=False, label="Behind cover on the way")],
    value: Annotated[int, Count(0, 9, default=9, label="Covering value", help="0 for no covering fire.")],
    watchers: Watchers,
    waits: Annotated[
        bool,
        Flag(
            default=False,
            label="Watchers wait for each other",
            help="Each shoots only at a man who is still up.",
            when={"group": ("no",)},
            why_not="A group is shot at all at once.",
        ),
    ],
) -> Breakdown[Gauntlet]:
    """Is the run survivable: who of the watchers gets his shot off, and what is left of the runner?"""
    w = Working(r)
    run, posts = _set_up(r, men, group, action, troops, leader, cover, value, watchers, waits)
    told = walk(run, posts)
    for place, (post, row) in enumerate(zip(posts, watchers, strict=True)):
        _explain(r, w, post, row, cover, told.first[place], run)
    times = run.passages * run.rounds
    rule = "reaction.opp-group" if group else "reaction.opp-one-per-enemy"
    w.note(f"{times} reaction{'' if times == 1 else 's'} for each watcher", rule)
    if action == BOTH and r.reading("reaction-count") == "A":
        w.note("move and shot are one action, answered but once", rule)
    if group:
        w.note("the owner names one man for all of them", "reaction.opp-group-target")
    explain_save(r, w, troops, leader=leader, protected=cover)
    answer = Gauntlet(
        told.fates[UNHURT],
        told.fates[SUPPRESSED],
        told.fates[REMOVED],
        told.removed,
        sum(told.shots.values(), Fraction(0)),
        sum(told.lost.values(), Fraction(0)),
    )
    w.then("chance that nobody is touched", Cited(percent(answer.unhurt), r.cite("reaction.opp-vs-move")))
    w.then("chance that a man is removed", Cited(percent(answer.removed), r.cite("casualties.save-fail")))
    return w.answer(
        answer,
        headline=_headline(answer, men),
        chance=answer.unhurt,
        distribution=told.fates,
        exhibits=_pictures(told, posts, run, men),
    )


@simulation("breaking_news", "gauntlet")
def throw_gauntlet(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The whole run thrown with real dice: tests, saves, shots and saves again; the worst that came to anyone."""
    run, posts = _set_up(r, **inputs)
    return throw(r, dice, count, run, posts)


def _set_up(
    r: Reader,
    men: int,
    group: bool,
    action: str,
    troops: str,
    leader: bool,
    cover: bool,
    value: int,
    watchers: tuple[tuple[str, Number, str, str], ...],
    waits: bool,
) -> tuple[Run, list[Watcher]]:
    """The run and its watchers as the rules of reaction see them."""
    counting = r.reading("group-reactions") if group else ""
    passages = 1 if group else men
    rounds = r.int("reaction.opp-group" if group else "reaction.opp-one-per-enemy")
    if counting == "B":
        rounds *= men
    if action == BOTH and r.reading("reaction-count") == "B":
        rounds += rounds
    posts: list[Watcher] = []
    for number, row in enumerate(watchers, start=1):
        spent = counting == "C" and any(post.shot for post in posts)
        posts.append(_watcher(r, number, row, value, cover, passages * rounds, spent))
    return Run(passages, rounds, waits, save(r, troops, leader=leader, protected=cover)), posts


def _watcher(
    r: Reader,
    place_in_line: int,
    row: tuple[str, Number, str, str],
    value: int,
    cover: bool,
    attempts: int,
    spent: bool,
) -> Watcher:
    weapon, distance, troops, place = row
    name = f"{place_in_line}. {WEAPONS[weapon]}"
    why_not = cannot_react(r, weapon, distance)
    if spent:
        why_not = "the group draws but one reaction", r.cite("reaction.opp-group")
    shot = shot_line(r, Working(r), weapon=weapon, distance=distance, troops=troops, cover=cover)
    if isinstance(shot, Refusal):
        why_not = why_not or (shot.reason.rstrip("."), shot.rule)
    if why_not or isinstance(shot, Refusal):
        return Watcher(name, None, None, False, why_not)
    faced = None
    if value and place != CLEAR:
        how = save(r, troops, protected=place in (COVER, BUNKER))
        faced = nerve(r, value, place == BUNKER, how, shots=attempts)
    once = weapon in ROCKETS and r.int("reaction.opp-rpg-once") == 1
    return Watcher(name, shot, faced, once)


def _explain(
    r: Reader, w: Working, post: Watcher, row: tuple[str, Number, str, str], cover: bool, fires: Fraction, run: Run
) -> None:
    """One watcher's lines: what keeps him from shooting, or his shot and the chance that he gets it off."""
    weapon, distance, troops, _ = row
    if post.shot is None and post.why_not:
        w.note(f"{post.name}: {post.why_not[0]}", post.why_not[-1])
        return
    reach = "reaction.opp-no-limit" if weapon == SNIPER else "reaction.opp-range"
    w.note(f"{post.name}, {name_of(r, troops)}, at {distance} cm", reach)
    shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=cover)
    removes = fate(post.shot.hits, run.save)[REMOVED] if post.shot else Fraction(0)
    w.then("chance that such a shot removes the runner", Cited(percent(removes), r.cite("casualties.save-fail")))
    if post.nerve:
        rule = r.cite("reaction.cover-test")
        w.then(f"caught on {post.nerve.value} or less with {post.nerve.dice}", Cited(post.nerve.caught, rule))
    if post.once:
        w.note("he has but one shot in the turn", "reaction.opp-rpg-once")
    up = " while the runner is up" if run.waits else ""
    w.then(f"chance that he gets his shot off{up}", Cited(percent(fires), r.cite("reaction.opp-who")))


def _headline(answer: Gauntlet, men: int) -> str:
    unhurt, down, lost = (percent(answer.unhurt), percent(answer.suppressed), percent(answer.removed))
    if men == 1:
        return f"Unhurt {unhurt}, suppressed {down}, removed {lost}"
    return f"Nobody touched {unhurt}; somebody removed {lost}"


def _pictures(told: Told, posts: list[Watcher], run: Run, men: int) -> list[Exhibit]:
    events: list[Event] = []
    after = iter(told.track[1:])
    runner: list[Event] = []
    for place, post in enumerate(posts):
        if post.shot is None:
            events.append(Event(post.name, place, place + 1, "no shot", "stop"))
            continue
        events.append(Event(post.name, place, place + 1, f"fires {percent(told.first[place])}", "danger"))
        runner.append(Event("Runner unhurt", place, place + 1, percent(next(after)[UNHURT]), "act"))
    whose = "the first man's run" if men > 1 else "the run"
    words = {UNHURT: "unhurt", SUPPRESSED: "suppressed", REMOVED: "removed"}
    return [
        Timeline(
            f"Who gets his shot off in {whose}, and what the runner has come through", "reaction", [*events, *runner]
        ),
        Track(f"What has come to the runner in {whose}", FATES, told.track, words, (REMOVED,), turn_word="Reaction"),
        Bars("How the run ends", "At worst", {"": told.fates}),
    ]
