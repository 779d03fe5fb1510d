"""Who may fire at a man once he has been looked for, section 7.0: those who see him, and those who only suspect him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Decision, Disc, Exhibit, Figure, Mark, Tabletop, Verdict
from drillbook.kinds import Choice, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._firing import a_weapon
from drillbook.rulesets.breaking_news._shot import Shot, shot_line
from drillbook.rulesets.breaking_news.support_speculative import HEAVY

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

HIDDEN, SIGHTED, PLAIN = "hidden", "sighted", "plain"
STATES = {
    PLAIN: "In plain view",
    SIGHTED: "Sighted this turn",
    HIDDEN: "Hidden, not sighted",
}
#: Weapons that go for an obstacle or a structure instead of a man.
BLUNT = frozenset(("tank", "heavy-at"))
DIRECT, SPECULATIVE = "direct", "speculative"
NOBODY_AIMS = "Nobody can aim at a man whom nobody has sighted."


@dataclass(frozen=True, slots=True)
class Eyes:
    """How many of the friends see the man once the observer has, and how many must fire blind."""

    see: int
    blind: int


@question(
    "breaking_news",
    "who-sees",
    examples=[
        "bn/who-sees?sighted=yes&friends=3,-3;-3,4;8,1",
        "bn/who-sees?sighted=no&friends=3,-3",
    ],
)
def who_sees(
    r: Reader,
    /,
    *,
    sighted: Annotated[bool, Flag(default=True, label="The observer's roll has succeeded")],
    friends: Annotated[
        tuple[tuple[Number, Number], ...],
        Rows(
            {
                "across": Length(-30, 30, default=3, label="To his right"),
                "ahead": Length(-30, 30, default=0, label="Ahead of him"),
            },
            high=8,
            default=((3, -3), (-3, 4), (8, 1)),
            noun="friend",
            label="His friends",
            help="Where each stands, measured from the observer.",
        ),
    ],
) -> Breakdown[Eyes]:
    """Who of the side sees the man whom one of them has sighted?"""
    w = Working(r)
    reach = r.int("sighting.shared")
    near = [sighted and across * across + ahead * ahead <= reach * reach for across, ahead in friends]
    w.then("those see him who stand as near as this to the observer", "sighting.shared")
    if not sighted:
        w.note("nobody has sighted him, so nobody sees him", "sighting.shared")
    for number, seen in enumerate(near, start=1):
        w.note(
            f"friend {number} {'sees him' if seen else 'does not see him'}",
            "sighting.shared" if seen else "sighting.others-speculative",
        )
    value = Eyes(sum(near), len(near) - sum(near))
    figures = [Figure(0, 0, "observer", "own")]
    figures += [
        Figure(across, ahead, f"{number} sees him" if seen else f"{number} does not", "own" if seen else "friend")
        for number, ((across, ahead), seen) in enumerate(zip(friends, near, strict=True), start=1)
    ]
    picture = Tabletop(
        "The observer, the circle in which friends see what he sees, and his friends",
        "cm",
        discs=[Disc(0, 0, reach, f"{reach} cm", "zone")] if sighted else [],
        figures=figures,
        name="eyes",
    )
    return w.answer(value, headline=_eyes(value, sighted), exhibits=[picture])


@dataclass(frozen=True, slots=True)
class Fire:
    """How the man may be fired at, what a direct shot needs, its dice, and the chance of at least one hit."""

    way: str
    needed: int
    dice: int
    hit: Fraction


@question(
    "breaking_news",
    "fire-at-hidden",
    examples=[
        "bn/fire-at-hidden?state=plain&cover=yes&weapon=ar-single&troops=r3&distance=20",
        "bn/fire-at-hidden?state=sighted&from-observer=4&cover=yes&weapon=lmg&troops=r4&distance=40",
        "bn/fire-at-hidden?state=hidden&cover=yes&weapon=hmg",
        "bn/fire-at-hidden?state=sighted&from-observer=0&cover=no&weapon=tank&troops=r4&distance=60",
        "bn/fire-at-hidden?state=hidden&cover=no&weapon=smg",
    ],
)
def fire_at_hidden(
    r: Reader,
    /,
    *,
    state: Annotated[str, Choice(STATES, default=SIGHTED, label="The man is")],
    from_observer: Annotated[
        Number,
        Length(
            0,
            15,
            default=4,
            label="Distance to the observer",
            help="From the firer to the man who saw the target; nought if he saw it himself.",
            when={"state": (SIGHTED,)},
            why_not="It counts for a man sighted this turn.",
        ),
    ],
    cover: Annotated[bool, Flag(default=True, label="He is in cover")],
    weapon: Annotated[str, Choice(table="weapons", default="ar-single", label="Weapon")],
    troops: Annotated[
        str, Choice(table="classes", default="r3", label="Firer", unless={"state": (HIDDEN,)}, why_not=NOBODY_AIMS)
    ],
    distance: Annotated[
        Number,
        Length(
            0,
            100,
            default=20,
            label="Distance to the man",
            unless={"state": (HIDDEN,)},
            why_not=NOBODY_AIMS,
        ),
    ],
) -> Breakdown[Fire] | Refusal:
    """May this man be fired at, and how?"""
    w = Working(r)
    reach = r.int("sighting.shared")
    visible = _seen(r, state, from_observer)
    verdicts = [_visible(r, state, from_observer, reach, visible), _open(r, cover, visible)]
    for verdict in verdicts:
        w.note(f"{'yes' if verdict.ok else 'no'}: {verdict.finding}", verdict.rule)
    decision = Decision("May he be fired at directly?", verdicts)
    if not visible:
        return _blind(r, w, weapon, cover, decision)
    if not all(verdict.ok for verdict in verdicts):
        barred = "Nobody in cover can be fired at directly, hidden or not."
        return w.refuse(barred, "sighting.no-direct-fire", exhibits=[decision])
    if weapon in BLUNT:
        w.note("it is aimed at an obstacle or a structure next to him", "sighting.at-aim-point")
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=troops, cover=cover)
    if isinstance(shot, Refusal):
        return shot
    pictures: list[Exhibit] = [
        decision,
        Bars("How many hits the shot scores", "Hits", {"": shot.hits}, Mark(1, "at least one hit"), name="hits"),
    ]
    return w.answer(
        Fire(DIRECT, shot.needed, shot.dice, shot.at_least_one),
        headline=_told(weapon, shot),
        chance=shot.at_least_one,
        distribution=shot.hits,
        exhibits=pictures,
    )


@simulation("breaking_news", "fire-at-hidden")
def throw_fire_at_hidden(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The direct shot thrown with its own dice: how many of them hit."""
    shot = shot_line(
        r,
        Working(r),
        weapon=inputs["weapon"],
        distance=inputs["distance"],
        troops=inputs["troops"],
        cover=inputs["cover"],
    )
    assert isinstance(shot, Shot)
    return (dice.roll_each(r.text("shooting.roll"), count, shot.dice) >= shot.needed).sum(axis=1)


def _told(weapon: str, shot: Shot) -> str:
    beside = " at something next to him" if weapon in BLUNT else ""
    if not shot.dice:
        return f"Yes{beside}, but the burst has no die left"
    if not shot.chance:
        return f"Yes{beside}, but no die shows {shot.needed} or more"
    many = "" if shot.dice == 1 else f" with {shot.dice} dice"
    return f"Yes{beside}, on {shot.needed}+{many}: a hit {spoken(shot.at_least_one)}"


def _seen(r: Reader, state: str, from_observer: Number) -> bool:
    """Whether the firer sees him: he never hid, or the firer is near enough to the man who has sighted him."""
    return state == PLAIN or (state == SIGHTED and from_observer <= r.int("sighting.shared"))


def _visible(r: Reader, state: str, from_observer: Number, reach: int, visible: bool) -> Verdict:
    if state == PLAIN:
        return Verdict("Does the firer see him?", True, "he has never been hidden", r.cite("sighting.declare"))
    if state == HIDDEN:
        return Verdict("Does the firer see him?", False, "nobody has sighted him", r.cite("sighting.roll"))
    if not from_observer:
        return Verdict("Does the firer see him?", True, "the firer has sighted him himself", r.cite("sighting.shared"))
    rule = r.cite("sighting.shared" if visible else "sighting.others-speculative")
    found = f"{write_number(from_observer)} cm from the observer, {reach} cm are allowed"
    return Verdict("Does the firer see him?", visible, found, rule)


def _open(r: Reader, cover: bool, visible: bool) -> Verdict:
    asked, rule = "Is he out of the shelter of cover?", r.cite("sighting.no-direct-fire")
    if not cover:
        if visible:
            return Verdict(asked, True, "he is in the open", rule)
        return Verdict(asked, True, "he crawls in the open", r.cite("sighting.crawling"))
    if not visible:
        return Verdict(asked, False, "he is hidden in cover", rule)
    if r.reading("hidden-cover-words") == "B":
        return Verdict(asked, False, "cover bars every direct shot, even at a man who is seen", rule)
    return Verdict(asked, True, "he is in cover, but not hidden from the firer", rule)


def _blind(r: Reader, w: Working, weapon: str, cover: bool, decision: Decision) -> Breakdown[Fire] | Refusal:
    """Whoever does not see him may fire speculatively, by the ruling with any weapon or with a heavy one."""
    if r.reading("speculative-weapon") == "B" and weapon not in HEAVY:
        return w.refuse(
            f"Speculative fire is for heavy weapons, and {a_weapon(r, weapon)} is none.",
            "sighting.speculative-heavy",
            exhibits=[decision],
        )
    w.note("speculative fire is left to him", "sighting.others-speculative")
    if cover:
        w.note("best with a heavy weapon, at the place where he is suspected", "sighting.speculative-heavy")
    return w.answer(
        Fire(SPECULATIVE, 0, 0, Fraction(0)),
        headline="Not seen: only speculative fire at the place where he is suspected",
        exhibits=[decision],
    )


def _eyes(value: Eyes, sighted: bool) -> str:
    if not sighted:
        return "Nobody sees him: the look has failed"
    if not value.see:
        return "The observer alone sees him"
    if not value.blind:
        return f"The observer and {'his friend' if value.see == 1 else f'all his {value.see} friends'} see him"
    return f"The observer and {value.see} of his {value.see + value.blind} friends see him"
