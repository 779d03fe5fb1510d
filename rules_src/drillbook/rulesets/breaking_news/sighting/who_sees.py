"""Which friends see a man that one of them has sighted, section 7.0."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.maths import Number
from drillbook.rulesets.breaking_news.common import blast


@dataclass(frozen=True, slots=True)
class Eyes:
    """How many of the friends see the man once the observer has, and how many must fire blind."""

    see: int
    blind: int


@question("bn/who-sees?sighted=yes&friends=3,-3;-3,4;8,1", "bn/who-sees?sighted=no&friends=3,-3")
def who_sees(
    r: Reader,
    *,
    sighted: Annotated[bool, Flag(default=True, label="The observer's roll has succeeded")],
    friends: Annotated[
        tuple[tuple[Number, Number], ...],
        Rows(
            {
                "across": Length(-30, 30, default=3, label="Across"),
                "ahead": Length(-30, 30, default=0, label="Ahead"),
            },
            high=8,
            default=((3, -3), (-3, 4), (8, 1)),
            noun="friend",
            label="His friends",
            help="Where each stands, measured from the observer.",
        ),
    ],
    base: blast.Base,
) -> Breakdown[Eyes]:
    """Who of the side sees the man whom one of them has sighted?"""
    w = Working(r)
    reach = r.int("sighting.shared")
    far = blast.between(r, reach, base)
    near = [sighted and across * across + ahead * ahead <= far * far for across, ahead in friends]
    told = Eyes(sum(near), len(near) - sum(near))
    w.then("those see him who stand as near as this to the observer", "sighting.shared")
    blast.explain_between(r, w, base, "sighting.shared")
    w.note("nobody has sighted him, so nobody sees him", "sighting.shared", when=not sighted)
    figures = [Figure(0, 0, "observer", "own")]
    for number, ((across, ahead), seen) in enumerate(zip(friends, near, strict=True), start=1):
        words, rule = ("sees him", "sighting.shared") if seen else ("does not see him", "sighting.others-speculative")
        w.note(f"friend {number} {words}", rule)
        figures.append(
            Figure(
                across,
                ahead,
                f"{number} {words}",
                "own" if seen else "friend",
                grip=in_row("friends", number, ("across", "ahead")),
            )
        )
    picture = Tabletop(
        "The observer, the circle in which friends see what he sees, and his friends",
        "cm",
        discs=[Disc(0, 0, far, f"{reach} cm", "zone")] if sighted else [],
        figures=figures,
        name="eyes",
    )
    return w.answer(told, headline=_headline(told, sighted), exhibits=[picture])


def _headline(told: Eyes, sighted: bool) -> str:
    if not sighted:
        return "Nobody sees him: the look has failed"
    if not told.see:
        return "The observer alone sees him"
    if not told.blind:
        return f"The observer and {'his friend' if told.see == 1 else f'all his {told.see} friends'} see him"
    return f"The observer and {told.see} of his {told.see + told.blind} friends see him"
