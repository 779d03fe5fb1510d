"""Platoon games: whose leadership counts, and what several squads may do together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exhibits import Decision, Verdict
from drillbook.kinds import Count, Flag, Rows
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working


@dataclass(frozen=True, slots=True)
class Platoon:
    """What the platoon adds to its Initiative roll, and whether it is in order."""

    initiative: int
    in_order: bool
    leaders_up: int


@question(
    "breaking_news",
    "platoon",
    examples=[
        "bn/platoon?squads=2,yes,no;3,yes,yes;1,yes,no&next-early=no&mixed-group=no",
        "bn/platoon?squads=2,yes,no;3,no,yes;1,yes,no",
        "bn/platoon?squads=1,yes,no;0,yes,no&next-early=yes&mixed-group=yes",
    ],
)
def platoon(
    r: Reader,
    /,
    *,
    squads: Annotated[
        tuple[tuple[int, bool, bool], ...],
        Rows(
            {
                "leadership": Count(0, 4, default=1, label="Leadership"),
                "up": Flag(default=True, label="Leader still up"),
                "platoon": Flag(default=False, label="Leads the platoon"),
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
        bool,
        Flag(default=False, label="A squad starts before the last has finished", help="In the platoon's own turn."),
    ],
    mixed_group: Annotated[bool, Flag(default=False, label="Men of two squads act as a group")],
) -> Breakdown[Platoon]:
    """Is the platoon led and moved as the rules want it, and what does it add to its Initiative roll?"""
    w = Working(r)
    wanted = r.int("morale.platoon-leaders")
    led = all(leadership for leadership, _, _ in squads)
    heads = sum(leads for _, _, leads in squads)
    verdicts = [
        Verdict(
            "Has every squad a leader?",
            led,
            f"{sum(bool(leadership) for leadership, _, _ in squads)} of {len(squads)} have",
            r.cite("morale.platoon-leaders"),
        ),
        Verdict(
            "Does one leader command the platoon?",
            heads == wanted,
            f"{heads} named, {wanted} wanted",
            r.cite("morale.platoon-leaders"),
        ),
        Verdict(
            "Does each squad finish before the next begins?",
            not next_early,
            "no, a second one is moving already" if next_early else "yes, one after the other",
            r.cite("morale.platoon-activation"),
        ),
        Verdict(
            "Do groups keep within a squad?",
            not mixed_group,
            "no, men of two squads" if mixed_group else "yes",
            r.cite("morale.platoon-groups"),
        ),
    ]
    for one in verdicts:
        w.note(f"{one.question[:1].lower()}{one.question[1:]} {one.finding}", one.rule)
    alive = [leadership for leadership, up, _ in squads if up]
    chief = next((leadership for leadership, up, leads in squads if up and leads), None)
    rule = r.cite("morale.platoon-initiative")
    if chief is not None:
        w.then("leadership of the platoon leader, and of nobody else", Cited(chief, rule))
    else:
        w.then("the platoon leader is not there: the highest rank that is left", Cited(max(alive, default=0), rule))
    bonus = int(w.total)
    in_order = all(one.ok for one in verdicts)
    headline = f"{f'+{bonus}' if bonus else 'Nothing'} on the Initiative roll; the platoon is {'' if in_order else 'not '}in order"
    exhibits = [Decision("Is the platoon in order?", verdicts)]
    return w.answer(Platoon(bonus, in_order, len(alive)), headline=headline, exhibits=exhibits)
