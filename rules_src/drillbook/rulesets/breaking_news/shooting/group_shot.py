"""Several men who fire at one man together, section 8.1, compared with one after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod
from typing import Annotated, Any, NamedTuple

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
from drillbook.asking.exhibits import Bars, Mark
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, counted, np, percent, spoken, total, write_number
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, SUPPRESSED, UNHURT, name_of
from drillbook.rulesets.breaking_news.common.firing import BRIEF_ARMS, Aim, check_cover
from drillbook.rulesets.breaking_news.common.firing import spoken as called
from drillbook.rulesets.breaking_news.common.inputs import Cover, Dodge, SniperTarget
from drillbook.rulesets.breaking_news.common.man import Man
from drillbook.rulesets.breaking_news.common.modifiers import CREWED
from drillbook.rulesets.breaking_news.common.moving import check_moved
from drillbook.rulesets.breaking_news.common.volley import Volley, fire_at

WEAPONS = {
    **BRIEF_ARMS,
    "pistol": "Pistol",
    "grenade": "Grenade",
    "flamethrower": "Flamethrower",
    "rpg": "RPG",
    "grenade-launcher": "Launcher",
}
UP, DOWN = "up", "suppressed"
#: The action from which a man fires, as the table of actions has it; a still man has taken none.
STILL = "still"
ACTIONS = {STILL: "Still", "cautious": "Cautious", "move-and-shoot": "Move+shoot"}


@dataclass(frozen=True, slots=True)
class GroupShot:
    """The answer on group fire: the chance of a hit, the mean hits, and the target's fate.

    removed_apart: the chance to remove him if each man fires only after the man before him has, at the target as that
    shot left him. It is None if he dodges, since a dodge takes him elsewhere before the next shot.
    """

    hit: Fraction
    mean: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction
    removed_apart: Fraction | None


class Firers(NamedTuple):
    """Some men alike: their number, weapon, class, distance and move, and if alone at the gun."""

    men: int
    weapon: str
    troops: str
    distance: Number
    moves: str
    alone: bool

    def moved(self, r: Reader) -> Number:
        """How far their move may have taken them."""
        return 0 if self.moves == STILL else r.cell("actions", self.moves, "reach").number

    def aim(self, r: Reader, dodge: bool, sniper: bool) -> Aim:
        """Return the shot of one of the men."""
        moved = self.moved(r)
        return Aim(self.weapon, self.distance, self.troops, moved, dodge=dodge, sniper_target=sniper, alone=self.alone)


@question(
    "bn/group-shot?firers=3,ar-burst,r4,20,still,no&target=irr3&cover=no",
    "bn/group-shot?firers=2,ar-single,r3,40,still,no;1,lmg,r3,40,still,no&target=irr1&cover=yes&leader=yes",
    "bn/group-shot?firers=2,ar-single,irr3,20,move-and-shoot,no;1,rpg,irr2,30,cautious,no&target=r2&cover=yes&dodge=yes",
    "bn/group-shot?firers=1,hmg,r4,60,still,yes;1,sniper,r2,60,still,no&target=irr2&state=suppressed",
)
def group_shot(
    r: Reader,
    *,
    firers: Annotated[
        tuple[tuple[int, str, str, Number, str, bool], ...],
        Rows(
            {
                "men": Count(1, 6, label="Men", unit="men"),
                "weapon": Choice(WEAPONS, default="ar-burst", label="Weapon"),
                "troops": Choice(table="classes", default="r4", label="Class"),
                "distance": Length(0, 150, default=20, label="Distance"),
                "moves": Choice(ACTIONS, label="Moves"),
                "alone": Flag(label="alone"),
            },
            low=1,
            high=4,
            default=((3, "ar-burst", "r4", 20, STILL, False),),
            noun="firer",
            label="Men who fire",
            help="Each line is some men alike. Alone: one man serves an MMG or HMG.",
        ),
    ],
    target: Annotated[str, Choice(table="classes", default="irr3", label="The target is")],
    state: Annotated[str, Choice({UP: "Up", DOWN: "Suppressed"}, label="He is")],
    cover: Cover,
    dodge: Dodge,
    sniper_target: SniperTarget,
    leader: Annotated[bool, Flag(label="Target is the leader")],
) -> Breakdown[GroupShot]:
    """What do several men do who fire together at one man?"""
    w = Working(r)
    shooting = Together(firers, target, state, cover, dodge, sniper_target, leader)
    w.note("all of them fire at the same man in one action", "shooting.group")
    volleys = shooting.volleys(w, shooting.man(r))
    hits = total(one.shot.hits for one in volleys)
    spared = prod((one.fates[UNHURT] for one in volleys), start=Fraction(1))
    lives = prod((1 - one.fates[REMOVED] for one in volleys), start=Fraction(1))
    fates = Distribution({UNHURT: spared, SUPPRESSED: lives - spared, REMOVED: 1 - lives})
    apart = None if dodge else shooting.one_by_one(r)
    w.then("chance of at least one hit", percent(hits.at_least(1)), "shooting.roll")
    w.then(f"chance that {name_of(r, target)} saves a hit", volleys[0].save.chance, "casualties.save-value")
    w.then("chance that he is removed", percent(fates[REMOVED]), "casualties.save-fail")
    if apart:
        w.then("the same one after another", percent(apart[REMOVED]), "casualties.supp-hidden")
    each = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED])
    told = GroupShot(hits.at_least(1), hits.mean, *each, apart[REMOVED] if apart else None)
    return w.answer(
        told,
        headline=_headline(told, len(volleys)),
        chance=told.hit,
        distribution=hits,
        exhibits=[
            Bars("How many hits they score", "Hits", {"": hits}, Mark(1, "at least one hit"), name="hits"),
            Bars(
                "What becomes of the man",
                "He is",
                {"together": fates, "one after another": apart} if apart else {"": fates},
                name="fate",
            ),
        ],
    )


@simulation
def throw_group_shot(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of all the men and return the hits."""
    shooting = Together(**inputs)
    volleys = shooting.volleys(Working(r), shooting.man(r))
    return sum((one.shot.thrown(r, dice, count) for one in volleys), np.zeros(count, dtype=int))


@dataclass(frozen=True, slots=True)
class Together:
    """The men who fire, and their target."""

    firers: Sequence[tuple[int, str, str, Number, str, bool]]
    target: str
    state: str
    cover: bool
    dodge: bool
    sniper_target: bool
    leader: bool

    def man(self, r: Reader) -> Man:
        """Return the target.

        Contradiction if no shot can be aimed at him, or if he lies suppressed and may not dodge.
        """
        down = self.state == DOWN
        if down and self.cover:
            raise Contradiction("Suppressed in cover he is hidden, and no shot is aimed at him.", state=UP)
        if down and self.dodge and r.holds("dodge-suppressed", "barred"):
            raise Contradiction("A suppressed man does not react, and so he does not dodge.", dodge=False)
        return Man(0 if self.cover else None, suppressed=down)

    def volleys(self, w: Working, man: Man) -> list[Volley]:
        """Return the shot of each man who can shoot at the target, and add the steps of each line.

        The fire is refused if nobody can shoot.
        """
        crewed = tuple((*row[:-1], row[-1] and Firers(*row).weapon in CREWED) for row in self.firers)
        if crewed != tuple(self.firers):
            raise Contradiction("Only an MMG or an HMG needs a crew.", firers=crewed)
        found: list[Volley] = []
        barred: list[Refusal] = []
        for one in (Firers(*row) for row in self.firers):
            who = f"{counted(one.men, 'man')} with {called(w.reader, one.weapon)}"
            why_not = attempt(partial(self.shot, Working(w.reader), man, one))
            if isinstance(why_not, Refusal):
                w.note(f"{who}: {why_not.reason[:1].lower()}{why_not.reason[1:].rstrip('.')}", why_not.rule)
                barred.append(why_not)
                continue
            w.note(f"{who}, {write_number(one.distance)} cm away", "shooting.needed")
            found += [self.shot(w, man, one)] * one.men
        if not found:
            w.refuse(barred[0].reason, barred[0].rule)
        return found

    def shot(self, w: Working, man: Man, one: Firers) -> Volley:
        """Return the shot of one man at the target in his present state.

        It is refused if the man has moved too far, if the weapon does not reach, or if cover bars the shot.
        """
        check_cover(w.reader, w, one.weapon, self.cover)
        check_moved(w.reader, w, one.weapon, one.moved(w.reader))
        aim = one.aim(w.reader, self.dodge, self.sniper_target)
        return fire_at(w.reader, w, man, aim, self.target, leader=self.leader)

    def one_by_one(self, r: Reader) -> Distribution[str]:
        """Return the distribution of the target's fate if each man fires after the one before.

        Once the target is hidden he draws no more shots.
        """
        known: dict[Man, list[Volley]] = {}

        def shot(man: Man, place: int) -> Distribution[Man]:
            if not man.can_be_aimed_at:
                return Distribution.sure(man)
            if man not in known:
                known[man] = self.volleys(Working(r), man)
            return known[man][place].leaves(man)

        now: Distribution[Man] = Distribution.sure(self.man(r))
        for place in range(len(self.volleys(Working(r), self.man(r)))):
            now = now.then(partial(shot, place=place))
        return now.map(lambda man: man.fate)


def _headline(told: GroupShot, men: int) -> str:
    words = f"At least one hit {spoken(told.hit)}; removed {spoken(told.removed)}, suppressed {spoken(told.suppressed)}"
    if men == 1 or told.removed_apart is None:
        return words
    return f"{words}; one after another removed {spoken(told.removed_apart)}"
