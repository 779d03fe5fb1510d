"""Tests of close combat against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from asking import chances, comes_near, value
from drillbook import ask, library
from drillbook.rules.entities import formula

FACES = range(1, 7)
MELEE = {"r1": 5, "r2": 4, "r3": 3, "r4": 2, "r5": 1, "irr1": 3, "irr2": 2, "irr3": 1}
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}
STEADY = {"r1": 5, "r2": 4, "r3": 4, "r4": 3, "r5": 2, "irr1": 4, "irr2": 3, "irr3": 2}
Man = tuple[str, bool]


def saves(troops: str, bonus: int = 0) -> Fraction:
    return Fraction(sum(face != 1 and face + bonus >= SAVE[troops] for face in FACES), 6)


def figure(man: Man) -> int:
    return MELEE[man[0]] - (2 if man[1] else 0)


def written(men: tuple[Man, ...]) -> str:
    return ";".join(f"{troops},{'yes' if down else 'no'}" for troops, down in men)


def pairs(ahead: int) -> tuple[int, int, int]:
    """How many of the 36 pairs the side that is so far ahead wins, draws and loses."""
    margins = [own + ahead - other for own, other in product(FACES, FACES)]
    return sum(m > 0 for m in margins), sum(m == 0 for m in margins), sum(m < 0 for m in margins)


@pytest.mark.parametrize("tie", ["A", "B"])
@pytest.mark.parametrize("men", [1, 2, 3])
@pytest.mark.parametrize("down", [False, True])
def test_every_pair_of_dice(men: int, down: bool, tie: str) -> None:
    for troops in combinations_with_replacement(("r2", "r4", "irr3"), men):
        for lone in ("r1", "r3", "irr3"):
            many = tuple((one, place == 0 and down) for place, one in enumerate(troops))
            told = value(f"bn/melee?many={written(many)}&lone={lone}&ruling.melee-tie={tie}")
            win, draw, lose = pairs(sum(figure(one) for one in many) - MELEE[lone])
            whole = 36 if tie == "A" else 36 - draw
            assert (told["win"], told["lose"]) == (Fraction(win, whole), Fraction(lose, whole))
            assert told["tie"] == (Fraction(draw, 36) if tie == "A" else 0)


def test_the_formula_counts_the_same() -> None:
    told = formula(library().find("bn").rule("close-combat.result"))
    for ahead in range(6):
        assert told(f=6, m=ahead) == Fraction(pairs(ahead)[0], 36)


def one_turn(
    many: tuple[Man, ...], lone: Man, how: str, saved: bool
) -> Iterator[tuple[tuple[Man, ...], Man | None, Fraction]]:
    """Every way a turn can end, pair of dice by pair of dice and save by save."""
    ahead = sum(figure(one) for one in many) - figure(lone)
    for own, other in product(FACES, FACES):
        weight = Fraction(1, 36)
        if own + ahead == other:
            yield many, lone, weight
        elif own + ahead > other:
            alive = saves(lone[0]) if saved else Fraction(0)
            yield many, None, weight * (1 - alive)
            yield many, (lone[0], True), weight * alive
        else:
            order = sorted(many, key=figure)
            losers, rest = (order, []) if how == "B" else (order[:1], order[1:])
            for fates in product((True, False), repeat=len(losers)):
                part, left = weight, list(rest)
                for man, lives in zip(losers, fates, strict=True):
                    alive = saves(man[0]) if saved else Fraction(0)
                    part *= alive if lives else 1 - alive
                    left += [(man[0], True)] if lives else []
                yield tuple(sorted(left)), lone, part


@pytest.mark.parametrize("how", ["A", "B"])
@pytest.mark.parametrize("saved", ["A", "B"])
@pytest.mark.parametrize(
    ("many", "lone"),
    [
        ((("irr3", False),) * 3, ("r2", False)),
        ((("r3", True), ("r4", False)), ("irr1", False)),
        ((("irr2", False),), ("r5", True)),
    ],
)
def test_a_fight_of_three_turns(many: tuple[Man, ...], lone: Man, how: str, saved: str) -> None:
    now: dict[tuple[tuple[Man, ...], Man | None], Fraction] = {(tuple(sorted(many)), lone): Fraction(1)}
    for _ in range(3):
        after: dict[tuple[tuple[Man, ...], Man | None], Fraction] = {}
        for (men, he), chance in now.items():
            ends = one_turn(men, he, how, saved == "B") if men and he else [(men, he, Fraction(1))]
            for left, him, part in ends:
                after[left, him] = after.get((left, him), Fraction(0)) + chance * part
        now = after
    address = (
        f"bn/melee-end?many={written(many)}&lone={lone[0]}&lone-suppressed={'yes' if lone[1] else 'no'}&turns=3"
        f"&ruling.melee-outnumbered={how}&ruling.melee-save={saved}"
    )
    told = chances(address)
    counted: dict[str, Fraction] = {}
    for (men, he), chance in now.items():
        word = "he is down" if he is None else f"{len(men)} against him" if men else "he stands alone"
        counted[word] = counted.get(word, Fraction(0)) + chance
    assert {word: chance for word, chance in counted.items() if chance} == told


def shares(men: int, hits: int, how: str) -> list[int]:
    """Hits handed round one by one, or all to the first."""
    if how == "B":
        return [hits] + [0] * (men - 1)
    given = [0] * men
    for hit in range(hits):
        given[hit % men] += 1
    return given


@pytest.mark.parametrize("how", ["A", "B"])
@pytest.mark.parametrize("walls", ["A", "B"])
@pytest.mark.parametrize("hits", [0, 1, 2, 3, 4, 5])
def test_hits_man_by_man(hits: int, how: str, walls: str) -> None:
    """Every throw of every save."""
    men = ["irr2", "irr2", "r3"]
    lost: dict[int, Fraction] = {}
    given = shares(len(men), hits, how)
    bonus = 1 if walls == "B" else 0
    needs = [troops for troops, share in zip(men, given, strict=True) for _ in range(share)]
    owner = [place for place, share in enumerate(given) for _ in range(share)]
    for faces in product(FACES, repeat=hits):
        dead = {
            place
            for place, troops, face in zip(owner, needs, faces, strict=True)
            if face == 1 or face + bonus < SAVE[troops]
        }
        lost[len(dead)] = lost.get(len(dead), Fraction(0)) + Fraction(1, 6**hits)
    address = f"bn/storm-hits?side=defenders&hits={hits}&men=2,irr2,no;1,r3,no&hostages=0&special=no"
    assert chances(f"{address}&ruling.storm-allocation={how}&ruling.storm-protection={walls}") == lost


Side = tuple[tuple[str, bool, bool], ...]  # each man: class, leader, down


def hit_ways(dice: int, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
    for fall in product((True, False), repeat=dice):
        hits = sum(fall)
        yield hits, chance**hits * (1 - chance) ** (dice - hits)


def struck(side: Side, hits: int, how: str, bonus: int, order: str) -> Iterator[tuple[Side, Fraction]]:
    spared = (False, True) if order == "A" else (True, False)  # who takes hits last: the upright, or those who are down
    queue = sorted(range(len(side)), key=lambda place: (side[place][1], spared.index(not side[place][2]), place))
    given = dict(zip(queue, shares(len(side), hits, how), strict=True))
    for fates in product((True, False), repeat=len(side)):
        weight, left = Fraction(1), []
        for place, ((troops, leads, down), lives) in enumerate(zip(side, fates, strict=True)):
            alive = saves(troops, min(1, bonus + leads)) ** given[place]
            weight *= alive if lives else 1 - alive
            left += [(troops, leads, down or given[place] > 0)] if lives else []
        if weight:
            yield tuple(left), weight


def rally(side: Side, leadership: int) -> Iterator[tuple[Side, Fraction]]:
    led = any(leads for _, leads, _ in side)
    for fates in product((True, False), repeat=len(side)):
        weight, left = Fraction(1), []
        for (troops, leads, down), up in zip(side, fates, strict=True):
            good = Fraction(min(5, STEADY[troops] + (leadership if led else 0)), 6) if down else Fraction(1)
            weight *= good if up else 1 - good
            left.append((troops, leads, not up))
        if weight:
            yield tuple(left), weight


def dice_of(side: Side, printed: bool) -> int:
    """Return the dice of a side.

    If printed is set, every man who is down costs every man a die, as in the printed example.
    """
    down = sum(one[-1] for one in side)
    if printed:
        return sum(max(0, MELEE[troops] - down) for troops, _, _ in side)
    return sum(MELEE[troops] for troops, _, lies in side if not lies)


def storm(
    attackers: Side,
    defenders: Side,
    rounds: int,
    leads: tuple[int, int],
    how: str,
    walls: str,
    printed: bool = False,
    toll: Fraction = Fraction(1),
    order: str = "A",
) -> dict[str, Fraction]:
    """Return the chances of how the fight ends after the rounds.

    toll: what each hit of the attackers weighs; order: the men who are down (A) or up (B) take hits first.
    """
    now = {(attackers, defenders): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[Side, Side], Fraction] = {}
        for (own, other), chance in now.items():
            if not own or not other:
                after[own, other] = after.get((own, other), Fraction(0)) + chance
                continue
            dice, back = dice_of(own, printed), dice_of(other, printed)
            for (hits, first), (returned, second) in product(
                hit_ways(dice, Fraction(1, 6)), hit_ways(back, Fraction(1, 3))
            ):
                for mine, third in struck(own, returned, how, 0, order):
                    for theirs, fourth in struck(other, hits, how, walls == "B", order):
                        part = chance * first * second * third * fourth * toll**hits
                        over = not mine or not theirs
                        for steady, fifth in [(mine, Fraction(1))] if over else rally(mine, leads[0]):
                            for firm, sixth in [(theirs, Fraction(1))] if over else rally(theirs, leads[1]):
                                key = (steady, firm)
                                after[key] = after.get(key, Fraction(0)) + part * fifth * sixth
        now = after
    ends: dict[str, Fraction] = {}
    for (own, other), chance in now.items():
        word = f"{len(other)} left" if own and other else "taken" if own else "repelled" if other else "nobody left"
        ends[word] = ends.get(word, Fraction(0)) + chance
    return ends


@pytest.mark.parametrize(("how", "walls"), [("A", "A"), ("B", "A"), ("A", "B")])
def test_an_assault_die_by_die(how: str, walls: str) -> None:
    readings = f"&ruling.storm-allocation={how}&ruling.storm-protection={walls}"
    plain = "bn/storm?attackers=2&attack-troops=irr3&attack-more=0&defenders=1&defend-troops=r4&defend-more=0&rounds=2"
    wanted = storm((("irr3", False, False),) * 2, (("r4", False, False),), 2, (0, 0), how, walls)
    assert chances(f"{plain}&hostages=0{readings}") == wanted


@pytest.mark.parametrize("printed", ["A", "B"])
def test_an_assault_of_three_rounds(printed: str) -> None:
    """Assaults of three rounds start the third round from every state of both sides.

    A hostage who has a save of 1/2 for every hit of the attackers survives all rounds. `printed` is the reading of
    `storm-21`.
    """
    address = (
        "bn/storm?attackers=2&attack-troops=irr3&defenders=1&defend-troops=irr2&hostages=1&rounds=3"
        f"&ruling.hostage-hits=B&ruling.storm-21={printed}"
    )
    own, other = (("irr3", False, False),) * 2, (("irr2", False, False),)
    assert chances(address) == storm(own, other, 3, (0, 0), "A", "A", printed == "B")
    spared = storm(own, other, 3, (0, 0), "A", "A", printed == "B", Fraction(1, 2))
    assert value(address)["hostage_survives"] == sum(spared.values())


@pytest.mark.parametrize("first", ["A", "B"])
@pytest.mark.parametrize("how", ["A", "B"])
def test_who_takes_hits_when_some_are_down(how: str, first: str) -> None:
    """It shows in the third round: by then either side may have a man down and another up."""
    address = (
        f"bn/storm?attackers=2&attack-troops=irr3&defenders=2&defend-troops=irr3&rounds=3&ruling.storm-allocation={how}"
    )
    side = (("irr3", False, False),) * 2
    wanted = storm(side, side, 3, (0, 0), how, "A", order=first)
    assert chances(f"{address}&ruling.storm-down={first}") == wanted


@pytest.mark.parametrize("printed", ["A", "B"])
def test_an_assault_on_men_who_are_down(printed: str) -> None:
    """Men who are down at the start of an assault throw nothing in the first round.

    They test before the second round; a leader may be down too.
    """
    address = (
        "bn/storm?attackers=2&attack-down=1&attack-troops=irr3&defenders=1&defend-down=1&defend-troops=irr3"
        f"&defend-more=1&defend-more-troops=r5&defend-leadership=1&defend-more-down=yes&rounds=2&ruling.storm-21={printed}"
    )
    own, other = (("irr3", False, True), ("irr3", False, False)), (("irr3", False, True), ("r5", True, True))
    assert chances(address) == storm(own, other, 2, (0, 1), "A", "A", printed == "B")


@pytest.mark.parametrize("rounds", [4, 5])
def test_a_long_assault(rounds: int) -> None:
    address = f"bn/storm?attackers=1&attack-troops=irr3&defenders=1&defend-down=1&defend-troops=r5&rounds={rounds}"
    own, other = (("irr3", False, False),), (("r5", False, True),)
    assert chances(address) == storm(own, other, rounds, (0, 0), "A", "A")


def test_an_assault_with_leaders() -> None:
    led = (
        "bn/storm?attackers=1&attack-troops=r5&attack-more=1&attack-more-troops=irr3&attack-leadership=1"
        "&defenders=1&defend-troops=irr3&defend-more=1&defend-more-troops=r5&defend-leadership=2&hostages=0&rounds=2"
    )
    own = (("r5", False, False), ("irr3", True, False))
    other = (("irr3", False, False), ("r5", True, False))
    assert chances(led) == storm(own, other, 2, (1, 2), "A", "A")


@pytest.mark.parametrize("alone", ["A", "B"])
def test_a_leader_may_help_himself(alone: str) -> None:
    """Whether a leader's own test has his leadership is the ruling of the chapter on casualties."""
    steps = ask(
        "bn/storm?attackers=1&attack-troops=r5&attack-more=1&attack-more-troops=r4&attack-leadership=2&defenders=1"
        f"&defend-troops=r5&rounds=1&ruling.supp-leader-self={alone}"
    ).outcome.steps
    told = [step.amount for step in steps if step.label == "chance to get up again, Trained leading"]
    assert told == [Fraction(5 if alone == "A" else 3, 6)]


def test_hostages_round_by_round() -> None:
    """Hostages survive by one save in each round that is fought.

    The chance to live is computed from the rounds of the brute-force fight. A single hostage passes a save with 1/2, two
    hostages both pass with 1/4.
    """
    side: tuple[Side, Side] = ((("irr3", False, False),) * 2, (("r4", False, False),))
    still = [Fraction(1)]
    for rounds in (1, 2):
        ends = storm(*side, rounds, (0, 0), "A", "A")
        still.append(
            sum((chance for word, chance in ends.items() if word.endswith(" left") and word[0].isdigit()), Fraction(0))
        )
    one, both = ((still[0] - still[1]) * p + still[1] * p * p for p in (Fraction(1, 2), Fraction(1, 4)))
    told = value(
        "bn/storm?attackers=2&attack-troops=irr3&attack-more=0&defenders=1&defend-troops=r4&defend-more=0&hostages=2&rounds=2"
    )
    assert (told["hostage_survives"], told["all_hostages"]) == (one, both)


@pytest.mark.parametrize("distance", [24, 25, 26])
@pytest.mark.parametrize("target", ["man", "building"])
def test_how_far_a_charge_reaches(distance: int, target: str) -> None:
    assert value(f"bn/charge?target={target}&distance={distance}")["allowed"] == (distance <= 25)


ROLLED = [
    "bn/storm?attackers=2&attack-troops=irr3&defenders=2&defend-troops=irr3&rounds=3&ruling.storm-down=B",
    "bn/melee?many=irr3,no;irr3,yes&lone=r3",
    "bn/melee?many=irr1,no&lone=r2&ruling.melee-tie=B",
    "bn/melee-end?many=irr3,no;irr3,no;irr3,no&lone=r2&turns=3",
    "bn/melee-end?many=irr3,no;r4,no&lone=r2&turns=3&ruling.melee-save=B&ruling.melee-outnumbered=B",
    "bn/storm-dice?attackers=3,r2,1&defenders=2,irr3,0",
    "bn/storm-hits?side=defenders&hits=5&men=3,irr2,no;1,irr1,yes",
    "bn/storm?attackers=3&attack-troops=r3&attack-more=1&attack-more-troops=r2&attack-leadership=2&defenders=2&defend-troops=irr1&rounds=3",
    "bn/storm?attackers=3&attack-troops=r3&defenders=2&defend-troops=irr2&rounds=2&ruling.storm-21=B&ruling.storm-allocation=B",
    "bn/storm?attackers=4&attack-down=1&attack-troops=r4&defenders=3&defend-down=2&defend-troops=irr2&rounds=2",
]


@pytest.mark.parametrize("address", ROLLED)
def test_real_dice_come_near(address: str) -> None:
    comes_near(address, seed=7)
