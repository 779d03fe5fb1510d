"""Storming a building to the end: round after round, exactly, with mixed forces and with hostages inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Curves, Exhibit, Track
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._assault import Assault, Stage
from drillbook.rulesets.breaking_news._casualties import men_of, name_of
from drillbook.rulesets.breaking_news._storm import (
    ATTACKERS,
    DEFENDERS,
    ONE,
    Force,
    Men,
    Rules,
    hit_rule,
    kind_of,
    steadied,
)
from drillbook.rulesets.breaking_news._storming import fight_with_dice
from drillbook.rulesets.breaking_news.close_combat_hits import hostage_save

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Rows = tuple[tuple[int, str, int], ...]
TAKEN, REPELLED, EMPTY = "taken", "repelled", "nobody left"


@dataclass(frozen=True, slots=True)
class Storm:
    """How the assault stands after the rounds asked for; what it has cost; and the hostages."""

    taken: Fraction
    repelled: Fraction
    nobody_left: Fraction
    still_fighting: Fraction
    taken_in_first: Fraction
    mean_rounds: Fraction
    mean_attackers_lost: Fraction
    mean_defenders_lost: Fraction
    hostage_survives: Fraction
    all_hostages: Fraction


@question(
    "breaking_news",
    "storm",
    examples=[
        "bn/storm?attackers=7&attack-troops=r2&defenders=4&defend-troops=irr3&rounds=3",
        "bn/storm?attackers=4&attack-troops=r1&attack-more=0&defenders=3&defend-troops=irr2&defend-more=1&defend-more-troops=irr1&defend-leadership=2&hostages=2&rounds=3",
        "bn/storm?attackers=5&attack-troops=r4&attack-more=1&attack-more-troops=r3&attack-leadership=1&defenders=3&defend-troops=irr3&hostages=1&rounds=2",
        "bn/storm?attackers=1&attack-troops=irr3&defenders=1&defend-troops=r1&rounds=2",
    ],
)
def storm(
    r: Reader,
    /,
    *,
    attackers: Annotated[int, Count(1, 7, default=7, label="Attackers")],
    attack_troops: Annotated[str, Choice(table="classes", default="r2", label="They are")],
    attack_more: Annotated[
        int, Count(0, 1, default=0, label="One of another kind", help="He takes hits after the rest.")
    ],
    attack_more_troops: Annotated[
        str,
        Choice(
            table="classes",
            default="r3",
            label="He is",
            when={"attack-more": ("1",)},
            why_not="There is no such man.",
        ),
    ],
    attack_leadership: Annotated[
        int,
        Count(
            0,
            4,
            default=0,
            label="His leadership",
            help="Above 0 he leads them: +1 on his save, and while he lives he helps their tests.",
            when={"attack-more": ("1",)},
            why_not="There is no such man.",
        ),
    ],
    defenders: Annotated[int, Count(1, 4, default=4, label="Defenders")],
    defend_troops: Annotated[str, Choice(table="classes", default="irr3", label="They are")],
    defend_more: Annotated[
        int, Count(0, 1, default=0, label="One of another kind", help="He takes hits after the rest.")
    ],
    defend_more_troops: Annotated[
        str,
        Choice(
            table="classes",
            default="irr1",
            label="He is",
            when={"defend-more": ("1",)},
            why_not="There is no such man.",
        ),
    ],
    defend_leadership: Annotated[
        int,
        Count(
            0,
            4,
            default=0,
            label="His leadership",
            help="Above 0 he leads them, likewise.",
            when={"defend-more": ("1",)},
            why_not="There is no such man.",
        ),
    ],
    hostages: Annotated[int, Count(0, 6, default=0, label="Hostages inside")],
    rounds: Annotated[int, Count(1, 3, default=3, label="Rounds")],
) -> Breakdown[Storm]:
    """How many rounds does it take to storm the building, what does it cost, and do the hostages live?"""
    w = Working(r)
    told = {
        ATTACKERS: ((attackers, attack_troops, 0), (attack_more, attack_more_troops, attack_leadership)),
        DEFENDERS: ((defenders, defend_troops, 0), (defend_more, defend_more_troops, defend_leadership)),
    }
    forces = {side: force(r, side, rows) for side, rows in told.items()}
    rules = {side: Rules.read(r, side) for side in told}
    fight = Assault(forces[ATTACKERS], forces[DEFENDERS], rules[ATTACKERS], rules[DEFENDERS])
    stages = fight.rounds(rounds)
    for side, rows in told.items():
        _explain_force(r, w, side, rows, forces[side], rules[side])
    special = all(troops == "r1" for men, troops, _ in told[ATTACKERS] if men)
    _explain_rounds(r, w, stages, rules[ATTACKERS].spread)
    flow = [Distribution(told_of(one)) for one in stages]
    lived = _hostages(r, w, fight, stages, hostages, special)
    end = flow[-1]
    lost = {
        ATTACKERS: Distribution.weighted(
            (attackers + attack_more - own, part) for (own, _), part in stages[-1].men.items()
        ),
        DEFENDERS: Distribution.weighted(
            (defenders + defend_more - other, part) for (_, other), part in stages[-1].men.items()
        ),
    }
    answer = Storm(
        end[TAKEN],
        end[REPELLED],
        end[EMPTY],
        1 - end[TAKEN] - end[REPELLED] - end[EMPTY],
        flow[1][TAKEN],
        sum((one.going for one in stages[:-1]), Fraction(0)),
        lost[ATTACKERS].mean,
        lost[DEFENDERS].mean,
        *lived[-1],
    )
    w.then("chance that the building is taken", Cited(percent(end[TAKEN]), r.cite("close-combat.storm-single-roll")))
    return w.answer(
        answer,
        headline=_headline(answer, rounds, attackers + attack_more, hostages),
        chance=end[TAKEN],
        distribution=end,
        exhibits=_pictures(flow, lost, lived, hostages, defenders + defend_more),
    )


@simulation("breaking_news", "storm")
def throw_storm(r: Reader, dice: Thrower, count_: int, /, **inputs: Any) -> Any:
    """The assault fought with real dice, hits, saves and suppression tests: how it stands after the rounds asked for."""
    rows = {
        ATTACKERS: (
            (inputs["attackers"], inputs["attack_troops"], 0),
            (inputs["attack_more"], inputs["attack_more_troops"], inputs["attack_leadership"]),
        ),
        DEFENDERS: (
            (inputs["defenders"], inputs["defend_troops"], 0),
            (inputs["defend_more"], inputs["defend_more_troops"], inputs["defend_leadership"]),
        ),
    }
    return [ending(*left) for left in fight_with_dice(r, dice, count_, rows, inputs["rounds"])]


def force(r: Reader, side: str, rows: Rows) -> Force:
    """One side's men as kinds and numbers; a second kind that is not there is left out."""
    there = [row for row in rows if row[0]]
    best = max(leadership for _, _, leadership in there)
    kinds = [steadied(r, kind_of(r, troops, side, leader=bool(own)), troops, best) for _, troops, own in there]
    return Force(tuple(kinds), tuple(Men(men, 0) for men, _, _ in there))


def ending(attackers: int, defenders: int) -> str:
    """How an assault stands: taken, repelled, or how many defenders are left."""
    if defenders and attackers:
        return f"{defenders} left"
    return TAKEN if attackers else REPELLED if defenders else EMPTY


def told_of(stage: Stage) -> dict[str, Fraction]:
    """The chances of how the assault stands: the most defenders first, then the ways to end."""
    gathered: dict[str, Fraction] = {}
    for left, chance in sorted(stage.men.items(), key=lambda one: (not all(one[0]), -one[0][-1], -one[0][0])):
        gathered[ending(*left)] = gathered.get(ending(*left), Fraction(0)) + chance
    return gathered


def _hostages(
    r: Reader,
    w: Working,
    fight: Assault,
    stages: Sequence[Stage],
    hostages: int,
    special: bool,
) -> list[tuple[Fraction, Fraction]]:
    """After every round: the chances that a hostage, and that every hostage, is alive."""
    rounds = len(stages) - 1
    if not hostages:
        return [(ONE, ONE)] * len(stages)
    one = hostage_save(r, special)
    assert not isinstance(one.amount, str)
    chance = Fraction(one.amount)
    w.then("chance that a hostage makes a save", one)
    per_hit = r.reading("hostage-hits") == "B"
    w.note("a save for each hit of the attackers" if per_hit else "a save in every round that is fought", one.rule)
    lived = []
    for toll in (chance, chance**hostages):
        if per_hit:
            lived.append(fight.spared(rounds, toll))
            continue
        done, alive = ONE, [ONE]
        for number in range(rounds):
            done -= toll**number * stages[number].going * (1 - toll)
            alive.append(done)
        lived.append(alive)
    w.then("chance that a hostage lives", Cited(percent(lived[0][-1]), one.rule))
    if hostages > 1:
        w.then(f"chance that all {hostages} live", Cited(percent(lived[1][-1]), one.rule))
    return list(zip(*lived, strict=True))


def _explain_force(r: Reader, w: Working, side: str, rows: Rows, own: Force, rules: Rules) -> None:
    """The dice a side brings, what they hit on, and how its men save and rally."""
    there = [row for row in rows if row[0]]
    for place, ((men, troops, leadership), kind) in enumerate(zip(there, own.kinds, strict=True)):
        who = f"{men_of(r, men, troops)}{' leading' if leadership else ''}"
        dice = Cited(men * kind.melee, r.cite("close-combat.storm-dice"))
        (w.add if place else w.then)(f"{side}, dice of {who}", dice)
    need = r.int(hit_rule(side))
    w.then(f"chance that a die of theirs shows {need} or more", Cited(rules.hits, r.cite(hit_rule(side))))
    for (_, troops, leadership), kind in zip(there, own.kinds, strict=True):
        who = f"{name_of(r, troops)}{' leading' if leadership else ''}"
        w.then(f"chance to save a hit, {who}", Cited(kind.saves, r.cite("casualties.save-value")))
        w.then(f"chance to get up again, {who}", Cited(kind.rallies[-1], r.cite("casualties.supp-value")))


def _explain_rounds(r: Reader, w: Working, stages: Sequence[Stage], spread: bool) -> None:
    """How many dice each round sees on average, and the rules that every round follows."""
    rule = r.cite("close-combat.storm-single-roll")
    words = "one each before anybody takes a second" if spread else "all on one man, if he likes"
    w.note(f"their owner says who takes the hits: {words}", "close-combat.storm-owner-choice")
    w.note("whoever fails to save is gone, whoever saves is suppressed", "close-combat.storm-save")
    w.note("whoever then fails to get up throws no dice", "close-combat.storm-suppressed-out")
    thrown = r.int("close-combat.storm-single-roll")
    for number, before in enumerate(stages[:-1], start=1):
        whole = before.going
        if not whole:
            continue
        told = f"{write_mean(before.attack_dice / whole)} dice against {write_mean(before.defend_dice / whole)}"
        w.note(f"round {number}, fought with {percent(whole)}: {thrown} throw, on average {told}", rule)


def _headline(answer: Storm, rounds: int, men: int, hostages: int) -> str:
    when = "in the first round" if rounds == 1 else f"within {rounds} rounds"
    cost = (
        f"; {write_mean(answer.mean_attackers_lost)} of {men} {'attacker' if men == 1 else 'attackers'} lost on average"
    )
    lives = f"; a hostage lives with {percent(answer.hostage_survives)}" if hostages else ""
    return f"Taken {when}: {percent(answer.taken)}{cost}{lives}"


def _pictures(
    flow: Sequence[Distribution[str]],
    lost: Mapping[str, Distribution[int]],
    lived: Sequence[tuple[Fraction, Fraction]],
    hostages: int,
    defenders: int,
) -> list[Exhibit]:
    ends = (TAKEN, REPELLED, EMPTY)
    states = [*(f"{left} left" for left in range(defenders, 0, -1)), *ends]
    labels = {f"{left} left": str(left) for left in range(1, defenders + 1)} | {
        TAKEN: "won",
        REPELLED: "lost",
        EMPTY: "none",
    }
    lines = {end: [(number, one[end]) for number, one in enumerate(flow)] for end in (TAKEN, REPELLED)}
    if hostages:
        lines["a hostage alive"] = [(number, each) for number, (each, _) in enumerate(lived)]
        lines["all hostages alive"] = [(number, every) for number, (_, every) in enumerate(lived)]
    return [
        Track(
            "How many defenders are left after each round; won, lost, or nobody left on either side",
            states,
            flow,
            labels,
            absorbing=ends,
        ),
        Bars("Men lost by the end", "Men lost", dict(lost.items())),
        Curves("What has come about by the end of each round", "Round", "Chance", lines),
    ]
