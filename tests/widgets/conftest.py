"""Every test begins at a table where nothing is settled yet."""

from collections.abc import Iterator

import pytest

from drillbook_widgets import house, kept


@pytest.fixture(autouse=True)
def nothing_settled() -> Iterator[None]:
    """What one test settles for all plates is no concern of the next."""
    kept.forget()
    house.forget()
    yield
    kept.forget()
    house.forget()
