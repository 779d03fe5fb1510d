"""Every test begins with a page of its own, where nothing is settled yet."""

from collections.abc import Iterator

import pytest

from drillbook_widgets.plate import page_session


@pytest.fixture(autouse=True)
def a_page_of_its_own() -> Iterator[None]:
    """Run each test in a visit of its own, so that its settings for all plates end with it."""
    with page_session.turn(page_session.Visit()):
        yield
