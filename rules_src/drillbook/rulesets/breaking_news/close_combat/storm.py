"""Storming a building to the end, exactly: several rounds, mixed forces, and hostages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Track
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Thrower, counted, likely, percent, spoken, sums_by_key, write_mean
from drillbook.rulesets.breaking_news.close_combat import _storming as storming
from drillbook.rulesets.breaking_news.close_combat._storming_exact import Assault, Stage
from drillbook.rulesets.breaking_news.close_combat._storming_thrown import fight_with_dice
from drillbook.rulesets.breaking_news.common.casualties import men_of

TAKEN, REPELLED, EMPTY = "taken", "repelled", "nobody left"
LEADS = "With a leadership he leads them: a bonus on his save, and while he lives he helps their tests."

#: The largest fight that is counted out: the states of one side by those of the other over so many rounds; each round more costs
#: the time of many smaller fights, by this power of the rounds after the first.
STATES, ROUNDS, POWER = Count(1, 4860), Count(1, 3), Count(1, 7)

More = Annotated[int, Count(0, 1, label="One of another kind", help="He takes hits after the rest.")]
AttackerMore = Annotated[
    str,
    Choice(table="classes", default="r3", label="He is", when={"attack-more": ("1",)}, why_not="There is no such man."),
]
AttackerLeads = Annotated[
    int, Count(0, 4, label="His leadership", help=LEADS, when={"attack-more": ("1",)}, why_not="There is no such man.")
]
DefenderMore = Annotated[
    str,
    Choice(
        table="classes", default="irr1", label="He is", when={"defend-more": ("1",)}, why_not="There is no such man."
    ),
]
DefenderLeads = Annotated[
    int, Count(0, 4, label="His leadership", help=LEADS, when={"defend-more": ("1",)}, why_not="There is no such man.")
]

MoreDown = Flag(label="He is suppressed", help="He has failed his test, and throws nothing in the first round.")
DOWN = "They have failed their test, and throw nothing in the first round; before the next they test with the others."


@dataclass(frozen=True, slots=True)
class Storm:
    """The answer on an assault: its state after the rounds asked for, its losses, the hostages.

    The fields on hostages are None if there are none.
    """

    taken: Fraction
    repelled: Fraction
    nobody_left: Fraction
    still_fighting: Fraction
    taken_in_first: Fraction
    mean_rounds: Fraction
    mean_attackers_lost: Fraction
    mean_defenders_lost: Fraction
    hostage_survives: Fraction | None
    all_hostages: Fraction | None


@question(
    "bn/storm?attackers=7&attack-troops=r2&defenders=4&defend-troops=irr3&rounds=3",
    "bn/storm?attackers=4&attack-troops=r1&attack-more=0&defenders=3&defend-troops=irr2&defend-more=1&defend-more-troops=irr1&defend-leadership=2&hostages=2&rounds=3",
    "bn/storm?attackers=5&attack-troops=r4&attack-more=1&attack-more-troops=r3&attack-leadership=1&defenders=3&defend-troops=irr3&hostages=1&rounds=2",
    "bn/storm?attackers=1&attack-troops=irr3&defenders=1&defend-troops=r1&rounds=2",
    "bn/storm?attackers=10&attack-down=1&attack-troops=r2&defenders=6&defend-down=3&defend-troops=irr3&rounds=2",
    "bn/storm?attackers=2&attack-troops=r3&defenders=1&defend-troops=irr2&defend-more=1&defend-more-down=yes&rounds=4",
)
def storm(
    r: Reader,
    *,
    attackers: Annotated[int, Count(1, 10, default=7, label="Attackers")],
    attack_down: Annotated[int, Count(0, 10, label="Of them suppressed", help=DOWN)],
    attack_troops: Annotated[str, Choice(table="classes", default="r2", label="They are")],
    attack_more: More,
    attack_more_troops: AttackerMore,
    attack_leadership: AttackerLeads,
    attack_more_down: Annotated[bool, replace(MoreDown, when={"attack-more": ("1",)}, why_not="There is no such man.")],
    defenders: Annotated[int, Count(1, 6, default=4, label="Defenders")],
    defend_down: Annotated[int, Count(0, 6, label="Of them suppressed", help=DOWN)],
    defend_troops: Annotated[str, Choice(table="classes", default="irr3", label="They are")],
    defend_more: More,
    defend_more_troops: DefenderMore,
    defend_leadership: DefenderLeads,
    defend_more_down: Annotated[bool, replace(MoreDown, when={"defend-more": ("1",)}, why_not="There is no such man.")],
    hostages: Annotated[int, Count(0, 6, label="Hostages inside")],
    rounds: Annotated[
        int, Count(1, 5, default=3, label="Rounds", help="The more men there are, the fewer rounds can be counted out.")
    ],
) -> Breakdown[Storm]:
    """How many rounds does it take to storm the building, what does it cost, and do the hostages live?"""
    w = Working(r)
    if attack_down > attackers:
        raise Contradiction(f"Of {counted(attackers, 'attacker')} no {attack_down} are down.", attack_down=attackers)
    if defend_down > defenders:
        raise Contradiction(f"Of {counted(defenders, 'defender')} no {defend_down} are down.", defend_down=defenders)
    own = storming.Group(attack_more, attack_more_troops, int(attack_more_down), leadership=attack_leadership)
    other = storming.Group(defend_more, defend_more_troops, int(defend_more_down), leadership=defend_leadership)
    groups = {
        storming.ATTACKERS: _side(storming.Group(attackers, attack_troops, attack_down), own),
        storming.DEFENDERS: _side(storming.Group(defenders, defend_troops, defend_down), other),
    }
    _check_size(groups, rounds)
    forces = {side: storming.force_of(r, side, own, tested=True) for side, own in groups.items()}
    fight = Assault(
        forces[storming.ATTACKERS],
        forces[storming.DEFENDERS],
        storming.rules_of(r, storming.ATTACKERS),
        storming.rules_of(r, storming.DEFENDERS),
    )
    stages = fight.rounds(rounds)
    flow = [Distribution(_standing(one)) for one in stages]
    for side in groups:
        _tell_force(r, w, side, groups[side], forces[side])
    _tell_rounds(r, w, stages)
    lived = _hostages(r, w, fight, stages, hostages, _special(r, groups[storming.ATTACKERS])) if hostages else []
    w.then("chance that the building is taken", percent(flow[-1][TAKEN]), "close-combat.storm-single-roll")
    men = {side: storming.count(force.men) for side, force in forces.items()}
    lost, end = _lost(stages[-1], men), flow[-1]
    answer = Storm(
        end[TAKEN],
        end[REPELLED],
        end[EMPTY],
        stages[-1].going,
        flow[1][TAKEN],
        sum((one.going for one in stages[:-1]), Fraction(0)),
        lost[storming.ATTACKERS].mean,
        lost[storming.DEFENDERS].mean,
        *(lived[-1] if lived else (None, None)),
    )
    return w.answer(
        answer,
        headline=_headline(answer, rounds, men[storming.ATTACKERS]),
        chance=answer.taken,
        distribution=end,
        exhibits=_pictures(flow, lost, lived, men[storming.DEFENDERS]),
    )


@simulation
def throw_storm(r: Reader, dice: Thrower, count_: int, /, **inputs: Any) -> Any:
    """Throw the assault with its hits, saves and suppression tests, and return its end state."""
    groups = {}
    for side, name in ((storming.ATTACKERS, "attack"), (storming.DEFENDERS, "defend")):
        told = {
            part: inputs[f"{name}_{part}"]
            for part in ("troops", "down", "more", "more_troops", "leadership", "more_down")
        }
        other = storming.Group(told["more"], told["more_troops"], int(told["more_down"]), leadership=told["leadership"])
        groups[side] = _side(storming.Group(inputs[side], told["troops"], told["down"]), other)
    return [_ending(*left) for left in fight_with_dice(r, dice, count_, groups, inputs["rounds"])]


def _side(men: storming.Group, other: storming.Group) -> list[storming.Group]:
    """One side of the form; the man of another kind is left out where there is none."""
    return [men, other._replace(leads=other.leadership > 0)] if other.men else [men]


def _check_size(groups: Mapping[str, Sequence[storming.Group]], rounds: int) -> None:
    """Refuse a fight that takes too long to count out, and name the rounds of it that do not."""
    states = prod((group.men + 1) * (group.men + 1 + 1) // (1 + 1) for side in groups.values() for group in side)
    most = STATES.high * (ROUNDS.high - 1) ** POWER.high

    def fits(number: int) -> bool:
        return states * (number - 1) ** POWER.high <= most

    if not fits(rounds):
        fewer = max(number for number in range(1, rounds) if fits(number))
        many = " against ".join(str(sum(group.men for group in side)) for side in groups.values())
        raise Contradiction(f"{counted(fewer, 'round')} of {many} men can be counted out, no more.", rounds=fewer)


def _special(r: Reader, attackers: Sequence[storming.Group]) -> bool:
    """Return whether the hostages save as with Special Forces.

    A ruling decides if only some of the attackers are Special Forces.
    """
    special = {group.troops == "r1" for group in attackers}
    return r.holds("hostage-mixed", "any-special") if len(special) > 1 else special == {True}


def _ending(attackers: int, defenders: int) -> str:
    """Return the state of an assault in words: taken, repelled, or how many defenders are left."""
    if defenders and attackers:
        return f"{defenders} left"
    return TAKEN if attackers else REPELLED if defenders else EMPTY


def _standing(stage: Stage) -> dict[str, Fraction]:
    """Return the chances of the states of the assault: most defenders first, then the endings."""
    ordered = sorted(stage.men.items(), key=lambda one: (not all(one[0]), -one[0][-1], -one[0][0]))
    return sums_by_key((_ending(*left), chance) for left, chance in ordered)


def _lost(stage: Stage, men: Mapping[str, int]) -> dict[str, Distribution[int]]:
    """How many men either side has lost."""
    left = Distribution(stage.men)
    return {
        storming.ATTACKERS: left.map(lambda one: men[storming.ATTACKERS] - one[0]),
        storming.DEFENDERS: left.map(lambda one: men[storming.DEFENDERS] - one[-1]),
    }


def _hostages(
    r: Reader, w: Working, fight: Assault, stages: Sequence[Stage], hostages: int, special: bool
) -> list[tuple[Fraction, Fraction]]:
    """After every round: the chances that a hostage, and that every hostage, is alive."""
    one = storming.hostage_save(r, special)
    w.then("chance that a hostage makes a save", one)
    per_hit = r.holds("hostage-hits", "each-hit")
    w.note("a save for each hit of the attackers" if per_hit else "a save in every round that is fought", one.rule)
    tolls = {Fraction(one.number), Fraction(one.number) ** hostages}
    alive = {toll: fight.spared(len(stages) - 1, toll) if per_hit else _alive(stages, toll) for toll in tolls}
    each, every = alive[max(tolls)], alive[min(tolls)]
    w.then("chance that a hostage lives", percent(each[-1]), one.rule)
    w.then(f"chance that all {hostages} live", percent(every[-1]), one.rule, when=hostages > 1)
    return list(zip(each, every, strict=True))


def _alive(stages: Sequence[Stage], toll: Fraction) -> list[Fraction]:
    """Return the chance to be alive after each round, if each round fought spares with `toll`."""
    alive = [Fraction(1)]
    for number, stage in enumerate(stages[:-1]):
        alive.append(alive[-1] - toll**number * stage.going * (1 - toll))
    return alive


def _tell_force(r: Reader, w: Working, side: str, groups: Sequence[storming.Group], force: storming.Force) -> None:
    """Add the steps of a force: the dice it brings, what they hit on, its saves and rallies."""
    for place, (group, kind) in enumerate(zip(groups, force.kinds, strict=True)):
        who = f"{men_of(r, group.men, group.troops)}{' leading' if group.leads else ''}"
        (w.add if place else w.then)(f"{side}, dice of {who}", group.men * kind.melee, "close-combat.storm-dice")
    if down := sum(group.down for group in groups):
        w.note(f"in the first round {down} of them are down", "close-combat.storm-suppressed-out")
    storming.tell_to_hit(r, w, side, "theirs")
    for group, kind in zip(groups, force.kinds, strict=True):
        w.then(f"chance to save a hit, {group.told(r)}", kind.saves, "casualties.save-value")
        w.then(f"chance to get up again, {group.told(r)}", kind.rallies[-1], "casualties.supp-value")


def _tell_rounds(r: Reader, w: Working, stages: Sequence[Stage]) -> None:
    """How many dice each round sees on average, and the rules that every round follows."""
    spread = r.holds("storm-allocation", "one-each")
    words = "one each before anybody takes a second" if spread else "all on one man, if he likes"
    w.note(f"their owner says who takes the hits: {words}", "close-combat.storm-owner-choice")
    if len(stages) > 1 + 1:
        first = "down" if r.holds("storm-down", "down-first") else "up"
        w.note(f"of men alike those who are {first} take them first", "close-combat.storm-owner-choice")
    w.note("whoever fails to save is gone, whoever saves is suppressed", "close-combat.storm-save")
    w.note("whoever then fails to get up throws no dice", "close-combat.storm-suppressed-out")
    thrown = r.int("close-combat.storm-single-roll")
    for number, before in enumerate(stages[:-1], start=1):
        if before.going:
            own, other = (write_mean(dice / before.going) for dice in (before.attack_dice, before.defend_dice))
            words = f"{likely(before.going)}: {thrown} throw, on average {own} dice against {other}"
            w.note(f"round {number} is fought {words}", "close-combat.storm-single-roll")


def _headline(answer: Storm, rounds: int, men: int) -> str:
    when = "in the first round" if rounds == 1 else f"within {rounds} rounds"
    cost = f"{write_mean(answer.mean_attackers_lost)} of {counted(men, 'attacker')} lost on average"
    lives = "" if answer.hostage_survives is None else f"; a hostage lives: {spoken(answer.hostage_survives)}"
    return f"Taken {when}: {spoken(answer.taken)}; {cost}{lives}"


def _pictures(
    flow: Sequence[Distribution[str]],
    lost: Mapping[str, Distribution[int]],
    lived: Sequence[tuple[Fraction, Fraction]],
    defenders: int,
) -> list[Exhibit]:
    labels = {f"{left} left": str(left) for left in range(defenders, 0, -1)}
    labels |= {TAKEN: "won", REPELLED: "lost", EMPTY: "none"}
    lines = {end: [(number, one[end]) for number, one in enumerate(flow)] for end in (TAKEN, REPELLED)}
    if lived:
        lines["a hostage alive"] = [(number, each) for number, (each, _) in enumerate(lived)]
        lines["all hostages alive"] = [(number, every) for number, (_, every) in enumerate(lived)]
    caption = "How many defenders are left after each round; won, lost, or nobody left on either side"
    return [
        Track(caption, list(labels), flow, labels, absorbing=(TAKEN, REPELLED, EMPTY)),
        Bars("Men lost by the end", "Men lost", lost),
        Curves("What has come about by the end of each round", "Round", "Chance", lines),
    ]
