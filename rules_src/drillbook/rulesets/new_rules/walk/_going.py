"""A unit's activation while it lasts: what it may still do, and what that costs."""

from dataclasses import dataclass

from drillbook.asking import Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common import orders
from drillbook.rulesets.new_rules.common.marching import March, Marcher, march_of
from drillbook.rulesets.new_rules.common.unit import figure
from drillbook.rulesets.new_rules.walk._pieces import Field, Piece


@dataclass(slots=True)
class Go:
    """A unit's activation while it lasts.

    left: the actions left; free: the steps of a pivot that cost nothing; fired, moved: what it has done.
    """

    field: Field
    name: str
    left: int
    free: int = 0
    fired: bool = False
    moved: bool = False

    @property
    def piece(self) -> Piece:
        """The unit in its present state."""
        return self.field.pieces[self.name]

    @property
    def gone(self) -> bool:
        """Whether it is off the table."""
        return self.name not in self.field.pieces

    def may(self, order: str) -> bool:
        """Return whether the unit may be given an order and can pay for it.

        If an order is forbidden, or too expensive, a step says why.
        """
        leave = orders.leave_for(self.field.r, order, self.field.standing(self.piece))
        if not leave.given:
            self.field.tell(f"{self.piece.called} stands: {leave.why}", leave.rule)
        return leave.given and self.pays(order)

    def pays(self, order: str) -> bool:
        """Return whether the unit's actions are enough for an order; add a step if they are not."""
        cost = orders.cost_of(self.field.r, order)
        if self.left < cost.whole:
            many = counted(self.left, "action", none="no")
            self.field.tell(f"{self.piece.called} has {many} left, too few to {DOES[order]}", cost.rule)
        return self.left >= cost.whole

    def spend(self, order: str) -> None:
        """Pay for an order out of the actions left."""
        self.left -= orders.cost_of(self.field.r, order).whole

    def march(self) -> March:
        """How far it goes."""
        speed = figure(self.field.r, self.piece.row, "speed").whole
        return march_of(
            self.field.r,
            Working(self.field.r),
            Marcher(self.piece.unit, speed),
        )


DOES = {
    orders.FIRE: "fire", orders.AIMED: "take aim", orders.LIMBER: "limber or unlimber",
    orders.CANISTER: "load canister", orders.PIVOT: "turn", orders.MOVE: "move",
    orders.FORMATION: "change formation", orders.RECOIL: "break off",
}  # fmt: skip
