"""Tests of the whole difference, worked out by hand from the two sheets side by side.

It is what the layer changes, drops and adds, and nothing else. Every printed figure in which the two differ is listed
here with both its values, so that any figure not listed is the same in both.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from drillbook import ask, library
from drillbook.errors import AskError
from drillbook.rules.model import Rule

PARENT, LAYER = library().find("bon"), library().find("fb")

#: Lines of tables that both sheets have: what stands in a column on the one and on the other.
CELLS: dict[tuple[str, str, str], tuple[Any, Any]] = {
    ("ammunition", "shell", "damage"): (1, 2),
    ("artillery", "mg", "class"): ("medium", "light"),
    ("artillery", "mg", "wounds"): (3, 2),
    ("gaits", "walk", "speed"): (6, 7),
    ("gaits", "canter", "speed"): (8, 12),
    ("gaits", "gallop", "speed"): (10, 17),
    ("soldiers", "elite", "cs"): (2, 1),
    ("soldiers", "elite", "ds"): (6, 5),
    ("soldiers", "elite", "gl"): (2, 3),
    ("terrain", "rubble", "cv"): (3, 1),
    ("terrain", "rubble", "special"): (None, "is cover"),
    ("terrain", "light-forest", "cv"): (3, 2),
    ("terrain", "dense-forest", "cv"): (6, 3),
    ("terrain", "shallow-river", "cv"): (0, 1),
    ("terrain", "deep-river", "cv"): (0, 1),
    ("terrain", "wooden-wall", "cv"): (6, 3),
    ("terrain", "brick-wall", "cv"): (9, 4),
    ("terrain", "wooden-building", "cv"): (6, 3),
    ("terrain", "brick-building", "cv"): (9, 4),
    ("terrain", "trenches", "cv"): (12, 5),
}
#: Columns that the layer's sheet has and the parent's has not: they can change nothing.
NEW_COLUMNS = {("ammunition", "before"), ("gaits", "cost"), ("soldiers", "counterpart"), ("weapons", "ac")}
GONE_ROWS = {
    "ammunition": "shrapnel",
    "armour": "flak heavy",
    "firing": "civilian green regular veteran elite",
    "organisation": "france-1914 france-1916 britain-1914 britain-1916 britain-1918 germany-1914 germany-1916 germany-1918 "
    "austria-1914 us-1918",
    "soldiers": "civilian veteran",
    "terrain": "barbed-wire fortification hills",
    "weapons": "grenade lmg lft",
}
NEW_ROWS = {
    "ammunition": "shot",
    "soldiers": "native-green native-regular native-elite",
    "terrain": "slope-low slope-high crag crag-path",
    "weapons": "spear bow winchester musket flintlock",
}
#: Numbers of rules that both have, by the parent's name for the rule: those of the one and those of the other.
NUMBERS: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "artillery.ds": ({"value": 6}, {"value": 3}),
    "artillery.mg-class": ({"class": "medium", "wounds": 3}, {"class": "light", "wounds": 2}),
    "artillery.move-medium": ({"vehicles": 1}, {}),
    "artillery.move-heavy": ({"vehicles": 1, "ec": 2}, {}),
    "cavalry.bronco": ({"canter": 7, "gallop": 10}, {"canter": 9, "gallop": 17}),
    "cavalry.min-canter": ({"value": 6}, {"value": 7}),
    "cavalry.min-gallop": ({"value": 8}, {"value": 12}),
    "close-combat.mounted": ({"value": -1}, {"value": 1}),
    "close-combat.trench-attacker": ({"value": -1}, {"value": 1}),
    "close-combat.trench-defender": ({"value": 1}, {"value": -1}),
    "infantry.squad-size": ({"officers": 1}, {"officers": 0, "ncos": 1, "heroes": 0, "half": 5, "force": "european"}),
    "setup.figures": ({"small": "1:72", "large": 28}, {"least": 25, "most": 28}),
    "setup.identity": ({"major": 0, "minor": 9}, {}),
}
#: Rules whose numbers are the same, but stand together on one sheet and apart on the other, or with a row of its table.
TOLD_OTHERWISE = {
    "artillery.crew-grade", "artillery.deviation-shot", "artillery.critmiss-shot", "cavalry.gait-table",
    "cavalry.turn-canter", "cavalry.turn-gallop", "close-combat.critical-hit",
}  # fmt: skip
#: What the variant leaves out, a rule of the parent for each; some of it can be asked of the parent alone.
DROPPED = {
    "setup.command-span": "", "stats.cu": "", "stats.rof": "firefight?men=5", "stats.av": "", "stats.armour-table": "",
    "ranged-combat.equalizer": "equalizer?men=4", "ranged-combat.firer-quality": "", "close-combat.critical-miss": "",
    "close-combat.trench-example-boche": "", "infantry.specialist": "", "infantry.specialist-cap": "",
    "infantry.specialist-cost": "specialist-cost?specialists=2", "infantry.specialist-squads": "", "infantry.hero-lower": "",
    "infantry.hero-specialist": "", "infantry.radio": "", "infantry.heavy-load": "heavy-load?load=lmg",
    "infantry.grenadier": "", "weapons.grenade-range": "grenade?distance=6", "weapons.lft-stream": "flame?ahead=9",
    "weapons.lmg-shots": "light-machine-gun?men=10", "artillery.crew-cost": "", "artillery.direct-scatter": "",
    "artillery.dice": "", "artillery.prelim-grid": "bombardment?hours=4", "artillery.mg-roll": "",
    "artillery.mg-ammo-trigger": "machine-gun-ammunition?lost=1", "cavalry.kevlar": "", "cavalry.heart-attack": "",
    "terrain.hill-slope": "", "terrain.hill-level": "", "terrain.wire-cut": "wire?depth=2", "terrain.breakdown": "",
    "organisation.table": "company?army=britain-1914",
}  # fmt: skip
#: What the variant adds, with its numbers.
ADDED: dict[str, Mapping[str, Any]] = {
    "close-combat.wound": {"from": 2, "to": 4}, "close-combat.capture": {"from": 1}, "close-combat.miss": {"from": 0},
    "squads-heroes.alternate": {"soldiers": 18, "officers": 1, "ncos": 1},
    "squads-heroes.native-squad": {"soldiers": 19, "heroes": 1},
    "squads-heroes.medic-heals": {}, "artillery.mg-jam": {"jams": 6}, "night.agreement": {}, "night.vision": {"value": 12},
    "night.fog": {"value": 6}, "night.obstacle-test": {}, "night.obstacle-fail": {},
    "night.range-modifiers": {"short": 0, "medium": 1, "long": 2}, "night.flare": {},
    "night.snipers": {"short": -1, "medium": 0, "long": 1}, "terrain-buildings.hill-low": {},
    "terrain-buildings.hill-high": {}, "terrain-buildings.hill-crag": {}, "cavalry.turn-walk": {"cost": 0},
}  # fmt: skip


def own(name: str) -> Rule:
    """Return the layer's rule of that name, or the one that replaces the parent's of that name."""
    found = [one for key, one in LAYER.rules.items() if one.key == key and name in (one.replaces, one.key)]
    return min(found, key=lambda one: one.replaces != name)


def test_every_cell_that_differs_is_known() -> None:
    found = {}
    for name, table in PARENT.tables().items():
        ours = LAYER.tables().get(name)
        for key, row in table.rows.items():
            now = ours.rows[key].cells if ours and key in ours.rows else row.cells
            for column in {*row.cells, *now} - {one for part, one in NEW_COLUMNS if part == name}:
                if row.cells.get(column) != now.get(column):
                    found[name, key, column] = row.cells.get(column), now.get(column)
    assert found == CELLS


def test_every_line_that_comes_or_goes_is_known() -> None:
    gone, new = {}, {}
    for name, table in PARENT.tables().items():
        ours = LAYER.tables()[name].rows if name in LAYER.tables() else {}
        gone[name] = [key for key in table.rows if key not in ours]
        new[name] = [key for key in ours if key not in table.rows]
    assert {name: set(keys) for name, keys in gone.items() if keys} == {n: set(k.split()) for n, k in GONE_ROWS.items()}
    assert {name: set(keys) for name, keys in new.items() if keys} == {n: set(k.split()) for n, k in NEW_ROWS.items()}


def test_every_number_of_a_rule_that_differs_is_known() -> None:
    """Numbers of a rule that replaces one of the parent's are the same, unless both are listed."""
    for rule in LAYER.rules.values():
        if rule.replaces is None or rule.replaces in TOLD_OTHERWISE:
            continue
        before, after = PARENT.rules[rule.replaces].values, rule.values
        differ = {part for part in {*before, *after} if before.get(part) != after.get(part)}
        old, now = NUMBERS.get(rule.replaces, ({}, {}))
        assert {part: before[part] for part in differ if part in before} == dict(old), rule.id
        assert {part: after[part] for part in differ if part in after} == dict(now), rule.id


@pytest.mark.parametrize("name", sorted(NUMBERS))
def test_a_number_that_differs_has_a_rule_of_the_layer(name: str) -> None:
    assert own(name).id.startswith("fb.")
    assert own(name).replaces == name


@pytest.mark.parametrize(("name", "asked"), DROPPED.items())
def test_what_is_dropped_is_gone_and_asking_names_the_parents_rule(name: str, asked: str) -> None:
    assert name in PARENT.rules
    assert not LAYER.has(name)
    if asked:
        assert not ask(f"bon/{asked}").refused
        with pytest.raises(AskError, match=f"bon.{name}"):
            ask(f"fb/{asked}")


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("profile?grade=veteran", "stats.soldier-table"),
        ("to-hit?target=civilian", "stats.soldier-table"),
        ("to-hit?armour=flak", "stats.armour-table"),
        ("weapon-card?weapon=grenade", "weapons.grenade-range"),
        ("weapon-card?weapon=lmg", "weapons.table"),
        ("weapon-card?weapon=lft", "weapons.lft-stream"),
        ("gun-card?ammunition=shrapnel", "ruling.shot-shrapnel"),
        ("ground?terrain=fortification", "terrain.chart"),
        ("passage?terrain=barbed-wire", "terrain.chart"),
        ("passage?terrain=hills", "terrain.chart"),
        ("crew-clock?haul=vehicle", "artillery.move-medium"),
        ("glory-triggers?fire=lmg", "weapons.lmg-pin"),
    ],
)
def test_a_dropped_line_names_the_parents_rule(asked: str, rule: str) -> None:
    with pytest.raises(
        AskError, match=f"Uncovered 'elmet has dropped it; The Breaking of Nations has it in bon.{rule}: "
    ):
        ask(f"fb/{asked}")


@pytest.mark.parametrize(("name", "numbers"), ADDED.items())
def test_what_is_added_has_no_like_in_the_parent(name: str, numbers: Mapping[str, Any]) -> None:
    rule = own(name)
    assert rule.id == f"fb.{name}"
    assert rule.replaces is None
    assert {part: rule.values.get(part) for part in numbers} == dict(numbers)


@pytest.mark.parametrize(
    ("address", "part", "before", "now"),
    [
        ("to-hit?firer=green&distance=10&target=regular&ground=brick-wall", "needed", 15, 9),
        ("gait?before=canter&gait=gallop&degrees=90", "least", 8, 12),
        ("door?door=locked&way=bash&turns=1&grade=regular", "wanted", 4, 5),
        ("gun-card?piece=howitzer&ammunition=shell", "ds", 6, 3),
        ("gun-card?piece=howitzer&ammunition=shell", "damage", 3, 6),
        ("gun-card?piece=mg", "weapon_class", "medium", "light"),
        ("machine-gun?salvoes=3", "shots", 18, 18),
        ("ground?terrain=trenches", "cv", 12, 5),
        ("glory-test?grade=elite&events=flank", "gl", 3, 4),
    ],
)
def test_the_same_situation_is_answered_under_both(address: str, part: str, before: Any, now: Any) -> None:
    """One situation is answered under both rulesets with their own figures.

    The cases: DS 5, CV 9 and a green man's 1 against DS 5 and CV 4; damage of 3 times 1 against 3 times 2; the CV of a
    trench; GL 2 against GL 3, each with a point.
    """
    for short, wanted in (("bon", before), ("fb", now)):
        value = ask(f"{short}/{address}").outcome.flat()  # type: ignore[union-attr]
        assert value[part] == wanted, (short, value)
