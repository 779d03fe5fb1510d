"""Morale over a whole game: when does a squad, or a platoon, break?"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Track
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Thrower, counted, np, percent, spoken
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.initiative import morale_dice
from drillbook.rulesets.breaking_news.morale._morale import Losses, Rules, Test

STEADY, FORGIVEN, BROKEN, HOLDS = "steady", "forgiven", "broken", "holds"
#: How it stands after so many failures that had no effect.
SPARED = (STEADY, FORGIVEN, "forgiven twice", "forgiven three times", "forgiven four times")
ALL, ONE, TWO, THREE = "all", "one", "two", "three"
MOTIVATED = {ALL: "All of them", ONE: "One", TWO: "Two", THREE: "Three"}

#: The men each of four teams loses in a turn, and whether a leader is among them.
Row = tuple[int, int, int, int, bool]


@dataclass(frozen=True, slots=True)
class MoraleTrack:
    """The answer on morale over a game: the state after the last turn, and the worst turn.

    worst_turn is the likeliest turn to break in, worst_pass the chance of its test. last_dice and last_needed describe
    the last test.
    """

    holds: Fraction
    breaks: Fraction
    forgiven: Fraction
    worst_turn: int | None
    worst_pass: Fraction | None
    last_dice: int | None
    last_needed: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the men lost in it, those left, the teams that still count, and the test.

    test is None if there is none.
    """

    number: int
    lost: int
    left: int
    counting: int
    test: Test | None

    @property
    def name(self) -> str:
        """What it is called."""
        return f"turn {self.number}"

    @property
    def passes(self) -> Fraction:
        """The chance to get through it: certain where nobody was lost, none where nobody is left."""
        return self.test.passes if self.test else Fraction(0 if self.lost else 1)


@question(
    "bn/morale-track?troops=irr3&squads=12&turns=2,0,0,0,no;1,0,0,0,yes;0,0,0,0,no;3,0,0,0,no&motivation=yes",
    "bn/morale-track?troops=r3&squads=8;8;8;4&turns=1,0,0,2,no;2,1,0,0,yes;1,1,1,0,no&motivation=no",
    "bn/morale-track?troops=r5&squads=10&turns=3,0,0,0,no;3,0,0,0,no&motivation=no",
)
def morale_track(
    r: Reader,
    *,
    troops: Annotated[str, Choice(table="classes", default="irr3", label="Troops")],
    squads: Annotated[
        tuple[tuple[int], ...],
        Rows(
            {"men": Count(1, 15, default=8, label="Men", unit="men")},
            low=1,
            high=4,
            default=((12,),),
            noun="team",
            label="Teams",
            help="One row for a squad; several make a platoon, which tests as a whole.",
        ),
    ],
    turns: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "first": Count(0, 6, default=1, label="Team 1"),
                "second": Count(0, 6, label="Team 2"),
                "third": Count(0, 6, label="Team 3"),
                "fourth": Count(0, 6, label="Team 4"),
                "leader": Flag(label="A leader"),
            },
            low=1,
            high=8,
            default=((2, 0, 0, 0, False), (1, 0, 0, 0, True), (0, 0, 0, 0, False), (3, 0, 0, 0, False)),
            noun="turn",
            label="Lost",
            per="squads",
            help="Men lost by each team in each turn; tick where one of them was its leader.",
        ),
    ],
    motivation: Annotated[bool, Flag(default=True, label="Motivation", help="The extra of that name.")],
    motivated: Annotated[
        str,
        Choice(MOTIVATED, label="Teams that have it", when={"motivation": ("yes",)}, why_not="Nobody has Motivation."),
    ],
) -> Breakdown[MoraleTrack]:
    """When do they break?"""
    w = Working(r)
    rules = Rules.read(r, len(squads) > 1)
    figure = morale_dice(r, troops)
    strengths = [men for (men,) in squads]
    must_fit(strengths, turns)
    course = list(walk(rules, figure.whole, strengths, turns))
    w.start(f"dice for the class, {name_of(r, troops)}", figure)
    w.note("the platoon tests as a whole, with more dice for its teams", "morale.platoon-whole", when=len(squads) > 1)
    spared = _spared(r, len(squads), motivation, motivated)
    w.note("motivated: the first test they fail has no effect", "army.motivation", when=spared == 1)
    w.note(f"motivated: {spared} failed tests have no effect", "army.motivation", when=spared > 1)
    w.note("too few of them are motivated to matter", "army.motivation", when=motivation and not spared)
    for turn in course:
        _tell_turn(w, rules, turn, sum(strengths), len(squads) > 1)
    start = Distribution.sure(STEADY)
    flow = list(accumulate(course, lambda now, turn: now.then(partial(_next, turn, spared)), initial=start))
    breaks = {turn.name: flow[turn.number][BROKEN] - flow[turn.number - 1][BROKEN] for turn in course}
    holds = 1 - flow[-1][BROKEN]
    w.then("chance that they hold to the end", percent(holds), "morale.pass")
    worst = max(course, key=lambda turn: breaks[turn.name])
    worst_of = (worst.number, worst.passes) if breaks[worst.name] else (None, None)
    last = next((turn.test for turn in reversed(course) if turn.test), None)
    last_of = (last.dice, last.needed) if last else (None, None)
    forgiven = sum((flow[-1][state] for state in SPARED[1:]), Fraction(0))
    answer = MoraleTrack(holds, flow[-1][BROKEN], forgiven, *worst_of, *last_of)
    ends = Distribution({**breaks, HOLDS: holds})
    likeliest = f"; the likeliest turn to break is turn {answer.worst_turn}" if answer.worst_turn else ""
    return w.answer(
        answer,
        headline=f"They hold through {counted(len(turns), 'turn')}: {spoken(holds)}{likeliest}",
        chance=holds,
        distribution=ends,
        exhibits=_pictures(flow, ends, course, spared),
    )


@simulation
def throw_morale_track(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every test thrown with real dice: the turn in which they break, if they do."""
    rules = Rules.read(r, len(inputs["squads"]) > 1)
    spared = _spared(r, len(inputs["squads"]), inputs["motivation"], inputs["motivated"])
    failures = np.zeros(count, dtype=int)
    ends = np.full(count, HOLDS, dtype=object)
    strengths = [men for (men,) in inputs["squads"]]
    for turn in walk(rules, morale_dice(r, inputs["troops"]).whole, strengths, inputs["turns"]):
        if turn.test:
            failures += turn.test.throw(r, dice, count) < rules.one_die
            ends[(failures > spared) & (ends == HOLDS)] = turn.name
    return ends


def must_fit(strengths: list[int], turns: tuple[Row, ...]) -> None:
    """Check that the losses of the turns are possible; otherwise raise Contradiction.

    A team cannot lose men that it does not have, and a leader cannot fall in a turn in which nobody is lost.
    """
    left, fits = [*strengths, 0, 0, 0, 0][: len(turns[0]) - 1], []
    for *named, leader in turns:
        gone = [min(wanted, there) for wanted, there in zip(named, left, strict=True)]
        left = [there - less for there, less in zip(left, gone, strict=True)]
        fits.append((*gone, leader and any(gone)))
    number = next((place for place, (told, fit) in enumerate(zip(turns, fits, strict=True)) if told != fit), None)
    if number is None:
        return
    told, fit = turns[number], fits[number]
    words = (
        "nobody is lost, and so no leader" if told[:-1] == fit[:-1] else "more men are lost than the teams have left"
    )
    raise Contradiction(f"In turn {number + 1} {words}.", turns=tuple(fits))


def walk(rules: Rules, figure: int, strengths: list[int], turns: tuple[Row, ...]) -> Iterator[Turn]:
    """Yield every turn with its test, as the losses increase."""
    left, strength = list(strengths), sum(strengths)
    men, leaders = 0, 0
    for number, (*named, leader) in enumerate(turns, start=1):
        left = [there - less for there, less in zip(left, named, strict=False)]
        now, dead = sum(named), int(leader)
        losses = Losses(men, now - dead, leaders, dead)
        men, leaders = men + now - dead, leaders + dead
        counting = sum(rules.team_counts(whole, whole - there) for whole, there in zip(strengths, left, strict=True))
        weak = sum(there < rules.half * whole for whole, there in zip(strengths, left, strict=True))
        dice, saved = figure + rules.bonus * counting, rules.keeps_six(strength, losses.men, weak)
        test = rules.test(dice, rules.needed(losses), saved) if now and losses.men < strength else None
        yield Turn(number, now, strength - losses.men, counting, test)


def _spared(r: Reader, teams: int, motivation: bool, motivated: str) -> int:
    """Return how many failed tests have no effect.

    If only some teams of a platoon have Motivation, the ruling decides. Contradiction if more teams are motivated than
    there are.
    """
    if not motivation:
        return 0
    number = teams if motivated == ALL else list(MOTIVATED).index(motivated)
    if number > teams:
        raise Contradiction(f"There are not more than {counted(teams, 'team')}.", motivated=ALL)
    if teams == 1:
        return 1
    match r.read_as("motivation-platoon"):
        case "any-squad":
            return 1
        case "each-squad":
            return number
        case _:
            return int(number == teams)


def _next(turn: Turn, spared: int, now: str) -> Distribution[str]:
    """One turn's test: broken stays broken, and so many failures are forgiven."""
    if now == BROKEN:
        return Distribution.sure(BROKEN)
    before = SPARED.index(now)
    worse = SPARED[before + 1] if before < spared and turn.test else BROKEN
    return Distribution.weighted([(now, turn.passes), (worse, 1 - turn.passes)])


def _tell_turn(w: Working, rules: Rules, turn: Turn, strength: int, platoon: bool) -> None:
    """Add the steps of a turn: what was lost in it, and the test."""
    if turn.test is None:
        w.note(f"{turn.name}: {'nobody is left' if turn.lost else 'nobody lost, no test'}", "morale.when")
        return
    dice = f"{turn.test.dice} dice"
    if platoon:
        w.reader.cite("morale.platoon-bonus-die")
        dice += f", {turn.counting} of them for teams with more than half left"
    saved = turn.test.saved_by_six
    six = f"a {rules.six} passes in any case" if saved else f"no rescue by a {rules.six}"
    words = f"{turn.name}: {dice}; {turn.test.needed} needed; {six}, {turn.left} of {strength} left"
    w.note(words, "morale.six" if saved else "morale.six-exception")
    chance = turn.passes if spoken(turn.passes).endswith(")") else percent(turn.passes)
    w.then(f"{turn.name}: chance to pass", chance, "morale.pass")


def _pictures(flow: list[Distribution[str]], ends: Distribution[str], course: list[Turn], spared: int) -> list[Exhibit]:
    states = [*SPARED[: spared + 1], BROKEN]
    notes = [f"{turn.test.dice} dice, {turn.test.needed}" if turn.test else "no test" for turn in course]
    lines = {
        "pass this turn's test": [(turn.number, turn.passes) for turn in course],
        "hold until then": [(turn.number, 1 - flow[turn.number][BROKEN]) for turn in course],
    }
    return [
        Track("Where they stand after each turn", states, flow, absorbing=(BROKEN,), notes=notes),
        Bars("The turn in which they break", "They break in", {"": ends}),
        Curves("The chance to pass, and to hold, turn by turn", "Turn", "Chance", lines),
    ]
