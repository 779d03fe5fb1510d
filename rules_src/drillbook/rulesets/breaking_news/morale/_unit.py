"""The unit that tests its morale: the class that counts, and checks of what is stated."""

from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.errors import Contradiction
from drillbook.maths import counted
from drillbook.rulesets.breaking_news.morale._morale import Losses, Rules

#: The men of a unit by class: how many, which, and whether its commander is among them.
Unit = tuple[tuple[int, str, bool], ...]


class Teams(NamedTuple):
    """The teams of a platoon: those with more than half of their men left, with half, with less."""

    fine: int
    half: int
    below: int

    def dice(self, rules: Rules) -> int:
        """Return the dice that the teams add to the platoon's test."""
        return rules.bonus * (self.fine + (self.half if rules.lenient else 0))


def counted_class(r: Reader, squad: Unit) -> str:
    """Return the class whose figure counts for a unit that may mix several."""
    figures = {troops: r.cell("classes", troops, "initiative").whole for _, troops, _ in squad}
    if len(figures) == 1:
        return squad[0][1]
    match r.read_as("mixed-quality"):
        case "commander":
            return next((troops for _, troops, leads in squad if leads), squad[0][1])
        case "best-class":
            return max(figures, key=lambda troops: figures[troops])
        case _:
            men = {troops: sum(number for number, other, _ in squad if other == troops) for troops in figures}
            return max(figures, key=lambda troops: (men[troops], -figures[troops]))


def check_unit(squad: Unit, losses: Losses, stabilised: int, leaders: int = 0) -> int:
    """Check the unit and return the number of men it began with.

    Raises Contradiction if its commanders, losses or stabilised men are impossible.
    """
    heads = [place for place, (_, _, leads) in enumerate(squad) if leads]
    if len(heads) > 1:
        one = tuple((men, troops, place == heads[0]) for place, (men, troops, _) in enumerate(squad))
        raise Contradiction(f"A unit has one commander, not {len(heads)}.", squad=one)
    strength = sum(men for men, _, _ in squad)
    if losses.men > strength:
        raise Contradiction(f"Of {counted(strength, 'man')} no {losses.men} can be lost.", **_fewer(losses, strength))
    if stabilised > losses.before + losses.now:
        words = f"A medic has stabilised men who are lost: {losses.before + losses.now}, not {stabilised}."
        raise Contradiction(words, stabilised=losses.before + losses.now)
    lost = losses.leaders_before + losses.leaders_now
    if leaders > lost:
        words = f"A medic has stabilised leaders who are lost: {lost}, not {leaders}."
        raise Contradiction(words, stabilised_leaders=lost)
    return strength


def _fewer(losses: Losses, strength: int) -> dict[str, int]:
    """Return the losses reduced to the number of men there are, those of earlier turns first."""
    fits, over = {}, losses.men - strength
    lost = {"before": losses.before, "leaders_before": losses.leaders_before, "lost": losses.now}
    for name, number in lost.items():
        fits[name] = max(0, number - over)
        over -= number - fits[name]
    return {**fits, "leaders": losses.leaders_now - over}


def check_teams(rules: Rules, teams: Teams, strength: int, gone: int) -> None:
    """Check that the men and the losses can be divided among the teams as stated.

    Raises Contradiction if no division gives the stated teams.
    """
    fine, half, below = teams
    left = strength - gone
    if half + below > gone:
        words = f"{counted(half + below, 'team')} at half or less have lost a man each: more than the {gone} lost."
        raise Contradiction(words, half=min(half, gone), below=max(0, gone - half))
    if fine + half > left:
        words = f"{counted(fine + half, 'team')} at half or more have a man left each: more than the {left} left."
        raise Contradiction(words, fine=min(fine, left), half=max(0, min(half, left - fine)))
    if not fine and gone < rules.team_half * (strength + below):
        raise Contradiction(f"With {left} of {strength} men left some team has more than half of its men.", fine=1)
    if not below and gone > rules.team_half * (strength - fine):
        raise Contradiction(
            f"With only {left} of {strength} men left some team has less than half of its men.", below=1
        )
