"""Every notebook runs in a real kernel: no cell raises, each calculator gives a widget and no sentence of error."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from drillbook.book import notebooks, plate_addresses, read_notebook, source

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.from_dict(read_notebook(path))
    for cell in notebook.cells:
        cell.source = source(cell)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        outputs = cell.outputs
        assert not [one for one in outputs if one.output_type in ("error", "stream")], cell.id
        if plate_addresses(cell.source):
            kinds = [kind for one in outputs for kind in one.get("data", {})]
            assert "application/vnd.jupyter.widget-view+json" in kinds, cell.id
    state = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    assert "Traceback" not in json.dumps(state)
