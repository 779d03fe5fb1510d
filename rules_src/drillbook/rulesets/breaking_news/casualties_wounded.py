"""The wounded, section 9.3 (optional): who is dead at once, who can wait how long, and whether help comes in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Event, Exhibit, Timeline
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import Save, explain_save, save

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

DOWN, HIT = "down", "hit"
NOBODY, MEDIC, CARRIED = "none", "medic", "carried"
SAVED, STABLE, LATE, DEAD = "saves, suppressed", "stabilised", "dies waiting", "dead at once"
ENDS = (SAVED, STABLE, LATE, DEAD)


@dataclass(frozen=True, slots=True)
class Wounded:
    """The chances of each end, whether help finds a wounded man alive, and how far he is helped in a turn."""

    dead_at_once: Fraction
    in_time: Fraction
    stabilised: Fraction
    dies_waiting: Fraction
    lost: Fraction
    mean_arrival: Fraction | None
    mean_carry: Fraction


@question(
    "breaking_news",
    "wounded",
    examples=[
        "bn/wounded?state=down&help=medic&medic=4",
        "bn/wounded?state=hit&troops=r4&hits=1&help=medic&medic=4",
        "bn/wounded?state=hit&troops=r2&hits=2&protected=yes&help=carried&way=18",
        "bn/wounded?state=down&help=none",
    ],
)
def wounded(
    r: Reader,
    /,
    *,
    state: Annotated[str, Choice({DOWN: "Out of combat", HIT: "Just hit"}, default=DOWN, label="He is")],
    troops: Annotated[
        str,
        Choice(
            table="classes", default="r4", label="Class", when={"state": (HIT,)}, why_not="His save is thrown already."
        ),
    ],
    hits: Annotated[
        int, Count(1, 4, default=1, label="Hits", when={"state": (HIT,)}, why_not="His save is thrown already.")
    ],
    protected: Annotated[
        bool,
        Flag(default=False, label="Behind protection", when={"state": (HIT,)}, why_not="His save is thrown already."),
    ],
    help: Annotated[
        str,
        Choice(
            {MEDIC: "A medic comes", CARRIED: "He is helped along", NOBODY: "Nobody comes"},
            default=MEDIC,
            label="Help",
        ),
    ],
    medic: Annotated[
        int,
        Count(
            1,
            8,
            default=4,
            label="The medic reaches him in turn",
            help="Counted from the turn after the wound.",
            when={"help": (MEDIC,)},
            why_not="No medic comes to him.",
        ),
    ],
    way: Annotated[
        Number,
        Length(
            1, 40, default=16, label="Way to the medic", when={"help": (CARRIED,)}, why_not="Nobody helps him along."
        ),
    ],
) -> Breakdown[Wounded]:
    """Will help reach a wounded man in time?"""
    w = Working(r)
    how = _how(r, w, state, troops, protected)
    alive = how.survives(hits) if how else Fraction(0)
    killed = _killed(r, how, hits)
    if killed:
        w.then("chance that the saving die kills him outright", Cited(killed, r.cite("casualties.one-kills")))
    die = r.dice("casualties.wounded-dead", "dice")
    lives = _turns(r)
    least, most = r.int("casualties.wounded-dead", "from"), r.int("casualties.wounded-dead", "to")
    dead = die.chance(lambda face: face not in lives)
    w.then(
        "thrown for a man out of combat",
        Cited(r.text("casualties.wounded-dead", "dice"), r.cite("casualties.wounded-dead")),
    )
    w.then(f"chance of {least} or {most}, which is death at once", Cited(dead, r.cite("casualties.wounded-dead")))
    w.note(f"{min(lives)} to {max(lives)} is the number of turns he lives", "casualties.wounded-turns")
    one_less = r.reading("wounded-timer") == "B"
    if one_less:
        w.note("the turn of the wound is one of them", "casualties.wounded-turns")
    arrival = _arrival(r, help, medic, way)
    in_time = _in_time(r, die, lives, arrival, one_less)
    _tell(r, w, help, arrival, in_time)
    down = 1 - alive - killed
    ends = Distribution(
        {
            SAVED: alive,
            STABLE: down * in_time,
            LATE: down * (1 - dead - in_time),
            DEAD: killed + down * dead,
        }
    )
    lost = ends[LATE] + ends[DEAD]
    w.then("chance that he is lost for good", Cited(lost, r.cite("casualties.wounded-optional")))
    carry = r.dice("casualties.wounded-carry", "dice").map(lambda face: r.int("casualties.wounded-carry", "far") - face)
    late = arrival.mean if arrival else None
    told = Wounded(ends[DEAD], in_time, ends[STABLE], ends[LATE], lost, late, carry.mean)
    return w.answer(
        told,
        headline=_headline(state, help, ends, in_time),
        chance=1 - lost,
        distribution=ends,
        exhibits=_pictures(r, die, lives, arrival, one_less, ends),
    )


def _how(r: Reader, w: Working, state: str, troops: str, protected: bool) -> Save | None:
    """His save, where it is still to be thrown."""
    if state == DOWN:
        w.note("his save has failed", "casualties.save-fail")
        return None
    return explain_save(r, w, troops, leader=False, protected=protected)


def _killed(r: Reader, how: Save | None, hits: int) -> Fraction:
    """The chance that a saving die kills him outright: only where the ruling lets a 1 do that."""
    if how is None or r.reading("wounded-one") == "A":
        return Fraction(0)
    die = r.dice("casualties.save-per-hit")
    return 1 - (1 - die.chance(lambda face: face in how.fatal)) ** hits


def _turns(r: Reader) -> dict[int, int]:
    """The faces that leave him alive, and for how many turns."""
    first, last = r.int("casualties.wounded-turns", "from"), r.int("casualties.wounded-turns", "to")
    dead = range(r.int("casualties.wounded-dead", "from"), r.int("casualties.wounded-dead", "to") + 1)
    return {face: face for face in range(first, last + 1) if face not in dead}


def _arrival(r: Reader, help: str, medic: int, way: Number) -> Distribution[int] | None:
    """In which turn he and the medic meet; None where they never do."""
    if help == NOBODY:
        return None
    if help == MEDIC:
        return Distribution.sure(medic)
    r.cite("casualties.wounded-carry")
    far = r.int("casualties.wounded-carry", "far")
    step = r.dice("casualties.wounded-carry", "dice").map(lambda face: far - face)
    left: dict[Number, Fraction] = {way: Fraction(1)}
    met: dict[int, Fraction] = {}
    turn = 0
    while left:
        arrived = sum((chance for todo, chance in left.items() if todo <= 0), Fraction(0))
        met[turn] = arrived
        going: dict[Number, Fraction] = {}
        for todo, chance in left.items():
            for gone, likely in step.items() if todo > 0 else ():
                going[todo - gone] = going.get(todo - gone, Fraction(0)) + chance * likely
        left, turn = going, turn + 1
    return Distribution(met)


def _in_time(
    r: Reader, die: Distribution[int], lives: Mapping[int, int], arrival: Distribution[int] | None, one_less: bool
) -> Fraction:
    """The chance that he is wounded and not dead, and still alive when help comes."""
    if arrival is None:
        return Fraction(0)
    r.cite("casualties.wounded-medic")
    return sum(
        (
            chance * die.chance(lambda face, turn=turn: face in lives and lives[face] - one_less >= turn)  # type: ignore[misc]
            for turn, chance in arrival.items()
        ),
        Fraction(0),
    )


def _tell(r: Reader, w: Working, help: str, arrival: Distribution[int] | None, in_time: Fraction) -> None:
    """The steps of the help: how it comes, when, and what it is worth."""
    if arrival is None:
        w.note("nobody comes", "casualties.wounded-medic")
        return
    if help == CARRIED:
        far = r.cited("casualties.wounded-carry", "far")
        w.then("helped along, cm in a turn", far)
        w.subtract("less the die, on average", far._replace(amount=r.dice("casualties.wounded-carry", "dice").mean))
    first, last = arrival.outcomes[0], arrival.outcomes[-1]
    when = f"in turn {first}" if first == last else f"between turn {first} and turn {last}"
    w.note(f"the medic touches him {when} after the wound", "casualties.wounded-medic")
    met = "arrives" if help == CARRIED else "is found"
    w.then(f"chance that he {met} alive", Cited(in_time, r.cite("casualties.wounded-turns")))
    w.note("stabilised, he fights no more", "casualties.stabilised-no-fight")
    w.note("is left out of the losses for morale", "casualties.stabilised-morale")
    w.note("and costs no Defeat Points", "casualties.stabilised-defeat")


def _headline(state: str, help: str, ends: Distribution[str], in_time: Fraction) -> str:
    end = f"dead at once {percent(ends[DEAD])}, dies waiting {percent(ends[LATE])}"
    if state == HIT:
        return f"Saves {percent(ends[SAVED])}, stabilised {percent(ends[STABLE])}, {end}"
    met = "Arrives" if help == CARRIED else "Found"
    return f"{met} alive {percent(in_time)}, {end}" if help != NOBODY else f"Nobody comes: {end}"


def _pictures(
    r: Reader,
    die: Distribution[int],
    lives: Mapping[int, int],
    arrival: Distribution[int] | None,
    one_less: bool,
    ends: Distribution[str],
) -> Iterator[Exhibit]:
    last = max(lives.values()) + 1
    events = [
        Event(f"Die {face}", 0, lives[face] - one_less, f"lives {lives[face] - one_less} turns", "act")
        if face in lives
        else Event(f"Die {face}", 0, 0, "dead at once", "stop")
        for face in die.outcomes
    ]
    if arrival:
        events += [
            Event("Help", turn, turn, "arrives" if turn == arrival.outcomes[0] else "", "danger") for turn in arrival
        ]
    yield Timeline(
        "How long each face of the die lets him live, and when help arrives", "Turns after the wound", events
    )
    yield Bars("What becomes of him", "He is", {"": Distribution({end: ends[end] for end in ENDS})}, name="ends")
    yield Curves(
        "The chance to find a wounded man alive, by the turn in which help comes",
        "Turn after the wound",
        "Alive",
        {"alive": [(turn, _in_time(r, die, lives, Distribution.sure(turn), one_less)) for turn in range(last + 1)]},
        here=arrival.outcomes[0] if arrival and len(arrival) == 1 else None,
        name="clock",
    )


@simulation("breaking_news", "wounded")
def throw_wounded(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Saves, the die for the wounded and the helped moves thrown with real dice."""
    import numpy as np

    hits, lives = inputs["hits"], _turns(r)
    killed: Any = np.zeros(count, bool)
    saved: Any = np.zeros(count, bool)
    if inputs["state"] == HIT:
        how = save(r, inputs["troops"], protected=inputs["protected"])
        rolled = dice.roll_each(r.text("casualties.save-per-hit"), count, hits)
        saved = np.isin(rolled, sorted(how.faces)).all(axis=1)
        if r.reading("wounded-one") == "B":
            killed = np.isin(rolled, sorted(how.fatal)).any(axis=1)
    face = dice.roll(r.text("casualties.wounded-dead", "dice"), count)
    wounded_only = np.isin(face, sorted(lives))
    reached: Any = np.zeros(count, bool)
    turns = face - (r.reading("wounded-timer") == "B")
    if inputs["help"] == MEDIC:
        reached = turns >= inputs["medic"]
    elif inputs["help"] == CARRIED:
        reached = turns >= _walk(r, dice, count, inputs["way"])
    ended = np.where(~wounded_only, DEAD, np.where(reached, STABLE, LATE))
    return np.where(saved, SAVED, np.where(killed, DEAD, ended))


def _walk(r: Reader, dice: Thrower, count: int, way: Number) -> Any:
    """In how many turns each man is helped over the way."""
    import numpy as np

    far, die = r.int("casualties.wounded-carry", "far"), r.text("casualties.wounded-carry", "dice")
    gone, needed = np.zeros(count), np.zeros(count, int)
    while (gone < float(way)).any():
        needed += gone < float(way)
        gone += far - dice.roll(die, count)
    return needed
