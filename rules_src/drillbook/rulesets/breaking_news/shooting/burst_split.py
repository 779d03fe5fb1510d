"""A burst shared among neighbours: the split of the dice most likely to hit all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Distribution, Number, Thrower, binomial, counted, likely, total, write_number
from drillbook.rulesets.breaking_news.common.firing import Aim, a_weapon, check_cover, is_burst, spoken
from drillbook.rulesets.breaking_news.common.inputs import Firer
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot

Target = tuple[bool, bool, bool]
Share = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BurstSplit:
    """The answer on a split burst: the best split, its chances, and the mean targets hit.

    each is the chance that each target is hit, any that at least one is.
    """

    share: str
    each: Fraction
    any: Fraction
    mean: Fraction


@dataclass(frozen=True, slots=True)
class Shares:
    """The costs of each target: the number its dice need, their chance, and the dice it costs.

    lost is the dice that each target costs, dice the number of dice to share.
    """

    needed: tuple[int, ...]
    chances: tuple[Fraction, ...]
    lost: tuple[int, ...]
    dice: int

    def thrown(self, share: Share) -> Share:
        """Return the dice actually thrown at each target."""
        return tuple(max(0, dealt - lost) for dealt, lost in zip(share, self.lost, strict=True))

    def hit(self, share: Share) -> tuple[Fraction, ...]:
        """Return the chance that each target is hit at least once."""
        thrown = zip(self.chances, self.thrown(share), strict=True)
        return tuple(1 - (1 - chance) ** count for chance, count in thrown)

    def all_hit(self, share: Share) -> Fraction:
        """Return the chance that every target is hit."""
        return prod(self.hit(share), start=Fraction(1))

    def struck(self, share: Share) -> Distribution[int]:
        """How many targets are hit."""
        return total(binomial(1, chance) for chance in self.hit(share))

    def ways(self) -> list[Share]:
        """Every way to share the dice; those that leave a target out come last."""
        every = list(_shares(self.dice, len(self.needed)))
        return [way for way in every if 0 not in way] + [way for way in reversed(every) if 0 in way]

    def best(self) -> Share:
        """Return the split most likely to hit every target.

        If no split can hit all, it is the one most likely to hit any. Among equals it is the split that hits the most
        targets on average.
        """
        return max(self.ways(), key=self._worth)

    def _worth(self, share: Share) -> tuple[Fraction, Fraction, Fraction]:
        hit, each = self.hit(share), self.all_hit(share)
        anyone = 1 - prod((1 - chance for chance in hit), start=Fraction(1))
        return each, Fraction(0) if each else anyone, sum(hit, Fraction(0))


def _shares(dice: int, targets: int) -> Iterator[Share]:
    if targets == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _shares(dice - first, targets - 1):
            yield first, *rest


@question(
    "bn/burst-split?weapon=mmg&distance=40&troops=r3&gap=4&targets=no,no,no;yes,no,no",
    "bn/burst-split?weapon=hmg&distance=20&troops=irr3&gap=2&targets=no,no,no;yes,no,no;no,yes,no",
    "bn/burst-split?weapon=smg&distance=20&troops=r4&gap=2&targets=no,no,no;no,no,no;no,no,no",
    "bn/burst-split?weapon=ar-burst&distance=40&troops=irr3&gap=3&targets=yes,no,no;yes,no,no",
)
def burst_split(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(table="weapons", where="burst", default="lmg", label="Weapon")],
    distance: Annotated[Number, Length(0, 100, default=20, label="Distance", bands=("shooting.table",))],
    troops: Firer,
    gap: Annotated[Number, Length(0, 6, default=3, label="From each target to the next")],
    targets: Annotated[
        tuple[Target, ...],
        Rows(
            {"cover": Flag(label="Behind cover"), "dodge": Flag(label="Dodges"), "sniper": Flag(label="Sniper")},
            low=2,
            high=3,
            default=((False, False, False), (True, False, False)),
            noun="target",
            label="Targets, in a line",
        ),
    ],
) -> Breakdown[BurstSplit]:
    """How should the dice of a burst be shared among these targets?"""
    w = Working(r)
    if not is_burst(r, weapon):
        w.refuse(f"Not a burst: {a_weapon(r, weapon)} has no dice to share.", "shooting.split")
    check_cover(r, w, weapon, any(cover for cover, *_ in targets))
    _check_gap(r, w, gap, len(targets))
    shares = _priced(r, w, Aim(weapon, distance, troops), targets)
    best = shares.best()
    w.note("each target has dice of its own, but the burst need not be split", "shooting.split")
    told_dice = zip(shares.thrown(best), shares.needed, shares.hit(best), strict=True)
    for place, (count, needed, chance) in enumerate(told_dice, start=1):
        w.then(f"target {place}: {counted(count, 'die')} on {needed} or more hit him", chance, "shooting.roll")
    w.then(f"{_all_of(targets)} are hit", shares.all_hit(best), "shooting.split")
    struck = shares.struck(best)
    told = BurstSplit(_written(best), shares.all_hit(best), struck.at_least(1), struck.mean)
    return w.answer(
        told,
        headline=_headline(told, best, targets),
        chance=told.each or told.any,
        distribution=struck,
        exhibits=_pictures(spoken(r, weapon), shares, best),
    )


@simulation
def throw_split(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice at each target in the best split, and return how many targets are hit."""
    aim = Aim(inputs["weapon"], inputs["distance"], inputs["troops"])
    shares = _priced(r, Working(r), aim, inputs["targets"])
    struck: Any = 0
    for needed, thrown in zip(shares.needed, shares.thrown(shares.best()), strict=True):
        struck = struck + (dice.roll_each(r.text("shooting.roll"), count, thrown) >= needed).any(axis=1)
    return struck


def _check_gap(r: Reader, w: Working, gap: Number, targets: int) -> None:
    rule = "shooting.split-5cm"
    measured = gap if r.holds("within-5cm", "chain") else gap * (targets - 1)
    apart = write_number(measured)
    if measured > r.int(rule):
        w.refuse(f"Too far apart: {apart} cm from one target to another is beyond {r.int(rule)} cm.", rule)
    w.note(f"they stand within {apart} cm of each other", rule)


def _priced(r: Reader, w: Working, aim: Aim, targets: Sequence[Target]) -> Shares:
    """Return the costs of each target, as if the whole burst went there, and add the steps.

    By one ruling the worst number holds for all targets.
    """
    lines: list[Shot] = []
    for place, (cover, dodge, sniper) in enumerate(targets, start=1):
        first = len(w.steps)
        lines.append(shoot(r, w, replace(aim, cover=cover, dodge=dodge, sniper_target=sniper)))
        w.steps[first:] = [
            replace(step, label=f"target {place}: {step.label.removeprefix('target ')}") for step in w.steps[first:]
        ]
    dice = r.cell("weapons", aim.weapon, "dice").whole
    lost = tuple(dice - line.dice for line in lines)
    if any(line != lines[0] for line in lines) and r.holds("split-modifiers", "worst-number"):
        worst = min(lines, key=lambda line: (line.chance, line.dice))
        w.note("the worst number holds for all", "shooting.split")
        lines, lost, dice = [worst] * len(lines), (0,) * len(lines), worst.dice
    return Shares(tuple(line.needed for line in lines), tuple(line.chance for line in lines), lost, dice)


def _written(share: Share) -> str:
    return " + ".join(str(count) for count in share)


def _headline(told: BurstSplit, best: Share, targets: Sequence[Target]) -> str:
    if not told.any:
        return "Cannot hit: the modifiers cost every die of the burst"
    if told.each:
        return f"Share the dice {told.share}: {_all_of(targets)} are hit {likely(told.each)}, any at all {likely(told.any)}"
    how = (
        f"all dice on target {best.index(max(best)) + 1}" if max(best) == sum(best) else f"share the dice {told.share}"
    )
    return f"Not {_all_of(targets)} of them can be hit: {how}, and a hit comes {likely(told.any)}"


def _all_of(targets: Sequence[Target]) -> str:
    return "both" if len(targets) == 1 + 1 else f"all {len(targets)}"


def _pictures(weapon: str, shares: Shares, best: Share) -> list[Exhibit]:
    ways = shares.ways()
    return [
        Grid(
            f"The chance that each target is hit, for every way to share the {shares.dice} dice of a {weapon}",
            "Dice",
            "Hit at least once",
            [_written(way) for way in ways],
            ["all of them", *(f"target {place}" for place in range(1, len(best) + 1))],
            [[shares.all_hit(way), *shares.hit(way)] for way in ways],
            here=(ways.index(best), 0),
            name="splits",
        ),
        Bars(
            f"How many of them are hit with {_written(best)}", "Targets hit", {"": shares.struck(best)}, name="targets"
        ),
    ]
