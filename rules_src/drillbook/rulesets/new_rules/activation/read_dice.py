"""Activation: the dice that lie on the table, read."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Contradiction, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common.activation import (
    GARBLED,
    HESITATION,
    Activation,
    Rolled,
    added,
    check_dice,
    replace_one,
)
from drillbook.rulesets.new_rules.common.forced import FORCED, near_of
from drillbook.rulesets.new_rules.common.inputs import NEAR, Near, Quality


@dataclass(frozen=True, slots=True)
class ReadDice:
    """The result of dice on the table: successes, actions, turnover, and blunder with its name.

    successes: the dice that succeed as they lie; actions: those the unit has of its own.
    bound: the actions that the blunder takes for what it forces the unit to do.
    line: the name of the blunder, None if there is none; further: how many more blunders there are to roll for.
    """

    successes: int
    actions: int
    bound: int
    turnover: bool
    blunder: bool
    line: str | None
    further: int


@question(
    "nr/read-dice?quality=4&rolled=2,no;5,no;3,no&line=1&again=1&near=none",
    "nr/read-dice?quality=4&rolled=5,no;6,no;1,yes&line=1&again=3&near=none",
    "nr/read-dice?quality=4&rolled=5,no;2,no;1,yes&line=2&again=1&near=none",
    "nr/read-dice?quality=4&rolled=5,no;4,no;1,yes&line=4&again=1&near=none",
    "nr/read-dice?quality=4&rolled=5,no;4,no;1,yes&line=6&again=1&near=charge,fire",
)
def read_dice(
    r: Reader,
    *,
    quality: Quality,
    rolled: Annotated[
        tuple[tuple[int, bool], ...],
        Rows(
            {"face": Count(1, 10, default=4, label="Shows"), "coloured": Flag(label="Coloured")},
            low=0, high=3, default=((2, False), (5, False), (3, False)), noun="die", label="Dice rolled",
        ),
    ],
    line: Annotated[int, Count(1, 6, label="Roll on the blunder table", help="Needed only where a coloured die shows a 1.")],
    again: Annotated[int, Count(1, 10, label="Rerolled die shows", help="Needed only for Garbled Orders.")],
    near: Near,
) -> Breakdown[ReadDice]:  # fmt: skip
    """What have I rolled?"""
    w, found = Working(r), Activation(r, quality, near=near_of(near))
    top = max(found.faces)
    if any(face > top for face, _ in rolled):
        fits = tuple((min(face, top), coloured) for face, coloured in rolled)
        raise Contradiction(f"The activation die is a {found.die}: no die shows more than {top}.", rolled=fits)
    check_dice(r, w, len(rolled))
    roll = Rolled()
    for place, (face, coloured) in enumerate(rolled, start=1):
        one = found.read(face, coloured)
        roll = added(roll, one)
        rule = "activation.success" if one.successes else "activation.failure"
        w.note(f"die {place} shows {face}: {'a success' if one.successes else 'failed'}", rule)
    blunder, name, further = roll.ones > 0, None, 0
    failed, hesitates, forced = roll.failed, False, list[str]()
    w.then("dice that succeed", roll.successes, "activation.success")
    if blunder:
        w.note("a coloured die shows its lowest face: a blunder", "events.blunder-trigger")
        further = roll.ones - 1 if r.holds("blunder-count", "each-die") else 0
        row = found.named.get(line)
        name, hesitates = (r.name("blunders", row) if row else None), row == HESITATION
        forced = [row] if row in FORCED else []
        w.note(
            "Hesitation: all successes are lost, and no turnover comes of it", "events.hesitation-loss", when=hesitates
        )
        if row == GARBLED and roll.successes:
            if again > top:
                raise Contradiction(f"The activation die is a {found.die}: no die shows more than {top}.", again=top)
            die = found.read(again, not roll.white)
            further += die.ones * r.holds("garbled", "may-chain")
            new = die._replace(ones=0)
            roll = added(replace_one(roll, not roll.white), new)
            failed += new.failed * (not r.holds("garbled", "actions-alone"))
            w.then(f"Garbled Orders: a success rerolled, and it shows {again}", roll.successes, "events.garbled")
    w.note(f"{counted(further, 'blunder')} more to roll for", "events.blunder-trigger", when=further)
    every = found.outcome(roll, failed, hesitates=hesitates, blunders=roll.ones).actions
    w.then("actions", every, "activation.action-per-success")
    end = found.outcome(roll, failed, hesitates=hesitates, blunders=roll.ones, forced=forced)
    for act in forced:
        rule = r.table("blunders").row(act).rule or "events.blunder-table"
        w.subtract("that the blunder takes", every - end.actions, rule, when=every > end.actions)
        w.note("nobody is near whom it could turn the unit on", rule, when=act in NEAR and act not in near)
    turnover = end.strikes >= found.limit
    w.then("failed dice that count", failed, "activation.turnover")
    w.note(
        "the unit keeps its success, and nobody else is activated", "activation.turnover-keeps-success", when=turnover
    )
    won = sum(found.succeeds(face) for face, _ in rolled)
    value = ReadDice(won, end.actions, every - end.actions, turnover, blunder, name, further)
    return w.answer(
        value, headline=_headline(value, end.strikes), exhibits=[_table(r, value, found, failed, len(rolled))]
    )


def _table(r: Reader, value: ReadDice, found: Activation, failed: int, dice: int) -> Decision:
    """Return the verdicts on the dice: an action of its own, no turnover, no blunder."""
    blunder = value.line or ("see the table" if value.blunder else "–")
    strikes = f"{failed} of {dice} failed"
    return Decision("What the dice say", [
        Verdict("An action of its own", value.actions > 0, counted(value.actions, "action"), r.cite("activation.action-per-success")),
        Verdict("The turn goes on", not value.turnover, strikes, r.cite("activation.turnover")),
        Verdict("No blunder", not value.blunder, blunder, r.cite("events.blunder-trigger")),
    ])  # fmt: skip


def _headline(value: ReadDice, strikes: int) -> str:
    """Actions, turnover, blunder."""
    parts = [f"{counted(value.actions, 'action')}{' of its own' if value.bound else ''}"]
    if value.bound:
        parts.append(f"the blunder takes {counted(value.bound, 'other', 'others')}")
    if value.turnover:
        parts.append("turnover: no other unit is activated")
    elif strikes:
        parts.append("a failed activation")
    if value.blunder:
        more = f", and {value.further} more to roll for" if value.further else ""
        parts.append(f"blunder{f': {value.line}' if value.line else '; its line binds what the unit does first'}{more}")
    return "; ".join(parts)
