"""Tests that every notebook runs in a plain kernel.

No cell raises, and each calculator gives a widget and no sentence of error.
"""

import json
from html import escape
from pathlib import Path

import nbformat
import pytest
from turn import in_turn

from drillbook import library
from drillbook.asking.uses.comparison import known_situations
from drillbook.book.folder import book_folder, read_notebook, source
from drillbook.book.notebooks import COMPARE, notebooks, plate_addresses

pytestmark = pytest.mark.slow


def cells_of(path: Path, reverse: bool = False) -> list[nbformat.NotebookNode]:
    """Return the code cells of a notebook, each with an id that names the chapter.

    The import cell stays first in reverse order as well.
    """
    cells = [nbformat.from_dict(one) for one in read_notebook(path)["cells"] if one["cell_type"] == "code"]
    for cell in cells:
        cell.source = source(cell)
        cell.id = f"{path.stem}-{cell.id}"[:64]
    return [*cells[:1], *cells[:0:-1]] if reverse else cells


@pytest.mark.rotating("drillbook_widgets/notebook/")
@pytest.mark.parametrize("ruleset", library().all(), ids=lambda ruleset: ruleset.short)
def test_the_notebooks_of_a_ruleset_run_in_reverse(ruleset) -> None:  # type: ignore[no-untyped-def]
    """One kernel for all chapters; after its import cell no cell of a chapter needs another.

    Whose turn it is runs from top to bottom before: what runs backwards needs no order at all.
    """
    from nbclient import NotebookClient  # takes a second, which runs without kernels need not wait

    paths = [path for path in notebooks() if path.parent.name == ruleset.slug]
    forwards = [cell for path in paths for cell in cells_of(path)] if ruleset in in_turn(library().all()) else []
    backwards = [cell for path in paths for cell in cells_of(path, reverse=True)]
    for cell in backwards:
        cell.id = f"{cell.id[:60]}-rev"
    whole = nbformat.v4.new_notebook(cells=forwards + backwards)  # type: ignore[no-untyped-call]
    NotebookClient(whole, timeout=120, kernel_name="python3").execute()
    for cell in whole.cells:
        assert not [one for one in cell.outputs if one.output_type in ("error", "stream")], cell.id
        if plate_addresses(cell.source):
            kinds = [kind for one in cell.outputs for kind in one.get("data", {})]
            assert "application/vnd.jupyter.widget-view+json" in kinds, cell.id
    state = whole.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    assert "Traceback" not in json.dumps(state)


def test_the_page_of_comparisons_runs_and_shows_every_ruleset() -> None:
    """Outside the site there are no pages to link to; colours and bars come along."""
    from nbclient import NotebookClient

    whole = nbformat.v4.new_notebook(cells=cells_of(book_folder() / COMPARE))  # type: ignore[no-untyped-call]
    NotebookClient(whole, timeout=120, kernel_name="python3").execute()
    asked = [cell for cell in whole.cells if cell.source.startswith("compare(")]
    assert len(asked) == len(known_situations())
    for cell, name in zip(asked, known_situations(), strict=True):
        [shown] = cell.outputs
        assert cell.source == f'compare("{name}")'
        assert all(escape(book.title) in shown["data"]["text/html"] for book in library().all()), cell.id
        assert "<style>" in shown["data"]["text/html"]
        assert 'href="/' not in shown["data"]["text/html"]
