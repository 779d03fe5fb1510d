"""Running the gauntlet: opportunity fire, covering fire and saves together.

The module shows the run from the runner's side and from the watchers'.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Choice,
    Count,
    Flag,
    Length,
    Reader,
    Refusal,
    Rows,
    Working,
    attempt,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Event, Exhibit, Timeline, Track
from drillbook.errors import Contradiction
from drillbook.maths import Number, Thrower, counted, percent, spoken
from drillbook.rulesets.breaking_news.common.casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    explain_save,
    name_of,
    save,
)
from drillbook.rulesets.breaking_news.common.firing import BRIEF_ARMS, Aim, barred_by_cover
from drillbook.rulesets.breaking_news.common.man import Man, tell_screen
from drillbook.rulesets.breaking_news.common.modifiers import CREWED
from drillbook.rulesets.breaking_news.common.reach import SNIPER, cannot_react, once_a_turn
from drillbook.rulesets.breaking_news.common.shot import shoot
from drillbook.rulesets.breaking_news.common.volley import Volley, fire_at
from drillbook.rulesets.breaking_news.reaction._gauntlet import Run, Told, Watcher, throw, walk
from drillbook.rulesets.breaking_news.reaction._watcher import nerve

#: Weapons whose hits burst.
BURSTING = ("rpg", "grenade-launcher", "grenade")
RUN, BOTH = "run", "move-and-shoot"
ACTIONS = {RUN: "Runs", BOTH: "Moves and shoots"}
CLEAR, SWEPT, COVER, BUNKER = "clear", "swept", "cover", "bunker"
PLACES = {CLEAR: "not swept", SWEPT: "open", COVER: "cover", BUNKER: "bunker"}

#: The rows of the firing table under names short enough for a line of a list.
WEAPONS = {
    **BRIEF_ARMS,
    "rpg": "RPG",
    "grenade-launcher": "Launcher",
    "pistol": "Pistol",
    "grenade": "Grenade",
    "heavy-at": "Milan",
    "tank": "Tank gun",
}

Row = tuple[str, Number, str, str, bool]
Watchers = Annotated[
    tuple[Row, ...],
    Rows(
        {
            "weapon": Choice(WEAPONS, default="ar-burst", label="Weapon"),
            "distance": Length(0, 100, default=30, label="Distance"),
            "troops": Choice(table="classes", default="irr3", label="Troops"),
            "place": Choice(PLACES, default=SWEPT, label="Swept in"),
            "alone": Flag(label="alone at the gun"),
        },
        late=1,
        low=1,
        high=4,
        default=(("lmg", 40, "irr3", BUNKER, False), ("ar-burst", 20, "irr3", COVER, False)),
        noun="watcher",
        label="Watchers",
        help="In the order in which they shoot; covering fire sweeps them in the open, behind cover or in a bunker, or not at all."
        " An MMG or HMG has a crew of two unless one man is alone at it.",
    ),
]


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The answer on a run: the chances of its worst result, and the averages.

    unhurt is the chance that nobody is touched, suppressed that somebody is suppressed at worst, removed that somebody
    is removed. The means are of men removed, shots fired and watchers lost.
    """

    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    mean_removed: Fraction
    mean_shots: Fraction
    mean_watchers_lost: Fraction


@question(
    "bn/gauntlet?men=1&troops=r2&value=9&watchers=lmg,40,irr3,bunker;ar-burst,20,irr3,cover",
    "bn/gauntlet?men=3&group=yes&troops=r4&value=6&watchers=ar-single,30,r3,swept;rpg,45,r3,clear;sniper,80,r1,clear",
    "bn/gauntlet?men=3&group=yes&near=2&troops=r4&value=0&watchers=rpg,30,irr3,clear;hmg,40,irr2,clear,yes",
    "bn/gauntlet?men=2&group=no&waits=yes&troops=r3&leader=yes&cover=yes&value=7&watchers=smg,20,r4,swept;rpg,20,r4,swept",
)
def gauntlet(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 4, label="Men who cross")],
    group: Annotated[bool, Flag(label="As a group", help="All fire then strikes the man their owner names.")],
    action: Annotated[str, Choice(ACTIONS, label="What each does")],
    troops: Annotated[str, Choice(table="classes", default="r2", label="They are")],
    leader: Annotated[bool, Flag(label="Leader")],
    cover: Annotated[bool, Flag(label="Behind cover on the way")],
    value: Annotated[int, Count(0, 9, default=9, label="Covering value", help="0 for no covering fire.")],
    watchers: Watchers,
    near: Annotated[
        int,
        Count(
            0,
            3,
            label="Others within a burst",
            help="Of the group, so near the man who is named that a rocket or a grenade that hits him reaches them too.",
            when={"group": ("yes",)},
            why_not="Only men of a group are beside each other.",
        ),
    ],
    waits: Annotated[
        bool,
        Flag(
            label="Watchers wait for each other",
            help="Each shoots only at a man who is still up.",
            when={"group": ("no",)},
            why_not="A group is shot at all at once.",
        ),
    ],
) -> Breakdown[Gauntlet]:
    """Is the run survivable: who of the watchers gets his shot off, and what is left of the runner?"""
    w = Working(r)
    if any(alone and weapon not in CREWED for weapon, *_, alone in watchers):
        plain = tuple((*row[:-1], row[-1] and row[0] in CREWED) for row in watchers)
        raise Contradiction("Only an MMG or an HMG needs a crew.", watchers=plain)
    if group and men == 1:
        raise Contradiction("One man alone is no group.", men=1 + 1)
    if near >= men:
        raise Contradiction(f"Beside the man who is named there are {men - 1} others of the group.", near=men - 1)
    crossing = Crossing(men, group, action, troops, leader, cover, value, watchers, near, waits)
    run, posts = crossing.run(r)
    told = walk(run, posts)
    for place, (post, row) in enumerate(zip(posts, watchers, strict=True)):
        _tell_watcher(w, post, row, told.first[place], run)
    _tell_reactions(w, crossing, run)
    explain_save(r, w, troops, leader=leader, protected=cover)
    answer = Gauntlet(
        told.fates[UNHURT],
        told.fates[SUPPRESSED],
        told.fates[REMOVED],
        told.removed,
        sum(told.shots.values(), Fraction(0)),
        sum(told.lost.values(), Fraction(0)),
    )
    w.then("chance that nobody is touched", percent(answer.unhurt), "reaction.opp-vs-move")
    w.then("chance that a man is removed", percent(answer.removed), "casualties.save-fail")
    return w.answer(
        answer,
        headline=_headline(answer, men),
        chance=answer.unhurt,
        distribution=told.fates,
        exhibits=_pictures(told, posts, men),
    )


@simulation
def throw_gauntlet(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the whole run with tests, saves and shots, and return the worst that happens."""
    return throw(r, dice, count, *Crossing(**inputs).run(r))


@dataclass(frozen=True, slots=True)
class Crossing:
    """Who crosses and how, and who watches."""

    men: int
    group: bool
    action: str
    troops: str
    leader: bool
    cover: bool
    value: int
    watchers: tuple[Row, ...]
    near: int
    waits: bool

    @property
    def runner(self) -> Man:
        """Each of them as he sets out."""
        return Man(to_cover=0 if self.cover else None)

    def run(self, r: Reader) -> tuple[Run, list[Watcher]]:
        """Return the run and its watchers as the rules of reaction see them."""
        reactions = r.int("reaction.opp-group" if self.group else "reaction.opp-one-per-enemy")
        one_in_all = self.group and r.holds("group-reactions", "one-in-all")
        shot_too = self.action == BOTH and r.holds("reaction-count", "move-and-shot")
        passages = 1 if self.group else self.men
        often = passages * reactions + shot_too > 1
        posts: list[Watcher] = []
        for number, row in enumerate(self.watchers, start=1):
            spent = one_in_all and any(post.volleys for post in posts)
            posts.append(self.watcher(r, f"{number}. {WEAPONS[row[0]]}", row, often, spent))
        able = [place for place, post in enumerate(posts) if post.volleys]
        moves = [(place,) for place in able * reactions]
        at_once = able * (reactions + reactions * shot_too)
        moments = [at_once] if self.group else [*moves, *([able] * shot_too)]
        beside = save(r, self.troops, protected=self.cover) if self.near else None
        return Run(self.runner, passages, moments, self.waits, self.near, beside), posts

    def watcher(self, r: Reader, name: str, row: Row, often: bool, spent: bool) -> Watcher:
        """One of the watchers: what keeps him from reacting, or his shots and what he faces."""
        weapon, distance, troops, place, alone = row
        why_not = cannot_react(r, weapon, distance)
        if not why_not and barred_by_cover(r, weapon, self.cover):
            why_not = "cover bars every direct shot at the runner", r.cite("sighting.no-direct-fire")
        if spent:
            why_not = "the group draws but one reaction", r.cite("reaction.opp-group")
        crew = 1 if weapon not in CREWED or alone else 1 + 1
        states = (self.runner, self.runner.after(SUPPRESSED))

        def at(lone: bool) -> dict[Man, Volley]:
            aim = Aim(weapon, distance, troops, alone=lone)
            return {man: fire_at(r, Working(r), man, aim, self.troops, leader=self.leader) for man in states}

        shots = attempt(lambda: at(alone))
        if isinstance(shots, Refusal):
            why_not = why_not or (shots.reason.rstrip("."), shots.rule)
        if why_not or isinstance(shots, Refusal):
            return Watcher(name, {}, why_not=why_not)
        faced = None
        if self.value and place != CLEAR:
            how = save(r, troops, protected=place in (COVER, BUNKER))
            faced = nerve(r, self.value, place == BUNKER, how, crew=crew, often=often)
        once = once_a_turn(r, weapon) and r.int("reaction.opp-rpg-once") == 1
        lone = at(True) if crew > 1 else {}
        return Watcher(name, shots, faced, once, crew=crew, lone=lone, bursts=weapon in BURSTING)


def _tell_watcher(w: Working, post: Watcher, row: Row, fires: Fraction, run: Run) -> None:
    """Add the steps of one watcher: what stops him, or his shot and the chance that he fires it."""
    weapon, distance, troops, _, alone = row
    if post.why_not:
        w.note(f"{post.name}: {post.why_not[0]}", post.why_not[-1])
        return
    r, upright, down = w.reader, post.volleys[run.runner], run.runner.after(SUPPRESSED)
    reach = "reaction.opp-no-limit" if weapon == SNIPER else "reaction.opp-range"
    w.note(f"{post.name}, {name_of(r, troops)}, at {distance} cm", reach)
    shoot(r, w, Aim(weapon, distance, troops, cover=run.runner.in_cover, alone=alone))
    removes = percent(upright.fates[REMOVED])
    w.then("chance that such a shot removes the runner", removes, "casualties.save-fail")
    if len(run.moments) > 1 and run.targets(down) and post.volleys[down] != upright:
        tell_screen(r, w, down.screen(r, distance))
        removes = percent(post.volleys[down].fates[REMOVED])
        w.then("chance that it removes him once he is down", removes, "casualties.save-fail")
    if post.nerve:
        w.then(f"caught on {post.nerve.value} or less with {post.nerve.dice}", post.nerve.caught, "reaction.cover-test")
    w.note("he has but one shot in the turn", "reaction.opp-rpg-once", when=post.once)
    up = " while the runner is up" if run.waits else ""
    w.then(f"chance that he gets his shot off{up}", percent(fires), "reaction.opp-who")


def _tell_reactions(w: Working, crossing: Crossing, run: Run) -> None:
    """How often each watcher reacts, and in what state each shot finds the runner."""
    rule = "reaction.opp-group" if crossing.group else "reaction.opp-one-per-enemy"
    places = [place for moment in run.moments for place in moment]
    times = run.passages * max(map(places.count, places), default=0)
    w.note(f"{counted(times, 'reaction')} for each watcher who can react", rule)
    if crossing.action == BOTH and w.reader.holds("reaction-count", "each-action"):
        w.note("move and shot are one action, answered but once", rule)
    if crossing.group:
        w.note("the owner names one man for all of them", "reaction.opp-group-target")
        w.note("all shoot at once, at a man who is still up", "reaction.opp-vs-fire")
        if any(weapon in BURSTING for weapon, *_ in crossing.watchers):
            others = counted(crossing.near, "other") if crossing.near else "no other"
            w.note(f"a rocket or grenade that hits him reaches {others} of the group", "blast.all-hit")
    elif crossing.waits:
        w.note("each waits to see whether the runner is still up", "reaction.opp-vs-move")
    elif crossing.cover:
        w.note("suppressed in cover he is hidden, and draws no more aimed shots", "sighting.no-direct-fire")
    else:
        w.note("one after the other: each shot finds him as the last one left him", "reaction.opp-vs-move")


def _headline(answer: Gauntlet, men: int) -> str:
    unhurt, down, lost = (spoken(answer.unhurt), spoken(answer.suppressed), spoken(answer.removed))
    if men == 1:
        return f"Unhurt {unhurt}, suppressed {down}, removed {lost}"
    return f"Nobody touched {unhurt}; somebody removed {lost}"


def _pictures(told: Told, posts: list[Watcher], men: int) -> list[Exhibit]:
    events: list[Event] = []
    after = iter(told.track[1:])
    runner: list[Event] = []
    for place, post in enumerate(posts):
        if not post.volleys:
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
