"""The wounded, section 9.3 (optional): who is dead at once, who can wait, who gets help."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Event, Exhibit, Timeline
from drillbook.maths import Chain, Distribution, Number, Thrower, counted, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import Save, save, tell_save
from drillbook.rulesets.breaking_news.common.man import GONE, HURT, Man

DOWN, HIT = "down", "hit"
NOBODY, MEDIC, CARRIED = "none", "medic", "carried"
SAVED, STABLE, LATE, DEAD = "saves, suppressed", "stabilised", "dies waiting", "dead at once"
ENDS = (SAVED, STABLE, LATE, DEAD)
JUST_HIT: dict[str, Any] = {"when": {"state": (HIT,)}, "why_not": "His save is thrown already."}


@dataclass(frozen=True, slots=True)
class Wounded:
    """The answer on a wounded man: the chance of each end, help in time, and his helped move.

    in_time is the chance that help finds a wounded man alive, mean_carry how far he is helped along in a turn on
    average, in cm.
    """

    dead_at_once: Fraction
    in_time: Fraction
    stabilised: Fraction
    dies_waiting: Fraction
    lost: Fraction
    mean_arrival: Fraction | None
    mean_carry: Fraction


@question(
    "bn/wounded?state=down&help=medic&medic=4",
    "bn/wounded?state=hit&troops=r4&hits=1&help=medic&medic=4",
    "bn/wounded?state=hit&troops=r2&hits=2&protected=yes&help=carried&way=18",
    "bn/wounded?state=down&help=none",
)
def wounded(
    r: Reader,
    *,
    state: Annotated[str, Choice({DOWN: "Out of combat", HIT: "Just hit"}, label="He is")],
    troops: Annotated[
        str,
        Choice(table="classes", default="r4", label="Troops", **JUST_HIT),
    ],
    hits: Annotated[int, Count(1, 4, label="Hits", **JUST_HIT)],
    protected: Annotated[bool, Flag(label="Behind protection", **JUST_HIT)],
    help: Annotated[
        str, Choice({MEDIC: "A medic comes", CARRIED: "He is helped along", NOBODY: "Nobody comes"}, label="Help")
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
    how = save(r, troops, protected=protected) if state == HIT else None
    wait = _wait(r, help, medic, way)
    alive = how.survives(hits) if how else Fraction(0)
    killed = _killed(r, how, hits) if how else Fraction(0)
    struck = Distribution({Man().put_down(): alive, HURT: 1 - alive - killed, GONE: killed})
    fates = struck.then(wait.ends)
    ends = Distribution({end: fates[end] for end in ENDS})
    lost, late = ends[LATE] + ends[DEAD], wait.arrival.mean if wait.arrival else None
    told = Wounded(ends[DEAD], wait.in_time, ends[STABLE], ends[LATE], lost, late, _carry(r).mean)
    _tell_save(w, how, killed)
    _tell_wait(w, wait, help == CARRIED)
    w.then("chance that he is lost for good", lost, "casualties.wounded-optional")
    headline = _headline(state, help, ends, wait.in_time)
    return w.answer(told, headline=headline, chance=1 - lost, distribution=ends, exhibits=_pictures(wait, ends))


@dataclass(frozen=True, slots=True)
class Wait:
    """The time of a wounded man: the die thrown for him and when help reaches him.

    lives gives the faces of the die that leave him alive and for how many turns. arrival is None if nobody comes.
    """

    die: Distribution[int]
    lives: Mapping[int, int]
    arrival: Distribution[int] | None

    @property
    def dead(self) -> Fraction:
        """The chance that he is dead at once."""
        return self.die.chance(lambda face: face not in self.lives)

    def found_alive(self, turn: int) -> Fraction:
        """Return the chance that the man is wounded, not dead, and still alive in that turn."""
        return self.die.chance(lambda face: face in self.lives and self.lives[face] >= turn)

    @property
    def in_time(self) -> Fraction:
        """The chance that help finds him alive."""
        turns = self.arrival.items() if self.arrival else ()
        return sum((chance * self.found_alive(turn) for turn, chance in turns), Fraction(0))

    def ends(self, man: Man) -> Distribution[str]:
        """Return the distribution of what becomes of the man after his save."""
        if not man.wounded:
            return Distribution.sure(SAVED if man.in_play else DEAD)
        return Distribution({STABLE: self.in_time, LATE: 1 - self.dead - self.in_time, DEAD: self.dead})


def _wait(r: Reader, help: str, medic: int, way: Number) -> Wait:
    """His time and the help that is on its way."""
    first, last = r.int("casualties.wounded-turns", "from"), r.int("casualties.wounded-turns", "to")
    gone = int(r.holds("wounded-timer", "counted"))
    lives = {face: face - gone for face in range(first, last + 1)}
    arrival = Distribution.sure(medic) if help == MEDIC else _helped_along(r, way) if help == CARRIED else None
    return Wait(r.dice("casualties.wounded-dead", "dice"), lives, arrival)


def _carry(r: Reader) -> Distribution[int]:
    """How far he is helped along in a turn."""
    far = r.int("casualties.wounded-carry", "far")
    return r.dice("casualties.wounded-carry", "dice").map(lambda face: far - face)


def _helped_along(r: Reader, way: Number) -> Distribution[int]:
    """In which turn he who is helped along meets the medic."""
    step = _carry(r)
    walk = Chain[Number](way, lambda left: step.map(lambda gone: max(0, left - gone)), absorbing=[0])
    there = [one[0] for one in walk.flow(int(-(-way // min(step))))]
    return Distribution({turn: there[turn] - there[turn - 1] for turn in range(1, len(there))})


def _killed(r: Reader, how: Save, hits: int) -> Fraction:
    """Return the chance that a saving die kills the man outright.

    The chance is 0 unless the ruling lets a 1 do that.
    """
    each = r.dice("casualties.save-per-hit").chance(how.fatal.__contains__)
    return Fraction(0) if r.holds("wounded-one", "die-thrown") else 1 - (1 - each) ** hits


def _tell_save(w: Working, how: Save | None, killed: Fraction) -> None:
    """His save, where it is still to be thrown."""
    if how:
        tell_save(w, how)
        w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")
    else:
        w.note("his save has failed", "casualties.save-fail")
    w.then("chance that the saving die kills him outright", killed, "casualties.one-kills", when=killed)


def _tell_wait(w: Working, wait: Wait, carried: bool) -> None:
    """Add the steps of the die for the wounded and of the help: how, when, and its chance."""
    r = w.reader
    least, most = r.int("casualties.wounded-dead", "from"), r.int("casualties.wounded-dead", "to")
    w.then("thrown for a man out of combat", r.cited("casualties.wounded-dead", "dice"))
    w.then(f"chance of {least} or {most}, which is death at once", wait.dead, "casualties.wounded-dead")
    w.note(f"{min(wait.lives)} to {max(wait.lives)} is the number of turns he lives", "casualties.wounded-turns")
    w.note("the turn of the wound is one of them", "casualties.wounded-turns", when=r.holds("wounded-timer", "counted"))
    if wait.arrival is None:
        w.note("nobody comes", "casualties.wounded-medic")
        return
    if carried:
        w.then("helped along, cm in a turn", r.cited("casualties.wounded-carry", "far"))
        die = r.dice("casualties.wounded-carry", "dice")
        w.subtract("less the die, on average", die.mean, "casualties.wounded-carry")
    first, last = wait.arrival.outcomes[0], wait.arrival.outcomes[-1]
    when = f"in turn {first}" if first == last else f"between turn {first} and turn {last}"
    w.note(f"the medic touches him {when} after the wound", "casualties.wounded-medic")
    met = "arrives" if carried else "is found"
    w.then(f"chance that he {met} alive", wait.in_time, "casualties.wounded-turns")
    w.note("stabilised, he fights no more", "casualties.stabilised-no-fight")
    w.note("is left out of the losses for morale", "casualties.stabilised-morale")
    w.note("and costs no Defeat Points", "casualties.stabilised-defeat")


def _headline(state: str, help: str, ends: Distribution[str], in_time: Fraction) -> str:
    end = f"dead at once {spoken(ends[DEAD])}, dies waiting {spoken(ends[LATE])}"
    if state == HIT:
        return f"Saves {spoken(ends[SAVED])}, stabilised {spoken(ends[STABLE])}, {end}"
    met = "Arrives" if help == CARRIED else "Found"
    return f"{met} alive {spoken(in_time)}, {end}" if help != NOBODY else f"Nobody comes: {end}"


def _pictures(wait: Wait, ends: Distribution[str]) -> Iterator[Exhibit]:
    arrival, lives = wait.arrival or Distribution[int].sure(0), wait.lives
    events = [
        Event(f"Die {face}", 0, lives[face], f"lives {counted(lives[face], 'turn')}", "act")
        if face in lives
        else Event(f"Die {face}", 0, 0, "dead at once", "stop")
        for face in wait.die.outcomes
    ]
    if wait.arrival:
        first = arrival.outcomes[0]
        events += [Event("Help", turn, turn, "arrives" if turn == first else "", "danger") for turn in arrival]
    yield Timeline(
        "How long each face of the die lets him live, and when help arrives", "Turns after the wound", events
    )
    yield Bars("What becomes of him", "He is", {"": ends}, name="ends")
    yield Curves(
        "The chance to find a wounded man alive, by the turn in which help comes",
        "Turn after the wound",
        "Alive",
        {"alive": [(turn, wait.found_alive(turn)) for turn in range(max(lives) + 1 + 1)]},
        here=arrival.outcomes[0] if wait.arrival and len(arrival) == 1 else None,
        name="clock",
    )


@simulation
def throw_wounded(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw saves, the die for the wounded and the helped moves, and return each man's end."""
    wait = _wait(r, NOBODY, 0, 0)
    killed: Any = np.zeros(count, bool)
    saved: Any = np.zeros(count, bool)
    if inputs["state"] == HIT:
        how = save(r, inputs["troops"], protected=inputs["protected"])
        rolled = dice.roll_each(r.text("casualties.save-per-hit"), count, inputs["hits"])
        saved = np.isin(rolled, sorted(how.faces)).all(axis=1)
        if r.holds("wounded-one", "dead-outright"):
            killed = np.isin(rolled, sorted(how.fatal)).any(axis=1)
    face = dice.roll(r.text("casualties.wounded-dead", "dice"), count)
    turns = np.array([wait.lives.get(one, -1) for one in range(max(wait.die) + 1)])[face]
    meets: Any = max(wait.die) + 1 if inputs["help"] == NOBODY else inputs["medic"]
    if inputs["help"] == CARRIED:
        meets = _walk(r, dice, count, inputs["way"])
    ended = np.where(turns < 0, DEAD, np.where(turns >= meets, STABLE, LATE))
    return np.where(saved, SAVED, np.where(killed, DEAD, ended))


def _walk(r: Reader, dice: Thrower, count: int, way: Number) -> Any:
    """In how many turns each man is helped over the way."""
    far, die = r.int("casualties.wounded-carry", "far"), r.text("casualties.wounded-carry", "dice")
    gone, needed = np.zeros(count), np.zeros(count, int)
    while (gone < float(way)).any():
        needed += gone < float(way)
        gone += far - dice.roll(die, count)
    return needed
