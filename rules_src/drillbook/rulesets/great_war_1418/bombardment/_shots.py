"""What a bombardment has to spend, as forms ask for it."""

from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Choice, Count, Reader, Rows
from drillbook.errors import Contradiction
from drillbook.rulesets.great_war_1418.bombardment._salvo import Salvo, salvo

SHOTS = Count(1, 12, default=8, label="Shots", help="The first calculator of this chapter reckons them.")


@dataclass(frozen=True, slots=True)
class Budget:
    """The shots of a bombardment and the batteries that fire them, as a form describes them.

    A mixed battalion has more than one kind of battery.
    """

    shots: Annotated[int, SHOTS]
    batteries: Annotated[int, Count(1, 6, default=4, label="Batteries that fire")]
    bonus: Annotated[int, Count(0, 3, default=2, label="Bonus of their guns")]
    others: Annotated[
        tuple[tuple[str, int], ...],
        Rows(
            {
                "gun": Choice(table="units", where="gun", default="twelve-cm-howitzers", label="Guns"),
                "batteries": Count(1, 6, label="Batteries"),
            },
            low=0, high=2, noun="kind", label="And batteries of other guns", help="Of a mixed battalion, if they fire too.",
        ),
    ]  # fmt: skip

    def salvo(self, r: Reader) -> Salvo:
        """Put the salvo together.

        Contradiction where a battery would have no shot, or the batteries more shots than the guns of the chart are good for.
        """
        firing = self.batteries + sum(batteries for _, batteries in self.others)
        guns = (row.cells for row in r.ruleset.table("units").where("gun"))
        most = firing * max(int(str(cells["shooting"])) for cells in guns)
        if self.shots < firing:
            fits: dict[str, Any] = {"batteries": self.shots}
            if self.others:
                fits = {"shots": firing}
            if self.others and firing > SHOTS.high:
                fits = {"others": (), "shots": min(max(self.shots, self.batteries), most * self.batteries // firing)}
            raise Contradiction(f"{firing} batteries have {firing} shots at least.", **fits)
        if self.shots > most:
            told = f"{firing} batteries have" if firing > 1 else "A battery has"
            raise Contradiction(f"{told} {most} shots at most.", shots=most)
        kinds = [
            (many, self._bonus(r, gun), many * r.cell("units", gun, "shooting").whole) for gun, many in self.others
        ]
        own = max(0, self.shots - sum(shots for *_, shots in kinds))
        return salvo(self.shots, [(self.batteries, self.bonus, own), *kinds])

    def _bonus(self, r: Reader, gun: str) -> int:
        """Give the bonus of a gun of the chart."""
        return r.cell("units", gun, "bonus").whole
