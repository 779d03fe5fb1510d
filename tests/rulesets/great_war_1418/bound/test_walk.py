"""Tests of the bound that is walked through.

It is fought a second time from nothing but the faces that it shows.
"""

import re
from fractions import Fraction
from typing import Any

import pytest

from drillbook import AskError, ask
from drillbook.maths import spoken

STAGES = range(1, 14)
MOVES, MELEE = 9, 12
FOES = {"A": "P", "B": "the HMG", "C": "Q", "D": "Q"}
TRENCH = ("P", "the HMG", "Q")
#: A shot as a step tells it: who, at whom, the faces.
SHOT = re.compile(r"(?P<who>.+?) (?:at|on) (?P<at>.+), R\d: (?P<faces>[\d, ]*\d)(?:, \+\d on the first)?; hits")
EXAMPLES = [
    (dice + number, order, second, gap, guns)
    for number, (order, second) in enumerate(
        [("assault", "goes"), ("assault", "stays"), ("retreat", "goes"), ("retreat", "stays"), ("advance", ""), ("hold", "")]
    )
    for dice, gap, guns in [(21, 4, "both"), (41, Fraction(21, 2), "q")]
] + [(32, "assault", "goes", 5, "both")] + [(dice, "assault", "goes", 6, "hmg") for dice in (44, 63, 65, 87)]  # fmt: skip


def stage(number: int, dice: int, order: str, second: str, gap: Fraction, guns: str) -> Any:
    """One stage of the bound."""
    more = f"&second={second}" if second else ""
    return ask(f"gw/walk-through?stage={number}&dice={dice}&order={order}{more}&gap={float(gap):g}&guns={guns}")


def faces(text: str) -> list[int]:
    return [int(face) for face in re.findall(r"\d", text)]


class Battle:
    """A battle's hits, places and injuries, by the rules alone; the steps give the dice."""

    def __init__(self, order: str, second: str, gap: Fraction, guns: str) -> None:
        self.order, self.goes, self.guns = order, second == "goes", guns
        self.hits = dict.fromkeys(("A", "B", "C", "D", "the battery", *TRENCH), 0) | {"D": 1}
        self.gap = dict.fromkeys("ABCD", Fraction(gap))
        self.slow = {"D"}
        self.old = True  # whether D has been shot at by nobody but the HMG, in the bound before
        self.shot_at: set[str] = set()
        self.fallen_front = False

    def there(self, who: str) -> bool:
        return self.hits[who] < 2

    def moves(self, who: str) -> bool:
        return self.goes if who in "CD" else self.order != "hold"

    def needs(self, who: str) -> int:
        """Return the number that a shot at a unit needs.

        Line infantry has 4; open ground -2, rough -1, dug into rough +1, into the trench +2; a walk has the weaker ground.
        """
        if who in TRENCH:
            return 6
        if who in "AB":
            return 2
        return 3 if self.goes else 5

    def touches(self, who: str) -> bool:
        behind = who == "D" and self.fallen_front
        return not behind and self.gap[who] == 0 and self.there(who) and self.there(FOES[who])

    def shots(self, steps: Any, number: int) -> None:
        """Fire the shots that the steps of a stage state; those of one moment are together.

        In the first step the HMG, dug in, is before the battery.
        """
        told = [
            (match["who"], match["at"], faces(match["faces"]), "+" in step.label, step.amount)
            for step in steps
            if (match := SHOT.match(step.label))
        ]  # fmt: skip
        moments = (
            [told]
            if number != 5
            else [[one] for one in told if one[0] == "the HMG"] + [[one for one in told if one[0] != "the HMG"]]
        )
        for moment in moments:
            due: dict[str, int] = {}
            for who, at, rolled, boosted, amount in moment:
                bonus = 0 if not boosted else 1 if who == "the HMG" else 2
                hits = sum(face + (bonus if place == 0 else 0) >= self.needs(at) for place, face in enumerate(rolled))
                assert hits == amount
                assert len(rolled) == {"the HMG": 3, "the battery": 2}.get(who, 1)
                assert self.there(at)
                due[at] = due.get(at, 0) + hits
                self.shot_at.add(at)
            for at, hits in due.items():
                self.hits[at] += hits
                if hits:
                    self.slow.add(at)
                    self.old = self.old and at != "D"
        assert {who for who, *_ in told} == self.shooters(number)

    def shooters(self, number: int) -> set[str]:
        """Return the units that must shoot in a stage.

        Units lost before the first step's fire cannot be found any more, so all units that may shoot are its shooters.
        """
        aims = {"hmg": ("the HMG",), "p": ("P",), "q": ("Q",), "both": ("P", "the HMG")}[self.guns]
        if number == 5:
            return {"the HMG", "a shell" if len(aims) > 1 else "the battery"}
        sights = {**FOES, "P": "B", "the HMG": "A", "Q": "D"}
        mine = {who for who in "ABCD" if self.alive_before[who] and self.alive_before[sights[who]]}
        theirs = {who for who in ("P", "Q") if self.alive_before[who] and self.alive_before[sights[who]]}
        charging = {who for who in "ABCD" if self.order == "assault" and (who in "AB" or self.goes)}
        dug = set() if self.goes else {"C", "D"}
        groups = {7: theirs | (mine & dug), 8: mine - charging - dug, 10: mine & charging}
        return groups.get(number, set())

    def go(self, labels: list[str]) -> None:
        """Apply the recovery die, then the moves; a slow platoon goes half as far."""
        if self.there("D") and self.old:
            if "D" not in self.shot_at:
                self.slow.discard("D")
            else:
                (face,) = [
                    int(found[1]) for label in labels if (found := re.search(r"rolls (\d) against R(\d)", label))
                ]
                if face <= self.needs("D") and face < 6:
                    self.slow.discard("D")
        for who in "ABCD":
            if not self.there(who) or not self.moves(who):
                continue
            cm = Fraction(6) * (1 if who in "AB" else Fraction(3, 4)) * (2 if self.order == "assault" else 1)
            cm /= 2 if who in self.slow else 1
            self.gap[who] = self.gap[who] + cm if self.order == "retreat" else max(Fraction(0), self.gap[who] - cm)

    def fight(self, labels: list[str]) -> None:
        """Pairs, round by round, each line giving the dice of those who struck."""
        pairs = [(who, FOES[who]) for who in "ABC" if self.touches(who)]
        rear = "D" if self.touches("C") and self.touches("D") else ""
        if not self.touches("C") and self.touches("D"):
            pairs.append(("D", "Q"))
        told = iter([label for label in labels if re.match(r"first round|deathmatch", label)])
        for front, foe in pairs:
            behind = rear if front == "C" else ""
            rounds = 0
            while self.there(front) and self.there(foe):
                blows = dict(re.findall(r"(?:^|: |; )(the HMG|[A-Z]) rolls ((?:\d(?:, )?)+): ", next(told)))
                scored = {who: sum(face >= self.needs(at) - rounds for face in faces(blows[who])) if who in blows else None
                    for who, at in ((front, foe), (foe, front))}  # fmt: skip
                first, back = scored[front] or 0, scored[foe]
                self.hits[foe] = min(2, self.hits[foe] + first)
                late = foe == "the HMG"  # a Heavy Weapon strikes last, if it still can
                assert (back is None) == (late and not self.there(foe))
                before = dict(self.hits)
                self.bear(front, behind, back or 0)
                self.slow |= {who for who in "ABCD" if self.hits[who] > before[who]}  # an injury of melee slows as well
                rounds += 1
                assert rounds > 1 or not (behind and self.hits[front] >= 2 > self.hits[behind]), "never with this owner"
            if behind and not self.there(front):
                self.fallen_front = True
        assert next(told, None) is None

    def bear(self, front: str, behind: str, hits: int) -> None:
        """Add hits to the platoon in front and the one behind, so that the fewest are lost.

        Of two platoons that may be lost the owner gives up the one behind; no hit is passed in vain.
        """
        if not behind or not self.there(behind):
            self.hits[front] = min(2, self.hits[front] + hits)
            return
        ways = [(min(2, self.hits[front] + hits - back), self.hits[behind] + back) for back in range(hits + 1)]
        ways = [way for way in ways if way[1] <= 2]
        self.hits[front], self.hits[behind] = min(ways, key=lambda way: (way.count(2), way[0] == 2, sum(way)))

    def told(self) -> dict[str, int]:
        """Return what the book's answer says of the battle: units left, slow ones, and contacts."""
        mine = [who for who in "ABCD" if self.there(who)]
        return {
            "attackers": len(mine),
            "defenders": sum(map(self.there, TRENCH)),
            "slow": sum(who in self.slow for who in mine),
            "contacts": sum(map(self.touches, "ABCD")),
        }

    def play(self, number: int, steps: Any) -> None:
        """One stage."""
        labels = [step.label for step in steps]
        self.alive_before = {who: self.there(who) for who in self.hits}
        if number == MOVES:
            self.go(labels)
        elif number == MELEE:
            self.fight(labels)
        elif 5 <= number <= 11:
            self.shots(steps, number)


@pytest.mark.parametrize(("dice", "order", "second", "gap", "guns"), EXAMPLES)
def test_the_bound_fought_again(dice: int, order: str, second: str, gap: Fraction, guns: str) -> None:
    battle = Battle(order, second, gap, guns)
    for number in STAGES:
        found = stage(number, dice, order, second, gap, guns)
        battle.play(number, found.outcome.steps)
        told = found.outcome.flat()
        assert {name: told[name] for name in battle.told()} == battle.told(), (number, found.headline)
        if number <= MELEE - 1:
            assert told["attackers_hits"] == sum(battle.hits[who] for who in "ABCD")
            assert told["defenders_hits"] == sum(battle.hits[who] for who in TRENCH)


@pytest.mark.parametrize(("dice", "order", "second", "gap", "guns"), EXAMPLES[::6])
def test_what_a_step_says_is_what_its_question_answers(
    dice: int, order: str, second: str, gap: Fraction, guns: str
) -> None:
    asked = 0
    for number in STAGES:
        for step in stage(number, dice, order, second, gap, guns).outcome.steps:
            if not step.asks:
                continue
            asked += 1
            answer = ask(step.asks)
            given = list(answer.outcome.flat().values())
            if step.amount is not None:
                assert step.amount in given
            elif re.search(r"removed by|left in the end|free in this", step.label):
                chances = [one for one in given if isinstance(one, int | Fraction)]
                wanted = [spoken(Fraction(one)) for one in chances] + [
                    spoken(1 - Fraction(one)) for one in chances if 0 <= one <= 1
                ]
                assert step.label.rpartition(": ")[2] in wanted
            elif "may " in step.label and not step.label.startswith("D stands"):
                assert answer.outcome.flat()["offered"] in step.label
    assert asked > 12


def test_readings_go_along_with_the_state() -> None:
    found = ask("gw/walk-through?stage=5&dice=65&ruling.low-r=B&ruling.hits-per-die=B")
    linked = [step.asks for step in found.outcome.steps if step.asks]
    assert linked
    assert all(one.endswith("ruling.low-r=B&ruling.hits-per-die=B") for one in linked)


def test_other_dice_another_bound_and_the_same_dice_the_same() -> None:
    headlines = {stage(5, dice, "assault", "goes", Fraction(6), "hmg").headline for dice in range(1, 13)}
    assert len(headlines) > 8
    for dice in range(1, 5):
        assert stage(5, dice, "assault", "goes", Fraction(12), "hmg").headline in headlines
    labels = [
        next(step.label for step in stage(5, dice, "hold", "", Fraction(6), "p").outcome.steps if "the HMG at A" in step.label)
        for dice in range(1, 41)
    ]  # fmt: skip
    thrown = [face for label in labels for face in faces(label.split(":")[1].split("+")[0])]
    assert len(thrown) == 3 * 40
    assert all(8 <= thrown.count(face) <= 36 for face in range(1, 7))


def test_who_may_only_stay_is_not_asked_whether_he_goes() -> None:
    with pytest.raises(AskError, match="may only stay put"):
        ask("gw/walk-through?stage=1&order=hold&second=stays")
    assert "second" not in str(ask("gw/walk-through?stage=1&order=advance").address)
    assert "may only" not in ask("gw/walk-through?stage=3&order=assault&second=stays").headline


def test_a_trench_out_of_reach_forbids_the_assault_where_contact_must_be_possible() -> None:
    far = "gw/walk-through?stage=3&order=assault&second=goes&gap=14"
    assert not ask(far).refused
    assert ask(f"{far}&ruling.assault-target=B").refused


def test_the_shells_fall_where_the_picture_shows_the_bases() -> None:
    """Distances between circle and bases in the picture are those of the question on shelling.

    The circle has a radius of 3 inches. With `guns=q` the stage of the picture has no circle.
    """
    found = stage(5, 21, "assault", "goes", Fraction(6), "both").outcome
    (top,) = [one for one in found.exhibits if hasattr(one, "figures")]
    (circle,) = top.discs
    (asked,) = [step.asks for step in found.steps if "gw/shelling?" in step.asks]
    rows = re.search(r"targets=([^&]*)", asked)
    assert rows
    places = [[Fraction(part) for part in row.split(",")[:2]] for row in rows[1].split(";")]
    shown = {figure.label.removesuffix("*"): figure for figure in top.figures}
    cm = Fraction(254, 100)
    for name, (x, y) in zip(("HMG", "P"), places, strict=True):
        assert (shown[name].x - circle.x, shown[name].y - circle.y) == (x * cm, y * cm)
    assert circle.radius == 3 * cm
    assert not stage(5, 21, "assault", "goes", Fraction(6), "q").outcome.exhibits[0].discs


@pytest.mark.parametrize("keeps", "AB")
def test_hits_in_the_outer_ring_are_rolled_again_here_too(keeps: str) -> None:
    """Hits on bases that are partly in the outer ring are rolled again in the bound, too.

    By reading C of `half-outside`, any part outside the inner circle counts. A shell that hits then has to hit a second
    time, with its bonus or without it, as `reroll-bonus` has it.
    """
    again = 0
    for dice in range(1, 40):
        found = ask(
            f"gw/walk-through?stage=5&dice={dice}&order=hold&gap=6&guns=both&ruling.half-outside=C&ruling.reroll-bonus={keeps}"
        ).outcome
        for label, amount in ((step.label, step.amount) for step in found.steps if step.label.startswith("a shell on")):
            first, *second = [int(face) for face in re.findall(r"(?<=: )\d|(?<=again )\d", label)]
            needs = 6 - (2 if "+2" in label else 0)
            last = 6 - (2 if "+2" in label and keeps == "A" else 0)
            assert bool(second) == (first >= needs), label
            assert amount == (bool(second) and second[0] >= last), label
            again += len(second)
    assert again > 10
