"""Getting out of the way, section 6.5: the dodge, going to ground, and their worth.

The worth is measured against one shot.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, np, percent, spoken
from drillbook.rulesets.breaking_news.common.casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    Save,
    name_of,
    save,
    throw_saves,
)
from drillbook.rulesets.breaking_news.common.firing import AT_NO_MAN, EVERY_ARM, NOT_AT_MEN, Aim, check_cover
from drillbook.rulesets.breaking_news.common.inputs import Troops
from drillbook.rulesets.breaking_news.common.man import Man, Screen, tell_screen
from drillbook.rulesets.breaking_news.common.reach import SNIPER, called
from drillbook.rulesets.breaking_news.common.recovery import Retreating, reacts_in_retreat
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot
from drillbook.rulesets.breaking_news.common.volley import Volley
from drillbook.rulesets.breaking_news.reaction._covering import caught, test_dice

DODGE, GROUND, ANSWER, NOTHING = "dodge", "ground", "fire", "none"
#: What may be aimed at him; a mortar drops its bombs on a place.
DODGED = {key: name for key, name in EVERY_ARM.items() if key != "mortar"}
REACTIONS = {DODGE: "Dodges", GROUND: "Goes to ground", ANSWER: "Shoots back", NOTHING: "Nothing"}


@dataclass(frozen=True, slots=True)
class Dodge:
    """The answer on a reaction: whether it is allowed, what the shot then needs, and the result.

    dodgers is how many of the squad may dodge this shot. caught is the chance to be caught by covering fire first; None
    if there is no such test.
    """

    allowed: bool
    dodgers: int
    needed: int
    dice: int
    hit: Fraction
    caught: Fraction | None
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "bn/dodge?reaction=dodge&weapon=ar-single&distance=20&shooter=r3&troops=r4&cover-distance=4",
    "bn/dodge?reaction=dodge&weapon=ar-burst&distance=40&shooter=irr3&troops=r2&cover-distance=3&value=6",
    "bn/dodge?reaction=ground&weapon=lmg&distance=30&shooter=irr1&troops=r3&cover-distance=12",
    "bn/dodge?reaction=dodge&weapon=sniper&distance=60&shooter=r1&troops=irr2&cover-distance=2",
    "bn/dodge?reaction=dodge&weapon=ar-burst&distance=20&shooter=r4&troops=irr1&in-cover=yes&leader=yes&cover-distance=5",
)
def dodge(
    r: Reader,
    *,
    reaction: Annotated[str, Choice(REACTIONS, label="His reaction")],
    cover_distance: Annotated[
        Number,
        Length(
            0,
            30,
            default=4,
            label="To the nearest cover",
            when={"reaction": (DODGE, GROUND)},
            why_not="Only a man who gets out of the way asks for cover.",
            bands=("reaction.dodge-cover-reach",),
        ),
    ],
    suppressed: Annotated[bool, Flag(label="He is suppressed")],
    retreating: Retreating,
    in_cover: Annotated[
        bool, Flag(label="Behind cover already", help="The nearest cover is then the one he would change to.")
    ],
    troops: Troops,
    leader: Annotated[bool, Flag(label="He is a leader")],
    squad: Annotated[
        int,
        Count(
            1,
            12,
            label="Men of his squad",
            help="How many of them may dodge this shot?",
            when={"reaction": (DODGE,)},
            why_not="Only a dodge can be shared by others.",
        ),
    ],
    weapon: Annotated[str, Choice(DODGED, default="ar-single", label="Shot at with")],
    distance: Annotated[Number, Length(0, 100, default=20, label="From a distance of", bands=("shooting.table",))],
    shooter: Annotated[str, Choice(table="classes", default="r3", label="By")],
    value: Annotated[
        int,
        Count(
            0,
            9,
            label="Covering fire on him",
            help="The value of the area he is in; 0 for none.",
            when={"reaction": (DODGE, ANSWER)},
            why_not="Only a man who moves or shoots has to test.",
        ),
    ],
) -> Breakdown[Dodge]:
    """What does it help a man under fire to dodge, or to throw himself down?"""
    w = Working(r)
    man = (suppressed, in_cover, troops, leader)
    under_fire = UnderFire(reaction, cover_distance, *man, weapon, distance, shooter, value, retreating)
    checks = under_fire.checks(w)
    checks.tell(lambda one: one.finding)
    plan = under_fire.plan(r, reaction if checks.passed else NOTHING)
    for words, rule in plan.remarks:
        w.note(words, rule)
    tell_screen(r, w, under_fire.screen(r))
    shot = shoot(r, w, under_fire.aim(r, plan))
    nothing = under_fire.plan(r, NOTHING)
    still = Volley(shoot(r, Working(r), under_fire.aim(r, nothing)), nothing.save)
    planned = Volley(shot, plan.save)
    tested = value and plan.tested_by
    struck = caught(r, value, False) if tested else Fraction(0)
    late = planned if not tested or r.holds("dodge-suppressed", "allowed") else under_fire.caught(r)
    fates = _fates(plan, planned, late, struck, nothing.save.survives(r.int("reaction.cover-one-hit")))
    if tested:
        w.then("first he throws", test_dice(r, False), plan.tested_by)
        w.then(f"chance of {value} or less, which catches him", struck, "reaction.cover-test")
    w.then(f"chance that {name_of(r, troops)} saves a hit", plan.save.chance, "casualties.save-value")
    w.then("chance that he is removed", percent(fates[REMOVED]), "casualties.save-fail")

    everyone = reaction == DODGE and r.holds("dodge-who", "any-figure")
    dodgers = (squad if everyone else 1) if plan.dodges and reaction == DODGE else 0
    if reaction == DODGE:
        words = f"{dodgers} of {squad} may dodge this shot" if squad > 1 else f"he {'dodges' if dodgers else 'stays'}"
        w.note(words, "reaction.dodge")
    chances = (fates[UNHURT], fates[SUPPRESSED], fates[REMOVED])
    answer = Dodge(
        checks.passed, dodgers, shot.needed, shot.dice, shot.at_least_one, struck if tested else None, *chances
    )
    series = {REACTIONS[reaction].lower(): fates, "does nothing": still.fates} if reaction != NOTHING else {"": fates}
    pictures: list[Exhibit] = [
        Bars("What becomes of him, against doing nothing", "He is", series),
        checks.decision("What the rules ask of him"),
    ]
    headline = _headline(answer, reaction, shot, checks, squad)
    return w.answer(answer, headline=headline, chance=answer.unhurt, distribution=fates, exhibits=pictures)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a reaction does to the shot and to the man.

    tested_by is the rule that makes him take the covering fire test first; remarks are words with their rules.
    """

    dodges: bool
    down: bool
    save: Save
    tested_by: str = ""
    remarks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class UnderFire:
    """A man under fire: what he would do, where the cover is, and the shot that is fired at him."""

    reaction: str
    cover_distance: Number
    suppressed: bool
    in_cover: bool
    troops: str
    leader: bool
    weapon: str
    distance: Number
    shooter: str
    value: int
    retreating: bool = False

    @property
    def man(self) -> Man:
        """The man as the shot finds him; Contradiction where none can be aimed at him."""
        to_cover = 0 if self.in_cover else self.cover_distance
        man = Man(to_cover, self.suppressed, hidden=self.suppressed and not to_cover)
        if man.hidden:
            raise Contradiction("Suppressed in cover he is hidden, and no shot is aimed at him.", suppressed=False)
        return man

    def screen(self, r: Reader) -> Screen:
        """Return what cover the man already has when he is shot at."""
        return self.man.screen(r, self.distance)

    def caught(self, r: Reader) -> Volley:
        """Return the shot at a man that covering fire has thrown down before it.

        The ruling on caught-cover decides how the shot finds him.
        """
        nothing = self.plan(r, NOTHING)
        aim, how = self.aim(r, nothing), nothing.save
        if not self.suppressed and r.holds("caught-cover", "as-he-lies") and not self.shoots_first(r):
            lies = self.man.put_down().screen(r, self.distance)
            aim = replace(aim, cover=lies.shot)
            how = save(r, self.troops, leader=self.leader, protected=lies.save)
        return Volley(shoot(r, Working(r), aim), how)

    def shoots_first(self, r: Reader) -> bool:
        """Return whether the man gets his own shot off before he goes down.

        He is then still upright when the answer comes.
        """
        return self.reaction == ANSWER and r.holds("covering-hit-suppressed", "shoots-first")

    def aim(self, r: Reader, plan: Plan) -> Aim:
        """Return the shot at a man with that plan."""
        return Aim(self.weapon, self.distance, self.shooter, cover=self.screen(r).shot, dodge=plan.dodges)

    def checks(self, w: Working) -> Checks:
        """Return the checks on a man who wants to react in that way, and refuse an impossible shot."""
        r, checks = w.reader, Checks(w)
        w.forbid(AT_NO_MAN, "sighting.at-aim-point", when=self.weapon in NOT_AT_MEN)
        check_cover(r, w, self.weapon, self.in_cover)
        if self.reaction == NOTHING:
            checks.ask("Does he react?", None, "he does not react", "reaction.dodge")
            return checks
        if self.suppressed and self.retreating and reacts_in_retreat(r):
            checks.ask("Is he fit to react?", True, "a man in retreat reacts as usual", "morale.retreat-reacts")
        else:
            fit = not self.suppressed or (self.reaction != ANSWER and r.holds("dodge-suppressed", "allowed"))
            finding = "he is suppressed" if self.suppressed else "he is not suppressed"
            checks.ask("Is he fit to react?", fit, finding, "casualties.supp-no-reaction")
        within, move = r.int("reaction.dodge-cover-reach"), r.int("reaction.dodge-5cm")
        near = self.cover_distance <= min(within, move)
        if self.reaction == GROUND:
            finding = f"cover {self.cover_distance} cm away is in reach" if near else "no cover in reach"
            finding = "he is behind cover" if self.in_cover else finding
            checks.ask("Is there no cover in reach?", not (near or self.in_cover), finding, "reaction.dodge-ground")
        if self.reaction == DODGE:
            finding = f"cover is {self.cover_distance} cm away, and a dodge is {move} cm at most"
            rule = "reaction.dodge-cover-reach" if self.cover_distance > within else "reaction.dodge-5cm"
            checks.ask(f"Cover within {within} cm?", near, finding, rule)
            sniped = self.weapon == SNIPER
            finding = "a sniper's shot cannot be dodged" if sniped else "the shot can be dodged"
            checks.ask("Can such a shot be dodged?", not sniped, finding, "reaction.dodge-sniper")
        return checks

    def plan(self, r: Reader, reaction: str) -> Plan:
        """Return what the reaction does, by the rulings on it."""
        plain = save(r, self.troops, leader=self.leader, protected=self.screen(r).save)
        if reaction == DODGE:
            words = f"the dodge's {-r.int('reaction.dodge-effect')} off the die is the same modifier"
            covered = save(r, self.troops, leader=self.leader, protected=True)
            kept = covered if r.holds("dodge-cover", "at-once") else plain
            return Plan(True, False, kept, "reaction.dodge-under-cover-fire", ((words, "reaction.dodge-effect"),))
        if reaction == GROUND:
            words = "going to ground suppresses him"
            far = r.int("casualties.supp-open-cover")
            later = f"from the next shot on he has cover beyond {far} cm"
            remarks = ((words, "casualties.supp-by-ground"), (later, "casualties.supp-open-cover"))
            return Plan(r.holds("dodge-ground", "as-dodge"), True, plain, remarks=remarks)
        if reaction == ANSWER:
            return Plan(False, False, plain, "reaction.cover-test")
        return Plan(False, False, plain)


def _fates(plan: Plan, planned: Volley, late: Volley, struck: Fraction, saved: Fraction) -> Distribution[str]:
    """Return the distribution of the man's fate: first the covering fire test, then the shot.

    late is the shot at a man that the test has caught and suppressed; struck is the chance to be caught, and saved the
    chance that he survives being caught.
    """
    by_shot = planned.fates
    if plan.down:
        by_shot = by_shot.map(lambda one: SUPPRESSED if one == UNHURT else one)
    alive, removed = struck * saved, late.fates[REMOVED]
    return Distribution(
        {
            UNHURT: (1 - struck) * by_shot[UNHURT],
            SUPPRESSED: (1 - struck) * by_shot[SUPPRESSED] + alive * (1 - removed),
            REMOVED: (1 - struck) * by_shot[REMOVED] + alive * removed + struck - alive,
        }
    )


def _headline(answer: Dodge, reaction: str, shot: Shot, checks: Checks, squad: int) -> str:
    """Return the headline: what the man may do, the shot, and his fate in all.

    The shot is the one at a man who is not caught before it.
    """
    first = f"caught by the covering fire first {spoken(answer.caught)}, else " if answer.caught else ""
    unhurt = "in all unhurt" if answer.caught else "unhurt"
    end = f"{first}the shot {called(shot)}; {unhurt} {spoken(answer.unhurt)}, removed {spoken(answer.removed)}"
    if checks.failed:
        return f"He may not: {checks.failed[0].finding}; {end}"
    if reaction == DODGE and squad > 1:
        return f"{answer.dodgers} of {squad} may dodge; {end}"
    return f"{REACTIONS[reaction] if reaction != NOTHING else 'He does nothing'}: {end}"


@simulation
def throw_dodge(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the test, the shot and the saves, and return the man's fate."""
    inputs.pop("squad")
    under_fire, value = UnderFire(**inputs), inputs["value"]
    plan = under_fire.plan(r, under_fire.reaction if under_fire.checks(Working(r)).passed else NOTHING)
    nothing = under_fire.plan(r, NOTHING)
    planned = Volley(shoot(r, Working(r), under_fire.aim(r, plan)), plan.save)
    failed = np.zeros(count, bool)
    if value and plan.tested_by:
        failed = dice.roll(test_dice(r, False), count) <= value
    out = ~throw_saves(r, dice, count, failed * r.int("reaction.cover-one-hit"), nothing.save)
    late = planned if r.holds("dodge-suppressed", "allowed") else under_fire.caught(r)
    by_shot = np.where(failed, late.throw(r, dice, count), planned.throw(r, dice, count))
    least = np.where(failed | plan.down, FATES.index(SUPPRESSED), FATES.index(UNHURT))
    return np.array(FATES)[np.where(out, FATES.index(REMOVED), np.maximum(by_shot, least))]
