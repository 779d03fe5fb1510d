"""The seven steps against a second working of the list, and the moves of one bound by hand."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from asking import picture, value
from drillbook import ask

CM = {"slow-inf": 4, "medium-inf": 6, "fast-inf": 8, "slow-cav": 8, "medium-cav": 12, "fast-cav": 16}
GROUND = {"open": Fraction(1), "rough": Fraction(3, 4), "impractical": Fraction(1, 4)}
HEAVIES = ("heavy", "gun", "self-propelled")
KINDS = (*HEAVIES, "infantry", "lmg", "skirmisher", "cavalry", "tank", "great")
UNDUG = ("tank", "self-propelled", "great")


def step(kind: str, dug: bool, does: str, moved: str) -> int | None:
    """When it shoots, straight from the list; None for no shot."""
    if kind == "great":
        return 7
    if does == "assaults":
        return 6
    if kind in HEAVIES:
        if does == "moves" or (moved == "last" and kind != "self-propelled"):
            return None
        return 1 if moved == "never" else 2
    if kind == "skirmisher":
        return 3
    return 3 if kind in ("infantry", "lmg") and dug and does == "stays" else 4


@pytest.mark.parametrize("kind", KINDS)
def test_when_each_shoots(kind: str) -> None:
    for dug, does, moved in product((False, True), ("stays", "moves", "assaults"), ("never", "earlier", "last")):
        address = f"gw/shooting-step?kind={kind}"
        if kind not in UNDUG:
            address += f"&dug={'yes' if dug else 'no'}"
        if kind != "great":
            address += f"&does={does}"
        if kind in (*HEAVIES, "lmg"):
            address += f"&moved={moved}"
        assert value(address)["step"] == step(kind, dug, does, moved), address


@pytest.mark.parametrize("kind", ["infantry", "heavy", "skirmisher"])
def test_a_plan_agrees_with_single_units(kind: str) -> None:
    for dug, does, moved in product((False, True), ("stays", "moves", "assaults"), ("never", "earlier", "last")):
        found = value(f"gw/bound-plan?units={kind},{'yes' if dug else 'no'},{does},{moved};great,no,stays,never")
        shot = step(kind, dug, does, moved)
        assert found["shots"] == 1 + (shot is not None)
        assert found["silent"] == ("none" if shot else "1")
        assert found["moments"] == 1 + (shot is not None) + (does != "stays")
        assert found["last"] == "2"


@pytest.mark.parametrize("chaser", CM)
@pytest.mark.parametrize("reading", "ABD")
def test_who_is_caught(chaser: str, reading: str) -> None:
    for runner, ground, gap in product(CM, GROUND, (3, 9, 18, 30)):
        found = value(
            f"gw/catch?chaser={chaser}&ground={ground}&gap={gap}&runner={runner}&runner-ground=open&was-dug=no"
            f"&ruling.mounted-steps={reading}"
        )
        charge = CM[chaser] * GROUND[ground] * 2
        horse = ["cav" in chaser, "cav" in runner]
        runs_first = horse[0] != horse[1] and ((reading == "B" and horse[0]) or (reading == "D" and horse[1]))
        left = max(Fraction(0), gap + CM[runner] - charge) if runs_first else max(Fraction(0), gap - charge)
        if not runs_first and left:
            left += CM[runner]
        assert found["gap"] == left
        assert found["caught"] == (not left)


def test_cavalry_is_not_asked_whether_it_is_mounted() -> None:
    assert "mounted" not in ask("gw/catch?chaser=fast-cav&mounted=no").address.inputs
    with pytest.raises(ValueError, match="It is cavalry"):
        ask("gw/catch?chaser=slow-cav&mounted=yes")


def test_nobody_walks_through_the_shooter() -> None:
    with pytest.raises(ValueError, match="walk through"):
        ask("gw/midway?distance=4&move=6&way=towards&slowed=no&range=30")
    with pytest.raises(ValueError, match="never digs in"):
        ask("gw/bound-plan?units=tank,yes,stays,never")
    with pytest.raises(ValueError, match="only guns bombard"):
        ask("gw/bound-plan?units=infantry,no,bombards,never")


@pytest.mark.parametrize(
    "units",
    [
        "heavy,yes,stays,never;gun,no,bombards,never;infantry,yes,stays,never;infantry,no,assaults,never",
        "heavy,no,stays,earlier;gun,yes,stays,earlier;heavy,yes,stays,earlier",
        "infantry,no,assaults,never;infantry,no,moves,never;infantry,yes,moves,never;great,no,stays,never",
    ],
)
def test_the_picture_shows_as_many_moments_as_the_headline_counts(units: str) -> None:
    address = f"gw/bound-plan?units={units}"
    spans = {(event.start, event.end) for event in picture(address, "lanes").events}
    assert len(spans) == value(address)["moments"]
    in_turn = sorted(spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(in_turn))
