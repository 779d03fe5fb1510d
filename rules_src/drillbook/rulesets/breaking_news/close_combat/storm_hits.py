"""Storming a building: what the hits of one round leave of a side, and of the hostages."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Card
from drillbook.maths import Distribution, Thrower, counted, exact, np, spoken, write_mean
from drillbook.rulesets.breaking_news.close_combat import _storming as storming
from drillbook.rulesets.breaking_news.common.casualties import explain_save, name_of, save

Row = tuple[int, str, bool]


@dataclass(frozen=True, slots=True)
class StormHits:
    """What becomes of the men and of the hostages, where there are any, under so many hits."""

    mean_losses: Fraction
    mean_survivors: Fraction
    all_survive: Fraction
    none_survive: Fraction
    mean_unhurt: Fraction
    hostage_survives: Fraction | None
    all_hostages: Fraction | None


@question(
    "bn/storm-hits?side=defenders&hits=5&men=4,irr3,no&hostages=0",
    "bn/storm-hits?side=attackers&hits=1&men=7,r2,no",
    "bn/storm-hits?side=defenders&hits=6&men=2,irr2,no;1,irr1,yes&hostages=2&special=yes",
)
def storm_hits(
    r: Reader,
    *,
    side: Annotated[str, Choice(storming.SIDES, default=storming.DEFENDERS, label="Who is hit")],
    hits: Annotated[int, Count(0, 15, default=5, label="Hits")],
    men: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "men": Count(1, 8, default=4, label="Men", unit="men"),
                "troops": Choice(table="classes", default="irr3", label="Troops"),
                "leader": Flag(label="Leaders"),
            },
            low=1,
            high=3,
            default=((4, "irr3", False),),
            noun="group",
            label="Men",
            help="In the order in which their owner lets them be hit; tick a group of leaders.",
        ),
    ],
    hostages: Annotated[
        int,
        Count(
            0,
            6,
            label="Hostages",
            when={"side": (storming.DEFENDERS,)},
            why_not="They are in the building, with the defenders.",
        ),
    ],
    special: Annotated[
        bool,
        Flag(
            label="Special Forces attack",
            when={"side": (storming.DEFENDERS,)},
            unless={"hostages": ("0",)},
            why_not="It matters to the hostages alone.",
        ),
    ],
) -> Breakdown[StormHits]:
    """So many hits have been scored: who lives, and do the hostages?"""
    w = Working(r)
    rules = storming.Rules(storming.ONE, spread=r.holds("storm-allocation", "one-each"))
    force = storming.force_of(r, side, [storming.Group(number, troops, leads=leader) for number, troops, leader in men])
    everyone = storming.count(force.men)
    shares = storming.taken(everyone, hits, rules.spread)
    w.start("hits to be saved", hits, "close-combat.storm-save")
    _tell_shares(r, w, shares, rules.spread)
    behind = storming.protected(r, side)
    if side == storming.DEFENDERS:
        words = "in the building they are behind protection" if behind else "the building gives no bonus on the save"
        w.note(words, "close-combat.storm-save")
    for troops, leader in dict.fromkeys((troops, leader) for _, troops, leader in men):
        explain_save(r, w, troops, leader=leader, protected=behind)
    chances = storming.struck(force, hits, rules).chances()
    lost = Distribution.weighted((everyone - storming.count(left), chance) for left, chance in chances.items())
    lives = _hostages(r, w, hits, hostages, special) if hostages else (None, None)
    w.then("men lost on average", exact(lost.mean), "casualties.save-fail")
    answer = StormHits(lost.mean, everyone - lost.mean, lost[0], lost[everyone], Fraction(shares.count(0)), *lives)
    return w.answer(
        answer,
        headline=_headline(answer, everyone),
        distribution=lost,
        exhibits=[Bars("Men lost", "Men lost", {"": lost}), _card(r, men, shares, rules.spread)],
    )


@simulation
def throw_storm_hits(r: Reader, dice: Thrower, count_: int, /, **inputs: Any) -> Any:
    """Throw the saves and return how many men are lost."""
    behind = storming.protected(r, inputs["side"])
    everyone = [(troops, leader) for number, troops, leader in inputs["men"] for _ in range(number)]
    shares = storming.taken(len(everyone), inputs["hits"], r.holds("storm-allocation", "one-each"))
    lost = np.zeros(count_, dtype=int)
    for (troops, leader), share in zip(everyone, shares, strict=True):
        faces = sorted(save(r, troops, leader=leader, protected=behind).faces)
        rolled = dice.roll_each(r.text("casualties.save-per-hit"), count_, share)
        lost += ~np.isin(rolled, faces).all(axis=1)
    return lost


def _hostages(r: Reader, w: Working, hits: int, hostages: int, special: bool) -> tuple[Fraction, Fraction]:
    """Return the chances that one hostage and that all hostages survive the round."""
    one = storming.hostage_save(r, special)
    w.then("chance that a hostage makes a save", one)
    per_hit = r.holds("hostage-hits", "each-hit")
    each = Fraction(one.number) ** (hits if per_hit else 1)
    w.note(f"a save for each hit, {hits}" if per_hit else "a save for the turn, however many hits", one.rule)
    w.then("chance that a hostage lives", exact(each), one.rule)
    w.then(f"chance that all {hostages} live", exact(each**hostages), one.rule, when=hostages > 1)
    return each, each**hostages


def _tell_shares(r: Reader, w: Working, shares: list[int], spread: bool) -> None:
    rule = "close-combat.storm-owner-choice"
    if not spread:
        w.note("their owner puts every hit on the first of them", rule)
        return
    often = Counter(shares)
    told = " and ".join(
        f"{counted(men, 'man')} {'saves' if men == 1 else 'save'} {times}×" for times, men in often.items() if times
    )
    w.note(told or "nobody has to save", rule)
    example = {part: r.int("close-combat.storm-example-result", part) for part in ("hits", "men", "alive")}
    if (sum(shares), len(shares)) == (example["hits"], example["men"]):
        words = f"as in the source's example, where {example['alive']} of them lived"
        w.note(words, "close-combat.storm-example-result")


def _headline(answer: StormHits, men: int) -> str:
    mean, each = answer.mean_losses, answer.hostage_survives
    told = f"; a hostage lives: {spoken(each)}" if each is not None else ""
    if men == 1:
        return f"The man is lost: {spoken(mean)}{told}"
    return f"Of {men} men {write_mean(mean)} {'is' if mean == 1 else 'are'} lost on average{told}"


def _card(r: Reader, men: tuple[Row, ...], shares: list[int], spread: bool) -> Card:
    """Who takes how many of the hits."""
    waiting = iter(shares)
    entries = [
        (f"{number} {name_of(r, troops)}{', leader' if leader else ''}", ", ".join(map(str, islice(waiting, number))))
        for number, troops, leader in men
    ]
    return Card("How the hits fall, man by man" if spread else "All the hits on one man", entries)
