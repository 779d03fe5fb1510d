"""Setup: what comes next before the first turn, and what has been forgotten."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choices, Contradiction, Reader, Working, question


@dataclass(frozen=True, slots=True)
class Preparation:
    """The preparation: the next step, how many steps are left, and if the first turn may begin.

    next is None if all steps are done.
    """

    next: str | None
    missing: int
    ready: bool


@question(
    "bon/preparation?done=terrain",
    "bon/preparation?done=scenario,terrain,lists,initiative",
    "bon/preparation?done=none",
)
def preparation(
    r: Reader,
    *,
    done: Annotated[tuple[str, ...], Choices(table="steps", default=("scenario", "terrain"), label="Done so far")],
) -> Breakdown[Preparation]:
    """What comes next before the first turn?"""
    w, rows = Working(r), r.rows("steps")
    checks = Checks(w)
    needed = [row.key for row in rows if r.cell("steps", row.key, "optional").amount != "yes"]
    lacking = [key for key in needed if key not in done]
    latest = max((place for place, row in enumerate(rows) if row.key in done), default=-1)
    skipped = [row for place, row in enumerate(rows) if place < latest and row.key in lacking]
    if skipped:
        raise Contradiction(
            f"{rows[latest].name} comes after: {skipped[0].name.lower()}.",
            done=tuple(row.key for row in rows if row.key in done or row in skipped),
        )
    r.cite("setup.scenario-optional")
    for place, row in enumerate(rows):
        optional = row.key not in needed
        there = row.key in done
        found = (
            "done"
            if there
            else "left out"
            if optional and place < latest
            else "may be left out"
            if optional
            else "to do"
        )
        checks.ask(f"{row.name}?", there or (None if optional else False), found, "setup.steps")
    checks.tell(lambda one: f"{one.question.removesuffix('?')}: {one.finding}")
    open_steps = [
        row for place, row in enumerate(rows) if row.key not in done and (row.key in needed or place > latest)
    ]
    ahead = [key for key in lacking if key != rows[-1].key]
    value = Preparation(open_steps[0].key if open_steps else None, len(lacking), not ahead)
    return w.answer(
        value, headline=_headline(r, value), exhibits=[checks.decision("What has been done and what has not.", "steps")]
    )


def _headline(r: Reader, found: Preparation) -> str:
    if found.next is None:
        return "Everything is done: the game is on"
    name = r.name("steps", found.next)
    free = r.cell("steps", found.next, "optional").amount == "yes"
    return f"Next: {name.lower()}" + (", or go on without" if free else "")
