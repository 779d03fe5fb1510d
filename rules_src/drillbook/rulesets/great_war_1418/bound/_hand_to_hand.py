"""The melees at the end of the bound that is walked through, round by round."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from drillbook.asking import Reader, Working, hand
from drillbook.errors import listed
from drillbook.maths import spoken
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.bound._troops import ATTACKERS, FOES, NAMES, UNITS, Stage, Troops
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.fighters import Fighter, armed
from drillbook.rulesets.great_war_1418.common.ground import OPEN_LINE, line_worth, total
from drillbook.rulesets.great_war_1418.common.melee import FRESH, HURT, NOBODY, REAR, Fight, Melee, Side, refuses
from drillbook.rulesets.great_war_1418.common.rolling import cast
from drillbook.rulesets.great_war_1418.melee.deathmatch import deathmatch


def fights(r: Reader, troops: Troops, stage: Stage, tough: Mapping[str, Any], telling: bool) -> None:
    """Play the melee of every pair that is in contact.

    An attacker that comes second to the same enemy is behind the first. tough: the answers on Resilience;
    telling: whether the chances are looked up.
    """
    pairs: dict[str, list[str]] = {}
    for key in ATTACKERS:
        if troops.touches(key):
            pairs.setdefault(FOES[key], []).append(key)
    for foe, mine in pairs.items():
        _fight(r, troops, stage, tough, (mine, foe), telling)
    if not pairs:
        stage.tell("nobody touches an enemy", "melee.contact")
        stage.sums.append("nobody is in contact")


def _fight(
    r: Reader, troops: Troops, stage: Stage, tough: Mapping[str, Any], pair: tuple[list[str], str], telling: bool
) -> None:
    """Play the melee of a pair round after round, to the end.

    pair: the front with any platoon behind it, and the enemy.
    """
    mine, foe = pair
    front, men = mine[0], troops.men
    one, other = (_fighter(r, key, enemy, tough) for key, enemy in ((front, foe), (foe, front)))
    melee = Melee(r, one, other, REAR)
    fight: Fight = Side(men[front].hits, men[mine[1]].hits if mine[1:] else None), Side(men[foe].hits)
    melee.told(fight)
    stage.tell(f"{NAMES[front]} and {NAMES[foe]} are in contact, and fight", "melee.automatic")
    if mine[1:]:
        stage.tell(f"{NAMES[mine[1]]} stands behind {NAMES[front]}, and may bear its losses", "melee.second-rank")
    if telling:
        _odds(r, stage, tough, (mine, foe), fight)
    if refuses(r, Working(r), melee, fight):
        stage.tell("one cannot harm the other, so there is no melee", "melee.cannot-harm")
        return
    dice = Random(f"{troops.plan.dice} melee {front}")
    rounds = 0
    while not melee.over(fight):
        fight, words = _round(r, melee, fight, (NAMES[mine[0]], NAMES[foe]), dice, rounds)
        what, rule = f"deathmatch {rounds}", "melee.deathmatch-minus"
        if not rounds:
            what, rule = "first round", "melee.arming"
        stage.tell(f"{what}: {words}", rule)
        up = melee.steps_up(fight, not rounds)
        if up != fight:
            mine.reverse()
            stage.tell(f"{NAMES[mine[0]]} steps up", "melee.relief")
        fight, rounds = up, rounds + 1
        if not melee.over(fight):
            fight = melee.deeper(fight)
    ours, theirs = fight
    ends = {mine[0]: ours.front, foe: theirs.front} | ({mine[1]: ours.behind} if mine[1:] else {})
    slows = r.holds("injury-halving", "at-once") and not r.holds("injury-source", "never-slows")
    fates = []
    for key, hits in ends.items():
        fresh = (hits or 0) > men[key].hits
        slow = men[key].slow or (fresh and slows)
        men[key] = replace(men[key], hits=hits or 0, old=men[key].old and not fresh, slow=slow)
        fates.append(f"{NAMES[key]} {'is' if fresh else 'stays'} {troops.state(key)}")
    if troops.gone(mine[0]):
        troops.apart.update(mine[1:])
    told = listed(fates, "and")
    stage.tell(told, "melee.deathmatch-repeat" if rounds > 1 else "melee.casualties-after")
    stage.sums.append(told)


def _fighter(r: Reader, key: str, enemy: str, tough: Mapping[str, Any]) -> Fighter:
    """One of a pair with the Resilience that it has where it is."""
    counts = r.holds("melee-cover", "ground-counts")
    resilience = tough[key].resilience if counts else tough[key].built_in
    return armed(r, Working(r), UNITS[key], UNITS[enemy], resilience)


def _round(r: Reader, melee: Melee, fight: Fight, names: tuple[str, str], dice: Random, turn: int) -> tuple[Fight, str]:
    """Play a round of blows, the first being 0, and tell its dice."""
    told: list[str] = []

    def rolls(number: int, at: Fight, _: int) -> list[int]:
        thrown = cast(r, dice, melee.dice_of(number, at), melee.resilience_of(1 - number, at))
        told.append(f"{names[number]} rolls {thrown.words}: {counted(thrown.hits, 'hit', none='no')}")
        return [thrown.hits]

    return melee.rolled(fight, rolls, 0, turn), "; ".join(told)


def _odds(r: Reader, stage: Stage, tough: Mapping[str, Any], pair: tuple[list[str], str], fight: Fight) -> None:
    """Add the chance that the attackers are left.

    The chance is left out if the form of a melee has no line for what both sides gain from the ground.
    """
    (front, *rear), foe = pair
    lines = {int(total(line_worth(r, row.key, OPEN_LINE))): row.key for row in r.rows("cover")}
    grounds = [lines.get(tough[key].resilience - tough[key].built_in) for key in (front, foe)]
    if None in grounds:
        return
    behind = NOBODY if not rear else HURT if fight[0].behind else FRESH
    found = hand(
        r, deathmatch, unit=UNITS[front], ground=grounds[0], carried=fight[0].front, behind=behind,
        enemy=UNITS[foe], enemy_parent=LINE, enemy_ground=grounds[1], enemy_carried=fight[1].front,
    )  # fmt: skip
    words = f"{NAMES[front]}'s side left in the end: {spoken(found.value.left)}"
    stage.tell(words, "melee.deathmatch-repeat", asks=found.address)
