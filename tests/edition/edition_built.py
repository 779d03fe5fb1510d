"""An edition of few chapters as the tests of it have it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "club/rules"


@dataclass(frozen=True)
class Built:
    """An edition as it was built: its folder, which stands under a prefix of another, and what the build complained of."""

    served: Path
    complaints: str

    @property
    def folder(self) -> Path:
        """The edition's own folder."""
        return self.served / PREFIX

    @property
    def machinery(self) -> Path:
        """What runs the answers."""
        return next((self.folder / "machinery").iterdir())
