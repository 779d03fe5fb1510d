"""Many whole numbers packed into one long number, a slot for each.

One product then weights them all. The sum of two packed rows adds slot by slot, and a whole number times a row weights
every slot; a loop over the slots takes many times as long. No slot may need more bits than it has, so the caller must
know the greatest possible number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

BYTE = 8


class Slots(NamedTuple):
    """How many slots of how many bytes each."""

    number: int
    width: int

    @classmethod
    def holding(cls, number: int, most: int) -> Slots:
        """So many slots, each wide enough for the greatest number there can be."""
        return cls(number, most.bit_length() // BYTE + 1)

    def put(self, row: Iterable[tuple[int, int]]) -> int:
        """Slots with their numbers, packed."""
        bits = BYTE * self.width
        return sum(number << bits * slot for slot, number in row)

    def first(self, packed: int) -> int:
        """Return the number in the first slot."""
        return packed & (1 << BYTE * self.width) - 1

    def read(self, packed: int) -> dict[int, int]:
        """Return the numbers in the slots that are not empty, by slot."""
        width = self.width
        raw = packed.to_bytes(self.number * width, "little")
        found = (int.from_bytes(raw[width * slot : width * (slot + 1)], "little") for slot in range(self.number))
        return {slot: number for slot, number in enumerate(found) if number}
