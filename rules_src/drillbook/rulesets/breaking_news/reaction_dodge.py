"""Getting out of the way, section 6.5: the dodge, going to ground, and what either is worth against one shot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Decision, Exhibit, Verdict
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    Save,
    fate,
    name_of,
    save,
    throw_saves,
)
from drillbook.rulesets.breaking_news._covering import caught, test_dice
from drillbook.rulesets.breaking_news._reach import SNIPER, called
from drillbook.rulesets.breaking_news._shot import Shot, shot_line

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

DODGE, GROUND, ANSWER, NOTHING = "dodge", "ground", "fire", "none"
REACTIONS = {DODGE: "Dodges", GROUND: "Goes to ground", ANSWER: "Shoots back", NOTHING: "Nothing"}


@dataclass(frozen=True, slots=True)
class Dodge:
    """Whether he may, how many of his squad may dodge this shot, what the shot then needs, and what becomes of him."""

    allowed: bool
    dodgers: int
    needed: int
    dice: int
    hit: Fraction
    unhurt: Fraction
    suppressed: Fraction
    removed: Fraction


@question(
    "breaking_news",
    "dodge",
    examples=[
        "bn/dodge?reaction=dodge&weapon=ar-single&distance=20&shooter=r3&troops=r4&cover-distance=4",
        "bn/dodge?reaction=dodge&weapon=ar-burst&distance=40&shooter=irr3&troops=r2&cover-distance=3&value=6",
        "bn/dodge?reaction=ground&weapon=lmg&distance=30&shooter=irr1&troops=r3&cover-distance=12",
        "bn/dodge?reaction=dodge&weapon=sniper&distance=60&shooter=r1&troops=irr2&cover-distance=2",
    ],
)
def dodge(
    r: Reader,
    /,
    *,
    reaction: Annotated[str, Choice(REACTIONS, default=DODGE, label="His reaction")],
    cover_distance: Annotated[
        Number,
        Length(
            0,
            30,
            default=4,
            label="To the nearest cover",
            when={"reaction": (DODGE, GROUND)},
            why_not="Only a man who gets out of the way asks for cover.",
        ),
    ],
    suppressed: Annotated[bool, Flag(default=False, label="He is suppressed")],
    troops: Annotated[str, Choice(table="classes", default="r4", label="He is")],
    squad: Annotated[
        int,
        Count(
            1,
            12,
            default=1,
            label="Men of his squad",
            help="How many of them may dodge this shot?",
            when={"reaction": (DODGE,)},
            why_not="Only a dodge can be shared by others.",
        ),
    ],
    weapon: Annotated[str, Choice(table="weapons", default="ar-single", label="Shot at with")],
    distance: Annotated[Number, Length(0, 100, default=20, label="From a distance of")],
    shooter: Annotated[str, Choice(table="classes", default="r3", label="By")],
    value: Annotated[
        int,
        Count(
            0,
            9,
            default=0,
            label="Covering fire on him",
            help="The value of the area he is in; 0 for none.",
            when={"reaction": (DODGE, ANSWER)},
            why_not="Only a man who moves or shoots has to test.",
        ),
    ],
) -> Breakdown[Dodge] | Refusal:
    """What does it help a man under fire to dodge, or to throw himself down?"""
    w = Working(r)
    verdicts = _verdicts(r, reaction, cover_distance, suppressed, weapon)
    failed = next((verdict for verdict in verdicts if verdict.ok is False), None)
    allowed = failed is None
    for verdict in verdicts:
        w.note(verdict.finding, verdict.rule)
    plan = _plan(r, w, reaction if allowed else NOTHING, troops)
    shot = _shot(r, w, plan, weapon, distance, shooter)
    if isinstance(shot, Refusal):
        return w.refuse(shot.reason, shot.rule)
    still = _shot(r, Working(r), _Plan(False, False, plan.save), weapon, distance, shooter)
    assert isinstance(still, Shot)
    nothing = _Plan(False, False, save(r, troops))
    late = (plan, shot) if r.reading("dodge-suppressed") == "B" else (nothing, still)
    fates = _fates(r, w, plan, shot, late, troops, value)

    everyone = reaction == DODGE and r.reading("dodge-who") == "B"
    dodgers = (squad if everyone else 1) if allowed and reaction == DODGE else 0
    if reaction == DODGE:
        words = f"{dodgers} of {squad} may dodge this shot" if squad > 1 else f"he {'dodges' if dodgers else 'stays'}"
        w.note(words, "reaction.dodge")
    answer = Dodge(
        allowed, dodgers, shot.needed, shot.dice, shot.at_least_one, fates[UNHURT], fates[SUPPRESSED], fates[REMOVED]
    )
    none = fate(still.hits, save(r, troops))
    pictures: list[Exhibit] = [
        Bars(
            "What becomes of him, against doing nothing",
            "He is",
            {REACTIONS[reaction].lower(): fates, "does nothing": Distribution({one: none[one] for one in FATES})}
            if reaction != NOTHING
            else {"": fates},
        ),
        Decision("What the rules ask of him", verdicts),
    ]
    headline = _headline(answer, reaction, shot, failed, squad)
    return w.answer(answer, headline=headline, chance=answer.unhurt, distribution=fates, exhibits=pictures)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a reaction does to the shot and to the man, and the rule that has him take the covering fire test first."""

    dodges: bool
    down: bool
    save: Save
    tested_by: str = ""


def _verdicts(r: Reader, reaction: str, cover_distance: Number, suppressed: bool, weapon: str) -> list[Verdict]:
    """What the rules ask of a man who wants to react in that way."""
    if reaction == NOTHING:
        return [Verdict("Does he react?", None, "he does not react", r.cite("reaction.dodge"))]
    may = not suppressed or (reaction != ANSWER and r.reading("dodge-suppressed") == "B")
    finding = "he is suppressed" if suppressed else "he is not suppressed"
    verdicts = [Verdict("Is he fit to react?", may, finding, r.cite("casualties.supp-no-reaction"))]
    if reaction == ANSWER:
        return verdicts
    reach = min(r.int("reaction.dodge-cover-reach"), r.int("reaction.dodge-5cm"))
    near = cover_distance <= reach
    if reaction == GROUND:
        finding = f"cover {cover_distance} cm away is in reach" if near else "no cover in reach"
        return [*verdicts, Verdict("Is there no cover in reach?", not near, finding, r.cite("reaction.dodge-ground"))]
    move = r.int("reaction.dodge-5cm")
    sniped = weapon == SNIPER
    return [
        *verdicts,
        Verdict(
            f"Cover within {r.int('reaction.dodge-cover-reach')} cm?",
            near,
            f"cover is {cover_distance} cm away, and a dodge is {move} cm at most",
            r.cite(
                "reaction.dodge-cover-reach"
                if cover_distance > r.int("reaction.dodge-cover-reach")
                else "reaction.dodge-5cm"
            ),
        ),
        Verdict(
            "Can such a shot be dodged?",
            not sniped,
            "a sniper's shot cannot be dodged" if sniped else "the shot can be dodged",
            r.cite("reaction.dodge-sniper"),
        ),
    ]


def _plan(r: Reader, w: Working, reaction: str, troops: str) -> _Plan:
    """What the reaction does, by the rulings that bear on it."""
    plain = save(r, troops)
    if reaction == DODGE:
        effect, double = r.int("reaction.dodge-effect"), r.reading("dodge-double") == "B"
        words = f"the dodge's {-effect} off the die is " + ("a modifier of its own" if double else "the same modifier")
        w.note(words, "reaction.dodge-effect")
        kept = save(r, troops, protected=True) if r.reading("dodge-cover") == "B" else plain
        return _Plan(True, False, kept, "reaction.dodge-under-cover-fire")
    if reaction == GROUND:
        down = r.reading("xref-suppression") == "A"
        w.note(
            "going to ground suppresses him" if down else "only a group is suppressed by it",
            "casualties.supp-by-ground",
        )
        later = r.int("casualties.supp-open-cover")
        w.note(f"from the next shot on he has cover beyond {later} cm", "casualties.supp-open-cover")
        return _Plan(r.reading("dodge-ground") == "B", down, plain)
    if reaction == ANSWER:
        return _Plan(r.reading("xref-dodge") == "B", False, plain, "reaction.cover-test")
    return _Plan(False, False, plain)


def _shot(r: Reader, w: Working, plan: _Plan, weapon: str, distance: Number, shooter: str) -> Shot | Refusal:
    return shot_line(r, w, weapon=weapon, distance=distance, troops=shooter, dodge=plan.dodges)


def _fates(
    r: Reader, w: Working, plan: _Plan, shot: Shot, late: tuple[_Plan, Shot], troops: str, value: int
) -> Distribution[str]:
    """What becomes of him: first the test against covering fire, then the shot.

    late is how the shot meets a man whom the test has caught and suppressed: as if he did nothing, or as he planned.
    """
    by_shot = fate(shot.hits, plan.save)
    if plan.down:
        by_shot = {UNHURT: Fraction(0), SUPPRESSED: by_shot[UNHURT] + by_shot[SUPPRESSED], REMOVED: by_shot[REMOVED]}
    tested = value > 0 and plan.tested_by
    struck = caught(r, value, False) if tested else Fraction(0)
    if tested:
        w.then("first he throws", Cited(test_dice(r, False), r.cite(plan.tested_by)))
        w.then(f"chance of {value} or less, which catches him", Cited(struck, r.cite("reaction.cover-test")))
    plain = save(r, troops)
    alive = struck * plain.survives(r.int("reaction.cover-one-hit"))
    later = fate(late[-1].hits, late[0].save)[REMOVED]
    w.then(f"chance that {name_of(r, troops)} saves a hit", Cited(plan.save.chance, r.cite("casualties.save-value")))
    chances = {
        UNHURT: (1 - struck) * by_shot[UNHURT],
        SUPPRESSED: (1 - struck) * by_shot[SUPPRESSED] + alive * (1 - later),
        REMOVED: (1 - struck) * by_shot[REMOVED] + alive * later + struck - alive,
    }
    w.then("chance that he is removed", Cited(percent(chances[REMOVED]), r.cite("casualties.save-fail")))
    return Distribution(chances)


def _headline(answer: Dodge, reaction: str, shot: Shot, failed: Verdict | None, squad: int) -> str:
    end = f"the shot {called(shot)}; unhurt {percent(answer.unhurt)}, removed {percent(answer.removed)}"
    if failed:
        return f"He may not: {failed.finding}; {end}"
    if reaction == DODGE and squad > 1:
        return f"{answer.dodgers} of {squad} may dodge; {end}"
    return f"{REACTIONS[reaction] if reaction != NOTHING else 'He does nothing'}: {end}"


@simulation("breaking_news", "dodge")
def throw_dodge(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The test, the shot and the saves thrown with real dice: what becomes of the man."""
    import numpy as np

    reaction, troops, value = inputs["reaction"], inputs["troops"], inputs["value"]
    verdicts = _verdicts(r, reaction, inputs["cover_distance"], inputs["suppressed"], inputs["weapon"])
    done = reaction if all(verdict.ok is not False for verdict in verdicts) else NOTHING
    plan = _plan(r, Working(r), done, troops)
    plain = save(r, troops)
    aim = (inputs["weapon"], inputs["distance"], inputs["shooter"])
    shot = _shot(r, Working(r), plan, *aim)
    moves_late = r.reading("dodge-suppressed") == "B"
    late = shot if moves_late else _shot(r, Working(r), _Plan(False, False, plain), *aim)
    assert isinstance(shot, Shot)
    assert isinstance(late, Shot)

    tested = value > 0 and plan.tested_by
    failed = dice.roll(test_dice(r, False), count) <= value if tested else np.zeros(count, bool)
    out = failed & ~throw_saves(r, dice, count, failed * r.int("reaction.cover-one-hit"), plain)
    die = r.text("shooting.roll")
    normal = (dice.roll_each(die, count, max(shot.dice, 1)) >= shot.needed).sum(axis=1) * (shot.dice > 0)
    slow = (dice.roll_each(die, count, max(late.dice, 1)) >= late.needed).sum(axis=1) * (late.dice > 0)
    hits = np.where(failed, slow, normal)
    kept = plan.save if moves_late else plain
    survives = np.where(failed, throw_saves(r, dice, count, hits, kept), throw_saves(r, dice, count, hits, plan.save))
    out |= ~survives
    down = failed | (hits > 0) | plan.down
    return np.where(out, REMOVED, np.where(down, SUPPRESSED, UNHURT))
