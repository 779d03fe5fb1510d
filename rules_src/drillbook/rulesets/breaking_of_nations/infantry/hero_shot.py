"""Infantry: a hero under fire, from the shot to the result."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Chain, Distribution, Thrower, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.hero import place_of
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, Range, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.infantry import _chain as chain

ALONE, IN_SQUAD = "hero", "squad"
AIMS = {ALONE: "At the hero himself", IN_SQUAD: "At his squad"}


@dataclass(frozen=True, slots=True)
class HeroFate:
    """The number a shot needs and the chance of each end: unharmed, wounded, or removed.

    wounded means alive but wounded. bad_wound is removal by a wound, place_death a bloody death by the place of the hit,
    critical a bloody death by a critical. removed is the chance of these three together.
    """

    needed: int
    unharmed: Fraction
    wounded: Fraction
    bad_wound: Fraction
    place_death: Fraction
    critical: Fraction
    removed: Fraction


@question(
    "bon/hero-shot?grade=regular&armour=minimal&ground=clear&firer=regular&range=medium&shots=1&aimed=hero",
    "bon/hero-shot?grade=regular&armour=minimal&ground=clear&firer=regular&range=medium&shots=1&aimed=squad&men=10",
    "bon/hero-shot?grade=elite&armour=flak&ground=light-forest&firer=veteran&range=short&shots=6&aimed=squad&men=6",
)
def hero_shot(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("The hero is")],
    armour: Annotated[str, armour_of("His armour")],
    ground: Annotated[str, ground_of("He stands in")],
    firer: Annotated[str, soldiers("Shooter is")],
    range: Range,
    shots: Annotated[int, Count(1, 6, label="Shots")],
    aimed: Annotated[str, Choice(AIMS, label="Aimed", help="A hero in a squad is named only under a house rule.")],
    men: Annotated[int, Count(2, 13, default=10, label="Men in the squad", when={"aimed": (IN_SQUAD,)}, why_not="He is the target.")],
    formation: Annotated[str, Choice(FORMATIONS, label="His squad's formation")],
) -> Breakdown[HeroFate]:  # fmt: skip
    """What becomes of a hero under fire?"""
    w = Working(r)
    if aimed == IN_SQUAD and chain.names_a_man(r):
        raise Contradiction("The shooter names the man whom he fires at, and here that is the hero.", aimed="hero")
    man = shooting.Man(grade, armour, ground, formation)
    shooting.check_target(r, w, man)
    w.note("a hero has the stats of his squad's grade", "infantry.hero-stats")
    needed = shooting.man_number(r, w, man, firer, range, what="his DS")
    w.then("chance of a hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
    fire = chain.Fire(r, needed, aimed == IN_SQUAD)
    start = chain.Hero(others=men - 1 if fire.at_squad else 0)
    if fire.at_squad:
        w.times("chance that a first hit is his", fire.share(start), "ranged-combat.target-number")
    flow = Chain(start, fire.shot).flow(shots)
    fates = [now.map(lambda hero: hero.fate) for now in flow]
    end = fates[-1]
    removed = end.chance(lambda fate: fate in chain.GONE)
    w.then("chance that he is removed", removed, "infantry.hit-location-table")
    value = HeroFate(
        needed,
        end[chain.FIT],
        end[chain.HURT] + end[chain.DOWN],
        end[chain.REMOVED],
        end[chain.PLACE_DEATH],
        end[chain.CRITICAL],
        removed,
    )
    who = f"The leader of a squad of {men}" if fire.at_squad else "The hero"
    hurt_words = f"; wounded and alive: {spoken(value.wounded)}"
    named = end.map(lambda fate: chain.FATES[fate])
    shown = Distribution({words: named[words] for words in chain.FATES.values()})
    return w.answer(
        value,
        headline=f"{who} is removed, by a wound or dead: {spoken(removed)}{hurt_words}; unharmed: {spoken(value.unharmed)}",
        chance=removed,
        distribution=shown,
        exhibits=[
            _stages(fire, start),
            _shots(fates),
            Bars(
                "What has become of him after the last shot; removed is by a wound, not dead.",
                "He is",
                {"": shown},
                name="ends",
            ),
        ],
    )


def _stages(fire: chain.Fire, start: chain.Hero) -> Track:
    """Return the track of the first shot in its stages: aimed, rolled, located."""
    states = ("aimed", "not hit", "hit", "hampered", "prone", "wounded out", "dead")
    aimed, missed, hit, hampered, prone, gone, death = states
    after = fire.shot(start).map(lambda hero: hero.fate)
    critical = after[chain.CRITICAL]
    first = Distribution({missed: after[chain.FIT], hit: 1 - after[chain.FIT] - critical, death: critical})
    last = {
        missed: after[chain.FIT], hampered: after[chain.HURT], prone: after[chain.DOWN], gone: after[chain.REMOVED],
        death: critical + after[chain.PLACE_DEATH],
    }  # fmt: skip
    return Track(
        "The first shot from the aim to the result: the die to hit, then the die for the place.",
        states, [Distribution.sure(aimed), first, Distribution(last)],
        absorbing=(missed, gone, death), turn_word="Die", name="stages",
    )  # fmt: skip


def _shots(fates: list[Distribution[str]]) -> Track:
    """His state after every shot; dead by the place it hits, or outright by a critical shot."""
    short = {
        chain.FIT: "fit",
        chain.HURT: "hurt",
        chain.DOWN: "prone",
        chain.REMOVED: "out",
        chain.PLACE_DEATH: "dead: place",
        chain.CRITICAL: "dead: shot",
    }
    return Track(
        "His state after every shot; dead by the place it hits, or outright by a critical shot.",
        tuple(chain.FATES),
        fates,
        labels=short,
        absorbing=chain.GONE,
        turn_word="Shot",
        name="shots",
    )


@simulation
def under_fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot, whose it is, and the place it hits."""
    w, shots = Working(r), inputs["shots"]
    man = shooting.Man(inputs["grade"], inputs["armour"], inputs["ground"], inputs["formation"])
    fire = chain.Fire(r, shooting.man_number(r, w, man, inputs["firer"], inputs["range"]), inputs["aimed"] == IN_SQUAD)
    rolled = dice.roll_each(r.text("ranged-combat.die"), count, shots)
    placed = dice.roll_each(r.text("infantry.hero-wound"), count, shots)
    others = inputs["men"] - 1 if fire.at_squad else 0
    lots = {many: dice.roll_each(f"d{many}", count, shots) for many in range_to(others + 1)}
    every = r.holds("hero-hit-location", "every-hit")
    first = r.holds("hero-hit-location", "dies-first")
    ends = []
    for throw in np.ndindex(count):
        hero = chain.Hero(others=others)
        for shot in range_to(shots):
            at = (*throw, shot - 1)
            if fire.over(hero):
                break
            face = rolled[at]
            if not shot_die.hits(r, fire.number(hero), face):
                continue
            share = fire.share(hero)
            if share == 0 or (share < 1 and lots[hero.others + 1][at] > 1):
                hero = chain.replace_man(hero)
            elif shot_die.is_critical(r, face) and not every:
                hero = hero._replace(fate=chain.CRITICAL)
            elif first:
                hero = hero._replace(fate=chain.REMOVED)
            else:
                hero = fire.placed(hero, place_of(r, int(placed[at])))
        ends.append(chain.FATES[hero.fate])
    return np.array(ends)


def range_to(last: int) -> list[int]:
    """Return the whole numbers from one to the last."""
    return [number + 1 for number in np.arange(last).tolist()]
