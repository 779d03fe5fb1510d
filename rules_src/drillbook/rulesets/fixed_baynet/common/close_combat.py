"""Close combat by difference: what counts on either side of a blow, what a difference does, and how a round of it ends.

No chapter of its own: an answer to a shot, a door and every melee strike by these rules.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Contradiction, Reader, Working
from drillbook.maths import Distribution, spoken
from drillbook.maths.dice import highest
from drillbook.rulesets.breaking_of_nations.common.ground import check_charge
from drillbook.rulesets.breaking_of_nations.common.hero import CHEST, hurt
from drillbook.rulesets.breaking_of_nations.common.riding import doubles
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, check_square, formation_entry, may_stand

AWAY, SQUARE, UPHILL, COVER = "away", "square", "uphill", "cover"
CLOSED = "closed"
#: How a man may stand besides; the square is a formation, and cover is a place.
SITUATIONS = {AWAY: "Faces the other way", UPHILL: "Uphill"}
NO_TRENCH, STORMS, HOLDS = "none", "storms", "holds"
BLOODY, WOUND, CAPTURE, MISS = "bloody death", "wound", "capture", "miss"
#: What a difference may do, worst first, each with its line of the table.
ROWS = {BLOODY: "bloody", WOUND: "wound", CAPTURE: "capture", MISS: "miss"}
TRENCHES = "trenches"
#: The table of what a wound leaves of a hero.
WOUNDS = "infantry.hit-location-table"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A man hand to hand: his grade, the line of the terrain chart he stands in, and how else he stands, sits or comes.

    formation: a key of FORMATIONS in the shared inputs; trench: whether he storms or holds one; chest: a hero with a light wound there.
    """

    grade: str
    place: str = "clear"
    away: bool = False
    uphill: bool = False
    formation: str = "open"
    charging: bool = False
    mounted: bool = False
    trench: str = NO_TRENCH
    chest: bool = False

    def check(self, r: Reader, w: Working, so: str = "so") -> None:
        """Contradiction where he cannot stand so, refusal where he may not; so: the input that says how he stands."""
        if self.mounted and self.trench == HOLDS:
            raise Contradiction("Nobody holds a trench from the saddle.", riding="nobody")
        if self.mounted and "building" in r.ruleset.table("terrain").row(self.place).marks:
            raise Contradiction("Nobody rides inside a building.", riding="nobody")
        check_square(self.formation, self.charging)
        if self.charging and self.trench == HOLDS:
            raise Contradiction("Who charges does not hold a trench.", charging=False)
        if self.charges(r):
            check_charge(r, self.place)
        if self.formation != SQUARE:
            return
        if self.away:
            raise Contradiction("Every figure of a square faces outward: none shows its back.", **{so: ()})
        if self.mounted:
            raise Contradiction("A square is formed on foot.", riding="nobody")
        may_stand(r, w, Man(self.grade, "", formation=self.formation))

    def charges(self, r: Reader) -> bool:
        """Whether he comes at a charge; riders come by a move like any other, but not on the other reading."""
        return self.charging and (not self.mounted or doubles(r))

    def bunched(self, r: Reader) -> str | None:
        """The rule whose entry for DS his formation brings; None where it brings none."""
        charging = self.formation == CLOSED and self.charges(r)
        return formation_entry(Man(self.grade, "", formation=self.formation, charging=charging))


@dataclass(frozen=True, slots=True)
class Figures:
    """What a man brings into a blow: what is added to his die, his DS with all that changes it, and what changed it."""

    skill: int
    guard: int
    change: int


def figures(r: Reader, w: Working, man: Fighter, enemy: Fighter, who: str, *, each: bool = False) -> Figures:
    """A man's figures against that enemy; their steps go into `w`.

    who: what the steps call him; each: whether his figures are told by themselves, and not only the lead of one man over the other.
    """
    return Figures(_skill(r, w, man, enemy, who, each=each), *_guard(r, w, man, who))


def _skill(r: Reader, w: Working, man: Fighter, enemy: Fighter, who: str, *, each: bool) -> int:
    """What is added to his die."""
    w.then(f"{who}: CS", r.cell("soldiers", man.grade, "cs"))
    w.add("the wound in his chest", hurt(r, CHEST).cs if man.chest else 0, WOUNDS, when=man.chest)
    names = {row.key: row.name for row in r.rows("close-combat")}
    own, theirs = _situations(r, man), _situations(r, enemy)
    if own or theirs:
        # where the totals of both are compared, a point more for one is a point less for the other
        owner = (not each and _totals(r)) or r.holds("cc-modifier-target", "own-strike")
        for line in own if owner else ():
            w.add(f"{who} {names[line]}", r.cell("close-combat", line, "modifier"))
        for line in () if owner else theirs:
            w.subtract(f"his enemy {names[line]}", r.cell("close-combat", line, "modifier"))
    w.add("a rider against a man on foot", "close-combat.mounted", when=man.mounted and not enemy.mounted)
    return w.whole


def _situations(r: Reader, man: Fighter) -> list[str]:
    """The lines of the close combat table that are true of a man, as far as the readings in force count them."""
    true = {
        AWAY: man.away,
        SQUARE: man.formation == SQUARE and not r.holds("square-ds", "only-defence"),
        UPHILL: man.uphill and not r.holds("uphill-double", "only-defence"),
        COVER: in_cover(r, man),
    }
    return [line for line, so in true.items() if so]


def in_cover(r: Reader, man: Fighter) -> bool:
    """Whether the place a man stands in counts as cover hand to hand."""
    place = TRENCHES if man.trench == HOLDS else man.place
    if not r.cell("terrain", place, "cv").number:
        return False
    match r.read_as("cover-kinds"):
        case "noted":
            return place in (row.key for row in r.ruleset.table("terrain").where("noted"))
        case "any-value":
            return True
        case _:
            return place != TRENCHES


def _guard(r: Reader, w: Working, man: Fighter, who: str) -> tuple[int, int]:
    """His DS in close combat, and by how much it differs from the printed one."""
    printed = w.then(f"{who}: DS", r.cell("soldiers", man.grade, "ds"))
    entry = man.bunched(r)
    if entry is not None:
        match r.read_as("ds-one"):
            case "fixed-value":
                w.then(f"{who}: DS, by the formation", entry)
            case "raised":
                w.add(f"{man.formation} formation", entry)
            case _:
                w.subtract(f"{man.formation} formation", entry)
    w.add("the wound in his chest", hurt(r, CHEST).ds if man.chest else 0, WOUNDS, when=man.chest)
    if man.formation == SQUARE and not r.holds("square-ds", "only-skill"):
        w.add("he stands in square", "formations.square-ds")
    if man.trench != NO_TRENCH:
        rule, label = (
            ("close-combat.trench-attacker", "he storms a trench")
            if man.trench == STORMS
            else ("close-combat.trench-defender", "he holds a trench")
        )
        (w.add if r.holds("trench-sign", "as-printed") else w.subtract)(label, rule)
    if man.uphill and not r.holds("uphill-double", "only-skill"):
        w.add("he is attacked from below", "terrain-buildings.hill-ds")
    cover = r.cell("terrain", TRENCHES if man.trench == HOLDS else man.place, "cv")
    w.add("his cover", cover, when=cover.number and r.holds("cover-in-melee", "raises-guard"))
    return w.whole, w.whole - printed


def _totals(r: Reader) -> bool:
    """Whether the totals of both men are compared."""
    return r.read_as("cc-difference") in ("opposed", "margin")


def together(r: Reader) -> bool:
    """Whether both sides roll at once, as wherever their dice are compared with each other."""
    return _totals(r) or r.holds("cc-who-rolls", "both")


def why_no_answer(r: Reader, *, acted: bool, paid: int) -> tuple[str, str]:
    """Why a man who is struck hand to hand gives no answer whatever the dice say, and by which rule; empty where he may.

    acted: whether he has been activated in this turn; paid: the answers that his AC still pay for.
    """
    if together(r):
        return "both roll at once, so that there is nothing to answer", "close-combat.die"
    if r.holds("counter-scope", "shots-only"):
        return "only a shot is answered", "ranged-combat.counter-roll"
    return spent_out(acted=acted, paid=paid)


def spent_out(*, acted: bool, paid: int) -> tuple[str, str]:
    """Why a man gives no answer to anything in this turn, and by which rule; empty where he still may."""
    if acted:
        return "he has acted this turn and gives no answer", "ranged-combat.counter-eligible"
    return ("", "") if paid > 0 else ("his AC are spent", "ranged-combat.counter-cost")


def difference(reading: str, own: Figures, other: Figures, die: int, enemy_die: int) -> int:
    """By how much a blow is ahead; reading: the name of that of cc-difference."""
    match reading:
        case "opposed":
            return die + own.skill - enemy_die - other.skill
        case "against-both":
            return die + own.skill - enemy_die - other.guard
        case "margin":
            return die + own.skill - enemy_die - other.skill - other.change
        case _:
            return die + own.skill - other.guard


def end_of(r: Reader, ahead: int) -> str:
    """What a difference does to whoever is struck; one below all that are printed is a miss."""
    for end, row in ROWS.items():
        if ahead >= r.cell("differences", row, "from").number:
            return end
    return MISS


def effect(down: Fraction, taken: Fraction, *, suffered: bool = False) -> str:
    """What a blow does, or what a man suffers, as words after its subject: how likely either end is, or that it is neither."""
    verbs = ("falls", "is captured") if suffered else ("strikes down", "captures")
    parts = [f"{verb} {spoken(chance)}" for verb, chance in zip(verbs, (down, taken), strict=True) if chance]
    return " and ".join(parts) or ("comes to no harm" if suffered else "does nothing")


def die_of(r: Reader, *, weapon: bool) -> Distribution[int]:
    """What a man's die shows: with a close combat weapon, which lets him reroll, the higher of two."""
    die = r.dice("close-combat.die")
    if not weapon:
        return die
    r.cite("weapons.cc-reroll")
    return highest(die, 1 + r.int("weapons.cc-reroll"))


def blow(
    r: Reader, own: Figures, other: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> Distribution[str]:
    """What one blow does to whom it is aimed at."""
    reading = r.read_as("cc-difference")
    dice = die_of(r, weapon=weapon), die_of(r, weapon=enemy_weapon)
    found: Distribution[Any] = dice[0].combine(
        dice[1], lambda one, two: end_of(r, difference(reading, own, other, one, two))
    )
    return Distribution.weighted((end, found[end]) for end in ROWS)


def reply(r: Reader, own: Figures, other: Figures, *, weapon: bool = False) -> Distribution[str]:
    """What a counter-attack does: the plain roll of CS against DS, however blows are read."""
    found = die_of(r, weapon=weapon).map(lambda die: end_of(r, difference("", own, other, die, 0)))
    return Distribution.weighted((end, found[end]) for end in ROWS)


def may_reply(r: Reader, end: str) -> bool:
    """Whether a man of one wound to whom that has been done may strike back, if he has not acted and can pay."""
    match r.read_as("counter-who"):
        case "just-wounded":
            return end == WOUND
        case "any-defender":
            return end in (WOUND, MISS)
        case _:
            return False


def round_of(
    r: Reader, striker: Figures, target: Figures, *, replies: bool, weapon: bool = False, enemy_weapon: bool = False
) -> Distribution[tuple[str, str]]:
    """How a blow ends for whom it is aimed at and for the striker.

    replies: whether the target has not acted and can pay for an answer.
    """
    back = reply(r, target, striker, weapon=enemy_weapon) if replies and not together(r) else None

    def answered(found: tuple[str, str]) -> Distribution[tuple[str, str]]:
        done, suffered = found
        if back is None or suffered != MISS or not may_reply(r, done):
            return Distribution.sure(found)
        return back.map(lambda end: (done, end))

    return struck(r, striker, target, weapon=weapon, enemy_weapon=enemy_weapon).then(answered)


def turned_round(r: Reader) -> bool:
    """Whether a blow that falls short strikes the striker; where totals are compared, the other's own blow is just that."""
    return not _totals(r) and r.holds("cc-below-zero", "turned-round")


def ends_of(r: Reader, striker: Figures, target: Figures, one: int, two: int) -> tuple[str, str]:
    """What these two dice do to whom the blow is aimed at and to the striker; nobody has answered anything yet."""
    reading, back = r.read_as("cc-difference"), turned_round(r)
    ahead = difference(reading, striker, target, one, two)
    done, suffered = end_of(r, ahead), end_of(r, -ahead) if back else MISS
    if together(r):
        behind = difference(reading, target, striker, two, one)
        suffered = _worse(suffered, end_of(r, behind))
        done = _worse(done, end_of(r, -behind)) if back else done
    return done, suffered


def _worse(one: str, two: str) -> str:
    """The worse of two ends for the same man."""
    return min(one, two, key=list(ROWS).index)


def struck(
    r: Reader, striker: Figures, target: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> Distribution[tuple[str, str]]:
    """How the dice of a blow end for whom it is aimed at and for the striker, before anybody answers."""
    dice = die_of(r, weapon=weapon), die_of(r, weapon=enemy_weapon)
    found: Distribution[Any] = dice[0].combine(dice[1], lambda one, two: ends_of(r, striker, target, one, two))
    return found


def own_harm(
    r: Reader, w: Working, own: Figures, other: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> str:
    """What a blow that falls short does to the striker, as words that follow what it does; empty where it harms nobody."""
    if not turned_round(r):
        return ""
    reading = r.read_as("cc-difference")
    dice = die_of(r, weapon=weapon), die_of(r, weapon=enemy_weapon)
    ends: Distribution[Any] = dice[0].combine(
        dice[1], lambda one, two: end_of(r, -difference(reading, own, other, one, two))
    )
    down = w.then("chance that it strikes down the striker", ends[BLOODY] + ends[WOUND], "close-combat.miss")
    taken = w.then("chance that it has him captured", ends[CAPTURE], "close-combat.miss")
    return f"; falling short, the striker {effect(down, taken, suffered=True)}"


#: What is compared with what, by the names of the readings of cc-difference.
COMPARED = {
    "against-guard": "the striker's die and CS against his enemy's DS",
    "opposed": "the die and CS of both; DS does not count",
    "against-both": "the striker's die and CS against his enemy's die and DS",
    "margin": "the die and CS of both, less what changes the DS of the man who is beaten",
}


def tell_differences(r: Reader, w: Working) -> None:
    """What is compared, and what the differences do, as notes."""
    w.note(f"compared: {COMPARED[r.read_as('cc-difference')]}", "close-combat.die")
    critical, wound, capture = (r.cell("differences", ROWS[one], "from") for one in (BLOODY, WOUND, CAPTURE))
    most = r.cell("differences", ROWS[WOUND], "to").number
    w.note(f"a difference of {critical.number} or more is a bloody death", critical.rule)
    w.note("which allows no save", "close-combat.critical-bloody")
    w.note(f"one of {wound.number} to {most} is a wound", wound.rule)
    w.note(f"one of {capture.number} is a capture", capture.rule)
    miss = r.cell("differences", ROWS[MISS], "from")
    below = "anything below it strikes the striker" if turned_round(r) else "so on our reading is anything below"
    w.note(f"one of {miss.number} is a miss, and {below}", miss.rule)
