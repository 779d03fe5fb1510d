"""From the hit to the next action: shot, save, suppression and test, over several turns."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Track
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, np, percent, spoken
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, save, tell_save
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
from drillbook.rulesets.breaking_news.common.firing import INFANTRY_ARMS, Aim, check_cover
from drillbook.rulesets.breaking_news.common.inputs import MOVED, Troops
from drillbook.rulesets.breaking_news.common.man import Man, tell_screen
from drillbook.rulesets.breaking_news.common.modifiers import CREWED
from drillbook.rulesets.breaking_news.common.moving import check_moved
from drillbook.rulesets.breaking_news.common.recovery import Every, Leader, Own, recovery_test, tell_test
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot
from drillbook.rulesets.breaking_news.common.volley import Volley

THROWN, SCORED = "shot", "hits"
OPEN, COVER, CRAWLED = "open", "cover", "crawled"
PLACES = {OPEN: "In the open", COVER: "In cover", CRAWLED: "In cover since he was suppressed"}
ONCE, AGAIN = "once", "every-turn"
WEAPONS = {
    "pistol": "Pistol",
    **INFANTRY_ARMS,
    "grenade": "Hand grenade",
    "flamethrower": "Flamethrower",
    "rpg": "RPG",
    "grenade-launcher": "Grenade launcher",
}
OF_A_SHOT: dict[str, Any] = {"when": {"by": (THROWN,)}, "why_not": "The hits are known."}


@dataclass(frozen=True, slots=True)
class HitChain:
    """The answer on a hit chain: what the first shot leaves, the next action, and the end state.

    unhurt, suppressed and removed are the chances after the first shot, acts_next the chance that the man acts at his
    next turn, fit_at_end and removed_at_end his chances at the end, and mean_actions his mean number of actions.
    """

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
    "bn/hit-chain?weapon=ar-burst&distance=20&shooter=irr3&troops=r4&leader=2&turns=3",
    "bn/hit-chain?by=hits&hits=1&troops=r5&turns=4",
    "bn/hit-chain?weapon=lmg&distance=40&shooter=irr3&moved=10&troops=r3&cover-distance=5&dodge=yes&shots=every-turn&turns=3",
    "bn/hit-chain?weapon=grenade&distance=8&shooter=r2&troops=irr1&turns=2",
    "bn/hit-chain?start=suppressed&place=open&weapon=ar-single&distance=50&shooter=r3&troops=r4",
    "bn/hit-chain?weapon=lmg&distance=40&shooter=irr1&troops=r3&place=cover&shots=every-turn&found=no&turns=5",
    "bn/hit-chain?weapon=lmg&distance=24&shooter=r4&troops=irr2&own=1&cover-distance=10&shots=every-turn&found=yes&every=2&turns=6",
)
def hit_chain(
    r: Reader,
    *,
    by: Annotated[str, Choice({THROWN: "A shot", SCORED: "Hits scored"}, label="Struck by")],
    hits: Annotated[int, Count(1, 6, label="Hits", when={"by": (SCORED,)}, why_not="The shot scores its own hits.")],
    weapon: Annotated[str, Choice(WEAPONS, default="ar-burst", label="Weapon", **OF_A_SHOT)],
    shooter: Annotated[
        str,
        Choice(table="classes", default="irr3", label="The shooter is", **OF_A_SHOT),
    ],
    distance: Annotated[Number, Length(0, 150, default=20, label="From a distance of", bands=("shooting.table",))],
    moved: Annotated[Number, Length(0, 15, label="The shooter has moved", bands=MOVED, **OF_A_SHOT)],
    crew: Annotated[
        int,
        Count(
            1,
            2,
            default=2,
            label="Men at the gun",
            when={"by": (THROWN,), "weapon": tuple(sorted(CREWED))},
            why_not="Only an MMG or an HMG needs a crew.",
        ),
    ],
    troops: Troops,
    own: Own,
    leader: Leader,
    start: Annotated[str, Choice({FIT: "Fit to act", DOWN: "Suppressed"}, label="Before the shot he is")],
    place: Annotated[str, Choice(PLACES, label="Where he is")],
    cover_distance: Annotated[
        Number,
        Length(
            1,
            30,
            default=20,
            label="To the nearest cover",
            when={"place": (OPEN,)},
            why_not="He is in cover already.",
            bands=("casualties.supp-fail-move",),
        ),
    ],
    dodge: Annotated[
        bool, Flag(label="He dodges the first shot", help="Into cover, in which later shots find him.", **OF_A_SHOT)
    ],
    shots: Annotated[str, Choice({ONCE: "Once", AGAIN: "Between the turns"}, label="He is shot at")],
    found: Annotated[
        bool,
        Flag(label="Sighted when hidden", help="Whoever was suppressed in cover is hidden until the enemy sights him."),
    ],
    every: Every,
    turns: Annotated[int, Count(1, 8, default=4, label="Turns")],
) -> Breakdown[HitChain]:
    """What does a shot leave of him, and when does he act again?"""
    w = Working(r)
    shot = (by, hits, weapon, shooter, distance, moved, crew)
    struck = Struck(*shot, troops, own, leader, start, place, cover_distance, dodge, found)
    chain = struck.ordeal(r)
    struck.tell(w, chain)
    states = chain.flow(turns_of(r, every, max(turns, every), again=shots == AGAIN))
    told_as, fit = [one.map(shown) for one in states[: turns + 1]], [one.chance(lambda man: man.fit) for one in states]
    opening = chain.opening or chain.volleys[chain.start]
    first = opening.fates if chain.shot_at(chain.start) else Distribution.sure(UNHURT)
    acts_next = fit[every]
    tell_staying_down(w, chain, again=shots == AGAIN)
    w.then("chance that he acts when it is next his turn", percent(acts_next), "casualties.supp-test-before-action")
    told = HitChain(
        first[UNHURT],
        first[SUPPRESSED],
        first[REMOVED],
        chain.test.number,
        chain.test.chance,
        acts_next,
        fit[turns],
        told_as[-1][OUT],
        sum(fit[every : turns + 1 : every], Fraction(0)),
    )
    pictures = _pictures(first, told_as)
    return w.answer(
        told, headline=_headline(told, chain), chance=acts_next, distribution=told_as[-1], exhibits=pictures
    )


@simulation
def throw_hit_chain(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw shots, saves and tests with dice, and return the man's state at the end."""
    every, shots, turns = (inputs.pop(name) for name in ("every", "shots", "turns"))
    ended = Struck(**inputs).ordeal(r).throw(r, dice, count, turns_of(r, every, turns, again=shots == AGAIN))
    return np.array([shown(man) for man in ended])


@dataclass(frozen=True, slots=True)
class Struck:
    """The man, where he is, who supports him, and what strikes him."""

    by: str
    hits: int
    weapon: str
    shooter: str
    distance: Number
    moved: Number
    crew: int
    troops: str
    own: int
    leader: int
    start: str
    place: str
    cover_distance: Number
    dodge: bool
    found: bool

    @property
    def man(self) -> Man:
        """The man before the shot; Contradiction where he cannot be as he is said to be."""
        down = self.start == DOWN
        if self.place == CRAWLED and not down:
            raise Contradiction("Only a man who is suppressed already has gone into cover since.", start=DOWN)
        hidden = down and self.place == COVER
        if hidden and not self.found and self.by == SCORED:
            raise Contradiction(
                "Suppressed in cover he is hidden, and no aimed shot hits a man who is not sighted.", found=True
            )
        return Man(self.cover_distance if self.place == OPEN else 0, suppressed=down, hidden=hidden)

    def aim(self, cover: bool, dodge: bool = False) -> Aim:
        """Return the shot as the enemy fires it, at a man in cover or not, who dodges or not."""
        return Aim(self.weapon, self.distance, self.shooter, self.moved, cover, dodge, alone=self.crew <= 1)

    def volley(self, r: Reader, man: Man, dodge: bool = False) -> Volley:
        """Return the shot or the hits scored at the man in his present state, with his save.

        dodge: the man dodges the shot.
        """
        screen = man.screen(r, self.distance)
        scored = Shot(0, self.hits, Fraction(1), Distribution.sure(self.hits), False)
        shot = scored if self.by == SCORED else shoot(r, Working(r), self.aim(screen.shot, dodge))
        behind = screen.save or (dodge and r.holds("dodge-cover", "at-once"))
        return Volley(shot, save(r, self.troops, leader=self.own > 0, protected=behind))

    def check(self, r: Reader, w: Working) -> None:
        """Refuse a shooter who has moved too far, and a dodge that the rules do not allow."""
        if self.by == SCORED:
            return
        check_moved(r, w, self.weapon, self.moved)
        if not self.dodge:
            return
        check_cover(r, w, self.weapon, self.man.in_cover)
        within = r.int("reaction.dodge-cover-reach")
        far = self.place == OPEN and self.cover_distance > within
        w.forbid(f"He cannot dodge: cover is farther off than {within} cm.", "reaction.dodge-cover-reach", when=far)
        w.forbid("A sniper's shot cannot be dodged.", "reaction.dodge-sniper", when=self.weapon == "sniper")
        if self.start == DOWN and r.holds("dodge-suppressed", "barred"):
            w.refuse("A suppressed man does not dodge.", "casualties.supp-no-reaction")

    def ordeal(self, r: Reader) -> Ordeal:
        """Return the ordeal of the man: all that may happen to him."""
        test = recovery_test(r, self.troops, self.own, ((self.leader, 0),))
        opening = self.volley(r, self.man, True) if self.dodge else None
        shot = self.by == THROWN
        return ordeal(r, self.man, lambda man: self.volley(r, man), test, found=self.found, opening=opening, aimed=shot)

    def tell(self, w: Working, chain: Ordeal) -> None:
        """Tell the first shot and the save, and his test."""
        self.check(w.reader, w)
        screen, volley = self.man.screen(w.reader, self.distance), chain.opening or chain.volleys[chain.start]
        tell_screen(w.reader, w, screen)
        if not chain.shot_at(chain.start):
            w.note(f"{_why_not(chain)}, he draws no aimed shot, only speculative fire", "sighting.no-direct-fire")
        else:
            if self.by == THROWN:
                shoot(w.reader, w, self.aim(screen.shot, self.dodge))
            tell_save(w, volley.save)
            w.then("chance that the shot removes him", volley.fates[REMOVED], "casualties.save-fail")
            w.note("hit and saved: suppressed", "casualties.supp-by-save")
        w.note("suppressed, he does not react either", "casualties.supp-no-reaction")
        tell_test(w, chain.test)


def _why_not(chain: Ordeal) -> str:
    """Why no shot can be aimed at him before the first turn."""
    return "in cover" if chain.barred else "hidden and not sighted"


def _headline(told: HitChain, chain: Ordeal) -> str:
    end = f"acts at his next turn {spoken(told.acts_next)}"
    if not chain.shot_at(chain.start):
        return f"{_why_not(chain).capitalize()}: no aimed shot at him, only speculative fire; {end}"
    return f"Unhurt {spoken(told.unhurt)}, suppressed {spoken(told.suppressed)}, removed {spoken(told.removed)}; {end}"


def _pictures(first: Distribution[str], states: list[Distribution[str]]) -> list[Exhibit]:
    return [
        Track(
            "After the first shot and after each turn's test; down, in cover or hidden he is suppressed",
            [state for state in SHOWN if any(one[state] for one in states)],
            states,
            {DOWN: "down"},
            absorbing=[OUT],
        ),
        Bars("What the first shot leaves of him", "He is", {"": first}, name="fate"),
        Curves(
            "Fit to act, and still in play, turn by turn",
            "Turn",
            "Chance",
            {
                "fit to act": [(turn, one[FIT]) for turn, one in enumerate(states)],
                "still in play": [(turn, 1 - one[OUT]) for turn, one in enumerate(states)],
            },
            name="turns",
        ),
    ]
