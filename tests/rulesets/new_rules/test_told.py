"""Tests of what answers of New Rules say.

They cover what a figure is given, what never happens, and what a unit cannot follow.
"""

import pytest

from drillbook import ask
from drillbook.errors import AskError, Contradiction
from drillbook.search import finder


def headline(address: str) -> str:
    """Return the headline of the book's answer to an address."""
    return str(ask(address).outcome.headline)


def told(address: str) -> list[str]:
    """Return the labels of the steps of an answer."""
    return [step.label for step in ask(address).outcome.steps]


@pytest.mark.parametrize("short", ["0.5", "2.5"])
@pytest.mark.parametrize("question", ["lengths", "zone", "volley", "grid-square"])
def test_a_grid_has_whole_squares(question: str, short: str) -> None:
    with pytest.raises(Contradiction, match="whole number of squares"):
        ask(f"nr/{question}?short={short}&measure=squares")
    assert not ask(f"nr/{question}?short=2&measure=squares").refused


def test_a_first_turn_says_what_is_rolled_already() -> None:
    assert headline("nr/first-move?attacker=3").startswith("The attacker moves first, with his 3 rolled: 41.7 %")
    assert "with the defender's 2 rolled" in headline("nr/first-move?defender=2")
    assert "rolled" not in headline("nr/first-move")


def test_what_never_happens_has_no_percentage() -> None:
    found = headline("nr/cavalry-charge?melee=0&coloured=3&target=grenadiers&target-melee=6&formation=square")
    assert found.startswith("The charge hurts: never")
    assert found.endswith("a later round never hurts")
    assert headline("nr/blunder?line=1&successes=0") == "Garbled Orders: there is no success to roll again"


def test_who_stops_at_home_is_not_off_the_table() -> None:
    """By hand, Quality 4 and three dice: 1/8 stops in its zone, and the other 7/8 leave it."""
    found = headline(
        "nr/rout?quality=4&coloured=0&dice=3&pick=white&speed=2&distance=0&idle=0&turns=1&ruling.rout-move=C"
    )
    assert found.startswith("It stops within 1 turn: 12.5 % (1/8); off the table by then: 87.5 % (7/8)")


def test_a_fight_says_that_nobody_puts_his_ranks_in_order() -> None:
    assert any("stays broken" in one for one in told("nr/melee-end"))
    guns = "nr/melee-end?charger=heavy-cavalry&target=foot-battery"
    assert not any("stays broken" in one for one in told(guns))


@pytest.mark.parametrize("seed", range(12))
def test_guns_that_close_in_stop_where_canister_serves(seed: int) -> None:
    found = told(
        f"nr/play?own=foot-battery,line,0,3,close,0&enemy=recruits,line,0,0,hold,0&distance=4&seed={seed}&step=50"
    )
    assert not any("charges" in one for one in found)
    moves = [one for one in found if one.startswith("A (foot battery) moves")]
    limbers = [one for one in found if "limbers its guns" in one]
    assert [one.split(") ")[1].split()[0] for one in limbers] == (["limbers", "unlimbers"] * 9)[: len(limbers)]
    fired = [number for number, one in enumerate(found) if "fires" in one]
    assert not fired or (moves and fired[0] > found.index(limbers[1]))


def test_a_unit_without_formations_says_so() -> None:
    cards = ask(
        "nr/play?own=heavy-cavalry,column,0,3,hold;recruits,square,0,3,hold;foot-battery,column,0,3,hold&step=1"
    ).outcome.exhibits
    states = dict(next(one for one in cards if one.name == "units").entries)
    assert states["A, heavy cavalry"].startswith("no formation to choose")
    assert states["B, recruits"].startswith("in square")
    assert states["C, foot battery"].startswith("limbered")


def test_units_put_into_one_place_stand_abreast() -> None:
    cards = ask("nr/play?own=recruits,line,0,3,hold;recruits,line,0,3,hold&step=1").outcome.exhibits
    states = dict(next(one for one in cards if one.name == "units").entries)
    assert states["A, recruits"].endswith("in the middle")
    assert states["B, recruits"].endswith("1 S to the right")


@pytest.mark.parametrize(
    ("typed", "name"),
    [("grapeshot", "canister"), ("wheel", "pivot"), ("fumble", "blunder"), ("hit points", "disorder"), ("los", "line of sight"),
     ("range advance", "At what distance should it fire?"), ("crit", "critical event")],
)  # fmt: skip
def test_what_players_type_is_found(typed: str, name: str) -> None:
    assert name in [one.title for one in finder("nr").search(typed)[:3]]


def test_a_round_says_who_recoils_under_either_reading() -> None:
    address = "nr/melee-round?charger=line-infantry&charger-formation=column&target=line-infantry&target-formation=column&round=own"
    assert "the attacker recoils 1 S" in headline(address)
    told_otherwise = headline(f"{address}&ruling.attacker-recoils=B")
    assert "the attacker recoils" not in told_otherwise
    assert "the defender recoils 1 S" in told_otherwise


def test_an_input_that_had_one_value_is_answered_with_it_alone() -> None:
    assert headline("nr/volley?broken=no") == headline("nr/volley")
    with pytest.raises(AskError, match="no longer asks for broken"):
        ask("nr/volley?broken=yes")


def test_limbered_guns_that_are_shot_at_recoil_in_a_walk() -> None:
    """L65 keeps guns from recoiling in melee alone, and limbered ones may move (L68)."""
    walk = "nr/play?own=light-infantry,line,0,3,aim,0&enemy=horse-battery,{guns},0,0,hold,0&distance=1&cover=none&step=12&seed={seed}"
    events = {"column": "K (horse battery) recoils", "line": "K (horse battery) stays where it is"}
    for guns, wanted in events.items():
        stories = [told(walk.format(guns=guns, seed=seed)) for seed in range(20)]
        struck = [one for one in stories if any("Devastating Volley" in step for step in one)]
        assert struck
        assert all(any(step.startswith(wanted) for step in one) for one in struck)
