"""What a notebook may import: `calculator(ADDRESS)` makes one question live, `compare(…)` lays answers beside each other."""

from __future__ import annotations

from typing import Any


def calculator(address: str, picture: str | None = None, beside: str | None = None) -> Any:
    """The plate of one question, filled in as the address says.

    picture names the exhibit to show first; beside a ruleset (`bon`) that is asked the same, and whose answer stands there too.

    An address that cannot be understood gives the sentence that says so, and the rest of the notebook goes on.
    """
    import ipywidgets  # here, not above: the server imports this package too and draws nothing

    from drillbook.errors import AskError
    from drillbook_widgets.notebook.comm_batching import at_once
    from drillbook_widgets.notebook.plate import Plate

    try:
        with at_once():
            return Plate(address, picture, beside)
    except AskError as problem:
        words = ipywidgets.Label(str(problem))
        words.add_class("drillbook-complaint")
        return words


def compare(*asked: str) -> Any:
    """Answers beside each other, ready to be shown: of two to four addresses, or of the rulesets to one situation such as `shot`.

    What cannot be understood gives the sentence that says so, and the rest of the notebook goes on.
    """
    from drillbook_widgets.notebook.comparison import ComparisonView

    return ComparisonView(asked)


__all__ = ["calculator", "compare"]
