"""The functions that a notebook may import, `calculator` and `compare`.

`calculator(ADDRESS)` makes one question live. `compare(…)` shows answers beside each other.
"""

from __future__ import annotations

from typing import Any


def calculator(address: str, picture: str | None = None, beside: str | None = None) -> Any:
    """Return the plate of one question, filled in from the address.

    picture: the name of the exhibit to show first. beside: a ruleset (such as `bon`) that is asked the same question; the
    plate shows its answer too.

    If the address cannot be understood, the function returns a label with the error sentence, and the rest of the
    notebook still runs.
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
    """Return answers beside each other, ready to be shown.

    asked: two to four addresses, or one situation such as `shot`, which every ruleset with that situation answers.

    If something in it cannot be understood, the view shows the error sentence, and the rest of the notebook still runs.
    """
    from drillbook_widgets.notebook.comparison import ComparisonView

    return ComparisonView(asked)


__all__ = ["calculator", "compare"]
