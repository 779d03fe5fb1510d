"""Storming a building: what the hits of one round leave of a side, and of the hostages among it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Card, Exhibit
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import explain_save, name_of, save
from drillbook.rulesets.breaking_news._storm import (
    DEFENDERS,
    SIDES,
    Men,
    Rules,
    count,
    kind_of,
    segments,
    struck,
    taken,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Row = tuple[int, str, bool]


@dataclass(frozen=True, slots=True)
class StormHits:
    """What becomes of the men and of the hostages under so many hits."""

    mean_losses: Fraction
    mean_survivors: Fraction
    all_survive: Fraction
    none_survive: Fraction
    mean_unhurt: Fraction
    hostage_survives: Fraction
    all_hostages: Fraction


@question(
    "breaking_news",
    "storm-hits",
    examples=[
        "bn/storm-hits?side=defenders&hits=5&men=4,irr3,no&hostages=0",
        "bn/storm-hits?side=attackers&hits=1&men=7,r2,no",
        "bn/storm-hits?side=defenders&hits=6&men=2,irr2,no;1,irr1,yes&hostages=2&special=yes",
    ],
)
def storm_hits(
    r: Reader,
    /,
    *,
    side: Annotated[str, Choice(SIDES, default=DEFENDERS, label="Who is hit")],
    hits: Annotated[int, Count(0, 15, default=5, label="Hits")],
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "men": Count(1, 8, default=4, label="How many", unit="men"),
                "troops": Choice(table="classes", default="irr3", label="Troops"),
                "leader": Flag(default=False, label="Leader"),
            },
            low=1,
            high=3,
            default=((4, "irr3", False),),
            noun="group",
            label="Men",
            help="In the order in which their owner lets them be hit.",
        ),
    ],
    hostages: Annotated[
        int,
        Count(
            0,
            6,
            default=0,
            label="Hostages",
            when={"side": (DEFENDERS,)},
            why_not="They are in the building, with the defenders.",
        ),
    ],
    special: Annotated[
        bool,
        Flag(
            default=False,
            label="Special Forces attack",
            when={"side": (DEFENDERS,)},
            unless={"hostages": ("0",)},
            why_not="It matters to the hostages alone.",
        ),
    ],
) -> Breakdown[StormHits]:
    """So many hits have been scored: who lives, and do the hostages?"""
    w = Working(r)
    rules = Rules.read(r, side, dice=False)
    kinds = tuple(kind_of(r, troops, side, leader=leader) for _, troops, leader in men)
    force = tuple(Men(number, 0) for number, _, _ in men)
    shares = taken(count(force), hits, rules.spread)
    w.start("hits to be saved", Cited(hits, r.cite("close-combat.storm-save")))
    _explain_shares(r, w, shares, rules.spread)
    if side == DEFENDERS:
        kept = r.reading("storm-protection") == "B"
        words = "in the building they are behind protection" if kept else "the building gives no bonus on the save"
        w.note(words, "close-combat.storm-save")
    for troops, leader in dict.fromkeys((troops, leader) for _, troops, leader in men):
        behind = side == DEFENDERS and r.reading("storm-protection") == "B"
        explain_save(r, w, troops, leader=leader, protected=behind)
    chances = struck(kinds, force, hits, rules.spread).chances()
    lost = Distribution.weighted((count(force) - count(left), chance) for left, chance in chances.items())
    unhurt = sum(not share for share in shares)
    each, every = _hostages(r, w, hits, hostages, special)
    w.then("men lost on average", Cited(_exact(lost.mean), r.cite("casualties.save-fail")))
    everyone = count(force)
    answer = StormHits(lost.mean, everyone - lost.mean, lost[0], lost[everyone], Fraction(unhurt), each, every)
    told = f"; a hostage lives with {each}" if hostages else ""
    return w.answer(
        answer,
        headline=f"{_lost(lost.mean, everyone)}{told}",
        distribution=lost,
        exhibits=_pictures(r, lost, men, shares, rules.spread),
    )


@simulation("breaking_news", "storm-hits")
def throw_storm_hits(r: Reader, dice: Thrower, count_: int, /, **inputs: Any) -> Any:
    """The saves thrown with real dice: how many men are lost."""
    import numpy as np

    side = inputs["side"]
    behind = side == DEFENDERS and r.reading("storm-protection") == "B"
    force = tuple(Men(number, 0) for number, _, _ in inputs["men"])
    shares = taken(count(force), inputs["hits"], Rules.read(r, side, dice=False).spread)
    lost = np.zeros(count_, dtype=int)
    for (place, _), share in zip(segments(force), shares, strict=True):
        _, troops, leader = inputs["men"][place]
        faces = sorted(save(r, troops, leader=leader, protected=behind).faces)
        rolled = dice.roll_each(r.text("casualties.save-per-hit"), count_, share)
        lost += ~np.isin(rolled, faces).all(axis=1)
    return lost


def hostage_save(r: Reader, special: bool) -> Cited:
    """The chance that a hostage makes one save, and the rule for his number."""
    rule = "close-combat.hostage-save-sf" if special else "close-combat.hostage-save"
    die = r.dice("casualties.save-per-hit")
    return Cited(die.at_least(r.int(rule)), r.cite(rule))


def _hostages(r: Reader, w: Working, hits: int, hostages: int, special: bool) -> tuple[Fraction, Fraction]:
    """The chances that a hostage, and that every hostage, lives through the round."""
    if not hostages:
        return Fraction(1), Fraction(1)
    one = hostage_save(r, special)
    assert not isinstance(one.amount, str)
    w.then("chance that a hostage makes a save", one)
    per_hit = r.reading("hostage-hits") == "B"
    saves = hits if per_hit else 1
    each = Fraction(one.amount) ** saves
    words = f"a save for each hit, {hits}" if per_hit else "a save for the turn, however many hits"
    w.note(words, one.rule)
    w.then("chance that a hostage lives", Cited(_exact(each), one.rule))
    if hostages > 1:
        w.then(f"chance that all {hostages} live", Cited(_exact(each**hostages), one.rule))
    return each, each**hostages


def _explain_shares(r: Reader, w: Working, shares: list[int], spread: bool) -> None:
    rule = "close-combat.storm-owner-choice"
    if not spread:
        w.note("their owner puts every hit on the first of them", rule)
        return
    most, least = max(shares), min(shares)
    often = {times: shares.count(times) for times in (most, least)}
    told = " and ".join(
        f"{men} {'man saves' if men == 1 else 'men save'} {times}×" for times, men in often.items() if times
    )
    w.note(told or "nobody has to save", rule)
    example = {part: r.int("close-combat.storm-example-result", part) for part in ("hits", "men", "alive")}
    if (sum(shares), len(shares)) == (example["hits"], example["men"]):
        words = f"as in the source's example, where {example['alive']} of them lived"
        w.note(words, "close-combat.storm-example-result")


def _lost(mean: Fraction, men: int) -> str:
    if men == 1:
        return f"The man is lost with {mean}"
    return f"Of {men} men {write_mean(mean)} {'is' if mean == 1 else 'are'} lost on average"


def _exact(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _pictures(
    r: Reader, lost: Distribution[int], men: tuple[Row, ...], shares: list[int], spread: bool
) -> list[Exhibit]:
    entries = []
    place = 0
    for number, troops, leader in men:
        own = shares[place : place + number]
        place += number
        who = f"{number} {name_of(r, troops)}{', leader' if leader else ''}"
        entries.append((who, ", ".join(str(share) for share in own)))
    caption = "How the hits fall, man by man" if spread else "All the hits on one man"
    return [Bars("Men lost", "Men lost", {"": lost}), Card(caption, entries)]
