"""Every test begins with a page of its own, where nothing is settled yet."""

import pytest

from drillbook_widgets import visits


@pytest.fixture(autouse=True)
def a_page_of_its_own() -> None:
    """What one test settles for all plates is no concern of the next."""
    visits.turn(visits.Visit())
