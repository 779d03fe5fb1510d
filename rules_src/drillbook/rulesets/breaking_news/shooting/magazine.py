"""The option on ammunition: how long an assault rifle or a submachine gun keeps firing."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Choice, Cited, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Curves, Exhibit, Track
from drillbook.maths import Chain, Distribution, Thrower, np, roll, spoken
from drillbook.maths.dice import pool
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.modifiers import is_special

READY, EMPTY, WORN, AIMED, OUT = "ready", "empty", "worn", "aimed", "out"
STATES = (READY, EMPTY, WORN, AIMED, OUT)
WORDS = {READY: "bursts", EMPTY: "empty", WORN: "empty, worn", AIMED: "aimed only", OUT: "none left"}


@dataclass(frozen=True, slots=True)
class Magazine:
    """The answer on a magazine: the effect of one burst, of several, and the man's end state.

    mean_bursts and move_when_empty are None if the magazine never empties.
    """

    empties: Fraction
    restricts: Fraction
    empty_by: Fraction
    mean_bursts: Fraction | None
    aimed_only: Fraction
    out_of_ammunition: Fraction
    move_when_empty: int | None


class Stand(NamedTuple):
    """A man's state at the end of a turn, and the turns that his change of magazine still takes."""

    state: str
    left: int = 0


@dataclass(frozen=True, slots=True)
class Wear:
    """The ammunition rule for one weapon: the dice, what equal dice do, and a change's turns.

    groups are the dice that count together. pair and three are how many equal ones have an effect. fatal is the face
    that exhausts the ammunition in aimed fire.
    """

    groups: tuple[int, ...]
    pair: int
    three: int
    rifle: bool
    three_empties: bool
    fatal: int
    change: int
    refill: bool
    die: str

    def of_burst(self, equal: int) -> str:
        """Return what a burst does whose most frequent face shows `equal` times."""
        if self.rifle and equal >= self.three:
            return WORN if self.three_empties else AIMED
        return EMPTY if equal >= self.pair else READY

    def outcomes(self) -> Distribution[str]:
        """How likely each of these is."""
        equal: Distribution[int] = Distribution.sure(0)
        for count in self.groups:
            hand = pool(self.die, count).map(lambda faces: max(map(faces.count, faces), default=0))
            equal = equal.combine(hand, max)
        return equal.map(self.of_burst)

    def turn(self, now: Stand, once: Distribution[str]) -> Distribution[Stand]:
        """Return the distribution of a man's state one turn later.

        He fires if he can and changes magazines at once. once is the distribution of what one burst does.
        """
        match now.state:
            case "ready":
                return once.map(lambda state: Stand(state, self.change if state in (EMPTY, WORN) else 0))
            case "aimed":
                return roll(self.die).map(lambda face: self.spent() if face == self.fatal else Stand(AIMED))
            case "out" if not self.refill:
                return Distribution.sure(now)
        if now.left > 1:
            return Distribution.sure(now._replace(left=now.left - 1))
        return Distribution.sure(Stand(AIMED if now.state == WORN else READY))

    def spent(self) -> Stand:
        """Return the state of a man whose ammunition is exhausted."""
        return Stand(OUT, self.change if self.refill else 0)


@question(
    "bn/magazine?weapon=ar&dice=3&elsewhere=0&bursts=3&troops=r4",
    "bn/magazine?weapon=smg&dice=3&elsewhere=0&bursts=4&troops=irr3",
    "bn/magazine?weapon=ar&dice=2&elsewhere=1&bursts=2&troops=r3",
    "bn/magazine?weapon=ar&dice=3&elsewhere=0&bursts=3&troops=r1",
)
def magazine(
    r: Reader,
    *,
    weapon: Annotated[str, Choice({"ar": "Assault rifle", "smg": "Submachine gun"}, label="Weapon")],
    dice: Annotated[
        int, Count(1, 3, default=3, label="Dice thrown in a burst", help="What is left after dice lost to modifiers.")
    ],
    elsewhere: Annotated[
        int,
        Count(
            0,
            1,
            label="Of these at another target",
            when={"dice": ("2", "3")},
            why_not="A single die cannot be shared.",
        ),
    ],
    bursts: Annotated[int, Count(1, 10, default=3, label="Bursts", help="One a turn, as long as he can.")],
    troops: Annotated[str, Choice(table="classes", default="r4", label="Firer")],
) -> Breakdown[Magazine]:
    """With the option on ammunition, when does this weapon run dry?"""
    w = Working(r)
    r.cite("shooting.ammo-optional")
    if is_special(r, troops):
        w.note(f"{name_of(r, troops)} never run short", "shooting.ammo-sf")
        never = Fraction(0)
        told = Magazine(never, never, never, None, never, never, None)
        return w.answer(told, headline=f"Never: the rule is not for {name_of(r, troops)}", chance=never)
    wear = _wear(r, weapon, dice, elsewhere)
    once = wear.outcomes()
    chain = Chain(Stand(READY), lambda now: wear.turn(now, once))
    turns = [turn.map(lambda stand: stand.state) for turn in chain.flow(bursts)]
    empties = once[EMPTY] + once[WORN]
    told = Magazine(
        empties=empties,
        restricts=once[AIMED] + once[WORN],
        empty_by=_within(once, bursts),
        mean_bursts=1 / (1 - once[READY]) if once[READY] < 1 else None,
        aimed_only=turns[-1][AIMED] + turns[-1][WORN],
        out_of_ammunition=turns[-1][OUT],
        move_when_empty=_may_move(r).whole if empties else None,
    )
    _tell(w, wear, told, once, bursts)
    if empties:
        w.then("with an empty magazine he may still move first, in cm", _may_move(r))
    return w.answer(
        told,
        headline=_headline(told, bursts),
        chance=told.empty_by,
        distribution=turns[-1],
        exhibits=_pictures(wear, once, turns),
    )


@simulation
def throw_magazine(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw bursts, magazine changes and aimed shots turn by turn, and return each man's state."""
    if is_special(r, inputs["troops"]):
        return [READY] * count
    wear = _wear(r, inputs["weapon"], inputs["dice"], inputs["elsewhere"])
    state = np.full(count, READY, dtype=object)
    left = np.zeros(count, int)
    for _ in range(inputs["bursts"]):
        equal = np.zeros(count, int)
        for size in wear.groups:
            hand = dice.roll_each(wear.die, count, size)
            equal = np.maximum(equal, (hand[:, :, None] == hand[:, None, :]).sum(axis=-1).max(axis=1))
        aimed = dice.roll(wear.die, count)
        after = np.array([wear.of_burst(one) for one in equal.tolist()], dtype=object)
        changed = np.where(state == WORN, AIMED, READY)
        waits = (state == EMPTY) | (state == WORN) | ((state == OUT) & wear.refill)
        shot_dry = (state == AIMED) & (aimed == wear.fatal)
        new = np.where(state == READY, after, np.where(shot_dry, OUT, np.where(waits & (left <= 1), changed, state)))
        begins = ((state == READY) & ((new == EMPTY) | (new == WORN))) | (shot_dry & wear.refill)
        left = np.where(begins, wear.change, np.maximum(left - 1, 0))
        state = new
    return state


def _wear(r: Reader, weapon: str, dice: int, elsewhere: int) -> Wear:
    """Return the ammunition rule for a weapon, by the rulings."""
    apart = elsewhere and r.holds("smg-reload-roll", "each-target")
    three = r.int("shooting.ammo-triple")
    rifle = weapon == "ar"
    return Wear(
        groups=(dice - elsewhere, elsewhere) if apart else (dice,),
        pair=r.int("shooting.ammo-double"),
        three=three,
        rifle=rifle,
        three_empties=rifle and dice >= three and r.holds("triple-double", "both-apply"),
        fatal=r.int("shooting.ammo-exhausted"),
        change=r.int("shooting.ammo-reload"),
        refill=rifle and dice >= three and r.holds("ammo-exhausted", "reloadable"),
        die=r.text("shooting.roll"),
    )


def _within(once: Distribution[str], bursts: int) -> Fraction:
    """Return the chance that one of `bursts` bursts empties the magazine."""
    return sum((once[READY] ** before * (once[EMPTY] + once[WORN]) for before in range(bursts)), Fraction(0))


def _may_move(r: Reader) -> Cited:
    """How far a man with an empty magazine may move before he changes it."""
    if r.holds("ammo-movement", "change-at-once"):
        return Cited(0, r.cite("shooting.ammo-reload"))
    return r.cell("actions", "run", "reach")


def _tell(w: Working, wear: Wear, told: Magazine, once: Distribution[str], bursts: int) -> None:
    """Add the steps: what one burst does, what a change takes, and what several bursts do."""
    thrown = " and ".join(str(count) for count in wear.groups)
    double = "shooting.ammo-double"
    w.then(f"of {thrown} dice {wear.pair} are alike, and the magazine is empty", told.empties, double)
    if told.restricts:
        w.then(f"{wear.three} are alike", told.restricts, "shooting.ammo-triple")
        w.note("from then on aimed fire only, and none once it throws the fatal face", "shooting.ammo-exhausted")
    w.then("no such thing happens", once[READY], double)
    w.then("turns that a new magazine takes", wear.change, "shooting.ammo-reload")
    w.then(f"the magazine has been emptied by burst {bursts}", told.empty_by, double)


def _headline(told: Magazine, bursts: int) -> str:
    if not told.empties:
        return "Never: a single die shows no double"
    line = f"Empty by burst {bursts}: {spoken(told.empty_by)}, and "
    line += "he reloads when he likes" if told.move_when_empty else "he must reload at once"
    if told.restricts:
        line += f"; down to aimed fire or nothing by turn {bursts}: {spoken(told.aimed_only + told.out_of_ammunition)}"
    return line


def _pictures(wear: Wear, once: Distribution[str], turns: list[Distribution[str]]) -> list[Exhibit]:
    counts = range(len(turns))
    lines = {
        "emptied by then": [(count, _within(once, count)) for count in counts],
        "still firing bursts": [(count, once[READY] ** count) for count in counts],
    }
    return [
        Curves(
            "How long the magazine lasts, burst by burst",
            "Bursts fired",
            "Chance",
            lines,
            here=counts[-1],
            sets="bursts",
            name="empty",
        ),
        Track(
            "How he stands after each turn, firing whenever he can and changing magazines at once",
            [state for state in STATES if any(turn[state] for turn in turns)],
            turns,
            WORDS,
            absorbing=() if wear.refill else (OUT,),
            name="turns",
        ),
    ]
