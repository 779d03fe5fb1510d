"""The units of both sides in a played turn, with all that has happened to them step by step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths.dice import read_dice
from drillbook.rulesets.new_rules.common.activation import hand
from drillbook.rulesets.new_rules.common.fighting import BEFORE, FRONT, LAST, NOW
from drillbook.rulesets.new_rules.common.orders import Standing
from drillbook.rulesets.new_rules.common.unit import Unit
from drillbook.rulesets.new_rules.walk._ground import Spot, far_off
from drillbook.rulesets.new_rules.walk._table import Table

OURS, THEIRS = "ours", "theirs"
AS_IT_STANDS = "same"
#: What a unit may be told to do.
SHOOT, AIM, CASE, CLOSE, HOLD, LEAVE, RALLY = "shoot", "aim", "canister", "close", "hold", "leave", "rally"


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the table: its side, its letter, its state, its place in S, and its orders.

    facing: its direction; home: how far up the table its zone is; start: its number in the list of its side;
    barred: the player's turn in which it may not be activated; towards: its successes so far against its rout;
    met: enemies it has been in contact with; fought: whether it has had its round of this turn;
    seized: whether it has Seized the Initiative for that round; marks: other events, in words;
    into: the formation that it is to take; halted: whether a blunder in combat has cost it the actions it had left.
    """

    name: str
    row: str
    side: str
    unit: Unit
    place: Spot
    facing: int
    home: Fraction
    plan: str
    dice: int
    start: int
    cover: str = "none"
    loaded: bool = False
    barred: int = 0
    routs: bool = False
    towards: int = 0
    fought: bool = False
    seized: bool = False
    met: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    into: str = AS_IT_STANDS
    halted: bool = False

    @property
    def called(self) -> str:
        """How it is called in the telling."""
        return f"{self.name} ({self.unit.name.lower()})"


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee of a pair: the unit that began it, its target, the side taken, and the direction.

    along: the direction in which the charger came; again: whether the two had met before;
    seized: the player's turn in which each unit has last Seized the Initiative in it.
    """

    charger: str
    target: str
    aspect: str = FRONT
    along: Spot = (Fraction(0), Fraction(0))
    again: bool = False
    seized: tuple[tuple[str, int], ...] = ()

    def when(self, name: str, going: int) -> str | None:
        """Return when a unit has Seized the Initiative in the melee, seen from a player's turn.

        The result is None if the unit has not seized it. going: the number of the player's turn.
        """
        turn = dict(self.seized).get(name)
        return None if turn is None else NOW if turn == going else LAST if turn == going - 1 else BEFORE


class Told(NamedTuple):
    """A step of the report: what happens, its rule, the turn, and all units and melees then.

    line: what is drawn on the table for it; going: the number of the player's turn.
    """

    text: str
    rule: str
    turn: int
    pieces: Mapping[str, Piece]
    fights: tuple[Fight, ...]
    line: tuple[Spot, ...] = ()
    going: int = 0


@dataclass(slots=True)
class Field:
    """The table while turns are played: units by name, melees, dice, and the steps so far.

    table: its edges, and what hides on it; going: the number of the player's turn, counted through;
    on_turn: whose turn it is;
    due: the units that have blundered in combat; resolve: the function that resolves those blunders.
    """

    r: Reader
    pieces: dict[str, Piece]
    random: Random
    table: Table
    turn: int = 1
    going: int = 0
    on_turn: str = OURS
    fights: list[Fight] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    due: list[str] = field(default_factory=list)
    resolve: Callable[["Field"], None] = lambda _: None

    def tell(self, text: str, rule: str, *line: Spot) -> None:
        """Add a step to the report."""
        self.told.append(Told(text, rule, self.turn, dict(self.pieces), tuple(self.fights), line, self.going))

    def settle(self) -> None:
        """Update the last step of the report to the present units and melees."""
        self.told[-1] = self.told[-1]._replace(pieces=dict(self.pieces), fights=tuple(self.fights))

    def change(self, name: str, **changed: Any) -> Piece:
        """Change the named fields of a unit, and return the unit in its new state."""
        self.pieces[name] = replace(self.pieces[name], **changed)
        return self.pieces[name]

    def remove(self, name: str) -> None:
        """Remove a unit from the table, and end its melees."""
        del self.pieces[name]
        self.parts(name)

    def parts(self, name: str) -> None:
        """End all melees of a unit."""
        self.fights = [one for one in self.fights if name not in (one.charger, one.target)]

    def of(self, side: str) -> list[Piece]:
        """Return the units of a side, in their order."""
        return [piece for piece in self.pieces.values() if piece.side == side]

    def enemies(self, piece: Piece) -> list[Piece]:
        """All enemies of a unit, the nearest first."""
        foes = (other for other in self.pieces.values() if other.side != piece.side)
        return sorted(foes, key=lambda other: far_off(piece.place, other.place))

    def sees(self, one: Piece, other: Piece) -> bool:
        """Whether a pair of units see each other."""
        return self.table.sees(self.r, one.place, other.place)

    def melees(self, name: str) -> list[Fight]:
        """Return the melees of a unit."""
        return [one for one in self.fights if name in (one.charger, one.target)]

    def foes(self, name: str) -> list[Piece]:
        """Return the units that a unit is locked with."""
        return [self.pieces[one.target if one.charger == name else one.charger] for one in self.melees(name)]

    def standing(self, piece: Piece) -> Standing:
        """Return the state of a unit that decides which orders it may be given."""
        wavers = mark_of(self.r, "wavering") in piece.marks
        return Standing(piece.unit, self.engaged(piece.name), piece.loaded, piece.routs, wavers)

    def engaged(self, name: str) -> bool:
        """Whether a unit is locked in melee."""
        return bool(self.melees(name))

    def throws(self, dice: str) -> list[int]:
        """Throw the named dice and return each die."""
        many, faces = read_dice(dice)
        return [self.random.randint(1, faces) for _ in range(many)]

    def throw(self, dice: str) -> int:
        """Throw the named dice and return their sum."""
        return sum(self.throws(dice))

    def hand(self, piece: Piece, dice: int) -> tuple[bool, ...]:
        """Return which of a unit's dice are rolled, True for a coloured one.

        White dice come first, or the reading decides.
        """
        coloured = piece.unit.coloured
        white = self.r.int("damage.start") - coloured
        match self.r.read_as("coloured-choice"):
            case "at-random":
                return tuple(sorted(self.random.sample([False] * white + [True] * coloured, dice)))
            case "coloured-first":
                return hand(dice, min(dice, coloured))
            case _:
                return hand(dice, max(0, dice - white))

    @property
    def over(self) -> bool:
        """Whether a side has nobody left."""
        return not (self.of(OURS) and self.of(THEIRS))


def mark_of(r: Reader, event: str) -> str:
    """Return the word beside a unit for an event that only leaves a mark."""
    return r.name("critical", event).rstrip("!").lower()
