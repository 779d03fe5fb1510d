"""Which fire is better here: a single shot or a burst, and one weapon or another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Exhibit, Grid, Mark
from drillbook.kinds import Choice, Choices, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import REMOVED, explain_save, fate, name_of
from drillbook.rulesets.breaking_news._firing import COLUMNS, Aim, bands, row_of, spoken
from drillbook.rulesets.breaking_news._shot import Shot, shoot

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

SINGLE, BURST = "ar-single", "ar-burst"


@dataclass(frozen=True, slots=True)
class SingleOrBurst:
    """Which of the two hits more often on average, and the figures of both (none for a burst where there is no burst)."""

    better: str
    single_mean: Fraction
    burst_mean: Fraction
    single_any: Fraction
    burst_any: Fraction


@question(
    "breaking_news",
    "single-or-burst",
    examples=[
        "bn/single-or-burst?distance=20&troops=r3",
        "bn/single-or-burst?distance=40&troops=r3&cover=yes",
        "bn/single-or-burst?distance=20&troops=r1&moved=yes&cover=yes&dodge=yes",
    ],
)
def single_or_burst(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 150, default=20, label="Distance")],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer")],
    moved: Annotated[bool, Flag(label="Firer has moved", help="Farther than a cautious step.")],
    cover: Annotated[bool, Flag(label="Target behind cover")],
    dodge: Annotated[bool, Flag(label="Target dodges")],
    sniper_target: Annotated[bool, Flag(label="Target is a sniper")],
) -> Breakdown[SingleOrBurst] | Refusal:
    """With an assault rifle, is a single shot or a burst the better choice here?"""
    w = Working(r)
    aim = Aim(SINGLE, distance, troops, cover=cover, dodge=dodge, sniper_target=sniper_target, penalised=moved)
    single = shoot(r, w, aim)
    if isinstance(single, Refusal):
        return single
    w.then("mean hits of the single shot", Cited(single.hits.mean, r.cite("shooting.roll")))
    trial = Working(r)
    burst = shoot(r, trial, replace(aim, weapon=BURST))
    if isinstance(burst, Refusal):
        w.note("no burst at this distance", burst.rule)
        told = SingleOrBurst("single", single.hits.mean, Fraction(0), single.at_least_one, Fraction(0))
        return w.answer(
            told,
            headline=f"Single shot: there are no bursts at {write_number(distance)} cm; it hits with {single.at_least_one}",
            chance=single.at_least_one,
            distribution=single.hits,
            exhibits=[*_pictures(r, aim, {"single shot": single})],
        )
    w.steps += trial.steps
    w.total = trial.total
    w.then("mean hits of the burst", Cited(burst.hits.mean, r.cite("shooting.roll")))
    better = _better(single, burst)
    told = SingleOrBurst(better, single.hits.mean, burst.hits.mean, single.at_least_one, burst.at_least_one)
    return w.answer(
        told,
        headline=_headline(told),
        chance=(burst if better == "burst" else single).at_least_one,
        distribution=(burst if better == "burst" else single).hits,
        exhibits=_pictures(r, aim, {"single shot": single, "burst": burst}),
    )


@simulation("breaking_news", "single-or-burst")
def throw_the_better(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The better of the two thrown with real dice, and its hits counted."""
    named = {name: inputs[name] for name in ("distance", "troops", "cover", "dodge", "sniper_target")}
    lines = [shoot(r, Working(r), Aim(weapon, penalised=inputs["moved"], **named)) for weapon in (SINGLE, BURST)]
    single, burst = lines
    assert isinstance(single, Shot)
    line = burst if isinstance(burst, Shot) and _better(single, burst) == "burst" else single
    return (dice.roll_each(r.text("shooting.roll"), count, line.dice) >= line.needed).sum(axis=1)


def _better(single: Shot, burst: Shot) -> str:
    """Which hits more often on average."""
    one, other = single.hits.mean, burst.hits.mean
    return "equal" if one == other else "single" if one > other else "burst"


def _headline(told: SingleOrBurst) -> str:
    single, burst = ("single shot", told.single_mean, told.single_any), ("burst", told.burst_mean, told.burst_any)
    if told.better == "equal":
        if told.single_any == told.burst_any:
            return f"No difference: {told.single_mean} hits on average, and the same chance of any"
        (name, mean, chance), (_, _, less) = sorted((single, burst), key=lambda one: -one[-1])
        return f"Equal on average, {mean} hits each; the {name} is likelier to hit at all, {chance} against {less}"
    (name, mean, chance), (other, fewer, less) = (single, burst) if told.better == "single" else (burst, single)
    line = f"{name.capitalize()}: {mean} hits on average against {fewer} for the {other}"
    if chance < less:
        line += f"; but the {other} is likelier to hit at all, {less} against {chance}"
    return line


def _pictures(r: Reader, aim: Aim, now: dict[str, Shot]) -> Sequence[Exhibit]:
    """Mean hits and the chance of any over the number of reasons to need more, in the order of the form."""
    plain = replace(aim, cover=False, dodge=False, sniper_target=False, penalised=False)
    ladder = [plain]
    for more in ({"penalised": True}, {"cover": True}, {"sniper_target": True}, {"dodge": True}):
        ladder.append(replace(ladder[-1], **more))  # type: ignore[arg-type]
    weapons = {"single shot": SINGLE, "burst": BURST}
    shots: dict[str, list[Shot]] = {}
    for name in now:
        line = [shoot(r, Working(r), replace(one, weapon=weapons[name])) for one in ladder]
        shots[name] = [one for one in line if isinstance(one, Shot)]
    here = sum((aim.cover, aim.dodge, aim.sniper_target, bool(aim.penalised)))
    who = f"{name_of(r, aim.troops)}, {write_number(aim.distance)} cm"
    axis = "Reasons to need more"
    return [
        Curves(
            f"Hits on average as a move, cover, a sniper and a dodge are added one by one ({who})",
            axis,
            "Mean hits",
            {name: [(place, one.hits.mean) for place, one in enumerate(line)] for name, line in shots.items()},
            chance=False,
            here=here,
            name="mean",
        ),
        Curves(
            f"The chance of any hit at all as a move, cover, a sniper and a dodge are added one by one ({who})",
            axis,
            "At least one hit",
            {name: [(place, one.at_least_one) for place, one in enumerate(line)] for name, line in shots.items()},
            here=here,
            name="any",
        ),
        Bars(
            f"How many hits each scores here ({who})",
            "Hits",
            {name: one.hits for name, one in now.items()},
            Mark(1, "at least one hit"),
            name="hits",
        ),
    ]


BRIEF = {
    "ar-single": "AR, single",
    "ar-burst": "AR, burst",
    "sniper": "Precision rifle",
    "lmg": "Light MG",
    "mmg": "Medium MG",
    "hmg": "Heavy MG",
    "grenade": "Grenade",
    "rpg": "RPG, launcher",
    "heavy-at": "Heavy anti-tank",
}
COMPARED = ("ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg", "rpg")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The weapon that removes the target most often in each column of the firing table, and how often it does."""

    close: str
    close_chance: Fraction
    medium: str
    medium_chance: Fraction
    long: str
    long_chance: Fraction
    extreme: str
    extreme_chance: Fraction


@question(
    "breaking_news",
    "weapon-comparator",
    examples=[
        "bn/weapon-comparator?weapons=ar-single,ar-burst,lmg,sniper&troops=r3&target=r4&cover=no",
        "bn/weapon-comparator?weapons=ar-single,ar-burst,sniper,smg,lmg,mmg,hmg,rpg&troops=irr3&target=r1&cover=yes",
        "bn/weapon-comparator?weapons=none&troops=r3&target=r4&cover=yes",
    ],
)
def weapon_comparator(
    r: Reader,
    /,
    *,
    weapons: Annotated[
        tuple[str, ...],
        Choices(table="weapons", default=COMPARED, label="Weapons", help="None chosen compares them all."),
    ],
    troops: Annotated[str, Choice(table="classes", default="r3", label="Firer")],
    target: Annotated[str, Choice(table="classes", default="r4", label="Target")],
    cover: Annotated[bool, Flag(label="Target behind cover", help="It makes him harder to hit and saves him better.")],
) -> Breakdown[Comparison]:
    """Which weapon is the most likely to put this man out of the game, at each distance?"""
    w = Working(r)
    how = explain_save(r, w, target, leader=False, protected=cover)
    chosen = weapons or tuple(row.key for row in r.rows("weapons"))
    reach = bands(r)
    removed: list[list[Fraction | None]] = []
    means: list[list[Fraction | None]] = []
    for weapon in chosen:
        lines = [_at(r, weapon, troops, cover, reach[column]) for column in COLUMNS]
        removed.append([None if one is None else fate(one.hits, how)[REMOVED] for one in lines])
        means.append([None if one is None else one.hits.mean for one in lines])
    names = [_named(r, weapon) for weapon in chosen]
    heads = [f"{end} cm" for end in reach.values()]
    best = {column: _best(r, chosen, [line[place] for line in removed]) for place, column in enumerate(COLUMNS)}
    for column, (weapon, chance) in best.items():
        if weapon:
            stating = r.cell("weapons", row_of(weapon), "dice").rule
            w.then(
                f"to {reach[column]} cm the best is the {spoken(r, weapon)}, which removes him", Cited(chance, stating)
            )
    flat = {column: (spoken(r, weapon) if weapon else "none", chance) for column, (weapon, chance) in best.items()}
    told = Comparison(*(part for pair in flat.values() for part in pair))  # type: ignore[arg-type]
    who = f"{name_of(r, target)}{' behind cover' if cover else ' in the open'}"
    frame = ("Weapon", "Distance up to", names, heads)
    told_removed = Grid(f"The chance that one shot or burst removes a man: {who}", *frame, removed, name="removed")
    told_hits = Grid(f"Hits on average: {who}", *frame, means, chance=False, name="hits")
    return w.answer(told, headline=_verdict(reach, flat), exhibits=(told_removed, told_hits))


def _at(r: Reader, weapon: str, troops: str, cover: bool, distance: Number) -> Shot | None:
    """The shot at the end of a column, or as far as the weapon reaches within it; None where the column has no number."""
    if r.has_cell("weapons", row_of(weapon), "max"):
        most = r.cell("weapons", row_of(weapon), "max").amount
        assert not isinstance(most, str)
        if distance == min(bands(r).values()):
            distance = min(distance, most)
    line = shoot(r, Working(r), Aim(weapon, distance, troops, cover=cover))
    return line if isinstance(line, Shot) else None


def _named(r: Reader, weapon: str) -> str:
    """A name short enough for a map, with the weapon's own limit where that is nearer than the first column."""
    name = BRIEF.get(weapon) or str(r.ruleset.table("weapons").row(weapon).name)
    if r.has_cell("weapons", weapon, "max"):
        return f"{name} ({r.cell('weapons', weapon, 'max').amount} cm)"
    return name


def _best(r: Reader, chosen: Sequence[str], chances: Sequence[Fraction | None]) -> tuple[str, Fraction]:
    """The first of the weapons with the highest chance; none where no weapon reaches."""
    able = [(weapon, chance) for weapon, chance in zip(chosen, chances, strict=True) if chance is not None]
    return max(able, key=lambda one: one[1]) if able else ("", Fraction(0))


def _verdict(reach: dict[str, int], flat: dict[str, tuple[str, Fraction]]) -> str:
    able = [(reach[column], weapon, chance) for column, (weapon, chance) in flat.items() if chance]
    if not able:
        return "None of these weapons can remove him"
    (near, weapon, chance), (far, other, less) = able[0], able[-1]
    first = f"To {near} cm the {weapon} removes him most often, {percent(chance)}"
    if near == far:
        return first
    return f"{first}; to {far} cm {'it is still the' if other == weapon else 'the'} {other}, {percent(less)}"
