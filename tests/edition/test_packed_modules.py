"""The edition's Python has every module of a calculator, in whatever folder it stands."""

import os
import subprocess
import sys
from pathlib import Path

import drillbook_widgets
from drillbook_widgets.edition.pack import gather_packages

HOME = Path(drillbook_widgets.__file__).parent


def test_a_calculator_starts_from_what_is_packed(tmp_path: Path) -> None:
    gather_packages(tmp_path)
    for folder in ("plate", "views"):
        assert {one.relative_to(HOME) for one in (HOME / folder).rglob("*.py")} == {
            one.relative_to(tmp_path / HOME.name) for one in (tmp_path / HOME.name / folder).rglob("*.py")
        }
    code = "import drillbook_widgets.edition.plates as made; print(made.__file__)"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
