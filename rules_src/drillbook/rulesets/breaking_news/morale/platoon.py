"""Platoon games: whose leadership counts, and what several squads may do together."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Reader, Rows, Working, question
from drillbook.errors import Contradiction
from drillbook.maths import counted
from drillbook.rulesets.breaking_news.common.casualties import name_of
from drillbook.rulesets.breaking_news.common.initiative import figure_of

#: Leadership of its leader (0 for none), whether he is up, and whether he leads the platoon.
Squad = tuple[int, bool, bool]


@dataclass(frozen=True, slots=True)
class Platoon:
    """The answer on a platoon: its leader's part of the Initiative roll, its order, its leaders.

    leaders_up is the number of leaders who are up, and adds is all that the platoon adds to its roll.
    """

    initiative: int
    in_order: bool
    leaders_up: int
    adds: int


@question(
    "bn/platoon?squads=2,yes,no;3,yes,yes;1,yes,no&next-early=no&mixed-group=no",
    "bn/platoon?squads=2,yes,no;3,no,yes;1,yes,no",
    "bn/platoon?squads=1,yes,no;0,yes,no&next-early=yes&mixed-group=yes",
)
def platoon(
    r: Reader,
    *,
    squads: Annotated[
        tuple[Squad, ...],
        Rows(
            {
                "leadership": Count(0, 4, default=1, label="Leadership"),
                "up": Flag(default=True, label="Leader still up"),
                "platoon": Flag(label="Leads the platoon"),
            },
            low=1,
            high=5,
            default=((2, True, False), (3, True, True), (1, True, False)),
            noun="squad",
            label="Squads",
            help="Leadership of each squad's leader as the game begins, 0 for a squad without one.",
        ),
    ],
    next_early: Annotated[
        bool, Flag(label="A squad starts before the last has finished", help="In the platoon's own turn.")
    ],
    mixed_group: Annotated[bool, Flag(label="Men of two squads act as a group")],
    troops: Annotated[
        str, Choice(table="classes", default="r3", label="Troops", help="The class that counts for the platoon.")
    ],
) -> Breakdown[Platoon]:
    """Is the platoon led and moved as the rules want it, and what does it add to its Initiative roll?"""
    _check_form(len(squads), next_early, mixed_group)
    w = Working(r)
    wanted = r.int("morale.platoon-leaders")
    led = sum(bool(leadership) for leadership, _, _ in squads)
    heads = sum(leads and leadership > 0 for leadership, _, leads in squads)
    checks = Checks(w)
    leaders = "morale.platoon-leaders"
    checks.ask("Has every squad a leader?", led == len(squads), f"{led} of {len(squads)} began with one", leaders)
    found = f"{heads} named, {wanted} wanted"
    nobody = sum(leads and not leadership for leadership, _, leads in squads)
    if nobody:
        found += f"; {counted(nobody, 'squad')} named without a leader"
    checks.ask("Does one leader command the platoon?", heads == wanted and not nobody, found, leaders)
    found = "no, a second one is moving already" if next_early else "yes, one after the other"
    checks.ask("Does each squad finish before the next begins?", not next_early, found, "morale.platoon-activation")
    joined = r.holds("xref-platoon", "across-squads")
    found = f"{'yes' if joined else 'no'}, men of two squads" if mixed_group else "yes"
    asked = "May these men act as a group?" if joined else "Do groups keep within a squad?"
    checks.ask(asked, joined or not mixed_group, found, "morale.platoon-groups")
    checks.tell(lambda one: f"{one.question[:1].lower()}{one.question[1:]} {one.finding}")
    alive = [leadership for leadership, up, _ in squads if up and leadership]
    chiefs = [leadership for leadership, up, leads in squads if up and leads and leadership]
    words = "the platoon leader is not there: the highest rank that is left"
    if chiefs:
        words = "leadership of the platoon leader, and of nobody else"
    next_in_rank = max(alive, default=0)
    if not chiefs and alive and r.holds("leader-killed", "nobody"):
        words, next_in_rank = "the platoon leader is not there, and nobody takes his place", 0
    w.then(words, chiefs[0] if chiefs else next_in_rank, "morale.platoon-initiative")
    leads, figure = w.whole, figure_of(r, troops)
    if r.holds("platoon-quality", "added"):
        w.add(f"the figure of {name_of(r, troops)}", figure)
    else:
        w.note("the figure of the troops is left out", "morale.platoon-initiative")
    adds = f"+{w.whole}" if w.whole else "Nothing"
    parts = f" ({leads} of it leadership)" if w.whole != leads else ""
    headline = f"{adds} on the Initiative roll{parts}; the platoon is {'' if checks.passed else 'not '}in order"
    answer = Platoon(leads, checks.passed, len(alive), w.whole)
    return w.answer(answer, headline=headline, exhibits=[checks.decision("Is the platoon in order?")])


def _check_form(squads: int, next_early: bool, mixed_group: bool) -> None:
    """Contradiction where a single squad is to get in its own way."""
    if next_early and squads == 1:
        raise Contradiction("There is no second squad to start.", next_early=False)
    if mixed_group and squads == 1:
        raise Contradiction("There is no second squad to act with.", mixed_group=False)
