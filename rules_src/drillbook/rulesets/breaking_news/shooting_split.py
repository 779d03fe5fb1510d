"""A burst shared among neighbours: which way of dealing out the dice is the likeliest to hit every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial, total
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Grid
from drillbook.kinds import Choice, Flag, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._firing import Aim, a_weapon, is_burst, spoken
from drillbook.rulesets.breaking_news._shot import Shot, shoot

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction
Target = tuple[bool, bool, bool]

BURSTS = ("ar-burst", "smg", "lmg", "mmg", "hmg")


@dataclass(frozen=True, slots=True)
class BurstSplit:
    """The best way to share the dice, the chance that each target is hit, that any is, and the mean number of targets hit."""

    share: str
    each: Fraction
    any: Fraction
    mean: Fraction


@dataclass(frozen=True, slots=True)
class Shares:
    """What every target costs: the number its dice need, the dice it swallows, and the dice that are there to share."""

    needed: tuple[int, ...]
    lost: tuple[int, ...]
    chances: tuple[Fraction, ...]
    dice: int

    def thrown(self, share: Sequence[int]) -> tuple[int, ...]:
        """The dice really thrown at each target."""
        return tuple(max(0, dealt - lost) for dealt, lost in zip(share, self.lost, strict=True))

    def hit(self, share: Sequence[int]) -> tuple[Fraction, ...]:
        """The chance that each target is hit at least once."""
        return tuple(
            1 - (1 - chance) ** count for chance, count in zip(self.chances, self.thrown(share), strict=True)
        )  # fmt: skip

    def ways(self) -> Iterator[tuple[int, ...]]:
        """Every way to share the dice with at least one for each target."""
        yield from _shares(self.dice, len(self.needed))

    def best(self) -> tuple[int, ...]:
        """The way that is the likeliest to hit every target; among equals the one that hits the most targets."""
        return max(self.ways(), key=lambda share: (prod(self.hit(share)), sum(self.hit(share))))


def _shares(dice: int, targets: int) -> Iterator[tuple[int, ...]]:
    if targets == 1:
        yield (dice,)
        return
    for first in range(1, dice - targets + 1 + 1):
        for rest in _shares(dice - first, targets - 1):
            yield first, *rest


@question(
    "breaking_news",
    "burst-split",
    examples=[
        "bn/burst-split?weapon=mmg&distance=40&troops=r3&gap=4&targets=no,no,no;yes,no,no",
        "bn/burst-split?weapon=hmg&distance=20&troops=irr3&gap=2&targets=no,no,no;yes,no,no;no,yes,no",
        "bn/burst-split?weapon=smg&distance=20&troops=r4&gap=2&targets=no,no,no;no,no,no;no,no,no",
    ],
)
def burst_split(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(table="weapons", only=BURSTS, default="lmg", label="Weapon")],
    distance: Annotated[Number, Length(0, 100, default=20, label="Distance")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer")],
    gap: Annotated[Number, Length(0, 6, default=3, label="From each target to the next")],
    targets: Annotated[
        tuple[Target, ...],
        Rows(
            {
                "cover": Flag(label="Behind cover"),
                "dodge": Flag(label="Dodges"),
                "sniper": Flag(label="Sniper"),
            },
            low=2,
            high=3,
            default=((False, False, False), (True, False, False)),
            noun="target",
            label="Targets, in a line",
        ),
    ],
) -> Breakdown[BurstSplit] | Refusal:
    """How should the dice of a burst be shared among these targets?"""
    w = Working(r)
    aim = Aim(weapon, distance, troops)
    if not is_burst(r, weapon):
        return w.refuse(f"Not a burst: {a_weapon(r, weapon)} has no dice to share.", "shooting.split")
    apart = _too_far_apart(r, w, gap, len(targets))
    if apart:
        return apart
    shares = _lines(r, w, aim, targets)
    if isinstance(shares, Refusal):
        return shares
    if shares.dice < len(targets):
        return w.refuse(f"Too few dice: {shares.dice} for {len(targets)} targets.", "shooting.burst-overflow")
    best = shares.best()
    hit = shares.hit(best)
    w.note("each target has dice of its own", "shooting.split")
    for place, chance in enumerate(hit, start=1):
        count = shares.thrown(best)[place - 1]
        words = (
            f"target {place}: {count} {'die' if count == 1 else 'dice'} on {shares.needed[place - 1]} or more hit him"
        )
        w.then(words, Cited(chance, r.cite("shooting.roll")))
    each = prod(hit, start=Fraction(1))
    w.then(f"{_all_of(len(targets))} are hit", Cited(each, r.cite("shooting.split")))
    struck = total(binomial(1, chance) for chance in hit)
    told = BurstSplit(_written(best), each, struck.at_least(1), struck.mean)
    return w.answer(
        told,
        headline=_headline(told, len(targets)),
        chance=each,
        distribution=struck,
        exhibits=_pictures(r, weapon, shares, best, struck),
    )


@simulation("breaking_news", "burst-split")
def throw_split(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice thrown at each target in the best split: how many targets are hit."""
    aim = Aim(inputs["weapon"], inputs["distance"], inputs["troops"])
    shares = _lines(r, Working(r), aim, inputs["targets"])
    assert isinstance(shares, Shares)
    struck: Any = 0
    for needed, thrown in zip(shares.needed, shares.thrown(shares.best()), strict=True):
        struck = struck + (dice.roll_each(r.text("shooting.roll"), count, thrown) >= needed).any(axis=1)
    return struck


def _too_far_apart(r: Reader, w: Working, gap: Number, targets: int) -> Refusal | None:
    limit = r.int("shooting.split-5cm")
    measured = gap if r.reading("within-5cm") == "B" else gap * (targets - 1)
    if measured <= limit:
        w.note(f"they stand within {write_number(measured)} cm of each other", "shooting.split-5cm")
        return None
    return w.refuse(
        f"Too far apart: {write_number(measured)} cm from one target to another is beyond {limit} cm.",
        "shooting.split-5cm",
    )


def _lines(r: Reader, w: Working, aim: Aim, targets: Sequence[Target]) -> Shares | Refusal:
    """The shot at each target as if the whole burst went there, and what it would lose."""
    lines: list[Shot] = []
    whole = r.cell("weapons", aim.weapon, "dice").amount
    assert isinstance(whole, int)
    for place, (cover, dodge, sniper) in enumerate(targets, start=1):
        trial = Working(r)
        line = shoot(r, trial, replace(aim, cover=cover, dodge=dodge, sniper_target=sniper))
        if isinstance(line, Refusal):
            return line
        for step in trial.steps:
            w.steps.append(replace(step, label=f"target {place}: {step.label.removeprefix('target ')}"))
        w.total = trial.total
        lines.append(line)
    lost = [whole - line.dice for line in lines]
    if any(line != lines[0] for line in lines) and r.reading("split-modifiers") == "B":
        worst = min(lines, key=lambda line: (line.chance, line.dice))
        w.note("the worst number holds for all", "shooting.split")
        return Shares((worst.needed,) * len(lines), (0,) * len(lines), (worst.chance,) * len(lines), worst.dice)
    return Shares(
        tuple(line.needed for line in lines), tuple(lost), tuple(line.chance for line in lines), whole
    )  # fmt: skip


def _written(share: Sequence[int]) -> str:
    return " + ".join(str(count) for count in share)


def _headline(told: BurstSplit, targets: int) -> str:
    if not told.each:
        return f"No burst of this weapon can hit {_all_of(targets)}; any at all with {told.any}"
    return f"Share the dice {told.share}: {_all_of(targets)} hit with {told.each}, any at all with {told.any}"


def _all_of(targets: int) -> str:
    return "both" if targets == 1 + 1 else f"all {targets}"


def _pictures(
    r: Reader, weapon: str, shares: Shares, best: tuple[int, ...], struck: Distribution[int]
) -> list[Grid | Bars]:
    ways = list(shares.ways())
    cells = [[prod(shares.hit(way), start=Fraction(1)), *shares.hit(way)] for way in ways]
    columns = ["all of them", *(f"target {place}" for place in range(1, len(shares.needed) + 1))]
    return [
        Grid(
            f"The chance that each target is hit, for every way to share the {shares.dice} dice of a {spoken(r, weapon)}",
            "Dice",
            "Hit at least once",
            [_written(way) for way in ways],
            columns,
            cells,
            here=(ways.index(best), 0),
            name="splits",
        ),
        Bars(f"How many of them are hit with {_written(best)}", "Targets hit", {"": struck}, name="targets"),
    ]
