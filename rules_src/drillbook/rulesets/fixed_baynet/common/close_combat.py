"""Close combat by difference: what counts for each man, what a difference does, and ends.

The module is no chapter of its own: an answer to a shot, a door and every melee strike by these rules.
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
    """A man in close combat.

    grade: his grade. place: the line of the terrain chart on which he stands. formation: a key of FORMATIONS in the
    shared inputs. trench: whether he storms or holds a trench. chest: whether he is a hero with a light wound in the
    chest. The other fields say how he stands, rides or charges.
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
        """Check that a man can and may stand as he does.

        Raises Contradiction if he cannot, and refuses if he may not. so: the input that says how he stands.
        """
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
        """Return whether he comes at a charge.

        Riders come by an ordinary move, unless the reading lets them charge like men on foot.
        """
        return self.charging and (not self.mounted or doubles(r))

    def bunched(self, r: Reader) -> str | None:
        """Return the rule for DS that his formation uses, or None."""
        charging = self.formation == CLOSED and self.charges(r)
        return formation_entry(Man(self.grade, "", formation=self.formation, charging=charging))


@dataclass(frozen=True, slots=True)
class Figures:
    """The values that a man brings into a blow.

    skill: what is added to his die. guard: his DS with everything that changes it. change: the sum of those changes.
    """

    skill: int
    guard: int
    change: int


def figures(r: Reader, w: Working, man: Fighter, enemy: Fighter, who: str, *, each: bool = False) -> Figures:
    """Return a man's figures against an enemy; the steps are added to `w`.

    who: what the steps call the man. each: whether his figures are stated on their own, and not only the difference
    between the two men.
    """
    return Figures(_skill(r, w, man, enemy, who, each=each), *_guard(r, w, man, who))


def _skill(r: Reader, w: Working, man: Fighter, enemy: Fighter, who: str, *, each: bool) -> int:
    """Return what is added to his die."""
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
    """Return the lines of the close combat table that are true of a man.

    The readings in force decide which lines count.
    """
    true = {
        AWAY: man.away,
        SQUARE: man.formation == SQUARE and not r.holds("square-ds", "only-defence"),
        UPHILL: man.uphill and not r.holds("uphill-double", "only-defence"),
        COVER: in_cover(r, man),
    }
    return [line for line, so in true.items() if so]


def in_cover(r: Reader, man: Fighter) -> bool:
    """Return whether a man's place counts as cover in close combat."""
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
    """Return why a man who is struck gives no answer whatever the dice say, and by which rule.

    Both are empty if he may answer. acted: whether he has been activated in this turn. paid: the answers that his AC
    still pay for.
    """
    if together(r):
        return "both roll at once, so that there is nothing to answer", "close-combat.die"
    if r.holds("counter-scope", "shots-only"):
        return "only a shot is answered", "ranged-combat.counter-roll"
    return spent_out(acted=acted, paid=paid)


def spent_out(*, acted: bool, paid: int) -> tuple[str, str]:
    """Return why a man gives no answer to anything in this turn, and by which rule.

    Both are empty if he still may answer.
    """
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
    """Return what a difference does to the man who is struck.

    A difference below all printed ones is a miss.
    """
    for end, row in ROWS.items():
        if ahead >= r.cell("differences", row, "from").number:
            return end
    return MISS


def effect(down: Fraction, taken: Fraction, *, suffered: bool = False) -> str:
    """Return what a blow does, or what a man suffers, as words after their subject.

    The words state how likely it is to fall or to be captured, or that nothing happens. suffered: whether the subject is
    the man who suffers.
    """
    verbs = ("falls", "is captured") if suffered else ("strikes down", "captures")
    parts = [f"{verb} {spoken(chance)}" for verb, chance in zip(verbs, (down, taken), strict=True) if chance]
    return " and ".join(parts) or ("comes to no harm" if suffered else "does nothing")


def die_of(r: Reader, *, weapon: bool) -> Distribution[int]:
    """Return the distribution of a man's die; with a close combat weapon the best of two rolls."""
    die = r.dice("close-combat.die")
    if not weapon:
        return die
    r.cite("weapons.cc-reroll")
    return highest(die, 1 + r.int("weapons.cc-reroll"))


def blow(
    r: Reader, own: Figures, other: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> Distribution[str]:
    """Return the distribution of what one blow does to its target."""
    reading = r.read_as("cc-difference")
    dice = die_of(r, weapon=weapon), die_of(r, weapon=enemy_weapon)
    found: Distribution[Any] = dice[0].combine(
        dice[1], lambda one, two: end_of(r, difference(reading, own, other, one, two))
    )
    return Distribution.weighted((end, found[end]) for end in ROWS)


def reply(r: Reader, own: Figures, other: Figures, *, weapon: bool = False) -> Distribution[str]:
    """Return the distribution of a counter-attack's results.

    A counter-attack is the plain roll of CS against DS, however blows are read.
    """
    found = die_of(r, weapon=weapon).map(lambda die: end_of(r, difference("", own, other, die, 0)))
    return Distribution.weighted((end, found[end]) for end in ROWS)


def may_reply(r: Reader, end: str) -> bool:
    """Return whether a man of one wound who suffered this end may strike back.

    He must not have acted and must be able to pay; this is not checked here.
    """
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
    """Return the distribution of how a blow ends, for its target and for the striker.

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
    """Return whether a blow that falls short strikes the striker.

    If totals are compared, this is False, because the other man's own blow already does that.
    """
    return not _totals(r) and r.holds("cc-below-zero", "turned-round")


def ends_of(r: Reader, striker: Figures, target: Figures, one: int, two: int) -> tuple[str, str]:
    """Return what these two dice do to the target and to the striker, before any answer."""
    reading, back = r.read_as("cc-difference"), turned_round(r)
    ahead = difference(reading, striker, target, one, two)
    done, suffered = end_of(r, ahead), end_of(r, -ahead) if back else MISS
    if together(r):
        behind = difference(reading, target, striker, two, one)
        suffered = _worse(suffered, end_of(r, behind))
        done = _worse(done, end_of(r, -behind)) if back else done
    return done, suffered


def _worse(one: str, two: str) -> str:
    """Return the worse of two ends for the same man."""
    return min(one, two, key=list(ROWS).index)


def struck(
    r: Reader, striker: Figures, target: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> Distribution[tuple[str, str]]:
    """Return the distribution of how a blow ends for target and striker, before any answer."""
    dice = die_of(r, weapon=weapon), die_of(r, weapon=enemy_weapon)
    found: Distribution[Any] = dice[0].combine(dice[1], lambda one, two: ends_of(r, striker, target, one, two))
    return found


def own_harm(
    r: Reader, w: Working, own: Figures, other: Figures, *, weapon: bool = False, enemy_weapon: bool = False
) -> str:
    """Return what a blow that falls short does to the striker, as words that follow the blow.

    The words are empty if it harms nobody.
    """
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
    """Add notes on what is compared and on what the differences do."""
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
