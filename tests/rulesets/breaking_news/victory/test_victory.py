"""Tests of Defeat Points against an account kept by hand.

Every event is added up by itself, with nothing of the chapter's code.
"""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from asking import value
from drillbook import ask
from drillbook.asking.answers.simulation import simulate
from drillbook.errors import Contradiction

#: What either side may lose; Regulars have no leader who counts as one.
MAY_LOSE = {"blue": ("sf", "regular", "irregular"), "red": ("sf", "regular", "irregular", "leader")}
POINTS = {"sf": 15, "regular": 10, "irregular": 5, "leader": 10}
PLAIN = {"none": 1, "embedded": 2, "independent": 2}
PUBLIC = {"none": 1, "embedded": 3, "independent": 4}


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


@pytest.mark.parametrize("seed", range(60))
def test_a_battle_of_regulars_against_irregulars(seed: int) -> None:
    """Random battles, each point counted out one by one."""
    draw = Random(seed)
    losses = [
        (side, draw.choice(MAY_LOSE[side]), draw.randint(1, 4), draw.random() < 0.3)
        for side in draw.choices(("blue", "red"), k=draw.randint(0, 4))
    ]
    media, roe = draw.choice(tuple(PLAIN)), draw.random() < 0.5
    buildings, civilians = draw.randint(0, 2), draw.randint(0, 3)
    journalists = 0 if media == "none" else draw.randint(0, 2)
    mains, seconds = (draw.randint(0, 1), draw.randint(0, 1)), (draw.randint(0, 2), draw.randint(0, 2))
    first = draw.choice(("nobody", "blue", "red", "blue-answered", "red-answered"))
    talks, turns, die = draw.randint(0, 4), draw.randint(0, 3), draw.randint(0, 6)

    opener = first.removesuffix("-answered")
    parted = talks > 0 and opener == "red"
    plain, red = [], []
    for side, who, number, _ in losses:
        (plain if side == "blue" else red).extend([POINTS[who]] * number)
    plain += [50] * mains[0] + [20] * seconds[0] + [30] * journalists
    red += [50] * mains[1] * (2 if media == "embedded" else 1) + [20] * seconds[1]
    if opener == "blue":
        plain += [5, 25] if roe else [5]
    if opener == "red":
        red += [5]
    if parted:
        red += [10]
    elif talks and not 0 < die <= talks:
        plain += [5 * talks] * turns
    public = [10 if roe else 5] * (buildings + civilians)

    written = ";".join(f"{side},{who},{number},{yes(taken)}" for side, who, number, taken in losses) or "none"
    talking = f"&turns={turns}&die={die}" if talks else ""
    told = value(
        f"bn/defeat-ledger?match=mixed&losses={written}&blue-main={mains[0]}&red-main={mains[1]}&blue-secondary={seconds[0]}"
        f"&red-secondary={seconds[1]}&first={first}&blue-roe={yes(roe)}&buildings={buildings}&civilians={civilians}"
        f"&journalists={journalists}&media={media}&talks={talks}{talking}"
    )
    blue = PLAIN[media] * sum(plain) + PUBLIC[media] * sum(public)
    assert (told["blue"], told["red"]) == (blue, sum(red))
    assert told["loser"] == ("blue" if blue > sum(red) else "red" if blue < sum(red) else "nobody")
    assert told["lead"] == abs(blue - sum(red))


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("media", PLAIN)
def test_the_last_die_face_by_face(level: int, media: str) -> None:
    found = ask(f"bn/defeat-ledger?match=mixed&losses=blue,regular,1,no&talks={level}&turns=3&media={media}")
    ends: dict[int, Fraction] = {}
    for face in range(1, 7):
        one = value(
            f"bn/defeat-ledger?match=mixed&losses=blue,regular,1,no&talks={level}&turns=3&media={media}&die={face}"
        )
        points = one["blue"]
        assert isinstance(points, int)
        assert points == PLAIN[media] * (10 + (0 if face <= level else 15 * level))
        ends[points] = ends.get(points, Fraction(0)) + Fraction(1, 6)
    assert dict(found.outcome.distribution.items()) == ends
    assert found.outcome.chance == Fraction(level, 6)


def test_the_last_die_thrown() -> None:
    address = "bn/defeat-ledger?match=mixed&losses=blue,regular,4,no&talks=3&turns=4&media=independent"
    found = ask(address)
    *_, last = simulate(found, throws=20_000, seed=8)
    assert set(last.counts) == set(found.outcome.distribution.outcomes)
    for outcome, chance in found.outcome.distribution.items():
        assert abs(last.counts[outcome] / 20_000 - float(chance)) < 0.015


@pytest.mark.parametrize("match", ["regulars", "irregulars"])
@pytest.mark.parametrize("leaving", ["retreat", "walk-off", "slip-away"])
@pytest.mark.parametrize("reading", ["A", "B"])
def test_like_against_like(match: str, leaving: str, reading: str) -> None:
    men = "&leaving-men=4" if leaving == "slip-away" else ""
    told = value(
        f"bn/defeat-ledger?match={match}&losses=red,sf,2,no&leaver=red&leaving={leaving}{men}&ruling.exfiltration={reading}"
    )
    paid = {"retreat": (15, 15), "walk-off": (5, 15), "slip-away": (5, 20)}[leaving]["AB".index(reading)]
    assert (told["blue"], told["red"]) == (0, 30 + paid)


@pytest.mark.parametrize(("who", "captured"), [*product(POINTS, [False, True])])
@pytest.mark.parametrize("reading", ["A", "B"])
def test_prisoners(who: str, captured: bool, reading: str) -> None:
    told = value(f"bn/defeat-ledger?match=mixed&losses=red,{who},3,{yes(captured)}&ruling.captured-points={reading}")
    assert told["red"] == (0 if captured and reading == "B" else 3 * POINTS[who])


@pytest.mark.parametrize("blue", [20, 25, 30])
@pytest.mark.parametrize("side", ["blue", "red"])
@pytest.mark.parametrize("event", ["fails", "leaves", "nothing"])
@pytest.mark.parametrize("scenario", [False, True])
def test_when_it_is_over(blue: int, side: str, event: str, scenario: bool) -> None:
    which = "" if event == "nothing" else f"&side={side}&scenario={yes(scenario)}"
    told = value(f"bn/game-end?event={event}{which}&blue={blue}&red=25")
    points = {"blue": blue, "red": 25}
    behind = points[side] > sum(points.values()) - points[side]
    ends = (event == "leaves" or (event == "fails" and behind)) and not scenario
    if event == "leaves":
        points[side] += 5
    if event == "fails" and ends:
        points[side] += 15
    assert told["over"] == ends
    assert (told["blue"], told["red"]) == (points["blue"], points["red"])
    most = max(points.values())
    losers = [name for name, one in points.items() if one == most]
    assert told["loser"] == (losers[0] if ends and len(losers) == 1 else "nobody")


def test_there_is_one_way_out() -> None:
    refused = ask("bn/game-end?event=leaves&side=red&edge=elsewhere")
    assert refused.refused
    assert refused.outcome.rule == "bn.victory.leave-where"


def test_the_map_of_journalists_agrees_with_each_answer() -> None:
    rest = "match=mixed&losses=blue,sf,2,no;red,irregular,3,no&red-main=1&buildings=1&civilians=2&blue-roe=yes"
    grid = next(e for e in ask(f"bn/defeat-ledger?{rest}").outcome.exhibits if e.name == "by-media")
    for media, row in zip(PLAIN, grid.cells, strict=True):
        told = value(f"bn/defeat-ledger?{rest}&media={media}")
        assert list(row) == [told["blue"], told["red"]]


COUNTED = {"regular": 10, "sf": 15, "irregular": 5, "leader": 10, "building": 5, "civilian": 5, "journalist": 30}
COUNTED |= {"main": 50, "secondary": 20}


@pytest.mark.parametrize("what", COUNTED)
@pytest.mark.parametrize("media", PLAIN)
@pytest.mark.parametrize("enemy", [15, 20, 55, 120])
def test_how_much_more_one_by_one(what: str, media: str, enemy: int) -> None:
    """Suffers one after the other until there are more points than the enemy has."""
    public = what in ("building", "civilian")
    for roe in (False, True) if public else (False,):
        each = (10 if roe else COUNTED[what]) * (PUBLIC if public else PLAIN)[media]
        points = suffered = 0
        while 20 + points <= enemy:
            points, suffered = points + each, suffered + 1
        strict = f"&roe={yes(roe)}" if public else ""
        address = f"bn/defeat-margin?own=20&enemy={enemy}&what={what}&media={media}{strict}"
        if what == "leader" or (what == "journalist" and media == "none"):
            with pytest.raises(Contradiction):
                ask(address)
            continue
        told = value(address)
        assert (told["spare"], told["each"], told["fatal"]) == (enemy - 20, each, suffered)


RULINGS = "captured-points exfiltration journalist-owner first-fire-both media-multiplier media-primary".split()
RULINGS += "negotiation-cancel negotiation-own-fire media-negotiation".split()


@pytest.mark.parametrize("seed", range(120))
def test_any_readings_together(seed: int) -> None:
    """Random battles give the same ledger under random readings of every ruling at once.

    Each of 120 seeds draws a battle of Regulars against Irregulars.
    """
    draw = Random(seed)
    read = {ruling: draw.choice("AB") for ruling in RULINGS}
    plainly = {ruling: letter == "A" for ruling, letter in read.items()}
    men = [
        (side, draw.choice(MAY_LOSE[side]), draw.randint(1, 4), draw.random() < 0.4)
        for side in draw.choices(("blue", "red"), k=draw.randint(0, 3))
    ]
    main, buildings, journalists, slipping = (draw.randint(0, 2) for _ in range(4))
    first, media, roe = draw.choice(("nobody", "blue", "red-answered")), draw.choice(tuple(PLAIN)), draw.random() < 0.5
    journalists = 0 if media == "none" else journalists
    talks, turns, die = draw.randint(1, 4), draw.randint(0, 3), draw.randint(0, 6)

    own = {"blue": 0, "red": 0}
    for side, who, number, taken in men:
        own[side] += 0 if taken and not plainly["captured-points"] else POINTS[who] * number
    fired = {"nobody": [], "blue": ["blue"], "red-answered": ["red"] if plainly["first-fire-both"] else ["red", "blue"]}
    for side in fired[first]:
        own[side] += 30 if roe and side == "blue" else 5
    if slipping:
        own["blue"] += 5 if plainly["exfiltration"] else 5 * slipping
    own["blue" if plainly["journalist-owner"] else "red"] += 30 * journalists
    public, gathered = buildings * (10 if roe else 5), 5 * talks * turns
    if "red" in fired[first]:
        own["red"] += 10
        gathered = 0
    else:
        own["blue"] += 10 if "blue" in fired[first] and not plainly["negotiation-own-fire"] else 0
        if turns and 0 < die <= talks:
            gathered = 0
            if not plainly["negotiation-cancel"]:
                own["blue"] = public = 0
    scandal = PUBLIC[media] * (1 if plainly["media-multiplier"] else PLAIN[media])
    blue = PLAIN[media] * own["blue"] + scandal * public
    blue += gathered * (PLAIN[media] if plainly["media-negotiation"] else 1)
    filmed = 50 * main if media == "embedded" else 0
    red = own["red"] + 50 * main + (filmed if plainly["media-primary"] else 0)
    blue -= 0 if plainly["media-primary"] else filmed

    written = ";".join(f"{side},{who},{number},{yes(taken)}" for side, who, number, taken in men) or "none"
    leaving = f"&leaver=blue&leaving=slip-away&leaving-men={slipping}" if slipping else ""
    told = value(
        f"bn/defeat-ledger?match=mixed&losses={written}&red-main={main}&first={first}&blue-roe={yes(roe)}{leaving}"
        f"&buildings={buildings}&journalists={journalists}&media={media}&talks={talks}&turns={turns}&die={die}"
        + "".join(f"&ruling.{ruling}={letter}" for ruling, letter in read.items())
    )
    assert (told["blue"], told["red"]) == (blue, red)
