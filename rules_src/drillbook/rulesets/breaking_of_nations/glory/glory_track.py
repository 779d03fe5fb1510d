"""Glory: how a unit's GL moves over several turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Track
from drillbook.errors import listed
from drillbook.maths import Distribution, Thrower, percent, spoken, write_mean
from drillbook.rulesets.breaking_of_nations.common.inputs import ShakenAtFirst, soldiers
from drillbook.rulesets.breaking_of_nations.common.morale import DEEDS, TRIGGERS, Morale, Standing, relief_of
from drillbook.rulesets.breaking_of_nations.glory._throwing import throw_turn, units

Turn = tuple[bool, bool, bool, bool, bool, bool, str]
STORY: tuple[Turn, ...] = (
    (True, False, False, False, True, False, "none"),
    (False, False, False, False, False, False, "rally"),
    (False, True, False, False, False, True, "none"),
    (False, False, False, True, False, False, "none"),
    (False, False, True, False, False, False, "none"),
)
HEADS = {
    "leader": "Leader",
    "half": "Half",
    "charged": "Rush",
    "charging": "Charge",
    "pinned": "Pin",
    "flank": "Flank",
}


@dataclass(frozen=True, slots=True)
class GloryTrack:
    """A unit's state after the given turns."""

    turns: int
    panicked: Fraction
    in_panic: Fraction
    unshaken: Fraction
    mean_gl: Fraction


@question(
    "bon/glory-track?grade=veteran",
    "bon/glory-track?grade=regular&turns=yes,no,no,no,no,no,none;no,no,no,no,no,yes,none;no,no,no,yes,no,no,none",
)
def glory_track(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Grade", "veteran")],
    shaken: ShakenAtFirst,
    turns: Annotated[
        tuple[Turn, ...],
        Rows(
            fields={
                **{name: Flag(label=head) for name, head in HEADS.items()},
                "officer": Choice(options=DEEDS, default="none", label="Relief"),
            },
            low=1, high=8, default=STORY, noun="turn", label="Story",
            help="Tick what is true in each turn. An officer's relief comes after the turn's events and before its test.",
        ),
    ],
) -> Breakdown[GloryTrack]:  # fmt: skip
    """How near to panic is my unit, turn by turn?"""
    m, w = Morale(r, grade), Working(r)
    flow = [Distribution.sure(Standing(m.begin(w, shaken), False))]
    before: tuple[str, ...] = ()
    for number, turn in enumerate(turns, start=1):
        events, deed = happened(turn), turn[-1]
        counted = m.counted(events, before)
        _tell_turn(w, m, number, events, counted, deed)
        flow.append(flow[-1].then(partial(m.turn, triggers=len(counted), relief=relief_of(r, deed))))
        w.note(f"turn {number}: GL afterwards {_levels(flow[-1])}", "glory.test" if counted else "glory.timing")
        before = events
    panics = flow[-1].chance(lambda at: at.panicked)
    panicked = w.then("chance that it has panicked by then", panics, "glory.panic-threshold")
    levels = [one.map(lambda at: at.gl) for one in flow]
    last = levels[-1]
    value = GloryTrack(len(turns), panicked, last.at_least(m.panic), last.at_most(m.printed), last.mean)
    return w.answer(
        value,
        headline=f"Panicked by turn {len(turns)}: {spoken(panicked)}; its GL then, in panic or not, {write_mean(last.mean)} on average",
        chance=panicked,
        distribution=last,
        exhibits=[_picture(m, levels, [_story(turn) for turn in turns])],
    )


def happened(turn: Turn) -> tuple[str, ...]:
    """Return the triggers ticked in one row of the form."""
    return tuple(name for name, ticked in zip(TRIGGERS, turn, strict=False) if ticked)


def _tell_turn(w: Working, m: Morale, number: int, events: Sequence[str], counted: Sequence[str], deed: str) -> None:
    """Add the steps of one turn's events and of its relief."""
    for one in events:
        if one in counted:
            w.then(f"turn {number}: {TRIGGERS[one].lower()}", m.per_trigger, f"glory.trigger-{one}")
        else:
            w.note(f"turn {number}: {TRIGGERS[one].lower()}, counted already", f"glory.trigger-{one}")
    w.then(f"turn {number}: {DEEDS[deed].lower()} takes off", f"glory.{deed}", when=deed != "none")


def _levels(now: Distribution[Standing]) -> str:
    """Return a distribution of GL in words, such as `4 (33.3 %), 5 (66.7 %)`."""
    gl = now.map(lambda at: at.gl)
    return ", ".join(f"{level} ({percent(chance)})" if chance != 1 else f"{level}" for level, chance in gl.items())


def _story(turn: Turn) -> str:
    """Return in words what happened in a turn."""
    words = [*(TRIGGERS[one] for one in happened(turn)), *([DEEDS[turn[-1]]] if turn[-1] != "none" else [])]
    return listed((word.lower() for word in words), "and") or "nothing happens"


def _picture(m: Morale, levels: Sequence[Distribution[int]], notes: Sequence[str]) -> Track:
    """Return the track of GL, from the lowest GL seen to panic."""
    seen = [m.printed, m.panic, *(gl for level in levels for gl in level)]
    states = range(min(seen), max(seen) + 1)
    return Track(
        caption=f"GL of a unit ({m.called}) after each turn; at {m.panic} it panics",
        states=tuple(states),
        turns=levels,
        labels={gl: (f"{gl} panic" if gl >= m.panic else f"{gl}+") for gl in states},
        absorbing=tuple(gl for gl in states if gl >= m.panic),
        notes=notes,
    )


@simulation
def throw_glory_track(
    r: Reader, dice: Thrower, count: int, /, *, grade: str, shaken: int, turns: tuple[Turn, ...]
) -> Any:
    """GL after the last turn."""
    m = Morale(r, grade)
    gl, broken = units(count, m.printed + shaken)
    before: tuple[str, ...] = ()
    for turn in turns:
        events = happened(turn)
        gl, broken = throw_turn(m, dice, gl, broken, len(m.counted(events, before)), relief_of(r, turn[-1]))
        before = events
    return gl
