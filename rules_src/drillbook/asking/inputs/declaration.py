"""What every kind of input declares: its label, its help, and when it applies.

The meaning of an input (unit, range, label) is declared here; its appearance belongs to the widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from drillbook.rules.entities import EMPTY
from drillbook.rules.model import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every kind declares: its label, help, and when it applies.

    when maps another input's name to the written values with which this one applies, unless to those with which it does not
    (of inputs that apply themselves); why_not says it in words. needs names what a ruleset must have for it to be asked, as
    Reader.has() takes it: a rule or a ruling, and a part or a reading of it.
    opens: it is the first of several that belong together, with which a form in columns begins a new line.
    once_asked: it was once asked where it does not apply; links that still give it there keep answering, and the value is left out.
    kept_where_set: it is not asked where it does not apply, but a value other than the default, as in an old link, applies there too.
    """

    label: str = ""
    help: str = ""
    when: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    unless: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    why_not: str = ""
    needs: tuple[str, ...] = ()
    opens: bool = False
    once_asked: bool = False
    kept_where_set: bool = False

    def bound_to(self, ruleset: Ruleset) -> Self:
        """Return the same kind with what it takes from the ruleset filled in.

        Most kinds take nothing from the ruleset.
        """
        return self
