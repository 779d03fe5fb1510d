"""Close combat: two squads hand to hand, for some rounds."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Thrower, counted, lost_of, spoken
from drillbook.rulesets.breaking_of_nations.close_combat._lines import Clash, Lines
from drillbook.rulesets.breaking_of_nations.close_combat._rolled import roll_out
from drillbook.rulesets.breaking_of_nations.common.close_combat import (
    HOLDS,
    NO_TRENCH,
    STORMS,
    Fighter,
    barred,
    check_weapon,
)
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, soldiers

LEVEL, HILL, COVER, TRENCH, SADDLE = "level", "uphill", "cover", "trench", "mounted"
PLACES = {
    LEVEL: "In the open",
    HILL: "They are uphill",
    COVER: "They are in cover",
    TRENCH: "They hold a trench",
    SADDLE: "We are on horseback",
}
WON, LOST, BOTH, NOBODY = "we alone", "they alone", "both", "nobody"


@dataclass(frozen=True, slots=True)
class SquadMelee:
    """The state after the last round: who is left, the mean losses, and the worth of one blow.

    won, lost and both are the chances that only our side, only the enemy or both are left. halved is the chance that the
    enemy is down to half strength or below, our_half the same for our side.
    """

    won: Fraction
    lost: Fraction
    both: Fraction
    our_losses: Fraction
    their_losses: Fraction
    halved: Fraction
    our_half: Fraction
    our_blow: Fraction
    their_blow: Fraction


@question(
    "bon/squad-melee?men=10&grade=regular&enemy-men=10&enemy=regular&rounds=2",
    "bon/squad-melee?men=9&grade=elite&armour=flak&enemy-men=4&enemy=green&enemy-armour=flak&place=trench&rounds=2",
    "bon/squad-melee?men=6&grade=veteran&weapon=yes&enemy-men=10&enemy=green&place=mounted&rounds=3",
    "bon/squad-melee?men=5&grade=regular&enemy-men=3&enemy=regular&rounds=1&ruling.melee-pairing=B",
)
def squad_melee(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 10, default=10, label="Our men", opens=True)],
    grade: Annotated[str, soldiers("We are")],
    armour: Annotated[str, armour_of("Our armour")],
    weapon: Annotated[bool, Flag(label="We have close combat weapons")],
    enemy_men: Annotated[int, Count(1, 10, default=10, label="Their men", opens=True)],
    enemy: Annotated[str, soldiers("They are")],
    enemy_armour: Annotated[str, armour_of("Their armour")],
    enemy_weapon: Annotated[bool, Flag(label="They have close combat weapons")],
    place: Annotated[str, Choice(PLACES, label="Where")],
    rounds: Annotated[int, Count(1, 3, default=2, label="Rounds")],
) -> Breakdown[SquadMelee]:
    """Our squad attacks theirs hand to hand: who is left after some rounds?"""
    w = Working(r)
    start = Lines(men, enemy_men)
    clash = _clash(r, w, start, (grade, armour, weapon), (enemy, enemy_armour, enemy_weapon), place)
    ours, theirs = clash.exchanges
    w.then("chance that one blow of ours strikes", ours, "close-combat.die")
    w.then("chance that one blow of theirs strikes", theirs, "close-combat.die")
    groups = clash.groups(start)
    w.note(f"{counted(len(groups), 'fight')}, each with one man on the weaker side", "close-combat.contact")
    idle = max(start) - sum(groups)
    w.note(f"{counted(idle, 'man')} of the stronger side without an enemy to fight", "close-combat.contact", when=idle)
    flow = clash.flow(start, rounds)
    last = flow[-1]
    losses = men - last.map(lambda lines: lines.own).mean, enemy_men - last.map(lambda lines: lines.other).mean
    w.then("our losses, on average", losses[0], "close-combat.damage")
    w.then("their losses, on average", losses[1], "close-combat.damage")
    share = r.num("glory.trigger-half")
    ends = last.map(_end)
    told = SquadMelee(
        ends[WON],
        ends[LOST],
        ends[BOTH],
        *losses,
        last.chance(lambda lines: lines.other <= share * enemy_men),
        last.chance(lambda lines: lines.own <= share * men),
        ours,
        theirs,
    )
    w.then("chance that they are down to half", told.halved, "glory.trigger-half")
    w.then("chance that we are down to half", told.our_half, "glory.trigger-half")
    return w.answer(
        told,
        headline=(
            f"Of us {lost_of(losses[0], men, 'man')}; of them {lost_of(losses[1], enemy_men, 'man')}; "
            f"we alone are left: {spoken(told.won)}; they alone: {spoken(told.lost)}"
        ),
        chance=told.won,
        distribution=ends,
        exhibits=[
            Curves(
                "The men left on average, after each round",
                "Round",
                "Men",
                {
                    "we": [(turn, now.map(lambda lines: lines.own).mean) for turn, now in enumerate(flow)],
                    "they": [(turn, now.map(lambda lines: lines.other).mean) for turn, now in enumerate(flow)],
                },
                chance=False,
                name="rounds",
            ),
            Bars(
                f"Men left after {counted(rounds, 'round')}",
                "Men",
                {"ours": last.map(lambda lines: lines.own), "theirs": last.map(lambda lines: lines.other)},
                name="left",
            ),
        ],
    )


def _clash(
    r: Reader, w: Working, start: Lines, we: tuple[str, str, bool], they: tuple[str, str, bool], place: str
) -> Clash:
    """Return the clash of two squads that a form describes.

    we and they are grade, armour and whether the side has close combat weapons. The function forbids weapons that the men
    cannot carry.
    """
    (grade, armour, weapon), (enemy, enemy_armour, enemy_weapon) = we, they
    for men, armed in zip(start, (weapon, enemy_weapon), strict=True):
        check_weapon(w, men, weapon=armed, trench=place == TRENCH)
    storm, hold = (STORMS, HOLDS) if place == TRENCH else (NO_TRENCH, NO_TRENCH)
    own = Fighter(grade, armour, mounted=place == SADDLE, trench=storm)
    other = Fighter(enemy, enemy_armour, covered=place == COVER, uphill=place == HILL, trench=hold)
    return Clash(r, w, start, own, other, weapon=weapon, other_weapon=enemy_weapon)


def _end(lines: Lines) -> str:
    """Return the end of a fight: who is left."""
    if lines.own:
        return BOTH if lines.other else WON
    return LOST if lines.other else NOBODY


@simulation
def throw_squad_melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw a number of fights, pair by pair, for the rounds of the question; return their ends."""
    sides = ("men", "weapon"), ("enemy_men", "enemy_weapon")
    if any(barred(inputs[men], weapon=inputs[weapon], trench=inputs["place"] == TRENCH) for men, weapon in sides):
        return []
    names = ("grade", "armour", "weapon")
    we, they = (inputs[name] for name in names), (inputs[f"enemy_{name}"] for name in names[1:])
    start = Lines(inputs["men"], inputs["enemy_men"])
    clash = _clash(r, Working(r), start, tuple(we), (inputs["enemy"], *they), inputs["place"])
    die, extra = r.text("close-combat.die"), r.int("weapons.cc-reroll")
    rolls = tuple(1 + extra * inputs[name] for name in ("weapon", "enemy_weapon"))
    ends = []
    for _ in range(count):
        lines = start
        for _round in range(inputs["rounds"]):
            if lines.over:
                break
            ours = lines.own >= lines.other
            gone = [0, 0]
            for many in clash.groups(lines):
                melee = clash.crowd if ours else clash.surrounded
                cups = rolls if ours else rolls[::-1]
                left = roll_out(melee, dice, die, cups, many, 1, he_first=not ours)
                gone[not ours] += many - left.many
                gone[ours] += not left.lone
            lines = Lines(lines.own - gone[0], lines.other - gone[1])
        ends.append(_end(lines))
    return ends
