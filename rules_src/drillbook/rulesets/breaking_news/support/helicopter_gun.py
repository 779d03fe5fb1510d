"""A helicopter over the table, section 8.4: what its gun does in a turn, and over several."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Track
from drillbook.maths import Number, Thrower, counted, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, tell_save
from drillbook.rulesets.breaking_news.common.enduring import (
    DOWN,
    FIT,
    OUT,
    SHOWN,
    Ordeal,
    ordeal,
    shown,
    tell_staying_down,
    turns_of,
)
from drillbook.rulesets.breaking_news.common.firing import Aim, check_cover
from drillbook.rulesets.breaking_news.common.man import Man
from drillbook.rulesets.breaking_news.common.recovery import Every, Leader, recovery_test, tell_test
from drillbook.rulesets.breaking_news.common.rotor import far
from drillbook.rulesets.breaking_news.common.saving import BOMBARDMENT, save_on, terms
from drillbook.rulesets.breaking_news.common.volley import Volley, fire_at


@dataclass(frozen=True, slots=True)
class HelicopterGun:
    """The answer on a helicopter's gun: what it needs, its first burst, and the man's end state."""

    needed: int
    dice: int
    hit: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    removed_by_end: Fraction
    fit_at_end: Fraction


@question(
    "bn/helicopter-gun?gun=hmg&crew=r3&victim=irr3&cover=no&turns=4",
    "bn/helicopter-gun?gun=lmg&crew=r4&victim=r4&cover=yes&leader=yes&turns=6",
    "bn/helicopter-gun?gun=lmg&crew=r3&victim=irr1&cover=no&cover-distance=8&near=2&every=2&found=yes&turns=5",
)
def helicopter_gun(
    r: Reader,
    *,
    gun: Annotated[str, Choice(table="weapons", where="helicopter", default="hmg", label="Its gun")],
    crew: Annotated[str, Choice(table="classes", default="r3", label="The gunner is")],
    victim: Annotated[str, Choice(table="classes", default="irr3", label="The man below is")],
    cover: Annotated[bool, Flag(label="He is behind cover")],
    cover_distance: Annotated[
        Number,
        Length(
            1,
            30,
            default=20,
            label="To the nearest cover",
            when={"cover": ("no",)},
            why_not="He is in cover already.",
            bands=("casualties.supp-fail-move",),
        ),
    ],
    leader: Annotated[bool, Flag(label="He is the leader")],
    own: Annotated[int, Count(1, 4, label="His own leadership", when={"leader": ("yes",)}, why_not="He leads nobody.")],
    near: Leader,
    found: Annotated[
        bool,
        Flag(label="Sighted when hidden", help="Whoever is suppressed in cover is hidden until the enemy sights him."),
    ],
    every: Every,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns over him")],
) -> Breakdown[HelicopterGun]:
    """What does a helicopter's gun do to a man below it?"""
    w = Working(r)
    w.note("the helicopter serves as a machine gun and goes wherever it likes", "support.heli-alternative")
    below = Below(gun, crew, victim, None if cover else cover_distance, own if leader else 0, near, found)
    check_cover(r, w, gun, cover)
    chain = below.ordeal(r)
    first = below.burst(w, chain.start)
    w.then("so many bursts in a turn", "support.heli-fire")
    tell_save(w, first.save)
    fates = first.fates
    w.then("chance that one burst removes him", fates[REMOVED], "casualties.save-fail")
    w.note("hit and saved: suppressed", "casualties.supp-by-save")
    tell_test(w, chain.test)
    tell_staying_down(w, chain, again=turns > 1)
    states = [one.map(shown) for one in chain.flow(turns_of(r, every, turns, again=True))]
    gone = [Fraction(0), *(one[OUT] for one in states[1:])]
    w.then("chance that he is gone after all the turns", gone[-1], "casualties.save-fail", when=turns > 1)
    shot = first.shot
    each = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED])
    told = HelicopterGun(shot.needed, shot.dice, shot.at_least_one, *each, gone[-1], states[-1][FIT])
    return w.answer(
        told,
        headline=_headline(told, turns),
        chance=told.removed,
        distribution=fates,
        exhibits=[
            Bars("What the first burst does to the man", "He is", {"": fates}, name="fate"),
            Track(
                "After the first burst and after each turn's test; down, in cover or hidden he is suppressed",
                [state for state in SHOWN if any(one[state] for one in states)],
                states,
                {DOWN: "down"},
                absorbing=[OUT],
            ),
            Curves(
                "The chance that he is gone after so many turns under it",
                "Turns",
                "Removed",
                {"": list(enumerate(gone))},
                name="turns",
            ),
            Bars("How many hits the first burst scores", "Hits", {"": shot.hits}, name="hits"),
        ],
    )


@simulation
def throw_helicopter_gun(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """One burst thrown, and the saves against it."""
    below = Below(
        inputs["gun"], inputs["crew"], inputs["victim"], None if inputs["cover"] else inputs["cover_distance"],
        inputs["own"] if inputs["leader"] else 0, inputs["near"], inputs["found"],
    )  # fmt: skip
    thrown = below.burst(Working(r), below.man).throw(r, dice, count)
    return np.array((UNHURT, SUPPRESSED, REMOVED))[thrown]


@dataclass(frozen=True, slots=True)
class Below:
    """The gun and the man below it.

    cover_distance is how far he is from cover (None: he is in it). own is his own leadership, near that of a leader
    near him.
    """

    gun: str
    crew: str
    victim: str
    cover_distance: Number | None
    own: int
    near: int
    found: bool

    @property
    def man(self) -> Man:
        """The man before the first burst."""
        return Man(0 if self.cover_distance is None else self.cover_distance)

    def burst(self, w: Working, man: Man) -> Volley:
        """One burst at the man as he is, from the longest distance there is; the gun is on a mount."""
        w.note("always as at maximum distance", "support.heli-fire")
        aim = Aim(self.gun, far(w.reader, self.gun) or 0, self.crew, fixed=True)
        struck = fire_at(w.reader, w, man, aim, self.victim, leader=self.own > 0)
        if w.reader.holds("heli-save", "own-save"):
            return struck
        protected = man.screen(w.reader, aim.distance).save
        on = terms(w.reader, self.victim, BOMBARDMENT, leader=self.own > 0, protected=protected)
        return replace(struck, save=save_on(w.reader, on))

    def ordeal(self, r: Reader) -> Ordeal:
        """All that may come to him."""
        test = recovery_test(r, self.victim, self.own, ((self.near, 0),))
        bursts = r.int("support.heli-fire")
        return ordeal(r, self.man, lambda man: self.burst(Working(r), man), test, found=self.found, bursts=bursts)


def _headline(told: HelicopterGun, turns: int) -> str:
    words = f"{counted(told.dice, 'die')} at {told.needed}+; removed by one burst: {spoken(told.removed)}"
    words += f", suppressed: {spoken(told.suppressed)}"
    return f"{words}; gone within {turns} turns: {spoken(told.removed_by_end)}" if turns > 1 else words
