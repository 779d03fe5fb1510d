"""From the hit to the next action: shot, save, suppression, test, and the same again for as many turns as are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Exhibit, Track
from drillbook.kinds import Choice, Count, Flag, Length
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
    save,
)
from drillbook.rulesets.breaking_news._enduring import (
    COVERED,
    FIT,
    GONE,
    HIDDEN,
    IN_COVER,
    PRONE,
    READY,
    SHELTERED,
    STATES,
    Fire,
    Man,
    flow,
    throw,
)
from drillbook.rulesets.breaking_news._firing import INFANTRY_ARMS
from drillbook.rulesets.breaking_news._shot import Shot, shot_line
from drillbook.rulesets.breaking_news._suppression import recovery_test
from drillbook.rulesets.breaking_news.casualties_suppression import Every, Leader, Own, Troops

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

THROWN, SCORED = "shot", "hits"
SUPPRESSED_ALREADY = "suppressed"
OPEN, COVER = "open", "cover"
ONCE, AGAIN = "once", "every-turn"
WEAPONS = {**INFANTRY_ARMS, "rpg": "RPG"}
DOWN = "suppressed"
SHOWN = {**dict.fromkeys(FIT, "fit"), PRONE: DOWN, COVERED: "in cover", HIDDEN: HIDDEN, GONE: GONE}


@dataclass(frozen=True, slots=True)
class HitChain:
    """What the first shot leaves, the chance that he acts at his next turn, and how he stands at the end."""

    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    test: int
    passes: Fraction
    acts_next: Fraction
    fit_at_end: Fraction
    removed_at_end: Fraction
    mean_actions: Fraction


@question(
    "breaking_news",
    "hit-chain",
    examples=[
        "bn/hit-chain?weapon=ar-burst&distance=20&shooter=irr3&troops=r4&leader=2&turns=3",
        "bn/hit-chain?by=hits&hits=1&troops=r5&turns=4",
        "bn/hit-chain?start=suppressed&place=open&weapon=ar-single&distance=50&shooter=r3&troops=r4",
        "bn/hit-chain?weapon=lmg&distance=40&shooter=irr1&troops=r3&place=cover&shots=every-turn&found=no&turns=5",
        "bn/hit-chain?weapon=lmg&distance=24&shooter=r4&troops=irr2&own=1&cover-distance=10&shots=every-turn&found=yes&every=2&turns=6",
    ],
)
def hit_chain(
    r: Reader,
    /,
    *,
    by: Annotated[str, Choice({THROWN: "A shot", SCORED: "Hits scored"}, default=THROWN, label="Struck by")],
    hits: Annotated[
        int, Count(1, 6, default=1, label="Hits", when={"by": (SCORED,)}, why_not="The shot scores its own hits.")
    ],
    weapon: Annotated[
        str,
        Choice(WEAPONS, default="ar-burst", label="Weapon", when={"by": (THROWN,)}, why_not="The hits are known."),
    ],
    shooter: Annotated[
        str,
        Choice(
            table="classes",
            default="irr3",
            label="The shooter is",
            when={"by": (THROWN,)},
            why_not="The hits are known.",
        ),
    ],
    distance: Annotated[Number, Length(0, 60, default=20, label="From a distance of")],
    troops: Troops,
    own: Own,
    leader: Leader,
    start: Annotated[
        str,
        Choice({"fit": "Fit to act", SUPPRESSED_ALREADY: "Suppressed"}, default="fit", label="Before the shot he is"),
    ],
    place: Annotated[str, Choice({OPEN: "In the open", COVER: "In cover"}, default=OPEN, label="Where he is")],
    cover_distance: Annotated[
        Number,
        Length(
            1, 30, default=20, label="To the nearest cover", when={"place": (OPEN,)}, why_not="He is in cover already."
        ),
    ],
    shots: Annotated[str, Choice({ONCE: "Once", AGAIN: "Between the turns"}, default=ONCE, label="He is shot at")],
    found: Annotated[
        bool,
        Flag(
            default=False,
            label="Sighted again when hidden",
            when={"shots": (AGAIN,)},
            why_not="The first shot is at a man in sight.",
        ),
    ],
    every: Every,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns")],
) -> Breakdown[HitChain] | Refusal:
    """What does a shot leave of him, and when does he act again?"""
    w = Working(r)
    at = _state(start, place)
    form = {
        "by": by,
        "hits": hits,
        "weapon": weapon,
        "shooter": shooter,
        "distance": distance,
        "troops": troops,
        "own": own,
        "leader": leader,
        "cover_distance": cover_distance,
        "found": found,
    }
    man = _man(r, w, at, form)
    if isinstance(man, Refusal):
        return man
    first = Distribution({one: chance for one, chance in fate(man.fire[at].hits, man.fire[at].save).items() if chance})
    w.then("chance that the shot removes him", Cited(first[REMOVED], r.cite("casualties.save-fail")))
    w.note("hit and saved: suppressed", "casualties.supp-by-save")
    w.note("suppressed, he does not react either", "casualties.supp-no-reaction")
    test = recovery_test(r, w, troops, own, ((leader, 0),))
    states = flow(man, at, _schedule(r, every, shots, max(turns, every)))
    seen = states[: turns + 1]
    _says(r, w, man, place, shots)
    acting = [_fit(states[turn]) for turn in range(every, turns + 1, every)]
    acts_next = _fit(states[every])
    w.then(
        "chance that he acts when it is next his turn",
        Cited(percent(acts_next), r.cite("casualties.supp-test-before-action")),
    )
    told = HitChain(
        first[UNHURT],
        first[SUPPRESSED],
        first[REMOVED],
        test.number,
        test.chance,
        acts_next,
        _fit(seen[-1]),
        seen[-1][GONE],
        sum(acting, Fraction(0)),
    )
    shown = [one.map(lambda state: SHOWN[state]) for one in seen]
    pictures: list[Exhibit] = [
        Track(
            "After the first shot and after each turn's test; down, in cover or hidden he is suppressed",
            [state for state in dict.fromkeys(SHOWN.values()) if any(one[state] for one in shown)],
            shown,
            {DOWN: "down"},
            absorbing=[GONE],
        ),
        Bars(
            "What the first shot leaves of him", "He is", {"": Distribution({x: first[x] for x in FATES})}, name="fate"
        ),
        Curves(
            "Fit to act, and still in play, turn by turn",
            "Turn",
            "Chance",
            {
                "fit to act": [(turn, _fit(one)) for turn, one in enumerate(seen)],
                "still in play": [(turn, 1 - one[GONE]) for turn, one in enumerate(seen)],
            },
            name="turns",
        ),
    ]
    headline = (
        f"Unhurt {percent(first[UNHURT])}, suppressed {percent(first[SUPPRESSED])}, removed {percent(first[REMOVED])}; "
        f"acts at his next turn {percent(acts_next)}"
    )
    return w.answer(told, headline=headline, chance=acts_next, distribution=shown[-1], exhibits=pictures)


def _state(start: str, place: str) -> str:
    if start == SUPPRESSED_ALREADY:
        return HIDDEN if place == COVER else PRONE
    return SHELTERED if place == COVER else READY


def _fit(states: Distribution[str]) -> Fraction:
    return states[READY] + states[SHELTERED]


def _schedule(r: Reader, every: int, shots: str, turns: int) -> list[tuple[bool, bool, bool]]:
    """Turn by turn: whether he tests, whether his side is active, whether he is shot at again before the next."""
    always = r.reading("suppression-when") == "B"
    active = {turn: turn % every == 0 for turn in range(1, turns + 1)}
    return [(always or one, one, shots == AGAIN and turn < turns) for turn, one in active.items()]


def _man(r: Reader, w: Working, at: str, of: Mapping[str, Any]) -> Man | Refusal:
    """The man of the form; the steps of the shot at the state he starts in go into w."""
    fire: dict[str, Fire] = {}
    hits, distance, troops, own = of["hits"], of["distance"], of["troops"], of["own"]
    for state in STATES:
        if state == GONE:
            continue
        own_work = w if state == at else Working(r)
        far = r.int("casualties.supp-open-cover")
        low = state == PRONE and distance > far
        cover = state in IN_COVER or low
        protected = state in IN_COVER or (low and r.reading("prone-cover") == "A")
        if low:
            own_work.note(
                f"suppressed in the open, he counts as in cover beyond {far} cm", "casualties.supp-open-cover"
            )
        if of["by"] == SCORED:
            shot: Shot | Refusal = Shot(0, hits, Fraction(1), Distribution.sure(hits), False)
        else:
            shot = shot_line(r, own_work, weapon=of["weapon"], distance=distance, troops=of["shooter"], cover=cover)
        if isinstance(shot, Refusal):
            return shot
        if state == at:
            how = explain_save(r, own_work, troops, leader=own > 0, protected=protected)
        else:
            how = save(r, troops, leader=own > 0, protected=protected)
        fire[state] = Fire(shot.hits, how, shot.dice, shot.needed)
    test = recovery_test(r, Working(r), troops, own, ((of["leader"], 0),))
    crawls = of["cover_distance"] <= r.int("casualties.supp-fail-move")
    return Man(fire, test.chance, test.number, crawls, of["found"])


def _says(r: Reader, w: Working, man: Man, place: str, shots: str) -> None:
    """The rules that bear on a man who stays down."""
    if place == OPEN:
        reach = r.int("casualties.supp-fail-move")
        failed = f"crawls into cover, up to {reach} cm" if man.crawls else f"stays: cover is more than {reach} cm away"
        w.note(f"when he fails, he {failed}", "casualties.supp-fail-move")
    if place == COVER or (man.crawls and shots == AGAIN):
        w.note("suppressed in cover he is hidden", "casualties.supp-hidden")
        if shots == AGAIN:
            seen = "the enemy sights him again each time" if man.found else "and is not shot at while he is"
            w.note(seen, "casualties.supp-hidden")


@simulation("breaking_news", "hit-chain")
def throw_hit_chain(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Shots, saves and tests thrown with real dice: how he stands at the end."""
    import numpy as np

    at = _state(inputs["start"], inputs["place"])
    man = _man(r, Working(r), at, inputs)
    assert isinstance(man, Man)
    schedule = _schedule(r, inputs["every"], inputs["shots"], inputs["turns"])
    ended = throw(r, dice, count, man, at, schedule)
    return np.array([SHOWN[str(state)] for state in ended])
