"""A melee of several bases on the table: the pairs, the second ranks, and the idle bases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card, Line, Tabletop
from drillbook.errors import listed
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.great_war_1418.common.bases import Base, drawn, fields_at, keep_apart

Bases = tuple[tuple[Number, Number, bool, bool], ...]
Pairs = tuple[tuple[int, int], ...]
#: Where the middle of a base may be.
SPOT = Length(-6, 6, default=0, step=Fraction(1, 4), unit="inches")


@dataclass(frozen=True, slots=True)
class Touch:
    """Where two bases touch.

    inches: the length of the touch; side: on which side of the first base the second lies, across and ahead.
    """

    inches: Number
    side: tuple[int, int]

    def __str__(self) -> str:
        return f"they touch along {write_number(self.inches)} {'inch' if self.inches == 1 else 'inches'}"


@dataclass(frozen=True, slots=True)
class PairingBoard:
    """The number of pairs that fight, of second ranks, and of idle bases.

    ways: in how many ways that many pairs can be made.
    """

    pairs: int
    second_ranks: int
    idle: int
    ways: int


@question(
    "gw/pairing-board?bases=-1.25,-0.5,no,no;1.25,-0.5,no,no;1.25,-1.5,no,no;-1.25,0.5,no,yes;-1.25,1.5,no,yes;1.25,0.5,no,yes;3.75,0.5,no,yes",
    "gw/pairing-board?bases=0,-0.5,no,no;-1.25,0.5,no,yes;1,0.5,no,yes",
    "gw/pairing-board?bases=0,-0.5,no,no;2,-0.5,no,no;0.5,0.5,no,yes;-1.5,0.5,no,yes",
)
def pairing_board(
    r: Reader,
    *,
    bases: Annotated[
        Bases,
        Rows(
            fields={**fields_at(SPOT), "enemy": Flag(label="Enemy")},
            low=2, high=8, noun="base", label="Bases", help="Their middles; the front line runs across.",
            default=(
                (Fraction(-5, 4), Fraction(-1, 2), False, False), (Fraction(5, 4), Fraction(-1, 2), False, False),
                (Fraction(-5, 4), Fraction(1, 2), False, True), (Fraction(5, 4), Fraction(1, 2), False, True),
            ),
        ),
    ],
) -> Breakdown[PairingBoard]:  # fmt: skip
    """A melee of several bases: who fights whom?"""
    w = Working(r)
    keep_apart(r, SPOT, "base", bases=bases)
    laid = [Base(*row) for row in bases]
    foes = [(a, b) for a, one in enumerate(laid) for b, other in enumerate(laid) if other.enemy and not one.enemy]
    touching = {(a, b): touch for a, b in foes if (touch := touch_of(r, laid[a], laid[b]))}
    for a, b in foes:
        w.note(f"{_both((a, b))} touch at a corner alone", "melee.corner", when=corner_of(r, laid[a], laid[b]))
    w.then("touches of enemies along more than a corner", len(touching), "melee.contact")
    w.at_most("of its enemies a base fights no more than", "melee.one-contact")
    ways = ways_of(touching)
    pairs = _taken(r, w, touching, ways)
    behind = dict(_behind(r, laid, pairs, touching))
    for mine, theirs in pairs:
        w.note(f"{_both((mine, theirs))} fight: {touching[mine, theirs]}", "melee.one-on-one")
    for rank, front in behind.items():
        w.note(f"base {rank + 1} is the second rank of base {front + 1} and can take its losses", "melee.second-rank")
    idle = [place for place in range(len(laid)) if place not in {one for pair in pairs for one in pair} | set(behind)]
    w.then("bases that are left idle", len(idle), "melee.example")
    told = PairingBoard(len(pairs), len(behind), len(idle), len(ways))
    return w.answer(
        told,
        headline=_headline(told, pairs),
        exhibits=[
            _map(r, bases, laid, pairs, behind),
            Card("What each base does", [*_does(pairs, behind, idle)]),
        ],
    )


def touch_of(r: Reader, one: Base, other: Base) -> Touch | None:
    """Where these bases touch along more than a corner; None where they do not."""
    left, right, near, far = one.edges(r)
    others_left, others_right, others_near, others_far = other.edges(r)
    across, ahead = min(right, others_right) - max(left, others_left), min(far, others_far) - max(near, others_near)
    if across > 0 and ahead == 0:
        return Touch(across, (0, 1 if others_near == far else -1))
    if ahead > 0 and across == 0:
        return Touch(ahead, (1 if others_left == right else -1, 0))
    return None


def corner_of(r: Reader, one: Base, other: Base) -> bool:
    """Whether these bases touch at a corner alone."""
    left, right, near, far = one.edges(r)
    others_left, others_right, others_near, others_far = other.edges(r)
    return (left == others_right or right == others_left) and (near == others_far or far == others_near)


def ways_of(touching: dict[tuple[int, int], Touch]) -> list[Pairs]:
    """Every way to make as many pairs as can be, each base once."""

    def choices(left: Sequence[tuple[int, int]]) -> Iterator[Pairs]:
        if not left:
            yield ()
            return
        (mine, theirs), *others = left
        for rest in choices([pair for pair in others if mine != pair[0] and theirs != pair[1]]):
            yield ((mine, theirs), *rest)
        yield from choices(others)

    found = list(choices(list(touching)))
    most = max(map(len, found))
    return [one for one in found if len(one) == most]


def _taken(r: Reader, w: Working, touching: dict[tuple[int, int], Touch], ways: list[Pairs]) -> Pairs:
    """Return the pairs that are fought.

    They are the mover's choice, or are made edge by edge, the longest first.
    """
    if r.holds("melee-pairing", "longest-edge"):
        pairs: list[tuple[int, int]] = []
        for mine, theirs in sorted(touching, key=lambda pair: -touching[pair].inches):
            if all(mine != one and theirs != other for one, other in pairs):
                pairs.append((mine, theirs))
        w.note("the longest edge is paired first, of equal ones that of the base named first", "melee.automatic")
        return tuple(sorted(pairs))
    w.note("we take it that whoever moved into contact wants as many pairs as can be", "melee.automatic")
    return max(ways, key=lambda one: sum(touching[pair].inches for pair in one))


def _behind(
    r: Reader, laid: list[Base], pairs: Pairs, touching: dict[tuple[int, int], Touch]
) -> Iterator[tuple[int, int]]:
    """Yield each second rank with the front before it.

    A second rank is a base of the same side that touches the front's edge away from the enemy.
    """
    fighting = {one for pair in pairs for one in pair}
    taken: set[int] = set()
    for pair in pairs:
        across, ahead = touching[pair].side
        for front, away in zip(pair, ((-across, -ahead), (across, ahead)), strict=True):
            found = {
                place: touch.inches
                for place, base in enumerate(laid)
                if place not in fighting | taken and base.enemy == laid[front].enemy
                if (touch := touch_of(r, laid[front], base)) and touch.side == away
            }  # fmt: skip
            if found:
                rank = max(found, key=lambda place: found[place])
                taken.add(rank)
                yield rank, front


def _both(pair: tuple[int, int]) -> str:
    """Return the names of two bases by their numbers."""
    return f"bases {pair[0] + 1} and {pair[1] + 1}"


def _headline(told: PairingBoard, pairs: Pairs) -> str:
    """Return the headline: who fights which enemy, and what the others do."""
    if not pairs:
        return "No contact: nobody fights"
    fought = listed([f"{mine + 1} with {theirs + 1}" for mine, theirs in pairs], "and")
    ranks = f"; {counted(told.second_ranks, 'second rank')}" if told.second_ranks else ""
    ways = f"; it could be paired in {told.ways} ways" if told.ways > 1 else ""
    return f"{counted(told.pairs, 'pair')}: {fought}{ranks}; {counted(told.idle, 'base', none='no')} idle{ways}"


def _does(pairs: Pairs, behind: dict[int, int], idle: list[int]) -> Iterator[tuple[str, str]]:
    """Yield what each base does, in the order of the form."""
    told = dict.fromkeys(idle, "idle")
    told |= {rank: f"second rank of base {front + 1}" for rank, front in behind.items()}
    told |= {mine: f"fights base {theirs + 1}" for mine, theirs in pairs}
    told |= {theirs: f"fights base {mine + 1}" for mine, theirs in pairs}
    for place in sorted(told):
        yield f"Base {place + 1}", told[place]


def _map(r: Reader, bases: Bases, laid: list[Base], pairs: Pairs, behind: dict[int, int]) -> Tabletop:
    """Return a plan of the bases, with lines between those that fight.

    A thin line joins a front to its second rank.
    """

    def link(one: int, other: int, kind: str) -> Line:
        return Line([(laid[one].x, laid[one].y), (laid[other].x, laid[other].y)], kind=kind)

    figures = [
        drawn(r, base, "bases", number, kind="enemy" if base.enemy else "own")
        for number, base in enumerate(laid, start=1)
    ]
    return Tabletop(
        "Who fights whom: a line joins the bases of a pair, a thin one a second rank with its front", "inches",
        figures=figures, name="board",
        lines=[*(link(*pair, "path") for pair in pairs), *(link(rank, front, "thin") for rank, front in behind.items())],
    )  # fmt: skip
