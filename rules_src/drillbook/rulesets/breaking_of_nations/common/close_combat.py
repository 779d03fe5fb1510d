"""Blows on the D6: the score a fighter wants, and the faces of the die that strike.

Close combat, doors and windows and every melee make the sum here and nowhere else. Two readings (opposed totals, margins) compare the
dice of both fighters; then the score wanted is a lead over the enemy's die, and the enemy's DS does not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Contradiction, Reader, Working
from drillbook.maths import Distribution
from drillbook.maths.dice import highest
from drillbook.maths.number_words import shown, spoken
from drillbook.rulesets.breaking_of_nations.common.hero import CHEST, hurt
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, check_square, defence_skill
from drillbook.rulesets.breaking_of_nations.common.soldier import armour_change

AWAY, UPHILL, COVER, SQUARE = "away", "uphill", "cover", "square"
#: Where a fighter may find himself, as the lines of the close combat table say it; the square is a formation.
SITUATIONS = {AWAY: "Faces the other way", UPHILL: "Uphill", COVER: "In cover"}
WOUNDS = "infantry.hit-location-table"
HEROES_ONLY = "weapons.cc-heroes-only"
NO_TRENCH, STORMS, HOLDS = "none", "storms", "holds"


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a blow: grade, armour, whether he is in cover, and how he fights.

    formation is a key of FORMATIONS in the shared inputs. trench states whether he storms or holds one. chest states
    whether he is a hero changed by a light wound in the chest.
    """

    grade: str
    armour: str
    covered: bool = False
    away: bool = False
    uphill: bool = False
    formation: str = "open"
    charging: bool = False
    mounted: bool = False
    trench: str = NO_TRENCH
    chest: bool = False

    @classmethod
    def standing(cls, grade: str, armour: str, so: tuple[str, ...], **more: Any) -> "Fighter":
        """Return a fighter in the given SITUATIONS."""
        return cls(grade, armour, covered=COVER in so, away=AWAY in so, uphill=UPHILL in so, **more)

    def check(self, name: str) -> None:
        """Raise Contradiction if the fighter cannot be in this position.

        name is the input that states his position.
        """
        if self.away and self.formation == SQUARE:
            raise Contradiction("Every figure of a square faces outward: none shows its back.", **{name: ()})
        if self.mounted and self.formation == SQUARE:
            raise Contradiction("A square is formed on foot.", riding="nobody")
        if self.mounted and self.trench == HOLDS:
            raise Contradiction("Nobody holds a trench from the saddle.", riding="nobody")
        check_square(self.formation, self.charging)
        if self.charging and self.trench == HOLDS:
            raise Contradiction("Who charges does not hold a trench.", charging=False)


@dataclass(frozen=True, slots=True)
class Blow:
    """What a blow needs: the score on the striker's die, or its lead over the enemy's die.

    opposed states that the lead counts. shift is what CS and modifiers add to the striker's die if criticals are read on
    the modified total.
    """

    wanted: int
    opposed: bool
    shift: int


def is_opposed(r: Reader) -> bool:
    """Whether both fighters' dice are compared with each other."""
    r.cite("close-combat.wanted")
    margins = r.holds("cc-criticals", "margins")
    return r.holds("cc-wanted", "opposed") or margins


def blow(
    r: Reader, w: Working, striker: Fighter, target: Fighter, gap: Cited | None, *, cover_counts: bool = True, side: str
) -> Blow:
    """Return what one blow of the striker needs; its steps go into `w`.

    gap is the modifier for a fight through an opening (None inside a room). cover_counts is False if the gap takes the
    place of cover. side states who strikes, for the labels.
    """
    opposed = is_opposed(r)
    combat_skill = r.cell("soldiers", striker.grade, "cs")
    counts_skill = True
    wound = hurt(r, CHEST).cs if striker.chest else 0
    if opposed:
        w.then(f"{side}: the enemy's CS", r.cell("soldiers", target.grade, "cs"))
        w.add("his wound changes his CS", hurt(r, CHEST).cs if target.chest else 0, WOUNDS, when=target.chest)
    elif r.holds("cc-wanted", "fixed-score"):
        w.then(f"{side}: highest critical miss", "close-combat.critical-miss")
        w.add("the next score strikes", 1, "close-combat.wanted")
        counts_skill = False
    else:
        defence(r, w, target, f"{side}: the enemy's DS")
    before = w.whole
    if opposed or not counts_skill:
        _trench(w, target)
    if gap is not None:
        w.add("through the gap", gap)
    _entries(r, w, striker, target, cover_counts)
    _rider(r, w, striker, target)
    change = w.whole - before
    w.subtract("striker's CS", combat_skill, when=counts_skill)
    w.subtract("his wound has changed his CS", wound, WOUNDS, when=counts_skill and striker.chest)
    if opposed and r.holds("cc-criticals", "margins"):
        w.add("a wound begins at this margin", "close-combat.critical-miss")
    elif opposed:
        w.add("the higher total strikes", 1, "close-combat.wanted")
    return Blow(w.whole, opposed, combat_skill.whole + wound - change)


def defence(r: Reader, w: Working, target: Fighter, label: str) -> int:
    """Return a fighter's DS in close combat from his grade, formation, armour and trench.

    The steps go into `w`.
    """
    example, slip = "close-combat.trench-example-tommy", ""
    if target.trench != NO_TRENCH and target.grade == r.text(example, "grade"):
        slip = r.read_as("trench-elite-example")
    man = Man(target.grade, target.armour, formation=target.formation, charging=target.charging)
    as_printed = slip in ("printed-base", "heavier-armour")
    what, base = (f"{label}, as the example prints it", r.cited(example, "base")) if as_printed else (label, None)
    defence_skill(r, w, man, what, printed=base)
    change = armour_change(r, target.armour, "ds").number
    if change and slip == "heavier-armour":
        w.add("armour counts one more, to the printed total", r.int(example, "total") - r.int(example, "base"), example)
    if change and r.has("ruling.armour-once"):
        again = r.holds("armour-once", "counts-twice")
        w.add("armour again, as a modifier", change, "close-combat.wanted", when=again)
    w.add("his wound changes his DS", hurt(r, CHEST).ds if target.chest else 0, WOUNDS, when=target.chest)
    _trench(w, target)
    return w.whole


def _trench(w: Working, target: Fighter) -> None:
    """Add the steps for the DS of a man who storms or holds a trench."""
    w.add("he storms a trench", "close-combat.trench-attacker", when=target.trench == STORMS)
    w.add("he holds a trench", "close-combat.trench-defender", when=target.trench == HOLDS)


def barred(men: int, *, weapon: bool, trench: bool) -> bool:
    """Return whether several men have close combat weapons on a table with trenches.

    On such a table a hero alone may carry one.
    """
    return weapon and trench and men > 1


def check_weapon(w: Working, men: int, *, weapon: bool, trench: bool) -> None:
    """Forbid close combat weapons that the men of a side cannot all carry.

    A single man is taken for a hero, which a note states.
    """
    reason = "With trenches on the table only a hero carries a close combat weapon, not every man of a side."
    w.forbid(reason, HEROES_ONLY, when=barred(men, weapon=weapon, trench=trench))
    w.note("with trenches on the table he must be a hero to carry it", HEROES_ONLY, when=weapon and trench)


def _situations(r: Reader, who: Fighter, cover_counts: bool) -> list[str]:
    """Return the lines of the close combat table that are true of a fighter."""
    covered = who.covered
    if who.trench == HOLDS:  # a trench is cover, and on our reading what it adds to DS is all that it gives
        covered = r.holds("trench-and-cover", "both-count")
    true = {AWAY: who.away, SQUARE: who.formation == SQUARE, UPHILL: who.uphill, COVER: covered and cover_counts}
    return [line for line, so in true.items() if so]


def _entries(r: Reader, w: Working, striker: Fighter, target: Fighter, cover_counts: bool) -> None:
    """Add the steps for the entries of the close combat table.

    The reading in force decides whose situation the entries describe.
    """
    own, his = _situations(r, striker, cover_counts), _situations(r, target, cover_counts)
    if own or his:
        reading = r.read_as("cc-table-model")
        names = {row.key: row.name for row in r.rows("close-combat")}
        for line in his if reading == "targets" else ():
            w.add(f"enemy {names[line]}", r.cell("close-combat", line, "modifier"))
        for line in own if reading != "targets" else ():
            take = w.subtract if reading == "striker-skill" else w.add
            take(f"striker {names[line]}", r.cell("close-combat", line, "modifier"))
    if UPHILL in his and r.holds("uphill-once", "both-count"):
        w.add("uphill, in his DS besides", r.cell("close-combat", UPHILL, "modifier"))


def _rider(r: Reader, w: Working, striker: Fighter, target: Fighter) -> None:
    """Add the step for a rider against a man on foot, and on one reading for the reverse."""
    if striker.mounted == target.mounted:
        return
    reading = r.read_as("mounted-cc")
    if striker.mounted:
        take = w.subtract if reading == "skill-drops" else w.add
        take("a rider against a man on foot", "close-combat.mounted")
    elif reading == "both-ways":
        w.subtract("a man on foot against a rider", "close-combat.mounted")


def _criticals(r: Reader) -> tuple[int, int]:
    """From which score a blow is a critical hit, and up to which a critical miss."""
    return r.int("close-combat.critical-hit"), r.int("close-combat.critical-miss")


def strikes(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Return whether a die that shows `own` strikes if the enemy's die shows `other`.

    The function works on one score and on arrays of scores alike.
    """
    high, low = _criticals(r)
    criticals = r.read_as("cc-criticals")
    if need.opposed:
        return own - other >= need.wanted
    reached = own >= need.wanted
    if criticals == "labels-only":
        return reached
    shown = own + need.shift if criticals == "total" else own
    return (shown >= high) | ((shown > low) & reached)


def is_critical(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Whether a die that shows `own` strikes critically, the enemy's showing `other`."""
    high, low = _criticals(r)
    criticals = r.read_as("cc-criticals")
    if criticals == "margins":
        return own - other >= need.wanted + high - low
    shown = own + need.shift if criticals == "total" else own
    return strikes(r, need, own, other) & (shown >= high)


def goes_astray(r: Reader, need: Blow, own: Any, other: Any) -> Any:
    """Return whether a die that shows `own` is a critical miss.

    If margins are compared, there is no critical miss.
    """
    _, low = _criticals(r)
    criticals = r.read_as("cc-criticals")
    shown = own + need.shift if criticals == "total" else own
    return (shown <= low) & (strikes(r, need, own, other) ^ True) & (criticals != "margins")


def blow_die(r: Reader, *, weapon: bool = False) -> Distribution[int]:
    """Return the distribution of a fighter's die: with a close combat weapon the higher of two.

    The weapon lets him reroll.
    """
    die = r.dice("close-combat.die")
    if not weapon:
        return die
    r.cite("weapons.cc-reroll")
    return highest(die, 1 + r.int("weapons.cc-reroll"))


def strike_chance(r: Reader, need: Blow, *, weapon: bool = False, enemy_weapon: bool = False) -> Fraction:
    """Return the exact chance that one blow strikes."""
    return chance_of(r, need, strikes, weapon=weapon, enemy_weapon=enemy_weapon)


def critical_chance(r: Reader, need: Blow, *, weapon: bool = False, enemy_weapon: bool = False) -> Fraction:
    """Return the exact chance that one blow strikes critically."""
    return chance_of(r, need, is_critical, weapon=weapon, enemy_weapon=enemy_weapon)


def chance_of(
    r: Reader,
    need: Blow,
    happens: Callable[[Reader, Blow, int, int], Any],
    *,
    weapon: bool = False,
    enemy_weapon: bool = False,
) -> Fraction:
    """Return the exact chance of what `happens` to a blow: strikes, is_critical or goes_astray."""
    own, other = blow_die(r, weapon=weapon), blow_die(r, weapon=enemy_weapon)
    if not need.opposed:
        return own.chance(lambda face: bool(happens(r, need, face, face)))
    return own.combine(other, lambda one, two: bool(happens(r, need, one, two)))[True]


def tell_criticals(r: Reader, w: Working) -> None:
    """Add the notes on the scores that strike or miss whatever is wanted."""
    high, low = _criticals(r)
    reading = r.read_as("cc-criticals")
    score = {"bare-die": "A natural", "total": "A modified total of"}.get(reading)
    if score and not is_opposed(r):
        w.note(f"{score} {high} or more always strikes, and critically", "close-combat.critical-hit")
        w.note(f"{score} {low} or less never strikes", "close-combat.critical-miss")
    elif reading == "margins":
        w.note(f"A lead of {high} or more is a critical hit", "close-combat.critical-hit")
    else:
        w.note("The score wanted has to be rolled in any case", "close-combat.wanted")


def wanted_words(r: Reader, need: Blow, chance: Fraction) -> str:
    """Return in words what a blow needs and how likely that is: `4+: 50.0 % (1/2)`.

    If any score strikes, or none, the words say so.
    """
    if not need.opposed and chance in (0, 1):
        return "any score" if chance else f"no score ({shown(need.wanted)} wanted)"
    return f"{_score(r, need)}: {spoken(chance)}"


def strikes_on(r: Reader, need: Blow, chance: Fraction) -> str:
    """Return what a blow needs as the beginning of a sentence: `Strikes on 4+: 50.0 % (1/2)`.

    If the blow cannot strike, the words say so.
    """
    if chance:
        return f"Strikes on {wanted_words(r, need, chance)}"
    return "Cannot strike" if need.opposed else f"Cannot strike ({shown(need.wanted)} wanted)"


def _score(r: Reader, need: Blow) -> str:
    """Return the score in words: `4+` on the die, or the lead over the enemy's die.

    The words are `5+ (wanted 9)` if the bare die overrules the sum.
    """
    if need.opposed:
        return f"a lead of {shown(need.wanted)} or more"
    if r.holds("cc-criticals", "bare-die"):
        high, low = _criticals(r)
        effective = max(low + 1, min(high, need.wanted))
        if effective != need.wanted:
            return f"{effective}+ (wanted {shown(need.wanted)})"
    return f"{shown(need.wanted)}+"
