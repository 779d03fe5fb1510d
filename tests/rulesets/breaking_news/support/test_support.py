"""Tests of support, speculative and friendly fire against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import cos, hypot, pi, sin

import pytest

from asking import chances, value
from drillbook import ask, library
from drillbook.asking.answers.simulation import simulate
from drillbook.errors import Contradiction

FACES = range(1, 7)
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}
HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
SHIFT = Counter(sum(throw) for throw in product(FACES, repeat=4))
THROWS = 6**4


def saves(figure: int, bonus: int = 0) -> Fraction:
    """Return the chance that a die saves: no 1, and the figure reached with the bonus."""
    return Fraction(sum(face != 1 and face + bonus >= figure for face in FACES), 6)


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


@pytest.mark.parametrize("caller", ["regulars", "mortars", "counter"])
@pytest.mark.parametrize(("improved", "roe"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("second", ["A", "B"])
def test_every_die_of_a_call(caller: str, improved: bool, roe: bool, second: str) -> None:
    least = {"regulars": 4, "mortars": 5, "counter": 4}[caller]
    granted = Fraction(sum(face + improved - roe >= least for face in FACES), 6)
    if caller == "counter" and second == "B":
        granted *= Fraction(sum(face >= 4 for face in FACES), 6)
    address = f"bn/support-call?caller={caller}&improved={yes(improved)}&roe={yes(roe)}&turns=3&ruling.counter-battery={second}"
    told = value(address)
    assert told["granted"] == granted
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for results in product((True, False), repeat=3):
        weight = Fraction(1)
        for one in results:
            weight *= granted if one else 1 - granted
        expected[min(1, sum(results)) if caller == "counter" else sum(results)] += weight
    assert chances(address) == expected
    assert told["mean"] == sum(times * chance for times, chance in expected.items())


def middle(hour: str, far: float) -> tuple[float, float]:
    angle = HOURS.index(hour) * pi / 6
    return far * sin(angle), far * cos(angle)


def is_under(spot: tuple[float, float], man: tuple[float, float]) -> bool:
    return hypot(spot[0] - man[0], spot[1] - man[1]) <= 15 + 1e-9


@pytest.mark.parametrize("hour", HOURS)
def test_every_throw_of_the_shift(hour: str) -> None:
    men = [(0.0, 0.0), (6.5, -3.0), (-11.0, 9.0), (0.0, 25.0)]
    written = ";".join(f"{x:g},{y:g},r4,open" for x, y in men)
    told = value(f"bn/support-strike?caller=regulars&shift={hour}&men={written}")
    under = {thrown: [is_under(middle(hour, thrown), man) for man in men] for thrown in SHIFT}
    assert told["covered"] == Fraction(sum(SHIFT[t] for t in SHIFT if under[t][0]), THROWS)
    assert told["mean_covered"] == Fraction(sum(SHIFT[t] * sum(under[t]) for t in SHIFT), THROWS)
    assert told["mean_removed"] == told["mean_covered"] / 3
    assert told["clear"] == Fraction(sum(SHIFT[t] for t in SHIFT if not any(under[t])), THROWS)


MORE = [(0.0, 0.0, "irr3", "open"), (12.0, 3.0, "irr1", "open"), (-9.0, 14.0, "r1", "open")]
CALLERS = [(0.0, -30.0, "r3", "caller"), (20.0, -12.0, "r5", "caller")]


@pytest.mark.parametrize("whole", ["A", "B"])
@pytest.mark.parametrize("reading", ["A", "B", "C"])
def test_the_best_shift_of_the_twelve(whole: str, reading: str) -> None:
    men = MORE + CALLERS
    written = ";".join(f"{x:g},{y:g},{troops},{side}" for x, y, troops, side in men)
    told = value(
        f"bn/support-strike?caller=regulars&shift=best&men={written}&ruling.support-full-shift={whole}&ruling.support-save={reading}"
    )
    fails = [
        1 - {"A": saves(3, int(side == "caller")), "B": saves(SAVE[troops], 2), "C": saves(3, 2)}[reading]
        for _, _, troops, side in men
    ]
    own = hurt = Fraction(0)
    for thrown, many in SHIFT.items():
        best = None
        for hour in HOURS:
            for far in [thrown] if whole == "A" else range(thrown + 1):
                spot = middle(hour, far)
                lost = [
                    f if is_under(spot, (x, y)) else Fraction(0) for f, (x, y, _, _) in zip(fails, men, strict=True)
                ]
                cost = (sum(lost[:3], Fraction(0)), -sum(lost[3:], Fraction(0)))
                best = cost if best is None or cost < best else best
        assert best is not None
        own, hurt = own + many * best[0] / THROWS, hurt - many * best[1] / THROWS
    assert told["mean_removed"] == own
    assert told["caller_removed"] == hurt


@pytest.mark.parametrize(
    ("y", "thrown", "covered"), [(0, 14, 1), (0, 15, 1), (0, 16, 0), (-1, 14, 1), (-1, 15, 0), (9, 24, 1), (8, 24, 0)]
)
def test_the_rim_of_the_card(y: int, thrown: int, covered: int) -> None:
    assert value(f"bn/support-strike?shift=twelve&thrown={thrown}&men=0,{y},r4,open")["covered"] == covered


@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("far", [0, 2, 5, 8])
def test_every_die_of_the_mortar(need: int, far: int) -> None:
    told = value(f"bn/support-strike?caller=mortars&need={need}&shift=twelve&men=0,{far},r4,open")
    assert told["covered"] == Fraction(sum(abs(3 * max(0, need - face) - far) <= 5 for face in FACES), 6)


@pytest.mark.parametrize("second", ["A", "B"])
@pytest.mark.parametrize("turns", [2, 3, 4, 5])
def test_every_course_of_a_mortar_duel(second: str, turns: int) -> None:
    """Walks every sequence of granted and refused requests."""
    bombs, hunt = Fraction(1, 3), Fraction(1, 2) if second == "A" else Fraction(1, 4)
    mean = silenced = Fraction(0)

    def walk(turn: int, fired: int, coming: bool, doomed: bool, silent: bool, chance: Fraction) -> None:
        nonlocal mean, silenced
        fired, silent = fired + coming, silent or doomed
        if turn == turns:
            mean, silenced = mean + fired * chance, silenced + silent * chance
            return
        for asked in (True, False) if not silent else (False,):
            for found in (True, False) if not silent and fired else (False,):
                weight = chance
                if not silent:
                    weight *= bombs if asked else 1 - bombs
                    if fired:
                        weight *= hunt if found else 1 - hunt
                walk(turn + 1, fired, asked, found, silent, weight)

    # nothing can have fallen by the first turn
    walk(1, 0, False, False, False, Fraction(1))
    told = value(f"bn/mortar-duel?turns={turns}&improved=no&hunted=yes&ruling.counter-battery={second}")
    assert told["mean"] == mean
    assert told["silenced"] == silenced


@pytest.mark.parametrize("troops", SAVE)
@pytest.mark.parametrize("per_die", ["A", "B"])
@pytest.mark.parametrize("firer", ["A", "B"])
def test_every_die_past_two_friends(troops: str, per_die: str, firer: str) -> None:
    """Missed dice may each remove two friends who share the same single bonus.

    The test enumerates three dice at 4+ of a Veteran. One friend is in the open, the other is a leader. `per_die` and
    `firer` are the readings of `friendly-per-die` and `friendly-corridor`.
    """
    told = value(
        f"bn/friendly-fire?weapon=ar-burst&troops=r3&distance=20&friends=0,10,{troops},open;2,12,{troops},leader"
        f"&ruling.friendly-per-die={per_die}&ruling.friendly-corridor={firer}"
    )
    lost: dict[int, Fraction] = defaultdict(Fraction)
    removed = Fraction(0)
    for throw in product(FACES, repeat=3):
        misses = sum(face < 4 for face in throw)
        tests = misses if per_die == "A" else min(1, misses)
        gone = [1 - saves(SAVE[troops], 1) ** tests] * 2 + ([1 - saves(SAVE["r3"], 1) ** tests] if firer == "B" else [])
        removed += gone[0] / 216
        for results in product((True, False), repeat=len(gone)):
            weight = Fraction(1, 216)
            for fell, chance in zip(results, gone, strict=True):
                weight *= chance if fell else 1 - chance
            lost[sum(results)] += weight
    assert told["removed"] == removed
    assert told["any_removed"] == 1 - lost[0]
    assert told["mean_removed"] == sum(many * chance for many, chance in lost.items())
    assert told["untouched"] == Fraction(1, 8)


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(5, 10, 1), (5.5, 10, 0), (-5, 10, 1), (-5.5, 10, 0), (0, 0, 1), (0, -0.5, 0), (0, 30, 1), (0, 30.5, 0), (5, 30, 1)],
)  # fmt: skip
def test_the_edges_of_the_corridor(x: float, y: float, inside: int) -> None:
    told = value(f"bn/friendly-fire?weapon=ar-single&troops=r3&distance=20&friends={x:g},{y:g},r4,open")
    assert told["in_line"] == inside


@pytest.mark.parametrize(
    ("x", "y", "inside"), [(6, 10, 1), (6.5, 10, 0), (0, -1, 1), (0, -1.5, 0), (6, 31, 0), (5.5, 30.5, 1)]
)
def test_a_base_in_the_corridor(x: float, y: float, inside: int) -> None:
    """A base 2 cm wide reaches 1 cm, round the corridor's corners too."""
    told = value(
        f"bn/friendly-fire?weapon=ar-single&troops=r3&distance=20&base=2&friends={x:g},{y:g},r4,open&ruling.model-point=B"
    )
    assert told["in_line"] == inside


@pytest.mark.parametrize("victim", SAVE)
@pytest.mark.parametrize(("agreed", "roe"), [(True, False), (False, False), (True, True), (False, True)])
@pytest.mark.parametrize("always", ["A", "B"])
@pytest.mark.parametrize("bonus", ["A", "B"])
def test_every_die_of_speculative_fire(victim: str, agreed: bool, roe: bool, always: str, bonus: str) -> None:
    """A single shot at 25 cm, 3+ and cover, at a man whose reasons for a bonus do not add up."""
    told = value(
        f"bn/speculative-fire?target=building&agreed={yes(agreed)}&roe={yes(roe)}&weapon=ar-single&troops=r3&distance=25"
        f"&victim={victim}&ruling.roe-speculative={always}&ruling.speculative-save={bonus}"
    )
    free = agreed and not (roe and always == "A")
    leave = Fraction(sum(free or face >= (6 if roe else 5) for face in FACES), 6)
    hit = Fraction(sum(face >= 4 for face in FACES), 6)
    saved = saves(SAVE[victim], 1 if bonus == "A" else 2)
    assert told["allowed"] == leave
    assert told["removed"] == leave * hit * (1 - saved)
    assert told["suppressed"] == leave * hit * saved
    assert told["unhurt"] == 1 - leave * hit


@pytest.mark.parametrize(
    ("weapon", "dice", "light", "heavy"),
    [
        ("ar-single", 1, 3, 2), ("ar-burst", 3, 3, 2), ("sniper", 1, 3, 2), ("smg", 3, 3, 2), ("lmg", 4, 3, 2),
        ("mmg", 4, 3, 2), ("hmg", 5, 3, 2), ("rpg", 1, 4, 2), ("heavy-at", 1, 6, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("armour", ["A", "B"])
def test_every_die_at_a_helicopter(weapon: str, dice: int, light: int, heavy: int, armour: str) -> None:
    """Every weapon's last column says 6, but for the sniper's 5."""
    needed, save = 5 if weapon == "sniper" else 6, light if armour == "A" else heavy
    told = value(f"bn/helicopter-target?weapon={weapon}&troops=r3&firers=2&turns=2&ruling.heli-armour={armour}")
    tells = Fraction(sum(hit >= needed and die < save for hit, die in product(FACES, repeat=2)), 36)
    down = 1 - (1 - tells) ** (2 * dice)
    assert told["needed"] == needed
    assert told["down"] == down
    assert told["down_by_end"] == 1 - (1 - down) ** 2


def burst(dice: int, saved: Fraction) -> tuple[Fraction, Fraction]:
    """So many dice at 6+, over their faces: the chances to be missed, and to be hit and save."""
    missed = kept = Fraction(0)
    for throw in product(FACES, repeat=dice):
        hits = sum(face == 6 for face in throw)
        missed += Fraction(not hits, 6**dice)
        kept += (saved**hits if hits else 0) / Fraction(6**dice)
    return missed, kept


def test_the_gun_of_a_helicopter() -> None:
    """Fire from a helicopter's light machine gun is followed over three turns.

    The victim is a recruit in the open. A man who is down counts as in cover, and gets up on a 1 or 2.
    """
    up, down = burst(4, saves(SAVE["r5"])), burst(3, saves(SAVE["r5"], 1))
    told = value("bn/helicopter-gun?gun=lmg&crew=r3&victim=r5&turns=3")
    assert (told["unhurt"], told["suppressed"]) == up
    fit, flat = Fraction(1), Fraction(0)
    for _ in range(3):
        fit, flat = fit * up[0], fit * up[1] + flat * sum(down)
        fit, flat = fit + flat / 3, flat * Fraction(2, 3)
    assert told["removed_by_end"] == 1 - fit - flat
    assert told["fit_at_end"] == fit


def test_one_card_and_one_template_in_all_chapters() -> None:
    """Widths of the support card and the mortar template agree with the table of templates.

    The card and the template are also in that table, so the table must not contradict them.
    """
    ruleset = next(one for one in library().all() if one.short == "bn")
    areas = ruleset.table("areas")
    assert areas.row("support").cells["width"] == ruleset.rule("support.template").value
    assert areas.row("extra").cells["width"] == ruleset.rule("army.mortars-template").value


SIMULATED = [
    "bn/support-call?caller=mortars&improved=yes&turns=4",
    "bn/support-call?caller=counter&turns=3&ruling.counter-battery=B",
    "bn/support-strike?shift=best&men=0,0,irr3,open;6,4,irr3,cover;-4,9,irr1,leader;0,-28,r3,caller",
    "bn/support-strike?shift=two&men=0,0,r4,open;7,9,r4,open&ruling.support-target-time=B&moved=10",
    "bn/support-strike?caller=mortars&need=6&shift=best&men=0,0,r4,open;4,4,r4,open",
    "bn/mortar-duel?turns=6&hunted=yes",
    "bn/mortar-duel?turns=5&hunted=yes&hunter-improved=yes&ruling.counter-battery=B",
    "bn/friendly-fire?weapon=lmg&troops=irr3&distance=40&friends=0,10,r4,open;3,20,civilian,open",
    "bn/friendly-fire?weapon=ar-burst&distance=20&friends=0,10,r4,open&ruling.friendly-per-die=B&ruling.friendly-corridor=B",
    "bn/speculative-fire?weapon=hmg&distance=40&target=bunker&agreed=no&roe=yes&victim=irr3",
    "bn/helicopter-gun?gun=hmg&victim=r4&cover=yes",
    "bn/helicopter-target?weapon=smg&troops=r4&firers=3",
    "bn/helicopter-target?weapon=hmg&firers=2&ruling.vehicle-one=B&ruling.heli-armour=B",
]


@pytest.mark.parametrize("address", SIMULATED)
def test_thrown_dice_agree(address: str) -> None:
    """Twenty thousand throws lie within five standard deviations of the exact chances."""
    found = ask(address)
    throws = 20_000
    counts = list(simulate(found, throws, seed=11))[-1].counts
    exact = chances(address)
    assert set(counts) <= set(exact)
    for outcome, chance in exact.items():
        spread = float(throws * chance * (1 - chance)) ** 0.5
        assert abs(counts[outcome] - throws * chance) <= 5 * spread + 1, outcome


@pytest.mark.parametrize(
    ("address", "headline"),
    [
        (
            "bn/support-strike?shift=twelve&thrown=24&men=0,0,r4,open;0,30,r3,caller",
            "Granted: 50.0 % (1/2); if it comes, first man under the card: never; "
            "if it comes, lost on average: none of the bombed side, about 0.2 of the caller's",
        ),
        (
            "bn/support-strike?shift=twelve&thrown=15&men=0,0,r4,caller",
            "Granted: 50.0 % (1/2); if it comes, first man under the card: for certain, removed: 16.7 % (1/6)",
        ),
        ("bn/friendly-fire?known=yes&misses=0&friends=0,10,r4,open", "1 in the line, but nobody is in danger: nothing misses"),
        ("bn/helicopter-target?weapon=ar-single&troops=irr3", "Never brought down: it takes 7+ to hit, and no die shows that"),
        ("bn/mortar-duel?turns=2&hunted=yes", "It fires about 0.3 times on average in 2 turns, too few to silence it"),
        ("bn/strike-points?event=explosive", "No Defeat Points"),
    ],
)  # fmt: skip
def test_answers_without_anything_in_them_are_sentences(address: str, headline: str) -> None:
    assert ask(address).headline == headline


def test_a_civilian_in_the_line_is_named_by_his_own_rule() -> None:
    rule = "bn.army.civilians-friendly-fire"
    line = "bn/friendly-fire?weapon=ar-single&troops=r3&distance=20&friends=0,10,r4,open"
    assert rule in ask(f"{line};2,12,civilian,open").consulted
    assert rule not in ask(f"{line};9,12,civilian,open").consulted
    assert "civilian 1" in ask("bn/friendly-fire?friends=0,10,civilian,open").headline


@pytest.mark.parametrize(
    ("address", "sentence", "instead"),
    [
        (
            "bn/friendly-fire?weapon=ar-single&known=yes&misses=5",
            "This shot throws 1 die at 3+, of which 5 cannot have missed. The nearest that fits is Dice that missed: 1.",
            {"misses": 1},
        ),
        # at 7+ every die misses
        (
            "bn/friendly-fire?weapon=ar-single&troops=irr3&distance=50&cover=yes&dodge=yes&known=yes&misses=0",
            "This shot throws 1 die at 7+, of which 0 cannot have missed.",
            {"misses": 1},
        ),
        ("bn/friendly-fire?weapon=hmg&known=yes&misses=5", None, {}),
        (
            "bn/support-strike?thrown=3&men=0,0,r4,open",
            "4d6 cannot show 3. The nearest that fits is The shift thrown: 4.",
            {"thrown": 4},
        ),
        ("bn/support-strike?men=0,0,civilian,leader", "A civilian leads no team.", {"men": ((0, 0, "civilian", "open"),)}),
        ("bn/friendly-fire?friends=0,10,civilian,leader", "A civilian leads no team.", {"friends": ((0, 10, "civilian", "open"),)}),
    ],
)  # fmt: skip
def test_what_cannot_be_true_together(address: str, sentence: str | None, instead: dict[str, object]) -> None:
    if sentence is None:
        assert not ask(address).refused
        return
    with pytest.raises(Contradiction, match=re.escape(sentence)) as problem:
        ask(address)
    assert problem.value.instead == instead
